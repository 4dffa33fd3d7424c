"""Nobody else sees a hidden fact: two worlds that differ in it alone look the same, now and by what is told."""

import random

import pytest
from embers_drive import TABLES, Match, random_match, some, viewers, visible

from games.engine import snapshot
from games.engine.embers import GAME
from games.engine.embers.piles import in_order


def look_the_same(one, other, watchers):
    """Two worlds, (state, events) each, for each of these viewers."""
    for viewer in watchers:
        assert visible(one[1], viewer) == visible(other[1], viewer), viewer
        assert GAME.view(one[0], viewer) == GAME.view(other[0], viewer), viewer
        if viewer is not None:
            assert GAME.commands(one[0], viewer) == GAME.commands(other[0], viewer), viewer
    assert GAME.wait(one[0]) == GAME.wait(other[0])
    assert GAME.seconds(one[0]) == GAME.seconds(other[0])


def all_but(match, *seats):
    return [viewer for viewer in viewers(match.state) if viewer not in seats]


def dealt_again(state, viewer, rng):
    """The same table with every card that this viewer can't see exchanged at random, team-mates' cards too."""
    twin = snapshot.copy(state)
    owners = [seat for number, seat in enumerate(twin.seats) if number != viewer]
    cards = [*twin.deck]
    for seat in owners:
        cards += [*seat.hand, *seat.given]
    rng.shuffle(cards)
    for seat in owners:
        seat.given = in_order(cards.pop() for _card in seat.given)
        seat.hand = in_order(cards.pop() for _card in seat.hand)
    twin.deck = tuple(cards)
    if twin.play and twin.play.gift and twin.play.seat != viewer:
        twin.play.gift = rng.choice(twin.seats[twin.play.seat].hand)
    if twin.play and twin.play.fate != viewer:
        twin.play.fate = None if twin.phase != "fate" else twin.play.fate
    return twin


@pytest.mark.parametrize("number", range(len(TABLES)))
@pytest.mark.parametrize("seed", range(3))
def test_hands_deck_gift_swap_and_fate_are_in_no_other_view(number, seed):
    rng = random.Random(f"{number}/{seed}")
    for move in some(random_match(number, seed), 40, rng):
        state = move.after
        for viewer in viewers(state):
            if viewer in state.to_act and state.phase == "rob":
                continue  # the robber sees the cards, that is the point
            assert GAME.view(dealt_again(state, viewer, rng), viewer) == GAME.view(state, viewer)


def test_a_chosen_gift_is_seen_by_its_giver_alone_until_it_is_handed_over():
    match = Match(deck=("gift", "one", "miracle"))
    one, other = (
        match.step(match.state, 0, {"type": "play", "card": "gift", "gift": kind, "target": 2})
        for kind in ("one", "miracle")
    )
    look_the_same(one, other, all_but(match, 0))
    assert GAME.view(one[0], 0) != GAME.view(other[0], 0)
    one, other = (match.step(world[0], 1, {"type": "pass"}) for world in (one, other))
    look_the_same(one, other, all_but(match, 0))
    one, other = (match.step(world[0], 2, {"type": "pass"}) for world in (one, other))
    look_the_same(one, other, all_but(match, 0, 2))


def test_an_overridden_gift_is_never_known():
    match = Match(deck=("gift", "one", "miracle", "conjure", "two", "three"))
    worlds = []
    for kind in ("one", "miracle"):
        state, _ = match.step(match.state, 0, {"type": "play", "card": "gift", "gift": kind, "target": 2})
        worlds.append(match.step(state, 1, {"type": "play", "card": "conjure"}))
    look_the_same(*worlds, viewers(match.state))


def test_swap_choices_are_unseen_until_both_are_done_and_by_third_parties_after():
    match = Match(deck=("swap", "one", "two", "shield", "three", "four"))
    match.do(0, "play", card="swap", target=1).passes()
    worlds = []
    for first in ("shield", "three"):
        worlds.append(match.step(match.state, 1, {"type": "give", "card": first}))
    look_the_same(*worlds, all_but(match, 1))
    for actor, kind in ((1, "four"), (0, "one"), (0, "two")):
        worlds = [match.step(state, actor, {"type": "give", "card": kind}) for state, _ in worlds]
    assert worlds[0][0].phase == "turn"
    look_the_same(*worlds, all_but(match, 0, 1))


@pytest.mark.parametrize("seats", [2, 4])
def test_drawn_cards_are_seen_by_who_draws_alone(seats):
    worlds = []
    for drawn in (["bomb", "one"], ["miracle", "two"]):
        match = Match(seats, deck=[*["shield"] * 3 * seats, *drawn]).ends(seats)
        worlds.append((match.state, match.events))
    assert worlds[0][0].round == 2
    look_the_same(*worlds, all_but(match, 0))
    assert visible(worlds[0][1], 0) != visible(worlds[1][1], 0)


