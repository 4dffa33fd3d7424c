"""The bots of Seven Rounds: legal, blind to what is hidden, never stuck, not to be read like a book."""

import random
from collections import Counter

import pytest
from seven_rounds_drive import NAMES, play, random_match, round_of, start

from games.engine import Chance, World
from games.engine.seven_rounds import GAME, bot
from games.engine.seven_rounds.actions import NO_CHOICE, Choice

LEVELS = ("easy", "normal", "hard")
SEATS = (3, 5, 8, 12)


@pytest.fixture
def few_draws(monkeypatch):
    """Hard imagines fewer rounds: what these tests look at does not hang on how many."""
    monkeypatch.setattr(bot, "DRAWS", 5)


def decide(table, seat, level, seed=0):
    return bot.policy(GAME.view(table, seat), GAME.commands(table, seat), Chance(seed), level)


def bot_match(seats, levels, seed, **options):
    """Bots play to the end; every table that they were asked at, and what they answered."""
    options = GAME.clean_options({"host": False} | options)
    table = GAME.setup(options, NAMES[:seats], World(0.0, Chance(seed)))
    answers = []
    while not GAME.view(table, None)["over"]:
        for seat in GAME.view(table, None)["to_act"]:
            command = decide(table, seat, levels[seat % len(levels)], f"{seed} {len(answers)}")
            assert command in GAME.commands(table, seat)
            answers.append((table, seat, command))
            table = GAME.apply(table, seat, command, World(0.0, Chance(seed))).state
    return table, answers


@pytest.mark.parametrize("missions", [True, False])
@pytest.mark.parametrize("seats", SEATS)
def test_a_table_of_bots_plays_its_seven_rounds(seats, missions, few_draws):
    table, answers = bot_match(seats, LEVELS, seats, missions=missions)
    assert GAME.view(table, None)["completed"] == 7
    assert len(answers) == seats * (7 + 6)
    assert {"type": "pass"} not in [command for _, _, command in answers]


@pytest.mark.parametrize("level", LEVELS)
def test_one_level_alone_ends_its_match(level, few_draws):
    for seed in range(3):
        table, _ = bot_match(4, [level], seed)
        assert GAME.view(table, None)["completed"] == 7


@pytest.mark.parametrize("level", LEVELS)
def test_results_are_read_at_once(level):
    results = round_of(start(host=False), "bank", "bank", "double_down")
    assert decide(results, 1, level) == {"type": "next"}


@pytest.mark.parametrize("level", ["", "Hard", "expert", None, 1])
def test_an_unknown_level_is_a_value_error(level):
    with pytest.raises(ValueError, match="level"):
        decide(start(), 0, level)


def test_bots_sit_at_hosted_tables_too(few_draws):
    table = start(missions=["steady_saver"])
    table = round_of(table, *(decide(table, seat, "hard") for seat in range(3)))
    table = play(table, ("host", "next"))
    assert decide(table, 1, "hard") in GAME.commands(table, 1)


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_chance_gives_the_same_choice(level, few_draws):
    table, answers = bot_match(5, [level], 4)
    again, answers_again = bot_match(5, [level], 4)
    assert [command for _, _, command in answers] == [command for _, _, command in answers_again]
    assert GAME.dump(table) == GAME.dump(again)


@pytest.mark.parametrize("level", LEVELS)
def test_two_questions_are_asked_whatever_the_table_is_like(level, few_draws):
    class Counted(Chance):
        def pick(self, name, items):
            asked.append((name, len(items)))
            return super().pick(name, items)

    for table in (start(), start(12, missions=["comeback"]), round_of(start(host=False), "bank", "bank", "bank")):
        asked = []
        bot.policy(GAME.view(table, 0), GAME.commands(table, 0), Counted(0), level)
        assert asked == [("bot_a", 10_000), ("bot_b", 10_000)]


@pytest.mark.parametrize("level", LEVELS)
def test_hidden_choices_and_missions_change_no_decision(level, few_draws):
    def at_the_table(locked, secret):
        table = start(4, missions=["two_good_guesses", secret, "narrow_escape", "trusted_partner"])
        table = round_of(table, "bank", "bank", "pass", {"type": "predict", "action": "bank"})
        return play(table, ("host", "next"), (1, locked), (2, "pass"))

    tables = [
        at_the_table(locked, secret)
        for locked in ({"type": "bank"}, {"type": "team_up", "player": 0}, {"type": "swipe", "player": 3})
        for secret in ("steady_saver", "versatile")
    ]
    for seed in range(8):
        decisions = [decide(table, 0, level, seed) for table in tables]
        assert decisions == [decisions[0]] * len(tables)


def test_a_guess_is_a_table_that_looks_the_same():
    rng = random.Random(0)
    for seed in range(12):
        for move in random_match(3 + seed % 10, {"host": seed % 2 > 0, "missions": seed % 3 > 0}, seed):
            seat = seed % 3
            view = GAME.view(move.after, seat)
            guessed = bot.guess(view, rng)
            assert GAME.view(guessed, seat) == view
            assert GAME.commands(guessed, seat) == GAME.commands(move.after, seat)
            assert len(set(guessed.missions)) == len(guessed.missions)


