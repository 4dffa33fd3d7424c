"""Plans are hidden until they are resolved, from every view and event, and so is the deck."""

import random

import pytest
from showdown_drive import env, lively_plan, placed, playout, send, turn

from games.engine.showdown import GAME
from games.engine.showdown.state import PLAN, to_act
from games.engine.showdown.view import table_of


def all_views(table, but):
    """What everyone may see but one seat."""
    viewers = [None, "host", *(seat for seat in range(len(table.characters)) if seat != but)]
    return [GAME.view(table, viewer) for viewer in viewers]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_another_plan_looks_the_same_to_everyone_else(seats):
    rng = random.Random(seats)
    tables = [move.before for move in playout(9, seats, turn_cap=10) if move.before.phase == PLAN]
    tested = 0
    for table in tables:
        planners = to_act(table)
        if len(planners) > 1:
            seat = rng.choice(planners)
            one, other = (send(table, seat, *cards) for cards in (lively_plan(table, seat, rng), []))
            assert all_views(one.state, but=seat) == all_views(other.state, but=seat)
            assert one.events == other.events == [{"type": "planned", "seat": seat}]
            tested += 1
    assert tested > 5


def test_a_plan_is_seen_by_its_owner_until_the_turn_is_resolved():
    table = send(placed(3), 1, "9f", "3b:ahead").state
    assert GAME.view(table, 1)["you"] == {"seat": 1, "plan": ["9f", "3b:ahead"], "budget": 5}
    table = send(send(table, 0).state, 2).state
    assert GAME.view(table, 1)["you"]["plan"] is None
    assert GAME.view(table, None)["last_plans"] == [[], ["9f", "3b:ahead"], []]


@pytest.mark.parametrize("seats", [2, 3])
def test_a_plan_that_is_dropped_is_never_shown(seats):
    """By its owner's surrender, and by the end of the match before the turn."""
    steps = []
    for cards in (["9f", "5f:aim:@1"], ["2b:back"]):
        table = send(placed(seats), 0, *cards).state
        steps.append(GAME.apply(table, 0, {"type": "surrender"}, env()))
    assert GAME.dump(steps[0].state) == GAME.dump(steps[1].state)
    assert steps[0].events == steps[1].events

    steps = []
    for cards in (["9f", "5f:aim:@1"], ["2b:back"]):
        table = send(placed(2), 0, *cards).state
        steps.append(GAME.apply(table, 1, {"type": "surrender"}, env()))
    assert GAME.dump(steps[0].state) == GAME.dump(steps[1].state)
    assert steps[0].events == steps[1].events


def test_the_deck_leaves_no_trace_but_the_cards_that_were_drawn():
    after = [
        turn(placed(2), ["9f", "5f:shoot:@1"], [], deck=deck) for deck in ([8], [8, 1, 2, 3], [8, *range(32, 20, -1)])
    ]
    assert len({str(GAME.dump(step.state)) for step in after}) == 1
    assert len({str(step.events) for step in after}) == 1


@pytest.mark.parametrize("seats", [2, 4])
def test_a_table_made_from_a_view_looks_like_it(seats):
    """So whatever a screen works out from such a table, it works out from what its viewer may know."""
    for move in playout(21, seats, armed=True, turn_cap=10):
        for viewer in (None, "host", *range(seats)):
            view = GAME.view(move.after, viewer)
            assert GAME.view(table_of(view), viewer) == view
