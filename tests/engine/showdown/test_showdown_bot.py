"""The bots of Showdown: their answers are legal, know nothing hidden, and end matches; their guesses fit the view."""

from __future__ import annotations

import copy
import random
from collections import Counter

import pytest
from showdown_drive import placed, playout, send, start

from games.engine import Chance, World
from games.engine.showdown import GAME, bot, foresight, plans
from games.engine.showdown.bearings import best_facings, grip, step_to, turn_to
from games.engine.showdown.hexes import FACINGS, OPEN_HEXES, RELATIVE, TROUGH, distance, in_zone, turned
from games.engine.showdown.judge import judge
from games.engine.showdown.sensible import EVEN, sensible
from games.engine.showdown.state import DOWN, HAND, NO_GUN, OVER, PLACE, Aim, Fallen, budget, to_act

LEVELS = ("easy", "normal", "hard")


@pytest.fixture(autouse=True)
def few_tries(monkeypatch):
    """Hard tries less: what these tests look at does not hang on how much."""
    monkeypatch.setattr(foresight, "PLANS", 6)
    monkeypatch.setattr(foresight, "ROUNDS", ((9, 2), (3, 2)))


class Unlisted:
    """Commands that nobody may walk: the list of plans has no end that could be waited for."""

    def __iter__(self):
        raise AssertionError("the plans were walked")


def decide(table, seat, level, seed=0):
    commands = GAME.commands(table, seat) if table.phase == PLACE else Unlisted()
    return bot.policy(GAME.view(table, seat), commands, Chance(seed), level)


def bot_match(levels, seed, **options):
    """Bots play to the end; the last table, and every decision with the table it was made at."""
    table = start(len(levels), **options)
    decisions = []
    while to_act(table):
        seat = to_act(table)[-1]
        command = decide(table, seat, levels[seat], f"{seed} {len(decisions)}")
        decisions.append((table, seat, command))
        GAME.refuse(table, seat, command, World(0.0, Chance(0)))
        table = GAME.apply(table, seat, command, World(0.0, Chance(f"{seed} {len(decisions)}"))).state
    return table, decisions


# What is asked of every policy


@pytest.mark.parametrize("brawling", [True, False])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_bots_of_all_levels_play_a_match_to_its_end(seats, brawling):
    for seed in range(4):
        levels = [LEVELS[(seed + seat) % 3] for seat in range(seats)]
        table, decisions = bot_match(levels, seed, brawling=brawling)
        assert table.phase == OVER
        assert {command["type"] for _, _, command in decisions} == {"place", "plan"}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_normal_bots_fight_it_out_before_the_cap(seats):
    reasons = Counter(bot_match(["normal"] * seats, seed)[0].end_reason for seed in range(15))
    assert reasons["turn_cap"] <= 1
    assert reasons["last_standing"] >= 11


@pytest.mark.parametrize("level", LEVELS)
def test_answers_are_legal_at_tables_of_all_kinds(level):
    """Also at such as bots would not come to: without a gun, DOWN, slow, with nobody in the zone."""
    for seed in range(6):
        for move in playout(seed, 2 + seed % 3, armed=seed % 2 > 0):
            for seat in to_act(move.before)[:1]:
                command = decide(move.before, seat, level, seed)
                GAME.refuse(move.before, seat, command, World(0.0, Chance(0)))


@pytest.mark.parametrize("level", ["", "Hard", "expert", None, 1])
def test_an_unknown_level_is_a_value_error(level):
    for table in (start(), placed()):
        with pytest.raises(ValueError, match="level"):
            decide(table, 0, level)


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_chance_gives_the_same_choice(level):
    table, decisions = bot_match([level] * 3, 7)
    again, decisions_again = bot_match([level] * 3, 7)
    assert [command for _, _, command in decisions] == [command for _, _, command in decisions_again]
    assert GAME.dump(table) == GAME.dump(again)


@pytest.mark.parametrize("level", LEVELS)
def test_two_questions_are_asked_whatever_the_table_is_like(level):
    class Counted(Chance):
        def pick(self, name, items):
            asked.append((name, len(items)))
            return super().pick(name, items)

    for table in (start(3), placed(2), placed(4)):
        asked = []
        bot.policy(GAME.view(table, 0), GAME.commands(table, 0), Counted(0), level)
        assert asked == [("bot_a", 10_000), ("bot_b", 10_000)]


