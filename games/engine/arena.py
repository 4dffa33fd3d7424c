"""Contests of bots: one tested seat among others of one level, the seat rotating, and how large its share of wins is.

Pure like the rest of the engine: whoever wants to know how long decisions take passes a `timer`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from . import playout, registry
from .chance import Chance
from .contract import HOST, Actor, Command, Event, Game, Outcomes, View

RANDOM = "random"
LEVELS = ("easy", "normal", "hard")
SIDES = (*LEVELS, RANDOM)
"""Who can take a seat: a bot of a level, or one who gives any legal command."""

NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal", "Ida", "Jo", "Kit", "Lou", "Max")
"""A name makes a bot's personality. They are handed round, so that no side always has the same ones."""

PACE = 0.5
"""Seconds from one command to the next, in the time of the match: bots do not run into a deadline."""

SURE = 1.96
"""Standard deviations on either side that hold 95 % of a normal distribution."""

CAPPED = frozenset({"cap", "turn_cap"})
"""The reasons in the last event that say that a match was broken off: Embers' rounds, Showdown's turns."""


class CannotPlay(ValueError):
    """A side that there is not, or not in this game; its text says so."""


Timer = Callable[[], float]
"""Seconds, counted from anywhere."""


@dataclass
class Pace:
    """How long the decisions of one side took, in seconds."""

    decisions: int = 0
    total: float = 0.0
    worst: float = 0.0

    def add(self, seconds: float) -> None:
        self.decisions += 1
        self.total += seconds
        self.worst = max(self.worst, seconds)

    @property
    def mean(self) -> float:
        return self.total / self.decisions if self.decisions else 0.0


@dataclass
class Result:
    """What came of a contest. `wins` are those of the tested seat: a shared win counts its part."""

    seats: int
    matches: int = 0
    wins: float = 0.0
    draws: int = 0
    capped: int = 0
    commands: int = 0
    tested: Pace = field(default_factory=Pace)
    others: Pace = field(default_factory=Pace)

    @property
    def decided(self) -> int:
        return self.matches - self.draws

    def ratio(self, matches: int) -> tuple[float, float, float]:
        """The share of wins in so many matches by the fair share, with the ends of its 95 % interval (Wilson)."""
        low, high = wilson(self.wins, matches)
        return self.wins / matches * self.seats, low * self.seats, high * self.seats


def wilson(wins: float, matches: int) -> tuple[float, float]:
    """The 95 % interval of a share: what the true one may well be, seen so many wins in so many matches."""
    share, spread = wins / matches, SURE**2 / matches
    centre = (share + spread / 2) / (1 + spread)
    reach = SURE / (1 + spread) * math.sqrt(share * (1 - share) / matches + spread / (4 * matches))
    return max(centre - reach, 0.0), min(centre + reach, 1.0)


class Contest:
    """The matches of one side against another at one number of seats."""

    def __init__(
        self, game: Game[Any], options: dict[str, Any], tested: str, others: str, seed: str, timer: Timer | None = None
    ) -> None:
        """`options` are cleaned. Raises `CannotPlay` for a side that is no level."""
        self.game, self.options, self.seed = game, options, seed
        self.timer = timer or (lambda: 0.0)
        self.policy = registry.policy(game.slug)
        self.tested, self.others = tested, others
        for side in (tested, others):
            if side not in SIDES:
                raise CannotPlay(f"There is no level “{side}”, only {', '.join(SIDES)}.")

    def play(self, seats: int, matches: int) -> Result:
        """Play so many matches. Raises `IllegalOption` for a number of seats that the game does not take."""
        result = Result(seats)
        for number in range(matches):
            self.play_one(result, number)
        return result

    def play_one(self, result: Result, number: int) -> None:
        """One match; the tested seat moves on by one from match to match."""
        seat = number % result.seats
        names = [NAMES[(number * result.seats + other) % len(NAMES)] for other in range(result.seats)]
        choose = self.chooser(seat, result, f"{self.seed}/{number}")
        last = None
        for move in playout.play(self.game, self.options, names, f"{self.seed}/{number}", choose, PACE):
            last = move.step
            result.commands += 1
        assert last is not None
        view = self.game.view(last.state, None)
        winners = view["winners"]
        result.matches += 1
        result.wins += (seat in winners) / max(len(winners), 1)
        result.draws += not winners
        result.capped += broken_off(view, last.events)

    def chooser(self, tested: int, result: Result, seed: str) -> playout.Choose[Any]:
        """Who owes a command gives it by its side's lights; the host only when nobody else owes one.

        The bots have a chance of their own, fresh for each decision, as at a real table.
        """
        decisions = 0

        def choose(game: Game[Any], state: Any, actors: Sequence[Actor], chance: Outcomes) -> tuple[Actor, Command]:
            nonlocal decisions
            decisions += 1
            seats = [actor for actor in actors if actor != HOST]
            if not seats:
                return HOST, game.default(state, HOST)
            seat = chance.pick("actor", seats)
            side, pace = (self.tested, result.tested) if seat == tested else (self.others, result.others)
            if side == RANDOM:
                return seat, playout.any_command(game, state, seat, chance)
            view, commands = game.view(state, seat), game.commands(state, seat)
            start = self.timer()
            command = self.policy(view, commands, Chance(f"{seed}:bot:{decisions}:{seat}"), side)
            pace.add(self.timer() - start)
            return seat, command

        return choose


def broken_off(view: View, events: Sequence[Event]) -> bool:
    """Whether the match came to its cap instead of an end of its own.

    Standoff gives no reason, but only its cap leaves several players with lives.
    """
    reason = events[-1].get("reason") or events[-1].get("end_reason")
    return reason in CAPPED or sum(seat.get("lives", 0) > 0 for seat in view["seats"]) > 1
