"""What has been: the last round in a few rows, the newest move in a line, and a whole match in three."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext, ngettext

from games.phrases import people

from ..result import won
from ..screen import View
from .places import ending
from .show import BETWEEN, Show, ended
from .words import REASONS, Names, outcome, tell

SEEN_ANYWAY = frozenset({"dealt", "drawn", "drew", "hidden_card", "pick_made", "picked", "round_started"})
"""What the table shows without a word."""


def news(view: View, told: list[Any], names: Names) -> str:
    """The newest move of the deal that is worth a word, while cards are held."""
    if view["phase"] in BETWEEN:
        return ""
    for move in reversed(told):
        if lines := tell((event for event in move.events if event["type"] not in SEEN_ANYWAY), names):
            return " ".join(lines[-3:])
        if any(event["type"] == "dealt" for event in move.events):
            break
    return ""


def verdict(view: View, staged: Show | None, names: Names) -> dict[str, Any] | None:
    """The last round's title and outcome, while its cards lie on the table."""
    last = view["last_round"]
    if not last or view["phase"] not in BETWEEN:
        return None
    return {
        "title": gettext("Round {round} · {reason} · threshold {n}").format(
            round=last["round"], reason=gettext(REASONS[last["reason"]]), n=last["threshold"]
        ),
        "text": "" if view["over"] else outcome(last, names),
        "step": staged.taken if staged else None,
    }


def story(view: View, told: list[Any], names: Names) -> dict[str, Any] | None:
    """The last round in rows, for those who want to look back at it during the next one."""
    last = view["last_round"]
    if not last or view["phase"] in BETWEEN:
        return None
    rows = [{"name": name} | row for seat, name in enumerate(names) if (row := ending(view, seat, None))]
    return {
        "title": outcome(last, names),
        "reason": gettext("Round {round} · {reason} · threshold {n}").format(
            round=last["round"], reason=gettext(REASONS[last["reason"]]), n=last["threshold"]
        ),
        "rows": rows,
        "key": last["round"],
        "open": bool(told) and bool(ended(told[-1].events)),
    }


def result(view: View, staged: Show | None, names: Names) -> dict[str, Any] | None:
    """Who won, and the match in three lines."""
    if not view["over"] or not view["last_round"]:
        return None
    last, winners = view["last_round"], view["winners"]
    fell = [
        gettext("{name} with {total} ({standing})").format(
            name=names[seat], total=row["totals"][-1]["n"], standing=row["standing"]
        )
        for seat, facts in enumerate(view["seats"])
        if last["losses"][seat] and not facts["alive"] and (row := ending(view, seat, None))
    ]
    if winners:
        length = ngettext(
            "It took one round, and {hp} HP were left.", "It took {n} rounds, and {hp} HP were left.", view["round"]
        ).format(n=view["round"], hp=view["seats"][winners[0]]["hp"])
    else:
        length = ngettext(
            "It took one round, and nobody was left.", "It took {n} rounds, and nobody was left.", view["round"]
        ).format(n=view["round"])
    return {
        "headline": won(winners, names),
        "lines": [outcome(last, names), gettext("The last to fall: {names}.").format(names=people(fell)), length],
        "step": staged.end if staged else None,
    }
