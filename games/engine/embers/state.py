"""The table of Embers as data, the questions that rules ask of it, and the stage on which they act."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from ..contract import Event, Outcomes

BOSS = "boss"
"""The Fiend, where a body is named."""
Body = int | str
"""A seat number, or `BOSS`."""

ALIVE, GHOST, DEAD = "alive", "ghost", "dead"
"""E1-2: nobody has hit points to count; damage that shields do not block kills."""
FREE, TEAMS = "free", "teams"

SETTLING = ""
"""The phase between two waits, inside one command; never saved."""
OVER = "over"


@dataclass(frozen=True)
class Loan:
    """Shields that hang on a borrower."""

    lender: int
    count: int


@dataclass
class Seat:
    """One player. Piles are tuples in table order; they are replaced, never changed."""

    name: str
    status: str = ALIVE
    hand: tuple[str, ...] = ()
    shields: int = 0
    borrowed: tuple[Loan, ...] = ()
    lent: int = 0
    equipment: tuple[str, ...] = ()
    bombs: int = 0
    bedrock: bool = False
    ghost_until: int | None = None
    silenced: bool = False
    returning: bool = False
    will_due: str | None = None
    given: tuple[str, ...] = ()
    """Cards set aside for a Swap."""
    owed: int = 0
    """Cards still to be set aside; against the Fiend: at most so many."""

    @property
    def living(self) -> bool:
        """Alive or a ghost."""
        return self.status != DEAD

    @property
    def able(self) -> bool:
        """Living and not silenced."""
        return self.status != DEAD and not self.silenced

    @property
    def worn(self) -> int:
        """Own and borrowed shields."""
        return self.shields + sum(loan.count for loan in self.borrowed)


@dataclass
class Turn:
    """A running turn, or one that waits below an Extra Turn."""

    seat: int
    extra: bool = False
    played: bool = False
    lend_used: bool = False
    took_back: bool = False


@dataclass
class Play:
    """The card on the table. `actor` carries it out: the seat that played it, unless Fate says otherwise."""

    seat: int
    card: str
    target: int | str | None
    guess: str | None
    gift: str | None
    actor: int
    rewritten: bool = False
    fate: int | None = None
    """The Fatebinder who will rewrite it."""


@dataclass
class Fiend:
    """The third party. `status` is `off`, `waiting`, `absent`, `present` or `dead`."""

    status: str
    half_hp: int = 0
    bombs: int = 0
    target: int | None = None
    rounds: int = 0
    """Rounds in which it has chosen a target."""
    helpers: tuple[int, ...] = ()
    roll_again: bool = False

    @property
    def present(self) -> bool:
        return self.status == "present"


@dataclass
class Table:
    """A match."""

    mode: str
    round_cap: int
    pace: str
    seats: list[Seat]
    fiend: Fiend
    deck: tuple[str, ...]
    """Index 0 is the top."""
    discard: tuple[str, ...] = ()
    destroyed: tuple[str, ...] = ()
    round: int = 0
    first: int = 0
    order: tuple[int, ...] = ()
    upcoming: tuple[int, ...] = ()
    """Seats of `order` whose turn has not come yet."""
    turns: list[Turn] = field(default_factory=list)
    """The running turn last, those that it interrupts before it; empty while the round end is settled."""
    play: Play | None = None
    polled: tuple[int, ...] = ()
    """Seats still to be asked about the card on the table, after the one asked now."""
    seen: tuple[str, ...] | None = None
    """What a Master Plunderer is looking at."""
    dying: tuple[int, ...] = ()
    detonator: int | None = None
    inferno: int = 0
    will_given: bool = False
    phase: str = SETTLING
    to_act: tuple[int, ...] = ()
    waits: int = 0
    """Waits opened so far."""
    agenda: tuple[str, ...] = ()
    """Steps that follow once nothing is asked any more, the next one first."""
    winners: tuple[int, ...] = ()

    @property
    def turn(self) -> Turn:
        """The running turn, where one runs."""
        return self.turns[-1]

    @property
    def card(self) -> Play:
        """The card on the table, where one lies."""
        assert self.play is not None
        return self.play


class Stage:
    """Where a command plays out: `chance` answers, and `events` is told what happens."""

    def __init__(self, chance: Outcomes, events: list[Event]) -> None:
        self.chance = chance
        self.events = events

    def tell(self, kind: str, **facts: Any) -> None:
        """Add a public event."""
        self.events.append({"type": kind, **facts})

    def whisper(self, seats: Iterable[Body], kind: str, **facts: Any) -> None:
        """Add an event for the players among `seats` only."""
        self.events.append({"type": kind, **facts, "only": sorted(seat for seat in seats if isinstance(seat, int))})


def ask(table: Table, phase: str, *seats: int) -> None:
    """Open a new wait: these seats owe an answer."""
    table.phase, table.to_act = phase, seats
    table.waits += 1


def answered(table: Table) -> None:
    """Nothing is owed for the moment: the agenda goes on."""
    table.phase, table.to_act = SETTLING, ()


def living(table: Table) -> list[int]:
    """The seats that are alive or ghosts, ascending."""
    return [number for number, seat in enumerate(table.seats) if seat.status != DEAD]


def others(table: Table, seat: int) -> list[int]:
    """Every other living seat, ascending."""
    return [number for number, other in enumerate(table.seats) if number != seat and other.status != DEAD]


def are_mates(table: Table, one: int, other: int) -> bool:
    """Two different seats of one team."""
    return table.mode == TEAMS and one != other and one % 2 == other % 2


def opponents(table: Table, seat: int) -> list[int]:
    """Living seats other than oneself and, in teams, not one's team-mate."""
    found = others(table, seat)
    return [other for other in found if other % 2 != seat % 2] if table.mode == TEAMS else found


def in_turn_order(table: Table, start: int) -> list[int]:
    """All seats, ascending from `start` and wrapping round."""
    count = len(table.seats)
    return [(start + step) % count for step in range(count)]


def wearer(table: Table, kind: str) -> int | None:
    """The seat that has this piece equipped."""
    for number, seat in enumerate(table.seats):
        if kind in seat.equipment:
            return number
    return None
