"""Every game keeps the contract: each promise of conformance.py, by recorded random matches."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from games import engine
from games.engine import playout

pytest.register_assert_rewrite("tests.engine.conformance")

from tests.engine import conformance, recording  # noqa: E402  (after the line above)

ROOT = Path(__file__).parents[2]
SLUGS = [game.slug for game in engine.all()]


@pytest.mark.parametrize("check", conformance.CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("slug", SLUGS)
def test_every_game_keeps_the_contract(slug, check):
    for match in recording.recorded(engine.get(slug)):
        check(match)


@pytest.mark.parametrize("slug", SLUGS)
def test_the_recorded_matches_show_every_command_and_seat_count(slug):
    """What the checks say is worth what they have seen."""
    game = engine.get(slug)
    matches = recording.recorded(game)
    assert {len(match.names) for match in matches} == set(range(game.min_seats, game.max_seats + 1))
    assert {move.command["type"] for match in matches for move in match.moves} == set(game.shapes)
    assert any(len(playout.owing(game, at.state)) > 1 for match in matches for at in match.positions)


def test_one_seed_gives_one_match_in_every_process():
    """Nothing may hang on the order of a set of strings, which Python shuffles anew in each process."""
    script = "from tests.engine import recording; print(recording.digest())"
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
    assert digests == {recording.digest() + "\n"}


def test_the_registry_lists_five_games_in_menu_order():
    assert [game.slug for game in engine.all()] == ["standoff", "embers", "seven_rounds", "showdown", "twenty_seven"]
    for game in engine.all():
        assert engine.get(game.slug) is game
        assert type(game.name) is str
        assert 2 <= game.min_seats <= game.max_seats
    with pytest.raises(KeyError):
        engine.get("chess")
