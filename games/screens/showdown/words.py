"""Showdown's words: the sentences of its log, and how hexes, facings, cards, targets and reasons are spoken of."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext, npgettext, pgettext, pgettext_lazy

from games.engine.showdown.cards import ENTRIES, Entry
from games.engine.showdown.hexes import COMPASS, STARTS
from games.engine.text import mark as _
from games.phrases import people

from ..screen import Event

Names = list[str]
Sentence = Callable[[Event, Names], str | None]


def about(text: str) -> Sentence:
    """A sentence about a seat, with what its event says in plain numbers, and its hexes by their names."""

    def sentence(event: Event, names: Names) -> str:
        facts = {field: value for field, value in event.items() if isinstance(value, int)}
        facts |= {field: hex_name(event[field]) for field in ("hex", "to") if field in event}
        return gettext(text).format(name=names[event["seat"]], **facts)

    return sentence


def by(field: str, texts: dict[Any, str]) -> Sentence:
    """A sentence that depends on one field of the event."""
    sentences = {value: about(text) for value, text in texts.items()}
    return lambda event, names: sentences[event[field]](event, names)


# Hexes, facings, people


def hex_name(hex_: str) -> str:
    """A hex as players speak of it: the board's letter says nothing while there is one board."""
    return hex_.partition("-")[2]


def facing_name(facing: int) -> str:
    return gettext(COMPASS[facing])


def character_name(seat: int) -> str:
    return gettext(STARTS[seat].name)


LETTERS = (
    pgettext_lazy("on the Marshal's piece", "M"),
    pgettext_lazy("on the Kid's piece", "K"),
    pgettext_lazy("on the Reb's piece", "R"),
    pgettext_lazy("on the Yankee's piece", "Y"),
)


def letter(seat: int) -> str:
    """What stands on a character's piece."""
    return str(LETTERS[seat])


def target_name(target: str, names: Names) -> str:
    """Whom or what a plan names: `@1`, `A-F6`."""
    return names[int(target[1:])] if target.startswith("@") else hex_name(target)


def signed(points: int) -> str:
    return f"+{points}" if points >= 0 else f"−{-points}"


# Cards

DIRECTIONS = {
    "ahead_left": _("ahead left"),
    "ahead": _("ahead"),
    "ahead_right": _("ahead right"),
    "back_left": _("back left"),
    "back": _("back"),
    "back_right": _("back right"),
}
ACTIONS = {"cock": _("Cock"), "aim": _("Aim"), "shoot": _("Shoot"), "ground": _("Draw & Cock from the ground")}
"""What a side that can do several things does, by the word that is written behind it."""
AT_TARGETS = {
    "aim": _("Aim at {target}"),
    "shoot": _("Shoot at {target}"),
    "10f": _("Jab at {target}"),
    "11f": _("Swing at {target}"),
    "12f": _("Belt at {target}"),
}


def action_name(entry: Entry) -> str:
    """What a card does, without its direction or target."""
    return gettext(ACTIONS.get(entry.action.word, entry.side.name))


def card_name(card: str, names: Names) -> str:
    """A card of a plan in words, with its direction or target."""
    entry = ENTRIES[card]
    if entry.target:
        text = AT_TARGETS.get(entry.action.word) or AT_TARGETS[entry.side.code]
        return gettext(text).format(target=target_name(entry.target, names))
    direction = DIRECTIONS.get(card.rpartition(":")[2])
    if direction is None:
        return action_name(entry)
    return gettext("{card} {direction}").format(card=action_name(entry), direction=gettext(direction))


def plan_name(cards: list[str], names: Names) -> str:
    """A whole plan in words."""
    if not cards:
        return pgettext("Showdown, an empty plan", "pass")
    return gettext(", ").join(card_name(card, names) for card in cards)


# Why a card does nothing

REASONS = {
    "no_gun": _("no gun in hand"),
    "not_cocked": _("not cocked"),
    "empty": _("no shell"),
    "full": _("six shells already"),
    "nobody": _("nobody there"),
    "out_of_zone": _("outside the aim zone"),
    "out_of_sight": _("out of sight"),
    "out_of_reach": _("out of reach"),
    "down": _("lying down"),
    "off_board": _("off the board"),
    "trough": _("the trough is in the way"),
    "time": _("out of time"),
}


