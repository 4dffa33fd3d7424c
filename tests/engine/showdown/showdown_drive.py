"""Matches of Showdown for these tests: starting one, giving commands, and playouts with something going on."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from games.engine import Chance, Scripted, World
from games.engine.showdown import GAME, plans
from games.engine.showdown.cards import ENTRIES
from games.engine.showdown.state import FIGHTING, HAND, PLACE, Table, budget, to_act

NAMES = ("Ann", "Bob", "Cy", "Di")
SURRENDERS = 0.004


def env(*decks: list[int]) -> World:
    """A world in which the turns to come begin with these result cards."""
    return World(0.0, Scripted({"result": list(decks)}))


def start(seats: int = 2, **options: Any) -> Table:
    """A match before anybody is placed."""
    return GAME.setup(GAME.clean_options(options), NAMES[:seats], env())


def placed(seats: int = 2, **options: Any) -> Table:
    """A match with everybody on the default hexes, in turn 1."""
    table = start(seats, **options)
    while table.phase == PLACE:
        seat = to_act(table)[0]
        table = GAME.apply(table, seat, GAME.default(table, seat), env()).state
    return table


def send(table: Table, seat: int, *cards: str, deck: list[int] | None = None) -> Any:
    """The step of sending a plan."""
    return GAME.apply(table, seat, {"type": "plan", "cards": list(cards)}, env(deck or []))


def turn(table: Table, *by_seat: list[str], deck: list[int] | None = None) -> Any:
    """The step that completes these plans of the fighters; `deck` is the start of the turn's result cards."""
    step = None
    for fighter, cards in zip(table.fighters, by_seat, strict=True):
        step = send(table, fighter.seat, *cards, deck=deck)
        table = step.state
    return step


@dataclass(frozen=True)
class Move:
    """One command of a playout."""

    before: Table
    seat: int
    command: dict[str, Any]
    after: Table
    events: list[dict[str, Any]]


def lively_plan(table: Table, seat: int, rng: random.Random) -> list[str]:
    """A legal plan that is likely to do something: targets are fighters and the hexes they are in."""
    if rng.random() < 0.1:
        return list(plans.drawn(table, seat, rng.randrange))
    foes = [table.characters[foe] for foe in plans.foes(table, seat)]
    targets = {"", *(f"@{foe.seat}" for foe in foes), *(foe.hex for foe in foes)}
    laid: list[str] = []
    while rng.random() < 0.95:
        choices = [card for card in plans.additions(table, seat, laid) if ENTRIES[card].target in targets]
        if not choices:
            break
        laid.append(rng.choice(choices))
    return list(plans.without_orphans(plans.laid_so_far(laid)))


def playout(seed: int, seats: int, armed: bool = False, **options: Any) -> Iterator[Move]:
    """A random match to its end; `armed` begins with every gun in hand and cocked."""
    rng = random.Random(f"showdown {seed}")
    world = World(0.0, Chance(seed))
    table = start(seats, **options)
    if armed:
        for character in table.characters:
            character.gun, character.cocked = HAND, True
    while seats_to_act := to_act(table):
        seat = rng.choice(seats_to_act)
        if table.phase == PLACE:
            command = rng.choice(list(GAME.commands(table, seat)))
        elif rng.random() < SURRENDERS:
            seat = rng.choice([character.seat for character in table.characters if character.status == FIGHTING])
            command = {"type": "surrender"}
        else:
            command = {"type": "plan", "cards": lively_plan(table, seat, rng)}
        step = GAME.apply(table, seat, command, world)
        yield Move(table, seat, command, step.state, step.events)
        table = step.state


def points(table: Table, seat: int, left: int) -> None:
    """Give a fighter the delay that leaves this many time points."""
    table.characters[seat].delay = 5 - left
    assert budget(table.characters[seat]) == left
