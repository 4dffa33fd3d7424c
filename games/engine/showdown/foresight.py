"""Looking ahead: plans tried against what the others may well do, a few turns on, by the rules of the turn itself."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from .. import snapshot
from . import plans, turns
from .judge import judge
from .results import NUMBERS
from .sensible import Temper, sensible
from .state import OVER, Plan, Table

PLANS = 22
VARIED = 0.4
FIRST, BEST, MORE = 9, 6, 26
AHEAD = 2
CLOSE = 0.012


class Decks:
    """The chance of a turn that is only imagined: the same decks for every plan that is tried."""

    def __init__(self, rng: Random, turns: int) -> None:
        self.decks = [rng.sample(NUMBERS, len(NUMBERS)) for _turn in range(turns)]
        self.next = 0

    def shuffle(self, name: str, items: Sequence[Any]) -> list[Any]:
        deck = self.decks[self.next % len(self.decks)]
        self.next += 1
        return deck.copy()

    def pick(self, name: str, items: Sequence[Any]) -> Any:
        return items[0]

    def roll(self, name: str, probability: float) -> bool:
        return False


class Fancy:
    """One way in which the turn may go: what the others do, and the decks."""

    def __init__(self, table: Table, seat: int, rng: Random) -> None:
        others = [one.seat for one in table.fighters if one.seat != seat]
        self.plans = {other: sensible(table, other, rng) for other in others}
        self.decks = Decks(rng, AHEAD + 1)


def foresee(table: Table, seat: int, rng: Random, temper: Temper) -> Plan:
    cands = list(candidates(table, seat, rng, temper))
    if len(cands) == 1:
        return cands[0]
    sums = {plan: 0.0 for plan in cands}
    fancies = [Fancy(table, seat, rng) for _ in range(FIRST + MORE)]
    for fancy in fancies[:FIRST]:
        for plan in cands:
            sums[plan] += played_out(table, seat, plan, fancy, rng)
    best = sorted(cands, key=lambda plan: -sums[plan])[:BEST]
    for fancy in fancies[FIRST:]:
        for plan in best:
            sums[plan] += played_out(table, seat, plan, fancy, rng)
    top = max(sums[plan] for plan in best)
    near = [plan for plan in best if sums[plan] >= top - CLOSE * (FIRST + MORE)]
    return rng.choice(near)


def candidates(table, seat, rng, temper):
    found = {}
    for _ in range(PLANS):
        plan = sensible(table, seat, rng, temper)
        if rng.random() < VARIED:
            plan = varied(table, seat, plan, rng)
        if plans.fault(table, seat, plan) is None:
            found[plan] = True
    return found or {(): True}


def varied(table, seat, plan, rng):
    if rng.random() < 0.15:
        return plans.drawn(table, seat, rng.randrange)
    cards = list(plan)
    what = rng.randrange(3)
    if what == 0 and len(cards) > 1:
        cards.insert(rng.randrange(len(cards)), cards.pop(rng.randrange(len(cards))))
        return tuple(cards)
    if what == 1 and cards:
        cards.pop(rng.randrange(len(cards)))
    new = rng.choice(["1f:ahead", "1f:ahead_left", "1f:ahead_right", "3b:ahead_left", "3b:ahead_right","1b:back", "4b", "4b", "5b"])
    cards.insert(rng.randrange(len(cards) + 1), new)
    while cards and plans.cost(plans.laid_so_far(cards)) > 5 - table.characters[seat].delay:
        cards.pop()
    return tuple(cards)


def played_out(table: Table, seat: int, plan: Plan, fancy: Fancy, rng: Random) -> float:
    scratch = snapshot.copy(table)
    for other, theirs in fancy.plans.items():
        scratch.characters[other].plan = theirs
    scratch.characters[seat].plan = plan
    fancy.decks.next = 0
    turns.resolve(scratch, fancy.decks, [])
    for _turn in range(AHEAD):
        if scratch.phase == OVER or scratch.characters[seat].status != "fighting":
            break
        for fighter in scratch.fighters:
            fighter.plan = sensible(scratch, fighter.seat, rng)
        turns.resolve(scratch, fancy.decks, [])
    return judge(scratch, seat)
