"""Whole matches: what always holds, that they end, and steps that take more than a case can set up."""

import itertools

import pytest
from showdown_drive import NAMES, env, placed, playout, start, turn

from games.engine import IllegalOption, Scripted
from games.engine.showdown import GAME, aiming, guns
from games.engine.showdown.hexes import OPEN_HEXES
from games.engine.showdown.resolution import begin
from games.engine.showdown.state import DOWN, HAND, NO_GUN, Aim, Fallen

MATCHES = [(seed, seats, armed) for seed in range(6) for seats in (2, 3, 4) for armed in (False, True)]


@pytest.mark.parametrize(("seed", "seats", "armed"), MATCHES)
def test_what_always_holds(seed, seats, armed):
    for move in playout(seed, seats, armed, turn_cap=12):
        check_characters(move.after)
        check_guns(move.after)
        check_shells(move)


def check_characters(table):
    for character in table.characters:
        assert character.hex in OPEN_HEXES or not character.is_placed
        assert 0 <= character.endurance <= 10
        assert character.is_fighter == (character.endurance > 0) or character.status == "surrendered"
        assert character.delay >= 0
        assert min(character.arm_wounds, character.leg_wounds, character.bleeding) >= 0
        assert character.facing in range(6)
        if character.aim is not None:
            assert character.is_fighter
            assert character.gun in (HAND, NO_GUN)  # a gun that falls from the hand does so by a hit, which costs AIM
            assert character.aim.points in (2, 4, 6, 8)
            assert character.aim.target != f"@{character.seat}"
            assert aiming.aim_fault(table, character, character.aim.target) is None


def check_guns(table):
    """Each character brought one gun; it is with somebody or on the ground."""
    assert len(table.ground) + sum(character.gun != NO_GUN for character in table.characters) == len(table.characters)
    for character in table.characters:
        assert 0 <= character.shells <= 6
        assert not character.cocked or character.gun == HAND
        if character.gun == NO_GUN or not character.is_fighter:
            assert (character.gun, character.shells, character.cocked) == (NO_GUN, 0, False)
    assert all(gun.hex in OPEN_HEXES and 0 <= gun.shells <= 6 for gun in table.ground)


def check_shells(move):
    """Shells leave by shots and come by loading, one at a time."""
    kinds = [event["type"] for event in move.events]
    assert all_shells(move.after) == all_shells(move.before) - kinds.count("shot") + kinds.count("load")


def all_shells(table):
    return sum(character.shells for character in table.characters) + sum(gun.shells for gun in table.ground)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("cap", [10, 11])
@pytest.mark.parametrize("brawling", [True, False])
def test_every_match_ends_by_its_turn_cap(seats, cap, brawling):
    for seed in range(4):
        *_moves, last = playout(f"{seed}{cap}", seats, armed=bool(seed % 2), turn_cap=cap, brawling=brawling)
        view = GAME.view(last.after, None)
        assert view["over"]
        assert view["turn"] <= cap
        fighters = [seat for seat, facts in enumerate(view["seats"]) if facts["status"] == "fighting"]
        if view["end_reason"] == "turn_cap":
            assert view["turn"] == cap
            assert len(fighters) > 1
            assert view["winners"] == []
        else:
            assert view["winners"] == fighters
            assert view["end_reason"] == ("last_standing" if fighters else "all_down")


def test_the_playouts_show_every_kind_of_event():
    """Otherwise the tests above and the replays would prove less than they say."""
    seen = set()
    for seed, seats in itertools.product(range(8), (2, 3, 4)):
        for move in playout(seed, seats, armed=True, turn_cap=12):
            seen |= {event["type"] for event in move.events}
    assert seen == {
        "placed", "turn", "planned", "surrendered", "resolve", "segment", "stance", "move", "face", "posture", "draw",
        "cock", "load", "aim", "aim_lost", "shot", "held", "cancelled", "blow", "hit", "delay", "gun_fell", "out",
        "bled", "eased", "over",
    }  # fmt: skip


def test_a_default_start_to_end_needs_no_player():
    table = placed(3, turn_cap=10)
    for number in range(1, 11):
        assert (GAME.wait(table), GAME.view(table, None)["turn"]) == (f"plan {number}", number)
        for seat in range(3):
            table = GAME.apply(table, seat, GAME.default(table, seat), env()).state
    assert GAME.view(table, None)["end_reason"] == "turn_cap"


# Options, seats, time


