"""Commands that the table does not take: always a sentence, never a change."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from twenty_seven_drive import TABLES, dealt, give, play, random_match, start

from games.engine import IllegalCommand
from games.engine.contract import HOST
from games.engine.twenty_seven import GAME
from games.engine.twenty_seven.powers import POWERS

POSITIONS = [
    table
    for number in range(len(TABLES))
    for moves in [list(random_match(number, 1))]
    for table in (moves[0].before, moves[len(moves) // 3].after, moves[len(moves) // 2].after, moves[-1].after)
]

ODD = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 5),
    st.sampled_from([10**40, -(10**5000), 0.0, 1.0, float("nan"), "0", "", "\ud800", "{x}", [[]], {"type": "pass"}]),
)
KINDS = st.sampled_from([*GAME.shapes, "fold", "", "{type}", None, True, 3])
FIELDS = st.dictionaries(
    st.sampled_from(["power", "slot", "target", "target_slot", "delta", "seat", ""]),
    ODD | st.sampled_from([*POWERS]),
    max_size=5,
)


@settings(max_examples=800, deadline=None)
@given(
    st.sampled_from(POSITIONS),
    st.sampled_from([0, 1, 2, 3, 4, -1, HOST, True, None, "0", 1.0]),
    st.builds(lambda kind, fields: fields | {"type": kind}, KINDS, FIELDS),
)
def test_what_is_not_listed_is_refused_with_a_sentence(table, actor, command):
    refused_unless_listed(table, actor, command)


@settings(max_examples=600, deadline=None)
@given(st.data())
def test_a_legal_command_with_one_thing_changed_is_refused_unless_listed(data):
    table = data.draw(st.sampled_from([one for one in POSITIONS if one.phase != "over"]))
    actor = data.draw(st.sampled_from(GAME.view(table, None)["to_act"]))
    command = data.draw(st.sampled_from(list(GAME.commands(table, actor))))
    refused_unless_listed(
        table, actor, command | {data.draw(st.sampled_from([*command, "slot", "extra"])): data.draw(ODD)}
    )


def refused_unless_listed(table, actor, command):
    before = GAME.dump(table)
    if exactly(command) in map(exactly, GAME.commands(table, actor)):
        give(table, actor, command)
    else:
        with pytest.raises(IllegalCommand) as refusal:
            give(table, actor, command)
        assert is_sentence(str(refusal.value))
    assert GAME.dump(table) == before


def exactly(command):
    """Tells 1, 1.0 and True apart."""
    return {name: (type(value), value) for name, value in command.items()}


def is_sentence(text):
    return re.fullmatch(r"\S.*\.", text) and len(text) < 300


WARDED = play(dealt(3, {0: "ward", 1: "hex"}), (0, {"type": "play", "power": "ward"}))
FROZEN = play(dealt(3, {0: "freeze", 1: "freeze"}), (0, {"type": "play", "power": "freeze", "target": 2}))
CALLED = play(dealt(2, {0: "last_call", 1: "last_call"}), (0, {"type": "play", "power": "last_call"}))
ROBBED = play(dealt(2, {1: "pickpocket"}), (0, {"type": "play", "power": "unstable"}))
OUT = dealt(3)
OUT.hp[2] = 0
OVER = list(random_match(0, 1))[-1].after
FULL = dealt(4, teams=True)
FULL.players[2].powers = ("hex",) * 9


def power(name, **fields):
    return {"type": "play", "power": name, **fields}


@pytest.mark.parametrize(
    ("table", "actor", "command", "words"),
    [
        (dealt(), 1, {"type": "draw"}, "waiting for Ann"),
        (start(3)[0], 0, {"type": "draw"}, "waiting for Ann, Bob, Cy"),
        (dealt(), HOST, {"type": "draw"}, "Only the players"),
        (dealt(), 0, {"type": "fold"}, "no command “fold”"),
        (dealt(), 0, {"type": "play"}, "needs “power”"),
        (dealt(), 0, {"type": "play", "power": None}, "“power” cannot be None"),
        (dealt(), 0, power("bomb"), "no Power “bomb”"),
        (dealt(), 0, {"type": "pick", "power": "hex"}, "picked before the deal. It's Ann's turn"),
        (dealt(), 0, {"type": "place", "slot": 0}, "draw one first"),
        (play(dealt(), (0, "draw")), 0, {"type": "pass"}, "place the card first"),
        (play(dealt(), (0, "draw")), 0, {"type": "place", "slot": 2}, "only a third 9"),
        (play(dealt(), (0, "draw")), 0, {"type": "place", "slot": 7}, "no slot 7"),
        (dealt(), 0, power("hex", target=1, target_slot=0), "Hex isn't in your hand"),
        (dealt(powers={0: "hex"}), 0, power("hex", target=1), "Hex needs “target_slot”"),
        (dealt(powers={0: "hex"}), 0, power("hex", target=1, target_slot=0, slot=1), "Hex takes no “slot”"),
        (dealt(powers={0: "hex"}), 0, power("hex", target=1, target_slot=2), "not slot 2"),
        (dealt(powers={0: "hex"}), 0, power("hex", target=0, target_slot=0), "can't choose yourself"),
        (dealt(powers={0: "hex"}), 0, power("hex", target=2, target_slot=0), "no player in seat 2"),
        (dealt(powers={0: "turncoat"}), 0, power("turncoat", slot=2), "Turncoat needs one of your two visible"),
        (dealt(powers={0: "turncoat"}), 0, power("turncoat", slot=3), "no slot 3"),
        (dealt(powers={0: "tweak"}), 0, power("tweak", slot=0, delta=2), "by −1 or 1, not by 2"),
        (dealt(powers={0: "tweak"}, deck=[13]), 0, power("tweak", slot=0, delta=1), "between 1 and 13"),
        (WARDED, 1, power("hex", target=0, target_slot=0), "Ann is under Ward"),
        (FROZEN, 1, power("freeze", target=2), "Cy is frozen already"),
        (CALLED, 1, power("last_call"), "Last Call is already in effect"),
        (ROBBED, 1, power("pickpocket", target=0), "Ann holds no Power"),
        (OUT, 2, {"type": "pass"}, "You're out"),
        (OUT, 0, power("spyglass", target=2), "Spyglass isn't in your hand"),
        (OVER, 0, {"type": "pass"}, "match is over"),
        (dealt(), 0, {"type": "give", "power": "unstable"}, "no teams"),
        (FULL, 0, {"type": "give", "power": "unstable"}, "hand is full: 9"),
        (FULL, 1, {"type": "give", "power": "hex"}, "Hex isn't in your hand"),
        (start()[0], 0, {"type": "pick", "power": "hex"}, "Hex isn't among"),
        (play(start()[0], (0, {"type": "pick", "power": "unstable"})), 0, {"type": "pick", "power": "hex"}, "for Bob"),
    ],
)
def test_a_refusal_names_what_was_wrong(table, actor, command, words):
    with pytest.raises(IllegalCommand, match=re.escape(words)):
        give(table, actor, command)
    assert command not in list(GAME.commands(table, actor))


def test_there_is_no_default_for_who_owes_nothing():
    for table, actor in ((dealt(), 1), (dealt(), HOST), (dealt(), True), (OVER, 0)):
        with pytest.raises(IllegalCommand):
            GAME.default(table, actor)
