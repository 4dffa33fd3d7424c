"""What holds at every moment of every match: the cards, the HP, the hands, the order of what is offered."""

from functools import cache
from itertools import product

import pytest
from twenty_seven_drive import NAMES, TABLES, Loaded, dealt, give, owing, play, random_match

from games.engine import IllegalOption, Scripted, World
from games.engine.twenty_seven import GAME
from games.engine.twenty_seven.powers import POWERS, pool
from games.engine.twenty_seven.rounds import price

SEEDS = range(8)


@cache
def matches():
    return [list(random_match(number, seed)) for number, seed in product(range(len(TABLES)), SEEDS)]


def test_every_match_ends_and_the_last_side_has_won():
    endings = set()
    for moves in matches():
        table = moves[-1].after
        alive = [seat for seat in range(len(table.players)) if GAME.view(table, None)["seats"][seat]["alive"]]
        assert table.phase == "over"
        assert list(table.winners) == alive
        assert len({table.players[seat].side for seat in alive}) <= 1
        endings.add(bool(alive))
    assert endings == {True, False}, "the seeds show a win and a draw that nobody wins"


def test_a_round_has_52_cards_wherever_they_lie():
    for moves in matches():
        for move in moves:
            table = move.after
            held = sum(len(player.cards) for player in table.players)
            count = len(table.deck) + len(table.discard) + held + (table.drawn is not None)
            assert count == (52 if table.phase in ("turn", "place") else 0)
            assert all(1 <= card <= 13 for player in table.players for card in player.cards)


def test_values_change_by_mirror_and_tweak_alone():
    for moves in matches():
        for move in moves:
            if move.after.phase in ("turn", "place") and move.before.phase in ("turn", "place"):
                values = [sorted(on_the_table(table)) for table in (move.before, move.after)]
                assert values[0] == values[1] or move.command.get("power") in ("mirror", "tweak")


def on_the_table(table):
    drawn = [] if table.drawn is None else [table.drawn]
    return [*table.deck, *table.discard, *drawn, *(card for player in table.players for card in player.cards)]


def test_hp_stays_within_0_and_30_and_a_team_has_one_pool():
    for moves in matches():
        for move in moves:
            seats = GAME.view(move.after, None)["seats"]
            before = GAME.view(move.before, None)["seats"]
            for seat, was in zip(seats, before, strict=True):
                assert 0 <= seat["hp"] <= was["hp"] <= 30
                assert seat["alive"] == (seat["hp"] > 0)
            if move.after.options.teams:
                assert [seat["hp"] for seat in seats[:2]] == [seat["hp"] for seat in seats[2:]]


def test_hands_never_pass_nine_nor_counts_of_passes_two():
    full = False
    for moves in matches():
        for move in moves:
            for player in move.after.players:
                assert len(player.powers) + player.picks_left <= 9
                assert player.passes <= 2
                assert len(set(player.offer)) == len(player.offer)
            full = full or any(len(player.powers) == 9 for player in move.after.players)
    assert full


def test_a_round_costs_what_the_price_table_says():
    """T7-1 to T7-6 written down once more, against every round of the random matches."""
    outcomes, prices = set(), set()
    for moves in matches():
        for move in moves:
            players, power = move.before.players, move.command.get("power")
            marks = {mark: [getattr(player, mark) for player in players] for mark in ("armor", "lifeline")}
            if move.command["type"] == "play" and power in marks:
                marks[power][move.actor] = True
            raises = move.before.raises + (move.command["type"] == "play" and power == "raise")
            seconds = move.now - move.before.round_started
            hp = [seat["hp"] for seat in GAME.view(move.before, None)["seats"]]
            for event in (one for one in move.events if one["type"] == "round_over"):
                outcomes.add(event["outcome"])
                prices.add(written_price(event["round"], seconds))
                due = {"void": 0, "general_bust": 5}.get(
                    event["outcome"], written_price(event["round"], seconds) + 5 * raises
                )
                for seat, player in enumerate(players):
                    mates = [other for other, one in enumerate(players) if one.side == player.side]
                    least = 1 if any(marks["lifeline"][mate] for mate in mates) else 0
                    pays = max(0, due - 10 * sum(marks["armor"][mate] for mate in mates))
                    wanted = 0 if hp[seat] == 0 or seat in event["winners"] else hp[seat] - max(least, hp[seat] - pays)
                    assert event["losses"][seat] == wanted
                hp = [had - lost for had, lost in zip(hp, event["losses"], strict=True)]
                marks = {mark: [False] * len(players) for mark in marks}
                raises, seconds = 0, 0.0
    assert {"win", "general_bust", "triple_nine"} <= outcomes
    assert prices == {5, 10, 15, 30}


def written_price(number, seconds):
    if seconds >= 1800:
        return 30
    return 15 if seconds >= 900 else {1: 5, 2: 10}.get(number, 15)


@pytest.mark.parametrize(
    ("round_", "seconds", "raises", "hp"),
    [
        (1, 0, 0, 5), (1, 899.9, 0, 5), (1, 900, 0, 15), (1, 1799.9, 1, 20), (1, 1800, 0, 30), (1, 1800, 2, 40),
        (2, 0, 0, 10), (2, 900, 0, 15), (3, 899, 0, 15), (3, 900, 0, 15), (9, 0, 3, 30), (9, 5000, 0, 30),
    ],
)  # fmt: skip
def test_the_price_goes_by_round_clock_and_raises(round_, seconds, raises, hp):
    table = dealt()
    table.round, table.raises = round_, raises
    assert price(table, seconds) == hp


