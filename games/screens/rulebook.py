"""The rules pages: a game's prose in the reader's language, its contents, and every card from the engine's tables."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from games import engine
from games.engine.embers.cards import TABLE
from games.engine.seven_rounds.actions import ACTIONS
from games.engine.seven_rounds.missions import MISSIONS
from games.engine.showdown.cards import SIDES
from games.engine.showdown.results import CARDS as RESULTS
from games.engine.standoff.sets import SETS
from games.engine.twenty_seven.powers import POWERS

from .embers.table import face
from .showdown.words import RESULTS as RESULT_WORDS

Groups = dict[str, list[dict[str, Any]]]

SECTION = re.compile(r'<section id="([a-z0-9-]+)">\s*<h2>([^<]+)</h2>')
"""How the prose opens a section."""
END = "</section>"


def shown(id: str, row: Any, **more: Any) -> dict[str, Any]:  # noqa: A002
    """A row of an engine's table, in the reader's language."""
    return {"id": id, "name": gettext(row.name), "text": gettext(row.text), **more}


def standoff() -> Groups:
    return {
        f"set_{number}": [shown(f"{number}-{row.priority}", row, number=row.priority) for row in chapter.cards]
        for number, chapter in SETS.items()
    }


def embers() -> Groups:
    return {"cards": [shown(row.kind, row, copies=row.copies) | face(row.kind) for row in TABLE]}


def seven_rounds() -> Groups:
    return {
        "actions": [shown(row.id, row, glyph=row.id) for row in ACTIONS],
        "missions": [shown(row.id, row) for row in MISSIONS],
    }


def showdown() -> Groups:
    results = [
        {
            "id": f"result-{row.number}",
            "number": row.number,
            "fire": gettext(RESULT_WORDS["dud"]) if row.fire is None else row.fire,
            "delay": row.delay,
            "place": gettext(RESULT_WORDS[row.place]),
            "vital": gettext(RESULT_WORDS[row.vital]),
        }
        for row in RESULTS
    ]
    sides = [shown(row.code, row, corner=row.code, cost=row.cost, beats=range(row.cost)) for row in SIDES]
    return {"sides": sides, "results": results}


def twenty_seven() -> Groups:
    return {"powers": [shown(row.id, row) for row in POWERS.values()]}


REFERENCE: dict[str, Callable[[], Groups]] = {
    "standoff": standoff,
    "embers": embers,
    "seven_rounds": seven_rounds,
    "showdown": showdown,
    "twenty_seven": twenty_seven,
}


def rulebook(slug: str, language: str) -> dict[str, Any]:
    """The page's own facts: its `short` first section, the `rest`, and `contents`, id and heading of each section."""
    chinese = "zh/" if language.startswith("zh") else ""
    facts = {"game": engine.get(slug), "reference": REFERENCE[slug]()}
    prose = render_to_string(f"rules/{chinese}{slug}.html", facts)
    short, end, rest = prose.partition(END)
    contents = [{"id": id_, "heading": _own(heading)} for id_, heading in SECTION.findall(prose)]
    return {"short": _own(short + end), "rest": _own(rest), "contents": contents}


def _own(text: str) -> SafeString:
    return mark_safe(text)  # noqa: S308  (our own template's output)
