"""The table of a match: what was chosen, what each completed round came to, and who still owes something."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeGuard

ROUNDS = 7

CHOOSE = "choose"
RESULTS = "results"
OVER = "over"

# The outcomes of a SWIPE (S5-2, S5-3).
SUCCESS = "success"
SAFE = "safe"
SPENT = "spent"
EMPTY = "empty"


@dataclass(frozen=True, slots=True)
class Options:
    """The cleaned options of the match."""

    round_seconds: int
    host: bool
    missions: bool


@dataclass(frozen=True, slots=True)
class Choice:
    """One seat's choice: an action with its target or guess; all None is no choice (S3-1)."""

    action: str | None = None
    player: int | None = None
    guess: str | None = None


@dataclass(frozen=True, slots=True)
class Swipe:
    """One settled SWIPE."""

    seat: int
    player: int
    outcome: str


@dataclass(frozen=True, slots=True)
class Record:
    """What a round came to by S4 and S5; each tuple has one entry a seat. Bonuses are `Table.done_in`."""

    round: int
    captain: int
    choices: tuple[Choice, ...]
    hit: tuple[bool, ...]
    earned: tuple[int, ...]
    lost: tuple[int, ...]
    swipes: tuple[Swipe, ...]
    before: tuple[int, ...]  # scores when the round started
    after: tuple[int, ...]  # scores when the last SWIPE was settled


@dataclass
class Table:
    """A match. Every list has one entry a seat."""

    options: Options
    names: tuple[str, ...]
    missions: tuple[str, ...]  # ids by seat; empty with missions off
    phase: str
    round: int
    attempt: int  # how often this round has been started: a void round is played again (S2-8)
    started: float | None
    deadline: float | None
    choices: list[Choice | None]  # None: not locked yet
    has_read: list[bool]  # gave `next` in hostless results (S2-9)
    scores: list[int]
    done_in: list[int]  # the round in which the mission was completed; 0: not completed
    history: tuple[Record, ...]

    @property
    def captain(self) -> int:
        """S1-3: the role follows the number of the round, so a void round does not pass it on."""
        return (self.round - 1) % len(self.names)

    @property
    def is_timed(self) -> bool:
        return self.options.round_seconds > 0

    def is_seat(self, actor: object) -> TypeGuard[int]:
        """True for a seat number of this table; True and 1.0 are none."""
        return type(actor) is int and 0 <= actor < len(self.names)

    def missing(self) -> list[int]:
        """The seats that have not locked a choice, ascending."""
        return [seat for seat, choice in enumerate(self.choices) if choice is None]

    def owing(self) -> list[int]:
        """The seats that owe a command now, ascending."""
        if self.phase == CHOOSE:
            return self.missing()
        if self.phase == RESULTS and not self.options.host:
            return [seat for seat, has_read in enumerate(self.has_read) if not has_read]
        return []

    def owes(self, seat: int) -> bool:
        """True when this seat owes a command now: `seat in owing()`, without the list."""
        if self.phase == CHOOSE:
            return self.choices[seat] is None
        return self.phase == RESULTS and not self.options.host and not self.has_read[seat]

    def host_owes(self) -> bool:
        """True when the table waits for the host: all are ready (S2-3), or the results are read (S2-9)."""
        if not self.options.host or self.phase == OVER:
            return False
        return self.phase == RESULTS or None not in self.choices

    def winners(self) -> list[int]:
        """S7-2: every seat with the highest score. S7-4: none before a round was completed."""
        if self.phase != OVER or not self.history:
            return []
        best = max(self.scores)
        return [seat for seat, score in enumerate(self.scores) if score == best]