def held(event: Event, names: Names) -> str:
    return gettext("{name} holds the shot: {reason}.").format(
        name=names[event["seat"]], reason=gettext(REASONS[event["reason"]])
    )


def cancelled(event: Event, names: Names) -> str:
    return gettext("{name}: {card} is cancelled, {reason}.").format(
        name=names[event["seat"]], card=card_name(event["card"], names), reason=gettext(REASONS[event["reason"]])
    )


# The events


def placed(event: Event, names: Names) -> str:
    return gettext("{name}, {character}, stands in {hex} and faces {facing}.").format(
        name=names[event["seat"]], character=character_name(event["seat"]), hex=hex_name(event["hex"]),
        facing=facing_name(event["facing"]),
    )  # fmt: skip


def resolve(event: Event, names: Names) -> str:
    laid = [
        gettext("{name}: {plan}").format(name=name, plan=plan_name(plan, names))
        for name, plan in zip(names, event["plans"], strict=True)
        if plan is not None
    ]
    return gettext("The plans are turned up. {plans}.").format(plans=gettext("; ").join(laid))


MOVES = {
    ("1f", False): _("{name} advances to {to}."),
    ("1f", True): _("{name} advances over the fence to {to}."),
    ("1b", False): _("{name} backs up to {to}."),
    ("1b", True): _("{name} backs up over the fence to {to}."),
    ("2f", False): _("{name} runs to {to}."),
    ("2f", True): _("{name} runs over the fence to {to}."),
    ("3f", False): _("{name} sprints to {to}."),
    ("3f", True): _("{name} sprints over the fence to {to}."),
}


def moved(event: Event, names: Names) -> str:
    code = ENTRIES[event["card"]].side.code
    return about(MOVES["3f" if code == "4f" else code, event["fence"]])(event, names)


def faced(event: Event, names: Names) -> str:
    text = _("{name} waits, facing {facing}.") if event["card"] == "3b:ahead" else _("{name} turns to face {facing}.")
    return gettext(text).format(name=names[event["seat"]], facing=facing_name(event["facing"]))


def posture(event: Event, names: Names) -> str:
    if event["cause"] == "hit":
        return about(_("{name} is knocked DOWN."))(event, names)
    return about(_("{name} goes DOWN.") if event["posture"] == "down" else _("{name} gets up."))(event, names)


def drawn(event: Event, names: Names) -> str:
    text = (
        npgettext("Showdown", "{name} picks a gun up and cocks it: {n} shell.",
                  "{name} picks a gun up and cocks it: {n} shells.", event["shells"])
        if event["card"] == "9f:ground"
        else npgettext("Showdown", "{name} draws and cocks: {n} shell.", "{name} draws and cocks: {n} shells.",
                       event["shells"])
    )  # fmt: skip
    return text.format(name=names[event["seat"]], n=event["shells"])


def loaded(event: Event, names: Names) -> str:
    return npgettext(
        "Showdown", "{name} loads: {n} shell, not cocked.", "{name} loads: {n} shells, not cocked.", event["shells"]
    ).format(name=names[event["seat"]], n=event["shells"])


def aimed(event: Event, names: Names) -> str:
    return gettext("{name} aims at {target}: AIM {points}.").format(
        name=names[event["seat"]], target=target_name(event["target"], names), points=event["points"]
    )


RESULTS = {
    "dud": _("dud"),
    "miss": _("miss"),
    "graze": _("graze"),
    "body": _("body"),
    "leg": _("leg"),
    "gun_arm": _("gun arm"),
    "gun_hand": _("gun hand"),
    "head": _("head"),
    "maim": _("maim"),
    "kill": _("kill"),
}


def shot(event: Event, names: Names) -> str:
    """SD-G4 to SD-G6, with all that it takes to check it."""
    if event["score"] is None:
        text = _("{name} shoots at {other} (range {range}): card {result_card} is a dud.")
    elif event["second_card"] is None:
        text = _("{name} shoots at {other} (range {range}): card {result_card}, score {score}, need {need}: {result}.")
    else:
        text = _(
            "{name} shoots at {other} (range {range}): card {result_card}, score {score}, need {need}; "
            "second card {second_card}: {result}."
        )
    return gettext(text).format(
        **event | {"result": gettext(RESULTS[event["result"]])},
        name=names[event["seat"]], other=names[event["target"]],
    )  # fmt: skip


