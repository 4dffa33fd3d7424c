"""Plans: the check, the list and the draw agree, and say why."""

import random
from itertools import islice, permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from showdown_drive import env, placed, points, send

from games.engine import IllegalCommand
from games.engine.showdown import GAME, plans
from games.engine.showdown.cards import ENTRIES, SIDES

PLACE_IN_LIST = {written: index for index, written in enumerate(ENTRIES)}

HEX_TARGETS = ("A-A1", "A-F6", "A-K12")
SOME_CARDS = tuple(
    written for written, entry in ENTRIES.items() if not entry.target.startswith("A-") or entry.target in HEX_TARGETS
)
"""Every entry but most of the hexes."""
WRONG_CARDS = (
    "",
    "6b",
    "8b",
    "9b",
    "1f",
    "3f:ahead",
    "7f:shoot:A-I11",
    "7f:shoot:A-L1",
    "7f:shoot:@4",
    "5f:aim",
    "4b:",
)


def listed(table, seat):
    return [tuple(cards) for cards in plans.legal_plans(table, seat)]


@pytest.mark.parametrize("left", [0, 1, 2])
@pytest.mark.parametrize(("seats", "brawling"), [(2, True), (3, True), (4, False)])
def test_the_list_is_all_that_the_check_lets_pass(seats, brawling, left):
    table = placed(seats, brawling=brawling)
    points(table, 1, left)
    legal = listed(table, 1)
    assert len(set(legal)) == len(legal)
    assert not any(plans.fault(table, 1, cards) for cards in legal)
    alphabet = SOME_CARDS + WRONG_CARDS
    candidates = {cards for length in range(left + 2) for cards in product(alphabet, repeat=min(length, 2))}
    passed = {cards for cards in candidates if plans.fault(table, 1, cards) is None}
    assert passed == {cards for cards in legal if set(cards) <= set(alphabet)}


def test_the_list_is_complete_for_three_points():
    """Counted by hand: entries of cost 1 and 2 combined, with the orders of what may stand together."""
    table = placed(2, brawling=False)
    points(table, 0, 3)
    shots, targets = 137, 137  # the other fighter and 136 hexes
    ones = {3: 3, 4: 1, 7: shots}  # Turn, Leap/Drop, Shoot; 2f, 3f and 4f need more
    twos = {1: 3, 2: 3, 5: 1 + 2 * targets, 6: 1 + 2 * targets}
    threes = 3 + 1 + 1 + 2  # Back Up, Get Up/Down, Load, Draw & Cock
    count = 1 + sum(ones.values()) + sum(twos.values()) + threes
    count += sum(ones[one] * ones[other] for one, other in permutations(ones, 2))
    count += sum(ones[a] * ones[b] * ones[c] for a, b, c in permutations(ones, 3))
    count += 2 * sum(twos[two] * ones[one] for two in twos for one in ones)
    count += 2 * 3 * 3  # Advance and Run, in either order
    assert sum(1 for _plan in plans.legal_plans(table, 0)) == count


@pytest.mark.parametrize("left", [1, 2, 3])
def test_the_list_is_depth_first_in_the_order_of_the_table(left):
    table = placed(3)
    points(table, 2, left)
    legal = [tuple(cards) for cards in islice(plans.legal_plans(table, 2), 30_000)]
    keys = [tuple(PLACE_IN_LIST[card] for card in cards) for cards in legal]
    assert keys == sorted(keys)
    assert legal[0] == ()


def test_a_plan_that_lacks_a_card_is_mended_by_its_extensions():
    table = placed(2)
    points(table, 0, 3)
    legal = plans.legal_plans(table, 0)
    assert next(cards for cards in legal if cards and cards[0].startswith("2f")) == ["2f:ahead_left", "1f:ahead_left"]
    points(table, 0, 1)
    assert not any(cards and cards[0].startswith("2f") for cards in plans.legal_plans(table, 0))


