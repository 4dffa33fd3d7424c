"""What is malformed or untimely is refused in a sentence, and changes nothing."""

import json
import random
import re

import pytest
from showdown_drive import env, placed, playout, start

from games.engine import IllegalCommand
from games.engine.showdown import GAME
from games.engine.showdown.cards import ENTRIES

SENTENCE = re.compile(r"\S.*[.!?]", re.DOTALL)
DEEP = []
for _ in range(2000):
    DEEP = [DEEP]
ODD = (
    None, True, False, -1, 6, 10**400, 0.0, float("nan"), "", "A-D6", "{0}", "\ud800", "x" * 9000, [], ["1f"], [None],
    [True], [10**400], [["1f:ahead"]], ["{card}"], DEEP, {}, {"type": "plan"}, ["3b:ahead"] * 1000,
)  # fmt: skip
STRANGERS = ("host", "0", "", None, True, False, -1, 4, 10**30, 0.0, (0,))


def refused(table, actor, command):
    """The sentence of a refusal that changes nothing."""
    before = json.dumps(GAME.dump(table))
    with pytest.raises(IllegalCommand) as refusal:
        GAME.apply(table, actor, command, env())
    assert json.dumps(GAME.dump(table)) == before
    sentence = str(refusal.value)
    assert SENTENCE.fullmatch(sentence), sentence
    assert len(sentence) < 300
    return sentence


def some_tables():
    over = [move.after for move in playout(1, 2, turn_cap=10)][-1]
    one_is_out = GAME.apply(placed(4), 2, {"type": "surrender"}, env()).state
    planned = GAME.apply(one_is_out, 0, {"type": "plan", "cards": []}, env()).state
    return [start(2), GAME.apply(start(3), 0, GAME.default(start(3), 0), env()).state, placed(2), planned, over]


TABLES = some_tables()


@pytest.mark.parametrize("table", TABLES, ids=["place", "second", "plan", "one in, one out", "over"])
def test_odd_values_and_odd_actors_are_refused(table):
    legal = {seat: next(iter(GAME.commands(table, seat)), None) for seat in range(len(table.characters))}
    count = 0
    for seat in range(len(table.characters)):
        for odd in ODD:
            for command in (
                odd,
                {"type": odd},
                {"type": "place", "hex": odd, "facing": 0},
                {"type": "place", "hex": "A-D5", "facing": odd},
                {"type": "place", "hex": "A-D5", "facing": 0, "extra": odd},
                {"type": "plan", "cards": odd},
                {"type": "plan", "cards": [odd]},
                {"type": "plan", "cards": ["3b:ahead", odd]},
                {"type": "surrender", "seat": odd},
            ):
                if is_meant(table, seat, command):
                    continue
                refused(table, seat, command)
                count += 1
    for stranger in STRANGERS:
        for command in (*filter(None, legal.values()), {"type": "surrender"}, {"type": "plan", "cards": []}):
            refused(table, stranger, command)
            count += 1
    assert count > 300


def is_meant(table, seat, command):
    """The few odd ones that are legal: an empty plan of one who owes a plan, a start hex of one who places."""
    if not isinstance(command, dict) or seat not in GAME.view(table, None)["to_act"]:
        return False
    if table.phase == "plan":
        return command == {"type": "plan", "cards": []}
    return command == {"type": "place", "hex": "A-D6", "facing": 0} and seat == 0


def test_spoilt_plans_are_refused():
    """Legal entries with one letter more, less or other."""
    rng = random.Random(7)
    table = placed(4)
    for written in rng.sample(list(ENTRIES), 200):
        at = rng.randrange(len(written))
        spoilt = rng.choice(
            [
                written[:at] + written[at + 1 :],
                written[:at] + rng.choice("xA:@ 9") + written[at:],
                written.upper() + "!",
            ]
        )
        if spoilt not in ENTRIES:
            refused(table, 0, {"type": "plan", "cards": [spoilt]})


@pytest.mark.parametrize(
    ("table", "actor", "command", "words"),
    [
        (0, 1, {"type": "place", "hex": "A-H6", "facing": 5}, "Ann's turn to place"),
        (0, 0, {"type": "place", "hex": "A-H6", "facing": 5}, "A-D5, A-D6"),
        (0, 0, {"type": "place", "hex": "A-D6", "facing": 6}, "0 to 5, not 6"),
        (0, 0, {"type": "plan", "cards": []}, "Ann's turn to place"),
        (0, 0, {"type": "surrender"}, "Ann's turn to place"),
        (1, 0, {"type": "place", "hex": "A-D6", "facing": 0}, "Bob's turn to place"),
        (2, 0, {"type": "place", "hex": "A-D6", "facing": 0}, "placed already"),
        (3, 0, {"type": "plan", "cards": []}, "final"),
        (3, 2, {"type": "plan", "cards": []}, "out of the fight"),
        (3, 2, {"type": "surrender"}, "out of the fight"),
        (4, 0, {"type": "surrender"}, "over"),
        (2, "host", {"type": "surrender"}, "host"),
        (2, 2, {"type": "surrender"}, "no seat"),
    ],
)
def test_an_untimely_command_is_told_why(table, actor, command, words):
    assert words in refused(TABLES[table], actor, command)


def test_a_taken_start_hex_names_who_stands_there():
    table = start(4)
    for seat, hex_ in enumerate(("A-E5", "A-H6", "A-F8")):
        table = GAME.apply(table, seat, {"type": "place", "hex": hex_, "facing": 0}, env()).state
    assert "Ann stands on A-E5" in refused(table, 3, {"type": "place", "hex": "A-E5", "facing": 0})


@pytest.mark.parametrize("stranger", [*STRANGERS, 2])
def test_nothing_is_listed_or_owed_for_a_stranger(stranger):
    table = placed(2)
    assert list(GAME.commands(table, stranger)) == []
    with pytest.raises(IllegalCommand):
        GAME.default(table, stranger)


def test_a_default_is_refused_to_whoever_owes_nothing():
    table = GAME.apply(placed(2), 0, {"type": "plan", "cards": []}, env()).state
    with pytest.raises(IllegalCommand):
        GAME.default(table, 0)
    with pytest.raises(IllegalCommand):
        GAME.default(start(2), 1)
