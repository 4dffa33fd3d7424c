"""Embers' face: what happens now in a headline, its options in words, and its table laid out from a view."""

from __future__ import annotations

from functools import cache
from typing import Any

from django.utils.translation import gettext, gettext_lazy

from ..result import won
from ..screen import OptionWords, Parts, Screen, View
from . import hand, places, prompts, stories, table
from .guide import GUIDE
from .show import show
from .words import SENTENCES, STAND_INS, Names, others_doing, own_question, tell


def status(view: View, names: Names) -> str:
    """The headline: what happens now, said to this viewer."""
    you = view["you"]["seat"] if view["you"] else None
    if view["phase"] == "over":
        return gettext("You win!") if you in view["winners"] else won(view["winners"], names)
    return own_question(view, names) if you in view["to_act"] else others_doing(view, names)


def stand_in(view: View, seat: int | str) -> str:
    """What is played for a seat that is skipped, from public facts alone."""
    return gettext(STAND_INS[view["phase"]])


def layout(view: View, commands: list[dict[str, Any]], told: list[Any]) -> Parts:
    """What the templates need beyond the view, from what this viewer may know."""
    names = [seat["name"] for seat in view["seats"]]
    staged = cache(lambda: show(told, lambda events: tell(events, names)))
    passed = cache(lambda: table.passed(told) if view["phase"] == "poll" else [])
    return Parts(
        eyebrow=lambda: eyebrow(view, names),
        show=staged,
        fiend=lambda: table.fiend(view, staged()),
        absent=lambda: table.absent(view),
        marks=lambda: table.marks(view),
        piles=lambda: table.piles(view),
        lying=lambda: table.lying(view, names),
        latest=lambda: table.latest(told, names),
        news=lambda: view["play"] is None and not view["over"] and bool(told),
        places=lambda: [places.place(view, seat, staged(), passed()) for seat in range(len(names))],
        result=lambda: stories.result(view, told, staged(), names),
        hand=lambda: hand.hand(view, commands, names),
        holds=lambda: prompts.holds(view) if view["you"] else "",
        asked=lambda: bool(commands),
        key=lambda: prompts.key(view, commands),
        prompt=lambda: prompts.prompt(view, commands, names),
        scope=lambda: scope(view),
    )


def eyebrow(view: View, names: Names) -> str:
    """Where the match stands, above the headline."""
    facts = {"round": view["round"], "cap": view["round_cap"]}
    if view["turn"] is None or (view["you"] and view["turn"]["seat"] == view["you"]["seat"]):
        return gettext("Round {round} of {cap}").format(**facts)
    name = names[view["turn"]["seat"]]
    if view["turn"]["extra"]:
        return gettext("Round {round} of {cap} · {name}'s extra turn").format(**facts, name=name)
    return gettext("Round {round} of {cap} · {name}'s turn").format(**facts, name=name)


def scope(view: View) -> dict[str, str] | None:
    """For how long a player may let everything pass: names of this turn and of this round. None for the dead."""
    if not view["you"] or view["over"] or view["seats"][view["you"]["seat"]]["status"] == "dead":
        return None
    turn = view["turn"]
    return {
        "turn": f"{view['round']}-{turn['seat']}-{int(turn['extra'])}" if turn else f"{view['round']}-end",
        "round": str(view["round"]),
    }


SCREEN = Screen(
    slug="embers",
    layout=layout,
    sentences=SENTENCES,
    stand_in=stand_in,
    status=status,
    options={
        "mode": OptionWords(
            gettext_lazy("Sides"),
            gettext_lazy("2V2 needs exactly four players: the first and third against the second and fourth."),
            {"free": gettext_lazy("Free-for-all"), "teams": gettext_lazy("2V2")},
        ),
        "boss": OptionWords(
            gettext_lazy("The Fiend"),
            gettext_lazy("It may walk in at round 5, and while it lives nobody can win."),
            {True: gettext_lazy("May come"), False: gettext_lazy("Never comes")},
        ),
        "round_cap": OptionWords(
            gettext_lazy("Round cap"),
            gettext_lazy("After so many rounds, from 10 to 60, the match ends and nobody wins."),
        ),
        "pace": OptionWords(
            gettext_lazy("Pace"),
            gettext_lazy("Seconds for a turn, for letting a card pass, and for every other question."),
            {
                "normal": gettext_lazy("Normal: 45, 10 and 20"),
                "slow": gettext_lazy("Slow: 90, 20 and 40"),
                "off": gettext_lazy("No limits"),
            },
        ),
    },
    tagline=gettext_lazy("Bombs, borrowed shields and a fire demon that nobody invited. Override, or be overridden."),
    length=gettext_lazy("20 min"),
    public=frozenset({"board"}),
    practice_options={"pace": "off"},
    scripts=("auto-pass.js", "choose-another.js"),
    guide=GUIDE,
)
