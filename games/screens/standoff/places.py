"""The places at the table: a seat's name, lives and bullets, the card in front of it, and what became of it."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Any

from django.utils.translation import gettext, npgettext

from ..screen import View
from .show import CARD_MARKS, SEAT_MARKS, Frame, Lying, Show
from .words import MARKS, card_name, mark, number, owner, rule_of


def place(view: View, seat: int, staged: Show | None) -> dict[str, Any]:
    """A seat's place. `frames` is what lies there, or lay there in the round that is shown; `now` what lies there
    between rounds, from the end of the show on."""
    facts, up = view["seats"][seat], view["phase"] == "decide"
    between = None if up else staged
    end = staged.end if staged and view["phase"] == "choose" else None
    frames = [framed(view, seat, frame) for frame in frames_of(view, seat, staged)]
    if frames and end is not None:
        frames[-1]["until"] = end
    lost = between is not None and seat in between.lost
    healed = between is not None and seat in between.healed
    made = {
        "number": seat,
        "name": facts["name"],
        "turn": seat in view["to_act"],
        "out": not facts["alive"],
        "winner": seat in view["winners"],
        "notches": ["full"] * (facts["lives"] - healed) + ["new"] * healed + ["lost"] * lost,
        "lives_step": between.lives_step if between and (lost or healed) else None,
        "hand_size": facts["hand_size"],
        "cylinder": cylinder(view, seat, staged),
        "frames": frames,
        "marks": marks_of_seat(view, seat, staged),
        "until": end,
        "spots": spots(seat, staged),
        "shot": not up and bool(frames) and bool(view["last_round"]["seats"][seat]["shot"]),
        "fell": between.seat_marks.get(seat, {}).get("shot") if between else None,
        "state": state_of(view, seat),
        "deciding": up and view["prompt"]["seat"] == seat,
        "now": between_rounds(view, seat, end) if view["phase"] == "choose" or not frames else None,
    }
    return made | {"spoken": spoken(made, view)}


def between_rounds(view: View, seat: int, step: int | None) -> dict[str, Any]:
    """What lies in front of a seat while cards are chosen: its card face down, or a trace of its last one.

    `back` tells this round's card from the last one's, which has been turned.
    """
    facts, last = view["seats"][seat], view["last_round"]
    row = last["seats"][seat] if last and not view["over"] else None
    return {
        "step": step,
        "back": f"{view['standoff']}-{view['round']}" if facts["submitted"] else None,
        "last": row and {
            "number": number(row["card"]),
            "value": row["value"] if row["value"] != number(row["card"]) else None,
            "shot": row["shot"],
        },
        "marks": [mark("medic")] if facts["medic"] and view["phase"] == "choose" else [],
    }  # fmt: skip


def spots(seat: int, staged: Show | None) -> list[dict[str, Any]]:
    """When to point at a place: its card acts, is chosen, or changes nothing."""
    found = staged.spots.get(seat, []) if staged else []
    return [spot | {"word": gettext("no effect") if spot["kind"] == "idle" else ""} for spot in found]


def state_of(view: View, seat: int) -> str:
    """One or two words for where a seat stands."""
    facts = view["seats"][seat]
    if view["phase"] == "over":
        return gettext("winner") if seat in view["winners"] else gettext("eliminated") if facts["eliminated"] else ""
    if facts["eliminated"]:
        return gettext("eliminated")
    if not facts["alive"]:
        return gettext("dead")
    if view["phase"] == "decide":
        return gettext("decides") if view["prompt"]["seat"] == seat else ""
    return gettext("locked in") if facts["submitted"] else gettext("choosing…")


def frames_of(view: View, seat: int, staged: Show | None) -> list[Frame]:
    """What lies in front of a seat, or lay there in the last round: from the show, or from the view alone."""
    if staged:
        return staged.frames.get(seat, [])
    last = view["last_round"] if view["phase"] == "over" else None
    row = view["seats"][seat]["in_play"] or (last and last["seats"][seat])
    if not row:
        return []
    path = [(number(row["card"]), None)] + ([(row["value"], None)] if row["value"] != number(row["card"]) else [])
    marks = dict.fromkeys(kind for kind in CARD_MARKS.values() if row.get(kind))
    if row["status"] == "cancelled":
        marks["cancelled"] = None
    return [Frame(Lying(row["card"], path, row["status"], marks), None)]


def framed(view: View, seat: int, frame: Frame) -> dict[str, Any]:
    """A card in front of a seat as its template shows it."""
    card, marks = frame.lying.card, frame.marks()
    return {
        "card": card,
        "number": number(card),
        "name": card_name(view, card),
        "rule": rule_of(view, card),
        "status": frame.lying.status,
        "whose": view["seats"][owner(card)]["name"] if owner(card) != seat else "",
        "step": frame.step,
        "until": frame.until,
        "flips": frame.flips,
        "path": frame.path()[-3:],
        "marks": [mark(kind, marks[kind]) for kind in MARKS if kind in marks],
    }


def marks_of_seat(view: View, seat: int, staged: Show | None) -> list[dict[str, Any]]:
    """The marks on a player in this round, or in the last one while that is shown."""
    facts, last = view["seats"][seat], view["last_round"]
    steps = staged.seat_marks.get(seat, {}) if staged else {}
    if view["phase"] == "decide":
        row = facts | {"reloaded": "reloaded" in steps}
    else:
        row = (last and last["seats"][seat] if staged or view["over"] else None) or {}
        row = row | {"medic": "medic" in steps}
    return [mark(kind, steps.get(kind)) for kind in MARKS if kind in (*SEAT_MARKS, "shot") and row.get(kind)]


def cylinder(view: View, seat: int, staged: Show | None) -> list[dict[str, Any]]:
    """The bullets that a seat owns, as chambers on a circle of 64 by 64, the lowest on top."""
    facts = view["seats"][seat]
    bullets = [card for card in facts["cards"] if number(card) > 0]
    on_table = {played["in_play"]["card"] for played in view["seats"] if played["in_play"]}
    played_last = staged and view["phase"] != "decide" and {frames[-1].lying.card for frames in staged.frames.values()}
    chambers = []
    for index, card in enumerate(bullets):
        angle = 2 * pi * index / len(bullets)
        spent = card in facts["spent"]
        step = staged.bullets.get(card) if staged else None
        if spent and step is None and played_last and card in played_last:
            step = staged.end
        chambers.append(
            {
                "n": number(card),
                "x": f"{32 + 20 * sin(angle):.1f}",
                "y": f"{32 - 20 * cos(angle):.1f}",
                "state": "spent" if spent else "table" if card in on_table else "full",
                "r": "9.4" if len(bullets) < 7 else "8.2",
                "foreign": owner(card) != seat,
                "step": step,
            }
        )
    return chambers


def spoken(made: dict[str, Any], view: View) -> str:
    """A place in words, in the order in which an eye takes it in."""
    facts = view["seats"][made["number"]]
    parts = [
        facts["name"],
        npgettext("Standoff", "{n} life", "{n} lives", facts["lives"]).format(n=facts["lives"]),
        npgettext("Standoff", "{n} card in hand", "{n} cards in hand", facts["hand_size"]).format(n=facts["hand_size"]),
    ]
    if facts["spent"]:
        numbers = gettext(", ").join(str(number(card)) for card in facts["spent"])
        parts.append(gettext("spent: {numbers}").format(numbers=numbers))
    foreign = [card for card in facts["cards"] if owner(card) != made["number"]]
    if foreign:
        numbers = gettext(", ").join(
            gettext("{n} from {name}").format(n=number(card), name=view["seats"][owner(card)]["name"])
            for card in foreign
        )
        parts.append(gettext("not their own: {numbers}").format(numbers=numbers))
    lies = made["frames"][-1] if made["frames"] and made["now"] is None else None
    if lies:
        parts.append(
            gettext("{n} {card}, worth {value}").format(
                n=lies["number"], card=lies["name"], value=lies["path"][-1]["value"]
            )
        )
        if lies["whose"]:
            parts.append(gettext("from {name}").format(name=lies["whose"]))
        parts += [one["word"] for one in lies["marks"] + made["marks"]]
    elif made["now"]:
        parts += [one["word"] for one in made["now"]["marks"]]
    return gettext(", ").join(part for part in [*parts, made["state"]] if part)
