"""The fighters beside the board: everything that is public about each of them, in words and small pictures."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext, npgettext, pgettext

from games.engine.showdown.state import (
    DOWN,
    FULL_ENDURANCE,
    FULL_GUN,
    HAND,
    HOLSTER,
    PLACE,
    Character,
    Table,
)
from games.engine.text import mark as _

from ..screen import View
from .words import Names, character_name, facing_name, hex_name, letter, target_name

STATUSES = {"killed": _("killed"), "passed_out": _("passed out"), "surrendered": _("surrendered")}


def fighter(view: View, table: Table, seat: int, names: Names) -> dict[str, Any]:
    """One seat's facts, as its tile shows them."""
    who = table.characters[seat]
    return {
        "number": seat,
        "letter": letter(seat),
        "name": names[seat],
        "character": character_name(seat),
        "you": bool(view["you"]) and view["you"]["seat"] == seat,
        "turn": seat in view["to_act"],
        "out": not who.is_fighter,
        "winner": seat in view["winners"],
        "state": state_of(view, seat),
        "where": gettext("{hex}, facing {facing}").format(hex=hex_name(who.hex), facing=facing_name(who.facing))
        if who.is_placed
        else "",
        "endurance": who.endurance,
        "most": FULL_ENDURANCE,
        "delay": who.delay,
        "gun": gun(who),
        "shells": who.shells,
        "chambers": chambers(who),
        "aim": gettext("AIM {points} at {target}").format(
            points=who.aim.points, target=target_name(who.aim.target, names)
        )
        if who.aim
        else "",
        "marks": marks(who),
    }


def state_of(view: View, seat: int) -> str:
    """One or two words for where a seat stands."""
    facts = view["seats"][seat]
    if seat in view["winners"]:
        return gettext("winner")
    if facts["status"] in STATUSES:
        return gettext(STATUSES[facts["status"]])
    if view["over"]:
        return ""
    if view["phase"] == PLACE:
        waiting = gettext("placing…") if seat in view["to_act"] else gettext("not placed yet")
        return gettext("placed") if facts["ready"] else waiting
    return gettext("planned") if facts["ready"] else gettext("planning…")


def gun(who: Character) -> str:
    if who.gun == HOLSTER:
        return gettext("in the holster")
    if who.gun != HAND:
        return gettext("no gun")
    return gettext("cocked") if who.cocked else gettext("not cocked")


def chambers(who: Character) -> list[dict[str, Any]]:
    """The six chambers of a gun, the full ones first; none without a gun."""
    if who.gun not in (HOLSTER, HAND):
        return []
    return [{"degrees": 60 * n, "full": n < who.shells} for n in range(FULL_GUN)]


def marks(who: Character) -> list[str]:
    """What else there is to know of a body: DOWN, wounds, bleeding."""
    found = [gettext("DOWN")] if who.posture == DOWN and who.is_fighter else []
    if who.arm_wounds:
        found.append(npgettext("Showdown", "arm wound", "{n} arm wounds", who.arm_wounds).format(n=who.arm_wounds))
    if who.leg_wounds:
        found.append(npgettext("Showdown", "leg wound", "{n} leg wounds", who.leg_wounds).format(n=who.leg_wounds))
    if who.bleeding:
        found.append(pgettext("Showdown, each turn", "bleeding {n}").format(n=who.bleeding))
    return found
