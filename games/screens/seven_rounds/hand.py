"""What only its owner sees: score and mission, the choice to make or made, and what the round brought."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext, ngettext

from games.engine.seven_rounds.actions import ACTIONS
from games.engine.seven_rounds.missions import BONUS, MISSIONS

from ..screen import View
from .scores import rank, scores_before
from .show import Show
from .words import ASKS, LOCK_IN, Names, action_name, choice_of, filled, mission_name, signed, why

Command = dict[str, Any]

MISSION_TEXTS = {row.id: row.text for row in MISSIONS}


def me(view: View, staged: Show | None) -> dict[str, Any] | None:
    """The viewer's own strip: name, score, place, mission; None for those who have no seat."""
    you = view["you"]
    if not you:
        return None
    made = {
        "name": view["seats"][you["seat"]]["name"],
        "before": stand(scores_before(view), you["seat"]) if staged else None,
        "now": stand([seat["score"] for seat in view["seats"]], you["seat"]),
        "mission": None,
    }
    if you["mission"]:
        made["mission"] = {
            "id": you["mission"],
            "name": mission_name(you["mission"]),
            "text": gettext(MISSION_TEXTS[you["mission"]]),
            "bonus": signed(BONUS),
            "done": you["mission_done"],
            "progress": gettext("progress {n}/{goal}").format(n=you["progress"], goal=you["goal"]),
        }
    return made


def stand(scores: list[int], seat: int) -> dict[str, str]:
    """How a seat stands with these scores: its points and its place."""
    return {
        "points": ngettext("{n} point", "{n} points", scores[seat]).format(n=scores[seat]),
        "place": gettext("place {n} of {seats}").format(n=rank(scores, seat), seats=len(scores)),
    }


def prompt(view: View, commands: list[Command], staged: Show | None, names: Names) -> dict[str, Any] | None:
    """What the viewer may do now, or has done, or got; None for those who have no seat."""
    you = view["you"]
    if not you or view["over"]:
        return None
    if staged:
        return gained(view, commands, staged, names)
    waiting = [names[actor] for actor in view["to_act"] if isinstance(actor, int)]
    if you["choice"]:
        return {"kind": "locked", "choice": choice_of(you["choice"], names), "waiting": waiting}
    return {"kind": "pick", "actions": offered(view, commands, names)} if commands else {"kind": "stopped"}


def offered(view: View, commands: list[Command], names: Names) -> list[dict[str, Any]]:
    """The five actions: each with the whole command it gives, or with the options of its second part."""
    made = []
    for action in ACTIONS:
        own = [command for command in commands if command["type"] == action.id]
        options = [option(view, command, names) for command in own]
        made.append(
            {
                "id": action.id,
                "name": gettext(action.name),
                "pays": gettext(action.text),
                "asks": gettext(ASKS[action.id]) if action.needs else "",
                "options": options if action.needs else [],
                "final": None if action.needs else options[0],
            }
        )
    return made


def option(view: View, command: Command, names: Names) -> dict[str, Any]:
    """One whole choice: its command, the words on its button, and the player or the action that it names."""
    player, guess = command.get("player"), command.get("action")
    made = {
        "command": command,
        "lock": filled(LOCK_IN[command["type"]], player, guess, names),
        "value": player if guess is None else guess,
        "guess": guess,
        "name": "",
        "score": None,
        "points": "",
    }
    if player is not None:
        score = view["seats"][player]["score"]
        points = ngettext("{n} point", "{n} points", score).format(n=score)
        made |= {"name": names[player], "score": score, "points": points}
    elif guess is not None:
        made["name"] = action_name(guess)
    return made


def gained(view: View, commands: list[Command], staged: Show, names: Names) -> dict[str, Any]:
    """What the round brought the viewer and why, from the end of the show on; and whom the next round waits for."""
    you, record = view["you"], view["history"][-1]
    row = record["seats"][you["seat"]]
    return {
        "kind": "results",
        "round": record["round"],
        "total": signed(row["earned"] - row["lost"] + row["bonus"]),
        "why": why(record, you["seat"], view["seats"][you["seat"]]["mission"], names),
        "step": staged.end,
        "next": next((command for command in commands if command["type"] == "next"), None),
        "waiting": [names[actor] for actor in view["to_act"] if isinstance(actor, int)],
    }
