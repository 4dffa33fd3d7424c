"""A whole match in three lines."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext, npgettext

from games.engine.text import mark as _
from games.phrases import people

from ..result import won
from ..screen import View
from .show import Show
from .words import Names, cards, listed

ENDINGS = {
    "last_standing": _("Nobody else is left standing."),
    "all_dead": _("Nobody is left standing."),
    "cap": _("The last round is over, and more than one side still stands."),
}
FIEND = {
    "off": "",
    "waiting": _("It was over before the Fiend could come."),
    "absent": _("The Fiend never came."),
    "present": _("The Fiend is still there."),
    "dead": _("The Fiend fell on the way."),
}


def result(view: View, told: list[Any], staged: Show | None, names: Names) -> dict[str, Any] | None:
    """Who won, and the match in three lines: how it ended, how long it took, and what was left."""
    if not view["over"]:
        return None
    length = npgettext("Embers", "It took {n} round.", "It took {n} rounds.", view["round"]).format(n=view["round"])
    fiend = FIEND[view["boss"]["status"]]
    lines = [
        gettext(ENDINGS[reason(view)]),
        gettext("{sentence} {another}").format(sentence=length, another=gettext(fiend)) if fiend else length,
        last_words(view, told, names),
    ]
    return {"headline": won(view["winners"], names), "lines": lines, "step": staged.end if staged else None}


def reason(view: View) -> str:
    """Why the match ended: somebody has won, nobody is left, or the rounds are up."""
    if view["winners"]:
        return "last_standing"
    return "all_dead" if all(seat["status"] == "dead" for seat in view["seats"]) else "cap"


def last_words(view: View, told: list[Any], names: Names) -> str:
    """Who died last, as far back as the log goes; else what the living still have."""
    for move in reversed(told):
        fallen = [names[event["seat"]] for event in move.events if event["type"] == "died"]
        if fallen:
            return npgettext(
                "Embers", "{names} was the last to die.", "{names} were the last to die.", len(fallen)
            ).format(names=people(fallen))
    left = [
        gettext("{name} with {cards}").format(name=seat["name"], cards=cards(seat["hand_count"]))
        for seat in view["seats"]
        if seat["status"] != "dead"
    ]
    return gettext("Left: {names}.").format(names=listed(left))
