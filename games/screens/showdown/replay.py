"""The last turn, to be seen again: how everybody stood after each segment, and what happened in it.

The characters as they are now are set back by the events since then, and the turn's events are played on them again.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext

from games.engine import snapshot
from games.engine.showdown.brawl import BELT, DOWN_BONUS, JAB, SWING
from games.engine.showdown.cards import ENTRIES
from games.engine.showdown.guns import MODIFIERS, modifiers
from games.engine.showdown.hexes import turned
from games.engine.showdown.results import BY_NUMBER
from games.engine.showdown.state import DOWN, FIGHTING, MOVED, RAN, STILL, UP, Character, Table, named_seat

from ..screen import LONGEST, Event
from . import board
from .words import RESULTS, SENTENCES, Names, card_name, plan_name, signed

RUNS = frozenset({"2f", "3f", "4f"})
BLOWS = {"10f": JAB, "11f": SWING, "12f": BELT}
UNTOLD = frozenset({"resolve", "segment", "turn"})
"""What a frame's title says already."""
PLANS, END = 0, 6
"""The frames before the first and after the last segment."""


@dataclass
class Frame:
    """The board after the plans, a segment or the whole turn. In the show it stands from beat `step` to `until`."""

    number: int
    title: str
    lines: list[dict[str, Any]] = field(default_factory=list)
    told: list[dict[str, Any]] = field(default_factory=list)
    pieces: list[dict[str, Any]] = field(default_factory=list)
    step: int | None = None
    until: int | None = None


@dataclass
class Replay:
    """A turn in frames. `version` is the move that it was resolved by, `end` the beat at which its show is over."""

    version: int
    turn: int
    frames: list[Frame]
    captions: list[dict[str, Any]]
    end: int


def replay(table: Table, told: Iterable[Any], names: Names, you: int | None) -> Replay | None:
    """The last turn that was resolved; None before the first."""
    moves = list(told)
    last = next((n for n in reversed(range(len(moves))) if _resolves(moves[n])), None)
    if last is None:
        return None
    since = [event for move in moves[last:] for event in move.events]
    characters = set_back(table, since, _fell([event for move in moves for event in move.events]))
    events = moves[last].events
    start = next(n for n, event in enumerate(events) if event["type"] == "resolve")
    for event in events[:start]:
        happen(characters, event)
    frames = [Frame(PLANS, gettext("The plans"))]
    frames[0].told = [
        {
            "text": gettext("{name}: {plan}").format(name=name, plan=plan_name(plan, names)),
            "name": name,
            "cards": [{"code": card.partition(":")[0], "name": card_name(card, names)} for card in plan],
        }
        for name, plan in zip(names, events[start]["plans"], strict=True)
        if plan is not None
    ]
    frames[0].pieces = board.pieces(characters, you, plain=True)
    for frame, happening in in_frames(events[start + 1 :]):
        for event in happening:
            tell(frame, characters, event, names)
            happen(characters, event)
        frame.pieces = board.pieces(characters, you, plain=True)
        frames.append(frame)
    captions, end = paced(frames)
    return Replay(moves[last].version, events[start]["turn"], frames, captions, end)


def in_frames(events: Iterable[Event]) -> list[tuple[Frame, list[Event]]]:
    """The events of a turn after its plans, by segment, and last what comes at the turn's end."""
    frames: list[tuple[Frame, list[Event]]] = []
    for event in events:
        if event["type"] == "segment":
            frames.append((Frame(event["segment"], gettext("Segment {n}").format(n=event["segment"])), []))
        elif _ends_turn(event) and frames[-1][0].number != END:
            frames.append((Frame(END, gettext("End of the turn")), []))
        frames[-1][1].append(event)
    return frames


def _resolves(move: Any) -> bool:
    return any(event["type"] == "resolve" for event in move.events)


def _ends_turn(event: Event) -> bool:
    """SD-E4: what happens only after the fifth segment."""
    return (
        event["type"] in ("bled", "eased", "turn")
        or event.get("end_reason") == "turn_cap"
        or (event.get("reason") == "time")
    )


# The characters, backwards and forwards


def _fell(events: Iterable[Event]) -> dict[int, str]:
    """How those who are out lay or stood before: going out is told without the posture."""
    postures: dict[int, str] = {}
    before: dict[int, str] = {}
    for event in events:
        if event["type"] == "posture":
            postures[event["seat"]] = event["posture"]
        elif event["type"] == "out":
            before[event["seat"]] = postures.get(event["seat"], UP)
    return before


def set_back(table: Table, events: list[Event], before_out: dict[int, str]) -> list[Character]:
    """The characters as they were before these events: where, how they faced, their posture, status and arms."""
    characters = snapshot.copy(table).characters
    for event in reversed(events):
        kind = event["type"]
        if kind not in ("move", "face", "posture", "out", "surrendered", "hit"):
            continue
        who = characters[event["seat"]]
        if kind == "move":
            who.hex = event["from"]
        elif kind == "face":
            who.facing = turned(who.facing, -ENTRIES[event["card"]].sixths)
        elif kind == "posture":
            who.posture = UP if event["posture"] == DOWN else DOWN
        elif kind == "hit":
            who.arm_wounds -= event["result"] == "gun_arm"
        else:
            who.status = FIGHTING
            if kind == "out":
                who.posture = before_out[who.seat]
    for who in characters:
        who.movement = STILL
    return characters


