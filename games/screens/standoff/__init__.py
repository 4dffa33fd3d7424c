"""Standoff's face: what happens now in a headline, its options in words, and its table laid out from a view."""

from __future__ import annotations

from functools import cache
from typing import Any

from django.utils.text import format_lazy
from django.utils.translation import gettext, gettext_lazy

from games.engine.standoff.sets import SETS

from ..result import won
from ..screen import OptionWords, Parts, Screen, View
from . import hand, places, stories
from .guide import GUIDE
from .show import show
from .words import ARMED, COMMON_RULES, MAY_DECLINE, QUESTIONS, SENTENCES, Names, asking, card_name, number, tell


def status(view: View, names: Names) -> str:
    """The headline: what happens now, said to this viewer."""
    you = view["you"]["seat"] if view["you"] else None
    if view["phase"] == "over":
        return gettext("You win!") if view["winners"] == [you] else won(view["winners"], names)
    if view["phase"] == "decide":
        seat = view["prompt"]["seat"]
        if seat == you:
            return gettext(QUESTIONS[view["prompt"]["kind"]])
        return gettext("{name} decides: {card}").format(name=names[seat], card=gettext(asking(view).name))
    if you in view["to_act"]:
        return gettext("Choose a card in secret")
    if you is not None and view["seats"][you]["submitted"]:
        return gettext("Your card is locked in")
    return gettext("Cards are chosen in secret")


def stand_in(view: View, seat: int | str) -> str:
    """What is played for a seat that is skipped, from public facts alone."""
    facts = view["seats"][seat]
    if view["phase"] == "choose":
        card = next(card for card in facts["cards"] if card not in facts["spent"])
        return gettext("{n} · {card}").format(n=number(card), card=card_name(view, card))
    kind = view["prompt"]["kind"]
    if kind in MAY_DECLINE:
        return gettext("decline")
    if kind == "tumble":
        return gettext("the {n}, the lowest spent bullet").format(n=number(facts["spent"][0]))
    if kind == "fence":
        return gettext("the lowest spent card, for the lowest of the next seat that has one")
    return gettext("the first legal target in seat order")


def layout(view: View, commands: list[dict[str, Any]], told: list[Any]) -> Parts:
    """What the templates need beyond the view, from what this viewer may know."""
    names = [seat["name"] for seat in view["seats"]]
    staged = cache(lambda: show(view, told, lambda events: tell(events, names)))
    asked = cache(lambda: hand.prompt(view, commands, names))
    return Parts(
        eyebrow=lambda: eyebrow(view),
        set=lambda: the_set(view),
        track=lambda: track(view),
        armed=lambda: [gettext(ARMED[what]) for what in view["armed"]],
        show=staged,
        places=lambda: [places.place(view, seat, staged()) for seat in range(len(names))],
        story=lambda: stories.story(view, staged(), names),
        result=lambda: stories.result(view, staged(), names),
        hand=lambda: hand.cards(view, commands),
        prompt=asked,
        picking=lambda: (asked() or {}).get("kind") == "pick",
    )


def eyebrow(view: View) -> str:
    """Where the match stands, above the headline."""
    if view["phase"] == "decide":
        return gettext("Standoff {standoff} · round {round} · number {n}").format(
            standoff=view["standoff"], round=view["round"], n=number(view["prompt"]["card"])
        )
    return gettext("Standoff {standoff} · round {round}").format(standoff=view["standoff"], round=view["round"])


def the_set(view: View) -> dict[str, Any]:
    """The set's name, its seven cards and the rules that go with them."""
    chapter = SETS[view["set"]]
    return {
        "title": gettext("Set {n}").format(n=view["set"]),
        "name": gettext(chapter.name),
        "cards": [
            {
                "number": row.priority,
                "name": gettext(row.name),
                "rule": f"{view['set']}-{row.priority}",
                "text": gettext(row.text),
            }
            for row in chapter.cards
        ],
        "rules": [duplicate_rule(chapter)] + [gettext(rule) for rule in COMMON_RULES],
    }


def duplicate_rule(chapter: Any) -> str:
    """Which equal numbers cancel each other in this set."""
    if chapter.when_revealed:
        return gettext("Two or more of one number from 1 to 6 are cancelled at the reveal.")
    numbers = gettext(", ").join(str(one) for one in sorted(chapter.cancels, reverse=True))
    return gettext("Two or more of one number are cancelled when it comes up: {numbers}.").format(numbers=numbers)


def track(view: View) -> list[dict[str, Any]]:
    """The numbers from 6 to 0, each past, now or to come; empty while no card is up."""
    if view["phase"] != "decide":
        return []
    now = number(view["prompt"]["card"])
    return [{"n": n, "state": "past" if n > now else "now" if n == now else "next"} for n in range(6, -1, -1)]


SCREEN = Screen(
    slug="standoff",
    layout=layout,
    sentences=SENTENCES,
    stand_in=stand_in,
    status=status,
    options={
        "set": OptionWords(
            gettext_lazy("Card set"),
            gettext_lazy("The same seven numbers, with other effects."),
            {n: format_lazy("{} · {}", n, gettext_lazy(chapter.name)) for n, chapter in SETS.items()}
            | {"random": gettext_lazy("Random")},
        ),
        "lives": OptionWords(
            gettext_lazy("Starting lives"), gettext_lazy("Whoever has none left is out of the match.")
        ),
    },
    tagline=gettext_lazy(
        "Six bullets, one Reload, no second look. Choose in secret, reveal together, outlive the table."
    ),
    length=gettext_lazy("20 min"),
    own_clock=False,
    public=frozenset({"board"}),
    guide=GUIDE,
)
