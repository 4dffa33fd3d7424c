"""Start and play Seven Rounds in tests: chosen moves, or random ones."""

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from games.engine import Chance, Scripted, World
from games.engine.contract import Actor, Command, Event
from games.engine.seven_rounds import GAME
from games.engine.seven_rounds.state import Table

NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon", "Kim", "Leo")
LATE = 100_000.0


class Move(NamedTuple):
    """One applied command of a random match."""

    before: Table
    actor: Actor
    command: Command
    after: Table
    events: list[Event]


def start(seats: int = 3, *, missions: list[str] | None = None, **options: Any) -> Table:
    """A new match; `missions` are dealt in this order, and switched off when there are none."""
    options.setdefault("missions", missions is not None)
    world = World(0.0, Scripted({"missions": [missions or []]}))
    return GAME.setup(GAME.clean_options(options), NAMES[:seats], world)


def give(table: Table, actor: Actor, command: str | Command, now: float = 0.0) -> tuple[Table, list[Event]]:
    """The table after this command, and the events. A bare type stands for a command without fields."""
    if isinstance(command, str):
        command = {"type": command}
    step = GAME.apply(table, actor, command, World(now, Scripted({})))
    return step.state, step.events


def play(table: Table, *moves: tuple[Actor, str | Command]) -> Table:
    for actor, command in moves:
        table, _ = give(table, actor, command)
    return table


def round_of(table: Table, *choices: str | Command) -> Table:
    """Lock these choices in seat order and, with a host, reveal."""
    table = play(table, *enumerate(choices))
    return play(table, ("host", "reveal")) if table.options.host else table


def everyone(table: Table) -> list[Actor]:
    return [*range(len(table.names)), "host"]


def random_match(seats: int, options: dict[str, Any], seed: int, interruptions: float = 0.05) -> Iterator[Move]:
    """Random commands to the end. The host ends rounds and the match as often as `interruptions` says."""
    dice = random.Random(seed)
    now = 0.0
    table = GAME.setup(GAME.clean_options(options), NAMES[:seats], World(now, Chance(seed)))
    while actors := [actor for actor in everyone(table) if GAME.commands(table, actor)]:
        now += dice.choice([0, 1.5, 40])
        actor = dice.choice(actors)
        commands = GAME.commands(table, actor)
        if dice.random() >= interruptions:
            commands = [command for command in commands if command["type"] not in ("end_round", "end_match")]
        if table.deadline is not None and now < table.deadline:
            commands = [command for command in commands if command["type"] != "skip_missing"]
        if not commands:
            continue
        command = dice.choice(commands)
        step = GAME.apply(table, actor, command, World(now, Chance(seed)))
        yield Move(table, actor, command, step.state, step.events)
        table = step.state
