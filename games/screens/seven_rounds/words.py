"""Seven Rounds in words: a choice, what it came to and why, the sentences of the log."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from django.utils.translation import gettext, ngettext, pgettext, pgettext_lazy

from games.engine.seven_rounds.actions import BY_ID as ACTIONS
from games.engine.seven_rounds.missions import BY_ID as MISSIONS
from games.engine.text import mark as _
from games.phrases import people

from ..result import won
from ..screen import Event

Names = list[str]
Sentence = Callable[[Event, Names], str]


def action_name(action: str) -> str:
    return gettext(ACTIONS[action].name)


def mission_name(mission: str) -> str:
    return gettext(MISSIONS[mission].name)


def signed(points: int) -> str:
    """Points as they are gained or lost: +3, 0, −1."""
    return f"+{points}" if points > 0 else f"−{-points}" if points < 0 else "0"


def listed(parts: Iterable[str]) -> str:
    return gettext(", ").join(parts)


# A choice -------------------------------------------------------------------------------------------------------------

CHOICES = {"team_up": _("TEAM UP with {name}"), "swipe": _("SWIPE from {name}"), "predict": _("PREDICT {action}")}
LOCK_IN = {
    "bank": _("Lock in: bank"),
    "team_up": _("Lock in: team up with {name}"),
    "swipe": _("Lock in: swipe from {name}"),
    "predict": _("Lock in: predict {action}"),
    "double_down": _("Lock in: double down"),
}
ASKS = {
    "team_up": _("Team up with"),
    "swipe": _("Swipe from"),
    "predict": _("Most players will choose"),
}
"""Action -> what its second part is called, above the players or actions to name."""


def filled(text: str, player: int | None, guess: str | None, names: Names) -> str:
    """A text about a choice, with the player or the action that it names."""
    return gettext(text).format(
        name="" if player is None else names[player], action="" if guess is None else action_name(guess)
    )


def choice(row: dict[str, Any], names: Names) -> str:
    """A choice as records and events have it: an action with its player or guess, or none."""
    if row["action"] is None:
        return gettext("no choice")
    text = CHOICES.get(row["action"]) or ACTIONS[row["action"]].name
    return filled(text, row["player"], row["guess"], names)


def choice_of(command: dict[str, Any], names: Names) -> str:
    """The same for the command that locked it in."""
    action = None if command["type"] == "pass" else command["type"]
    return choice({"action": action, "player": command.get("player"), "guess": command.get("action")}, names)


# What it came to ------------------------------------------------------------------------------------------------------

SWIPED = {
    "success": _("swiped from {name}"),
    "safe": _("{name} was safe: no BANK, no TEAM UP"),
    "spent": _("{name} had been swiped already"),
    "empty": _("{name} had no point to swipe"),
}
SWIPE_MARKS = {
    "safe": pgettext_lazy("Seven Rounds", "safe"),
    "spent": pgettext_lazy("Seven Rounds", "spent"),
    "empty": pgettext_lazy("Seven Rounds", "empty"),
}
"""Why a SWIPE failed, in a word."""


def why(record: dict[str, Any], seat: int, mission: str | None, names: Names) -> list[dict[str, Any]]:
    """What a round brought a seat: each reason in words, with the points that came of it."""
    row = record["seats"][seat]
    by_action = row["earned"] if row["action"] != "double_down" else row["earned"] - row["lost"]
    reasons = [(reason(record, seat, names), by_action)]
    reasons += [
        (gettext("swiped by {name}").format(name=names[swipe["seat"]]), -1)
        for swipe in record["swipes"]
        if swipe["player"] == seat and swipe["outcome"] == "success"
    ]
    if row["bonus"] and mission:
        reasons.append((mission_name(mission), row["bonus"]))
    return [{"words": words, "points": signed(points)} for words, points in reasons]


def reason(record: dict[str, Any], seat: int, names: Names) -> str:
    """Why a seat's own choice paid, or did not."""
    row = record["seats"][seat]
    action, hit = row["action"], row["hit"]
    if action is None:
        return gettext("no choice")
    if action == "bank":
        return gettext("banked alone") if hit else gettext("banked, not alone")
    if action == "team_up":
        text = gettext("mutual with {name}") if hit else gettext("not mutual with {name}")
        return text.format(name=names[row["player"]])
    if action == "predict":
        if not record["top"]:
            return gettext("everyone predicted")
        return gettext("guess correct") if hit else gettext("guess wrong")
    if action == "double_down":
        return gettext("doubled down alone") if hit else gettext("doubled down, not alone")
    outcome = next(swipe["outcome"] for swipe in record["swipes"] if swipe["seat"] == seat)
    return gettext(SWIPED[outcome]).format(name=names[row["player"]])


