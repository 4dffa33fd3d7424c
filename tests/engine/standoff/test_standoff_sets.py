"""The tables of the six sets, as the web lists them, and what they promise."""

import re

import pytest
from standoff_play import GAME, choose, do, playout, start

from games.engine.standoff.sets import SETS
from games.engine.standoff.sets.classic import swap_with

NAMES = {
    1: ["Quick Draw", "Steady Hand", "Turn the Tables", "Take You With Me", "Opportunist", "Mutual Cover", "Reload"],
    2: ["High Noon", "Disarm", "Sharpshooter", "Attrition", "Tumble", "Medic!", "Reload"],
    3: ["Hijack", "Copycat", "Land Grab", "Fence", "Pickpocket", "Inside Man", "Reload"],
    4: ["Double Down", "Kneecap", "Switchback", "Bottom Falls Out", "Desperation", "Bounty", "Reload"],
    5: ["Double Tap", "Suppressing Fire", "Double Cross", "Dead Man's Hand", "Collateral Damage", "Last Stand",
        "Reload"],
    6: ["Shakedown", "Bribe", "Extortion", "Salvage", "Double Load", "Paid Protection", "Reload"],
}  # fmt: skip
DECISIONS = {
    1: {"quick_draw", "take_you_with_me", "opportunist"},
    2: {"disarm", "tumble"},
    3: {"hijack", "copycat", "fence"},
    4: {"double_down", "kneecap"},
    5: {"suppressing_fire", "double_cross", "dead_mans_hand"},
    6: {"shakedown", "bribe", "extortion", "extortion_payment", "double_load", "paid_protection"},
}


@pytest.mark.parametrize("number", sorted(NAMES))
def test_a_set_lists_its_seven_cards_from_6_to_0(number):
    chapter = SETS[number]
    assert chapter.number == number
    assert [card.priority for card in chapter.cards] == [6, 5, 4, 3, 2, 1, 0]
    assert [card.name for card in chapter.cards] == NAMES[number]
    assert [card.rule for card in chapter.cards] == [f"S{number}-{card.priority}" for card in chapter.cards]
    for card in chapter.cards:
        assert card.effect == re.sub(r"\W+", "_", card.name.lower().replace("'", "")).strip("_")
        assert card.text.endswith(".")
        assert chapter.row(card.priority) is card


@pytest.mark.parametrize("number", sorted(DECISIONS))
def test_a_set_asks_the_decisions_of_the_page_and_no_others(number):
    assert set(SETS[number].questions) == DECISIONS[number]


def test_only_set_5_has_effects_when_discarded_and_every_bullet_of_it():
    for number, chapter in SETS.items():
        for card in chapter.cards:
            assert (card.when_discarded is not None) == (number == 5 and card.priority > 0)


def test_sets_that_swap_share_the_swap():
    assert SETS[1].questions["quick_draw"].then is swap_with
    assert SETS[1].questions["opportunist"].then is swap_with


def key(card):
    return int(card[2]), int(card[0])


@pytest.mark.parametrize("card_set", sorted(SETS))
def test_commands_stand_in_the_order_of_the_page_and_the_default_is_the_first(card_set):
    for seed in range(15):
        for state, *_move in playout(start(card_set, 5), seed):
            seats = GAME.view(state, None)["seats"]
            controller = {seat["in_play"]["card"]: number for number, seat in enumerate(seats) if seat["in_play"]}
            holder = {card: number for number, seat in enumerate(seats) for card in seat["spent"]}
            for actor in state.to_act:
                commands = list(GAME.commands(state, actor))
                assert GAME.default(state, actor) == commands[0]
                rest = commands[1:] if commands[0] == {"type": "decline"} else commands
                assert all(command["type"] != "decline" for command in rest)
                if rest[0]["type"] == "choose" or (rest[0]["type"] == "target" and rest[0].get("card") in holder):
                    places = [key(command["card"]) for command in rest]
                elif rest[0]["type"] == "trade":
                    places = [(key(one["give"]), holder[one["take"]], key(one["take"])) for one in rest]
                elif rest[0]["type"] == "pay":
                    places = [(key(one["card"]), controller.get(one.get("target"))) for one in rest]
                else:
                    places = [one["seat"] if "seat" in one else controller[one["card"]] for one in rest]
                assert places == sorted(set(places))


def test_defaults_alone_play_a_whole_match():
    for card_set in SETS:
        state = start(card_set, 4)
        while not state.over:
            state = do(state, state.to_act[-1], GAME.default(state, state.to_act[-1]))
        assert GAME.view(state, None)["winners"] == []  # four Reloads shoot each other, three times


def test_the_set_of_a_match_shows_in_every_view():
    for card_set in SETS:
        assert GAME.view(choose(start(card_set), "0:6"), None)["set"] == card_set