def test_commands_come_in_the_pages_order():
    order = ["pick", "draw", "play", "pass", "place", "give"]
    fields = ("slot", "target", "target_slot", "delta")
    seen = set()
    for moves in matches():
        for move in moves[::5]:
            for seat, player in enumerate(move.after.players):
                commands = list(GAME.commands(move.after, seat))
                seen |= {one["type"] for one in commands}
                kinds = [order.index(one["type"]) for one in commands]
                assert kinds == sorted(kinds)
                for kind in ("pick", "play", "give"):
                    hand = player.offer if kind == "pick" else player.powers
                    named = [one["power"] for one in commands if one["type"] == kind]
                    assert list(dict.fromkeys(named)) == [power for power in dict.fromkeys(hand) if power in named]
                played = [one for one in commands if one["type"] == "play"]
                for power in player.powers:
                    values = [[one.get(field, 0) for field in fields] for one in played if one["power"] == power]
                    assert values == sorted(values)
    assert seen == set(order)


def test_each_power_has_a_name_and_a_line_and_the_pool_leaves_two_out():
    assert len(POWERS) == 17
    assert all(power.name and power.text.endswith(".") for power in POWERS.values())
    assert set(POWERS) - set(pool(True, False)) == {"lifeline"}
    assert set(POWERS) - set(pool(False, True)) == {"pressure"}
    assert pool(False, False) == tuple(POWERS)


def test_offers_come_from_the_pool_alone():
    for number, (_, options) in enumerate(TABLES):
        for move in random_match(number, 3):
            offered = {power for player in move.after.players for power in player.offer}
            assert not (options.get("teams") and "lifeline" in offered)
            assert not (options.get("random_reveal") and "pressure" in offered)


def test_the_roll_is_made_with_one_half_through_the_living():
    """T11-2: from the turn on that completes one turn each."""
    asked = []

    class Asking(Scripted):
        def roll(self, name, probability):
            asked.append((name, probability))
            return False

    table = dealt(3, random_reveal=True)
    for seat in (0, 1, 2, 0):
        table, _ = give(table, seat, "pass", Asking({}))
    assert asked == [("random_reveal", 1 / 6)] * 2


def test_a_frozen_player_out_of_three_is_skipped_without_a_roll():
    asked = []

    class Asking(Scripted):
        def roll(self, name, probability):
            asked.append(name)
            return False

    table = dealt(2, {0: "freeze"}, random_reveal=True)
    table, events = give(table, 0, {"type": "play", "power": "freeze", "target": 1}, Asking({}))
    assert [event["type"] for event in events][-2:] == ["skipped", "turn_started"]
    assert asked == []
    assert table.turns == 1


def test_waits_are_named_by_phase_round_and_turn():
    for number in range(len(TABLES)):
        for move in random_match(number, 5):
            same = GAME.wait(move.before) == GAME.wait(move.after)
            picks = move.command["type"] == "pick" and owing(move.after) and move.before.phase == move.after.phase
            assert same == bool(move.command["type"] == "give" or picks)


def test_seconds_go_by_the_phase():
    for options, clock in (({}, (60, 20, 10, 60)), ({"mode": "ranked"}, (60, 15, 10, 45))):
        table = GAME.setup(GAME.clean_options(options), NAMES[:2], World(0.0, Scripted({"deck": [[9, 9, 9]]})))
        assert GAME.seconds(table) == clock[0]
        table.phase = "turn"
        assert GAME.seconds(table) == clock[1]
        table.phase = "place"
        assert GAME.seconds(table) == clock[2]
        table.phase = "reward"
        assert GAME.seconds(table) == clock[3]
        table.phase = "over"
        assert GAME.seconds(table) is None
    assert GAME.seconds(play(dealt(seconds=7), (0, "draw"))) == 7


@pytest.mark.parametrize(
    "raw",
    [
        {"goal": 18}, {"seconds": 15}, {"powers": 4}, {"random_reveal": True}, {"mode": "ranked", "seconds": 20},
        {"mode": "ranked", "powers": 3}, {"mode": "custom", "goal": 10}, {"mode": "custom", "seconds": 4},
        {"mode": "custom", "seconds": 121}, {"mode": "custom", "seconds": 20.0}, {"mode": "custom", "powers": 0},
        {"mode": "custom", "powers": True}, {"mode": "custom", "powers": 5}, {"mode": "custom", "random_reveal": 1},
        {"teams": 1}, {"teams": None}, {"mode": "Quick"}, {"mode": None}, {"mode": ["quick"]}, {"mode": {}},
        {"lives": 3}, {"goal": None}, [], None,
    ],
)  # fmt: skip
def test_options_that_the_mode_does_not_take_are_refused(raw):
    with pytest.raises(IllegalOption, match=r"^\S.*\.$"):
        GAME.clean_options(raw)


def test_every_allowed_combination_goes_together():
    for mode, fixed in (("quick", (20, 3)), ("ranked", (15, 4))):
        for teams in (False, True):
            cleaned = GAME.clean_options({"mode": mode, "teams": teams})
            assert cleaned == GAME.clean_options(cleaned)
            assert list(cleaned.values()) == [mode, teams, 27, *fixed, False]
    for teams, goal, powers, reveal in product((False, True), (9, 18, 27, 36), (1, 2, 3, 4), (False, True)):
        raw = {"mode": "custom", "teams": teams, "goal": goal, "seconds": 5, "powers": powers, "random_reveal": reveal}
        cleaned = GAME.clean_options(raw)
        assert cleaned == raw
        table = GAME.setup(cleaned, NAMES, World(0.0, Loaded(1)))
        assert table.threshold == goal


def test_numbers_of_players_that_do_not_fit_are_refused():
    for teams, counts in ((False, (0, 1, 5)), (True, (0, 1, 2, 3, 5))):
        for count in counts:
            with pytest.raises(IllegalOption):
                GAME.setup(GAME.clean_options({"teams": teams}), ["x"] * count, World(0.0, Scripted({})))
