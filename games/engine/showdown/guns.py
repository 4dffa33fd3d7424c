"""Shots until their hit is known, and what the hand does with the gun (SD-G)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..text import mark as _
from .aiming import aim_points, lose_aim
from .hexes import distance, in_zone, sees
from .hits import SHOT_HITS, Hit
from .resolution import Resolution
from .results import Result
from .state import (
    FULL_GUN,
    HAND,
    HOLSTER,
    MOVED,
    NO_GUN,
    RAN,
    Character,
    Table,
    named_seat,
)

if TYPE_CHECKING:
    from .cards import Entry

NEEDS = ((1, 3), (3, 5), (5, 6), (8, 7))
"""SD-G5: up to this range, this score."""
NEED_BEYOND = 9

MODIFIERS = {
    "shooter_moved": _("shooter moved"),
    "shooter_down": _("shooter DOWN"),
    "arm_wounds": _("arm wounds"),
    "target_moved": _("target moved"),
    "target_ran": _("target ran"),
    "target_down": _("target DOWN"),
}
GRAZE_UP_TO = 1
PLACE_UP_TO = 5
"""SD-G6: margins."""


# Shooting


@dataclass(frozen=True, slots=True)
class Sighting:
    """SD-G5 before the card: what a shot at a fighter adds to its fire, and the score that it needs."""

    target: int
    range: int
    need: int
    aim: int
    modifiers: tuple[tuple[str, int], ...]
    """Those that count, by their names in MODIFIERS."""

    @property
    def bonus(self) -> int:
        return self.aim + sum(points for _name, points in self.modifiers)


def gun_fault(who: Character) -> str | None:
    """SD-G3: why a shot would be cancelled now, whatever its target."""
    if who.gun != HAND:
        return "no_gun"
    if not who.cocked:
        return "not_cocked"
    return None if who.shells else "empty"


def find(table: Table, who: Character, target: str) -> Character | str:
    """SD-G3: the fighter whom a shot at this target meets now, or the reason why it is held."""
    seat = named_seat(target)
    if seat is not None:
        there = [table.characters[seat]] if table.characters[seat].is_fighter else []
    else:
        there = [other for other in table.fighters if other.hex == target and other is not who]
    if not there:
        return "nobody"
    if not in_zone(who.hex, who.facing, there[0].hex):
        return "out_of_zone"
    for other in there:
        if sees(who.hex, who.is_down, other.hex, other.is_down):
            return other
    return "out_of_sight"


def need(range_: int) -> int:
    """SD-G5: the score that a shot needs at this range."""
    return next((score for most, score in NEEDS if range_ <= most), NEED_BEYOND)


def modifiers(who: Character, other: Character, range_: int) -> Iterator[tuple[str, int]]:
    """SD-G5: what is added to the fire of a shot of `who` at `other`, beside AIM."""
    if who.movement in (MOVED, RAN):
        yield "shooter_moved", -2
    if who.is_down:
        yield "shooter_down", 1
    if who.arm_wounds:
        yield "arm_wounds", -2 * who.arm_wounds
    if other.movement == RAN:
        yield "target_ran", -3
    elif other.movement == MOVED:
        yield "target_moved", -2
    if other.is_down and range_ >= 2:
        yield "target_down", -2


def sighting(table: Table, who: Character, other: Character) -> Sighting:
    """SD-G5: a shot of one fighter at another, as things stand."""
    range_ = distance(who.hex, other.hex)
    return Sighting(
        target=other.seat,
        range=range_,
        need=need(range_),
        aim=aim_points(table, who, other.hex),
        modifiers=tuple(modifiers(who, other, range_)),
    )


def shoot(turn: Resolution, who: Character, entry: Entry) -> None:
    """SD-G3, SD-G4: fire at the target, unless the shot is cancelled or held; its hit is kept for step 9."""
    if reason := gun_fault(who):
        turn.cancel(who, entry, reason)
        return
    other = find(turn.table, who, entry.target)
    if isinstance(other, str):
        turn.hold(who, entry, other)
        return
    sight = sighting(turn.table, who, other)
    who.shells -= 1
    who.cocked = False
    card = turn.draw()
    result, score, second = _read(turn, card, sight)
    turn.events.append(
        {
            "type": "shot",
            "seat": who.seat,
            "card": entry.written,
            "target": other.seat,
            "hex": other.hex,
            "range": sight.range,
            "result_card": card.number,
            "score": score,
            "need": None if score is None else sight.need,
            "result": result,
            "second_card": second,
        }
    )
    lose_aim(who, turn.events)
    if result in SHOT_HITS:
        turn.hits.append(Hit(other.seat, who.seat, result, SHOT_HITS[result]))


def _read(turn: Resolution, card: Result, sight: Sighting) -> tuple[str, int | None, int | None]:
    """SD-G4 to SD-G6: the result of a shot, its score (None for a dud), and the second card if one is drawn."""
    if card.fire is None:
        return "dud", None, None
    score = card.fire + sight.bonus
    margin = score - sight.need
    if margin < 0:
        return "miss", score, None
    if margin <= GRAZE_UP_TO:
        return "graze", score, None
    second = turn.draw()
    return second.place if margin <= PLACE_UP_TO else second.vital, score, second.number


# The hand


def cock(turn: Resolution, who: Character, entry: Entry) -> None:
    """SD-G2."""
    if who.gun != HAND:
        turn.cancel(who, entry, "no_gun")
        return
    who.cocked = True
    _tell(turn, "cock", who, entry)


def load(turn: Resolution, who: Character, entry: Entry) -> None:
    """SD-G2: one shell more; the gun is uncocked."""
    if who.gun != HAND or who.shells == FULL_GUN:
        turn.cancel(who, entry, "no_gun" if who.gun != HAND else "full")
        return
    who.shells += 1
    who.cocked = False
    _tell(turn, "load", who, entry)


def draw(turn: Resolution, who: Character, entry: Entry) -> None:
    """SD-G1: from the holster."""
    if who.gun != HOLSTER:
        turn.cancel(who, entry, "no_gun")
        return
    _take_in_hand(turn, who, entry)


def pick_up(turn: Resolution, who: Character, entry: Entry) -> None:
    """SD-G1: the gun that has lain longest in one's hex, for one who has none."""
    ground = turn.table.ground
    gun = next((gun for gun in ground if gun.hex == who.hex), None)
    if who.gun != NO_GUN or gun is None:
        turn.cancel(who, entry, "no_gun")
        return
    ground.remove(gun)  # guns alike in place and shells are one and the same: the first of them goes
    who.shells = gun.shells
    _take_in_hand(turn, who, entry)


def _take_in_hand(turn: Resolution, who: Character, entry: Entry) -> None:
    who.gun = HAND
    who.cocked = True
    _tell(turn, "draw", who, entry)


def _tell(turn: Resolution, kind: str, who: Character, entry: Entry) -> None:
    turn.events.append({"type": kind, "seat": who.seat, "card": entry.written, "shells": who.shells})
