"""What holds in every match of Seven Rounds, whatever is chosen."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from seven_rounds_drive import LATE, NAMES, give, play, random_match, round_of, start

from games.engine import Chance, IllegalOption, World
from games.engine.seven_rounds import GAME
from games.engine.seven_rounds.missions import MISSIONS

FOUR = ("bank", "team_up", "swipe", "double_down")

matches = st.builds(
    lambda seats, seed, **options: list(random_match(seats, options, seed)),
    st.integers(3, 12),
    st.integers(0, 10**6),
    round_seconds=st.sampled_from([0, 15, 60]),
    host=st.booleans(),
    missions=st.booleans(),
)
some_matches = settings(max_examples=25, deadline=None)


def final_view(moves):
    return GAME.view(moves[-1].after, None)


@some_matches
@given(matches)
def test_points_come_by_the_rules_only(moves):
    before = [0] * len(moves[0].after.names)
    for record in final_view(moves)["history"]:
        counts, seats = record["counts"], record["seats"]
        for i, seat in enumerate(seats):
            assert seat["score"] == before[i] + seat["earned"] - seat["lost"] + seat["bonus"]
            assert seat["score"] >= 0
            partner = seats[seat["player"]] if seat["player"] is not None else None
            mutual = seat["action"] == "team_up" and partner["action"] == "team_up" and partner["player"] == i
            moved = {"seat": i, "player": seat["player"], "outcome": "success"} in record["swipes"]
            right = 2 if seat["guess"] in record["top"] else 0
            pays = {
                None: 0,
                "bank": 2 if counts["bank"] == 1 else 1,
                "team_up": 3 if mutual else 0,
                "swipe": 1 if moved else 0,
                "predict": right if any(counts[action] for action in FOUR) else 1,
                "double_down": 3 if counts["double_down"] == 1 else 0,
            }
            assert seat["earned"] == pays[seat["action"]]
        before = [seat["score"] for seat in seats]
    assert before == moves[-1].after.scores


@some_matches
@given(matches)
def test_swipes_move_points_and_make_none(moves):
    for record in final_view(moves)["history"]:
        robbed = [swipe["player"] for swipe in record["swipes"] if swipe["outcome"] == "success"]
        swipers = [seat for seat in record["seats"] if seat["action"] == "swipe"]
        assert len(set(robbed)) == len(robbed) == sum(seat["earned"] for seat in swipers)
        for i, seat in enumerate(record["seats"]):
            if seat["action"] != "double_down":
                assert seat["lost"] == robbed.count(i)
        assert [swipe["seat"] for swipe in record["swipes"]] == sorted(
            (i for i, seat in enumerate(record["seats"]) if seat["action"] == "swipe"),
            key=lambda i: (i - record["captain"]) % len(record["seats"]),
        )


@some_matches
@given(matches)
def test_history_counts_what_was_chosen(moves):
    table = moves[-1].after
    history = final_view(moves)["history"]
    assert [record["round"] for record in history] == list(range(1, len(history) + 1))
    for record in history:
        chosen = [seat["action"] for seat in record["seats"]]
        assert record["counts"] == {action: chosen.count(action) for action in (*FOUR[:3], "predict", "double_down")}
        most = max(chosen.count(action) for action in FOUR)
        assert record["top"] == [action for action in FOUR if most and chosen.count(action) == most]
        assert record["captain"] == (record["round"] - 1) % len(table.names)


@some_matches
@given(matches)
def test_a_mission_is_paid_once_and_exactly_when_its_progress_is_full(moves):
    for move in moves:
        table = move.after
        view = GAME.view(table, None)
        for seat in range(len(table.names)):
            bonuses = [record["seats"][seat]["bonus"] for record in view["history"]]
            assert sorted(bonuses)[-1:] in ([], [0], [3])
            assert sum(bonuses) == (3 if view["seats"][seat]["mission_done"] else 0)
            you = GAME.view(table, seat)["you"]
            if table.missions:
                assert 0 <= you["progress"] <= you["goal"]
                assert (you["progress"] == you["goal"]) == you["mission_done"] == (3 in bonuses)
            else:
                assert (you["mission"], you["progress"], you["goal"], you["mission_done"]) == (None, None, None, False)


@some_matches
@given(matches)
def test_a_match_ends_after_seven_rounds_or_by_the_host(moves):
    view = final_view(moves)
    assert view["over"]
    assert view["completed"] == 7 or moves[-1].command == {"type": "end_match"}
    best = max(seat["score"] for seat in view["seats"])
    highest = [i for i, seat in enumerate(view["seats"]) if seat["score"] == best]
    assert view["winners"] == (highest if view["completed"] else [])
    assert [move.after.phase for move in moves].count("over") == 1


@pytest.mark.parametrize("seats", range(3, 13))
@pytest.mark.parametrize("host", [True, False])
def test_a_match_that_nobody_breaks_off_is_seven_rounds_long(seats, host):
    *_, last = random_match(seats, {"host": host}, seats, interruptions=0)
    assert GAME.view(last.after, None)["completed"] == 7


@some_matches
@given(matches)
def test_a_void_round_leaves_no_trace(moves):
    opened = None
    for move in moves:
        opened = opened or move.before
        if move.command == {"type": "end_round"}:
            again, was = GAME.dump(move.after), GAME.dump(opened)
            for fact in ("attempt", "started", "deadline"):
                again.pop(fact), was.pop(fact)
            assert again == was
        if any(event["type"] == "round_started" for event in move.events):
            opened = move.after


@some_matches
@given(matches)
def test_a_new_wait_begins_when_others_are_waited_for_and_only_then(moves):
    waits = [GAME.wait(moves[0].before)]
    for move in moves:
        told = {event["type"] for event in move.events}
        all_ready = move.after.options.host and move.after.phase == "choose" and not move.after.missing()
        opens = told & {"revealed", "round_started", "match_over"} or ("locked" in told and all_ready)
        wait = GAME.wait(move.after)
        assert (wait != waits[-1]) == bool(opens)
        if opens:
            assert wait not in waits
            waits.append(wait)


@some_matches
@given(matches)
def test_whoever_owes_has_a_legal_default_and_nobody_else_has_one(moves):
    for move in moves:
        owing = GAME.view(move.before, None)["to_act"]
        for actor in (*range(len(move.before.names)), "host"):
            if actor in owing:
                assert GAME.default(move.before, actor) in GAME.commands(move.before, actor)
            else:
                with pytest.raises(ValueError, match="Nothing is missing"):
                    GAME.default(move.before, actor)


@pytest.mark.parametrize(
    ("host", "round_seconds", "choose", "results"),
    [(True, 60, None, None), (True, 0, None, None), (False, 45, 45, 30), (False, 0, None, None)],
)
def test_seconds_are_of_hostless_timed_tables(host, round_seconds, choose, results):
    table = start(host=host, round_seconds=round_seconds)
    assert GAME.seconds(table) == choose
    table = round_of(table, "bank", "bank", "pass")
    assert GAME.seconds(table) == results
    *_, last = random_match(3, {"host": host, "round_seconds": round_seconds}, 1)
    assert GAME.seconds(last.after) is None


def test_a_seat_that_has_answered_changes_no_wait_and_no_clock():
    table = start(host=False)
    assert GAME.wait(play(table, (1, "bank"))) == GAME.wait(table)
    results = round_of(table, "bank", "bank", "pass")
    assert GAME.wait(play(results, (2, "next"))) == GAME.wait(results) != GAME.wait(table)


def test_the_lists_of_commands_belong_to_the_caller():
    table = start()
    GAME.commands(table, 0)[1]["player"] = 99
    GAME.commands(table, 0).clear()
    assert GAME.commands(table, 0)[:2] == [{"type": "bank"}, {"type": "team_up", "player": 1}]
    choice = GAME.view(play(table, (0, "bank")), 0)["you"]["choice"]
    choice["type"] = "swipe"
    assert GAME.commands(table, 0)[0] == {"type": "bank"}


def test_choices_are_listed_in_the_order_of_the_page():
    listed = GAME.commands(start(4), 1)
    assert [tuple(command.values()) for command in listed] == [
        ("bank",),
        *[("team_up", player) for player in (0, 2, 3)],
        *[("swipe", player) for player in (0, 2, 3)],
        *[("predict", action) for action in FOUR],
        ("double_down",),
        ("pass",),
    ]


def test_host_commands_are_listed_in_the_order_of_the_page():
    def types(table):
        return [command["type"] for command in GAME.commands(table, "host")]

    table = start()
    assert types(table) == ["skip_missing", "add_time", "end_round", "end_match"]
    assert types(play(table, *((seat, "bank") for seat in range(3)))) == ["reveal", "end_round", "end_match"]
    assert types(round_of(table, "bank", "pass", "pass")) == ["next", "end_match"]


def test_one_reveal_tells_its_events_in_order():
    missions = ["lone_doubler", "clean_swipe", "versatile", "steady_saver", "sharp_eye", "narrow_escape"]
    table = start(6, missions=missions)
    choices = ["double_down", {"type": "swipe", "player": 3}, {"type": "swipe", "player": 3}, "bank"]
    table = play(table, *enumerate(choices), (4, {"type": "predict", "action": "swipe"}))
    table, events = give(table, "host", "skip_missing", LATE)
    action = dict.fromkeys(("action", "player", "guess"))
    assert events == [
        {"type": "missing", "seats": [5]},
        {
            "type": "revealed",
            "round": 1,
            "captain": 0,
            "choices": [
                action | {"action": "double_down"},
                action | {"action": "swipe", "player": 3},
                action | {"action": "swipe", "player": 3},
                action | {"action": "bank"},
                action | {"action": "predict", "guess": "swipe"},
                action,
            ],
        },
        {"type": "scored", "seat": 0, "action": "double_down", "hit": True, "points": 3},
        {"type": "scored", "seat": 3, "action": "bank", "hit": True, "points": 2},
        {"type": "scored", "seat": 4, "action": "predict", "hit": True, "points": 2},
        {"type": "swipe", "seat": 1, "player": 3, "outcome": "success"},
        {"type": "swipe", "seat": 2, "player": 3, "outcome": "spent"},
        {"type": "mission", "seat": 0, "mission": "lone_doubler", "points": 3},
        {"type": "mission", "seat": 1, "mission": "clean_swipe", "points": 3},
        {"type": "mission", "seat": 4, "mission": "sharp_eye", "points": 3},
        {"type": "round_scored", "round": 1, "scores": [6, 4, 0, 1, 5, 0]},
    ]


def test_two_doublers_are_told_what_they_lost():
    table = round_of(start(), "bank", "pass", "pass")
    table = play(table, ("host", "next"), (0, "double_down"), (1, "double_down"), (2, "pass"))
    _, events = give(table, "host", "reveal")
    assert [event for event in events if event["type"] == "scored"] == [
        {"type": "scored", "seat": 0, "action": "double_down", "hit": False, "points": -1},
        {"type": "scored", "seat": 1, "action": "double_down", "hit": False, "points": 0},
    ]


def test_events_between_the_reveals():
    table = start(host=True)
    assert give(table, 2, "pass")[1] == [{"type": "locked", "seat": 2}]
    assert give(table, "host", "add_time", 5)[1] == [{"type": "time_added", "seconds": 30, "deadline": 90}]
    assert give(table, "host", "end_round", 7)[1] == [
        {"type": "round_voided", "round": 1},
        {"type": "round_started", "round": 1, "captain": 0, "deadline": 67},
    ]
    assert give(table, "host", "end_match")[1] == [
        {"type": "match_over", "winners": [], "scores": [0, 0, 0], "missions": [None, None, None]}
    ]
    shown = round_of(table, "bank", "pass", "pass")
    assert give(shown, "host", "next", 100)[1] == [{"type": "round_started", "round": 2, "captain": 1, "deadline": 160}]
    read = play(round_of(start(host=False), "bank", "pass", "pass"), (0, "next"), (2, "next"))
    assert give(read, 1, "next", 100)[1] == [
        {"type": "ready", "seat": 1},
        {"type": "round_started", "round": 2, "captain": 1, "deadline": None},
    ]


def test_the_last_lock_of_a_hostless_match_tells_everything():
    *_, last = random_match(3, {"host": False}, 5)
    told = [event["type"] for event in last.events]
    assert told[:2] == ["locked", "revealed"]
    assert told[-2:] == ["round_scored", "match_over"]
    assert last.events[-1]["missions"] == list(last.after.missions)


def test_every_seat_has_its_own_of_the_twelve_missions():
    table = GAME.setup(GAME.clean_options({}), NAMES, World(0.0, Chance(3)))
    assert sorted(table.missions) == sorted(mission.id for mission in MISSIONS)


@pytest.mark.parametrize("seats", [0, 1, 2, 13, 40])
def test_a_table_is_for_three_to_twelve(seats):
    with pytest.raises(IllegalOption, match="Seven Rounds is for 3 to 12 players"):
        GAME.setup(GAME.clean_options({}), ["P"] * seats, World(0.0, Chance(0)))


@pytest.mark.parametrize(
    "raw",
    [
        None, [], "host", 3, {"rounds": 7}, {1: 2}, {"Host": True},
        *[{"round_seconds": value} for value in (True, False, 60.0, "60", None, [60], 1, 14, -1, -60, 601, 10**30)],
        *[{key: value} for key in ("host", "missions") for value in (0, 1, None, "true", [], 1.0)],
    ],
)  # fmt: skip
def test_options_that_the_game_does_not_take(raw):
    with pytest.raises(IllegalOption):
        GAME.clean_options(raw)


@pytest.mark.parametrize("round_seconds", [0, 15, 16, 599, 600])
def test_cleaned_options_are_complete_and_stay_as_they_are(round_seconds):
    cleaned = GAME.clean_options({"round_seconds": round_seconds, "host": False})
    assert cleaned == {"round_seconds": round_seconds, "host": False, "missions": True}
    assert GAME.clean_options(cleaned) == cleaned
    assert GAME.clean_options({}) == {"round_seconds": 60, "host": True, "missions": True}
