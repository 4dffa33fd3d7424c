"""The places at the table, in seat order: who is ready, and in the results what they chose and what came of it."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext, ngettext, pgettext

from ..screen import View
from .show import Show
from .words import Names, choice, listed


def place(view: View, seat: int, staged: Show | None, names: Names) -> dict[str, Any]:
    """A seat's place. Whether it is ready is all that it shows of a choice before the reveal."""
    facts = view["seats"][seat]
    row = view["history"][-1]["seats"][seat] if staged else None
    made = {
        "number": seat,
        "name": facts["name"],
        "you": bool(view["you"]) and view["you"]["seat"] == seat,
        "captain": seat == view["captain"] and not view["over"],
        "ready": facts["ready"],
        "score": facts["score"],
        "state": state(view, seat),
        "action": row["action"] or "none" if row else None,
        "choice": choice(row, names) if row else "",
        "marks": staged.marks.get(seat, []) if staged else [],
        "spots": staged.spots.get(seat, []) if staged else [],
    }
    return made | {"spoken": spoken(made)}


def state(view: View, seat: int) -> str:
    """One or two words for whether the table waits for this seat."""
    if view["over"]:
        return ""
    if view["phase"] == "results":
        return gettext("ready") if view["seats"][seat]["ready"] else ""
    return gettext("locked in") if view["seats"][seat]["ready"] else pgettext("Seven Rounds", "choosing…")


def spoken(made: dict[str, Any]) -> str:
    """A place in words, in the order in which an eye takes it in."""
    parts = [
        made["name"],
        gettext("Round Captain") if made["captain"] else "",
        made["choice"],
        *(mark["word"] for mark in made["marks"]),
        ngettext("{n} point", "{n} points", made["score"]).format(n=made["score"]),
        made["state"],
    ]
    return listed(part for part in parts if part)