@pytest.mark.parametrize(
    "raw",
    [
        {"turn_cap": 9}, {"turn_cap": 31}, {"turn_cap": True}, {"turn_cap": 20.0}, {"turn_cap": "20"},
        {"plan_seconds": 30}, {"plan_seconds": False}, {"plan_seconds": 60.0}, {"plan_seconds": None},
        {"brawling": 1}, {"brawling": 0}, {"brawling": "true"}, {"brawling": None}, {"board": "B"}, {1: 2}, [],
    ],
)  # fmt: skip
def test_refused_options(raw):
    with pytest.raises(IllegalOption):
        GAME.clean_options(raw)


def test_allowed_options():
    assert GAME.clean_options({}) == {"turn_cap": 20, "plan_seconds": 120, "brawling": True}
    for cap, seconds, brawling in itertools.product((10, 30), (0, 60, 90, 120, 180, 300), (True, False)):
        options = {"turn_cap": cap, "plan_seconds": seconds, "brawling": brawling}
        assert GAME.clean_options(options) == options


@pytest.mark.parametrize("count", [0, 1, 5, 9])
def test_refused_seat_counts(count):
    with pytest.raises(IllegalOption):
        GAME.setup(GAME.clean_options({}), (NAMES * 3)[:count], env())


def test_seconds_and_waits():
    table = start(2, plan_seconds=0)
    waits = [GAME.wait(table)]
    assert GAME.seconds(table) == 45
    table = GAME.apply(table, 0, GAME.default(table, 0), env()).state
    waits.append(GAME.wait(table))
    table = GAME.apply(table, 1, GAME.default(table, 1), env()).state
    waits.append(GAME.wait(table))
    assert GAME.seconds(table) is None
    assert GAME.seconds(placed(2, plan_seconds=90)) == 90
    table = GAME.apply(table, 0, {"type": "plan", "cards": []}, env()).state
    assert GAME.wait(table) == waits[-1]
    table = GAME.apply(table, 1, {"type": "surrender"}, env()).state
    waits.append(GAME.wait(table))
    assert len(set(waits)) == 4
    assert GAME.seconds(table) is None


def test_a_surrender_that_leaves_others_to_plan_begins_no_wait():
    table = placed(4)
    wait = GAME.wait(table)
    table = GAME.apply(table, 2, {"type": "surrender"}, env()).state
    assert GAME.wait(table) == wait


# What no case can set up


def put(table, seat, hex_, facing=None, **facts):
    character = table.characters[seat]
    character.hex = hex_
    character.facing = character.facing if facing is None else facing
    for name, value in facts.items():
        setattr(character, name, value)
    return character


@pytest.mark.parametrize(
    ("range_", "needed"), [(0, 3), (1, 3), (2, 5), (3, 5), (4, 6), (5, 6), (6, 7), (8, 7), (9, 9), (17, 9)]
)
def test_the_need_grows_with_the_range(range_, needed):
    assert guns.need(range_) == needed


def test_a_shot_over_nine_hexes_needs_nine():
    table = placed(2)
    put(table, 0, "A-F1", facing=3, gun=HAND, cocked=True)
    put(table, 1, "A-F10")
    events = turn(table, ["7f:shoot:@1"], [], deck=[10]).events  # fire 9
    shot = next(event for event in events if event["type"] == "shot")
    assert (shot["range"], shot["need"], shot["score"], shot["result"]) == (9, 9, 9, "graze")


def test_every_modifier_of_a_shot_counts():
    table = placed(2)
    who = put(table, 0, "A-F3", facing=3, movement="moved", posture=DOWN, arm_wounds=2, aim=Aim("A-F5", 6))
    other = put(table, 1, "A-F6", movement="ran", posture=DOWN)
    sighting = guns.sighting(table, who, other)
    assert dict(sighting.modifiers) == {
        "shooter_moved": -2, "shooter_down": 1, "arm_wounds": -4, "target_ran": -3, "target_down": -2,
    }  # fmt: skip
    assert (sighting.range, sighting.need, sighting.aim, sighting.bonus) == (3, 5, 6, -4)
    other.movement = "moved"
    assert guns.sighting(table, who, other).bonus == -3
    assert all(name in guns.MODIFIERS for name, _points in guns.sighting(table, who, other).modifiers)


def test_the_first_gun_that_fell_is_taken_and_its_shells_stay():
    table = placed(2)
    who = put(table, 0, "A-D6", gun=NO_GUN, shells=0)
    table.ground = [Fallen("A-D7", 6), Fallen(who.hex, 0), Fallen(who.hex, 5)]
    step = turn(table, ["9f:ground"], [])
    taken = step.state.characters[0]
    assert (taken.gun, taken.shells, taken.cocked) == (HAND, 0, True)
    assert step.state.ground == [Fallen("A-D7", 6), Fallen("A-D6", 5)]


