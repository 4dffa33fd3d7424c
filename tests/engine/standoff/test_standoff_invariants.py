"""What holds at every moment of every match, whatever is played."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from standoff_play import GAME, choose, playout, start

from games.engine.standoff.sets import SETS

matches = st.builds(
    lambda card_set, seats, lives: start(card_set, seats, lives),
    st.sampled_from(sorted(SETS)), st.integers(2, 6), st.integers(1, 4),
)  # fmt: skip
seeds = st.integers(0, 2**32)
quick = settings(max_examples=25, deadline=None)


def see(state):
    return GAME.view(state, None)


def hands(state):
    return [GAME.view(state, seat)["you"]["hand"] for seat in range(len(state.seats))]


@quick
@given(matches, seeds)
def test_every_card_is_owned_once_and_lies_in_one_place(match, seed):
    everything = sorted(card for hand in hands(match) for card in hand)
    for *_move, state in playout(match, seed):
        seats = see(state)["seats"]
        assert sorted(card for seat in seats for card in seat["cards"]) == everything
        assert all(len(seat["cards"]) == 7 for seat in seats)
        lying = [seat["in_play"]["card"] for seat in seats if seat["in_play"]]
        spent = [card for seat in seats for card in seat["spent"]]
        held = [card for hand in hands(state) for card in hand]
        assert sorted(lying + spent + held) == everything
        for seat, hand in zip(seats, hands(state), strict=True):
            assert set(hand) | set(seat["spent"]) <= set(seat["cards"])
            assert seat["hand_size"] == len(hand)


@quick
@given(matches, seeds)
def test_the_living_have_one_card_in_play_from_reveal_to_cleanup_and_nobody_else_has(match, seed):
    for *_move, state in playout(match, seed):
        view = see(state)
        for seat in view["seats"]:
            has_card = view["phase"] == "decide" and seat["alive"]
            assert (seat["in_play"] is not None) == has_card
            assert (seat["played"] is not None) == has_card
            assert seat["alive"] or not seat["submitted"]


@quick
@given(matches, seeds)
def test_values_never_fall_below_zero_and_lives_stay_in_their_bounds(match, seed):
    for *_move, state in playout(match, seed):
        view = see(state)
        lying = [seat["in_play"] for seat in view["seats"]] + (view["last_round"] or {"seats": []})["seats"]
        assert all(card["value"] >= 0 for card in lying if card)
        for seat in view["seats"]:
            assert 0 <= seat["lives"] <= view["start_lives"]
            assert seat["eliminated"] == (seat["lives"] == 0)


@quick
@given(matches, seeds)
def test_a_card_activates_once_a_round_at_most_and_never_when_cancelled(match, seed):
    activated, stopped = Counter(), set()
    for _before, _actor, _command, events, _after in playout(match, seed):
        for event in events:
            if event["type"] == "revealed":
                activated, stopped = Counter(), set()
            elif event["type"] == "cancelled":
                stopped.add(event["card"])
            elif event["type"] == "stolen":
                stopped.add(event["card"])  # S3-2: it comes in without a turn
            elif event["type"] == "activated":
                activated[event["card"]] += 1
                assert activated[event["card"]] == 1
                assert event["card"] not in stopped


@quick
@given(matches, seeds)
def test_priorities_activate_downwards(match, seed):
    last = 6
    for _before, _actor, _command, events, _after in playout(match, seed):
        for event in events:
            if event["type"] == "revealed":
                last = 6
            elif event["type"] == "activated":
                priority = int(event["card"][2])
                assert priority <= last
                last = priority


@quick
@given(matches, seeds)
def test_a_spent_bullet_returns_to_a_hand_only_by_an_event_that_says_so(match, seed):
    for before, _actor, _command, events, after in playout(match, seed):
        was_spent = {card for seat in see(before)["seats"] for card in seat["spent"]}
        retrieved = {event["card"] for event in events if event["type"] == "retrieved"}
        restored = {event["seat"] for event in events if event["type"] in ("reloaded", "restocked")}
        for seat, hand in enumerate(hands(after)):
            back = was_spent & set(hand)
            assert back <= retrieved or seat in restored


@quick
@given(matches, seeds)
def test_the_rounds_and_standoffs_are_numbered_without_gaps(match, seed):
    rounds, place = 1, (1, 1)
    for *_move, events, state in playout(match, seed):
        for event in events:
            if event["type"] == "round_started":
                rounds += 1
                standoff, number = place
                place = (event["standoff"], event["round"])
                assert place in ((standoff, number + 1), (standoff + 1, 1))
        assert (see(state)["standoff"], see(state)["round"]) == place
    assert rounds <= 200


@quick
@given(matches, seeds)
def test_a_wait_lasts_while_others_submit_and_every_decision_is_a_new_one(match, seed):
    seen = {GAME.wait(match)}
    for before, *_move, after in playout(match, seed):
        assert GAME.seconds(after) is None
        if GAME.view(before, None)["phase"] == "choose" and len(before.to_act) > 1:
            assert GAME.wait(after) == GAME.wait(before)
        else:
            assert GAME.wait(after) not in seen
        seen.add(GAME.wait(after))


@pytest.mark.parametrize("card_set", sorted(SETS))
@pytest.mark.parametrize("seats", range(2, 7))
def test_every_match_ends_and_its_winners_are_those_who_have_lives(card_set, seats):
    for lives in (1, 3, 9):
        *_moves, (*_move, last, state) = playout(start(card_set, seats, lives), seed=lives)
        view = see(state)
        assert (view["phase"], view["over"], view["to_act"], view["prompt"]) == ("over", True, [], None)
        assert view["winners"] == [seat for seat in range(seats) if view["seats"][seat]["lives"]]
        assert last[-1] == {"type": "match_ended", "winners": view["winners"]}
        assert not any(list(GAME.commands(state, actor)) for actor in (*range(seats), "host"))


def at_round(state, number):
    """The same match with other rounds behind it."""
    return GAME.load({**GAME.dump(state), "rounds": number})


def test_the_cap_breaks_off_a_standoff_without_loss_and_the_most_lives_win_together():
    view = see(choose(at_round(start(1, 3, 4), 200), "0:5", "1:2", "2:1"))
    assert view["over"]
    assert view["winners"] == [0, 1, 2]
    assert [seat["lives"] for seat in view["seats"]] == [4, 4, 4]
    assert [seat["alive"] for seat in view["seats"]] == [True, True, False]
    assert (view["standoff"], view["round"]) == (1, 1)


def test_a_standoff_that_ends_with_the_last_round_still_costs_lives():
    state = choose(at_round(start(1, 2, 4), 200), "0:4", "1:0")
    view = see(state)
    assert view["over"]
    assert view["winners"] == [1]
    assert [seat["lives"] for seat in view["seats"]] == [3, 4]


def test_one_round_before_the_cap_the_match_goes_on():
    assert not choose(at_round(start(1, 2, 4), 199), "0:4", "1:0").over
