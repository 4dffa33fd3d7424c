"""What has been: the last round in a few rows, and a whole match in three lines."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext, npgettext

from games.phrases import people

from ..result import won
from ..screen import View
from .show import Show
from .words import MARKS, Names, card_name, mark, number, owner, rule_of, shot, tell


def story(view: View, staged: Show | None, names: Names) -> dict[str, Any] | None:
    """The last round: who held what at which value, what became of them, and what it led to."""
    last = view["last_round"]
    if not last:
        return None
    ways = (
        {seat: frames[-1].path() for seat, frames in staged.frames.items()}
        if staged and view["phase"] != "decide"
        else {}
    )
    rows = []
    for seat, row in enumerate(last["seats"]):
        if row is None:
            continue
        still = [{"value": value} for value in dict.fromkeys((number(row["card"]), row["value"]))]
        kinds = [kind for kind in MARKS if row.get(kind) is True] + (
            ["cancelled"] if row["status"] == "cancelled" else []
        )
        rows.append(
            {
                "name": names[seat],
                "number": number(row["card"]),
                "card": card_name(view, row["card"]),
                "rule": rule_of(view, row["card"]),
                "whose": names[owner(row["card"])] if owner(row["card"]) != seat else "",
                "path": ways.get(seat, still)[-3:],
                "marks": [mark(kind) for kind in kinds],
                "shot": row["shot"],
            }
        )
    ended = staged.outcome if staged and view["phase"] != "decide" else []
    return {
        "title": gettext("Standoff {standoff}, round {round}").format(standoff=last["standoff"], round=last["round"]),
        "rows": rows,
        "lines": tell(ended, names)
        or [shot({"seats": [seat for seat, row in enumerate(last["seats"]) if row and row["shot"]]}, names)],
        "open": view["phase"] != "decide",
        "key": f"{last['standoff']}-{last['round']}-{view['phase']}",
        "step": staged.end if staged and view["phase"] != "decide" else None,
    }


def result(view: View, staged: Show | None, names: Names) -> dict[str, Any] | None:
    """Who won, and the match in three lines."""
    if not view["over"]:
        return None
    winners, last = view["winners"], view["last_round"]
    lives = view["seats"][winners[0]]["lives"] if winners else 0
    if not winners:
        first = gettext("The last of them lost their last life together.")
    elif len(winners) == 1:
        first = npgettext("Standoff", "One life was left of {start}.", "{n} lives were left of {start}.", lives).format(
            n=lives, start=view["start_lives"]
        )
    else:
        first = npgettext(
            "Standoff",
            "After 200 rounds nobody had more than one life.",
            "After 200 rounds nobody had more than {n} lives.",
            lives,
        ).format(n=lives)
    second = npgettext(
        "Standoff",
        "It took one standoff; round {round} was its last.",
        "It took {n} standoffs; the last one ended in round {round}.",
        view["standoff"],
    ).format(n=view["standoff"], round=view["round"])
    fell = [
        gettext("{name} with {value}").format(name=names[seat], value=row["value"])
        for seat, row in enumerate(last["seats"]) if row and row["shot"]
    ]  # fmt: skip
    third = (
        gettext("The last shots hit {names}.").format(names=people(fell))
        if fell
        else gettext("The last shots hit nobody.")
    )
    return {"headline": won(winners, names), "lines": [first, second, third], "step": staged.end if staged else None}
