"""A full table that fits what one seat sees, with all that it cannot see drawn at random from what is possible."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeVar

from .. import snapshot
from ..chance import Chance
from ..contract import View, World
from .cards import FULL_DECK
from .rounds import OFFER as PICK_OFFER
from .rounds import REWARD_OFFER, REWARD_PICKS, start, whole_pool
from .state import HIDDEN, LastRound, Player, Table

T = TypeVar("T")


class Dice(Protocol):
    """What is used of a `random.Random`."""

    def random(self) -> float: ...
    def randrange(self, stop: int, /) -> int: ...
    def choices(self, population: Sequence[T], /, weights: Sequence[float] | None = None, *, k: int = 1) -> list[T]: ...
    def sample(self, population: Sequence[T], /, k: int) -> list[T]: ...
    def shuffle(self, x: list[Any], /) -> None: ...


def guess(view: View, rng: Dice) -> Table:
    """A table whose view from the same seat is `view`."""
    table = seen(view, rng)
    fill(table, view, rng)
    return table


def seen(view: View, rng: Dice) -> Table:
    """A fresh match overwritten with all that the view tells; what it hides is still to be filled in."""
    names = [seat["name"] for seat in view["seats"]]
    table = start(view["options"], names, World(0.0, Chance(rng.randrange(2**32))))
    for field in ("phase", "round", "round_started", "starter", "active", "turns", "threshold", "raises", "last_call"):
        setattr(table, field, view[field])
    table.discard, table.winners = tuple(view["discard"]), tuple(view["winners"])
    table.drawn = view["you"]["drawn"]
    last = view["last_round"]
    table.last_round = None if last is None else snapshot.load(LastRound, last)
    for player, shown in zip(table.players, view["seats"], strict=True):
        table.hp[player.side] = shown["hp"]
        player.cards = tuple(shown["visible"])
        for field in ("passes", "passed", "picks_left", "frozen", "armor", "lifeline", "ward"):
            setattr(player, field, shown[field])
    mine = table.players[view["you"]["seat"]]
    mine.powers, mine.offer = tuple(view["you"]["powers"]), tuple(view["you"]["offer"])
    return table


def fill(table: Table, view: View, rng: Dice) -> None:
    """Draw what the view hides: hidden cards, the drawn one, the deck, and the others' Powers and offers."""
    you = view["you"]
    cards = unseen(view, rng)
    for seat, player in enumerate(table.players):
        if seat != you["seat"]:
            fill_hand(table, player, view["seats"][seat]["powers"], rng)
        if player.cards:
            known = you["hidden"] if seat == you["seat"] else you["known"][seat]
            player.seen_by = () if seat == you["seat"] or known is None else (you["seat"],)
            card = draw_hidden(player, table.threshold, cards, rng) if known is None else known
            player.cards = (*player.cards[:HIDDEN], card)
    if table.phase == "place" and table.active != you["seat"]:
        table.drawn = cards.pop(rng.randrange(len(cards)))
    rng.shuffle(cards)
    table.deck = tuple(cards)


def unseen(view: View, rng: Dice) -> list[int]:
    """The cards that lie where this seat cannot see them, as far as can be told.

    A value seen more than four times was made by a Mirror or a Tweak, out of a card that could have been any.
    """
    you = view["you"]
    cards = list(FULL_DECK) if view["deck_count"] or view["phase"] in ("turn", "place") else []
    shown = [*view["discard"], *(card for seat in view["seats"] for card in seat["visible"])]
    shown += [card for card in (you["hidden"], you["drawn"], *you["known"]) if card is not None]
    for card in shown:
        cards.pop(cards.index(card) if card in cards else rng.randrange(len(cards)))
    return cards


def draw_hidden(player: Player, threshold: int, cards: list[int], rng: Dice) -> int:
    """Take a hidden card out of `cards`; of one who passed rather such a card as makes passing sensible."""
    if not player.passes:
        return cards.pop(rng.randrange(len(cards)))
    gaps = [threshold - sum(player.cards[:HIDDEN]) - card for card in cards]
    weights = [1.0 if 0 <= gap <= 2 else 0.6 if 3 <= gap <= 4 else 0.15 for gap in gaps]
    return cards.pop(rng.choices(range(len(cards)), weights)[0])


def fill_hand(table: Table, player: Player, powers: int, rng: Dice) -> None:
    """Powers and offers of another seat: any of the pool. What was picked of a reward is on offer no more."""
    pool = whole_pool(table)
    player.powers = tuple(rng.choices(pool, k=powers))
    if player.picks_left:
        offer = PICK_OFFER if table.phase == "pick" else REWARD_OFFER - REWARD_PICKS + player.picks_left
        player.offer = tuple(rng.sample(pool, offer))
    else:
        player.offer = ()