@pytest.mark.parametrize("level", LEVELS)
def test_a_plan_that_another_seat_has_sent_changes_no_decision(level):
    for seats in (2, 3):
        tables = [send(placed(seats), 1, *cards).state for cards in ((), ("9f", "7f:shoot:@0"), ("1f:ahead",))]
        for seed in range(5):
            decisions = [decide(table, 0, level, seed) for table in tables]
            assert decisions == [decisions[0]] * 3


@pytest.mark.parametrize("level", LEVELS)
def test_neither_view_nor_table_is_changed(level):
    for table in (start(3), send(placed(3), 1, "9f").state):
        view, before = GAME.view(table, 0), GAME.dump(table)
        kept = copy.deepcopy(view)
        bot.policy(view, GAME.commands(table, 0), Chance(0), level)
        assert view == kept
        assert GAME.dump(table) == before


@pytest.mark.parametrize("level", LEVELS)
def test_with_no_time_left_the_empty_plan_is_sent(level):
    table = placed()
    table.characters[0].delay = 6
    assert decide(table, 0, level) == {"type": "plan", "cards": []}


@pytest.mark.parametrize("level", LEVELS)
def test_nobody_can_be_read_like_a_book(level):
    sent = Counter(tuple(decide(placed(3), 0, level, seed)["cards"]) for seed in range(40))
    assert len(sent) >= 5
    assert max(sent.values()) <= 0.65 * 40


# Guesses


def test_a_guess_is_a_table_that_looks_the_same():
    rng = random.Random(0)
    for seed in range(8):
        for move in playout(seed, 2 + seed % 3, armed=seed % 2 > 0):
            for seat in range(len(move.after.characters)):
                view = GAME.view(move.after, seat)
                guessed = bot.guess(view, rng)
                assert GAME.view(guessed, seat) == view
                for fighter in guessed.fighters:
                    assert fighter.plan is None or plans.fault(guessed, fighter.seat, fighter.plan) is None


def test_guesses_differ_in_what_is_hidden():
    table = send(send(placed(3), 1, "1f:ahead").state, 0, "9f").state
    guesses = [bot.guess(GAME.view(table, 0), random.Random(seed)) for seed in range(20)]
    assert {guessed.characters[0].plan for guessed in guesses} == {("9f",)}
    assert len({guessed.characters[1].plan for guessed in guesses}) > 3
    assert {guessed.characters[2].plan for guessed in guesses} == {None}


# Sense


def facing_off(range_=3):
    """Two at a distance, guns in hand and cocked, each in the other's zone."""
    table = placed()
    ann, bob = table.characters
    ann.hex, ann.facing, bob.hex, bob.facing = "A-D6", 0, f"A-D{6 - range_}", 3
    for one in (ann, bob):
        one.gun, one.cocked = HAND, True
    return table


def plans_of(table, seat=0, number=60):
    rng = random.Random(1)
    return [sensible(table, seat, rng, EVEN) for _ in range(number)]


def test_sensible_plans_are_legal_and_use_the_time():
    for seed in range(6):
        for move in playout(seed, 2 + seed % 3, armed=seed % 2 > 0):
            for seat in to_act(move.before) if move.before.phase != PLACE else ():
                plan = sensible(move.before, seat, random.Random(seed))
                assert plans.fault(move.before, seat, plan) is None
                assert plan or budget(move.before.characters[seat]) < 5


def test_a_cocked_gun_is_shot():
    assert all(any(":shoot:@1" in card for card in plan) for plan in plans_of(facing_off()))


def test_aim_that_is_high_already_is_used_at_once():
    table = facing_off()
    table.characters[0].aim = Aim("@1", 4)
    assert {plan[0] for plan in plans_of(table)} == {"7f:shoot:@1"}


def test_prey_is_brought_into_the_zone_first():
    table = facing_off()
    table.characters[0].facing = 3
    assert {plan[0] for plan in plans_of(table)} == {"2b:back"}


def test_a_gun_in_the_holster_is_drawn():
    assert all("9f" in plan for plan in plans_of(placed()))


