"""What the viewer holds: three cards against the threshold, and Powers; and what the viewer may do with them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext, ngettext

from games.engine.twenty_seven.powers import POWERS
from games.engine.twenty_seven.sight import Sight
from games.engine.twenty_seven.state import HIDDEN, MAX_POWERS
from games.engine.twenty_seven.turns import MOST_PASSES

from ..screen import View
from .places import face, hp, marks, pips, whose
from .show import Changes
from .words import (
    ASKS,
    ASKS_FIRST,
    BRIEF,
    Names,
    hit_points,
    listed,
    passes_used,
    power_name,
    powers_held,
    slot_name,
    standing,
)

Command = dict[str, Any]

DIAL = 40
"""The end of the dial's scale: just above the highest total, three 13s."""
DIAL_START, DIAL_SWEEP = 135, 270
"""Degrees, clockwise from three o'clock."""


def own(view: View, changed: Changes) -> dict[str, Any] | None:
    """The viewer's own cards and their total on the dial; None without cards."""
    you = view["you"]
    if not you or you["hidden"] is None:
        return None
    seat = you["seat"]
    facts = view["seats"][seat]
    cards = [*facts["visible"], you["hidden"]]
    return whose(view, seat) | {
        "cards": [face(seat, slot, card, changed) for slot, card in enumerate(facts["visible"])],
        "hidden": face(seat, HIDDEN, you["hidden"], changed),
        "hp": hp(view, seat, None)[0]["n"],
        "marks": [one for one in marks(view, seat) if one["kind"] != "mate"],
        "passes": pips(view, seat),
        "dial": dial(sum(cards), view["threshold"]),
    }


def dial(total: int, threshold: int) -> dict[str, Any]:
    """A total against the threshold, as lengths on a dial of 40 and in words."""
    return {
        "total": total,
        "threshold": threshold,
        "within": min(total, threshold),
        "beyond": DIAL - threshold,
        "over": max(0, total - threshold),
        "angle": DIAL_START + DIAL_SWEEP * threshold // DIAL,
        "state": "bust" if total > threshold else "exact" if total == threshold else "under",
        "words": standing(total, threshold),
    }


# Powers ---------------------------------------------------------------------------------------------------------------


def powers(view: View, commands: list[Command]) -> list[dict[str, Any]]:
    """The Powers in hand, each once, with what may be done with it. A slot joins a tile and its panel in the prompt."""
    you = view["you"]
    if not you or view["over"]:
        return []
    acting = any(command["type"] == "draw" for command in commands)
    sight = Sight(view, [])
    held = []
    for slot, power in enumerate(dict.fromkeys(you["powers"])):
        plays = [one for one in commands if one["type"] == "play" and one["power"] == power]
        give = next((one for one in commands if one["type"] == "give" and one["power"] == power), None)
        held.append(
            described(power)
            | {
                "slot": slot,
                "times": you["powers"].count(power),
                "idle": acting and not plays,
                "give": give,
                "why": why(view, power, acting, plays),
            }
            | ways(view, sight, power, plays)
        )
    return held


def described(power: str) -> dict[str, Any]:
    return {
        "id": power,
        "name": power_name(power),
        "brief": gettext(BRIEF[power]),
        "text": gettext(POWERS[power].text),
    }


def why(view: View, power: str, acting: bool, plays: list[Command]) -> str:
    """Why a Power cannot be played now; nothing where it can."""
    if plays:
        return ""
    if not acting:
        return gettext("You can play it on your turn.")
    if POWERS[power].aims:
        return gettext("There is nobody it could be played on now.")
    return gettext("It is in effect already.")


def ways(view: View, sight: Sight, power: str, plays: list[Command]) -> dict[str, Any]:
    """The ways to play a Power: the one command, or the answers to what it asks for, in rows; where one's own card
    comes first, the rows by that card."""
    made: dict[str, Any] = {"play": None, "rows": [], "groups": [], "asks": "", "asks_first": ""}
    if not POWERS[power].fields:
        return made | {"play": next(iter(plays), None)}
    made["asks"] = gettext(ASKS[power])
    if power not in ASKS_FIRST:
        return made | {"rows": rows(view, sight, plays)}
    made["asks_first"] = gettext(ASKS_FIRST[power])
    made["groups"] = [
        {
            "slot": slot,
            "n": sight.cards[slot],
            "where": slot_name(slot),
            "rows": rows(view, sight, [one for one in plays if one["slot"] == slot]),
        }
        for slot in dict.fromkeys(one["slot"] for one in plays)
    ]
    return made


def rows(view: View, sight: Sight, plays: list[Command]) -> list[dict[str, Any]]:
    """Answers, those about one player's cards or about one card in a row of their own."""
    made: dict[str, list[dict[str, Any]]] = {}
    for play in plays:
        if "target_slot" in play:
            title = view["seats"][play["target"]]["name"]
        else:
            title = (
                gettext("{where}: {n}").format(where=slot_name(play["slot"]), n=sight.cards[play["slot"]])
                if ("delta" in play)
                else ""
            )
        made.setdefault(title, []).append(option(view, sight, play))
    return [{"title": title, "options": options} for title, options in made.items()]


