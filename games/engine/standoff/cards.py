"""What a chapter of the rulebook is made of: a set's seven rows, what an effect may ask, and the rules sets share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from ..contract import Command, IllegalCommand
from ..text import mark as _
from ..text import shown
from .state import PRIORITIES, InPlay
from .table import Table

Deed = Callable[[Table, InPlay], None]
"""An effect that asks nobody: it gets the card that has it."""


class Question(ABC):
    """R-7: what an effect asks of a seat. The same list shows what is legal and decides it."""

    @abstractmethod
    def answers(self, table: Table, card: InPlay, seat: int) -> list[Command]:
        """Every legal answer, in the page's order; none where nobody is asked."""

    @abstractmethod
    def answer(self, table: Table, card: InPlay, seat: int, command: Command) -> None:
        """Carry out one of `answers`."""

    @abstractmethod
    def refusal(self, table: Table, card: InPlay, seat: int, command: Command) -> IllegalCommand:
        """Why this command is not among `answers`."""


NOT_ITSELF = _("This card can't choose itself. Choose another one on the table.")


@dataclass(frozen=True)
class Target(Question):
    """Choose a card in play. `unless` says why {name}'s {number} is not one of those `among` which to choose."""

    among: Callable[[Table, InPlay], list[InPlay]]
    then: Callable[[Table, InPlay, InPlay], None]
    unless: str = NOT_ITSELF

    def answers(self, table: Table, card: InPlay, seat: int) -> list[Command]:
        return [{"type": "target", "card": other.id} for other in self.among(table, card)]

    def answer(self, table: Table, card: InPlay, seat: int, command: Command) -> None:
        target = table.card(command["card"])
        table.tell("targeted", seat=seat, card=card.id, target=target.id)
        self.then(table, card, target)

    def refusal(self, table: Table, card: InPlay, seat: int, command: Command) -> IllegalCommand:
        if command["type"] != "target":
            return IllegalCommand(_("“{type}” is no answer here: choose a card on the table."), type=command["type"])
        if command.keys() != {"type", "card"}:
            return IllegalCommand(_("Choose one card on the table, and nothing else."))
        missing = off_the_table(table, command["card"])
        if missing:
            return missing
        target = table.card(command["card"])
        return IllegalCommand(self.unless, name=table.seats[target.seat].name, number=target.priority)


def off_the_table(table: Table, card: str) -> IllegalCommand | None:
    """The refusal of a target that is not in play."""
    if any(one.id == card for one in table.cards):
        return None
    return IllegalCommand(_("The card “{card}” isn't on the table. Choose one that is."), card=shown(card))


@dataclass(frozen=True)
class Card:
    """A row of a set: what is printed on the card, and what it does. `effect` names it in events and decisions."""

    priority: int
    name: str
    text: str
    rule: str
    effect: str
    does: Deed | Question
    when_discarded: Callable[[Table, int, list[str]], None] | None = None
    """Set 5: what it does to the seat that discards it, with the bullets of the chain so far (S5-E)."""


def lowest_unprotected(table: Table) -> list[int]:
    """R-9: the controllers of all unprotected cards tied for the lowest value."""
    exposed = [card for card in table.cards if not card.protected]
    least = min((card.value for card in exposed), default=0)
    return [card.seat for card in exposed if card.value == least]


@dataclass(frozen=True)
class CardSet:
    """A chapter: seven rows from 6 down to 0, and where this set differs from the rules common to all."""

    number: int
    name: str
    cards: tuple[Card, ...]
    cancels: frozenset[int] = frozenset()
    """Sn-D: the printed priorities whose duplicates cancel each other when they come up."""
    duplicates: Callable[[Table, int], list[InPlay]] = Table.printed
    """Which cards of a printed priority count as duplicates, and are cancelled if they are several."""
    shoot: Callable[[Table], list[int]] = lowest_unprotected
    """R-9: the seats that are shot, in seat order."""
    when_revealed: Callable[[Table], None] | None = None
    after_effect: Deed | None = None
    """What belongs to a card's turn after its effect."""
    reloads_at_cleanup: bool = True
    follow_ups: Mapping[str, Question] = field(default_factory=dict)
    """Questions that an effect asks after its first, by kind."""

    def row(self, priority: int) -> Card:
        return self.cards[PRIORITIES[0] - priority]

    @cached_property
    def questions(self) -> Mapping[str, Question]:
        """Every question of this set, by the kind that a decision names."""
        asked = {row.effect: row.does for row in self.cards if isinstance(row.does, Question)}
        return {**asked, **self.follow_ups}


def carry_out(table: Table, card: InPlay, row: Card) -> None:
    """Do for `card` what the row says, now or once the controller has answered."""
    if isinstance(row.does, Question):
        put(table, row.does, row.effect, card, card.seat)
    else:
        row.does(table, card)


def put(table: Table, question: Question, kind: str, card: InPlay, seat: int) -> None:
    """R-7: ask even where one answer is legal; where none is, nobody is asked and nothing happens."""
    if question.answers(table, card, seat):
        table.ask(seat, kind, card)
    else:
        table.no_effect(card)


def reload(table: Table, card: InPlay) -> None:
    """R-11: the controller, whoever that is by now, gets the spent bullets back at cleanup."""
    table.seats[card.seat].reloaded = True
