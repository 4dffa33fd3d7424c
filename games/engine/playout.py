"""Whole matches, played by a chooser: for simulations, tests and contests of bots. A pace stands in for the clock."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from .chance import Chance
from .contract import HOST, Actor, Command, Game, IllegalCommand, Outcomes, Step, World

S = TypeVar("S")

Choose = Callable[[Game[S], S, Sequence[Actor], Outcomes], tuple[Actor, Command]]
"""(game, state, those who owe a command, chance) -> who gives which command next."""

COMMANDS = 100_000
"""How many commands a match may take before it is given up as endless."""

PATIENCE = 86_400.0
"""Seconds to wait for a command that is listed, and that only time allows."""


@dataclass(frozen=True, slots=True)
class Played(Generic[S]):
    """One move: what stood before, who gave which command at which `now`, and what it led to."""

    before: S
    actor: Actor
    command: Command
    now: float
    step: Step[S]


def seeded(seed: int | str, version: int) -> Chance:
    """Return the chance for a match's move number `version` (0: the setup): fresh for each, so that a log replays."""
    return Chance(f"{seed}/{version}")


def owing(game: Game[S], state: S) -> list[Actor]:
    """Return who owes a command: seats ascending, `"host"` last; empty once the match is over."""
    actors: list[Actor] = game.view(state, None)["to_act"]
    return actors


def any_command(game: Game[S], state: S, actor: Actor, chance: Outcomes) -> Command:
    """Return a random legal command of an actor who has one."""
    return game.sample(state, actor, chance)


def at_random(game: Game[S], state: S, actors: Sequence[Actor], chance: Outcomes) -> tuple[Actor, Command]:
    """Let one of those who owe a command give any. A host runs the table and does not play: it gives its default."""
    actor: Actor = chance.pick("actor", actors)
    if actor == HOST:
        return actor, game.default(state, actor)
    return actor, any_command(game, state, actor, chance)


def by_default(game: Game[S], state: S, actors: Sequence[Actor], chance: Outcomes) -> tuple[Actor, Command]:
    """Let the first of those who owe a command give its default: a table that everybody has left."""
    return actors[0], game.default(state, actors[0])


def play(
    game: Game[S],
    options: dict[str, Any],
    names: Sequence[str],
    seed: int | str,
    choose: Choose[S] = at_random,
    pace: float = 5.0,
    commands: int = COMMANDS,
) -> Iterator[Played[S]]:
    """Play a match of cleaned options to its end and give every move, one each `pace` seconds.

    The same arguments give the same match. Raises `IllegalOption` for a number of names that the game does not take,
    `IllegalCommand` for a choice that is not legal, `RuntimeError` for a match that does not end.
    """
    state = game.setup(options, names, World(0.0, seeded(seed, 0)))
    chance = seeded(seed, -1)
    now = 0.0
    for version in range(1, commands + 1):
        actors = owing(game, state)
        if not actors:
            return
        actor, command = choose(game, state, actors, chance)
        now += pace
        try:
            step = game.apply(state, actor, command, World(now, seeded(seed, version)))
        except IllegalCommand:
            now += PATIENCE
            step = game.apply(state, actor, command, World(now, seeded(seed, version)))
        yield Played(state, actor, command, now, step)
        state = step.state
    raise RuntimeError(f"a match of {game.slug} with the seed {seed} has not ended after {commands} commands")