def test_without_shells_fists_serve_and_far_off_the_gun_is_loaded():
    near, far = facing_off(1), facing_off(4)
    near.characters[0].shells = far.characters[0].shells = 0
    assert all({card[:3] for card in plan} & {"10f", "11f", "12f"} for plan in plans_of(near))
    assert any("8f" in plan for plan in plans_of(far))
    assert not any(":shoot:" in card for plan in plans_of(far) for card in plan)


def test_without_a_gun_one_goes_for_the_nearest_on_the_ground():
    table = facing_off(5)
    ann = table.characters[0]
    ann.gun, ann.shells, ann.cocked = NO_GUN, 0, False
    table.ground.append(Fallen("A-D4", 3))
    assert {plan[:2] for plan in plans_of(table)} == {("1f:ahead", "2f:ahead")}
    ann.hex = "A-D4"
    assert {plan[0] for plan in plans_of(table)} == {"9f:ground"}


def test_bots_start_facing_somebody():
    for seats in (2, 3, 4):
        table = start(seats)
        for seat in range(seats):
            command = decide(table, seat, "normal", seat)
            others = [other.hex for other in table.characters if other.is_placed]
            assert not others or any(in_zone(command["hex"], command["facing"], there) for there in others)
            table = GAME.apply(table, seat, command, World(0.0, Chance(0))).state


def test_hard_finishes_off_who_stands_before_the_gun():
    """Eight AIM at arm's length: only a dud misses."""
    table = facing_off(1)
    table.characters[0].aim = Aim("@1", 8)
    for seed in range(10):
        assert "7f:shoot:@1" in decide(table, 0, "hard", seed)["cards"][:1]


# Bearings


def test_every_hex_can_be_turned_to_with_one_card():
    rng = random.Random(3)
    for _ in range(400):
        here, there, facing = rng.choice(OPEN_HEXES), rng.choice(OPEN_HEXES), rng.choice(FACINGS)
        way = turn_to(here, facing, there)
        if way is None:
            assert in_zone(here, facing, there)
            continue
        card, after = way
        code, _, word = card.partition(":")
        assert after == turned(facing, RELATIVE[word])
        assert in_zone(here, after, there)
        assert not in_zone(here, facing, there)
        cheap = [turned(facing, sixths) for sixths in (1, -1)]
        assert (code == "3b") == any(in_zone(here, other, there) for other in cheap)


def test_steps_lead_all_the_way_to_what_is_in_the_zone():
    rng = random.Random(4)
    for _ in range(300):
        here, goal, facing = rng.choice(OPEN_HEXES), rng.choice(OPEN_HEXES), rng.choice(FACINGS)
        for _step in range(24):
            way = turn_to(here, facing, goal)
            facing = way[1] if way else facing
            if here == goal:
                break
            step = step_to(here, facing, goal)
            assert step is not None
            assert step[1] != TROUGH
            assert distance(step[1], here) == 1
            here = step[1]
        assert here == goal


def test_best_facings_hold_most():
    assert best_facings("A-D6", ("A-D2",)) == (0,)
    assert grip("A-D6", 3, "A-D2") == 0


# The judge


def test_the_judge_knows_the_end():
    table = placed(3)
    table.phase, table.winners = OVER, (1,)
    assert [judge(table, seat) for seat in range(3)] == [0, 1, 0]
    table.winners = ()
    assert [judge(table, seat) for seat in range(3)] == [0, 0, 0]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_judge_shares_out_what_can_be_won(seats):
    table = placed(seats)
    worths = [judge(table, seat) for seat in range(seats)]
    assert 0.9 < sum(worths) <= 1
    table.characters[0].bleeding = 1
    assert judge(table, 0) < worths[0]
    assert judge(table, 1) > worths[1]
    table.characters[0].status = "killed"
    assert judge(table, 0) == 0


def test_the_judge_sees_the_cover_of_lying_down():
    table = facing_off(4)
    standing = judge(table, 0)
    table.characters[0].posture = DOWN
    assert judge(table, 0) > standing


def test_the_judge_hurries_those_who_are_far_apart_before_the_cap():
    table = facing_off(6)
    early = judge(table, 0)
    table.turn = table.turn_cap
    assert judge(table, 0) < early
