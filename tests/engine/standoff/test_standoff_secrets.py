"""The one secret: which card a seat has chosen, from its submission to the reveal."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from standoff_play import ENV, GAME, choose, playout, start

from games.engine.standoff.sets import SETS


def everything_known(state, viewer):
    """All that a viewer is given: the view, and what the game answers about waiting and about others' commands."""
    return GAME.view(state, viewer), GAME.wait(state), GAME.seconds(state), state.to_act


@settings(max_examples=15, deadline=None)
@given(st.sampled_from(sorted(SETS)), st.integers(2, 6), st.integers(0, 2**32))
def test_other_choices_look_the_same_to_everybody_else(card_set, seats, seed):
    for before, actor, command, events, after in playout(start(card_set, seats), seed):
        if command["type"] != "choose" or len(before.to_act) == 1:
            continue
        for other in GAME.commands(before, actor):
            step = GAME.apply(before, actor, other, ENV)
            assert step.events == events == [{"type": "submitted", "seat": actor}]
            for viewer in (None, "host", *(seat for seat in range(seats) if seat != actor)):
                assert everything_known(step.state, viewer) == everything_known(after, viewer)
            for seat in step.state.to_act:
                assert list(GAME.commands(step.state, seat)) == list(GAME.commands(after, seat))


@pytest.mark.parametrize("card_set", sorted(SETS))
def test_two_hidden_choices_at_once_look_like_any_other_two(card_set):
    one = choose(start(card_set, 4), "0:6", "1:6", "2:1")
    other = choose(start(card_set, 4), "0:0", "1:3", "2:5")
    for viewer in (None, "host", 3):
        assert everything_known(one, viewer) == everything_known(other, viewer)
    assert GAME.view(one, 0)["you"] == {"seat": 0, "hand": [f"0:{n}" for n in range(7)], "chosen": "0:6"}
    assert GAME.view(other, 0)["you"]["chosen"] == "0:0"


@settings(max_examples=15, deadline=None)
@given(st.sampled_from(sorted(SETS)), st.integers(2, 6), st.integers(0, 2**32))
def test_a_host_and_a_spectator_see_the_same_and_a_seat_only_adds_its_own(card_set, seats, seed):
    for *_move, state in playout(start(card_set, seats), seed):
        public = GAME.view(state, None)
        assert public["you"] is None
        assert GAME.view(state, "host") == public
        for seat in range(seats):
            mine = GAME.view(state, seat)
            assert mine["you"]["seat"] == seat
            assert set(mine["you"]) == {"seat", "hand", "chosen"}
            assert {**mine, "you": None} == public


def test_the_choice_is_shown_to_its_seat_only_until_the_reveal():
    state = choose(start(1), "0:6", "1:5")
    assert GAME.view(state, 0)["you"]["chosen"] == "0:6"
    state = choose(state, "2:0")
    assert GAME.view(state, 0)["you"]["chosen"] is None
    assert "0:6" not in GAME.view(state, 0)["you"]["hand"]
    assert GAME.view(state, None)["seats"][0]["played"] == "0:6"


@pytest.mark.parametrize("viewer", [3, -1, True, "0", "admin", 1.0])
def test_a_stranger_sees_what_a_spectator_sees(viewer):
    state = choose(start(1), "0:6")
    assert GAME.view(state, viewer) == GAME.view(state, None)
