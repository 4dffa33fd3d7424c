"""How likely a seat is to win from a round's end on, by what it and the others have then.

Each side has a strength, and so has the draw; the chance of a side is its part in the sum of their exponentials. The
weights were fitted to the round ends of some ten thousand matches between bots.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator

from . import end, fiend, piles
from .state import GHOST, Table, living

DUEL, CROWD, ALONE, DUEL_BESIDE, CROWD_BESIDE = range(5)
"""Two or more seats without the Fiend; one, two or more with it: in each of these the same things weigh differently."""

MOST_COPIES = 3
"""Of one kind in a hand, so many count."""

STRENGTHS: dict[str, tuple[float, ...]] = {
    # a duel, a crowd; and beside the Fiend: alone, a duel, a crowd
    "shield 1": (0.13, 0.13, 0.05, 0.10, 0.16),
    "shield 2": (0.08, 0.28, 0.13, 0.17, 0.23),
    "shield 3": (0.16, 0.27, -0.06, 0.19, 0.11),
    "shield 4": (0.16, 0.24, 0.06, 0.23, 0.13),
    "shield": (0.07, 0.04, 0.03, 0.09, 0.07),
    "defuse": (0.03, 0.04, -0.04, -0.01, 0.04),
    "bomb": (0.47, 0.15, 0.23, 0.20, 0.08),
    "scavenger": (-0.01, 0.01, 0.03, 0.13, -0.05),
    "plunderer": (-0.04, -0.02, 0.10, -0.05, -0.05),
    "swap": (0.18, 0.01, 0.14, 0.02, -0.13),
    "gift": (0.04, 0.00, 0.07, 0.07, -0.06),
    "conjure": (0.13, 0.01, -0.08, 0.08, -0.08),
    "goodwill": (0.04, 0.03, 0.12, 0.09, 0.02),
    "one": (0.01, 0.03, -0.06, 0.03, 0.01),
    "two": (0.02, 0.03, -0.01, 0.04, 0.08),
    "three": (0.04, 0.05, -0.05, -0.07, -0.01),
    "four": (0.04, 0.04, 0.09, -0.03, 0.02),
    "top_scavenger": (0.14, 0.22, 0.05, 0.09, 0.07),
    "top_plunderer": (0.17, 0.10, -0.11, -0.06, 0.12),
    "extra_turn": (0.19, 0.16, 0.24, 0.16, 0.03),
    "gamble": (0.54, 0.33, 0.51, 0.15, 0.25),
    "detonate": (0.02, 0.05, -0.20, 0.03, -0.04),
    "miracle": (0.16, 0.21, -0.04, 0.15, 0.01),
    "ghost": (0.23, 0.22, -0.01, -0.16, 0.16),
    "heirblade": (0.00, -0.02, -0.26, -0.06, -0.03),
    "crown": (-0.10, 0.08, -0.04, -0.09, 0.03),
    "bedrock": (0.01, 0.01, 0.13, 0.25, -0.07),
    "inferno": (0.08, 0.11, -0.10, -0.02, 0.22),
    "fatebinder": (0.04, 0.22, 0.05, 0.09, -0.32),
    "will": (0.06, -0.06, 0.01, 0.17, -0.09),
    "great_will": (0.10, 0.05, 0.05, 0.20, 0.00),
    "ember": (0.12, 0.14, 0.00, 0.00, 0.00),
    "cards": (0.15, 0.21, 0.10, 0.12, 0.09),
    "ready bombs": (-0.00, -0.08, 0.21, 0.10, 0.08),
    "3 numbers": (0.13, -0.04, 0.14, 0.18, 0.02),
    "4 numbers": (0.21, 0.02, 0.43, 0.28, 0.04),
    "worn miracle": (0.81, 0.95, 0.34, 0.61, 0.76),
    "worn ghost": (0.67, 0.75, 0.41, 0.28, 0.51),
    "worn heirblade": (0.05, -0.11, -0.08, 0.04, -0.06),
    "worn crown": (0.02, 0.03, -0.01, 0.03, -0.03),
    "worn fatebinder": (0.25, 0.27, -0.14, 0.13, 0.06),
    "ghost for 2": (-0.71, -0.91, 0.01, -1.07, -1.22),
    "ghost for 1": (-1.04, -1.21, -0.41, -1.86, -1.27),
    "ghost for 0": (0.00, 0.00, 0.00, 0.00, 0.00),
    "ghost with miracle": (-0.30, -0.09, -0.03, -0.01, -0.12),
}

DRAWS: dict[str, tuple[float, ...]] = {
    "always": (-0.34, -0.02, 0.34, 0.42, -0.01),
    "seats": (0.34, -0.05, -0.34, -0.42, -0.36),
    "round": (-0.40, -0.34, 0.10, 0.06, -0.04),
    "inferno": (0.19, 0.52, 0.24, 0.11, 0.19),
    "fiend's life": (0.00, 0.00, 1.42, 1.24, 0.36),
    "attack 0": (0.00, 0.00, -0.01, -0.27, -0.13),
    "attack 1": (0.00, 0.00, 0.12, 0.42, 0.10),
    "attack 2": (0.00, 0.00, 0.28, 0.30, -0.06),
    "attack 3": (0.00, 0.00, 0.33, 0.13, -0.15),
    "attacks": (0.00, 0.00, -0.16, -0.28, -0.11),
    "detonator": (0.00, 0.00, -0.05, -0.47, -0.02),
    "awaited": (0.53, 0.36, 0.00, 0.00, 0.00),
    "awaited round": (1.52, 0.29, 0.00, 0.00, 0.00),
}


def prospects(table: Table, seat: int) -> float:
    """The chance that this seat's side wins, all hands known; at a round's end."""
    left = living(table)
    setting = setting_of(table, len(left))
    won = 0.0
    total = math.exp(sum(DRAWS[name][setting] * amount for name, amount in towards_draw(table, len(left))))
    side = end.side(table, seat)
    for other in left:
        power = math.exp(sum(STRENGTHS[name][setting] * amount for name, amount in assets(table, other)))
        total += power
        if other in side:
            won += power
    return won / total


def setting_of(table: Table, left: int) -> int:
    if not table.fiend.present:
        return DUEL if left <= 2 else CROWD
    return CROWD_BESIDE if left > 2 else DUEL_BESIDE if left == 2 else ALONE


def assets(table: Table, seat: int) -> Iterator[tuple[str, float]]:
    """What makes a seat strong, and how much of it there is."""
    owner = table.seats[seat]
    for number in range(1, min(owner.worn, 4) + 1):
        yield f"shield {number}", 1
    held = Counter(owner.hand)
    if owner.will_due is not None:
        held[owner.will_due] += 1
    for kind, count in held.items():
        yield kind, min(count, MOST_COPIES)
    yield "cards", len(owner.hand) / 5
    if held["bomb"]:
        yield "ready bombs", min(held["bomb"], held["gift"] + held["swap"])
    numbers = sum(1 for kind in piles.PIECES["minibomb"] if held[kind])
    if numbers > 2:
        yield f"{numbers} numbers", 1
    for kind in owner.equipment:
        yield f"worn {kind}", 1
    if owner.status == GHOST and owner.ghost_until is not None:
        yield ("ghost with miracle" if held["miracle"] else f"ghost for {owner.ghost_until - table.round}"), 1


def towards_draw(table: Table, left: int) -> Iterator[tuple[str, float]]:
    """What makes a draw likely, and how much of it there is."""
    boss = table.fiend
    yield "always", 1
    yield "seats", left - 3
    yield "round", table.round / 10
    if table.inferno:
        yield "inferno", 1
    if boss.present:
        yield "fiend's life", boss.half_hp / fiend.HALF_HP
        yield f"attack {boss.rounds % len(fiend.ATTACKS)}", 1
        yield "attacks", boss.rounds / 4
        if table.detonator is not None:
            yield "detonator", 1
    elif boss.status == "waiting":
        yield "awaited", 1
        yield "awaited round", table.round / 4
