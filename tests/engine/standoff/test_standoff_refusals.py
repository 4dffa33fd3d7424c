"""What is refused, and in which words: always a whole sentence, and the table stays as it was."""

import json
import random
import re

import pytest
from standoff_play import ENV, GAME, NAMES, choose, do, playout, start

from games.engine import IllegalCommand, IllegalOption
from games.engine.standoff.sets import SETS

ODD = (
    None, True, False, 0, 1, -1, 2.0, 10**400, "", "0", "0:6", "1:0", "5:6", "9:9", "0:7", "décline", "{card}",
    "a" * 99, [], {}, [["0:6"]], {"card": "0:6"},
)  # fmt: skip
FIELDS = ("type", "card", "seat", "give", "take", "target", "note")
TYPES = ("choose", "target", "trade", "pay", "decline", "reveal", "pass")


@pytest.mark.parametrize("seats", [0, 1, 7, 12])
def test_other_numbers_of_players_are_refused(seats):
    with pytest.raises(IllegalOption, match=f"2 to 6 players, not {seats}"):
        GAME.setup(GAME.clean_options({}), [f"P{n}" for n in range(seats)], ENV)


@pytest.mark.parametrize(
    "raw",
    [
        {"set": 0}, {"set": 7}, {"set": "1"}, {"set": 1.0}, {"set": True}, {"set": None}, {"set": "Random"},
        {"set": [1]},
        {"lives": 0}, {"lives": 10}, {"lives": "3"}, {"lives": 3.0}, {"lives": True}, {"lives": None},
        {"rounds": 3}, {"set": 1, "seats": 4}, {1: 1}, [], None, "set",
    ],
)  # fmt: skip
def test_other_options_are_refused(raw):
    with pytest.raises(IllegalOption) as refusal:
        GAME.clean_options(raw)
    assert str(refusal.value)


def test_options_are_filled_in():
    assert GAME.clean_options({}) == {"set": 1, "lives": 3}
    assert GAME.clean_options({"lives": 9, "set": "random"}) == {"set": "random", "lives": 9}


def malformed(rng, legal, state):
    """A command near a legal one, or of this game's vocabulary at random, or no command at all."""
    command = dict(rng.choice(legal))
    match rng.randrange(5):
        case 0:
            command[rng.choice(FIELDS)] = rng.choice(ODD)
        case 1:
            del command[rng.choice(list(command))]
        case 2:
            command["type"] = rng.choice(TYPES)
        case 3:
            command = {"type": rng.choice(TYPES)}
            for field in rng.sample(FIELDS[1:], rng.randrange(3)):
                command[field] = rng.choice((*ODD, *(card for seat in state.seats for card in seat.hand)))
        case _:
            return rng.choice(ODD)
    return command


def said(command):
    """Equal only for equal types, too: 1 is not true."""
    return json.dumps(command, sort_keys=True, default=repr)


def test_malformed_and_untimely_commands_are_refused_in_a_sentence_and_change_nothing():
    rng = random.Random(5)
    refused = 0
    for card_set in SETS:
        for state, *_move in playout(start(card_set, 4), seed=card_set):
            before = GAME.dump(state)
            for _ in range(4):
                legal = list(GAME.commands(state, state.to_act[0]))
                command = malformed(rng, legal, state)
                actor = rng.choice((0, 1, 2, 3, 4, -1, "host", "0", True, None))
                if said(command) in {said(one) for one in GAME.commands(state, actor)}:
                    continue
                with pytest.raises(IllegalCommand) as refusal:
                    GAME.apply(state, actor, command, ENV)
                sentence = str(refusal.value)
                assert sentence == sentence.strip()
                assert sentence.endswith(".")
                assert not re.search(r"{\w+}", sentence) or "{card}" in said(command)
                assert GAME.dump(state) == before
                refused += 1
    assert refused >= 500


def test_what_is_listed_is_what_is_accepted():
    """Over every card and seat there is, in every form that a decision can take."""
    cards = [f"{owner}:{priority}" for owner in range(3) for priority in range(7)]
    forms = [{"type": "decline"}, *({"type": "choose", "card": card} for card in cards)]
    forms += [{"type": "target", "card": card} for card in cards] + [{"type": "pay", "card": card} for card in cards]
    forms += [{"type": "target", "seat": seat} for seat in range(-1, 4)]
    forms += [{"type": "pay", "card": card, "target": other} for card in cards for other in cards]
    forms += [{"type": "trade", "give": card, "take": other} for card in cards for other in cards]
    kinds = {(card_set, kind) for card_set, chapter in SETS.items() for kind in chapter.questions}
    asked = set()
    for seed in range(20):
        for card_set in SETS:
            for state, *_move in playout(start(card_set), seed):
                if state.decision and (card_set, state.decision.kind) not in asked:
                    asked.add((card_set, state.decision.kind))
                    takes_only_what_it_lists(state, state.decision.seat, forms)
    assert asked == kinds


