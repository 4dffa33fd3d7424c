"""The six card sets, by number."""

from ..cards import Card, CardSet
from .blood_money import BLOOD_MONEY
from .classic import CLASSIC
from .discard import DISCARD
from .exchange import EXCHANGE
from .punishment import PUNISHMENT
from .value import VALUE

__all__ = ["SETS", "Card", "CardSet"]

SETS: dict[int, CardSet] = {
    chapter.number: chapter for chapter in (CLASSIC, PUNISHMENT, EXCHANGE, VALUE, DISCARD, BLOOD_MONEY)
}