def test_two_who_reach_for_one_gun_go_in_seat_order():
    table = placed(3)
    for seat in (0, 1):
        put(table, seat, "A-F6", gun=NO_GUN, shells=0)
    table.ground = [Fallen("A-F6", 3)]
    after = turn(table, ["9f:ground"], ["9f:ground"], []).state
    assert [after.characters[seat].gun for seat in (0, 1)] == [HAND, NO_GUN]
    assert after.ground == []


def test_a_move_that_is_cancelled_is_no_movement():
    table = placed(2)
    put(table, 0, "A-A3", facing=3, gun=HAND, cocked=True)
    put(table, 1, "A-A5", facing=4)
    events = turn(table, ["3b:ahead", "5f:shoot:@1"], ["1f:ahead"], deck=[6]).events  # fire 5
    assert [event["reason"] for event in events if event["type"] == "cancelled"] == ["off_board"]
    shot = next(event for event in events if event["type"] == "shot")
    assert (shot["score"], shot["need"]) == (5, 5)


def test_three_in_a_hex_draw_a_card_each_once():
    table = placed(3)
    put(table, 0, "A-F6")
    put(table, 1, "A-F6")
    put(table, 2, "A-F7", facing=0)
    events = turn(table, [], [], ["1f:ahead"], deck=[3, 5, 8]).events
    crowd = [event for event in events if event["type"] == "delay"]
    assert [(event["seat"], event["points"], event["result_card"]) for event in crowd] == [
        (0, 2, 3),
        (1, 3, 5),
        (2, 2, 8),
    ]


def test_a_new_deck_is_shuffled_when_none_is_left():
    table = placed(2)
    deck = begin(table, Scripted({"result": [[32], [7, 8]]}), [], [[], []])
    first = [deck.draw().number for _ in range(32)]
    assert first == [32, *range(1, 32)]
    assert [deck.draw().number for _ in range(3)] == [7, 8, 1]


def test_all_effects_of_a_segment_count_on_one_who_is_killed_in_it():
    """SD-H1, SD-E1: killed by one, shot in the gun hand by another; the gun lies there once."""
    table = placed(3)
    put(table, 0, "A-D6", facing=2, gun=HAND, cocked=True, aim=Aim("@2", 8))
    put(table, 1, "A-H6", facing=4, gun=HAND, cocked=True)
    put(table, 2, "A-F7", facing=0, gun=HAND, shells=4, leg_wounds=1)
    step = turn(table, ["7f:shoot:@2"], ["7f:shoot:@2"], [], deck=[8, 1, 9, 5])
    dead = step.state.characters[2]
    assert (dead.status, dead.endurance, dead.posture, dead.gun, dead.delay) == ("killed", 0, DOWN, NO_GUN, 2)
    assert step.state.ground == [Fallen("A-F7", 4)]
    told = [event["type"] for event in step.events if event.get("seat") == 2]
    assert told == ["planned", "hit", "hit", "gun_fell", "out"]


def test_who_bleeds_out_together_leaves_nobody():
    table = placed(2)
    for character in table.characters:
        character.endurance, character.bleeding = 1, 2
    step = turn(table, ["2b:back", "5b"], [])
    view = GAME.view(step.state, None)
    assert (view["end_reason"], view["winners"], view["turn"]) == ("all_down", [], 1)
    kinds = [event["type"] for event in step.events if event["type"] not in ("segment", "face", "posture")]
    assert kinds[-7:] == ["bled", "bled", "out", "gun_fell", "out", "gun_fell", "over"]
    assert not any(event["type"] == "eased" for event in step.events)


def test_aim_on_one_who_bled_out_is_lost():
    table = placed(3)
    put(table, 0, "A-D6", facing=2, gun=HAND, aim=Aim("@1", 4))
    put(table, 1, "A-H6", endurance=1, bleeding=1)
    after = turn(table, [], [], []).state
    assert after.characters[1].status == "passed_out"
    assert after.characters[0].aim is None


def test_cards_of_one_who_is_out_are_dropped_without_a_word():
    table = placed(3)
    put(table, 0, "A-E7", facing=3)
    put(table, 2, "A-E8", facing=0, endurance=1)
    events = turn(table, ["10f:@2"], [], ["5b", "3b:ahead"], deck=[10]).events
    assert {"type": "out", "seat": 2, "status": "passed_out"} in events
    assert not any(event["type"] == "cancelled" for event in events)
