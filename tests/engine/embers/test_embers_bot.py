"""The bots of Embers: legal, blind to what is hidden, never stuck, and sensible where sense is plain."""

import copy
import random
from collections import Counter

import pytest
from embers_drive import NAMES, TABLES, Match, random_match, some
from test_embers_secrets import dealt_again

from games.engine import Chance, World
from games.engine.embers import GAME, bot, foresight, position
from games.engine.embers.piles import in_order

LEVELS = ("easy", "normal", "hard")


@pytest.fixture
def few_looks(monkeypatch):
    """Hard tries each option on fewer tables: what these tests look at does not hang on how many."""
    monkeypatch.setattr(foresight, "FIRST_LOOK", 2)
    monkeypatch.setattr(foresight, "MOST_LOOKS", 4)


def decide(state, seat, level, seed=0):
    return bot.policy(GAME.view(state, seat), GAME.commands(state, seat), Chance(seed), level)


def bot_match(seats, levels, seed, **options):
    """Bots play to the end; every table that they were asked at, and what they answered."""
    state = GAME.setup(GAME.clean_options(options), NAMES[:seats], World(0.0, Chance(seed)))
    answers = []
    while state.phase != "over":
        seat = state.to_act[0]
        command = decide(state, seat, levels[seat % len(levels)], f"{seed} {len(answers)}")
        assert command in GAME.commands(state, seat)
        answers.append((state, seat, command))
        state = GAME.apply(state, seat, command, World(0.0, Chance(f"{seed}/{len(answers)}"))).state
    return state, answers


@pytest.mark.parametrize("seats", range(2, 7))
def test_a_table_of_bots_comes_to_an_end(seats, few_looks):
    state, answers = bot_match(seats, LEVELS, seats)
    assert state.phase == "over"
    assert len(answers) < 1500


@pytest.mark.parametrize("level", LEVELS)
def test_two_teams_of_bots_come_to_an_end(level, few_looks):
    for seed in range(2):
        state, _ = bot_match(4, [level], seed, mode="teams")
        assert len(state.winners) in (0, 2)


@pytest.mark.parametrize("level", ["easy", "normal"])
def test_without_the_fiend_somebody_wins_long_before_the_cap(level):
    for seed in range(6):
        state, _ = bot_match(3, [level], seed, boss=False)
        assert state.round < 30
        assert len(state.winners) <= 1


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("number", range(len(TABLES)))
def test_every_answer_is_legal_whatever_the_table_has_come_to(number, level, few_looks):
    """Random matches reach what bots would not, each question of the table among it."""
    rng = random.Random(number)
    for move in some(random_match(number, 0), 60, rng):
        command = decide(move.before, move.actor, level)
        assert command in GAME.commands(move.before, move.actor)


def test_every_question_is_answered(few_looks):
    matches = ((1, 6), (1, 7), (4, 0))
    asked = {move.before.phase: move for number, seed in matches for move in random_match(number, seed)}
    assert set(asked) == {"turn", "poll", "fate", "give", "swap", "scavenge", "rob", "rescue", "bequeath"}
    for move in asked.values():
        for level in LEVELS:
            assert decide(move.before, move.actor, level) in GAME.commands(move.before, move.actor)


@pytest.mark.parametrize("level", ["", "Hard", "expert", None, 1])
def test_an_unknown_level_is_a_value_error(level):
    with pytest.raises(ValueError, match="level"):
        decide(Match().state, 0, level)


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_chance_gives_the_same_match(level, few_looks):
    one, other = (bot_match(3, [level], 5) for _ in range(2))
    assert [command for _, _, command in one[1]] == [command for _, _, command in other[1]]
    assert GAME.dump(one[0]) == GAME.dump(other[0])


@pytest.mark.parametrize("level", LEVELS)
def test_two_questions_are_asked_whatever_the_hand_is_like(level, few_looks):
    class Counted(Chance):
        def pick(self, name, items):
            asked.append((name, len(items)))
            return super().pick(name, items)

    for move in some(random_match(3, 1), 12, random.Random(0)):
        asked = []
        view, commands = GAME.view(move.before, move.actor), GAME.commands(move.before, move.actor)
        bot.policy(view, commands, Counted(0), level)
        assert asked == [("bot_a", 10_000), ("bot_b", 10_000)]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("number", [0, 2, 4])
