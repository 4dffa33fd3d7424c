"""The bots of Standoff: legal, fair, not to be read, and done in good time."""

import copy
import json
import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from standoff_play import ENV, GAME, choose, do, playout, start

from games.engine import Chance
from games.engine.standoff import rounds
from games.engine.standoff.bot import GREATEST_SHARE, LEVELS, Sight, capped, guess, policy, temper
from games.engine.standoff.foresight import ALL_ROUNDS, COPIES, plan
from games.engine.standoff.sets import SETS
from games.engine.standoff.state import PRIORITY
from games.engine.standoff.worth import Budget, Scratch, chances, play_on

COMMANDS = 5_000
"""More than 200 rounds of six seats take."""

positions = st.builds(
    lambda card_set, seats, seed, skip: position(card_set, seats, seed, skip),
    st.sampled_from(sorted(SETS)), st.integers(2, 6), st.integers(0, 2**32), st.integers(0, 60),
)  # fmt: skip


def position(card_set, seats, seed, skip):
    """A state some random moves into a match, the last one before its end at the latest."""
    state = start(card_set, seats)
    for number, (before, *_move) in enumerate(playout(state, seed)):
        state = before
        if number == skip:
            break
    return state


def answer(state, seat, level, seed=0):
    return policy(GAME.view(state, seat), GAME.commands(state, seat), Chance(seed), level)


@pytest.mark.parametrize("card_set", sorted(SETS))
@pytest.mark.parametrize("level", ["easy", "normal", "hard"])
def test_matches_of_bots_end(card_set, level):
    """Hard thinks longest: at the larger tables it plays among others, and for one life."""
    for seats in range(2, 7):
        thinkers = 1 if level == "hard" and seats > 2 else seats
        levels = [level if seat < thinkers else "normal" for seat in range(seats)]
        state = start(card_set, seats, lives=1 if level == "hard" else 2)
        for number in range(COMMANDS):
            if state.over:
                break
            seat = state.to_act[number % len(state.to_act)]
            command = answer(state, seat, levels[seat], number)
            assert command in GAME.commands(state, seat)
            state = do(state, seat, command)
        assert state.over


@settings(max_examples=40, deadline=None)
@given(positions, st.sampled_from(sorted(LEVELS)), st.integers(0, 2**32))
def test_an_answer_is_legal_replays_and_leaves_the_view_as_it_was(state, level, seed):
    seat = state.to_act[0]
    view, commands = GAME.view(state, seat), GAME.commands(state, seat)
    seen, listed = copy.deepcopy(view), copy.deepcopy(commands)
    command = policy(view, commands, Chance(seed), level)
    assert command in commands
    assert (view, commands) == (seen, listed)
    stored = json.loads(json.dumps(view))
    assert policy(stored, iter(commands), Chance(seed), level) == command


def test_another_level_is_an_error():
    state = start()
    for level in ("", "Hard", "random", None):
        with pytest.raises(ValueError, match="there is no level"):
            answer(state, 0, level)


