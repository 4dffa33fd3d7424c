"""The end of a round as a show: all cards turn, then the DECISIONs one by one, then who wins and what it costs.

A beat is the unit that the style sheet paces. Nothing here decides anything: what is shown is the view's `last_round`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext

from games.phrases import people

from ..screen import Event, View
from .words import CARDS_UP, Names, listed, tell

BETWEEN = frozenset({"pick", "reward", "over"})
"""Phases in which nobody holds cards: the last round lies on the table."""

LEADING_UP, TURNING, DECIDING, TAKING, PAYING = 2, 3, 3, 3, 2
"""Beats: for the action that ended the round, the cards, each DECISION, the outcome, the losses."""
COUNTED = 2
"""So long after the cards begin to turn their totals are there."""


@dataclass
class Show:
    """When each part comes. `version` is the move that ended the round, `end` the beat at which the show is over."""

    version: int
    turn: int = 0
    totals: int = 0
    decisions: list[int] = field(default_factory=list)
    taken: int = 0
    paid: int = 0
    end: int = 0
    captions: list[dict[str, Any]] = field(default_factory=list)

    def say(self, text: str, beats: int) -> int:
        """Let the next beats have this caption, and return the first of them."""
        beat = self.end
        self.end += beats
        self.captions.append({"step": beat, "until": self.end, "text": text})
        return beat


def show(view: View, told: Iterable[Any], names: Names) -> Show | None:
    """Return the end of the last round; None while cards are held, and where the log no longer goes back so far."""
    ending = next((move for move in reversed(list(told)) if ended(move.events)), None)
    if (
        view["phase"] not in BETWEEN
        or ending is None
        or ended(ending.events)[0]["round"] != view["last_round"]["round"]
    ):
        return None
    staged = Show(ending.version)
    before, up, after = parts(ending.events)
    if action := tell(before, names)[-2:]:
        staged.say(" ".join(action), LEADING_UP)
    staged.turn = staged.say(" ".join(tell(up, names)) if up else cards_up(view), TURNING)
    staged.totals = staged.turn + COUNTED
    for event in after:
        if event["type"] == "decision":
            staged.decisions.append(staged.say(redrawn(event, names), DECIDING))
    staged.taken = staged.say(" ".join(tell(ended(after), names)), TAKING)
    staged.paid = staged.end
    if lost := losses(view, names):
        staged.say(lost, PAYING)
    return staged


def redrawn(decision: Event, names: Names) -> str:
    totals = [
        gettext("{name} {total}").format(name=names[seat], total=total)
        for seat, total in zip(decision["seats"], decision["totals"], strict=True)
    ]
    return gettext("DECISION: {totals}.").format(totals=listed(totals))


def losses(view: View, names: Names) -> str:
    """What the round cost, in as few words as a caption has room for."""
    by_loss: dict[int, list[str]] = {}
    for name, lost in zip(names, view["last_round"]["losses"], strict=True):
        if lost:
            by_loss.setdefault(lost, []).append(name)
    return gettext("; ").join(
        gettext("−{n} HP: {names}").format(n=lost, names=people(who)) for lost, who in by_loss.items()
    )


def ended(events: Iterable[Event]) -> list[Event]:
    return [event for event in events if event["type"] == "round_over"]


def parts(events: list[Event]) -> tuple[list[Event], list[Event], list[Event]]:
    """What led to the end of the round; a Triple Nine, if it was one; what followed."""
    at = next(n for n, event in enumerate(events) if event["type"] in ("reveal", "triple_nine"))
    up = [event for event in events[at : at + 1] if event["type"] == "triple_nine"]
    return events[:at], up, events[at + 1 :]


def cards_up(view: View) -> str:
    return gettext(CARDS_UP[view["last_round"]["reason"]])


@dataclass
class Changes:
    """What the newest move did to the cards: (seat, slot) -> what lay there, None where nobody may know."""

    version: int = 0
    was: dict[tuple[int, int], int | None] = field(default_factory=dict)


def changes(told: list[Any]) -> Changes:
    """Return the changes of the newest move, if cards are held after it."""
    if not told or ended(told[-1].events):
        return Changes()
    made = Changes(told[-1].version)
    for event in told[-1].events:
        if event["type"] in ("placed", "card_changed"):
            made.was.setdefault((event["seat"], event["slot"]), event.get("old", event.get("discarded")))
    return made
