"""The table as dataclasses, and the small questions that every rule asks of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeGuard

from .. import snapshot
from ..contract import Event

MAX_HIT_POINTS = 30
"""T1-2: what a side starts with; nothing ever adds to it."""
MAX_POWERS = 9
"""T9-2: the most that a hand may hold."""
HIDDEN = 2
"""The slot of the hidden card; 0 and 1 are visible."""


@dataclass(frozen=True)
class Options:
    """The cleaned options."""

    mode: str
    teams: bool
    goal: int
    seconds: int
    powers: int
    random_reveal: bool


@dataclass
class Player:
    """One seat. T10-1: cards, PASSES and Powers are its own; HP belongs to its side."""

    name: str
    side: int
    cards: tuple[int, ...] = ()
    """Slot 0, slot 1, hidden; nothing outside a round."""
    powers: tuple[str, ...] = ()
    offer: tuple[str, ...] = ()
    picks_left: int = 0
    passes: int = 0
    passed: bool = False
    frozen: bool = False
    armor: bool = False
    lifeline: bool = False
    ward: bool = False
    seen_by: tuple[int, ...] = ()
    """Seats that saw the present hidden card by Spyglass."""


@dataclass(frozen=True)
class Decision:
    """One DECISION: the new hidden cards and totals of those who took part."""

    seats: tuple[int, ...]
    cards: tuple[int, ...]
    totals: tuple[int, ...]


@dataclass(frozen=True)
class LastRound:
    """What everybody may know of a round that has ended."""

    round: int
    threshold: int
    reason: str
    outcome: str
    hands: tuple[tuple[int, ...] | None, ...]
    totals: tuple[int | None, ...]
    decisions: tuple[Decision, ...]
    winners: tuple[int, ...]
    losses: tuple[int, ...]


@dataclass
class Table:
    """A match. Between rounds there are no cards, and nothing is in effect (T7-7)."""

    options: Options
    players: list[Player]
    hp: list[int]
    """By side: a seat, or in `teams` a team."""
    phase: str
    starter: int
    threshold: int
    round: int = 0
    round_started: float = 0.0
    active: int | None = None
    turns: int = 0
    raises: int = 0
    last_call: int | None = None
    deck: tuple[int, ...] = ()
    """The first is the next to be taken."""
    discard: tuple[int, ...] = ()
    """Oldest first."""
    drawn: int | None = None
    """The card that `active` drew and has yet to place."""
    last_round: LastRound | None = None
    winners: tuple[int, ...] = ()


def is_seat(actor: object, table: Table) -> TypeGuard[int]:
    """True is no seat, and neither is "host"."""
    return type(actor) is int and 0 <= actor < len(table.players)


def is_alive(table: Table, seat: int) -> bool:
    """T7-6: a side at 0 is out, and all its players with it."""
    return table.hp[table.players[seat].side] > 0


def living(table: Table) -> list[int]:
    """Seats in the game, ascending."""
    hp = table.hp
    return [seat for seat, player in enumerate(table.players) if hp[player.side] > 0]


def next_living(table: Table, seat: int) -> int:
    """The next seat in turn order, which may be the same one if no other is left."""
    players, hp = table.players, table.hp
    while True:
        seat = (seat + 1) % len(players)
        if hp[players[seat].side] > 0:
            return seat


def sides_of(table: Table, seats: list[int]) -> set[int]:
    return {table.players[seat].side for seat in seats}


def members(table: Table, sides: set[int]) -> tuple[int, ...]:
    """Seats of these sides, ascending."""
    return tuple(seat for seat, player in enumerate(table.players) if player.side in sides)


def teammate(table: Table, seat: int) -> int | None:
    """T1-1: seats 0 and 2 are a team, and so are 1 and 3."""
    return (seat + 2) % 4 if table.options.teams else None


def to_act(table: Table) -> list[int]:
    """Seats that owe a command, ascending."""
    if table.active is not None:
        return [table.active]
    return [seat for seat, player in enumerate(table.players) if player.picks_left]


def told(last_round: LastRound) -> Event:
    """The round that ended, as views and events tell it."""
    return snapshot.dump(last_round)
