"""The scoreboard that climbs, and at the end the podium with every mission."""

from __future__ import annotations

from typing import Any

from ..screen import View
from .show import Show
from .words import mission_name

LEAST_SCALE = 10
"""Points that a full bar stands for while nobody has more."""
ON_PODIUM = 3


def rank(scores: list[int], seat: int) -> int:
    """The place of a seat, 1 for the best; equal scores share it."""
    return 1 + sum(score > scores[seat] for score in scores)


def in_order(scores: list[int]) -> list[int]:
    """The seats, the best first, equal ones in seat order."""
    return sorted(range(len(scores)), key=lambda seat: -scores[seat])


def board(view: View, staged: Show | None) -> list[dict[str, Any]]:
    """The rows of the scoreboard. While a round is shown: with the score before it, and how far each row climbs."""
    scores = [seat["score"] for seat in view["seats"]]
    before = scores_before(view) if staged else scores
    full = max(*scores, *before, LEAST_SCALE)
    old_order = in_order(before)
    rows = []
    for row, seat in enumerate(in_order(scores)):
        rows.append(
            {
                "number": seat,
                "name": view["seats"][seat]["name"],
                "rank": rank(scores, seat),
                "score": scores[seat],
                "was": before[seat] if before[seat] != scores[seat] else None,
                "climbs": old_order.index(seat) - row,
                "bar": {
                    "kept": percent(min(before[seat], scores[seat]), full),
                    "change": percent(abs(scores[seat] - before[seat]), full),
                    "grows": scores[seat] > before[seat],
                },
            }
        )
    return rows


def scores_before(view: View) -> list[int]:
    """The scores at the start of the last completed round."""
    if len(view["history"]) < 2:
        return [0] * len(view["seats"])
    return [seat["score"] for seat in view["history"][-2]["seats"]]


def percent(points: int, full: int) -> str:
    return f"{100 * points / full:.1f}"


def podium(view: View) -> list[dict[str, Any]]:
    """The first three places, each with all who share it; empty when nobody has won."""
    if not view["winners"]:
        return []
    scores = [seat["score"] for seat in view["seats"]]
    steps: dict[int, dict[str, Any]] = {}
    for seat in in_order(scores):
        place = rank(scores, seat)
        if place <= ON_PODIUM:
            steps.setdefault(place, {"rank": place, "score": scores[seat], "names": []})
            steps[place]["names"].append(view["seats"][seat]["name"])
    return list(steps.values())


def standing(view: View) -> list[dict[str, Any]]:
    """Everyone at the end, the best first, with their mission and whether it was completed."""
    scores = [seat["score"] for seat in view["seats"]]
    rows = []
    for seat in in_order(scores):
        facts = view["seats"][seat]
        rows.append(
            {
                "rank": rank(scores, seat),
                "name": facts["name"],
                "score": facts["score"],
                "winner": seat in view["winners"],
                "mission": mission_name(facts["mission"]) if facts["mission"] else "",
                "done": facts["mission_done"],
            }
        )
    return rows