def test_what_conjure_and_goodwill_draw_is_unseen():
    for card, fields, drawer in (("conjure", {}, 0), ("goodwill", {"target": 1}, 1)):
        worlds = []
        for drawn in (["shield", "shield"], ["one", "two"]):
            match = Match(deck=[card, *["bomb"] * 4, *["defuse"] * 4, *drawn])
            match.do(0, "play", card=card, **fields).passes()
            worlds.append((match.state, match.events))
        look_the_same(*worlds, all_but(match, drawer))


def test_an_armed_fate_looks_like_a_pass_until_it_is_invoked_or_void():
    hands = ("fatebinder", "shield", "shield", "conjure", "one", "two", "plunderer", "three", "four")
    match = Match(deck=hands).do(0, "equip", card="fatebinder").ends(2)
    match.do(2, "play", card="plunderer", target=1)
    fated, passed = (match.step(match.state, 0, {"type": kind}) for kind in ("fate", "pass"))
    look_the_same(fated, passed, all_but(match, 0))
    assert GAME.view(fated[0], 0)["you"]["fate_armed"]
    fated, passed = (match.step(world[0], 1, {"type": "play", "card": "conjure"}) for world in (fated, passed))
    look_the_same(fated, passed, viewers(match.state))


def test_a_stolen_card_is_known_to_thief_and_victim_alone():
    worlds = []
    for card in ("one", "miracle"):
        match = Match(deck=["plunderer", "two", "two", "one", "miracle", "four"], script={"steal": [card]})
        match.do(0, "play", card="plunderer", target=1).passes()
        worlds.append((match.state, match.events))
    look_the_same(*worlds, all_but(match, 0, 1))
    assert visible(worlds[0][1], 1) != visible(worlds[1][1], 1)


def test_a_master_plunderer_alone_sees_the_hand_and_others_do_not_learn_what_went():
    worlds = []
    for other in ("bomb", "miracle"):
        match = Match(deck=["top_plunderer", "two", "two", "shield", other, "four"])
        match.do(0, "play", card="top_plunderer", target=1).passes()
        worlds.append((match.state, match.events))
    look_the_same(*worlds, all_but(match, 0, 1))
    robbed = [match.step(match.state, 0, {"type": "rob", "card": kind}) for kind in ("shield", "miracle")]
    look_the_same(*robbed, all_but(match, 0, 1))


def at_the_fiend(hands, **script):
    """Two players in round 5, whose hands have grown by eight cards each, with the Fiend there."""
    return Match(2, hands, {"boss_appears": [True], **script}, boss=True).ends(8)


def test_cards_revealed_behind_the_fiend_are_seen_by_the_robber_alone():
    worlds = []
    for revealed in (["bomb", "one", "gift"], ["defuse", "three", "four"]):
        match = at_the_fiend(["top_plunderer", "two", "two"], boss_reveal=revealed)
        match.do(0, "play", card="top_plunderer", target="boss").passes()
        worlds.append((match.state, match.events))
    look_the_same(*worlds, all_but(match, 0))
    robbed = [match.step(match.state, 0, {"type": "rob", "card": kind}) for kind in ("defuse", "three")]
    look_the_same(*robbed, all_but(match, 0))


def test_a_rescue_is_asked_whether_the_miracle_is_held_or_not():
    worlds = []
    for card, last in (("miracle", "three"), ("three", "miracle")):
        deck = ["fatebinder", card, "four", "gift", "bomb", "one", "one", "two", last]
        match = Match(deck=deck).do(0, "equip", card="fatebinder").ends()
        match.do(1, "play", card="gift", gift="bomb", target=2).passes().ends(2)
        assert match.state.phase == "rescue"
        worlds.append((match.state, match.events))
    look_the_same(*worlds, [1, None, "host"])


def test_hands_stay_hidden_after_the_match():
    match = Match(deck=("gamble", "one", "two", "three", "four", "swap", "gift", "gift", "gift", "shield", "shield"))
    match.do(0, "play", card="gamble", guess="shield", target=1).ends(2)
    rng = random.Random(1)
    moves = random_match(1, 0)
    assert moves[-1].after.phase == "over"
    for viewer in viewers(moves[-1].after):
        twin = dealt_again(moves[-1].after, viewer, rng)
        assert GAME.view(twin, viewer) == GAME.view(moves[-1].after, viewer)
