"""Blows and stances (SD-F)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .hexes import distance, in_zone
from .hits import Hit, Wound
from .resolution import Resolution
from .state import Character, Table

if TYPE_CHECKING:
    from .cards import Entry

LANDS_AT = 4
DOWN_BONUS = 2
REACH = 1
KNOCKS_DOWN_FROM = 8
"""SD-F3: fire."""


@dataclass(frozen=True, slots=True)
class Blow:
    """SD-F2: one row of its table."""

    name: str
    accuracy: int
    endurance: int
    delay: int
    stances: Mapping[str, int]
    knocks_down: bool


JAB = Blow("jab", 3, 1, 1, {"duck": -2, "block": -5, "guard": -4}, knocks_down=False)
SWING = Blow("swing", 1, 2, 2, {"duck": -5, "block": -5, "guard": -4}, knocks_down=True)
BELT = Blow("belt", 0, 3, 3, {"duck": -3, "block": -2, "guard": -4}, knocks_down=True)


def blow_fault(table: Table, who: Character, seat: int) -> str | None:
    """SD-F1: why a blow at this character would be cancelled now; None when it would be struck."""
    other = table.characters[seat]
    if who.is_down:
        return "down"
    if not other.is_fighter:
        return "nobody"
    if not in_zone(who.hex, who.facing, other.hex) or distance(who.hex, other.hex) > REACH:
        return "out_of_reach"
    return None


def bonus(blow: Blow, other: Character) -> int:
    """SD-F2: what is added to the fire of a blow at `other`."""
    return blow.accuracy + blow.stances.get(other.stance, 0) + (DOWN_BONUS if other.is_down else 0)


def jab(turn: Resolution, who: Character, entry: Entry) -> None:
    _strike(turn, who, entry, JAB)


def swing(turn: Resolution, who: Character, entry: Entry) -> None:
    _strike(turn, who, entry, SWING)


def belt(turn: Resolution, who: Character, entry: Entry) -> None:
    _strike(turn, who, entry, BELT)


def _strike(turn: Resolution, who: Character, entry: Entry, blow: Blow) -> None:
    """SD-F1 to SD-F4: strike, unless the blow is cancelled; its hit is kept for step 9."""
    seat = entry.seat
    assert seat is not None
    if reason := blow_fault(turn.table, who, seat):
        turn.cancel(who, entry, reason)
        return
    card = turn.draw()
    value = card.force + bonus(blow, turn.table.characters[seat])
    landed = value >= LANDS_AT
    more = 1 if who.strong else 0
    who.strong = False  # SD-F4: used up by a blow that draws a card, landed or not
    turn.events.append(
        {
            "type": "blow",
            "seat": who.seat,
            "card": entry.written,
            "target": seat,
            "result_card": card.number,
            "value": value,
            "landed": landed,
        }
    )
    if landed:
        knocked = blow.knocks_down and card.force >= KNOCKS_DOWN_FROM
        wound = Wound(endurance=blow.endurance + more, delay=blow.delay + more, downs=knocked)
        turn.hits.append(Hit(seat, who.seat, blow.name, wound))


def duck(turn: Resolution, who: Character, entry: Entry) -> None:
    _stand(turn, who, entry, "duck")


def block(turn: Resolution, who: Character, entry: Entry) -> None:
    _stand(turn, who, entry, "block")


def guard(turn: Resolution, who: Character, entry: Entry) -> None:
    _stand(turn, who, entry, "guard")


def _stand(turn: Resolution, who: Character, entry: Entry, stance: str) -> None:
    """SD-F4: it holds until its owner's next card comes up (SD-R4.1) or the turn ends."""
    who.stance = stance
    _tell(turn, who, entry, stance)


def gather_strength(turn: Resolution, who: Character, entry: Entry) -> None:
    """SD-F4: it waits for its owner's next blow of this turn."""
    who.strong = True
    _tell(turn, who, entry, "strength")


def _tell(turn: Resolution, who: Character, entry: Entry, stance: str) -> None:
    turn.events.append({"type": "stance", "seat": who.seat, "card": entry.written, "stance": stance})
