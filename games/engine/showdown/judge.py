"""What a position is worth to one of its fighters: about its chance to be the last one standing."""

from __future__ import annotations

import math
from operator import mul
from typing import NamedTuple

from .guns import GRAZE_UP_TO, PLACE_UP_TO
from .hexes import distance, in_zone, sees
from .hits import SHOT_HITS
from .results import CARDS
from .sensible import odds
from .state import DOWN, FIGHTING, FULL_ENDURANCE, HAND, OVER, Character, Table

LAST_POINTS = 4
"""The last points of endurance are dearer than the first."""
DECIDED = 0.97
"""What the surest lead is worth, beside 1 for a match won."""
NEAR, FAR = 4, 8
HURRY, LAST_HURRY = 0.005, 0.05
"""What each hex over NEAR to the next foe takes off, always and in the last turn: at the cap all have lost."""


class Traits(NamedTuple):
    """What is told of a fighter, or how much it counts: then as a logarithm of the odds to win."""

    endurance: float
    last_endurance: float
    bleeding: float
    dying: float
    """It will bleed to death within two turns."""
    delay: float
    arm_wounds: float
    shells: float
    down: float
    down_beside: float
    """DOWN with a foe beside it."""
    danger: float
    """The mean loss to a cocked gun, if each foe shot it now."""
    later_danger: float
    """The same of guns that have to be cocked first."""
    distance: float
    """To the nearest foe."""


DUEL = Traits(0.105, 0.319, -1.051, -0.3, -0.27, -0.24, 0.1, 0.18, -0.79, -0.32, -0.27, 0)
CROWD = Traits(0.17, 0.28, -1.94, -0.87, -0.06, -0.19, 0.1, 0.23, -0.12, -0.41, -0.3, 0.16)


def _loss(result: str) -> float:
    """What a hit takes, in endurance."""
    wound = SHOT_HITS[result]
    return FULL_ENDURANCE if wound.kills else wound.endurance + 2 * wound.bleeding


def _shot_loss(odds: int) -> float:
    """What a shot takes on average, by its bonus less its need."""
    place = sum(_loss(card.place) for card in CARDS) / len(CARDS)
    vital = sum(_loss(card.vital) for card in CARDS) / len(CARDS)
    margins = [card.fire + odds for card in CARDS if card.fire is not None]
    grazes = sum(0 <= margin <= GRAZE_UP_TO for margin in margins)
    places = sum(GRAZE_UP_TO < margin <= PLACE_UP_TO for margin in margins)
    vitals = sum(margin > PLACE_UP_TO for margin in margins)
    return (grazes * _loss("graze") + places * place + vitals * vital) / len(CARDS)


WORST_ODDS, BEST_ODDS = -9, 6
SHOT_LOSS = {number: _shot_loss(number) for number in range(WORST_ODDS, BEST_ODDS + 1)}
"""Worse odds miss, better ones do no more."""


def judge(table: Table, seat: int) -> float:
    """1 for a match won, 0 for one lost or drawn; else about the chance to win it."""
    who = table.characters[seat]
    if table.phase == OVER:
        return 1.0 if seat in table.winners else 0.0
    if who.status != FIGHTING:
        return 0.0
    fighters = table.fighters
    weights = DUEL if len(fighters) == 2 else CROWD
    merits = [math.exp(sum(map(mul, traits(table, one, fighters), weights))) for one in fighters]
    nearest = min(distance(who.hex, other.hex) for other in fighters if other is not who)
    hurry = HURRY + LAST_HURRY / (1 + table.turn_cap - table.turn)
    return DECIDED * merits[fighters.index(who)] / sum(merits) - hurry * max(0, nearest - NEAR)


def traits(table: Table, who: Character, fighters: list[Character]) -> Traits:
    """How a fighter is off."""
    nearest = FAR
    danger = later_danger = 0.0
    for foe in fighters:
        if foe is not who:
            range_ = distance(foe.hex, who.hex)
            nearest = min(nearest, range_)
            if foe.gun == HAND and foe.shells and is_target(foe, who):
                loss = SHOT_LOSS[max(WORST_ODDS, min(odds(table, foe, who), BEST_ODDS))]
                if foe.cocked:
                    danger += loss
                else:
                    later_danger += loss
    is_down = who.posture == DOWN
    foes = len(fighters) - 1
    return Traits(
        who.endurance,
        min(who.endurance, LAST_POINTS),
        who.bleeding,
        0 < who.endurance <= 2 * who.bleeding,
        who.delay,
        who.arm_wounds,
        who.shells,
        is_down,
        is_down and nearest <= 1,
        danger / foes,
        later_danger / foes,
        nearest,
    )


def is_target(shooter: Character, other: Character) -> bool:
    """SD-B7, SD-B8."""
    return in_zone(shooter.hex, shooter.facing, other.hex) and sees(
        shooter.hex, shooter.posture == DOWN, other.hex, other.posture == DOWN
    )
