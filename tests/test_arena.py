"""Contests of bots, and `manage.py arena`."""

from __future__ import annotations

from io import StringIO
from itertools import count

import pytest
from django.core.management import CommandError, call_command

from games import engine
from games.engine import arena, playout
from games.engine.arena import Contest, Result, broken_off, wilson
from games.engine.options import IllegalOption

STANDOFF = engine.get("standoff")


def contest(tested: str = "easy", others: str = "random", timer=None, seed: str = "0", **options) -> Contest:
    return Contest(STANDOFF, STANDOFF.clean_options(options), tested, others, seed, timer)


def run(*arguments: str) -> str:
    out = StringIO()
    call_command("arena", *arguments, stdout=out)
    return out.getvalue()


def without_times(report: str) -> list[str]:
    return [line for line in report.splitlines() if " ms " not in line]


@pytest.mark.parametrize("slug", [game.slug for game in engine.all()])
def test_every_game_is_played_to_its_end_at_every_number_of_seats(slug):
    game = engine.get(slug)
    report = run(slug, "--a", "random", "--b", "random", "--matches", "1")
    assert report.startswith(f"{game.name}: one random among random, ")
    for seats in range(game.min_seats, game.max_seats + 1):
        assert f"\n{seats} seats: 1 matches, " in report


@pytest.mark.parametrize("slug", [game.slug for game in engine.all() if engine.policy(game.slug)])
def test_bots_of_every_level_take_part(slug):
    seats = engine.get(slug).min_seats
    report = run(slug, "--a", "normal", "--b", "easy", "--matches", "1", "--seats", str(seats))
    assert "  the tested normal: " in report
    assert "  the other easy: " in report
    assert report.count(" ms a decision, ") == 2


def test_equals_win_about_their_fair_share():
    for seats in (2, 4):
        result = contest("random", "random").play(seats, 300)
        _ratio, low, high = result.ratio(result.decided)
        assert low < 1 < high


def test_a_better_side_wins_more():
    """Normal against random in 200 duels: two thirds, where half would be fair."""
    ratio, low, _high = contest("normal", "random", set="random").play(2, 200).ratio(200)
    assert ratio > low > 1


def test_one_seed_gives_one_result_and_another_another():
    first, again, other = (contest("normal", "easy", seed=seed).play(3, 12) for seed in ("a", "a", "b"))
    assert first == again
    assert first != other


def test_the_tested_seat_rotates_and_names_are_handed_round(monkeypatch):
    asked = []

    def policy(view, commands, chance, level):
        asked.append((level, view["you"]["seat"], view["seats"][view["you"]["seat"]]["name"]))
        return chance.pick("any", list(commands))

    monkeypatch.setattr(arena.registry, "policy", lambda slug: policy)
    contest("hard", "normal", lives=1).play(3, 6)
    assert {seat for level, seat, _name in asked if level == "hard"} == {0, 1, 2}
    assert {seat for level, seat, _name in asked if level == "normal"} == {0, 1, 2}
    assert len({name for level, _seat, name in asked if level == "hard"}) > 3


def test_a_bot_is_given_its_own_view_and_a_chance_of_its_own(monkeypatch):
    """The moves of the others, and what the engine draws, do not depend on how often a bot asks."""
    drawn = []

    def policy(view, commands, chance, level):
        assert view["you"]["seat"] in view["to_act"]
        drawn.append(chance.pick("number", range(10**9)))
        return next(iter(commands))

    monkeypatch.setattr(arena.registry, "policy", lambda slug: policy)
    contest("easy", "easy", lives=1).play(2, 3)
    assert len(set(drawn)) == len(drawn) > 5


def test_decisions_are_timed_for_each_side_and_those_at_random_are_not():
    seconds = count()
    result = contest("easy", "random", timer=lambda: float(next(seconds))).play(2, 4)
    assert result.tested.decisions == result.tested.total > 0
    assert result.tested.mean == result.tested.worst == 1
    assert result.others.decisions == result.others.mean == 0


@pytest.mark.parametrize(
    ("wins", "matches", "low", "high"),
    [(0, 10, 0, 0.278), (5, 10, 0.237, 0.763), (10, 10, 0.722, 1), (81, 100, 0.722, 0.875)],
)
def test_the_interval_is_wilsons(wins, matches, low, high):
    assert wilson(wins, matches) == pytest.approx((low, high), abs=0.001)


