"""Looking ahead: plans tried against what the others may well do, a few turns on, by the rules of the turn itself."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from .. import snapshot
from . import plans, turns
from .judge import judge
from .results import NUMBERS
from .sensible import Temper, dodge, sensible
from .state import OVER, Plan, Table, budget

PLANS = 30
"""How many plans are thought of; those that come twice are tried once. This and the next ones bound the work."""
VARIED = 0.3
DODGED = 0.3
"""How many of them are a sensible plan with something changed, and how many step aside."""
ROUNDS = ((99, 14), (10, 18), (4, 56))
"""The best so many of the plans are tried in so many more futures."""
AHEAD = 1
"""How many turns are played after the one that is planned for."""
CLOSE = 0.012
"""Plans that are no worse than this are as good as the best, and one of them is drawn: nobody shall read a bot."""
LEANINGS = (0.0, 1.0, 2.0)

EXTRAS = (
    "1f:ahead", "1f:ahead_left", "1f:ahead_right", "1b:back", "3b:ahead_left", "3b:ahead_right", "4b", "4b", "5b",
)  # fmt: skip
"""What is put into a plan to vary it. A Drop is what a plan most often lacks."""


class Decks:
    """The chance of a future: its decks are the same for every plan that is tried in it."""

    def __init__(self, rng: Random) -> None:
        self.decks = [rng.sample(NUMBERS, len(NUMBERS)) for _turn in range(1 + AHEAD)]
        self.asked = 0

    def shuffle(self, name: str, items: Sequence[Any]) -> list[Any]:
        """The deck of the next turn; from the first again when a turn wants more than one."""
        self.asked += 1
        return self.decks[(self.asked - 1) % len(self.decks)].copy()

    def pick(self, name: str, items: Sequence[Any]) -> Any:
        return items[0]

    def roll(self, name: str, probability: float) -> bool:
        return False


class Future:
    """One way in which the turn may go: what the others have planned, and the decks."""

    def __init__(self, table: Table, seat: int, rng: Random) -> None:
        self.table, self.seat, self.luck = table, seat, rng.getrandbits(32)
        self.plans = {other: sensible(table, other, rng) for other in plans.foes(table, seat)}
        self.decks = Decks(rng)

    def worth(self, plan: Plan) -> float:
        """What this plan leads to: the turn, some turns of sensible plans, and the judge's opinion."""
        scratch = snapshot.copy(self.table)
        for other, theirs in self.plans.items():
            scratch.characters[other].plan = theirs
        scratch.characters[self.seat].plan = plan
        self.decks.asked = 0
        rng = Random(self.luck)  # noqa: S311  (the same for every plan, so that they differ by what they are)
        turns.resolve(scratch, self.decks, [])
        for _turn in range(AHEAD):
            if scratch.phase == OVER or not scratch.characters[self.seat].is_fighter:
                break
            for fighter in scratch.fighters:
                fighter.plan = sensible(scratch, fighter.seat, rng)
            turns.resolve(scratch, self.decks, [])
        return judge(scratch, self.seat)


def foresee(table: Table, seat: int, rng: Random, temper: Temper) -> Plan:
    """One of the plans that lead to the best, as far as some imagined futures tell."""
    tried = candidates(table, seat, rng, temper)
    if len(tried) == 1:
        return tried[0]
    worths = dict.fromkeys(tried, 0.0)
    futures = 0
    for best, more in ROUNDS:
        tried = sorted(tried, key=worths.__getitem__, reverse=True)[:best]
        for _future in range(more):
            future = Future(table, seat, rng)
            for plan in tried:
                worths[plan] += future.worth(plan)
        futures += more
    enough = max(worths[plan] for plan in tried) - CLOSE * futures
    return rng.choice([plan for plan in tried if worths[plan] >= enough])


def candidates(table: Table, seat: int, rng: Random, temper: Temper) -> list[Plan]:
    """Plans worth a try, all different: sensible ones of several leanings, such with something changed, and dodges."""
    found: dict[Plan, None] = {}
    for _plan in range(PLANS):
        leaning = Temper(*(own * rng.choice(LEANINGS) for own in (temper.aims, temper.nears, temper.drops)))
        way = rng.random()
        plan = dodge(table, seat, rng) if way < DODGED else sensible(table, seat, rng, leaning)
        if way > 1 - VARIED:
            plan = varied(plan, budget(table.characters[seat]), rng)
        if plans.fault(table, seat, plan) is None:
            found[plan] = None
    return list(found)


def varied(plan: Plan, left: int, rng: Random) -> Plan:
    """The plan with a card moved, left out or put in; what it has no time for any more is left out at its end."""
    cards = list(plan)
    way = rng.choice(("move", "leave out", "put in", "exchange"))
    moved = cards.pop(rng.randrange(len(cards))) if cards and way != "put in" else None
    if moved is not None and way == "move":
        cards.insert(rng.randrange(len(cards) + 1), moved)
    elif way in ("put in", "exchange"):
        cards.insert(rng.randrange(len(cards) + 1), rng.choice(EXTRAS))
    while plans.cost(plans.laid_so_far(cards)) > left:
        cards.pop()
    return plans.without_orphans(plans.laid_so_far(cards))
