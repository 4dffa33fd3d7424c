"""Whoever may not know a fact sees and is told the same, whatever the fact (T13-1)."""

import random

import pytest
from twenty_seven_drive import TABLES, Loaded, dealt, give, play, random_match, start, viewers, visible

from games.engine import Scripted, snapshot
from games.engine.twenty_seven import GAME
from games.engine.twenty_seven.powers import pool


def positions(phase):
    """Some tables of this phase out of the random matches."""
    found = []
    for number in range(len(TABLES)):
        tables = [move.after for move in random_match(number, 2) if move.after.phase in phase]
        found += random.Random(number).sample(tables, min(10, len(tables)))
    assert found
    return found


def assert_same_for(viewers, one, other):
    for viewer in viewers:
        assert GAME.view(one, viewer) == GAME.view(other, viewer)
        if viewer is not None:
            assert list(GAME.commands(one, viewer)) == list(GAME.commands(other, viewer))
    assert GAME.wait(one) == GAME.wait(other)


def others(table, *seats):
    return [viewer for viewer in viewers(table) if viewer not in seats]


@pytest.mark.parametrize("phase", ["turn", "place"])
def test_a_hidden_card_is_seen_by_its_owner_and_through_spyglass_alone(phase):
    for table in positions(phase):
        for seat, player in enumerate(table.players):
            if player.cards:
                twin = snapshot.copy(table)
                twin.players[seat].cards = (*player.cards[:2], player.cards[2] % 13 + 1)
                assert_same_for(others(table, seat, *player.seen_by), table, twin)
                assert GAME.view(table, seat) != GAME.view(twin, seat)
                for spy in player.seen_by:
                    assert GAME.view(table, spy)["you"]["known"] != GAME.view(twin, spy)["you"]["known"]


def test_a_drawn_card_is_seen_by_its_drawer_alone():
    for table in positions("turn"):
        drawer = table.active
        if table.deck and 9 not in table.deck[:2]:
            twin = snapshot.copy(table)
            twin.deck = (table.deck[0] % 8 + 1, *table.deck[1:])
            (one, events), (other, told) = give(table, drawer, "draw"), give(twin, drawer, "draw")
            for viewer in others(table, drawer):
                assert visible(events, viewer) == visible(told, viewer)
            assert_same_for(others(table, drawer), one, other)


def test_the_order_of_the_deck_is_seen_by_no_one():
    for table in positions(("turn", "place")):
        twin = snapshot.copy(table)
        twin.deck = tuple(reversed(table.deck))
        assert_same_for(viewers(table), table, twin)


def test_hands_of_powers_are_seen_by_their_owner_alone():
    for table in positions(("pick", "turn", "place", "reward")):
        dice = random.Random(1)
        for seat, player in enumerate(table.players):
            twin = snapshot.copy(table)
            twin.players[seat].powers = tuple(dice.choices(pool(False, False), k=len(player.powers)))
            assert_same_for(others(table, seat), table, twin)


def test_offers_are_seen_by_their_owner_alone():
    for table in positions(("pick", "reward")):
        for seat, player in enumerate(table.players):
            if player.offer:
                twin = snapshot.copy(table)
                twin.players[seat].offer = tuple(random.Random(2).sample(pool(False, False), len(player.offer)))
                assert_same_for(others(table, seat), table, twin)


def test_what_was_picked_is_known_to_the_picker_alone():
    for table in positions(("pick", "reward")):
        for seat, player in enumerate(table.players):
            if player.offer:
                steps = [give(table, seat, {"type": "pick", "power": power}, Loaded(1)) for power in player.offer[:2]]
                for viewer in others(table, seat):
                    assert visible(steps[0][1], viewer) == visible(steps[1][1], viewer)
                assert_same_for(others(table, seat), steps[0][0], steps[1][0])


def test_what_was_given_is_known_to_the_two_teammates_alone():
    table = dealt(4, {0: "hex", 2: "ward"}, teams=True)
    table = play(table, (2, {"type": "give", "power": "ward"}))
    steps = [give(table, 0, {"type": "give", "power": power}) for power in ("hex", "ward")]
    for viewer in (None, 1, 3):
        assert visible(steps[0][1], viewer) == visible(steps[1][1], viewer)
    assert_same_for((None, 1, 3), steps[0][0], steps[1][0])
    assert visible(steps[0][1], 2) != visible(steps[1][1], 2)


def test_what_was_stolen_is_known_to_the_two_alone():
    table = dealt(3, {0: "pickpocket"})
    table.players[1].powers = ("hex", "ward")
    command = {"type": "play", "power": "pickpocket", "target": 1}
    steps = [give(table, 0, command, Scripted({"pickpocket": [power]})) for power in ("hex", "ward")]
    for viewer in (None, 2):
        assert visible(steps[0][1], viewer) == visible(steps[1][1], viewer)
    assert_same_for((None, 2), steps[0][0], steps[1][0])


@pytest.mark.parametrize(
    ("power", "fields"), [("spyglass", {"target": 1}), ("sleight", {}), ("tweak", {"slot": 2, "delta": -1})]
)
def test_powers_on_hidden_cards_tell_others_nothing_of_their_values(power, fields):
    """A Spyglass on another card, a Sleight that takes another, a Tweak of another."""
    table = dealt(3, {0: power}, deck=[2, 3, 4, 5, 6, 7, 8, 10, 11, 12])
    twin = snapshot.copy(table)
    seat = 1 if power == "spyglass" else 0
    if power == "sleight":
        twin.deck = (13, *table.deck[1:])
    else:
        twin.players[seat].cards = (*table.players[seat].cards[:2], 12)
    steps = [give(one, 0, {"type": "play", "power": power, **fields}) for one in (table, twin)]
    for viewer in others(table, 0, seat):
        assert visible(steps[0][1], viewer) == visible(steps[1][1], viewer)
    assert_same_for(others(table, 0, seat), steps[0][0], steps[1][0])


def test_offers_to_come_and_the_decision_deck_do_not_exist_before_they_are_needed():
    """Chance is asked when an offer is due or cards are level; till then no state could hold the answer."""
    asked = []

    class Asking(Scripted):
        def shuffle(self, name, items):
            asked.append(name)
            return super().shuffle(name, items)

    table, _ = start(2, powers=2)
    chance = Asking({"deck": [[10, 10, 7, 10, 10, 7]]})
    for seat in (0, 0, 1, 1):
        table, _ = give(table, seat, GAME.default(table, seat), chance)
    assert asked == ["offer_0", "offer_1", "deck"]
    table, _ = give(table, 0, "pass", chance)
    assert "decision_deck" not in asked
    give(table, 1, "pass", chance)
    assert asked[3] == "decision_deck"


def test_all_hidden_cards_are_public_once_the_round_has_ended():
    for number in range(len(TABLES)):
        for move in random_match(number, 4):
            revealed = [event["hands"] for event in move.events if event["type"] == "reveal"]
            if revealed and move.command["type"] == "pass":
                assert revealed[0] == [list(player.cards) or None for player in move.before.players]
            ended = [event for event in move.events if event["type"] == "round_over"]
            if ended:
                public = GAME.view(move.after, None)["last_round"]
                assert {"type": "round_over", **public} == ended[-1]
                assert public["totals"] == [None if hand is None else sum(hand) for hand in public["hands"]]
