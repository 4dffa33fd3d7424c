"""What the viewer holds, and what the viewer may do with it."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext, npgettext

from games.engine.text import mark as _

from ..screen import View
from .words import Names, asking, card_name, effect_text, number, owner, rule_of

Command = dict[str, Any]


STATES = {"chosen": _("locked in"), "spent": _("spent"), "table": _("on the table"), "hand": _("in hand")}


def cards(view: View, commands: list[Command]) -> list[dict[str, Any]]:
    """All cards of the viewer, the highest first. A card's slot joins it with what the prompt says of it."""
    you = view["you"]
    if not you:
        return []
    facts = view["seats"][you["seat"]]
    can_choose = {command["card"] for command in commands if command["type"] == "choose"}
    held = []
    for slot, card in enumerate(reversed(facts["cards"])):
        state = (
            "chosen" if card == you["chosen"]
            else "hand" if card in you["hand"]
            else "spent" if card in facts["spent"]
            else "table"
        )  # fmt: skip
        held.append(
            {
                "slot": slot,
                "card": card,
                "number": number(card),
                "name": card_name(view, card),
                "rule": rule_of(view, card),
                "text": effect_text(view, card),
                "whose": view["seats"][owner(card)]["name"] if owner(card) != you["seat"] else "",
                "state": state,
                "word": gettext(STATES[state]),
                "command": {"type": "choose", "card": card} if card in can_choose else None,
            }
        )
    return held


def prompt(view: View, commands: list[Command], names: Names) -> dict[str, Any] | None:
    """What the viewer may do now, or waits for; None for those who only watch, and once the match is over."""
    you = view["you"]
    if not you or view["over"]:
        return None
    facts = view["seats"][you["seat"]]
    if view["phase"] == "decide" and view["prompt"]["seat"] == you["seat"]:
        return decision(view, commands) if commands else {"kind": "stopped"}
    if view["phase"] == "choose" and you["seat"] in view["to_act"]:
        return {"kind": "pick"} if commands else {"kind": "stopped"}
    if you["chosen"]:
        chosen = gettext("{n} · {card}").format(n=number(you["chosen"]), card=card_name(view, you["chosen"]))
        return {"kind": "locked", "card": chosen, "waiting": [names[seat] for seat in view["to_act"]]}
    if facts["eliminated"]:
        return {"kind": "eliminated"}
    return {"kind": "waiting" if facts["alive"] else "dead", "lowest": lowest_now(view, names)}


def lowest_now(view: View, names: Names) -> dict[str, Any] | None:
    """The lowest value on the table at this moment, protected cards left out, and who holds it."""
    exposed = [
        (seat["in_play"]["value"], seat["name"])
        for seat in view["seats"]
        if seat["in_play"] and not seat["in_play"]["protected"]
    ]
    if not exposed:
        return None
    least = min(value for value, _name in exposed)
    return {"value": least, "names": [name for value, name in exposed if value == least]}


PARTS = {
    "trade": ("give", "take", _("You give"), _("You take")),
    "pay": ("card", "target", _("You pay"), _("You swap with")),
}
"""Command type -> the two fields of an answer in two parts, and how each is asked for."""


TOLD_TO = {"extortion_payment": _("You are the one: pay a bullet, or the card in front of you is worth 0.")}
"""Kind -> what to say instead of the card's text, to somebody who is asked by another's card."""


def decision(view: View, commands: list[Command]) -> dict[str, Any]:
    """The open question to this viewer. An answer in two parts is in `groups`, by the first of them."""
    asked = view["prompt"]
    answers = [command for command in commands if command["type"] != "decline"]
    made: dict[str, Any] = {
        "kind": "decide",
        "name": gettext(asking(view).name),
        "rule": rule_of(view, asked["card"]),
        "text": gettext(TOLD_TO.get(asked["kind"]) or asking(view).text),
        "decline": next((command for command in commands if command["type"] == "decline"), None),
        "declining": gettext("Fall to 0") if asked["kind"] == "extortion_payment" else gettext("No, keep it"),
        "options": [],
        "groups": [],
    }
    first, second, giving, taking = PARTS.get(answers[0]["type"], ("", "", "", ""))
    if second not in answers[0]:
        return made | {"options": [option(view, command) for command in answers]}
    for slot, card in enumerate(dict.fromkeys(command[first] for command in answers)):
        options = [option(view, command, command[second]) for command in answers if command[first] == card]
        made["groups"].append({"slot": slot, "options": options} | named(view, card))
    return made | {"giving": gettext(giving), "taking": gettext(taking)}


def named(view: View, card: str) -> dict[str, Any]:
    return {"number": number(card), "name": card_name(view, card)}


def option(view: View, command: Command, card: str = "") -> dict[str, Any]:
    """One answer as a button: a player, or a card with whose it is and what it is worth. `aims`: at which seat."""
    if "seat" in command:
        facts = view["seats"][command["seat"]]
        held = npgettext("Standoff", "{n} card in hand", "{n} cards in hand", facts["hand_size"])
        return {
            "command": command,
            "name": facts["name"],
            "note": held.format(n=facts["hand_size"]),
            "aims": str(command["seat"]),
        }
    card = card or command["card"]
    made = named(view, card) | {"command": command}
    you = view["you"]["seat"]
    for seat, facts in enumerate(view["seats"]):
        lies = facts["in_play"]
        worth = lies["value"] if lies and lies["card"] == card else None
        if worth is not None or (command["type"] == "trade" and card in facts["spent"]):
            made["note"] = gettext("yours") if seat == you else facts["name"]
            made["value"] = worth if worth != number(card) else None
            made["aims"] = str(seat)
    if view["prompt"]["kind"] == "double_load":
        value = view["seats"][you]["in_play"]["value"]
        made["note"] = gettext("{old} → {new}").format(old=value, new=value + number(card))
    return made
