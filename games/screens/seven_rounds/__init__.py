"""Seven Rounds' faces: a phone for each player, and the shared screen for the host and everyone who watches."""

from __future__ import annotations

from functools import cache
from typing import Any

from django.utils.text import format_lazy
from django.utils.translation import gettext, gettext_lazy, ngettext, ngettext_lazy, pgettext

from ..result import won
from ..screen import OptionWords, Parts, Screen, View
from . import hand, places, scores, stories
from .guide import GUIDE
from .show import show
from .words import SENTENCES, Names, action_name, listed

OFFERED_SECONDS = (0, 15, 20, 30, 45, 60, 90, 120, 180, 300, 600)
"""The round times that the form offers; any other that the game allows may still be set."""


def status(view: View, names: Names) -> str:
    """The headline: what happens now, said to this viewer."""
    you = view["you"]
    if view["phase"] == "over":
        return gettext("You win!") if you and view["winners"] == [you["seat"]] else won(view["winners"], names)
    if view["phase"] == "results":
        return pgettext("Seven Rounds", "The results of round {round}").format(round=view["round"])
    if you:
        return gettext("Your choice is locked in") if you["choice"] else gettext("Choose one action")
    if all(seat["ready"] for seat in view["seats"]):
        return gettext("Everyone has locked in")
    return gettext("Choose on your phone")


def stand_in(view: View, actor: int | str) -> str:
    """What is done for somebody who is skipped."""
    if view["phase"] == "results":
        return gettext("on to the next round")
    return gettext("no choice") if isinstance(actor, int) else gettext("the reveal")


def layout(view: View, commands: list[dict[str, Any]], told: list[Any]) -> Parts:
    """What the templates need beyond the view, from what this viewer may know."""
    names = [seat["name"] for seat in view["seats"]]
    staged = cache(lambda: show(view, told, names))
    missing = [names[actor] for actor in view["to_act"] if isinstance(actor, int)]
    return Parts(
        face=lambda: "phone" if view["you"] else "screen",
        eyebrow=lambda: eyebrow(view, names),
        show=staged,
        tally=lambda: tally(view),
        places=lambda: [places.place(view, seat, staged(), names) for seat in range(len(names))],
        scores=lambda: scores.board(view, staged()),
        story=lambda: stories.last_round(view, names) if not staged() or view["over"] else None,
        result=lambda: stories.result(view, staged(), names),
        podium=lambda: scores.podium(view) if view["over"] else [],
        standing=lambda: scores.standing(view) if view["over"] else [],
        me=lambda: hand.me(view, staged()),
        prompt=lambda: hand.prompt(view, commands, staged(), names),
        missing=lambda: missing,
        missing_names=lambda: listed(missing),
        ending=lambda: ending(view),
    )


def eyebrow(view: View, names: Names) -> str:
    """Where the match stands, above the headline. A phone has room for the round only; its places show the Captain."""
    if view["you"]:
        return pgettext("Seven Rounds", "Round {round} of {rounds}").format(round=view["round"], rounds=view["rounds"])
    return pgettext("Seven Rounds", "Round {round} of {rounds} · Round Captain: {name}").format(
        round=view["round"], rounds=view["rounds"], name=names[view["captain"]]
    )


def tally(view: View) -> list[dict[str, Any]]:
    """How far a round is: how many have locked in, then how many chose each action."""
    if view["phase"] == "choose":
        ready = sum(seat["ready"] for seat in view["seats"])
        words = ngettext("{n} of {all} has locked in", "{n} of {all} have locked in", ready)
        return [{"action": "", "words": words.format(n=ready, all=len(view["seats"]))}]
    if view["over"]:
        return []
    counts = view["history"][-1]["counts"]
    return [
        {"action": action, "words": gettext("{n} {action}").format(n=n, action=action_name(action))}
        for action, n in counts.items()
        if n
    ]


def ending(view: View) -> str:
    """What it means to end the match, where the game itself settles that."""
    if not view["options"]["host"]:
        return ""
    if not view["completed"]:
        return gettext("The match ends at once. No round has been completed, so nobody wins.")
    return ngettext(
        "The match ends at once, with the scores of the {n} completed round.",
        "The match ends at once, with the scores of the {n} completed rounds.",
        view["completed"],
    ).format(n=view["completed"])


SCREEN = Screen(
    slug="seven_rounds",
    layout=layout,
    sentences=SENTENCES,
    stand_in=stand_in,
    status=status,
    options={
        "round_seconds": OptionWords(
            gettext_lazy("Round time"),
            gettext_lazy("How long everyone has to choose an action."),
            {n: format_lazy(ngettext_lazy("{n} second", "{n} seconds", n), n=n) for n in OFFERED_SECONDS}
            | {0: gettext_lazy("No limit")},
            OFFERED_SECONDS,
        ),
        "host": OptionWords(
            gettext_lazy("Who runs the rounds"),
            gettext_lazy("A host shows the shared screen, reveals and goes on; without one the table runs itself."),
            {
                True: gettext_lazy("The host, who does not play"),
                False: gettext_lazy("Nobody: the host plays too"),
            },
        ),
        "missions": OptionWords(
            gettext_lazy("Secret Missions"),
            gettext_lazy("Everyone gets one of their own, worth 3 points once."),
            {True: gettext_lazy("On"), False: gettext_lazy("Off")},
        ),
    },
    tagline=gettext_lazy("Bank it, team up, swipe it or call their bluff. One shared screen, a phone each."),
    length=gettext_lazy("15 min"),
    practice_bots=4,
    practice_options={"host": False, "round_seconds": 0},
    guide=GUIDE,
)
