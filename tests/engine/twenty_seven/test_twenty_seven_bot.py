"""The bots: they answer legally whatever they see, know no more than their seat, and tell good hands from poor ones."""

import json
import random
from itertools import pairwise

import pytest
from twenty_seven_drive import NAMES, TABLES, dealt, give, owing, play, random_match

from games.engine import Chance, World, snapshot
from games.engine.twenty_seven import GAME, foresight
from games.engine.twenty_seven.bot import LEVELS, guess, policy, temper
from games.engine.twenty_seven.cards import FULL_DECK
from games.engine.twenty_seven.foresight import candidates, odds_of
from games.engine.twenty_seven.sight import Sight


def answer(table, seat, level, seed=1):
    return policy(GAME.view(table, seat), GAME.commands(table, seat), Chance(seed), level)


def bots(seats, options, levels, seed):
    """Play a match of bots and give every position with who acted."""
    chance, own = Chance(seed), Chance(f"bots {seed}")
    table = GAME.setup(GAME.clean_options(options), NAMES[:seats], World(0.0, chance))
    for step in range(3000):
        if not owing(table):
            return
        seat = owing(table)[0]
        command = policy(GAME.view(table, seat), GAME.commands(table, seat), own, levels[seat % len(levels)])
        yield table, seat, command
        table = GAME.apply(table, seat, command, World(float(step), chance)).state
    raise AssertionError("the match does not end")


def positions(count, phases=("pick", "turn", "place", "reward")):
    for number in range(len(TABLES)):
        tables = [move.after for move in random_match(number, 6) if move.after.phase in phases]
        yield from random.Random(number).sample(tables, min(count, len(tables)))


@pytest.mark.parametrize(("seats", "options"), TABLES)
@pytest.mark.parametrize("level", ["easy", "normal"])
def test_matches_of_bots_end(seats, options, level):
    for seed in range(4):
        assert list(bots(seats, options, [level], seed))


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_matches_of_hard_bots_end(seats, options, monkeypatch):
    """With short looks: how well they play is measured elsewhere."""
    monkeypatch.setattr(foresight, "FIRST_LOOK", 2)
    monkeypatch.setattr(foresight, "SECOND_LOOK", 2)
    moves = list(bots(seats, options, ["hard"], 5))
    for table, seat, command in moves:
        assert command in list(GAME.commands(table, seat))


@pytest.mark.parametrize("level", LEVELS)
def test_answers_are_legal_wherever_random_play_leads(level):
    for table in positions(2 if level == "hard" else 30):
        for seat in owing(table):
            commands = list(GAME.commands(table, seat))
            assert answer(table, seat, level) in commands


def test_an_unknown_level_is_an_error():
    for level in ("", "Hard", "expert", None):
        with pytest.raises(ValueError, match="level"):
            answer(dealt(), 0, level)


@pytest.mark.parametrize("level", LEVELS)
def test_two_numbers_decide_an_answer(level):
    asked = []

    class Asking(Chance):
        def pick(self, name, items):
            asked.append((name, items))
            return super().pick(name, items)

    table = dealt(3, {0: "mirror"}, deck=[2, 3, 4, 10, 11, 5])
    given = [policy(GAME.view(table, 0), GAME.commands(table, 0), Asking(7), level) for _ in range(2)]
    assert given[0] == given[1]
    assert asked == [("bot_a", range(10000)), ("bot_b", range(10000))] * 2


@pytest.mark.parametrize("level", LEVELS)
def test_what_a_seat_cannot_see_changes_no_answer(level):
    dice = random.Random(3)
    for table in positions(1 if level == "hard" else 12):
        for seat in owing(table):
            twin = snapshot.copy(table)
            cards = list(twin.deck)
            dice.shuffle(cards)
            for other, player in enumerate(twin.players):
                if other != seat:
                    player.powers = tuple(dice.choices(("hex", "ward", "raise"), k=len(player.powers)))
                    player.offer = player.offer[::-1]
                    if player.cards and seat not in player.seen_by and cards:
                        hidden, cards[0] = cards[0], player.cards[2]
                        player.cards = (*player.cards[:2], hidden)
                        cards.append(cards.pop(0))
            twin.deck = tuple(cards)
            assert answer(twin, seat, level) == answer(table, seat, level)


