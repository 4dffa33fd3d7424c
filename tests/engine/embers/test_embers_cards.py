"""The table of cards: complete, in order, and fit for the screen."""

import re

import pytest

from games.engine.embers import CARDS, TABLE
from games.engine.embers.cards import DECK, DECK_KINDS, EQUIPPABLE
from games.engine.embers.damage import BLOWS
from games.engine.embers.piles import FROM_OUTSIDE, KINDS, PIECES
from games.engine.embers.thefts import HUNTS


def test_the_table_stands_in_table_order():
    assert tuple(card.kind for card in TABLE) == KINDS == tuple(CARDS)


def test_the_deck_has_62_cards_of_25_kinds_and_none_from_outside():
    assert len(DECK) == 62
    assert len(DECK_KINDS) == 25
    assert not set(DECK) & (FROM_OUTSIDE | set(PIECES))


def test_what_is_equipped():
    assert {"shield", "miracle", "ghost", "heirblade", "crown", "fatebinder"} == EQUIPPABLE


def test_the_tiers_of_the_plays():
    tiers = {card.kind: card.tier for card in TABLE if card.effect and card.kind != "miracle"}
    assert tiers == {
        "gamble": -1, "extra_turn": 0,
        "conjure": 1, "top_scavenger": 1, "top_plunderer": 1,
        "gift": 2, "swap": 2, "minibomb": 2,
        "detonate": 3, "goodwill": 3, "bedrock": 3, "inferno": 3,
        "defuse": 4, "scavenger": 4, "plunderer": 4, "will": 4, "great_will": 4, "ember": 4,
    }  # fmt: skip


def test_what_fate_can_rewrite():
    rewritable = {card.kind for card in TABLE if card.fate}
    assert rewritable == {"swap", "gift", "plunderer", "defuse", "goodwill", "scavenger", "bedrock"}


def test_every_kind_that_a_table_names_exists():
    assert set(BLOWS) - set(KINDS) == set()
    assert set(HUNTS) - set(KINDS) == set()


@pytest.mark.parametrize("card", TABLE, ids=lambda card: card.kind)
def test_a_row_is_fit_for_the_screen(card):
    assert card.name
    assert card.chinese
    assert re.fullmatch(r"[A-Z1].*\.", card.text)
    assert re.fullmatch(r"E\d+-\d+(, E\d+-\d+)*", card.rule)
    assert bool(card.targets) <= bool(card.effect)
    if card.targets or card.kind in HUNTS:
        assert re.fullmatch(r".*\.", card.lacking.format(card=card.name))
