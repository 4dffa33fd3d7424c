"""Matches for the tests of this folder: setting one up, and playing it at random."""

import random
from collections.abc import Iterator

from games.engine import Chance, World
from games.engine.contract import Command, Event
from games.engine.standoff import GAME
from games.engine.standoff.state import State

NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay")
ENV = World(0.0, Chance(0))


def start(card_set: int = 1, seats: int = 3, lives: int = 3) -> State:
    return GAME.setup(GAME.clean_options({"set": card_set, "lives": lives}), NAMES[:seats], ENV)


def do(state: State, actor: int, command: Command) -> State:
    return GAME.apply(state, actor, command, ENV).state


def choose(state: State, *cards: str) -> State:
    """Every card is chosen by its original owner, as nobody has exchanged any yet."""
    for card in cards:
        state = do(state, int(card[0]), {"type": "choose", "card": card})
    return state


def playout(state: State, seed: int) -> Iterator[tuple[State, int, Command, list[Event], State]]:
    """Play to the end, yielding each move: the state before, who, what, the events, the state after."""
    rng = random.Random(seed)
    while not state.over:
        actor = rng.choice(state.to_act)
        command = rng.choice(list(GAME.commands(state, actor)))
        step = GAME.apply(state, actor, command, ENV)
        yield state, actor, command, step.events, step.state
        state = step.state
