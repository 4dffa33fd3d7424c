"""Every golden case is a test."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from games import engine
from games.engine import IllegalCommand

pytest.register_assert_rewrite("tests.engine.cases")

from tests.engine import cases  # noqa: E402  (after the line above)

CASES = cases.all_cases()


@pytest.mark.parametrize("case", CASES, ids=str)
def test_case(case):
    cases.run(case.story)


@pytest.mark.parametrize("slug", [game.slug for game in engine.all()])
def test_every_game_has_a_folder_of_cases(slug):
    assert len([case for case in CASES if case.path.parent.name == slug]) >= 40


def test_every_case_lies_with_its_game_and_names_its_rules():
    for case in CASES:
        assert case.story["game"] == case.path.parent.name, case.path
        rules = case.story["rule"].split(", ")
        assert all(re.fullmatch(r"[A-Z]+\d*-\w+", rule) for rule in rules), f"{case.path} names the rules {rules}"
        assert case.story["title"].strip(), case.path


def test_every_case_is_told_in_the_form_that_is_played():
    faults = [f"{case.path}: {fault}" for case in CASES for fault in cases.misspelt(case.story)]
    assert not faults


def test_two_cases_of_a_game_never_have_the_same_title():
    told = Counter(str(case) for case in CASES)
    assert not [name for name, times in told.items() if times > 1]


STORY = {"game": "standoff", "title": "a story", "rule": "R-1", "seats": ["Ann", "Bob"], "steps": []}
CHOICE = {"type": "choose", "card": "0:6"}


@pytest.mark.parametrize(
    "step",
    [
        {"as": 0, "do": CHOICE, "refused": True},
        {"as": 0, "do": {"type": "choose", "card": "1:6"}},
        {"default": 7},
        {"see": {"phase": "over"}},
        {"see": {"seats.0.lives": True}},
        {"see": {"no.such.path": None}},
        {"see_as": 0, "lacks": ["you.hand"]},
        {"see_as": 0, "see": {"you.hand.7": "0:6"}},
        {"legal": 0, "count": 6},
        {"legal": 0, "excludes": [CHOICE]},
        {"legal": 0, "includes": [{"type": "choose", "card": "1:6"}]},
    ],
    ids=str,
)
def test_a_step_that_does_not_hold_fails(step):
    with pytest.raises((AssertionError, IllegalCommand)):
        cases.run(STORY | {"options": {"lives": 1}, "steps": [step]})


@pytest.mark.parametrize(
    "step",
    [{"as": 0, "do": CHOICE, "refuse": True}, {"as": 0}, {"legal": 0}, {"see_as": 0}, {"count": 3}, {}],
    ids=str,
)
def test_a_misspelt_step_is_found(step):
    assert list(cases.misspelt(STORY | {"steps": [step]}))
