"""Moving, turning and changing posture (SD-M)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .hexes import NEIGHBOURS, TROUGH, crosses_fence, turned
from .resolution import Resolution
from .state import DOWN, MOVED, RAN, UP, Character

if TYPE_CHECKING:
    from .cards import Entry

CRAWL_DELAY = 2
FENCE_DELAY = 1


def walk(turn: Resolution, who: Character, entry: Entry) -> None:
    """Advance, Back Up."""
    if _step(turn, who, entry) and who.movement != RAN:  # SD-M5: who ran stays a runner for the turn
        who.movement = MOVED


def run(turn: Resolution, who: Character, entry: Entry) -> None:
    """SD-M5: as a walk, but it marks the runner."""
    if _step(turn, who, entry):
        who.movement = RAN


def sprint(turn: Resolution, who: Character, entry: Entry) -> None:
    """SD-M1, SD-M4: a run straight ahead, with the delay of a drawn card."""
    if _step(turn, who, entry):
        who.movement = RAN
        turn.draw_delay(who, "sprint")


def _step(turn: Resolution, who: Character, entry: Entry) -> bool:
    """SD-M1, SD-M2, SD-M4: go one hex, at its price in delay; False when the move is cancelled."""
    here, there = who.hex, NEIGHBOURS[who.hex][turned(who.facing, entry.sixths)]
    if there is None or there == TROUGH:
        turn.cancel(who, entry, "off_board" if there is None else "trough")
        return False
    fence = crosses_fence(here, there)
    who.hex = there
    turn.entered.add(who.seat)
    turn.events.append(
        {"type": "move", "seat": who.seat, "card": entry.written, "from": here, "to": there, "fence": fence}
    )
    if who.is_down:
        turn.delay(who, "crawl", CRAWL_DELAY)
    elif who.leg_wounds:
        turn.delay(who, "leg", who.leg_wounds)
    if fence:
        turn.delay(who, "fence", FENCE_DELAY)
    return True


def crowding(turn: Resolution, fighters: list[Character]) -> None:
    """SD-M3, SD-M6: to share a hex is allowed, but when one of those sharing came in this segment all draw a card."""
    if not turn.entered:
        return
    for fighter in fighters:
        sharing = [other for other in fighters if other.hex == fighter.hex]
        if len(sharing) > 1 and any(other.seat in turn.entered for other in sharing):
            turn.draw_delay(fighter, "crowd")


def face(turn: Resolution, who: Character, entry: Entry) -> None:
    """Turn, Spin Around: SD-B6 from the facing of now."""
    who.facing = turned(who.facing, entry.sixths)
    turn.events.append({"type": "face", "seat": who.seat, "card": entry.written, "facing": who.facing})


def get_up_or_down(turn: Resolution, who: Character, entry: Entry) -> None:
    """SD-M7."""
    who.posture = UP if who.is_down else DOWN
    turn.events.append({"type": "posture", "seat": who.seat, "posture": who.posture, "cause": "card"})


def leap_or_drop(turn: Resolution, who: Character, entry: Entry) -> None:
    """SD-M7: quickly, with the delay of two drawn cards."""
    get_up_or_down(turn, who, entry)
    turn.draw_delay(who, "leap")
    turn.draw_delay(who, "leap")
