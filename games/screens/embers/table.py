"""The middle of the table: the Fiend, the card that is played, the piles, and what holds for everybody."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext, npgettext

from games.engine.embers import CARDS
from games.engine.embers.fiend import HALF_HP
from games.engine.text import mark as _
from games.phrases import people

from ..screen import View
from .places import going_off, spots
from .show import Show
from .words import BOSS, Names, card_name, counted, on_table, points, tell


def face(kind: str) -> dict[str, Any]:
    """A card as it is drawn: its seal in rows of Chinese characters, its name, its tier where that counts."""
    card = CARDS[kind]
    return {
        "kind": kind,
        "name": gettext(card.name),
        "chinese": card.chinese,
        "seal": seal(card.chinese),
        "tier": str(card.tier).replace("-", "−") if card.effect is not None and card.tier is not None else None,
        "text": gettext(card.text),
    }


def seal(chinese: str) -> list[str]:
    """A name as a seal is cut: up to three characters in a row, four and five in two; what is in brackets below."""
    name, _bracket, aside = chinese.partition("（")
    rows = [name] if len(name) <= 3 else [name[:2], name[2:]]
    return [*rows, aside.split()[0]] if aside else rows


# The Fiend ------------------------------------------------------------------------------------------------------------


def fiend(view: View, staged: Show | None) -> dict[str, Any] | None:
    """Its bar: life in points, bombs, this round's target and damage, its helpers. While it is here, or falls."""
    boss = view["boss"]
    names = [seat["name"] for seat in view["seats"]]
    fell = staged.fell.get(BOSS) if staged and boss["status"] == "dead" else None
    if boss["status"] != "present" and fell is None:
        return None
    here = boss["target"] is not None
    aim = gettext("aims at {name} this round: {points}")
    return {
        "life": gettext("{points} of {most}").format(points=points(boss["half_hp"]), most=HALF_HP // 2),
        "cells": [cell(boss["half_hp"] - at) for at in range(0, HALF_HP, 2)],
        "bombs": range(boss["bombs"]),
        "bombs_words": npgettext("Embers", "{n} bomb on it", "{n} bombs on it", boss["bombs"]).format(n=boss["bombs"]),
        "aims": aim.format(name=names[boss["target"]], points=points(boss["half_damage"])) if here else "",
        "helpers": people([names[seat] for seat in boss["helpers"]]),
        "going_off": going_off(BOSS, staged),
        "spots": spots(BOSS, staged),
        "came": staged.came.get(BOSS) if staged else None,
        "fell": fell,
    }


def cell(half_points: int) -> str:
    """How full one point of its life is."""
    return "full" if half_points >= 2 else "half" if half_points == 1 else "gone"


NOT_HERE = {
    "waiting": _("The Fiend may come in round 5"),
    "absent": _("The Fiend did not come"),
    "dead": _("The Fiend is dead"),
}


# Marks and piles ------------------------------------------------------------------------------------------------------


def marks(view: View) -> list[dict[str, str]]:
    """What holds for the whole table: a pending Detonator, a burning Inferno."""
    found = []
    if view["detonator"] is not None:
        found.append({"icon": "double", "word": gettext("Detonator: next damage ×2")})
    if view["inferno"]:
        left = npgettext("Embers", "Inferno: {n} round end left", "Inferno: {n} round ends left", view["inferno"])
        found.append({"icon": "flame", "word": left.format(n=view["inferno"])})
    return found


def absent(view: View) -> str:
    """Why the Fiend is not here, where it is one of the game."""
    status = view["boss"]["status"]
    return gettext(NOT_HERE[status]) if status in NOT_HERE else ""


def piles(view: View) -> dict[str, Any]:
    """The deck's size, and the open piles by kind."""
    return {
        "deck": view["deck_count"],
        "discard_count": len(view["discard"]),
        "discard": [face(kind) | {"count": n} for kind, n in counted(view["discard"])],
        "destroyed_count": len(view["destroyed"]),
        "destroyed": [face(kind) | {"count": n} for kind, n in counted(view["destroyed"])],
    }


# The card on the table ------------------------------------------------------------------------------------------------


def lying(view: View, names: Names) -> dict[str, Any] | None:
    """The card on the table: who plays it on whom, and what a Life Wager guesses."""
    play = view["play"]
    if play is None:
        return None
    return face(play["card"]) | {
        "key": f"{view['round']}-{play['seat']}-{play['card']}",
        "says": on_table(view | {"you": None}, names),
        "guess": gettext("The guess: {card}").format(card=card_name(play["guess"])) if play["guess"] else "",
        "fate": gettext("Fate has changed it.") if play["rewritten"] else "",
    }


def passed(told: list[Any]) -> list[int]:
    """Who has passed on the card that was played last."""
    seats: list[int] = []
    for move in told:
        for event in move.events:
            if event["type"] == "played":
                seats = []
            elif event["type"] == "passed":
                seats.append(event["seat"])
    return seats


def latest(told: list[Any], names: Names) -> str:
    """The newest move in a sentence or two, as far as everybody may know it."""
    for move in reversed(told):
        public = [event for event in move.events if "only" not in event]
        if public:
            return " ".join(tell(public, names)[-2:])
    return ""