# The log --------------------------------------------------------------------------------------------------------------

SCORED = {
    ("bank", True): _("{name} banks alone: {points}."),
    ("bank", False): _("{name} banks, not alone: {points}."),
    ("team_up", True): _("{name}'s TEAM UP is mutual: {points}."),
    ("team_up", False): _("{name}'s TEAM UP is not mutual."),
    ("predict", True): _("{name} guesses right: {points}."),
    ("predict", False): _("{name} guesses wrong."),
    ("double_down", True): _("{name} doubles down alone: {points}."),
    ("double_down", False): _("{name} doubles down, not alone: {points}."),
}
SWIPES = {
    "success": _("{name} swipes 1 from {other}."),
    "safe": _("{name} swipes at {other}, who is safe: no BANK, no TEAM UP."),
    "spent": _("{name} comes too late: {other} has been swiped already."),
    "empty": _("{name} reaches for {other}, who has no point."),
}


def about(text: str) -> Sentence:
    """A sentence about a seat."""
    return lambda event, names: gettext(text).format(name=names[event["seat"]])


def revealed(event: Event, names: Names) -> str:
    choices = [
        gettext("{name}: {choice}").format(name=names[seat], choice=choice(row, names))
        for seat, row in enumerate(event["choices"])
    ]
    return gettext("Round {round} is revealed. {choices}.").format(
        round=event["round"], choices=gettext("; ").join(choices)
    )


def scored(event: Event, names: Names) -> str:
    name, points = names[event["seat"]], event["points"]
    if event["action"] == "predict" and not event["hit"] and points:
        return gettext("Everyone predicted, so {name} gets {points}.").format(name=name, points=signed(points))
    if event["action"] == "double_down" and not points:
        return gettext("{name} doubles down, not alone, and has no point to lose.").format(name=name)
    return gettext(SCORED[event["action"], event["hit"]]).format(name=name, points=signed(points))


def swipe(event: Event, names: Names) -> str:
    return gettext(SWIPES[event["outcome"]]).format(name=names[event["seat"]], other=names[event["player"]])


def mission(event: Event, names: Names) -> str:
    return gettext("{name} completes {mission}: {points}.").format(
        name=names[event["seat"]], mission=mission_name(event["mission"]), points=signed(event["points"])
    )


def round_scored(event: Event, names: Names) -> str:
    ranked = sorted(enumerate(event["scores"]), key=lambda row: -row[1])
    scores = listed(gettext("{name} {n}").format(name=names[seat], n=score) for seat, score in ranked)
    return gettext("After round {round}: {scores}.").format(round=event["round"], scores=scores)


def time_added(event: Event, names: Names) -> str:
    return ngettext("The host adds {n} second.", "The host adds {n} seconds.", event["seconds"]).format(
        n=event["seconds"]
    )


def missing(event: Event, names: Names) -> str:
    return gettext("No choice came from {names}.").format(names=people([names[seat] for seat in event["seats"]]))


def round_started(event: Event, names: Names) -> str:
    return pgettext("Seven Rounds", "Round {round}. Round Captain: {name}.").format(
        round=event["round"], name=names[event["captain"]]
    )


def round_voided(event: Event, names: Names) -> str:
    return gettext("The host has ended round {round}. Nothing of it counts; it is played again.").format(
        round=event["round"]
    )


def match_over(event: Event, names: Names) -> str:
    return gettext("{result}.").format(result=won(event["winners"], names))


SENTENCES: dict[str, Sentence] = {
    "locked": about(_("{name} has locked in.")),
    "time_added": time_added,
    "missing": missing,
    "revealed": revealed,
    "scored": scored,
    "swipe": swipe,
    "mission": mission,
    "round_scored": round_scored,
    "ready": about(_("{name} has read the results.")),
    "round_started": round_started,
    "round_voided": round_voided,
    "match_over": match_over,
}