BLOWS = {
    ("10f", True): _("{name} jabs at {other}: card {card}, value {value}: it lands."),
    ("10f", False): _("{name} jabs at {other}: card {card}, value {value}: missed."),
    ("11f", True): _("{name} swings at {other}: card {card}, value {value}: it lands."),
    ("11f", False): _("{name} swings at {other}: card {card}, value {value}: missed."),
    ("12f", True): _("{name} belts at {other}: card {card}, value {value}: it lands."),
    ("12f", False): _("{name} belts at {other}: card {card}, value {value}: missed."),
}


def blow(event: Event, names: Names) -> str:
    return gettext(BLOWS[ENTRIES[event["card"]].side.code, event["landed"]]).format(
        name=names[event["seat"]], other=names[event["target"]], card=event["result_card"], value=event["value"]
    )


HITS = {
    "graze": _("{name} is grazed: {endurance} endurance lost, {delay} delay."),
    "body": _("{name} is hit in the body: {endurance} endurance lost, {delay} delay, and bleeds."),
    "leg": _("{name} is hit in the leg: {endurance} endurance lost, {delay} delay."),
    "gun_arm": _("{name} is hit in the gun arm: {endurance} endurance lost, {delay} delay."),
    "gun_hand": _("{name} is hit in the gun hand: {endurance} endurance lost, {delay} delay."),
    "head": _("{name} is hit in the head: {endurance} endurance lost, {delay} delay."),
    "maim": _("{name} is maimed: {endurance} endurance lost, {delay} delay, and bleeds badly."),
    "kill": _("The shot is the end of {name}."),
    "jab": _("The jab costs {name} {endurance} endurance and {delay} delay."),
    "swing": _("The swing costs {name} {endurance} endurance and {delay} delay."),
    "belt": _("The belt costs {name} {endurance} endurance and {delay} delay."),
}

DELAYS = {
    "crawl": _("{name} crawls: {points} delay."),
    "leg": _("{name}'s leg slows the move: {points} delay."),
    "fence": _("Climbing the fence costs {name} {points} delay."),
    "sprint": _("{name}'s sprint: card {result_card}, {points} delay."),
    "leap": _("{name}'s leap or drop: card {result_card}, {points} delay."),
    "crowd": _("{name} is in a crowd: card {result_card}, {points} delay."),
}


def gun_fell(event: Event, names: Names) -> str:
    return npgettext(
        "Showdown", "{name}'s gun falls in {hex} with {n} shell.", "{name}'s gun falls in {hex} with {n} shells.",
        event["shells"],
    ).format(name=names[event["seat"]], hex=hex_name(event["hex"]), n=event["shells"])  # fmt: skip


def over(event: Event, names: Names) -> str:
    return gettext("{result}.").format(result=ending(event["winners"], event["end_reason"], names))


def ending(winners: list[int], reason: str | None, names: Names) -> str:
    """How the match has ended, as a headline."""
    if winners:
        return gettext("{name} is the last one standing").format(name=people([names[seat] for seat in winners]))
    return gettext("The turn cap is reached: a draw") if reason == "turn_cap" else gettext("All are down: a draw")


SENTENCES: dict[str, Sentence] = {
    "placed": placed,
    "turn": lambda event, names: gettext("Turn {turn}: plans are laid.").format(**event),
    "planned": about(_("{name} has planned.")),
    "surrendered": about(_("{name} surrenders.")),
    "resolve": resolve,
    "segment": lambda event, names: gettext("Segment {segment}.").format(**event),
    "stance": by("stance", {
        "duck": _("{name} ducks."),
        "block": _("{name} blocks."),
        "guard": _("{name} is on guard."),
        "strength": _("{name} gathers strength."),
    }),
    "move": moved,
    "face": faced,
    "posture": posture,
    "draw": drawn,
    "cock": about(_("{name} cocks the gun.")),
    "load": loaded,
    "aim": aimed,
    "aim_lost": about(_("{name}'s AIM is lost.")),
    "shot": shot,
    "held": held,
    "cancelled": cancelled,
    "blow": blow,
    "hit": by("result", HITS),
    "delay": by("reason", DELAYS),
    "gun_fell": gun_fell,
    "out": by("status", {
        "killed": _("{name} is killed."),
        "passed_out": _("{name} passes out."),
    }),
    "bled": about(_("{name} bleeds: {points} endurance lost.")),
    "eased": about(_("{name} recovers: {delay} delay is left.")),
    "over": over,
}  # fmt: skip
