"""Where to turn and where to step, seen from a hex: tables that are filled as they are asked."""

from __future__ import annotations

from functools import cache

from .hexes import FACINGS, NEIGHBOURS, RELATIVE, TROUGH, crosses_fence, distance, in_zone, turned

AHEAD = ("ahead", "ahead_left", "ahead_right")
TURNS = (
    *(("3b", word) for word in ("ahead_left", "ahead_right")),
    *(("2b", word) for word in ("back_left", "back", "back_right")),
)
"""The cards that change the facing, the cheap ones first."""


@cache
def grip(here: str, facing: int, there: str) -> int:
    """How firmly the aim zone holds a hex: how many of it and its neighbours lie inside; 0 when it does not itself."""
    if not in_zone(here, facing, there):
        return 0
    return 1 + sum(hex_ is not None and in_zone(here, facing, hex_) for hex_ in NEIGHBOURS[there])


@cache
def turn_to(here: str, facing: int, there: str) -> tuple[str, int] | None:
    """The cheapest card that brings a hex into the aim zone, as firmly as can be, and the facing after it.

    None when the hex is in the zone as it is.
    """
    if in_zone(here, facing, there):
        return None
    for code in ("3b", "2b"):
        ways = [(word, turned(facing, RELATIVE[word])) for card, word in TURNS if card == code]
        word, after = max(ways, key=lambda way: grip(here, way[1], there))
        if in_zone(here, after, there):
            return f"{code}:{word}", after
    raise AssertionError("three zones of a third of a circle each leave nothing out")


@cache
def step_to(here: str, facing: int, goal: str) -> tuple[str, str] | None:
    """The direction of a forward step that comes nearest to a hex, and where it leads; None when none comes nearer.

    Straight ahead is preferred, for it can be sprinted on. Right behind the trough a step aside will do.
    """
    ways = []
    for word in AHEAD:
        there = NEIGHBOURS[here][turned(facing, RELATIVE[word])]
        if there is not None and there != TROUGH:
            ways.append((distance(there, goal), crosses_fence(here, there), word, there))
    if not ways:
        return None
    nearest = min(ways, key=lambda way: way[:2])
    slack = 0 if TROUGH in NEIGHBOURS[here] else 1
    return nearest[2:] if nearest[0] + slack <= distance(here, goal) and here != goal else None


@cache
def best_facings(here: str, theirs: tuple[str, ...]) -> tuple[int, ...]:
    """The facings whose aim zone holds most of these hexes, most firmly."""
    held = [sum(grip(here, facing, there) for there in theirs) for facing in FACINGS]
    return tuple(facing for facing in FACINGS if held[facing] == max(held))
