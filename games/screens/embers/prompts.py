"""What the viewer may do now beside picking a card of the hand: the question, its answers, and what stands open."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext, npgettext, pgettext

from games.engine.embers import CARDS

from ..screen import View
from .hand import Command, Way, asking, body_option, seal_label, unfold
from .table import face
from .words import Names, body_name, card_list, card_name, cards

Prompt = dict[str, Any]


def prompt(view: View, commands: list[Command], names: Names) -> Prompt | None:
    """What the viewer may do now, or waits for; None for those who only watch, and once the match is over."""
    you = view["you"]
    if not you or view["over"]:
        return None
    if you["seat"] not in view["to_act"]:
        return {"kind": "waiting", "words": waiting(view), "may_switch": True}
    if not commands:
        return {"kind": "stopped"}
    return {"kind": view["phase"]} | PROMPTS[view["phase"]](view, commands, names)


def key(view: View, commands: list[Command]) -> str:
    """Another one for each question that is asked, so that nothing picked for one of them is picked in the next."""
    if not commands:
        return "looking"
    turn, play = view["turn"], view["play"]
    parts = [view["round"], view["phase"]]
    parts += [turn["seat"], int(turn["extra"])] if turn else []
    parts += [play["seat"], play["card"]] if play else []
    return "-".join(str(part) for part in parts)


def waiting(view: View) -> str:
    """What there is to say to one who is not asked."""
    facts = view["seats"][view["you"]["seat"]]
    if facts["status"] == "dead":
        if facts["returning"]:
            return gettext("You are dead, and come back at the start of the next round.")
        return gettext("You are dead. Watch how it ends.")
    if facts["silenced"]:
        return gettext("You are a ghost, and can't act before the next round.")
    if view["you"]["given"]:
        return gettext("Set aside: {cards}.").format(cards=card_list(view["you"]["given"]))
    if view["you"]["fate_armed"]:
        return gettext("Your Fate lies on the card. If nobody overrides it, you rewrite it.")
    return gettext("Nothing for you to do now.")


def only(commands: list[Command], kind: str) -> Command | None:
    return next((command for command in commands if command["type"] == kind), None)


def turn(view: View, commands: list[Command], names: Names) -> Prompt:
    loans = [command for command in commands if command["type"] == "lend"]
    can_play = any(command["type"] == "play" for command in commands)
    played = view["turn"]["played"]
    return {
        "hint": gettext("You have played your card this turn.")
        if played
        else gettext("Pick a card of yours.")
        if can_play
        else gettext("You have no card to play now."),
        "end": only(commands, "end"),
        "take_back": only(commands, "take_back"),
        "return": only(commands, "return"),
        "lend": lending(loans, names),
    }


def lending(loans: list[Command], names: Names) -> Way | None:
    """Crown: to whom, then how many."""
    if not loans:
        return None
    return unfold(
        gettext("Lend shields to whom?"), "lend", loans, "target",
        lambda one: {"name": names[one["target"]]},
        lambda some: asking(
            gettext("How many?"),
            [{"command": one, "name": str(one["count"]), "aims": str(one["target"])} for one in some],
        ),
    )  # fmt: skip


def poll(view: View, commands: list[Command], names: Names) -> Prompt:
    """The card on the table is asked about: what beats it lies lit in the hand; Fate is there for a Fatebinder only."""
    play = view["play"]
    beats = list(dict.fromkeys(command["card"] for command in commands if command["type"] == "play"))
    return {
        "hint": npgettext(
            "Embers",
            "Tier {tier}: {n} of your cards beats it. Pick it to override.",
            "Tier {tier}: {n} of your cards beat it. Pick one to override.",
            len(beats),
        ).format(n=len(beats), tier=CARDS[play["card"]].tier)
        if beats
        else gettext("Tier {tier}: none of your cards beats it now.").format(tier=CARDS[play["card"]].tier),
        "pass": only(commands, "pass"),
        "fate": only(commands, "fate"),
        "may_switch": True,
        "fatebinder": "fatebinder" in view["seats"][view["you"]["seat"]]["equipment"],
    }


def fate(view: View, commands: list[Command], names: Names) -> Prompt:
    """Three choices in one panel: the pair, who plays, on whom. The last one confirms."""
    card = card_name(view["play"]["card"])

    def targets(rewrites: list[Command]) -> Way:
        return asking(gettext("On whom? This confirms it."), [confirm(view, one, card, names) for one in rewrites])

    def actors(rewrites: list[Command]) -> Way:
        return unfold(
            gettext("Who plays it?"), f"actor-{rewrites[0]['pair']}", rewrites, "actor",
            lambda one: {"name": names[one["actor"]]}, targets,
        )  # fmt: skip

    pairs = unfold(gettext("Spend which pair?"), "pair", commands, "pair", lambda one: seal_label(one["pair"]), actors)
    return {"ways": pairs}


def confirm(view: View, command: Command, card: str, names: Names) -> dict[str, Any]:
    if command["target"] is None:
        actor = names[command["actor"]]
        return {"command": command, "name": gettext("{name} plays {card}").format(name=actor, card=card), "aims": None}
    return body_option(view, command, command["target"], names)


def give(view: View, commands: list[Command], names: Names) -> Prompt:
    return {"hint": gettext("Pick the card that you give."), "given": "", "enough": None}


def swap(view: View, commands: list[Command], names: Names) -> Prompt:
    given = view["you"]["given"]
    return {
        "hint": gettext("Pick a card of yours to give. Nobody sees it before the swap."),
        "given": gettext("Set aside: {cards}.").format(cards=card_list(given)) if given else "",
        "enough": only(commands, "enough"),
    }


def scavenge(view: View, commands: list[Command], names: Names) -> Prompt:
    return {
        "hint": gettext("Everybody sees what you take."),
        "cards": [
            face(one["card"]) | {"command": one, "count": view["discard"].count(one["card"])} for one in commands
        ],
    }


def rob(view: View, commands: list[Command], names: Names) -> Prompt:
    """What is seen, the takable cards as buttons; a Bomb is only seen."""
    seen = view["you"]["seen"]
    by_card = {command["card"]: command for command in commands if command["type"] == "rob"}
    shown = [face(kind) | {"command": by_card.get(kind), "count": seen.count(kind)} for kind in dict.fromkeys(seen)]
    whose = body_name(view["play"]["target"], names)
    return {
        "hint": pgettext("Embers", "What {name} has; only you see it.").format(name=whose)
        if view["play"]["target"] != "boss"
        else gettext("From the deck; only you see it."),
        "cards": shown,
        "shield": only(commands, "rob_shield"),
    }


def rescue(view: View, commands: list[Command], names: Names) -> Prompt:
    saving = [command for command in commands if command["type"] == "rescue"]
    return {
        "hint": gettext("Your Miracle can rescue one of them.")
        if saving
        else gettext("You hold no Miracle to rescue with."),
        "options": [body_option(view, command, command["target"], names) for command in saving],
        "none": only(commands, "let_die"),
        "none_label": gettext("Let them die"),
    }


def bequeath(view: View, commands: list[Command], names: Names) -> Prompt:
    heirs = [command for command in commands if command["target"] is not None]
    return {
        "hint": gettext("Heir's Blade leaves a Last Will."),
        "options": [body_option(view, command, command["target"], names) for command in heirs],
        "none": next(command for command in commands if command["target"] is None),
        "none_label": gettext("Nobody"),
    }


PROMPTS: dict[str, Callable[[View, list[Command], Names], Prompt]] = {
    "turn": turn,
    "poll": poll,
    "fate": fate,
    "give": give,
    "swap": swap,
    "scavenge": scavenge,
    "rob": rob,
    "rescue": rescue,
    "bequeath": bequeath,
}


def holds(view: View) -> str:
    """How many cards the viewer holds, as the hand's title."""
    return gettext("Your hand: {cards}").format(cards=cards(len(view["you"]["hand"])))