def test_a_ratio_is_the_share_of_wins_by_the_fair_share():
    result = Result(seats=4, matches=100, wins=37.5, draws=20)
    assert result.ratio(result.matches)[0] == pytest.approx(1.5)
    assert result.ratio(result.decided)[0] == pytest.approx(1.875)


def test_shared_wins_count_their_part_and_matches_that_hit_the_cap_are_counted(monkeypatch):
    """Two 1s cover each other: at the cap both have all their lives, and win together."""

    def policy(view, commands, chance, level):
        return next(command for command in commands if command["card"] == f"{view['you']['seat']}:1")

    monkeypatch.setattr(arena.registry, "policy", lambda slug: policy)
    monkeypatch.setattr("games.engine.standoff.rounds.MAX_ROUNDS", 1)
    result = contest("easy", "easy", set=1).play(2, 4)
    assert (result.wins, result.draws, result.capped) == (2, 0, 4)


@pytest.mark.parametrize(
    ("events", "lives", "capped"),
    [
        ([{"type": "match_over", "winners": [], "reason": "cap"}], [], True),
        ([{"type": "over", "winners": [], "end_reason": "turn_cap"}], [], True),
        ([{"type": "match_over", "winners": [2], "reason": "last_standing"}], [], False),
        ([{"type": "match_ended", "winners": [0, 1]}], [2, 2, 0], True),
        ([{"type": "match_ended", "winners": [0]}], [2, 0, 0], False),
    ],
)
def test_a_match_that_was_broken_off_is_known_by_its_end(events, lives, capped):
    assert broken_off({"seats": [{"lives": number} for number in lives] or [{}]}, events) is capped


def test_showdown_matches_at_random_end_by_the_cap_and_are_counted():
    report = run(
        "showdown", "--a", "random", "--b", "random", "--matches", "2", "--seats", "4", "--option", "turn_cap=10"
    )
    assert "2 matches, 0 won, 2 (100%) drawn, 2 (100%) capped" in report
    assert "in decided matches" not in report


def test_one_seed_gives_one_report():
    arguments = (
        "standoff",
        "--a",
        "easy",
        "--b",
        "random",
        "--matches",
        "20",
        "--option",
        "set=random",
        "--seats",
        "3",
    )
    first, again = (run(*arguments, "--seed", "a") for _time in range(2))
    assert first.startswith('Standoff: one easy among random, set "random", lives 3, seed a\n3 seats: 20 matches, ')
    assert without_times(first) == without_times(again)
    assert "in decided matches" in first


def test_a_host_runs_the_table_only_when_no_seat_owes_anything():
    game = engine.get("seven_rounds")
    moves = []
    one = Contest(game, game.clean_options({"host": True}), "random", "random", "0")
    choose = one.chooser(0, Result(3), "0")

    def noted(game, state, actors, chance):
        actor, command = choose(game, state, actors, chance)
        moves.append((actor, list(actors)))
        return actor, command

    list(playout.play(game, one.options, ["Ann", "Bob", "Cy"], "0", noted, arena.PACE))
    assert all(actors == ["host"] for actor, actors in moves if actor == "host")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["chess"], "There is no game “chess”, only standoff,"),
        (["standoff", "--a", "brilliant"], "There is no level “brilliant”, only easy, normal, hard, random."),
        (["standoff", "--b", "Hard"], "There is no level “Hard”, only easy, normal, hard, random."),
        (["standoff", "--seats", "7"], "Standoff is for 2 to 6 players, not 7."),
        (["standoff", "--matches", "0"], "At least one match has to be played."),
        (["standoff", "--option", "set=9"], "The option “set” cannot be 9."),
        (["standoff", "--option", "colour=red"], "There is no option “colour”."),
        (["standoff", "--option", "lives"], "“lives” is no option: write --option key=value."),
    ],
    ids=" ".join,
)
def test_what_cannot_be_played_is_refused_in_a_sentence(arguments, sentence):
    with pytest.raises(CommandError) as refusal:
        run(*arguments)
    assert str(refusal.value).startswith(sentence)
    assert str(refusal.value).endswith(".")


def test_a_number_of_seats_is_the_games_own_affair():
    with pytest.raises(IllegalOption):
        contest("random", "random").play(1, 1)