def takes_only_what_it_lists(state, actor, forms):
    listed = list(GAME.commands(state, actor))
    assert listed
    for command in forms:
        if command in listed:
            do(state, actor, command)
        else:
            with pytest.raises(IllegalCommand):
                do(state, actor, command)


def refusal(state, actor, command):
    with pytest.raises(IllegalCommand) as raised:
        GAME.apply(state, actor, command, ENV)
    return str(raised.value)


def test_a_choice_is_refused_by_name():
    state = choose(start(1), "0:6", "1:5", "2:4")
    state = do(state, 0, {"type": "target", "card": "2:4"})
    assert refusal(state, 0, {"type": "choose", "card": "0:6"}) == "Your 6 is spent. Choose a card of your hand."
    state = start(1)
    assert refusal(state, 0, {"type": "choose", "card": "1:3"}) == (
        "That 3 belongs to Bob. Choose a card of your own hand."
    )
    assert refusal(state, 0, {"type": "choose", "card": "4:3"}) == (
        "There is no card “4:3” at this table. Choose one of your hand."
    )
    assert refusal(state, 0, {"type": "decline"}) == (
        "“decline” has to wait until the cards are up: now everyone chooses a card."
    )
    assert refusal(choose(state, "0:6"), 0, {"type": "choose", "card": "0:5"}) == (
        "You've locked in. A locked choice stays until the reveal."
    )
    for stranger in ("host", 3, -1, True):
        assert "no seat" in refusal(state, stranger, {"type": "choose", "card": "0:5"})


def test_an_empty_gun_is_told_to_reload():
    state = start(1, 2, 9)
    for priority in (6, 5, 4, 3, 2, 1):
        state = choose(state, f"0:{priority}", f"1:{priority}")
    assert refusal(state, 0, {"type": "choose", "card": "0:6"}) == "Only Reload is left: choose it."


def test_the_dead_and_the_match_that_is_over():
    state = choose(start(1, lives=1), "0:5", "1:2", "2:1")
    assert refusal(state, 2, {"type": "choose", "card": "2:6"}) == (
        "You are down until the next standoff, and sit this round out."
    )
    state = choose(start(1, 2, 1), "0:0", "1:0")
    assert refusal(state, 1, {"type": "choose", "card": "1:6"}) == ("This match is over. Start a rematch to play on.")


def test_an_eliminated_player_may_only_watch():
    # Ann wins a standoff, then Bob; Cy has lost both.
    state = choose(start(2, lives=2), "0:1", "1:0", "2:0")
    state = choose(state, "0:0", "1:1", "2:0")
    assert [seat.lives for seat in state.seats] == [1, 2, 0]  # Bob's Medic! gave him one back
    assert refusal(state, 2, {"type": "choose", "card": "2:6"}) == "You're out of this match. You can watch to the end."


def decision(card_set, *cards):
    return choose(start(card_set), *cards)


def test_answers_are_refused_by_name():
    state = decision(1, "0:6", "1:5", "2:5")
    assert refusal(state, 1, {"type": "target", "card": "1:5"}) == "It isn't your move yet: we're waiting for Ann."
    assert refusal(state, 0, {"type": "decline"}) == "“decline” is no answer here: choose a card on the table."
    assert refusal(state, 0, {"type": "target"}) == "Choose one card on the table, and nothing else."
    assert refusal(state, 0, {"type": "target", "card": "1:5", "seat": 1}) == (
        "Choose one card on the table, and nothing else."
    )
    assert refusal(state, 0, {"type": "target", "card": "1:4"}) == (
        "The card “1:4” isn't on the table. Choose one that is."
    )
    assert refusal(state, 0, {"type": "target", "card": "0:6"}) == (
        "Quick Draw swaps with a card of 0 to 5 that has not had its turn, which Ann's 6 is not."
    )
    state = decision(1, "0:5", "1:3", "2:0")
    assert refusal(state, 1, {"type": "target", "card": "0:5"}) == (
        "Take You With Me needs another card whose value isn't locked, not Ann's 5."
    )
    state = decision(4, "0:6", "1:5", "2:5")
    assert refusal(state, 0, {"type": "target", "card": "0:6"}) == (
        "This card can't choose itself. Choose another one on the table."
    )


