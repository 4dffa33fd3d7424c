"""The bots: three levels that choose from what their own seat may see, and from nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random

from ..contract import Command, Outcomes, View
from . import minds
from .answers import answer
from .foresight import foresee
from .guess import guess
from .minds import Mind
from .state import Table

__all__ = ["LEVELS", "guess", "policy"]

Choice = Callable[[View, Table, int, Sequence[Command], Random, Mind], Command]


def at_first_sight(
    view: View, table: Table, seat: int, commands: Sequence[Command], rng: Random, mind: Mind
) -> Command:
    return answer(table, seat, commands, rng, mind)


LEVELS: dict[str, tuple[Choice, Mind]] = {
    "easy": (at_first_sight, minds.EASY),
    "normal": (at_first_sight, minds.NORMAL),
    "hard": (foresee, minds.HARD),
}


def policy(view: View, commands: Iterable[Command], chance: Outcomes, level: str) -> Command:
    """Return one of `commands`, chosen from the view of the bot's own seat. `ValueError` for an unknown level."""
    if level not in LEVELS:
        raise ValueError(f"there is no level {level!r}")
    rng = Random(10_000 * chance.pick("bot_a", range(10_000)) + chance.pick("bot_b", range(10_000)))  # noqa: S311
    listed = list(commands)
    if len(listed) == 1:
        return listed[0]
    seat = view["you"]["seat"]
    choose, mind = LEVELS[level]
    mind = minds.with_temper(mind, view["seats"][seat]["name"])
    return choose(view, guess(view, rng), seat, listed, rng, mind)