def test_hidden_cards_change_no_decision(number, level, few_looks):
    rng = random.Random(number)
    for move in some(random_match(number, 2), 25, rng):
        if move.before.phase == "rob":
            continue  # the robber sees the cards, that is the point
        twin = dealt_again(move.before, move.actor, rng)
        for seed in range(2):
            assert decide(twin, move.actor, level, seed) == decide(move.before, move.actor, level, seed)


@pytest.mark.parametrize("level", LEVELS)
def test_the_view_and_the_commands_stay_as_they_were(level, few_looks):
    for move in some(random_match(5, 0), 20, random.Random(1)):
        view, commands = GAME.view(move.before, move.actor), GAME.commands(move.before, move.actor)
        before = copy.deepcopy((view, commands))
        bot.policy(view, iter(commands), Chance(3), level)
        assert (view, commands) == before


# ── Guesses ───────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("number", range(len(TABLES)))
@pytest.mark.parametrize("seed", range(3))
def test_a_guess_is_a_table_that_looks_the_same(number, seed):
    rng = random.Random(seed)
    for move in random_match(number, seed):
        for seat in range(len(move.after.seats)):
            view = GAME.view(move.after, seat)
            assert GAME.view(bot.guess(view, rng), seat) == view


@pytest.mark.parametrize("number", range(len(TABLES)))
def test_a_guess_can_be_played_on(number):
    """Hard does, so no guess may stand where the rules cannot."""
    rng = random.Random(number)
    for move in some(random_match(number, 1), 40, rng):
        if move.before.phase in ("swap", "rob") and len(move.before.to_act) > 1:
            continue  # the other side still owes: see the next test
        state = bot.guess(GAME.view(move.before, move.actor), rng)
        command = decide(move.before, move.actor, "normal")
        for version in range(30):
            state = GAME.apply(state, state.to_act[0], command, World(0.0, Chance(version))).state
            if state.phase == "over":
                break
            command = GAME.sample(state, state.to_act[0], Chance(version))


def test_no_card_is_lost_in_a_swap_that_one_side_has_begun():
    match = Match(deck=("swap", "one", "two", "shield", "three", "four"))
    match.do(0, "play", card="swap", target=1).passes().do(1, "give", card="shield")
    for seat in range(3):
        for seed in range(10):
            guessed = bot.guess(GAME.view(match.state, seat), random.Random(seed))
            given = [len(one.given) for one in guessed.seats]
            assert given == [0, 1, 0] or (seat == 2 and given == [1, 0, 0])  # Cy sees that a card is missing, not whose
            assert [one.owed for one in guessed.seats] == [2 - given[0], 2 - given[1], 0]


def test_guesses_differ_in_what_is_hidden_and_use_each_card_once():
    state = Match(4).state
    guesses = [bot.guess(GAME.view(state, 0), random.Random(seed)) for seed in range(30)]
    assert {guessed.seats[0].hand for guessed in guesses} == {state.seats[0].hand}
    assert len({guessed.seats[1].hand for guessed in guesses}) > 20
    assert len({guessed.deck for guessed in guesses}) == 30
    whole = in_order([*state.deck, *(card for seat in state.seats for card in seat.hand)])
    for guessed in guesses:
        assert in_order([*guessed.deck, *(card for seat in guessed.seats for card in seat.hand)]) == whole


# ── Sense ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def at_turn(*hand, **options):
    """Ann's first turn with these three cards, against Bob and Cy."""
    return Match(deck=hand, **options).state


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("kind", ["shield", "miracle", "ghost", "fatebinder", "crown"])
def test_what_can_be_worn_is_worn_at_once(kind, level, few_looks):
    state = at_turn(kind, "defuse", "bomb")
    assert {decide(state, 0, level, seed)["type"] for seed in range(5)} == {"equip"}


