"""The events tell enough to redraw the table: applied to the old public view, they give the new one."""

import copy

import pytest
from showdown_drive import playout

from games.engine.showdown import GAME

TOLD = ("turn", "over", "winners", "ground", "last_plans", "end_reason")
"""Fields of the table that events speak of; `phase` and `to_act` say what it waits for."""
TOLD_OF_SEATS = (
    "status", "ready", "hex", "facing", "posture", "delay", "endurance", "gun", "aim", "arm_wounds",
    "leg_wounds", "bleeding",
)  # fmt: skip

FIELDS = {
    "placed": "seat hex facing", "turn": "turn", "planned": "seat", "surrendered": "seat", "resolve": "turn plans",
    "segment": "segment", "stance": "seat card stance", "move": "seat card from to fence", "face": "seat card facing",
    "posture": "seat posture cause", "draw": "seat card shells", "cock": "seat card shells", "load": "seat card shells",
    "aim": "seat card target points", "aim_lost": "seat",
    "shot": "seat card target hex range result_card score need result second_card",
    "held": "seat card reason", "cancelled": "seat card reason", "blow": "seat card target result_card value landed",
    "hit": "seat by result endurance delay", "delay": "seat points reason result_card", "gun_fell": "seat hex shells",
    "out": "seat status", "bled": "seat points", "eased": "seat delay", "over": "winners end_reason",
}  # fmt: skip

WOUNDS = {
    "leg": {"leg_wounds": 1}, "gun_arm": {"arm_wounds": 1}, "body": {"bleeding": 1}, "maim": {"bleeding": 2},
}  # fmt: skip


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", range(6))
def test_events_redraw_the_public_view(seats, seed):
    for move in playout(seed, seats, armed=bool(seed % 2), turn_cap=11):
        view = copy.deepcopy(GAME.view(move.before, None))
        for event in move.events:
            assert set(event) - {"type"} == set(FIELDS[event["type"]].split())
            redraw(view, event)
        wanted = GAME.view(move.after, None)
        assert {name: view[name] for name in TOLD} == {name: wanted[name] for name in TOLD}
        for seen, facts in zip(view["seats"], wanted["seats"], strict=True):
            assert {name: seen[name] for name in TOLD_OF_SEATS} == {name: facts[name] for name in TOLD_OF_SEATS}


def redraw(view, event):
    """Change a public view as one event tells."""
    seat = view["seats"][event["seat"]] if "seat" in event else {}
    match event:
        case {"type": "placed", "hex": hex_, "facing": facing}:
            seat |= {"hex": hex_, "facing": facing, "ready": True}
        case {"type": "turn", "turn": number}:
            view["turn"] = number
            nobody_is_ready(view)
        case {"type": "planned"}:
            seat["ready"] = True
        case {"type": "surrendered"}:
            seat |= {"status": "surrendered", "ready": False}
        case {"type": "resolve", "plans": plans}:
            view["last_plans"] = plans
            nobody_is_ready(view)
        case {"type": "move", "from": here, "to": there}:
            assert seat["hex"] == here
            seat["hex"] = there
        case {"type": "face", "facing": facing}:
            seat["facing"] = facing
        case {"type": "posture", "posture": posture}:
            assert seat["posture"] != posture
            seat["posture"] = posture
        case {"type": "draw", "card": card, "shells": shells}:
            seat["gun"] = {"place": "hand", "shells": shells, "cocked": True}
            if card == "9f:ground":
                view["ground"].remove(next(gun for gun in view["ground"] if gun["hex"] == seat["hex"]))
        case {"type": "cock"}:
            seat["gun"]["cocked"] = True
        case {"type": "load", "shells": shells}:
            seat["gun"] |= {"shells": shells, "cocked": False}
        case {"type": "shot"}:
            seat["gun"] |= {"shells": seat["gun"]["shells"] - 1, "cocked": False}
        case {"type": "aim", "target": target, "points": points}:
            seat["aim"] = {"target": target, "points": points}
        case {"type": "aim_lost"}:
            assert seat["aim"] is not None
            seat["aim"] = None
        case {"type": "hit", "result": result, "endurance": endurance, "delay": delay}:
            seat["endurance"] -= endurance
            seat["delay"] += delay
            for name, more in WOUNDS.get(result, {}).items():
                seat[name] += more
        case {"type": "delay", "points": points}:
            seat["delay"] += points
        case {"type": "gun_fell", "hex": hex_, "shells": shells}:
            seat["gun"] = {"place": "none", "shells": 0, "cocked": False}
            view["ground"].append({"hex": hex_, "shells": shells})
        case {"type": "out", "status": status}:
            seat |= {"status": status, "endurance": 0, "posture": "down"}
        case {"type": "bled", "points": points}:
            seat["endurance"] -= points
        case {"type": "eased", "delay": delay}:
            seat["delay"] = delay
        case {"type": "over", "winners": winners, "end_reason": reason}:
            view |= {"over": True, "winners": winners, "end_reason": reason}
            nobody_is_ready(view)


def nobody_is_ready(view):
    for seat in view["seats"]:
        seat["ready"] = False


def test_no_event_is_only_for_some():
    for move in playout(3, 4, armed=True):
        assert not any("only" in event for event in move.events)


def test_segments_are_told_one_by_one():
    for move in playout(4, 3):
        told = [event["segment"] for event in move.events if event["type"] == "segment"]
        if told:
            assert told == list(range(1, len(told) + 1))
            assert len(told) == 5 or move.events[-1]["type"] == "over"
