"""Showdown's face: what happens now in a headline, its options in words, and its table laid out from a view."""

from __future__ import annotations

from functools import cache
from typing import Any

from django.utils.translation import gettext, gettext_lazy, ngettext, ngettext_lazy, npgettext

from games.engine.showdown.hexes import STARTS
from games.engine.showdown.preview import preview
from games.engine.showdown.state import OVER, PLACE, SURRENDERED, TURN_POINTS, Table
from games.engine.showdown.view import table_of
from games.phrases import people

from ..screen import OptionWords, Parts, Screen, View
from . import board
from .draft import draft, timeline, written
from .fighters import fighter
from .guide import GUIDE
from .rehearsal import rehearse
from .replay import replay
from .words import SENTENCES, Names, character_name, ending, facing_name, hex_name

Command = dict[str, Any]


def status(view: View, names: Names) -> str:
    """The headline: what happens now, said to this viewer."""
    you = view["you"]["seat"] if view["you"] else None
    if view["phase"] == OVER:
        return ending(view["winners"], view["end_reason"], names)
    if view["phase"] == PLACE:
        seat = view["to_act"][0]
        if seat == you:
            return gettext("Take your stand in the corral")
        return gettext("{name} takes a stand").format(name=names[seat])
    if you in view["to_act"]:
        return gettext("Plan your five heartbeats")
    if you is not None and view["seats"][you]["ready"]:
        return gettext("Your plan is locked in")
    return gettext("Plans are laid in secret")


def eyebrow(view: View) -> str:
    """Where the match stands, above the headline."""
    if view["phase"] == PLACE:
        return gettext("Placement")
    return gettext("Turn {n} of {cap}").format(n=view["turn"], cap=view["turn_cap"])


def stand_in(view: View, seat: int | str) -> str:
    """What is played for a seat that is skipped, from public facts alone."""
    if view["phase"] == PLACE:
        start = STARTS[int(seat)]
        return gettext("{hex}, facing {facing}").format(hex=hex_name(start.hex), facing=facing_name(start.facing))
    return gettext("no card: the turn is passed")


def layout(view: View, commands: list[Command], told: list[Any]) -> Parts:
    """What the templates need beyond the view, from what this viewer may know."""
    names = [seat["name"] for seat in view["seats"]]
    table = table_of(view)
    you = view["you"]["seat"] if view["you"] else None
    last = cache(lambda: replay(table, told, names, you))
    return Parts(
        eyebrow=lambda: eyebrow(view),
        still=board.still,
        view_box=lambda: board.VIEW_BOX,
        camera=lambda: board.camera(
            [who.hex for who in table.characters if who.is_placed] + [gun.hex for gun in table.ground]
        ),
        pieces=lambda: board.pieces(table.characters, you),
        guns=lambda: board.guns(table),
        aims=lambda: board.aim_lines(table),
        fighters=lambda: [fighter(view, table, seat, names) for seat in range(len(names))],
        last=last,
        prompt=lambda: prompt(view, table, commands, names),
        starts=lambda: starts(view, commands),
        surrender=lambda: next((command for command in commands if command["type"] == "surrender"), None),
        result=lambda: result(view, told, names),
    )


def starts(view: View, commands: list[Command]) -> list[dict[str, Any]]:
    """The start hexes that this viewer may take, each with its facings and the commands that take it."""
    places = [command for command in commands if command["type"] == "place"]
    return [
        board.at(hex_)
        | {
            "slot": slot,
            "name": hex_name(hex_),
            "facings": [
                {"command": command, "name": facing_name(command["facing"]), "degrees": 60 * command["facing"]}
                for command in places
                if command["hex"] == hex_
            ],
        }
        for slot, hex_ in enumerate(dict.fromkeys(command["hex"] for command in places))
    ]


def prompt(view: View, table: Table, commands: list[Command], names: Names) -> dict[str, Any] | None:
    """What the viewer may do now, or waits for; None for those who only watch, and once the match is over."""
    you = view["you"]
    if not you or view["phase"] == OVER:
        return None
    seat, facts = you["seat"], view["seats"][you["seat"]]
    if facts["status"] != "fighting":
        return {"kind": "surrendered" if facts["status"] == SURRENDERED else "down"}
    if view["phase"] == PLACE:
        if seat not in view["to_act"]:
            return {"kind": "placed" if facts["ready"] else "next", "name": names[view["to_act"][0]]}
        return {"kind": "place" if commands else "stopped", "character": character_name(seat)}
    if you["plan"] is None:
        return {"kind": "plan", "delay": facts["delay"], "passes": facts["delay"] >= TURN_POINTS}
    outlooks = preview(table, seat, you["plan"])
    _after, reasons = rehearse(table, seat, you["plan"])
    return {
        "kind": "sent",
        "timeline": timeline(table, seat, you["plan"], outlooks, reasons, names),
        "waiting": [names[one] for one in view["to_act"]],
    }


def result(view: View, told: list[Any], names: Names) -> dict[str, Any] | None:
    """Who won, and the match in three lines."""
    if not view["over"]:
        return None
    winners = view["winners"]
    if winners:
        left = view["seats"][winners[0]]["endurance"]
        first = npgettext(
            "Showdown", "{name} had {n} point of endurance left.", "{name} had {n} points of endurance left.", left
        ).format(name=names[winners[0]], n=left)
    elif view["end_reason"] == "turn_cap":
        standing = [names[seat] for seat, facts in enumerate(view["seats"]) if facts["status"] == "fighting"]
        first = gettext("Still in the fight: {names}.").format(names=people(standing))
    else:
        first = gettext("Nobody was left in the fight.")
    second = ngettext("It took {n} turn.", "It took {n} turns.", view["turn"]).format(n=view["turn"])
    deciding = [
        event
        for move in told
        for event in move.events
        if event["type"] == "surrendered"
        or (event["type"] == "shot" and event["result"] not in ("dud", "miss"))
        or (event["type"] == "blow" and event["landed"])
    ]
    third = SENTENCES[deciding[-1]["type"]](deciding[-1], names) if deciding else gettext("Not a shot hit anybody.")
    return {"headline": ending(winners, view["end_reason"], names), "lines": [first, second, third]}


SCREEN = Screen(
    slug="showdown",
    layout=layout,
    sentences=SENTENCES,
    stand_in=stand_in,
    status=status,
    options={
        "turn_cap": OptionWords(
            gettext_lazy("Turn cap"),
            gettext_lazy("After so many turns the match is a draw of those who are still in the fight."),
        ),
        "plan_seconds": OptionWords(
            gettext_lazy("Time to plan"),
            gettext_lazy("Whoever sends no plan in time passes the turn."),
            {
                n: ngettext_lazy("{n} second", "{n} seconds", n).format(n=n) if n else gettext_lazy("no limit")
                for n in (0, 60, 90, 120, 180, 300)
            },
        ),
        "brawling": OptionWords(
            gettext_lazy("Brawling"),
            gettext_lazy("Fists beside guns: Jab, Swing and Belt, and the stances against them."),
            {True: gettext_lazy("with fists"), False: gettext_lazy("guns only")},
        ),
    },
    tagline=gettext_lazy("Five heartbeats, planned in secret. Step, draw, cock, aim, and hope you are first."),
    length=gettext_lazy("30 min"),
    draft=draft,
    written=written,
    practice_bots=1,
    practice_options={"plan_seconds": 0},
    scripts=("plan-builder.js",),
    guide=GUIDE,
)
