"""Matches of Embers for tests: set up as one likes, driven by hand, or played at random."""

import random
from dataclasses import dataclass
from functools import cache
from typing import Any

from games.engine import Chance, Scripted, World
from games.engine.embers import GAME
from games.engine.embers.state import Table

NAMES = ("Ann", "Bob", "Cy", "Di", "Ed", "Flo")

TABLES = (
    {"seats": 2},
    {"seats": 3, "boss": False},
    {"seats": 4, "mode": "teams"},
    {"seats": 4},
    {"seats": 5, "round_cap": 12},
    {"seats": 6, "pace": "slow"},
)
"""Seats and options of the random matches."""


@dataclass
class Move:
    before: Table
    actor: int
    command: dict[str, Any]
    events: list[dict[str, Any]]
    after: Table


class Match:
    """A match whose chance is a script, driven by hand."""

    def __init__(self, seats=3, deck=(), script=None, **options):
        self.world = World(0.0, Scripted({"deck": [list(deck)], **(script or {})}))
        self.state = GAME.setup(GAME.clean_options({"boss": False, **options}), NAMES[:seats], self.world)
        self.events = []

    def do(self, actor, kind, **fields):
        self.state, self.events = self.step(self.state, actor, {"type": kind, **fields})
        return self

    def step(self, state, actor, command):
        step = GAME.apply(state, actor, command, self.world)
        return step.state, step.events

    def passes(self):
        """Everybody who is asked lets the card on the table go."""
        while self.state.phase == "poll":
            self.do(self.state.to_act[0], "pass")
        return self

    def ends(self, count=1):
        """So many turns end."""
        for _ in range(count):
            self.do(self.state.to_act[0], "end")
        return self


@cache
def random_match(number, seed):
    """Return the moves of a match: kinds of commands at even odds, Life Wagers seldom, the Fiend mostly attacked."""
    options = dict(TABLES[number])
    names = NAMES[: options.pop("seats")]
    rng = random.Random(f"{number}/{seed}")
    world = World(0.0, Chance(f"{number}/{seed}"))
    state = GAME.setup(GAME.clean_options(options), names, world)
    moves = []
    while state.to_act:
        actor = rng.choice(state.to_act)
        command = any_command(rng, GAME.commands(state, actor))
        step = GAME.apply(state, actor, command, world)
        moves.append(Move(state, actor, command, step.events, step.state))
        state = step.state
    return moves


def any_command(rng, commands):
    if rng.random() < 0.95:
        commands = [one for one in commands if "guess" not in one]
    at_fiend = [one for one in commands if one.get("target") == "boss"]
    if at_fiend and rng.random() < 0.7:
        return rng.choice(at_fiend)
    kind = rng.choice(sorted({one["type"] for one in commands}))
    return rng.choice([one for one in commands if one["type"] == kind])


def some(moves, count, rng):
    return rng.sample(moves, min(count, len(moves)))


def visible(events, viewer):
    return [event for event in events if "only" not in event or viewer in event["only"]]


def viewers(state):
    return [*range(len(state.seats)), None, "host"]
