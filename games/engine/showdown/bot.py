"""The bots: three levels that choose from what their own seat may see, and from nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random

from ..contract import Command, Outcomes, View
from . import plans
from .bearings import best_facings
from .foresight import foresee
from .guess import guess
from .hexes import STARTS, distance
from .sensible import Temper, sensible
from .state import PLACE, Plan, Table

__all__ = ["LEVELS", "guess", "policy"]

LAPSES = 0.45
"""How many of easy's plans have no sense in them."""


def policy(view: View, commands: Iterable[Command], chance: Outcomes, level: str) -> Command:
    """One of `commands`, chosen by what `view` shows its own seat. `ValueError` for an unknown level.

    Plans are made and checked here, for their list has no end that could be waited for.
    """
    if level not in LEVELS:
        raise ValueError(f"there is no level {level!r}")
    rng = Random(10_000 * chance.pick("bot_a", range(10_000)) + chance.pick("bot_b", range(10_000)))  # noqa: S311
    table, seat = guess(view, rng), view["you"]["seat"]
    if view["phase"] == PLACE:
        return placement(table, seat, list(commands), rng)
    return {"type": "plan", "cards": list(LEVELS[level](table, seat, rng, temper(table.characters[seat].name)))}


def temper(name: str) -> Temper:
    """By the name, so that a bot is the same in every match: up to a quarter more or less."""
    rng = Random(name)  # noqa: S311  (a character, not a secret)
    return Temper(*(rng.uniform(0.75, 1.25) for _trait in range(3)))


def placement(table: Table, seat: int, options: list[Command], rng: Random) -> Command:
    """Facing the others, and rather far from them; who has not placed yet is expected where it starts by default."""
    theirs = tuple(other.hex or STARTS[other.seat].hex for other in table.characters if other.seat != seat)
    facing_them = [one for one in options if one["facing"] in best_facings(one["hex"], theirs)]
    room = [1 + min(distance(one["hex"], there) for there in theirs) for one in facing_them]
    return rng.choices(facing_them, room)[0]


def easy(table: Table, seat: int, rng: Random, temper: Temper) -> Plan:
    """A sensible plan, or any at all."""
    if rng.random() < LAPSES:
        return plans.drawn(table, seat, rng.randrange)
    return sensible(table, seat, rng, temper)


Planner = Callable[[Table, int, Random, Temper], Plan]

LEVELS: dict[str, Planner] = {"easy": easy, "normal": sensible, "hard": foresee}
