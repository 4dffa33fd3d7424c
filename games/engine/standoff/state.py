"""The table as data: cards by their ids, what lies where, and what a match remembers between two commands."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

MAX_SEATS = 6
PRIORITIES = (6, 5, 4, 3, 2, 1, 0)
RELOAD = 0

PENDING, RESOLVED, CANCELLED = "pending", "resolved", "cancelled"

_PRINTED = {f"{owner}:{priority}": (priority, owner) for owner in range(MAX_SEATS) for priority in PRIORITIES}
PRIORITY = {card: priority for card, (priority, _owner) in _PRINTED.items()}
"""Card id -> printed priority, for every card there can be."""
ORDER = {card: 10 * priority + owner for card, (priority, owner) in _PRINTED.items()}
"""Card id -> its place in every list of cards: by printed priority, then by original owner."""
HEIGHT = {card: 10 * priority - owner for card, (priority, owner) in _PRINTED.items()}
"""Card id -> what makes it the highest: among equals the lower original owner is taken, as for the lowest."""

order = ORDER.__getitem__


def lowest(cards: Iterable[str]) -> str:
    """The card of lowest printed priority; among equals, that of the lowest original owner."""
    return min(cards, key=order)


def highest(cards: Iterable[str]) -> str:
    """The card of highest printed priority; among equals, that of the lowest original owner."""
    return max(cards, key=HEIGHT.__getitem__)


@dataclass
class Seat:
    """A player. `hand` and `spent` are owned cards in `ORDER`; a chosen card stays in hand until the reveal."""

    name: str
    lives: int
    hand: list[str]
    spent: list[str] = field(default_factory=list)
    living: bool = True
    chosen: str | None = None
    played: str | None = None
    reloaded: bool = False
    suppressed: bool = False
    marked: bool = False
    no_cover: bool = False
    medic: bool = False


@dataclass
class InPlay:
    """A card from reveal to cleanup. `seat` controls it: it lies there; it goes home to `owner`."""

    id: str
    priority: int
    seat: int
    owner: int
    value: int
    status: str = PENDING
    locked: bool = False
    protected: bool = False
    reversed: bool = False
    double: bool = False


@dataclass(frozen=True)
class Decision:
    """A question to one seat: `kind` is the effect that asks, `card` the id of the card that has it."""

    seat: int
    kind: str
    card: str


@dataclass(frozen=True)
class Outcome:
    """What lay in front of one seat at the shooting, and what became of the player."""

    played: str
    card: str
    value: int
    status: str
    locked: bool
    protected: bool
    marked: bool
    no_cover: bool
    suppressed: bool
    reloaded: bool
    shot: bool


@dataclass(frozen=True)
class LastRound:
    """The last completed round; None for a seat that sat it out."""

    standoff: int
    round: int
    armed: tuple[str, ...]
    seats: tuple[Outcome | None, ...]


@dataclass
class State:
    """One match. `set` is the concrete card set; `cards` lie in seat order of their controllers."""

    set: int
    start_lives: int
    seats: list[Seat]
    standoff: int = 1
    round: int = 1
    rounds: int = 1
    """Rounds begun in the whole match (G-5)."""
    cards: list[InPlay] = field(default_factory=list)
    priority: int = PRIORITIES[0]
    """The printed priority that is resolving, while cards are in play."""
    decision: Decision | None = None
    decisions: int = 0
    """Decisions opened in this round: each is a wait of its own."""
    armed: tuple[str, ...] = ()
    last_round: LastRound | None = None
    over: bool = False
    winners: tuple[int, ...] = ()

    @property
    def phase(self) -> str:
        if self.over:
            return "over"
        return "decide" if self.decision else "choose"

    @property
    def to_act(self) -> list[int]:
        """The seats that owe a command now."""
        if self.over:
            return []
        if self.decision:
            return [self.decision.seat]
        return [number for number, seat in enumerate(self.seats) if seat.living and seat.chosen is None]