def happen(characters: list[Character], event: Event) -> None:
    """Let one event change the characters."""
    kind = event["type"]
    if "seat" not in event:
        return
    who = characters[event["seat"]]
    if kind == "move":
        who.hex = event["to"]
        is_run = ENTRIES[event["card"]].side.code in RUNS
        who.movement = RAN if is_run or who.movement == RAN else MOVED
    elif kind == "face":
        who.facing = event["facing"]
    elif kind == "posture":
        who.posture = event["posture"]
    elif kind == "hit":
        who.arm_wounds += event["result"] == "gun_arm"
    elif kind == "out":
        who.status, who.posture = event["status"], DOWN
    elif kind == "surrendered":
        who.status = "surrendered"


# What happened


def tell(frame: Frame, characters: list[Character], event: Event, names: Names) -> None:
    """Add an event to its frame: its sentence, the sum behind a shot or a blow, and its line on the board."""
    kind = event["type"]
    if kind in UNTOLD:
        return
    told = {"text": SENTENCES[kind](event, names) or ""}
    if kind == "shot":
        who, other = characters[event["seat"]], characters[event["target"]]
        told["sum"] = shot_sum(event, who, other)
        word = gettext(RESULTS[event["result"]])
        hits = event["result"] not in ("dud", "miss")
        frame.lines.append(board.line(who.hex, event["hex"]) | {"kind": "shot", "hits": hits, "words": word})
    elif kind == "blow":
        who, other = characters[event["seat"]], characters[event["target"]]
        told["sum"] = blow_sum(event, other)
        frame.lines.append(board.line(who.hex, other.hex) | {"kind": "blow", "hits": event["landed"], "words": ""})
    elif kind == "aim":
        who, seat = characters[event["seat"]], named_seat(event["target"])
        place = event["target"] if seat is None else characters[seat].hex
        word = gettext("AIM {n}").format(n=event["points"])
        frame.lines.append(board.line(who.hex, place) | {"kind": "aim", "hits": False, "words": word})
    elif kind == "move":
        frame.lines.append(board.line(event["from"], event["to"]) | {"kind": "move", "hits": False, "words": ""})
    frame.told.append(told)


def shot_sum(event: Event, who: Character, other: Character) -> str:
    """SD-G5: how the score came about. What card and modifiers leave over is the AIM."""
    fire = BY_NUMBER[event["result_card"]].fire
    if fire is None:
        return ""
    added = list(modifiers(who, other, event["range"]))
    aim = event["score"] - fire - sum(points for _name, points in added)
    parts = [gettext("fire {n}").format(n=fire)]
    if aim:
        parts.append(gettext("AIM {points}").format(points=signed(aim)))
    parts += [
        gettext("{what} {points}").format(what=gettext(MODIFIERS[name]), points=signed(points))
        for name, points in added
    ]
    return gettext("{parts} = {score}, need {need}").format(
        parts=gettext(", ").join(parts), score=event["score"], need=event["need"]
    )


def blow_sum(event: Event, other: Character) -> str:
    """SD-F2: how the value came about. What card, blow and posture leave over is the target's stance."""
    entry = ENTRIES[event["card"]]
    force, accuracy = BY_NUMBER[event["result_card"]].force, BLOWS[entry.side.code].accuracy
    down = DOWN_BONUS if other.is_down else 0
    stance = event["value"] - force - accuracy - down
    parts = [gettext("fire {n}").format(n=force), f"{gettext(entry.side.name)} {signed(accuracy)}"]
    if down:
        parts.append(gettext("{what} {points}").format(what=gettext(MODIFIERS["target_down"]), points=signed(down)))
    if stance:
        parts.append(gettext("{what} {points}").format(what=gettext("stance"), points=signed(stance)))
    return gettext("{parts} = {value}, 4 lands").format(parts=gettext(", ").join(parts), value=event["value"])


# The show


def paced(frames: list[Frame]) -> tuple[list[dict[str, Any]], int]:
    """Give every frame in which something happens its beats; return the captions and the beat of the end."""
    captions: list[dict[str, Any]] = [{"step": 0, "until": 3, "text": gettext("The plans are turned up.")}]
    sentences = sum(len(frame.told) for frame in frames[1:])
    slow = 3 if 6 + 3 * sentences <= LONGEST else 2 if 6 + 2 * sentences <= LONGEST else 1
    frames[0].step, frames[0].until, beat = 0, 3, 3
    for frame in frames[1:]:
        if not frame.told:
            continue
        frame.step = beat
        for line in frame.told:
            after = min(beat + slow, LONGEST)
            captions.append({"step": beat, "until": after, "text": f"{frame.title} · {line['text']}"})
            beat = after
        frame.until = beat
    return captions, beat
