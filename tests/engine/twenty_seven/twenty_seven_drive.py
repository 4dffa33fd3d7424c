"""Start and play Twenty-Seven in tests: chosen moves, or random ones."""

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from games.engine import Chance, Scripted, World
from games.engine.contract import Actor, Command, Event
from games.engine.twenty_seven import GAME
from games.engine.twenty_seven.state import Table

NAMES = ("Ann", "Bob", "Cy", "Di")

TABLES: tuple[tuple[int, dict[str, Any]], ...] = (
    (2, {}),
    (3, {"mode": "ranked"}),
    (4, {}),
    (4, {"teams": True}),
    (2, {"mode": "custom", "goal": 18, "powers": 4}),
    (3, {"mode": "custom", "random_reveal": True, "goal": 36}),
    (4, {"mode": "custom", "random_reveal": True, "teams": True, "powers": 2}),
    (3, {"mode": "custom", "goal": 9, "powers": 1}),
)
"""Seats and options that between them have every seat count, every mode, and every option both ways."""


class Loaded(Chance):
    """Luck as ever, but the 9s of the dealt deck lie near its top: Triple Nines come often."""

    def shuffle(self, name: str, items: Any) -> list[Any]:
        order = super().shuffle(name, items)
        if name == "deck":
            order.sort(key=lambda card: self.roll("later", 0.7) if card == 9 else True)
        return order


class Move(NamedTuple):
    """One applied command of a random match."""

    before: Table
    actor: int
    command: Command
    after: Table
    events: list[Event]
    now: float


def start(seats: int = 2, script: dict[str, list[Any]] | None = None, **options: Any) -> tuple[Table, Scripted]:
    """A new custom match with one Power a round, and the chance that plays on with the script."""
    chance = Scripted(script or {})
    raw = {"mode": "custom", "powers": 1, **options}
    return GAME.setup(GAME.clean_options(raw), NAMES[:seats], World(0.0, chance)), chance


def give(table: Table, actor: Actor, command: str | Command, chance: Any = None) -> tuple[Table, list[Event]]:
    """The table after this command, and the events. A bare type stands for a command without fields."""
    if isinstance(command, str):
        command = {"type": command}
    step = GAME.apply(table, actor, command, World(0.0, chance or Scripted({})))
    return step.state, step.events


def dealt(seats: int = 2, powers: dict[int, str] | None = None, deck: list[int] | None = None, **options: Any) -> Table:
    """A table after the picks: each seat holds the Power named for it, else Unstable."""
    script = {f"offer_{seat}": [[power]] for seat, power in (powers or {}).items()}
    table, chance = start(seats, {**script, "deck": [deck or []]}, **options)
    while table.phase == "pick":
        seat = owing(table)[0]
        table, _ = give(table, seat, GAME.default(table, seat), chance)
    return table


def play(table: Table, *moves: tuple[int, str | Command]) -> Table:
    for actor, command in moves:
        table, _ = give(table, actor, command)
    return table


def owing(table: Table) -> list[int]:
    seats: list[int] = GAME.view(table, None)["to_act"]
    return seats


def viewers(table: Table) -> list[int | None]:
    return [None, *range(len(table.players))]


def visible(events: list[Event], viewer: int | None) -> list[Event]:
    return [event for event in events if "only" not in event or viewer in event["only"]]


def random_match(number: int, seed: int) -> Iterator[Move]:
    """Random commands to the end, gifts among them, at one of `TABLES`. Some matches are slow, some draw and draw."""
    seats, options = TABLES[number]
    dice, chance = random.Random(seed), Loaded(seed)
    now, pace, eager = 0.0, 60.0 if seed % 4 == 3 else 4.0, 0.95 if seed % 4 == 1 else 0.0
    table = GAME.setup(GAME.clean_options(options), NAMES[:seats], World(now, chance))
    while owing(table):
        actors = owing(table)
        if dice.random() < 0.1:
            actors = [seat for seat in range(seats) if next(iter(GAME.commands(table, seat)), None)]
        actor = dice.choice(actors)
        commands = list(GAME.commands(table, actor))
        actions = [one for one in commands if one["type"] in ("play", "place", "pass")]
        command = dice.choice(actions if actions and dice.random() < 0.6 else commands)
        if {"type": "draw"} in commands and dice.random() < eager:
            command = {"type": "draw"}
        now += pace
        step = GAME.apply(table, actor, command, World(now, chance))
        yield Move(table, actor, command, step.state, step.events, now)
        table = step.state
