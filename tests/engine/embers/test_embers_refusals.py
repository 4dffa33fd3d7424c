"""Whatever is not listed is refused, with a sentence that says what was wrong, and changes nothing."""

import json
import random
import re

import pytest
from embers_drive import TABLES, Match, random_match, some, viewers

from games.engine import Chance, IllegalCommand, World
from games.engine.embers import GAME
from games.engine.embers.piles import KINDS

ODD = (
    None, True, False, -1, 0, 1, 5, 6, 10**30, -(10**5000), 0.0, 1.5, float("nan"), "", "boss", "BOSS", "0", "shield",
    "bomb", "minibomb", "nothing", "{card}", "\ud800", "x" * 5000, [], [0], {}, {"type": "end"},
)  # fmt: skip


def refusal(state, actor, command):
    """Give a command that must be refused; return the sentence."""
    before = json.dumps(GAME.dump(state))
    with pytest.raises(IllegalCommand) as refused:
        GAME.apply(state, actor, command, World(0.0, Chance(0)))
    assert json.dumps(GAME.dump(state)) == before
    return str(refused.value)


def is_sentence(text):
    return re.fullmatch(r"[A-Z1-4“].*[.]", text)


def spoiled(rng, command):
    """A command with a field changed, added or left out."""
    command = dict(command)
    field = rng.choice([*command, *command, "card", "target", "count", "gift", "guess", "pair", "actor", "x"])
    if field in command and rng.random() < 0.2:
        del command[field]
    else:
        command[field] = rng.choice([*ODD, *KINDS, *range(6), *GAME.shapes])
    return command


def same(one, other):
    return one == other and all(type(one[field]) is type(other[field]) for field in one)


@pytest.mark.parametrize("number", range(len(TABLES)))
def test_spoiled_commands_are_refused(number):
    rng = random.Random(number)
    refused = 0
    for move in some(random_match(number, 0), 40, rng):
        state = move.before
        legal = list(GAME.commands(state, move.actor))
        for _try in range(12):
            command = spoiled(rng, rng.choice([*legal, move.command]))
            if not any(same(command, one) for one in legal):
                assert is_sentence(refusal(state, move.actor, command)), command
                refused += 1
    assert refused > 150


@pytest.mark.parametrize("number", range(len(TABLES)))
def test_commands_out_of_turn_are_refused(number):
    rng = random.Random(number)
    moves = random_match(number, 1)
    commands = {move.command["type"]: move.command for move in moves}.values()
    for move in some(moves, 12, rng):
        for actor in [*viewers(move.before), -1, 17, True, "0", 0.0]:
            if type(actor) is int and actor in move.before.to_act:
                continue
            assert list(GAME.commands(move.before, actor)) == []
            for command in commands:
                assert is_sentence(refusal(move.before, actor, command))
            with pytest.raises(IllegalCommand):
                GAME.default(move.before, actor)


@pytest.mark.parametrize("number", range(len(TABLES)))
def test_all_that_could_be_said_is_either_listed_or_refused(number):
    """Every well-formed command of the phase, listed or not: the two ways to decide agree."""
    rng = random.Random(number)
    for move in some(random_match(number, 2), 8, rng):
        state, actor = move.before, move.actor
        legal = list(GAME.commands(state, actor))
        bodies = [*range(len(state.seats)), "boss"]
        hand = [*dict.fromkeys(state.seats[actor].hand), "minibomb", "ember", "shield"]
        candidates = [
            *({"type": kind} for kind in GAME.shapes),
            *({"type": kind, "card": card} for kind in ("equip", "play", "give", "pick", "rob") for card in KINDS),
            *({"type": "play", "card": card, "target": body} for card in hand for body in bodies),
            *({"type": "play", "card": "gift", "gift": card, "target": body} for card in hand for body in bodies),
            *({"type": "play", "card": "gamble", "guess": card, "target": body} for card in hand for body in bodies),
            *({"type": "lend", "target": seat, "count": n} for seat in bodies[:-1] for n in range(6)),
            *({"type": kind, "target": body} for kind in ("rescue", "bequeath") for body in [*bodies, None]),
            *(
                {"type": "rewrite", "pair": card, "actor": seat, "target": body}
                for card in hand
                for seat in bodies[:-1]
                for body in [*bodies, None]
            ),
        ]
        for command in candidates:
            if command in legal:
                GAME.apply(state, actor, command, World(0.0, Chance(0)))
            else:
                assert is_sentence(refusal(state, actor, command))