def test_a_guess_looks_the_same_from_the_seat_that_guesses():
    dice = random.Random(4)
    for table in positions(8, ("pick", "turn", "place", "reward", "over")):
        for seat in range(len(table.players)):
            view = json.loads(json.dumps(GAME.view(table, seat)))
            guessed = guess(view, dice)
            assert GAME.view(guessed, seat) == view
            assert GAME.dump(GAME.load(GAME.dump(guessed))) == GAME.dump(guessed)
            assert list(GAME.commands(guessed, seat)) == list(GAME.commands(table, seat))


def test_a_guess_deals_out_one_deck_and_every_hidden_card_that_is_possible():
    table = play(dealt(3, deck=[2, 3, 4, 5, 6, 7, 8, 10, 11, 12]), (0, "draw"))
    dice, seen = random.Random(5), set()
    for _ in range(400):
        guessed = guess(GAME.view(table, 1), dice)
        held = [card for player in guessed.players for card in player.cards]
        assert sorted([*held, *guessed.deck, *guessed.discard, guessed.drawn]) == sorted(FULL_DECK)
        seen.add(guessed.players[0].cards[2])
    assert seen == set(range(1, 14))


def test_a_guess_knows_what_spyglass_showed_and_whom_it_may_believe():
    table = play(
        dealt(2, {0: "spyglass"}, deck=[2, 3, 4, 10, 10, 6]), (0, {"type": "play", "power": "spyglass", "target": 1})
    )
    assert {guess(GAME.view(table, 0), random.Random(seed)).players[1].cards[2] for seed in range(40)} == {6}
    passed = play(dealt(2, deck=[2, 3, 4, 10, 10, 6]), (0, "draw"), (0, {"type": "place", "slot": 0}), (1, "pass"))
    guesses = [guess(GAME.view(passed, 0), random.Random(seed)).players[1].cards[2] for seed in range(200)]
    assert sum(5 <= card <= 7 for card in guesses) > 80, "one who passed has a good total more often than 3 times in 13"


def test_in_teams_no_bot_aims_at_its_mate():
    for level in ("easy", "normal"):
        for seed in range(6):
            for _, seat, command in bots(4, {"teams": True}, [level], seed):
                assert command.get("target") != (seat + 2) % 4
    table = dealt(4, {0: "trade"}, teams=True)
    assert {one["target"] for one in Sight(GAME.view(table, 0), GAME.commands(table, 0)).plays("trade")} == {1, 3}


def test_who_owes_nothing_may_be_asked_and_gives():
    table = dealt(4, {1: "hex"}, teams=True)
    assert answer(table, 1, "normal") == {"type": "give", "power": "hex"}


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_a_third_nine_is_put_on_the_hidden_card(level):
    table = play(dealt(2, deck=[9, 9, 2, 10, 10, 6, 9]), (0, "draw"))
    assert answer(table, 0, level) == {"type": "place", "slot": 2}


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_a_drawn_card_goes_where_the_total_is_best(level):
    table = play(dealt(2, deck=[10, 3, 7, 10, 10, 6, 10]), (0, "draw"))
    assert answer(table, 0, level) == {"type": "place", "slot": 1}


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_a_mirror_that_makes_three_nines_is_played(level):
    table = dealt(2, {0: "mirror"}, deck=[9, 2, 9, 3, 9, 6])
    table.round = 3
    wanted = {"type": "play", "power": "mirror", "slot": 1, "target": 1, "target_slot": 1}
    given = [answer(table, 0, level, seed) for seed in range(8)]
    assert given.count(wanted) >= 4


@pytest.mark.parametrize("level", LEVELS)
def test_nobody_draws_on_a_perfect_total(level):
    table = dealt(2, deck=[10, 10, 7, 2, 3, 4])
    assert "draw" not in {answer(table, 0, level, seed)["type"] for seed in range(8)}


