"""`manage.py simulate`."""

from __future__ import annotations

import re
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games import engine


def simulate(*arguments: str) -> str:
    out = StringIO()
    call_command("simulate", *arguments, stdout=out)
    return out.getvalue()


def without_times(report: str) -> list[str]:
    return [line for line in report.splitlines() if " second" not in line and not line.endswith(" s")]


@pytest.mark.parametrize("slug", [game.slug for game in engine.all()])
def test_every_game_is_played_to_its_end(slug):
    report = simulate(slug, "--matches", "3")
    assert report.startswith(f"{engine.get(slug).name}: {engine.get(slug).min_seats} seats, ")
    assert "3 matches, " in report
    assert "commands a second" in report
    one, several, none = re.search(
        r"^(\d+) with one winner, (\d+) with several, (\d+) with none$", report, re.M
    ).groups()
    assert int(one) + int(several) + int(none) == 3
    by_seat = [int(wins) for wins in re.search(r"^wins by seat: (.*)$", report, re.M)[1].split(", ")]
    assert len(by_seat) == engine.get(slug).min_seats
    assert sum(by_seat) >= int(one) + 2 * int(several)


def test_options_are_given_in_short_or_by_name():
    short = simulate("standoff", "--matches", "2", "--seats", "3", "--set", "random", "--lives", "1")
    by_name = simulate("standoff", "--matches", "2", "--seats", "3", "--option", "set=random", "--option", "lives=1")
    assert short.startswith('Standoff: 3 seats, set "random", lives 1, seed 0\n')
    assert without_times(short) == without_times(by_name)
    assert "host false" in simulate("seven_rounds", "--matches", "1", "--host", "false")


def test_one_seed_gives_one_report_and_another_another():
    first, again, other = (simulate("standoff", "--matches", "5", "--seed", seed) for seed in ("a", "a", "b"))
    assert without_times(first) == without_times(again)
    assert without_times(first)[1:] != without_times(other)[1:]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["chess"], "There is no game “chess”, only standoff,"),
        (["standoff", "--set", "9"], "The option “set” cannot be 9."),
        (["standoff", "--lives", "many"], "The option “lives” cannot be many."),
        (["standoff", "--lives", "true"], "The option “lives” cannot be True."),
        (["standoff", "--mode", "quick"], "There is no option “mode”."),
        (["standoff", "--option", "colour=red"], "There is no option “colour”."),
        (["standoff", "--option", "lives"], "“lives” is no option: write --option key=value."),
        (["standoff", "--seats", "7"], "Standoff is for 2 to 6 players, not 7."),
        (["standoff", "--matches", "0"], "At least one match has to be played."),
    ],
    ids=" ".join,
)
def test_what_cannot_be_played_is_refused_in_a_sentence(arguments, sentence):
    with pytest.raises(CommandError) as refusal:
        simulate(*arguments)
    assert str(refusal.value).startswith(sentence)
    assert str(refusal.value).endswith(".")