@pytest.mark.parametrize("level", LEVELS)
def test_a_turn_ends_when_nothing_is_worth_playing(level, few_looks):
    state = at_turn("defuse", "bomb", "heirblade")
    assert decide(state, 0, level) == {"type": "end"}


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_a_bomb_goes_to_who_has_had_its_turn(level, monkeypatch):
    """Cy is last, and nobody wears a Shield: little saves who gets the Bomb."""
    monkeypatch.setattr(foresight, "MOST_LOOKS", 30)
    match = Match(3, ("one", "two", "three", "four", "one", "two", "gift", "bomb", "three")).ends(2)
    assert match.state.to_act == (2,)
    given = Counter(decide(match.state, 2, level, seed).get("gift") for seed in range(10))
    assert given["bomb"] >= 8


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_who_is_doomed_defuses(level, few_looks):
    match = Match(2, ("gift", "bomb", "one", "defuse", "two", "three"))
    match.do(0, "play", card="gift", gift="bomb", target=1).passes().ends()
    assert match.state.seats[1].bombs == 1
    decisions = [decide(match.state, 1, level, seed) for seed in range(10)]
    assert decisions == [{"type": "play", "card": "defuse", "target": 1}] * 10


@pytest.mark.parametrize("level", LEVELS)
def test_alone_with_the_fiend_a_life_wager_is_made_by_who_makes_any(level, few_looks):
    match = Match(2, ("gamble", "one", "two"), {"boss_appears": [True]}, boss=True).ends(8)
    state = match.state
    state.seats[1].status, state.upcoming = "dead", ()
    state.seats[0].hand = ("defuse", "gamble")
    wagers = [decide(state, 0, level, seed) for seed in range(4)]
    assert [one["type"] == "play" and one["target"] == "boss" for one in wagers] == [level != "easy"] * 4


@pytest.mark.parametrize("level", LEVELS)
def test_no_bomb_goes_to_a_mate(level, few_looks):
    for seed in range(4):
        for before, seat, command in bot_match(4, [level], seed, mode="teams")[1]:
            if command.get("gift") == "bomb":
                assert command["target"] == "boss" or (command["target"] - seat) % 2 == 1
            if command.get("card") in ("will", "great_will", "minibomb", "gamble", "swap") and "target" in command:
                assert command["target"] != (seat + 2) % 4
            assert before.seats[seat].living or before.phase == "bequeath"


def test_a_team_mate_is_rescued_and_an_opponent_is_not(few_looks):
    hands = ("fatebinder", "miracle", "one", "gift", "bomb", "two")
    for mode, saved in (("teams", True), ("free", False)):
        match = Match(4, hands, mode=mode).do(0, "equip", card="fatebinder").ends()
        match.do(1, "play", card="gift", gift="bomb", target=2).passes().ends(3)
        assert match.state.phase == "rescue"
        rescues = {decide(match.state, 0, "normal", seed)["type"] for seed in range(4)}
        assert rescues == ({"rescue"} if saved else {"let_die"})


def test_levels_and_names_play_differently_but_the_temper_hangs_on_the_name_alone():
    tempers = {bot.minds.with_temper(bot.minds.NORMAL, f"Bot {number}") for number in range(20)}
    assert len(tempers) == len(bot.minds.TEMPERS)
    assert bot.minds.with_temper(bot.minds.HARD, "Ann") == bot.minds.with_temper(bot.minds.HARD, "Ann")


def test_a_playout_leaves_the_guess_as_it_was():
    state = Match(3, ("conjure", "one", "two")).state
    guessed = bot.guess(GAME.view(state, 0), random.Random(0))
    before = GAME.dump(guessed)
    ends = [
        foresight.play_out(guessed, 0, {"type": "play", "card": "conjure"}, seed, bot.minds.HARD) for seed in (1, 1, 2)
    ]
    assert GAME.dump(guessed) == before
    assert ends[0] == ends[1]
    assert all(0 <= worth <= 1 for worth, _answers in ends)


def test_prospects_are_chances_that_leave_room_for_a_draw():
    for number in range(len(TABLES)):
        for move in some(random_match(number, 0), 30, random.Random(number)):
            state = move.after
            if state.phase == "over":
                continue
            chances = [position.prospects(state, seat) for seat in range(len(state.seats))]
            if state.mode == "teams":
                assert chances[0] == chances[2]
                chances = chances[:2]
            assert 0 < sum(chances) < 1


def test_a_shield_more_makes_a_seat_stronger_and_the_others_weaker():
    state = Match(3).state
    before = [position.prospects(state, seat) for seat in range(3)]
    state.seats[0].shields += 1
    after = [position.prospects(state, seat) for seat in range(3)]
    assert after[0] > before[0]
    assert after[1] < before[1]