class Asked:
    """A chance that notes the questions."""

    def __init__(self):
        self.names = []

    def pick(self, name, items):
        self.names.append(name)
        return items[len(items) // 2]


@pytest.mark.parametrize("level", LEVELS)
def test_a_decision_asks_chance_for_two_names_and_nothing_else(level):
    asked = Asked()
    state = start()
    policy(GAME.view(state, 0), GAME.commands(state, 0), asked, level)
    assert asked.names == ["bot_a", "bot_b"]


# What a bot cannot know


@settings(max_examples=60, deadline=None)
@given(positions, st.integers(0, 2**32))
def test_a_guess_looks_from_the_same_seat_as_the_table_does(state, seed):
    for viewer in range(len(state.seats)):
        view = GAME.view(state, viewer)
        assert GAME.view(guess(view, random.Random(seed)), viewer) == view


@pytest.mark.parametrize("card_set", sorted(SETS))
def test_a_guess_fits_a_match_that_is_over(card_set):
    *_moves, (*_move, state) = playout(start(card_set, 3), 7)
    assert state.over
    view = GAME.view(state, 0)
    assert GAME.view(guess(view, random.Random(0)), 0) == view


def test_a_guess_draws_hidden_choices_from_the_hands():
    state = choose(start(1), "1:4", "2:6")
    drawn = {guess(GAME.view(state, 0), random.Random(seed)).seats[1].chosen for seed in range(200)}
    assert drawn == {f"1:{priority}" for priority in range(7)}
    mine = guess(GAME.view(state, 1), random.Random(0))
    assert mine.seats[1].chosen == "1:4"


@settings(max_examples=30, deadline=None)
@given(positions, st.integers(0, 2**32))
def test_a_guess_plays_on_as_the_table_does(state, seed):
    """Whatever comes next, a guess of an open decision leads to the same view: nothing is hidden then."""
    if not state.decision:
        return
    seat = state.decision.seat
    twin = guess(GAME.view(state, seat), random.Random(seed))
    for command in GAME.commands(state, seat):
        after, same = do(state, seat, command), do(twin, seat, command)
        same.rounds = after.rounds
        if not after.over:
            assert public(same) == public(after)


def public(state):
    """The view of a spectator, without `reloaded` of a copied Reload: only events tell of it while a round goes on."""
    view = GAME.view(state, None)
    for row in view["last_round"]["seats"] if view["last_round"] else ():
        if row:
            del row["reloaded"]
    return view


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("card_set", sorted(SETS))
def test_what_others_have_chosen_changes_nothing(card_set, level):
    one, other = choose(start(card_set, 3), "1:6", "2:0"), choose(start(card_set, 3), "1:1", "2:4")
    assert GAME.dump(one) != GAME.dump(other)
    for seed in range(2 if level == "hard" else 20):
        assert answer(one, 0, level, seed) == answer(other, 0, level, seed)


@pytest.mark.parametrize("level", LEVELS)
def test_a_guessed_table_is_as_good_as_the_true_one(level):
    state = choose(start(2, 3), "1:6", "2:3")
    for seed in range(2):
        twin = guess(GAME.view(state, 0), random.Random(seed))
        assert answer(twin, 0, level, seed) == answer(state, 0, level, seed)


# How a bot plays


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("card_set", sorted(SETS))
def test_nobody_can_foretell_a_choice(card_set, level):
    state = start(card_set, 2)
    chosen = Counter(answer(state, 0, level, seed)["card"] for seed in range(40))
    assert len(chosen) > 1
    assert max(chosen.values()) / 40 < GREATEST_SHARE + 0.25, "three standard deviations above the greatest share"


@pytest.mark.parametrize(
    ("kinds", "weights", "shares"),
    [
        ([0, 6], [1, 9], [0.35, 0.65]),
        ([0, 5, 6], [1, 1, 8], [0.175, 0.175, 0.65]),
        ([5, 5, 6], [4, 4, 2], [0.325, 0.325, 0.35]),
        ([1, 2, 3], [5, 3, 2], [0.5, 0.3, 0.2]),
        ([0], [1], [1]),
        ([0, 6], [0, 1], [0, 1]),
    ],
)
def test_the_greatest_share_goes_by_number(kinds, weights, shares):
    assert capped(kinds, weights) == pytest.approx(shares)


def spend(state, seat, *priorities):
    """Lay bullets of a seat on its spent pile."""
    player = state.seats[seat]
    for priority in priorities:
        player.hand.remove(f"{seat}:{priority}")
        player.spent.append(f"{seat}:{priority}")


def test_hard_takes_a_sure_win_every_time():
    """Against somebody who can only Reload, one bullet is best, whatever happens: early in a match as at its end."""
    for lives, spent, best in ((1, (1, 2, 3, 5, 6), "0:4"), (3, (2, 5, 6), None)):
        state = start(2, 2, lives)
        spend(state, 0, *spent)
        spend(state, 1, 1, 2, 3, 4, 5, 6)
        sure = plan(state, 0, Budget(COPIES, random.Random(0))).sure
        assert sure == (best or sure)
        assert PRIORITY[sure] > 0
        assert {answer(state, 0, "hard", seed)["card"] for seed in range(20)} == {sure}


def test_hard_bets_everything_only_in_a_round_that_may_be_the_last():
    view = GAME.view(start(1, 2, lives=2), 0)
    assert not Sight(view, random.Random(0)).may_be_the_last_round()
    view["seats"][1]["lives"] = 1
    assert Sight(view, random.Random(0)).may_be_the_last_round()
    assert not Sight(GAME.view(start(1, 3, lives=1), 0), random.Random(0)).may_be_the_last_round()


@pytest.mark.parametrize("level", ["easy", "normal", "hard"])
def test_nobody_gets_shot_by_an_own_answer_where_another_saves(level):
    """Set 1: the 6 must swap with the 5 or with the Reload, and the swap with the Reload is death."""
    state = choose(start(1, 3), "0:6", "1:5", "2:0")
    for seed in range(20):
        assert answer(state, 0, level, seed) == {"type": "target", "card": "1:5"}


def test_a_temper_is_fixed_by_the_name_alone_and_all_of_them_occur():
    names = [f"Bot {number}" for number in range(40)]
    tempers = [temper(name) for name in names]
    assert [temper(name) for name in names] == tempers
    assert len(set(tempers)) == 3
    for one in tempers:
        assert all(0.75 <= weight <= 1.25 for weight in (one.high, one.reload, one.aim))


# How a bot thinks


def test_chances_are_shared_among_those_who_can_win():
    state = start(1, 3)
    assert chances(state) == pytest.approx([1 / 3] * 3)
    state.seats[0].lives = 1
    assert chances(state)[0] < chances(state)[1]
    state.seats[0].living = False
    assert chances(state) == pytest.approx([0, 0.5, 0.5]), "who is down with the last life is out already"


@settings(max_examples=40, deadline=None)
@given(positions)
def test_chances_add_up_to_one_or_to_nothing_in_a_draw(state):
    total = sum(chances(state)) if not state.over else 1
    assert total == pytest.approx(1)


def test_of_a_finished_match_the_winners_share_what_there_is():
    state = start(1, 4)
    state.over = True
    assert chances(state) == [0, 0, 0, 0]
    state.winners = (1, 3)
    assert chances(state) == [0, 0.5, 0, 0.5]


@settings(max_examples=25, deadline=None)
@given(positions, st.booleans())
def test_thinking_plays_by_the_rules_and_leaves_the_table_alone(state, further):
    if state.decision is None:
        return
    before = copy.deepcopy(state)
    table = Scratch(state)
    after = play_on(table, Budget(COPIES, random.Random(0)), further)
    assert state == before
    assert after.decision is None
    assert after.over or after.rounds == state.rounds + 1


@pytest.mark.parametrize("card_set", sorted(SETS))
def test_the_work_of_a_decision_is_bounded(card_set, monkeypatch):
    """Counted in rounds that are resolved, not in seconds."""
    resolved = []
    resolve = rounds.resolve
    monkeypatch.setattr(rounds, "resolve", lambda table: resolved.append(resolve(table)))
    for seats in (2, 3, 6):
        resolved.clear()
        answer(start(card_set, seats), 0, "hard")
        assert 7**2 <= len(resolved) < 2 * ALL_ROUNDS + COPIES


@pytest.mark.parametrize("card_set", sorted(SETS))
def test_a_spent_budget_still_gives_a_legal_answer(card_set):
    """The questions that come up later in the round are then answered with the first of what is legal."""
    asked = [before for before, *_move in playout(start(card_set, 4), 3) if before.decision]
    assert asked
    for state in asked[:20]:
        seat = state.decision.seat
        commands = GAME.commands(state, seat)
        for _choose, decide in LEVELS.values():
            assert decide(sight_without_budget(state, seat), commands) in commands


def sight_without_budget(state, seat):
    sight = Sight(GAME.view(state, seat), random.Random(0))
    sight.budget.copies = 0
    return sight


def test_a_bot_without_bullets_reloads():
    state = start(1, 2)
    spend(state, 0, 1, 2, 3, 4, 5, 6)
    for level in LEVELS:
        assert PRIORITY[answer(state, 0, level)["card"]] == 0
        assert GAME.apply(state, 0, answer(state, 0, level), ENV).state.seats[0].chosen == "0:0"