def test_commands_begin_with_surrender_and_are_made_lazily():
    table = placed(4)
    first = list(islice(GAME.commands(table, 0), 4))
    assert first == [
        {"type": "surrender"},
        {"type": "plan", "cards": []},
        {"type": "plan", "cards": ["1f:ahead_left"]},
        {"type": "plan", "cards": ["1f:ahead_left", "2f:ahead_left"]},
    ]
    assert list(GAME.commands(send(table, 0).state, 0)) == [{"type": "surrender"}]


@settings(deadline=None, max_examples=60)
@given(st.integers(), st.integers(2, 4), st.booleans(), st.integers(0, 5))
def test_drawn_plans_and_their_extensions_are_judged_alike(seed, seats, brawling, left):
    """Sampled, for budgets whose list is too long: a plan is legal just when it is among those its start leads to."""
    rng = random.Random(seed)
    table = placed(seats, brawling=brawling)
    points(table, 0, left)
    cards = plans.drawn(table, 0, rng.randrange)
    assert plans.fault(table, 0, cards) is None
    assert sum(ENTRIES[card].cost for card in cards) <= left
    legal_next = set(plans.additions(table, 0, cards))
    for written in rng.sample(list(ENTRIES), 40):
        longer = (*cards, written)
        fault = plans.fault(table, 0, longer)
        is_complete = plans.orphan(plans.laid_so_far(longer)) is None
        assert (fault is None) == (written in legal_next and is_complete), longer


def test_every_plan_can_be_drawn():
    table = placed(2, brawling=False)
    points(table, 0, 1)
    rng = random.Random(5)
    assert {plans.drawn(table, 0, rng.randrange) for _ in range(4000)} == set(listed(table, 0))


def test_orphans_are_dropped_one_after_the_other():
    laid = plans.laid_so_far(["2f:ahead", "3f", "3b:ahead", "4f"])
    assert plans.without_orphans(laid) == ("3b:ahead",)
    laid = plans.laid_so_far(["2f:ahead", "1f:ahead", "4f"])
    assert plans.without_orphans(laid) == ("2f:ahead", "1f:ahead", "4f")


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        (["1f:ahead", "2b:back", "5f:cock"], ("costs 6", "you have 5")),
        (["5f:cock", "5b"], ("5b", "card 5", "once a turn")),
        (["2f:ahead"], ("Run needs Advance",)),
        (["1f:ahead", "3f"], ("Sprint needs Run",)),
        (["1f:ahead", "4f"], ("Sprint needs Run",)),
        (["6b"], ("6b", "not played")),
        (["1f"], ("1f:ahead_left", "1f:ahead_right")),
        (["9f:hand"], ("9f:hand", "9f:ground")),
        (["5f:aim"], ("5f:cock", "5f:aim:@1", "5f:shoot:A-F6")),
        (["13f"], ("13f", "12b")),
        (["7f:shoot:A-I11"], ("A-I11", "trough")),
        (["7f:shoot:A-L5"], ("A-L5", "no target")),
        (["10f:A-E6"], ("A-E6", "nobody")),
        (["10f:@0"], ("yourself",)),
        (["5f:aim:@3"], ("seat 3", "nobody sits there")),
        (["5f:aim:@2"], ("Cy", "out of the fight")),
        ([7], ("7", "as text")),
    ],
)
def test_a_refusal_says_what_is_wrong_with_the_plan(cards, words):
    table = placed(3)
    table = GAME.apply(table, 2, {"type": "surrender"}, env()).state
    with pytest.raises(IllegalCommand) as refused:
        send(table, 0, *cards)
    for word in words:
        assert word in str(refused.value)
    fault = plans.fault(table, 0, cards)
    assert fault is not None
    assert str(fault) == str(refused.value)


def test_a_refusal_names_the_brawling_card():
    fault = plans.fault(placed(2, brawling=False), 0, ["3b:ahead", "12f:@1"])
    assert "12f:@1" in str(fault)
    assert "without brawling" in str(fault)


def test_every_side_that_is_played_shows_how_it_is_written():
    for side in SIDES:
        assert all(sample in ENTRIES for sample in side.samples.split(", ") if sample)
