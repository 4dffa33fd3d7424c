"""What the screens are told: enough to redraw the table, and nothing that is hidden."""

import copy
import itertools

import pytest
from seven_rounds_drive import everyone, give, play, random_match, round_of, start

from games.engine.seven_rounds import GAME
from games.engine.seven_rounds.missions import MISSIONS

TOLD = (
    "phase", "to_act", "seats", "over", "winners", "round", "completed", "captain", "deadline", "history",
)  # fmt: skip
"""The public facts that events speak of: all that change, but for `started`."""

FOUR = ("bank", "team_up", "swipe", "double_down")
BANK, DOUBLE = {"type": "bank"}, {"type": "double_down"}
CHOICES = [
    BANK,
    DOUBLE,
    {"type": "pass"},
    {"type": "team_up", "player": 1},
    {"type": "swipe", "player": 2},
    {"type": "predict", "action": "bank"},
]


def redraw(view, events):
    """The public view after `events`, from nothing but the view before them and what they say."""
    view = copy.deepcopy(view)
    seats = view["seats"]
    for event in events:
        match event["type"]:
            case "locked" | "ready":
                seats[event["seat"]]["ready"] = True
            case "time_added":
                view["deadline"] = event["deadline"]
            case "revealed":
                view["phase"], view["deadline"] = "results", None
                view["completed"] += 1
                chosen = [choice["action"] for choice in event["choices"]]
                counts = {action: chosen.count(action) for action in ("bank", "team_up", "swipe", "predict", FOUR[3])}
                most = max(counts[action] for action in FOUR)
                fresh = {"hit": False, "earned": 0, "lost": 0, "bonus": 0}
                record = {
                    "round": event["round"],
                    "captain": event["captain"],
                    "counts": counts,
                    "top": [action for action in FOUR if most and counts[action] == most],
                    "seats": [choice | fresh for choice in event["choices"]],
                    "swipes": [],
                }
                view["history"].append(record)
                for seat in seats:
                    seat["ready"] = False
            case "scored":
                one = record["seats"][event["seat"]]
                one["hit"] = event["hit"]
                one["earned"], one["lost"] = max(event["points"], 0), max(-event["points"], 0)
            case "swipe":
                record["swipes"].append({key: event[key] for key in ("seat", "player", "outcome")})
                if event["outcome"] == "success":
                    record["seats"][event["seat"]] |= {"hit": True, "earned": 1}
                    record["seats"][event["player"]]["lost"] = 1
            case "mission":
                record["seats"][event["seat"]]["bonus"] = event["points"]
                seats[event["seat"]] |= {"mission_done": True, "mission": event["mission"]}
            case "round_scored":
                for i, score in enumerate(event["scores"]):
                    seats[i]["score"] = record["seats"][i]["score"] = score
            case "round_started":
                view |= {"phase": "choose"} | {key: event[key] for key in ("round", "captain", "deadline")}
                for seat in seats:
                    seat["ready"] = False
            case "match_over":
                view |= {"phase": "over", "over": True, "deadline": None, "winners": event["winners"]}
                for seat, mission, score in zip(seats, event["missions"], event["scores"], strict=True):
                    seat |= {"ready": False, "mission": mission, "score": score}
    waiting = [i for i, seat in enumerate(seats) if not seat["ready"]]
    if view["over"]:
        view["to_act"] = []
    elif view["options"]["host"] and (view["phase"] == "results" or not waiting):
        view["to_act"] = ["host"]
    else:
        view["to_act"] = waiting
    return view


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("host", [True, False])
def test_events_are_enough_to_redraw_the_table(seed, host):
    for move in random_match(3 + seed, {"host": host, "missions": seed % 3 > 0}, seed):
        drawn = redraw(GAME.view(move.before, None), move.events)
        after = GAME.view(move.after, None)
        assert {fact: drawn[fact] for fact in TOLD} == {fact: after[fact] for fact in TOLD}


def shown_to(table, viewer):
    """All that anybody but the owner of a secret can ask the table."""
    return (
        GAME.view(table, viewer),
        GAME.commands(table, viewer),
        GAME.wait(table),
        GAME.seconds(table),
    )


def assert_equal_for_all_but(table, other, owners=()):
    for viewer in [*everyone(table), None]:
        if viewer not in owners:
            assert shown_to(table, viewer) == shown_to(other, viewer)


@pytest.mark.parametrize("host", [True, False])
@pytest.mark.parametrize(("one", "another"), list(itertools.combinations(CHOICES, 2)))
def test_a_locked_choice_is_known_to_its_owner_alone(host, one, another):
    opened = start(host=host)
    (left, said), (right, said_too) = give(opened, 0, one), give(opened, 0, another)
    assert said == said_too
    assert_equal_for_all_but(left, right, owners=[0])
    assert GAME.view(left, 0)["you"]["choice"] == one
    left, right = play(left, (2, BANK)), play(right, (2, BANK))
    assert_equal_for_all_but(left, right, owners=[0])


def test_choices_wait_in_secret_for_the_host():
    ready = [play(start(), (0, choice), (1, BANK), (2, BANK)) for choice in CHOICES]
    for table in ready[1:]:
        assert_equal_for_all_but(ready[0], table, owners=[0])


@pytest.mark.parametrize("ending", ["end_round", "end_match"])
def test_choices_of_a_round_that_was_not_scored_are_never_shown(ending):
    tables = [play(start(), (0, choice), (1, BANK)) for choice in CHOICES]
    ended = [give(table, "host", ending) for table in tables]
    for table, events in ended[1:]:
        assert events == ended[0][1]
        assert_equal_for_all_but(ended[0][0], table)


def test_a_mission_is_known_to_its_owner_alone_until_it_is_completed():
    quiet = [mission.id for mission in MISSIONS if mission.goal > 1]
    for one, another in itertools.permutations(quiet, 2):
        left = start(missions=[one, another, "narrow_escape"])
        right = start(missions=[another, one, "narrow_escape"])
        assert_equal_for_all_but(left, right, owners=[0, 1])
        left, right = (round_of(table, BANK, {"type": "predict", "action": "bank"}, DOUBLE) for table in (left, right))
        assert_equal_for_all_but(left, right, owners=[0, 1])


def test_an_unused_mission_is_known_to_nobody():
    one, another = start(missions=["versatile", "comeback", "big_turn"]), start(missions=["versatile", "comeback"])
    assert one.missions == ("versatile", "comeback", "big_turn")
    assert another.missions == ("versatile", "comeback", "solo_banker")
    assert_equal_for_all_but(one, another, owners=[2])


def test_a_mission_stays_secret_while_others_are_announced():
    tables = [start(missions=["solo_banker", secret, "narrow_escape"]) for secret in ("steady_saver", "comeback")]
    steps = [give(play(table, (0, BANK), (1, DOUBLE), (2, DOUBLE)), "host", "reveal") for table in tables]
    assert steps[0][1] == steps[1][1]
    assert_equal_for_all_but(steps[0][0], steps[1][0], owners=[1])
    seats = GAME.view(steps[0][0], None)["seats"]
    assert [seat["mission"] for seat in seats] == ["solo_banker", None, None]
