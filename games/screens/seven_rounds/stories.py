"""What has been: the last round in a row a seat, and a whole match in three lines."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext, ngettext, pgettext

from games.phrases import people

from ..screen import View
from .show import Show
from .words import Names, choice, listed, signed, why


def last_round(view: View, names: Names) -> dict[str, Any] | None:
    """The round that was completed last: who chose what, and what it brought them."""
    if not view["history"]:
        return None
    record = view["history"][-1]
    rows = []
    for seat, row in enumerate(record["seats"]):
        mission = view["seats"][seat]["mission"]
        reasons = why(record, seat, mission, names)
        rows.append(
            {
                "name": names[seat],
                "action": row["action"] or "none",
                "choice": choice(row, names),
                "total": signed(row["earned"] - row["lost"] + row["bonus"]),
                "why": listed(
                    gettext("{words} {points}").format(words=part["words"], points=part["points"]) for part in reasons
                ),
            }
        )
    return {
        "key": record["round"],
        "title": pgettext("Seven Rounds", "Round {round}").format(round=record["round"]),
        "rows": rows,
    }


def result(view: View, staged: Show | None, names: Names) -> dict[str, Any] | None:
    """The match in three lines; who has won is the headline of the page."""
    if not view["over"]:
        return None
    lines = [lead(view, names), swiped(view, names), completed(view)]
    return {"lines": [line for line in lines if line], "step": staged.end if staged else None}


def lead(view: View, names: Names) -> str:
    """By how much the match was won, or how far it came."""
    if not view["winners"]:
        return gettext("The match was ended before a round was completed.")
    scores = [seat["score"] for seat in view["seats"]]
    best = max(scores)
    behind = [score for score in scores if score < best]
    if not behind:
        return ngettext("Everyone has {n} point.", "Everyone has {n} points.", best).format(n=best)
    second = max(behind)
    text = ngettext(
        "{n} point after {rounds} of 7 rounds, {lead} more than {names}.",
        "{n} points after {rounds} of 7 rounds, {lead} more than {names}.",
        best,
    )
    runners = people([name for name, score in zip(names, scores, strict=True) if score == second])
    return text.format(n=best, rounds=view["completed"], lead=best - second, names=runners)


def swiped(view: View, names: Names) -> str:
    """Whom the SWIPES hit the most."""
    if not view["history"]:
        return ""
    losses = [0] * len(names)
    for record in view["history"]:
        for swipe in record["swipes"]:
            losses[swipe["player"]] += swipe["outcome"] == "success"
    most = max(losses)
    if not most:
        return gettext("Not one SWIPE came off.")
    return ngettext("Most swiped: {names}, {n} point.", "Most swiped: {names}, {n} points.", most).format(
        names=people([name for name, loss in zip(names, losses, strict=True) if loss == most]), n=most
    )


def completed(view: View) -> str:
    """How many missions came off."""
    if not view["options"]["missions"]:
        return ""
    done = sum(seat["mission_done"] for seat in view["seats"])
    return ngettext(
        "{n} of {all} Secret Missions was completed.", "{n} of {all} Secret Missions were completed.", done
    ).format(n=done, all=len(view["seats"]))
