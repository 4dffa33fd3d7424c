"""What a position is worth to one of its fighters: about its chance to be the last one standing."""

from __future__ import annotations

from .hexes import distance, in_zone
from .state import DOWN, FIGHTING, HAND, NO_GUN, OVER, Character, Table

STRENGTH, SHARPNESS, MOST = 0.25, 1.6, 0.92


def judge(table: Table, seat: int) -> float:
    """1 for a match won, 0 for one lost or drawn; else the share of all strength that is one's own."""
    who = table.characters[seat]
    if table.phase == OVER:
        return 1.0 if seat in table.winners else 0.0
    if who.status != FIGHTING:
        return 0.0
    fighters = [other for other in table.characters if other.status == FIGHTING]
    powers = [strength(one, fighters) ** SHARPNESS for one in fighters]
    own = powers[fighters.index(who)]
    nearest = min(distance(who.hex, other.hex) for other in fighters if other is not who)
    hurry = 0.005 + 0.05 / (1 + table.turn_cap - table.turn)
    return MOST * own / sum(powers) - hurry * max(0, nearest - 4)


def strength(who: Character, fighters: list[Character]) -> float:
    """How well a fighter is off."""
    strength = STRENGTH + 0.1 * who.endurance - 0.16 * who.bleeding - 0.07 * who.delay
    strength -= 0.12 * who.arm_wounds + 0.05 * who.leg_wounds
    if who.gun == HAND:
        strength += 0.12
        if who.cocked:
            strength += 0.08
    if who.gun != NO_GUN and not who.shells:
        strength -= 0.12
    if who.aim is not None:
        strength += 0.03 * who.aim.points
    others = [other for other in fighters if other is not who]
    if any(in_zone(who.hex, who.facing, other.hex) for other in others):
        strength += 0.06
    if who.posture == DOWN:
        apart = all(distance(who.hex, other.hex) > 1 for other in others)
        strength += 0.14 if who.gun == HAND and apart else -0.06
    return max(strength, 0.05)
