"""AIM: putting it on a target, what it is worth, and losing it (SD-A)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..contract import Event
from .hexes import distance, in_zone, sees
from .resolution import Resolution
from .state import HAND, Aim, Character, Table, named_seat, place_of

if TYPE_CHECKING:
    from .cards import Entry

STEP = 2
MOST = 8
REACH = 1
"""SD-A2, SD-G5: AIM counts for a place at most this far from its own."""


def aim_fault(table: Table, who: Character, target: str) -> str | None:
    """SD-A1: why an aim at this target would be cancelled now; None when it would be made."""
    if who.gun != HAND:
        return "no_gun"
    seat = named_seat(target)
    if seat is not None and not table.characters[seat].is_fighter:
        return "nobody"
    return _unseen(table, who, target)


def _unseen(table: Table, who: Character, target: str) -> str | None:
    """SD-B7, SD-B8: why the place of a target cannot be aimed at. A hex counts as a character standing in it."""
    seat = named_seat(target)
    place = place_of(table, target)
    if not in_zone(who.hex, who.facing, place):
        return "out_of_zone"
    is_down = seat is not None and table.characters[seat].is_down
    return None if sees(who.hex, who.is_down, place, is_down) else "out_of_sight"


def aim(turn: Resolution, who: Character, entry: Entry) -> None:
    """SD-A1, SD-A2: 2 AIM more on the target; old points stay when its place is at most one hex from the old one.

    Ruling: points that are lost first are told as `aim_lost`, like every loss of AIM.
    """
    table, target = turn.table, entry.target
    if reason := aim_fault(table, who, target):
        turn.cancel(who, entry, reason)
        return
    if aim_points(table, who, place_of(table, target)) == 0:
        lose_aim(who, turn.events)
    old = who.aim.points if who.aim else 0
    who.aim = Aim(target, min(old + STEP, MOST))
    turn.events.append(
        {"type": "aim", "seat": who.seat, "card": entry.written, "target": target, "points": who.aim.points}
    )


def aim_points(table: Table, who: Character, hex_: str) -> int:
    """SD-A2, SD-G5: the points of one's AIM that count for something in this hex."""
    if who.aim is None or distance(place_of(table, who.aim.target), hex_) > REACH:
        return 0
    return who.aim.points


def check_aims(turn: Resolution) -> None:
    """SD-A4: AIM on one who is out, outside the aim zone or out of sight is lost."""
    table = turn.table
    for fighter in table.fighters:
        if fighter.aim is not None:
            seat = named_seat(fighter.aim.target)
            is_out = seat is not None and not table.characters[seat].is_fighter
            if is_out or _unseen(table, fighter, fighter.aim.target):
                lose_aim(fighter, turn.events)


def lose_aim(who: Character, events: list[Event]) -> None:
    """SD-A3: AIM, if there is any, is gone."""
    if who.aim is not None:
        who.aim = None
        events.append({"type": "aim_lost", "seat": who.seat})


def lose_aim_at(table: Table, seat: int, events: list[Event]) -> None:
    """SD-A4, SD-E4: nobody keeps AIM on a character that is out."""
    for other in table.characters:
        if other.aim is not None and other.aim.target == f"@{seat}":
            lose_aim(other, events)