def test_spent_cards_are_refused_by_name():
    state = choose(start(2, 2, 9), "0:3", "1:2")  # Attrition: both discard their 6, then Bob's Tumble comes up
    assert refusal(state, 1, {"type": "target", "card": "1:5"}) == (
        "The card “1:5” isn't in your spent pile. Choose one that is."
    )
    assert "choose one of your spent bullets" in refusal(state, 1, {"type": "decline"})
    assert "and nothing else" in refusal(state, 1, {"type": "target", "seat": 0})
    state = choose(start(3, 2, 9), "0:6", "1:6")
    state = choose(state, "0:3", "1:0")
    assert refusal(state, 0, {"type": "trade", "give": "0:5", "take": "1:6"}) == (
        "The card “0:5” isn't in your spent pile: give one that is."
    )
    assert refusal(state, 0, {"type": "trade", "give": "0:6", "take": "1:5"}) == (
        "The card “1:5” isn't in the spent pile of another living player: take one that is."
    )
    assert "trade one of your spent cards" in refusal(state, 0, {"type": "target", "card": "1:6"})


def test_payments_and_opponents_are_refused_by_name():
    state = decision(6, "0:6", "1:1", "2:5")
    assert refusal(state, 0, {"type": "target", "seat": 0}) == "You can't choose yourself. Pick another player."
    assert refusal(state, 0, {"type": "target", "seat": 3}) == (
        "Nobody at seat 3 is in this round. Pick another player."
    )
    assert "choose another player" in refusal(state, 0, {"type": "decline"})
    assert refusal(state, 0, {"type": "target", "card": "1:1"}) == "Choose one player, and nothing else."
    state = do(state, 0, {"type": "target", "seat": 2})  # Cy's Bribe comes up
    assert refusal(state, 2, {"type": "pay", "card": "2:6", "target": "0:6"}) == (
        "Only bullets in your hand can pay, and “2:6” is none."
    )
    assert refusal(state, 2, {"type": "pay", "card": "2:0", "target": "0:6"}) == (
        "Only bullets in your hand can pay, and “2:0” is none."
    )
    assert refusal(state, 2, {"type": "pay", "card": "2:4", "target": "2:5"}) == (
        "This card can't choose itself. Choose another one on the table."
    )
    assert "isn't on the table" in refusal(state, 2, {"type": "pay", "card": "2:4", "target": "0:5"})
    assert "together with the bullet" in refusal(state, 2, {"type": "pay", "card": "2:4"})
    assert "or decline" in refusal(state, 2, {"type": "target", "card": "0:6"})
    state = do(state, 2, {"type": "decline"})  # Bob's Paid Protection comes up
    assert refusal(state, 1, {"type": "pay", "card": "1:3"}) == (
        "Paid Protection costs a 4, 5 or 6 of your hand, and “1:3” is none."
    )
    assert "choose nothing else" in refusal(state, 1, {"type": "pay", "card": "1:4", "target": "0:6"})
    assert "pay a bullet, or decline" in refusal(state, 1, {"type": "target", "seat": 0})


def test_a_shakedown_of_an_empty_hand_is_refused_by_name():
    state = start(6, 3, 9)
    for priority in (1, 2, 3, 4, 5):
        state = choose(state, f"0:{priority}", f"1:{priority}", f"2:{priority}")
    state = do(state, 0, {"type": "choose", "card": "0:0"})
    state = do(choose(state, "1:6", "2:0"), 1, {"type": "target", "seat": 0})
    assert [seat.lives for seat in state.seats] == [3, 4, 3]
    state = choose(state, "0:6", "1:0", "2:5")
    assert refusal(state, 0, {"type": "target", "seat": 1}) == ("Bob has no bullet in hand. Pick a player who has one.")


def test_nothing_stands_in_for_who_owes_nothing():
    state = choose(start(1), "0:6")
    for actor in (0, 3, "host", True):
        with pytest.raises(IllegalCommand, match="nothing to choose"):
            GAME.default(state, actor)


def test_names_are_kept_as_given():
    assert [seat["name"] for seat in GAME.view(start(1, 6), None)["seats"]] == list(NAMES)
