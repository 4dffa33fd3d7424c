"""Commands that the table does not take: always a sentence, never a change."""

import itertools
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from seven_rounds_drive import LATE, everyone, give, play, random_match, round_of, start

from games.engine import IllegalCommand, Scripted, World
from games.engine.seven_rounds import GAME


def over():
    *_, last = random_match(3, {}, 2, interruptions=0)
    return last.after


TABLES = {
    "nothing locked": start(),
    "one locked": play(start(), (0, "bank")),
    "all ready": play(start(), (0, "bank"), (1, "pass"), (2, "double_down")),
    "results": round_of(start(), "bank", "pass", "pass"),
    "untimed": start(round_seconds=0),
    "hostless": play(start(host=False), (1, "bank")),
    "hostless results": play(round_of(start(host=False), "bank", "pass", "pass"), (0, "next")),
    "over": over(),
}
DEEP = [[[[[[[[]]]]]]]]
PLAYERS = [0, 1, 2, 3, -1, 10**5000, 1.0, True, False, None, "1", [1], DEEP, {"seat": 1}]
GUESSES = [
    "bank",
    "predict",
    "pass",
    "next",
    "",
    "BANK",
    "\N{ZERO WIDTH SPACE}bank",
    "x" * 10_000,
    None,
    1,
    ["bank"],
    DEEP,
]
COMMANDS = [
    *[{"type": kind} for kind in ("bank", "team_up", "swipe", "predict", "double_down", "pass", "next", "reveal")],
    *[{"type": kind} for kind in ("skip_missing", "add_time", "end_round", "end_match")],
    *[{"type": kind} for kind in ("steal", "", "Bank", None, 1, True, ["bank"], DEEP)],
    *[{"type": kind, "player": player} for kind in ("team_up", "swipe", "bank", "reveal") for player in PLAYERS],
    *[{"type": kind, "action": guess} for kind in ("predict", "double_down") for guess in GUESSES],
    {"type": "predict", "action": "bank", "player": 1},
    {"type": "add_time", "seconds": 30},
    {"type": "pass", 7: 7},
    {"player": 1},
    {},
    *[None, "bank", 7, ["bank"], ("type", "bank")],
]
ACTORS = [0, 1, 2, 3, -1, 10**5000, True, 1.0, "host", "HOST", "1", None]


def refused(table, actor, command, now=0.0):
    """The sentence with which this command is refused."""
    before = GAME.dump(table)
    with pytest.raises(IllegalCommand) as caught:
        GAME.apply(table, actor, command, World(now, Scripted({})))
    assert GAME.dump(table) == before
    return str(caught.value)


def is_listed(table, actor, command):
    return any(
        command == one and all(type(command[key]) is type(value) for key, value in one.items())
        for one in GAME.commands(table, actor)
    )


@pytest.mark.parametrize("name", TABLES)
def test_what_is_not_listed_is_refused_in_a_sentence(name):
    table = TABLES[name]
    tried = 0
    for actor, command in itertools.product(ACTORS, COMMANDS):
        if is_listed(table, actor, command):
            continue
        tried += 1
        sentence = refused(table, actor, command)
        assert sentence.endswith(".")
        assert sentence.isprintable()
        assert not re.search(r"\{\w*\}", sentence)
        assert len(sentence) < 200
    assert tried > 500


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from(sorted(TABLES)),
    st.one_of(st.integers(-2, 4), st.just("host"), st.text(max_size=3)),
    st.dictionaries(
        st.sampled_from(["type", "player", "action", "seat"]),
        st.one_of(
            st.sampled_from(["bank", "team_up", "swipe", "predict", "next", "reveal", "skip_missing"]),
            st.integers(),
            st.booleans(),
            st.floats(),
            st.none(),
            st.text(),
            st.lists(st.integers(), max_size=2),
        ),
    ),
)
def test_anything_else_is_refused_too(name, actor, command):
    table = TABLES[name]
    if is_listed(table, actor, command):
        give(table, actor, command, LATE)
    else:
        assert refused(table, actor, command)


@pytest.mark.parametrize("name", TABLES)
def test_what_is_listed_is_taken(name):
    table = TABLES[name]
    for actor in everyone(table):
        for command in GAME.commands(table, actor):
            assert give(table, actor, command, LATE)[1]


@pytest.mark.parametrize(
    ("name", "actor", "command", "says"),
    [
        ("one locked", 0, {"type": "double_down"}, "You have locked in"),
        ("one locked", "host", {"type": "reveal"}, "Missing: Bob, Cy."),
        ("one locked", "host", {"type": "skip_missing"}, "Missing: Bob, Cy."),
        ("one locked", 1, {"type": "swipe", "player": 1}, "SWIPE from yourself"),
        ("one locked", 1, {"type": "team_up", "player": 1}, "TEAM UP with yourself"),
        ("one locked", 1, {"type": "team_up", "player": 3}, "no player 3"),
        ("one locked", 1, {"type": "team_up", "player": 10**5000}, "no player …"),
        ("one locked", 1, {"type": "predict", "action": "predict"}, "PREDICT can't be guessed"),
        ("one locked", 1, {"type": "predict", "action": "pass"}, "“pass”"),
        ("one locked", 1, {"type": "end_match"}, "“end_match” is for the host"),
        ("one locked", 1, {"type": "next"}, "The host starts the next round"),
        ("one locked", "host", {"type": "bank"}, "The host does not play"),
        ("one locked", "host", {"type": "next"}, "Round 1 has not been revealed"),
        ("one locked", 5, {"type": "bank"}, "no seat 5"),
        ("all ready", "host", {"type": "skip_missing"}, "Everybody has locked in"),
        ("all ready", "host", {"type": "add_time"}, "Everybody has locked in"),
        ("untimed", "host", {"type": "add_time"}, "no time limit"),
        ("results", "host", {"type": "end_round"}, "Round 1 has been revealed"),
        ("results", 0, {"type": "bank"}, "Round 1 has been revealed"),
        ("hostless", "host", {"type": "end_match"}, "without a host"),
        ("hostless", 0, {"type": "next"}, "Round 1 has not been revealed"),
        ("hostless results", 0, {"type": "next"}, "waits for Bob, Cy"),
        ("over", 0, {"type": "bank"}, "The match is over"),
        ("over", "host", {"type": "next"}, "The match is over"),
        ("over", "host", {"type": "end_match"}, "The match is over"),
    ],
)
def test_the_sentence_names_what_was_wrong(name, actor, command, says):
    assert says in refused(TABLES[name], actor, command)


def test_nobody_is_skipped_before_the_deadline_even_by_a_moment():
    assert "There is time left" in refused(TABLES["one locked"], "host", {"type": "skip_missing"}, 59.999)
    after, _ = give(TABLES["one locked"], "host", "skip_missing", 60)
    assert after.phase == "results"


@pytest.mark.parametrize("actor", [3, -1, True, None, "HOST", "", 1.0, (0,)])
def test_an_unknown_actor_has_no_commands_and_no_default(actor):
    for table in TABLES.values():
        assert GAME.commands(table, actor) == []
        with pytest.raises(IllegalCommand):
            GAME.default(table, actor)
