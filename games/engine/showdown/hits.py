"""What shots and blows do, and who is out (SD-H, SD-E1 to SD-E3)."""

from __future__ import annotations

from dataclasses import dataclass

from ..contract import Event
from .aiming import lose_aim, lose_aim_at
from .resolution import Resolution
from .state import DOWN, HAND, KILLED, NO_GUN, PASSED_OUT, SURRENDERED, Character, Fallen, Table


@dataclass(frozen=True, slots=True)
class Wound:
    """SD-H1: one row of its table; `endurance` is lost, `delay` is gained."""

    endurance: int = 0
    delay: int = 0
    bleeding: int = 0
    leg_wounds: int = 0
    arm_wounds: int = 0
    downs: bool = False
    disarms: bool = False
    kills: bool = False


SHOT_HITS = {
    "graze": Wound(1, 1),
    "body": Wound(4, 3, bleeding=1),
    "leg": Wound(2, 3, leg_wounds=1, downs=True),
    "gun_arm": Wound(2, 2, arm_wounds=1),
    "gun_hand": Wound(1, 2, disarms=True),
    "head": Wound(6, 5),
    "maim": Wound(8, 5, bleeding=2, downs=True),
    "kill": Wound(kills=True),
}


@dataclass(frozen=True, slots=True)
class Hit:
    """A wound that is on its way to a seat."""

    seat: int
    by: int
    result: str
    wound: Wound


def apply_hits(turn: Resolution) -> None:
    """SD-R4.9, SD-H1: all of them, in the order in which they were made, also on one who is done for."""
    for hit in turn.hits:
        _wound(turn, turn.table.characters[hit.seat], hit)


def _wound(turn: Resolution, who: Character, hit: Hit) -> None:
    """SD-H1, SD-H2, SD-F3. Ruling: the event of a `kill` loses and gains 0; that the endurance is gone, `out` tells."""
    wound, events = hit.wound, turn.events
    who.endurance -= wound.endurance
    turn.gained[who.seat] += wound.delay
    who.bleeding += wound.bleeding
    who.leg_wounds += wound.leg_wounds
    who.arm_wounds += wound.arm_wounds
    events.append(
        {
            "type": "hit",
            "seat": who.seat,
            "by": hit.by,
            "result": hit.result,
            "endurance": wound.endurance,
            "delay": wound.delay,
        }
    )
    if wound.kills:
        turn.killed.add(who.seat)
    if wound.downs and not who.is_down:
        who.posture = DOWN
        events.append({"type": "posture", "seat": who.seat, "posture": DOWN, "cause": "hit"})
    if wound.disarms and who.gun == HAND:
        drop_gun(turn.table, who, events)
    lose_aim(who, events)


def drop_gun(table: Table, who: Character, events: list[Event]) -> None:
    """SD-H2: the gun, if there is one, lies in its owner's hex, last of those that fell."""
    if who.gun == NO_GUN:
        return
    table.ground.append(Fallen(who.hex, who.shells))
    events.append({"type": "gun_fell", "seat": who.seat, "hex": who.hex, "shells": who.shells})
    who.gun = NO_GUN
    who.shells = 0
    who.cocked = False


def outs(turn: Resolution, fighters: list[Character]) -> None:
    """SD-R4.11, SD-E1: in seat order, whoever was killed, or has no endurance left."""
    for who in fighters:
        if who.seat in turn.killed:
            go_down(turn, who, KILLED)
        elif who.endurance <= 0:
            go_down(turn, who, PASSED_OUT)


def go_down(turn: Resolution, who: Character, status: str) -> None:
    """SD-E2. The event `out` tells posture and endurance as well: Ruling, neither has a cause of its own there."""
    who.status = status
    who.endurance = 0
    who.posture = DOWN
    turn.coming[who.seat] = []
    turn.events.append({"type": "out", "seat": who.seat, "status": status})
    lose_aim(who, turn.events)
    drop_gun(turn.table, who, turn.events)


def give_up(table: Table, who: Character, events: list[Event]) -> None:
    """SD-E3, SD-N7, SD-A4: who surrenders; a plan already in is dropped, and AIM on it is lost at once.

    Ruling: `surrendered` tells it, without an `out` that would say the same again.
    """
    who.status = SURRENDERED
    who.plan = None
    events.append({"type": "surrendered", "seat": who.seat})
    lose_aim(who, events)
    drop_gun(table, who, events)
    lose_aim_at(table, who.seat, events)
