"""The outlook of a plan is what happens when nobody interferes."""

import random

import pytest
from showdown_drive import lively_plan, placed, playout, turn

from games.engine.showdown.preview import NO_DELAY, preview
from games.engine.showdown.state import DOWN, HOLSTER, PLAN, UP

PASSIVE = ("shot", "blow")


def outlooks(table, *cards):
    return [(outlook.card, outlook.segment, outlook.hex) for outlook in preview(table, 0, cards)]


def test_segments_and_hexes_of_a_run():
    assert outlooks(placed(2), "1f:ahead_left", "2f:ahead", "3f") == [
        ("1f:ahead_left", 2, "A-E6"),
        ("2f:ahead", 3, "A-F6"),
        ("3f", 4, "A-G7"),
    ]


def test_delay_on_the_way_counts():
    table = placed(2)
    assert outlooks(table, "1b:back", "2b:back") == [("1b:back", 3, "A-C6"), ("2b:back", None, "A-C6")]
    table.characters[0].delay = 1
    assert outlooks(table, "3b:ahead", "7f:shoot:@1") == [("3b:ahead", 2, "A-D6"), ("7f:shoot:@1", 3, "A-D6")]


def test_what_is_drawn_makes_the_rest_uncertain():
    first, second = preview(placed(2), 0, ["4b", "3b:ahead_left"])
    assert (first.segment, first.draws, first.posture) == (1, 0, DOWN)
    assert (second.segment, second.draws, second.posture, second.facing) == (2, 2, DOWN, 1)


def test_a_move_against_the_trough_is_foreseen():
    table = placed(2)
    table.characters[0].hex, table.characters[0].facing = "A-I9", 3
    moves = preview(table, 0, ["1f:ahead", "2f:ahead", "3b:ahead_left"])
    assert [(move.hex, move.is_cancelled) for move in moves] == [("A-I10", False), ("A-I10", True), ("A-I10", False)]


def test_an_unfinished_plan_has_an_outlook_too():
    assert outlooks(placed(2), "2f:ahead", "5b", "8f") == [
        ("2f:ahead", 1, "A-E7"),
        ("5b", 4, "A-E7"),
        ("8f", None, "A-E7"),
    ]


def test_a_preview_changes_nothing():
    table = placed(2)
    before = repr(table)
    preview(table, 0, ["4b", "1f:ahead", "9f"])
    assert repr(table) == before
    assert table.characters[0].gun == HOLSTER
    assert table.characters[0].posture == UP


@pytest.mark.parametrize("seats", [2, 4])
def test_the_turn_agrees_with_the_preview(seats):
    """With the others passing, far from crowds, and only cards without delay on top, the turn goes as foreseen."""
    rng = random.Random(seats)
    compared = 0
    moves = [move for seed in range(4) for move in playout(seed, seats, turn_cap=10)]
    for move in moves:
        table = move.before
        if table.phase != PLAN or any(character.plan is not None for character in table.characters):
            continue
        seat = table.fighters[0].seat
        cards = lively_plan(table, seat, rng)
        foreseen = preview(table, seat, cards)
        others = [cards if fighter.seat == seat else [] for fighter in table.fighters]
        step = turn(table, *others, deck=NO_DELAY)
        if any(event["type"] in PASSIVE or event.get("reason") == "crowd" for event in step.events):
            continue
        after = step.state.characters[seat]
        last = foreseen[-1] if foreseen else None
        if last:
            assert (after.hex, after.facing, after.posture) == (last.hex, last.facing, last.posture)
            late = [event["card"] for event in step.events if event.get("reason") == "time"]
            assert late == [outlook.card for outlook in foreseen if outlook.segment is None]
            compared += 1
    assert compared > 15
