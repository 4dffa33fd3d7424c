"""What has just struck somebody, told step by step: the end of a round, or a blow in the middle of one.

A beat is the unit that the style sheet paces. What stands is the view; the show only says, from the public events of
one move, when each blow falls on whom. Nothing here decides anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from games.engine.embers.damage import BLOWS

from ..screen import LONGEST, Event
from .words import BOSS

STRIKING = frozenset(
    {"hit", "dying", "saved", "ghosted", "died", "returned", "turned", "boss_roll", "boss_healed", "boss_fell",
     "burned", "came_back", "round_started"}
)  # fmt: skip
"""A move with one of these is worth a show."""
LEADING = STRIKING | {"played", "fate_invoked", "rewritten", "resolved", "match_over"}
"""What begins a step of its own; deaths that follow one another are one step."""
FOLLOWING = frozenset({"overridden", "detonator_used", "will_gained", "bequeathed", "loot", "boss_target", "bomb_hung"})
"""What belongs to the step before it. All else happens off the stage."""
PACES = ((3, 18), (2, LONGEST - 2), (1, LONGEST))
"""(beats for a step, the most beats that a show of them may take): the first with which it fits."""


@dataclass
class Show:
    """`version` is the move that is shown, `end` the beat at which it is over; bodies are seats or the Fiend."""

    version: int
    captions: list[dict[str, Any]] = field(default_factory=list)
    spots: dict[int | str, list[dict[str, Any]]] = field(default_factory=dict)
    """Where to look, when: a blow that hits a body, or what becomes of it."""
    shards: dict[int, list[dict[str, int]]] = field(default_factory=dict)
    """Seat -> shields that break: how many, and until when they hold."""
    bombs: dict[int | str, dict[str, int]] = field(default_factory=dict)
    """Body -> bombs that go off: how many, and when."""
    fell: dict[int | str, int] = field(default_factory=dict)
    """Body -> the beat of its death."""
    came: dict[int | str, int] = field(default_factory=dict)
    """Body -> the beat at which it came, or came back."""
    end: int = 0


def show(told: Iterable[Any], tell: Callable[[Iterable[Event]], list[str]]) -> Show | None:
    """Return the newest move that struck somebody; None once the turn after it is over, or where there is none."""
    move = striking(told)
    if move is None:
        return None
    steps = grouped(event for event in move.events if "only" not in event)
    pace = next(pace for pace, most in PACES if pace * len(steps) <= most)
    doubled = any(event["type"] == "detonator_used" for event in move.events)
    staged = Show(move.version)
    for events in steps:
        beat, staged.end = staged.end, staged.end + pace
        staged.captions.append({"step": beat, "until": staged.end, "text": " ".join(tell(events)[:2])})
        for event in events:
            stage(staged, event, beat, doubled)
    return staged


def striking(told: Iterable[Any]) -> Any:
    """The newest move worth a show, unless a later one has ended a turn."""
    for move in reversed(list(told)):
        kinds = {event["type"] for event in move.events}
        if kinds & STRIKING:
            return move
        if "turn_ended" in kinds:
            return None
    return None


def grouped(events: Iterable[Event]) -> list[list[Event]]:
    """Events in steps, each with what belongs to it."""
    steps: list[list[Event]] = []
    for event in events:
        kind = event["type"]
        if kind in LEADING and not (steps and kind == steps[-1][-1]["type"] == "died"):
            steps.append([event])
        elif steps and kind in LEADING | FOLLOWING:
            steps[-1].append(event)
    return steps


def stage(show: Show, event: Event, beat: int, doubled: bool) -> None:
    """Let one event be seen where it happens."""
    kind = event["type"]
    if kind == "hit":
        body, spent = event["target"], event["half_damage"]
        spot(show, body, beat, "hit", half_points=spent, source=event["source"])
        if event["broken"]:
            show.shards.setdefault(body, []).append({"n": event["broken"], "until": beat + 1})
        if event["source"] == "bomb":
            show.bombs[body] = {"n": spent // (BLOWS["bomb"] * (2 if doubled else 1)), "until": beat}
    elif kind in ("died", "ghosted", "saved", "returned"):
        spot(show, event["seat"], beat, kind)
        if kind == "died":
            show.fell[event["seat"]] = beat
    elif kind == "came_back":
        spot(show, event["seat"], beat, kind)
        show.came[event["seat"]] = beat
    elif kind == "boss_roll" and event["appears"]:
        show.came[BOSS] = beat
    elif kind == "boss_healed":
        spot(show, BOSS, beat, kind)
    elif kind == "boss_fell":
        show.fell[BOSS] = beat


def spot(show: Show, body: int | str, beat: int, kind: str, **facts: Any) -> None:
    """Point at a body for the length of a step."""
    show.spots.setdefault(body, []).append({"step": beat, "until": min(beat + 2, LONGEST), "kind": kind} | facts)
