"""The reveal as a show, in scoring order: the choices, four actions, the SWIPES one by one, missions, the scores.

It is told from the record of the round. A beat is the unit that the style sheet paces; nothing here decides anything.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext, ngettext, pgettext

from games.phrases import people

from ..screen import LONGEST, View
from .words import SWIPE_MARKS, Names, action_name, listed, mission, signed, swipe

TURNING, GROUP, CALLING, CLIMBING = 3, 3, 2, 3
"""Beats for the choices, for an action of many, for the word that the SWIPES begin, and for the scores."""
PACES = (3, 2, 1)
"""Beats for a SWIPE or a mission: the first of these with which the show fits."""

Record = dict[str, Any]


@dataclass
class Step:
    """A moment of the show: what is said, who stands out, the marks that come (seat, word, tone), and its beats."""

    text: str
    seats: list[int] = field(default_factory=list)
    marks: list[tuple[int, str, str]] = field(default_factory=list)
    beats: int = 0
    """0: a SWIPE or a mission, which takes what the pace allows."""


@dataclass
class Show:
    """A round's reveal. `key` tells it from every other show of the match; `climb` and `end` are beats."""

    key: int
    captions: list[dict[str, Any]] = field(default_factory=list)
    spots: dict[int, list[dict[str, int]]] = field(default_factory=dict)
    marks: dict[int, list[dict[str, Any]]] = field(default_factory=dict)
    climb: int = 0
    end: int = 0


def show(view: View, told: Iterable[Any], names: Names) -> Show | None:
    """Return the reveal of the round whose results are on the table, or with which the match has just ended."""
    if not view["history"] or not is_on(view, told):
        return None
    record = view["history"][-1]
    steps = [
        Step(gettext("What did they choose?"), beats=TURNING),
        *scoring(record, names),
        *swiping(record, names),
        *bonuses(record, view, names),
        Step(pgettext("Seven Rounds", "The scores after round {round}").format(round=record["round"]), beats=CLIMBING),
    ]
    fixed, paced = sum(step.beats for step in steps), sum(not step.beats for step in steps)
    pace = next((pace for pace in PACES if fixed + pace * paced <= LONGEST), PACES[-1])
    staged, beat = Show(key=record["round"]), 0
    for step in steps:
        until = beat + (step.beats or pace)
        staged.captions.append({"step": beat, "until": until, "text": step.text})
        for seat in step.seats:
            staged.spots.setdefault(seat, []).append({"step": beat, "until": until})
        for seat, word, tone in step.marks:
            staged.marks.setdefault(seat, []).append({"word": word, "tone": tone, "step": beat})
        staged.climb, beat = beat, until
    staged.end = beat
    return staged


def is_on(view: View, told: Iterable[Any]) -> bool:
    """True while results are read, and for a match that ended with a reveal, not by the host's word."""
    if view["phase"] == "results":
        return True
    kinds = [{event["type"] for event in move.events} for move in told]
    return view["over"] and any({"revealed", "match_over"} <= move for move in kinds)


def scoring(record: Record, names: Names) -> list[Step]:
    """What BANK, TEAM UP, PREDICT and DOUBLE DOWN pay, each with all who chose it."""
    steps = []
    for action, told in (("bank", bank), ("team_up", team_up), ("predict", predict), ("double_down", double_down)):
        seats = [seat for seat, row in enumerate(record["seats"]) if row["action"] == action]
        if seats:
            marks = [(seat, *points(record["seats"][seat])) for seat in seats]
            steps.append(Step(told(record, seats, names), seats, marks, GROUP))
    return steps


def points(row: dict[str, Any]) -> tuple[str, str]:
    """What an action has paid, as a mark: the word and its tone. Only a doubler loses by their own action."""
    gained = row["earned"] - (row["lost"] if row["action"] == "double_down" else 0)
    return signed(gained), "good" if gained > 0 else "bad" if gained < 0 else "quiet"


def bank(record: Record, seats: list[int], names: Names) -> str:
    who = people([names[seat] for seat in seats])
    if len(seats) == 1:
        return gettext("BANK: {name} is alone, +2.").format(name=who)
    return gettext("BANK: {names}, +1 each.").format(names=who)


def team_up(record: Record, seats: list[int], names: Names) -> str:
    rows = record["seats"]
    pairs = [(seat, rows[seat]["player"]) for seat in seats if rows[seat]["hit"] and seat < rows[seat]["player"]]
    if not pairs:
        return ngettext("TEAM UP: it is not mutual.", "TEAM UP: none of them is mutual.", len(seats))
    mutual = [gettext("{name} and {other}").format(name=names[one], other=names[other]) for one, other in pairs]
    return gettext("TEAM UP: {pairs}, +3 each.").format(pairs=gettext("; ").join(mutual))


def predict(record: Record, seats: list[int], names: Names) -> str:
    if not record["top"]:
        return gettext("PREDICT: everyone did, +1 each.")
    most = listed(action_name(action) for action in record["top"])
    right = [names[seat] for seat in seats if record["seats"][seat]["hit"]]
    if not right:
        return gettext("PREDICT: most common is {actions}. Nobody guessed it.").format(actions=most)
    return ngettext(
        "PREDICT: most common is {actions}. {names} guessed it, +2.",
        "PREDICT: most common is {actions}. {names} guessed it, +2 each.",
        len(right),
    ).format(actions=most, names=people(right))


def double_down(record: Record, seats: list[int], names: Names) -> str:
    who = people([names[seat] for seat in seats])
    if len(seats) == 1:
        return gettext("DOUBLE DOWN: {name} is alone, +3.").format(name=who)
    return gettext("DOUBLE DOWN: {names}, −1 each.").format(names=who)


def swiping(record: Record, names: Names) -> list[Step]:
    """The SWIPES one by one, as they were settled."""
    if not record["swipes"]:
        return []
    captain = names[record["captain"]]
    steps = [Step(gettext("Now the SWIPES, clockwise from {name}.").format(name=captain), beats=CALLING)]
    for settled in record["swipes"]:
        seat, player, outcome = settled["seat"], settled["player"], settled["outcome"]
        if outcome == "success":
            marks = [(seat, signed(1), "good"), (player, signed(-1), "bad")]
        else:
            marks = [(seat, str(SWIPE_MARKS[outcome]), "quiet")]
        steps.append(Step(swipe(settled, names), [seat, player], marks))
    return steps


def bonuses(record: Record, view: View, names: Names) -> list[Step]:
    """The missions that this round completed."""
    steps = []
    for seat, row in enumerate(record["seats"]):
        if row["bonus"]:
            done = {"seat": seat, "mission": view["seats"][seat]["mission"], "points": row["bonus"]}
            mark = gettext("mission {points}").format(points=signed(row["bonus"]))
            steps.append(Step(mission(done, names), [seat], [(seat, mark, "gold")]))
    return steps