def test_guesses_differ_in_what_is_hidden():
    table = play(start(5, missions=["comeback"]), (1, "bank"), (2, "double_down"))
    guesses = [bot.guess(GAME.view(table, 0), random.Random(seed)) for seed in range(40)]
    assert {guessed.missions[0] for guessed in guesses} == {"comeback"}
    assert len({guessed.missions[1] for guessed in guesses}) > 5
    assert len({guessed.choices[1] for guessed in guesses}) > 5
    assert {guessed.choices[3] for guessed in guesses} == {None}


def test_a_guess_gives_nobody_a_mission_that_would_be_completed():
    table = round_of(start(3, missions=["comeback", "steady_saver", "versatile"]), "bank", "double_down", "pass")
    for seed in range(40):
        guessed = bot.guess(GAME.view(table, 0), random.Random(seed))
        assert guessed.missions[1] not in ("lone_doubler", "big_turn")


def at_round(number):
    table = start(host=False)
    for _ in range(number - 1):
        table = play(round_of(table, "bank", "bank", "pass"), *((seat, "next") for seat in range(3)))
    return table


@pytest.mark.parametrize(("number", "most"), [(1, 0.45), (2, 0.45), (3, 0.65), (6, 0.65), (7, 1)])
def test_no_action_takes_more_than_its_share(number, most, monkeypatch):
    """However good it looks, and though the others are rare; in the last round nobody can use what was read."""

    def tempted(table, seat, choices, rng):
        return [500.0 if choice.action == "double_down" else 1.0 for choice in choices]

    monkeypatch.setitem(bot.LEVELS, "hard", tempted)
    table = at_round(number)
    doubled = sum(decide(table, 0, "hard", seed) == {"type": "double_down"} for seed in range(300)) / 300
    assert doubled == pytest.approx(most, abs=0.08)


def test_two_tempting_actions_leave_room_for_a_third():
    choices = [Choice("bank"), Choice("double_down"), Choice("swipe", 1), Choice("swipe", 2)]
    weights = bot.mixed(choices, [10.0, 9.0, 0.7, 0.5], 0.45)
    shares = [weight / sum(weights) for weight in weights]
    assert max(shares) <= 0.45 + 1e-9
    assert shares[2] / shares[3] == pytest.approx(7 / 5)


def test_rare_choices_are_dropped():
    choices = [Choice("bank"), Choice("double_down"), Choice("swipe", 1), Choice("predict", None, "bank")]
    weights = bot.mixed(choices, [1.0, 0.9, 0.03, 0.05], 0.65)
    assert weights[2] == 0
    assert min(weights[0], weights[1], weights[3]) > 0


def test_bots_of_the_first_round_do_not_all_choose_the_same(few_draws):
    table = start(5, missions=["versatile"])
    for level in LEVELS:
        chosen = Counter(decide(table, seat, level, seed)["type"] for seed in range(20) for seat in range(5))
        assert max(chosen.values()) < 0.6 * 100
        assert len(chosen) >= 4


def test_normal_answers_an_offer():
    offer = {"type": "team_up", "player": 0}
    asked = play(round_of(start(4), "bank", offer, "bank", "double_down"), ("host", "next"))
    answers = Counter(decide(asked, 0, "normal", seed).get("player") for seed in range(200))
    assert answers[1] > 2 * max(answers[2], answers[3])


def test_hard_goes_for_the_win_in_the_last_round():
    """Level with Cy, who predicts every time, PREDICT would share the win at best: DOUBLE DOWN may take it alone."""
    predict = {"type": "predict", "action": "bank"}
    table = start(host=False)
    for _ in range(6):
        table = play(round_of(table, predict, "bank", predict), *((seat, "next") for seat in range(3)))
    assert [decide(table, 0, "hard", seed)["type"] for seed in range(10)].count("double_down") >= 7


def test_the_temper_hangs_on_the_name_alone():
    def shares(name):
        table = GAME.setup(GAME.clean_options({"missions": False}), [name, "Bob", "Cy", "Dee"], World(0.0, Chance(0)))
        return Counter(decide(table, 0, "normal", seed)["type"] for seed in range(60))

    assert shares("Ann") == shares("Ann")
    assert len({tuple(sorted(shares(f"Bot {number}").items())) for number in range(12)}) == len(bot.TEMPERS)


def test_habits_remember_who_does_what():
    offer = {"type": "team_up", "player": 2}
    table = start(4)
    for _ in range(3):
        table = play(round_of(table, "double_down", offer, "bank", "pass"), ("host", "next"))
    choices, weights = bot.habits(table, 1)
    best = max(zip(weights, choices, strict=True), key=lambda pair: pair[0])[1]
    assert best == Choice("team_up", 2)
    assert NO_CHOICE not in choices
    assert sum(weights) == pytest.approx(sum(bot.base(4).values()) + 0.55 * (1 + 0.75 + 0.75**2))
    doubler = dict(zip(*bot.habits(table, 0), strict=True))
    assert doubler[Choice("double_down")] == max(doubler.values())


def test_hard_that_cannot_win_any_more_still_plays_for_its_points():
    """Far behind with one round to go, nothing reaches the top, and a SWIPE at Bob, who doubles, is no result."""
    table = start(host=False)
    for _ in range(6):
        table = play(round_of(table, "pass", "double_down", "pass"), *((seat, "next") for seat in range(3)))
    played = [decide(table, 0, "hard", seed)["type"] for seed in range(20)]
    assert sum(kind in ("bank", "predict", "double_down") for kind in played) >= 15