@pytest.mark.parametrize(
    ("actor", "command", "sentence"),
    [
        (1, {"type": "end"}, "It is not for you to act now: the table waits for Ann."),
        ("host", {"type": "end"}, "Only a player at this table gives commands here, not “host”."),
        (0, {"type": "pass"}, "It is your turn: play a card, equip, or end."),
        (0, {"type": "equip", "card": "crown"}, "You have no “Crown” in your hand."),
        (0, {"type": "equip", "card": "gift"}, "Gift can't be equipped."),
        (0, {"type": "take_back"}, "Only the Fatebinder can take a Miracle back."),
        (0, {"type": "return"}, "Only a ghost can return to life."),
        (0, {"type": "lend", "target": 1, "count": 1}, "Only who wears the Crown can lend shields."),
        (0, {"type": "play", "card": "boss"}, "There is no card “boss” in this game."),
        (0, {"type": "play", "card": "bomb"}, "A Bomb can't be played. Give it away with Gift or Swap."),
        (0, {"type": "play", "card": "one"}, "1 alone can't be played, only 1, 2, 3 and 4 together."),
        (0, {"type": "play", "card": "crown"}, "Crown can't be played. Equip it in your turn."),
        (0, {"type": "play", "card": "minibomb", "target": 1}, "Small Bomb needs a 1, a 2, a 3 and a 4."),
        (0, {"type": "play", "card": "conjure"}, "You have no Out of Nothing in your hand."),
        (0, {"type": "play", "card": "gift", "target": 1}, "Gift needs “gift”."),
        (0, {"type": "play", "card": "gift", "gift": "bomb"}, "Gift needs “target”."),
        (0, {"type": "play", "card": "defuse", "gift": "bomb", "target": 1}, "Defuse takes no “gift”."),
        (0, {"type": "play", "card": "gift", "gift": "bomb", "target": 0}, "Gift can't be aimed at “0” now."),
        (0, {"type": "play", "card": "gift", "gift": "bomb", "target": "boss"}, "Gift can't be aimed at “boss” now."),
        (0, {"type": "play", "card": "gift", "gift": "gift", "target": 1}, "“Gift” can't be chosen with Gift."),
        (0, {"type": "play", "card": "defuse", "target": 1}, "No bomb hangs anywhere, so Defuse has no target."),
    ],
)
def test_a_refusal_names_what_was_wrong(actor, command, sentence):
    assert refusal(Match(deck=("gift", "bomb", "defuse")).state, actor, command) == sentence


def test_refusals_of_a_used_turn_and_of_full_slots():
    match = Match(seats=2, deck=("conjure", "shield", "shield", "one", "two", "three", *["shield"] * 3))
    match.do(0, "play", card="conjure").passes()
    text = refusal(match.state, 0, {"type": "play", "card": "conjure"})
    assert text == "You have no Out of Nothing in your hand."
    for _shield in range(4):
        match.do(0, "equip", card="shield")
    match.ends(2)
    assert refusal(match.state, 0, {"type": "equip", "card": "shield"}) == "Your shield slots are full."


def test_refusals_in_a_poll():
    match = Match(deck=("gift", "one", "two", "swap", "miracle", "defuse"))
    match.do(0, "play", card="gift", gift="one", target=2)
    weak = refusal(match.state, 1, {"type": "play", "card": "swap", "target": 0})
    assert weak == "Swap is too weak to override this: only a smaller tier can."
    assert refusal(match.state, 1, {"type": "fate"}) == "Fate needs the Fatebinder equipped."
    assert refusal(match.state, 1, {"type": "end"}) == "A card is on the table: override it, or pass."
    assert "Only the Fatebinder" in refusal(match.state, 1, {"type": "play", "card": "miracle", "target": 2})


def test_refusals_when_the_match_is_over():
    match = Match(seats=2, deck=("gamble", "one", "two"))
    match.do(0, "play", card="gamble", guess="bomb", target=1)
    assert refusal(match.state, 0, {"type": "end"}) == "The match is over."
    with pytest.raises(IllegalCommand, match=r"The match is over\."):
        GAME.default(match.state, 1)