def option(view: View, sight: Sight, play: Command) -> dict[str, Any]:
    """One way to play a Power as a button: on whom or on which card, and what is known of what comes of it."""
    made: dict[str, Any] = {"command": play, "n": None, "aims": None, "name": "", "note": "", "where": ""}
    if "target" in play:
        facts = view["seats"][play["target"]]
        made["aims"] = str(play["target"])
        if "target_slot" in play:
            made |= {"n": facts["visible"][play["target_slot"]], "where": slot_name(play["target_slot"])}
        else:
            made |= {"name": facts["name"], "note": NOTES[play["power"]](facts) if play["power"] in NOTES else ""}
    else:
        made |= {"n": sight.cards[play["slot"]], "where": slot_name(play["slot"])}
    if "delta" in play:
        made["n"] = "+1" if play["delta"] > 0 else "−1"
    if play["power"] in FORESEEN:
        total = sum(sight.after(play))
        made |= {"name": gettext("total {n}").format(n=total), "note": standing(total, view["threshold"])}
    elif not made["name"]:
        made["name"] = made["where"]
    return made


FORESEEN = frozenset({"trade", "mirror", "tweak"})
"""Powers of which one knows beforehand what total they give."""
NOTES: dict[str, Callable[[dict[str, Any]], str]] = {
    "spyglass": lambda facts: gettext("{n} and a hidden card").format(n=sum(facts["visible"])),
    "pickpocket": lambda facts: powers_held(facts["powers"]),
    "pressure": lambda facts: passes_used(facts["passes"]),
}
"""What one would like to know of a target."""


# What may be done -----------------------------------------------------------------------------------------------------


def prompt(view: View, commands: list[Command], names: Names) -> dict[str, Any] | None:
    """What the viewer may do now, or waits for; None for those who only watch, and once the match is over."""
    you = view["you"]
    if not you or view["over"]:
        return None
    if not view["seats"][you["seat"]]["alive"]:
        return {"kind": "eliminated"}
    waiting = [names[seat] for seat in view["to_act"]]
    if you["seat"] not in view["to_act"]:
        return {"kind": "picked" if view["phase"] == "pick" else "waiting", "waiting": waiting}
    if not commands:
        return {"kind": "stopped"}
    by_type = {command["type"]: command for command in commands}
    if "place" in by_type:
        return {"kind": "place", "n": you["drawn"], "slots": landings(view, commands)}
    if "pick" in by_type:
        return {"kind": "pick", "rewarded": view["phase"] == "reward", "title": picking(view)} | offer(view, commands)
    used = view["seats"][you["seat"]]["passes"] + 1
    return {
        "kind": "turn",
        "draw": by_type["draw"],
        "pass": by_type["pass"],
        "passing": ""
        if view["options"]["random_reveal"]
        else gettext("{n} of {most}").format(n=used, most=MOST_PASSES),
        "hint": what_ends_it(view),
        "first": view["round"] == 1,
    }


def landings(view: View, commands: list[Command]) -> list[dict[str, Any]]:
    """Where the drawn card may go: what it replaces there, and the total that it gives."""
    sight = Sight(view, [])
    found = []
    for command in commands:
        if command["type"] == "place":
            old = sight.cards[command["slot"]]
            total = sum(sight.cards) - old + sight.drawn
            found.append(
                {
                    "command": command,
                    "old": old,
                    "where": slot_name(command["slot"]),
                    "hidden": command["slot"] == HIDDEN,
                    "total": total,
                    "bust": total > view["threshold"],
                    "standing": standing(total, view["threshold"]),
                }
            )
    return found


def picking(view: View) -> str:
    left = view["seats"][view["you"]["seat"]]["picks_left"]
    if view["phase"] == "reward":
        return ngettext("Your reward: take {n} more Power", "Your reward: take {n} Powers", left).format(n=left)
    return ngettext("Pick a Power: {n} left", "Pick a Power: {n} left", left).format(n=left)


def offer(view: View, commands: list[Command]) -> dict[str, Any]:
    """The Powers on offer. `key` is another for each offer, so that nothing is chosen in a new one."""
    left = view["seats"][view["you"]["seat"]]["picks_left"]
    picks = [command for command in commands if command["type"] == "pick"]
    return {
        "key": f"{view['round']}-{view['phase']}-{left}",
        "offer": [
            described(command["power"])
            | {"slot": slot, "command": command, "held": view["you"]["powers"].count(command["power"])}
            for slot, command in enumerate(picks)
        ],
    }


def what_ends_it(view: View) -> str:
    """How the Reveal comes, in a sentence for whoever has the turn."""
    if view["options"]["random_reveal"]:
        return gettext("A draw replaces one of your visible cards. After any turn, chance may reveal all cards.")
    return gettext(
        "A draw replaces one of your visible cards. All passing in a row, or one's third PASS, reveals all cards."
    )


def summary(view: View) -> str:
    """How many Powers the viewer holds, of how many."""
    return gettext("Your Powers: {n} of {most}").format(n=len(view["you"]["powers"]), most=MAX_POWERS)


def own_words(view: View, mine: dict[str, Any]) -> str:
    """The viewer's own cards in words."""
    left, right = (card["n"] for card in mine["cards"])
    parts = [
        gettext("your cards: {left}, {right}, hidden {hidden}").format(
            left=left, right=right, hidden=mine["hidden"]["n"]
        ),
        gettext("total {n} of {threshold}").format(n=mine["dial"]["total"], threshold=mine["dial"]["threshold"]),
        mine["dial"]["words"],
        hit_points(mine["hp"]),
        mine["passes"]["words"] if mine["passes"] else "",
        *(one["word"] for one in mine["marks"]),
    ]
    return listed(part for part in parts if part)
