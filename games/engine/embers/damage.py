"""E6: damage in batches, the shields that block it, and the Detonator that doubles it."""

from __future__ import annotations

from collections.abc import Mapping

from . import deaths, fiend, piles
from .state import ALIVE, BOSS, Body, Loan, Stage, Table, in_turn_order

BLOWS = {"bomb": 4, "minibomb": 4, "will": 2, "great_will": 3, "ember": 2, "inferno": 2}
"""E1-3: half-points. What the Fiend deals stands in `fiend.ATTACKS`."""


def deal(table: Table, stage: Stage, blows: Mapping[Body, int], source: str) -> None:
    """E6-7: half-points to all these bodies at once; those who cannot block them die together."""
    bodies: list[Body] = [*in_turn_order(table, table.first), BOSS]
    struck = [body for body in bodies if body in blows and can_be_hurt(table, body)]
    if not struck:
        return
    doubled = table.detonator is not None and source != BOSS
    fallen = []
    for body in struck:
        amount = blows[body] * 2 if doubled else blows[body]
        broken = 0
        if isinstance(body, str):
            fiend.lose(table, amount)
        else:
            broken, blocked = block(table, body, amount)
            if not blocked:
                fallen.append(body)
        stage.tell("hit", target=body, half_damage=amount, broken=broken, source=source)
    if doubled:
        use_detonator(table, stage)
    deaths.strike_down(table, stage, fallen)


def can_be_hurt(table: Table, body: Body) -> bool:
    """E6-5, E10-3: an alive player or the Fiend that is here; ghosts and the dead take no damage."""
    return table.fiend.present if isinstance(body, str) else table.seats[body].status == ALIVE


def use_detonator(table: Table, stage: Stage) -> None:
    """E6-4: after the damage and before the deaths, a Detonator that doubled goes to the discard."""
    table.detonator = None
    piles.put_away(table, "detonate")
    stage.tell("detonator_used")


def worth(table: Table, wearer: int, lender: int | None) -> int:
    """E6-1, E6-3: half-points that one shield blocks: 1, or 2 under the Bedrock of its wearer or of its lender."""
    seats = table.seats
    return 2 if seats[wearer].bedrock or (lender is not None and seats[lender].bedrock) else 1


def block(table: Table, target: int, amount: int) -> tuple[int, bool]:
    """E6-1, E6-2: break shields, borrowed ones first, oldest loan first; return how many, and whether they sufficed."""
    seat = table.seats[target]
    broken = 0
    loans = []
    for loan in seat.borrowed:
        used = needed(amount, worth(table, target, loan.lender), loan.count)
        amount -= used * worth(table, target, loan.lender)
        broken += used
        if used < loan.count:
            loans.append(Loan(loan.lender, loan.count - used))
    used = needed(amount, worth(table, target, None), seat.shields)
    amount -= used * worth(table, target, None)
    broken += used
    seat.borrowed = tuple(loans)
    seat.shields -= used
    piles.put_away(table, *["shield"] * broken)
    return broken, amount <= 0


def needed(amount: int, each: int, count: int) -> int:
    """E6-1: how many of `count` shields, worth `each`, break under this amount; a surplus of the last is wasted."""
    return min(count, -(-amount // each)) if amount > 0 else 0
