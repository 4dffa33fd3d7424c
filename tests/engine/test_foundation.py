"""What the games stand on: snapshots, options, chance, the shape of commands, and words in refusals."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import FrozenInstanceError, dataclass, field, fields
from typing import Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import Chance, IllegalCommand, IllegalOption, MalformedCommand, Scripted, World, snapshot
from games.engine.contract import Shape, check_shape
from games.engine.options import Option, clean
from games.engine.text import Refusal, mark, shown
from tests.engine.toy import TOY

# --- snapshot ---


@dataclass(frozen=True)
class Stone:
    colour: str
    weight: int
    marks: tuple[int, ...] = ()


@dataclass
class Pouch:
    stones: list[Stone] = field(default_factory=list)
    open: bool = False


@dataclass
class Chest:
    """A field of every type that a state may hold."""

    number: int = 0
    text: str = ""
    flag: bool = False
    share: float = 0.0
    nothing: None = None
    side: Literal["left", "right"] = "left"
    number_or_text: int | str = 0
    maybe_number: int | None = None
    maybe_stone: Stone | None = None
    maybe_pouch: Pouch | None = None
    maybe_list: list[int] | None = None
    numbers: list[int] = field(default_factory=list)
    words: tuple[str, ...] = ()
    row: tuple[Stone, ...] = ()
    pouches: list[Pouch] = field(default_factory=list)
    pouch_row: tuple[Pouch, ...] = ()
    lists: list[list[int]] = field(default_factory=list)
    maybes: list[Pouch | None] = field(default_factory=list)
    seats: set[int] = field(default_factory=set)
    kinds: frozenset[str] = frozenset()
    by_name: dict[str, int] = field(default_factory=dict)
    by_seat: dict[int, Pouch] = field(default_factory=dict)
    lists_by_seat: dict[int, list[int]] = field(default_factory=dict)


@dataclass
class Anything:
    value: Any


@dataclass
class Either:
    value: Stone | Pouch


@dataclass
class Pair:
    value: tuple[int, Stone]


@dataclass
class ByStone:
    value: dict[Stone, int]


stones = st.builds(Stone, st.text(max_size=3), st.integers(), st.lists(st.integers(), max_size=3).map(tuple))
pouches = st.builds(Pouch, st.lists(stones, max_size=3), st.booleans())
numbers = st.lists(st.integers(), max_size=3)
chests = st.builds(
    Chest,
    number=st.integers(),
    text=st.text(max_size=5),
    flag=st.booleans(),
    share=st.floats(allow_nan=False, allow_infinity=False),
    nothing=st.none(),
    side=st.sampled_from(["left", "right"]),
    number_or_text=st.integers() | st.text(max_size=3),
    maybe_number=st.none() | st.integers(),
    maybe_stone=st.none() | stones,
    maybe_pouch=st.none() | pouches,
    maybe_list=st.none() | numbers,
    numbers=numbers,
    words=st.lists(st.text(max_size=3), max_size=3).map(tuple),
    row=st.lists(stones, max_size=3).map(tuple),
    pouches=st.lists(pouches, max_size=3),
    pouch_row=st.lists(pouches, max_size=3).map(tuple),
    lists=st.lists(numbers, max_size=3),
    maybes=st.lists(st.none() | pouches, max_size=3),
    seats=st.sets(st.integers(), max_size=3),
    kinds=st.frozensets(st.text(max_size=3), max_size=3),
    by_name=st.dictionaries(st.text(max_size=3), st.integers(), max_size=3),
    by_seat=st.dictionaries(st.integers(), pouches, max_size=3),
    lists_by_seat=st.dictionaries(st.integers(), numbers, max_size=3),
)


def types_within(value: object) -> Any:
    """The types in a value, all the way down, in its order."""
    if isinstance(value, (list, tuple)):
        return type(value), [types_within(one) for one in value]
    if isinstance(value, dict):
        return dict, {(type(key), key): types_within(one) for key, one in value.items()}
    if isinstance(value, (Stone, Pouch, Chest)):
        return type(value), [types_within(getattr(value, one.name)) for one in fields(value)]
    return type(value)


@settings(deadline=None, max_examples=60)
@given(chests)
def test_a_snapshot_goes_through_json_text_without_loss(chest):
    text = json.dumps(snapshot.dump(chest), allow_nan=False)
    loaded = snapshot.load(Chest, json.loads(text))
    assert loaded == chest
    assert types_within(loaded) == types_within(chest)
    assert json.dumps(snapshot.dump(loaded)) == text


@settings(deadline=None, max_examples=60)
@given(chests)
def test_a_copy_is_equal_and_shares_nothing_that_can_change(chest):
    text = json.dumps(snapshot.dump(chest))
    copy = snapshot.copy(chest)
    assert copy == chest
    assert types_within(copy) == types_within(chest)
    spoil(copy)
    assert json.dumps(snapshot.dump(chest)) == text


def spoil(value: object) -> None:
    """Change everything in a value that can be changed, the innermost first."""
    if isinstance(value, (list, tuple, set)):
        for one in value:
            spoil(one)
    if isinstance(value, dict):
        for one in value.values():
            spoil(one)
    if isinstance(value, (list, set, dict)):
        value.clear()
    if isinstance(value, (Chest, Pouch)):
        for one in fields(value):
            spoil(getattr(value, one.name))
            setattr(value, one.name, None)


def test_a_copy_shares_what_never_changes():
    stone = Stone("red", 3)
    chest = Chest(maybe_stone=stone, row=(stone,), pouches=[Pouch([stone])])
    copy = snapshot.copy(chest)
    assert copy.maybe_stone is stone
    assert copy.row is chest.row
    assert copy.pouches[0] is not chest.pouches[0]
    assert copy.pouches[0].stones[0] is stone
    assert snapshot.copy(stone) is stone
    with pytest.raises(FrozenInstanceError):
        copy.row[0].weight = 4


@pytest.mark.parametrize("kind", [Anything, Either, Pair, ByStone])
def test_a_type_that_cannot_be_saved_is_refused_when_it_is_first_met(kind):
    for act in (snapshot.copy, snapshot.dump, lambda one: snapshot.load(kind, {"value": one.value})):
        with pytest.raises(TypeError, match="a state cannot hold"):
            act(kind(None))


# --- options ---

TABLE = (
    Option("lives", 3, range(1, 10)),
    Option("set", 1, (1, 2, "random")),
    Option("boss", True, (True, False)),
)


def test_defaults_are_filled_in_and_the_order_is_the_tables():
    assert clean(TABLE, {}) == {"lives": 3, "set": 1, "boss": True}
    assert list(clean(TABLE, {"boss": False, "lives": 9})) == ["lives", "set", "boss"]
    assert clean(TABLE, {"set": "random"})["set"] == "random"


def test_the_callers_options_stay_as_they_were():
    raw = {"lives": 4}
    clean(TABLE, raw)["lives"] = 5
    assert raw == {"lives": 4}


@pytest.mark.parametrize(
    ("raw", "sentence"),
    [
        (None, "Options are an object of names and values."),
        ([("lives", 3)], "Options are an object of names and values."),
        ({"live": 3}, "There is no option “live”."),
        ({3: 3}, "There is no option “3”."),
        ({"lives": 0}, "The option “lives” cannot be 0."),
        ({"lives": 10}, "The option “lives” cannot be 10."),
        ({"lives": "3"}, "The option “lives” cannot be 3."),
        ({"lives": True}, "The option “lives” cannot be True."),
        ({"lives": 3.0}, "The option “lives” cannot be 3.0."),
        ({"lives": 10**5000}, "The option “lives” cannot be …."),
        ({"lives": None}, "The option “lives” cannot be None."),
        ({"set": True}, "The option “set” cannot be True."),
        ({"set": "Random"}, "The option “set” cannot be Random."),
        ({"set": ["random"]}, "The option “set” cannot be ['random']."),
        ({"boss": 1}, "The option “boss” cannot be 1."),
    ],
    ids=lambda one: one if isinstance(one, str) else None,
)
def test_an_option_that_the_table_does_not_allow_is_refused(raw, sentence):
    with pytest.raises(IllegalOption) as refusal:
        clean(TABLE, raw)
    assert str(refusal.value) == sentence


# --- chance ---


def ask(chance: Chance) -> list[object]:
    return [
        chance.shuffle("deck", list(range(52))),
        [chance.pick("card", "abcdefgh") for _ in range(20)],
        [chance.roll("luck", 0.5) for _ in range(20)],
    ]


def test_the_same_seed_and_questions_give_the_same_answers():
    assert ask(Chance("a seed")) == ask(Chance("a seed"))
    assert ask(Chance("a seed")) != ask(Chance("another"))
    assert ask(Chance(7)) == ask(Chance(7))


def test_answers_hang_on_the_questions_not_on_their_names():
    assert Chance(1).shuffle("deck", range(9)) == Chance(1).shuffle("result", range(9))


def test_chance_gives_what_it_was_asked_for():
    chance = Chance(1)
    cards = (1, 2, 2, 3)
    assert Counter(chance.shuffle("deck", cards)) == Counter(cards)
    assert cards == (1, 2, 2, 3)
    assert {chance.pick("card", cards) for _ in range(100)} == {1, 2, 3}
    assert not any(chance.roll("never", 0.0) for _ in range(100))
    assert all(chance.roll("always", 1.0) for _ in range(100))
    assert 200 < sum(chance.roll("sometimes", 0.3) for _ in range(1000)) < 400
    with pytest.raises(IndexError):
        chance.pick("card", [])


def test_a_script_gives_its_outcomes_in_order_each_name_on_its_own():
    chance = Scripted({"deck": [[3], [2, 1]], "first": [2, 0], "luck": [True, False, True]})
    assert chance.pick("first", [0, 1, 2]) == 2
    assert chance.shuffle("deck", [1, 2, 3]) == [3, 1, 2]
    assert chance.roll("luck", 0.1) is True
    assert chance.shuffle("deck", [1, 2, 3]) == [2, 1, 3]
    assert chance.pick("first", [0, 1, 2]) == 0
    assert [chance.roll("luck", 0.9) for _ in range(3)] == [False, True, False]


def test_where_a_script_has_run_out_nothing_is_shuffled_the_first_is_picked_and_no_roll_succeeds():
    chance = Scripted({"deck": []})
    assert chance.shuffle("deck", (3, 1, 2)) == [3, 1, 2]
    assert chance.shuffle("other", [3, 1, 2]) == [3, 1, 2]
    assert chance.pick("first", [4, 5]) == 4
    assert chance.roll("luck", 1.0) is False


def test_a_scripted_start_takes_only_as_many_copies_as_it_names():
    assert Scripted({"deck": [["b", "a"]]}).shuffle("deck", ["a", "a", "b", "c"]) == ["b", "a", "a", "c"]
    with pytest.raises(ValueError, match="'b'"):
        Scripted({"deck": [["b", "b"]]}).shuffle("deck", ["a", "a", "b", "c"])


def test_a_falsy_outcome_is_an_outcome():
    chance = Scripted({"first": [0], "luck": [False], "deck": [[]]})
    assert chance.pick("first", [1, 0]) == 0
    assert chance.roll("luck", 1.0) is False
    assert chance.shuffle("deck", [2, 1]) == [2, 1]


def test_an_outcome_that_was_not_among_what_was_asked_is_an_error():
    chance = Scripted({"deck": [["joker"]], "first": [7], "luck": [1]})
    with pytest.raises(ValueError, match="joker"):
        chance.shuffle("deck", ["a", "b"])
    with pytest.raises(ValueError, match="7"):
        chance.pick("first", [0, 1])
    with pytest.raises(ValueError, match="neither true nor false"):
        chance.roll("luck", 0.5)


def test_the_script_itself_stays_as_it_was():
    script = {"first": [1, 2]}
    Scripted(script).pick("first", [1, 2])
    assert script == {"first": [1, 2]}


# --- the shape of a command ---

SHAPES = {
    "pass": Shape(),
    "play": Shape({"card": (str,), "seat": (int,)}, {"target": (int, str), "gift": (str, type(None))}),
}


@pytest.mark.parametrize(
    "command",
    [
        {"type": "pass"},
        {"type": "play", "card": "bomb", "seat": 0},
        {"seat": 10**30, "card": "", "type": "play", "target": "boss"},
        {"type": "play", "card": "bomb", "seat": -1, "target": 2, "gift": None},
    ],
)
def test_a_command_of_a_known_shape_passes(command):
    check_shape(SHAPES, command)


PLAY = {"type": "play", "card": "bomb", "seat": 0}


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        (None, "A command is an object with a type."),
        ([PLAY], "A command is an object with a type."),
        ("pass", "A command is an object with a type."),
        ({}, "The command has no type."),
        ({"card": "bomb"}, "The command has no type."),
        ({"type": "Pass"}, "There is no command “Pass” in this game."),
        ({"type": None}, "There is no command “None” in this game."),
        ({"type": []}, "There is no command “[]” in this game."),
        ({"type": "\ud800"}, "There is no command “\N{REPLACEMENT CHARACTER}” in this game."),
        ({"type": "pass", "card": 1}, "The command “pass” takes no “card”."),
        ({"type": "pass", 7: 1}, "The command “pass” takes no “7”."),
        ({"type": "play", "card": "bomb"}, "The command “play” needs “seat”."),
        (PLAY | {"seat": True}, "In the command “play”, “seat” cannot be True."),
        (PLAY | {"seat": 0.0}, "In the command “play”, “seat” cannot be 0.0."),
        (PLAY | {"seat": "0"}, "In the command “play”, “seat” cannot be 0."),
        (PLAY | {"seat": None}, "In the command “play”, “seat” cannot be None."),
        (PLAY | {"card": 3}, "In the command “play”, “card” cannot be 3."),
        (PLAY | {"card": ["bomb"]}, "In the command “play”, “card” cannot be ['bomb']."),
        (PLAY | {"target": None}, "In the command “play”, “target” cannot be None."),
        (PLAY | {"gift": False}, "In the command “play”, “gift” cannot be False."),
    ],
)
def test_a_command_of_no_known_shape_is_malformed(command, sentence):
    with pytest.raises(MalformedCommand) as refusal:
        check_shape(SHAPES, command)
    assert str(refusal.value) == sentence
    assert isinstance(refusal.value, IllegalCommand)


def test_a_refused_command_has_changed_nothing():
    state = TOY.setup(TOY.clean_options({}), ["Ann", "Bob"], World(0.0, Chance(1)))
    before = TOY.dump(state)
    for command in (None, {"type": "bid"}, {"type": "bid", "number": 9}, {"type": "peek", "seat": 1}):
        with pytest.raises(IllegalCommand):
            TOY.apply(state, 0, command, World(0.0, Chance(1)))
    assert TOY.dump(state) == before


@pytest.mark.parametrize("count", [0, 1, 5])
def test_a_number_of_names_that_a_game_does_not_take_is_refused(count):
    with pytest.raises(IllegalOption) as refusal:
        TOY.setup(TOY.clean_options({}), ["Ann"] * count, World(0.0, Chance(1)))
    assert str(refusal.value) == f"Auction is for 2 to 4 players, not {count}."


# --- words ---


def test_marking_changes_nothing():
    assert mark("Shield") == "Shield"


def test_a_refusal_keeps_its_message_for_the_translators_and_its_values_apart():
    refusal = Refusal("{name} waits for {n}.", name="{Ann}", n=3)
    assert str(refusal) == "{Ann} waits for 3."
    assert refusal.message == "{name} waits for {n}."
    assert refusal.values == {"name": "{Ann}", "n": 3}
    assert isinstance(refusal, ValueError)


DEEP: list[object] = []
for _ in range(5000):
    DEEP = [DEEP]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("bomb", "bomb"),
        (7, "7"),
        (True, "True"),
        (None, "None"),
        (["a"], "['a']"),
        ("x" * 39, "x" * 39),
        ("x" * 1000, "x" * 39 + "…"),
        ("a\ud800b", "a\N{REPLACEMENT CHARACTER}b"),
        ("a\n\x00\u202eb", "a" + "\N{REPLACEMENT CHARACTER}" * 3 + "b"),
        ("炸弹", "炸弹"),
        (10**5000, "…"),
        (DEEP, "…"),
    ],
    ids=range(12),
)
def test_any_value_is_shown_short_and_printable(value, text):
    assert shown(value) == text
    shown(value).encode("utf-8")
