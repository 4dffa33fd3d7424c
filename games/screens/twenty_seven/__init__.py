"""Twenty-Seven's face: what happens now in a headline, its options in words, and its table laid out from a view."""

from __future__ import annotations

from functools import cache
from types import SimpleNamespace
from typing import Any

from django.utils.translation import gettext, gettext_lazy, pgettext

from games.engine.twenty_seven import rounds

from ..screen import OptionWords, Parts, Screen, View
from . import hand, stories
from .guide import GUIDE
from .places import places, whose
from .show import changes, show
from .words import SENTENCES, Names, hit_points, names_of, slot_name


def status(view: View, names: Names) -> str:
    """The headline: what happens now, said to this viewer."""
    you = view["you"]["seat"] if view["you"] else None
    mine = you in view["to_act"]
    phase = view["phase"]
    if phase == "over":
        return gettext("You win!") if you in view["winners"] else stories.won(view["winners"], names)
    if phase == "pick":
        if mine:
            return gettext("Pick your Powers in secret")
        return gettext("Powers are picked in secret")
    name = names[view["to_act"][0]]
    if phase == "reward":
        return gettext("Triple Nine: take your reward") if mine else gettext("{name} takes a reward").format(name=name)
    if phase == "place":
        return gettext("Place the card you drew") if mine else gettext("{name} places a card").format(name=name)
    return gettext("Draw, play a Power or pass") if mine else gettext("{name}'s turn").format(name=name)


def stand_in(view: View, seat: int | str) -> str:
    """What is played for a seat that is skipped, from public facts alone."""
    if view["phase"] == "turn":
        return pgettext("Twenty-Seven", "pass")
    if view["phase"] == "place":
        return gettext("the drawn card replaces the {n} on the {where}").format(
            n=view["seats"][seat]["visible"][0], where=slot_name(0)
        )
    return gettext("the first Power of each offer")


def layout(view: View, commands: list[dict[str, Any]], told: list[Any]) -> Parts:
    """What the templates need beyond the view, from what this viewer may know."""
    names = names_of(view)
    staged = cache(lambda: show(view, told, names))
    changed = changes(told)
    return Parts(
        eyebrow=lambda: gettext("Round {n}").format(n=view["round"]),
        threshold=lambda: {"n": view["threshold"], "moved": view["threshold"] != view["options"]["goal"]},
        price=lambda: price(view),
        pile=lambda: pile(view),
        last_call=lambda: None if view["last_call"] is None else names[view["last_call"]],
        show=staged,
        places=lambda: places(view, staged(), changed),
        news=lambda: stories.news(view, told, names),
        verdict=lambda: stories.verdict(view, staged(), names),
        story=lambda: stories.story(view, told, names),
        result=lambda: stories.result(view, staged(), names),
        mine=lambda: mine(view, changed),
        powers=lambda: hand.powers(view, commands),
        summary=lambda: hand.summary(view) if view["you"] else "",
        prompt=lambda: hand.prompt(view, commands, names),
        giving=lambda: any(command["type"] == "give" for command in commands),
        mate=lambda: mate(view),
    )


def mine(view: View, changed: Any) -> dict[str, Any] | None:
    """The viewer's own place, with how it is spoken of; None for those who only watch."""
    own = hand.own(view, changed)
    return own and own | {"spoken": hand.own_words(view, own)}


def mate(view: View) -> str:
    """The name of the viewer's team-mate; empty without one."""
    named = (whose(view, seat) for seat in range(len(view["seats"])))
    return next((one["name"] for one in named if one["mate"]), "")


def price(view: View) -> dict[str, Any]:
    """T7-1: what losing this round costs, from each moment at which that changes, in seconds from the round's start."""
    facts: Any = SimpleNamespace(round=view["round"], raises=view["raises"])
    steps: list[dict[str, Any]] = []
    for seconds in (0, rounds.LONG_SECONDS, rounds.SUDDEN_DEATH_SECONDS):
        hp = rounds.price(facts, seconds)
        if not steps or steps[-1]["hp"] != hp:
            steps.append({"seconds": seconds, "hp": hp, "words": hit_points(hp), "minutes": f"{seconds // 60}:00"})
    return {
        "steps": steps,
        "started": int(view["round_started"]),
        "raises": view["raises"],
        "by_raises": view["raises"] * rounds.RAISE,
    }


def pile(view: View) -> dict[str, Any] | None:
    """The deck and the discard pile, its top first; None while there are none."""
    if not view["deck_count"] and not view["discard"]:
        return None
    newest_first = list(reversed(view["discard"]))
    return {"deck": view["deck_count"], "top": newest_first[:1], "cards": newest_first}


SCREEN = Screen(
    slug="twenty_seven",
    layout=layout,
    sentences=SENTENCES,
    stand_in=stand_in,
    status=status,
    options={
        "mode": OptionWords(
            gettext_lazy("Mode"),
            gettext_lazy(
                "Quick: 20 seconds a turn, 3 Powers a round. Ranked: 15 seconds, 4 Powers. "
                "Custom: choose goal, time, Powers and Random Reveal yourself."
            ),
            {
                "quick": gettext_lazy("Quick Match"),
                "ranked": gettext_lazy("Ranked"),
                "custom": gettext_lazy("Custom Match"),
            },
        ),
        "teams": OptionWords(
            gettext_lazy("2V2 teams"),
            gettext_lazy(
                "Exactly four players: the first and third against the second and fourth, one pool of HP each."
            ),
            {False: gettext_lazy("free-for-all"), True: gettext_lazy("2V2 teams")},
        ),
        "goal": OptionWords(
            gettext_lazy("Goal"), gettext_lazy("The total to come close to and not go over."), only=("mode", "custom")
        ),
        "seconds": OptionWords(
            gettext_lazy("Time per turn"),
            gettext_lazy("In seconds. Whoever takes longer passes."),
            only=("mode", "custom"),
        ),
        "powers": OptionWords(
            gettext_lazy("Powers per round"),
            gettext_lazy("How many Powers everybody picks before each deal; a hand holds 9 at most."),
            only=("mode", "custom"),
        ),
        "random_reveal": OptionWords(
            gettext_lazy("Random Reveal"),
            gettext_lazy("Nobody's PASSES count: after each turn, chance may reveal the cards."),
            {False: gettext_lazy("off"), True: gettext_lazy("on")},
            only=("mode", "custom"),
        ),
    },
    tagline=gettext_lazy("As close to 27 as you dare, with 17 Powers that move the goal."),
    length=gettext_lazy("20 min"),
    scripts=("round-price.js",),
    guide=GUIDE,
)
