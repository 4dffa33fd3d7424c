"""What the viewer holds, and what can be done with each card: ways that unfold step by step, down to whole commands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext, npgettext

from games.engine.embers import CARDS

from ..screen import View
from .table import face
from .words import BOSS, Names, body_name, card_name, cards, counted, listed

Command = dict[str, Any]
Way = dict[str, Any]

SLOTS = {kind: slot for slot, kind in enumerate(CARDS)}
"""A card in hand and its panel in the prompt share this number."""


def hand(view: View, commands: list[Command], names: Names) -> list[dict[str, Any]]:
    """The viewer's cards by kind, a Small Bomb too where its four cards can be played, each with its panel."""
    you = view["you"]
    if not you or view["over"]:
        return []
    named = {command.get("card") for command in commands if command["type"] in ("play", "equip", "give")}
    kinds = counted(you["hand"]) + [("minibomb", 1)] * ("minibomb" in named)
    return [held(view, kind, n, commands, names) for kind, n in kinds]


def held(view: View, kind: str, n: int, commands: list[Command], names: Names) -> dict[str, Any]:
    """One kind in hand: how many, whether it can be used now, on whom, and the ways to use it."""
    plays = [one for one in commands if one["type"] == "play" and one["card"] == kind]
    simple = [one for one in commands if one["type"] in ("equip", "give") and one["card"] == kind]
    aims = dict.fromkeys(one["target"] for one in plays if "target" in one)
    return face(kind) | {
        "slot": SLOTS[kind],
        "count": n,
        "count_words": cards(n),
        "lit": bool(plays or simple),
        "aims": " ".join(str(body) for body in aims),
        "simple": [{"command": one, "label": label(one, view)} for one in simple]
        + [{"command": one, "label": label(one, view)} for one in plays if "target" not in one],
        "ways": ways_to_play(view, kind, [one for one in plays if "target" in one], names),
    }


def label(command: Command, view: View) -> str:
    """The word on a button that needs nothing more."""
    if command["type"] == "equip":
        return gettext("Put it on") if command["card"] == "shield" else gettext("Equip it")
    if command["type"] == "give":
        return gettext("Give {card}").format(card=card_name(command["card"]))
    return gettext("Override with it") if view["phase"] == "poll" else gettext("Play it")


def ways_to_play(view: View, kind: str, plays: list[Command], names: Names) -> Way | None:
    """The rest of a play that has a target: for a Gift or a Life Wager first the card, then on whom."""
    if not plays:
        return None
    choice = CARDS[kind].choice
    if choice is None:
        return asking(gettext("On whom?"), [at_body(view, one, names) for one in plays])
    first, then = (
        (gettext("Give which card?"), gettext("To whom?"))
        if choice.field == "gift"
        else (gettext("Which card is on top?"), gettext("Whose life is it about?"))
    )
    return unfold(
        first, f"{kind}-{choice.field}", plays, choice.field, lambda one: seal_label(one[choice.field]),
        lambda some: asking(then, [at_body(view, one, names) for one in some]),
    )  # fmt: skip


def asking(legend: str, options: list[dict[str, Any]]) -> Way:
    """The last step: each option is a whole command."""
    return {"legend": legend, "options": options, "ways": []}


def unfold(
    legend: str,
    group: str,
    commands: list[Command],
    field: str,
    named: Callable[[Command], dict[str, Any]],
    rest: Callable[[list[Command]], Way],
) -> Way:
    """A step before the last: one way for each value of a field, and behind it what remains to be said. A way that is
    the only one lies open at once."""
    ways = []
    values = list(dict.fromkeys(command[field] for command in commands))
    for number, value in enumerate(values):
        same = [command for command in commands if command[field] == value]
        ways.append(named(same[0]) | {"id": f"{group}-{number}", "then": rest(same), "only": len(values) == 1})
    return {"legend": legend, "group": group, "options": [], "ways": ways, "several": len(values) > 1}


def seal_label(kind: str) -> dict[str, Any]:
    return {"name": card_name(kind), "chinese": CARDS[kind].chinese}


def at_body(view: View, command: Command, names: Names) -> dict[str, Any]:
    """A command as a button that names its target."""
    return body_option(view, command, command["target"], names)


def body_option(view: View, command: Command, body: int | str, names: Names) -> dict[str, Any]:
    """A button for a body, with what one may want to know of it: that it is oneself or one's mate, and what it has."""
    return {"command": command, "name": body_name(body, names), "note": note(view, body), "aims": str(body)}


def note(view: View, body: int | str) -> str:
    you = view["you"]["seat"]
    if body == BOSS:
        return hung(view["boss"]["bombs"])
    facts = view["seats"][body]
    worn = facts["shields"] + sum(loan["count"] for loan in facts["borrowed"])
    mates = facts["team"] is not None and facts["team"] == view["seats"][you]["team"]
    return listed(
        [
            gettext("you") if body == you else gettext("your team-mate") if mates else "",
            cards(facts["hand_count"]),
            npgettext("Embers", "{n} shield", "{n} shields", worn).format(n=worn) if worn else "",
            hung(facts["bombs"]),
        ]
    )


def hung(bombs: int) -> str:
    return npgettext("Embers", "{n} bomb", "{n} bombs", bombs).format(n=bombs) if bombs else ""
