"""Events are complete enough to redraw: the old view and the events that a viewer is told give the new view."""

import json

import pytest
from twenty_seven_drive import TABLES, random_match, viewers, visible

from games.engine.twenty_seven import GAME

MARKS = {"armor": "armor", "lifeline": "lifeline", "ward": "ward"}
LEFT_TO_THE_CLOCK = ("round_started",)
"""The one field of a view that no event tells: what the clock said."""


@pytest.mark.parametrize("number", range(len(TABLES)))
def test_events_redraw_every_view(number):
    for seed in range(4):
        for move in random_match(number, seed):
            for viewer in viewers(move.after):
                view = json.loads(json.dumps(GAME.view(move.before, viewer)))
                redraw(view, visible(move.events, viewer))
                wanted = GAME.view(move.after, viewer)
                for field in LEFT_TO_THE_CLOCK:
                    view[field] = wanted[field]
                assert view == wanted, f"{move.actor}: {move.command}"


def redraw(view, events):
    """Change a view as the events tell."""
    played = None
    for event in events:
        if event["type"] == "power_played":
            played = event["power"]
        if event["type"] == "card_changed" and event["slot"] < 2:
            event = {**event, "discarded": event["old"] if played in ("hex", "tempest") else None}
        TOLD[event["type"]](view, view["seats"], view["you"] or {"seat": None}, event)
    view["to_act"] = {
        "over": [],
        "turn": [view["active"]],
        "place": [view["active"]],
    }.get(view["phase"], [seat for seat, one in enumerate(view["seats"]) if one["picks_left"]])
    view["price"] = {1: 5, 2: 10}.get(view["round"], 15) + 5 * view["raises"]


def round_started(view, seats, you, event):
    view.update(phase="pick", round=event["round"], starter=event["starter"], threshold=event["threshold"])
    for seat in seats:
        seat["picks_left"] = min(view["options"]["powers"], 9 - seat["powers"]) if seat["alive"] else 0


def offered(view, seats, you, event):
    you["offer"] = event["powers"]


def picked(view, seats, you, event):
    you["powers"].append(event["power"])
    if view["phase"] == "reward" and seats[event["seat"]]["picks_left"] > 1:
        you["offer"].remove(event["power"])
    else:
        you["offer"] = []


def pick_made(view, seats, you, event):
    seats[event["seat"]]["picks_left"] = event["left"]
    seats[event["seat"]]["powers"] += 1


def dealt(view, seats, you, event):
    for seat, cards in zip(seats, event["visible"], strict=True):
        seat["visible"] = cards or []
    view.update(deck_count=52 - 3 * sum(seat["alive"] for seat in seats), discard=[], turns=0)


def hidden_card(view, seats, you, event):
    you["hidden"] = event["card"]


def reshuffled(view, seats, you, event):
    view.update(deck_count=event["count"], discard=[])


def turn_started(view, seats, you, event):
    view.update(phase="turn", active=event["seat"])


def took_action(seats, event):
    seats[event["seat"]]["passes"] = 0
    for seat in seats:
        seat["passed"] = False


def drew(view, seats, you, event):
    took_action(seats, event)
    view["phase"] = "place"
    view["deck_count"] -= 1


def drawn(view, seats, you, event):
    you["drawn"] = event["card"]


def placed(view, seats, you, event):
    lay(view, seats, you, event)
    view["discard"].append(event["old"])
    view["turns"] += 1
    if you["seat"] == event["seat"]:
        you["drawn"] = None


def lay(view, seats, you, event):
    if event["slot"] < 2:
        seats[event["seat"]]["visible"][event["slot"]] = event["card"]


def passed(view, seats, you, event):
    view["turns"] += 1
    seats[event["seat"]].update(passes=event["passes"], passed=not view["options"]["random_reveal"])


def power_played(view, seats, you, event):
    took_action(seats, event)
    seats[event["seat"]]["powers"] -= 1
    view["turns"] += 1
    view["raises"] += event["power"] == "raise"
    if event["power"] == "last_call":
        view["last_call"] = event["seat"]
    if event["power"] == "freeze":
        seats[event["target"]]["frozen"] = True
    if event["power"] in MARKS:
        seats[event["seat"]][MARKS[event["power"]]] = True
    if you["seat"] == event["seat"]:
        you["powers"].remove(event["power"])


def card_changed(view, seats, you, event):
    lay(view, seats, you, event)
    if event["discarded"] is not None:
        view["discard"].append(event["discarded"])
        view["deck_count"] -= 1
    if event["slot"] == 2 and you["seat"] is not None:
        you["known"][event["seat"]] = None


def threshold_changed(view, seats, you, event):
    view["threshold"] = event["threshold"]


def hidden_seen(view, seats, you, event):
    you["known"][event["target"]] = event["card"]


def stolen(view, seats, you, event):
    seats[event["seat"]]["powers"] += 1
    seats[event["target"]]["powers"] -= 1


def given(view, seats, you, event):
    seats[event["seat"]]["powers"] -= 1
    seats[event["to"]]["powers"] += 1


def moved_power(gains, loses):
    def change(view, seats, you, event):
        if you["seat"] == event[gains]:
            you["powers"].append(event["power"])
        if you["seat"] == event[loses]:
            you["powers"].remove(event["power"])

    return change


def pressed(view, seats, you, event):
    seats[event["seat"]]["passes"] = event["passes"]


def skipped(view, seats, you, event):
    seats[event["seat"]]["frozen"] = False


def round_over(view, seats, you, event):
    view["last_round"] = {key: value for key, value in event.items() if key != "type"}
    view.update(turns=0, raises=0, deck_count=0, discard=[], active=None, last_call=None)
    view["threshold"] = view["options"]["goal"]
    for seat in seats:
        seat.update(visible=[], passes=0, passed=False, frozen=False, armor=False, lifeline=False, ward=False)
    if you["seat"] is not None:
        you.update(hidden=None, drawn=None, known=[None] * len(seats))


def hp_changed(view, seats, you, event):
    assert seats[event["seat"]]["hp"] - event["hp"] == event["lost"]
    seats[event["seat"]]["hp"] = event["hp"]


def eliminated(view, seats, you, event):
    seats[event["seat"]].update(alive=False, powers=0)
    if you["seat"] == event["seat"]:
        you["powers"] = []


def reward_offered(view, seats, you, event):
    you["offer"] = event["powers"]


def reward_started(view, seats, you, event):
    view["phase"] = "reward"
    seats[event["seat"]]["picks_left"] = event["left"]


def match_over(view, seats, you, event):
    view.update(phase="over", over=True, winners=event["winners"])


def nothing_new(view, seats, you, event):
    """Told for the log: `round_over` holds what lasts of it."""


TOLD = {
    **{told.__name__: told for told in (
        round_started, offered, picked, pick_made, dealt, hidden_card, reshuffled, turn_started, drew, drawn, placed,
        passed, power_played, card_changed, threshold_changed, hidden_seen, stolen, given, pressed, skipped, round_over,
        hp_changed, eliminated, reward_offered, reward_started, match_over,
    )},
    "stolen_power": moved_power("seat", "target"),
    "given_power": moved_power("to", "seat"),
    **dict.fromkeys(("random_reveal", "reveal", "triple_nine", "decision"), nothing_new),
}  # fmt: skip


def test_the_random_matches_tell_every_event():
    told = {
        event["type"]
        for number in range(len(TABLES))
        for seed in range(4)
        for move in random_match(number, seed)
        for event in move.events
    }
    assert told == set(TOLD)