@pytest.mark.parametrize("level", LEVELS)
def test_nobody_passes_when_far_off_with_a_last_turn_to_go(level):
    table = dealt(2, deck=[2, 3, 6, 10, 10, 4])
    table.round, table.last_call = 3, 1
    assert "pass" not in {answer(table, 0, level, seed)["type"] for seed in range(8)}


def test_last_call_ends_a_round_that_is_as_good_as_won():
    table = dealt(3, {0: "last_call"}, deck=[10, 10, 7, 2, 3, 4, 2, 3, 4])
    table.round = 3
    assert answer(table, 0, "hard") == {"type": "play", "power": "last_call"}


def test_hard_saves_itself_with_armor_when_the_round_is_lost():
    table = dealt(2, {0: "armor"}, deck=[13, 12, 13, 10, 10, 7])
    table.round, table.hp = 3, [15, 30]
    table.last_call = 1
    assert answer(table, 0, "hard") == {"type": "play", "power": "armor"}


def test_picks_follow_liking_and_copies():
    table, _ = give(dealt(2), 0, "pass")
    table.phase, table.active = "pick", None
    table.players[0].picks_left, table.players[0].offer = 1, ("turncoat", "mirror", "spyglass")
    assert {answer(table, 0, "hard", seed)["power"] for seed in range(20)} == {"mirror"}
    table.players[0].powers = ("mirror",) * 8
    assert "mirror" not in {answer(table, 0, "hard", seed)["power"] for seed in range(20)}


def test_a_temper_is_a_names_own_and_within_a_quarter():
    assert temper("Ann") == temper("Ann") != temper("Bob")
    for number in range(200):
        own = temper(f"bot {number}")
        assert 0.75 <= own.bold <= 1.25
        assert 0.75 <= own.careful <= 1.25


def test_odds_of_all_sides_come_to_one_and_grow_with_hp():
    for hp, number in (([30, 30], 1), ([30, 30, 30, 30], 1), ([20, 15, 5], 3), ([1, 30, 10, 25], 2)):
        odds = [odds_of(hp[at], tuple(sorted(hp[:at] + hp[at + 1 :])), number) for at in range(len(hp))]
        assert sum(odds) == pytest.approx(1)
        ranked = [one for _, one in sorted(zip(hp, odds, strict=True))]
        assert all(low <= high + 1e-9 for low, high in pairwise(ranked))
    assert odds_of(0, (30,), 3) == 0
    assert odds_of(5, (0, 0), 3) == 1


def test_what_hard_looks_at_is_bounded():
    """The fullest hand there can be, at the fullest table."""
    table = dealt(4)
    table.players[0].powers = (
        "trade",
        "mirror",
        "tweak",
        "hex",
        "tempest",
        "freeze",
        "pressure",
        "spyglass",
        "turncoat",
    )
    sight = Sight(GAME.view(table, 0), GAME.commands(table, 0))
    assert len(sight.commands) > 40
    assert len(candidates(sight, random.Random(1))) <= 30


@pytest.mark.parametrize("level", ["easy", "normal"])
@pytest.mark.parametrize("goal", [9, 18, 27, 36])
def test_no_round_of_bots_drags_on(level, goal):
    """Even where no hand can come near the threshold, or under it."""
    for seed in range(5):
        for table, _, _ in bots(3, {"mode": "custom", "goal": goal}, [level], seed):
            assert table.turns < 40 * 3


def test_hard_draws_no_more_when_it_has_had_its_turns():
    table = dealt(2, deck=[13, 8, 2, 12, 8, 3], goal=36)
    assert "draw" in {one["type"] for one in candidates(Sight(GAME.view(table, 0), GAME.commands(table, 0)), None)}
    table.turns = 60
    assert "draw" not in {one["type"] for one in candidates(Sight(GAME.view(table, 0), GAME.commands(table, 0)), None)}
