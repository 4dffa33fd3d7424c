"""Every game keeps the contract: each promise of conformance.py, by recorded random matches."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from games import engine

pytest.register_assert_rewrite("tests.engine.conformance")

from tests.engine import conformance  # noqa: E402  (after the line above)

ROOT = Path(__file__).parents[2]
MATCHES = 14
"""Recorded matches a game: enough for ten numbers of seats, and for seven card sets."""


def check_named(check):
    return check.__name__


@pytest.mark.parametrize("check", conformance.CHECKS, ids=check_named)
@pytest.mark.parametrize("slug", [game.slug for game in engine.all()])
def test_every_game_keeps_the_contract(slug, check):
    for number in range(MATCHES):
        check(conformance.record(engine.get(slug), number))


@pytest.mark.parametrize("slug", [game.slug for game in engine.all()])
def test_the_recorded_matches_meet_every_seat_count_and_phase(slug):
    """What the checks say is worth what they have seen."""
    game = engine.get(slug)
    matches = [conformance.record(game, number) for number in range(MATCHES)]
    assert {len(match.names) for match in matches} == set(range(game.min_seats, game.max_seats + 1))
    several_owe = [at for match in matches for at in match.positions if len(conformance.owing(game, at.state)) > 1]
    assert several_owe or slug == "embers"
    assert {move.command["type"] for match in matches for move in match.moves} >= set(game.shapes) - RARE.get(slug, set())


RARE: dict[str, set[str]] = {}
"""Commands that random matches seldom reach; cases play them."""


def test_one_seed_gives_one_match_in_every_process():
    """Nothing may hang on the order of a set of strings, which Python shuffles anew in each process."""
    script = "from tests.engine import conformance; print(conformance.digest())"
    digests = {
        subprocess.run(
            [sys.executable, "-c", script],
            cwd=ROOT,
            env=os.environ | {"PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert digests == {conformance.digest() + "\n"}


def test_the_registry_lists_five_games_in_menu_order():
    assert [game.slug for game in engine.all()] == ["standoff", "embers", "seven_rounds", "showdown", "twenty_seven"]
    for game in engine.all():
        assert engine.get(game.slug) is game
        assert type(game.name) is str
        assert 2 <= game.min_seats <= game.max_seats
    with pytest.raises(KeyError):
        engine.get("chess")
