"""What holds at every moment of every match: cards, bounds, polls, ghosts, Last Wills, and an end."""

from collections import Counter

import pytest
from embers_drive import NAMES, TABLES, Match, random_match

from games.engine import Chance, IllegalOption, World
from games.engine.embers import CARDS, GAME
from games.engine.embers.cards import DECK
from games.engine.embers.piles import FROM_OUTSIDE, pieces

SEEDS = range(6)
MATCHES = [(number, seed) for number in range(len(TABLES)) for seed in SEEDS]


def cards_everywhere(state):
    """Every card of the match, wherever it lies."""
    cards = Counter([*state.deck, *state.discard, *state.destroyed])
    cards["bomb"] += state.fiend.bombs
    for seat in state.seats:
        cards.update([*seat.hand, *seat.given, *seat.equipment])
        cards["shield"] += seat.worn
        cards["bomb"] += seat.bombs
    if state.play:
        cards.update(pieces(state.play.card))
    if state.detonator is not None:
        cards["detonate"] += 1
    return +cards


def made(event):
    """Does this event bring a card from outside the deck?"""
    return event["type"] == "loot" or (event["type"] == "will_gained" and not event["due"])


@pytest.mark.parametrize(("number", "seed"), MATCHES)
def test_no_card_is_lost_or_doubled(number, seed):
    from_outside = 0
    for move in random_match(number, seed):
        from_outside += sum(map(made, move.events))
        cards = cards_everywhere(move.after)
        assert sum(cards[kind] for kind in FROM_OUTSIDE) == from_outside, move.command
        assert not FROM_OUTSIDE & {*move.after.discard, *move.after.deck}, move.command
        for kind in FROM_OUTSIDE:
            del cards[kind]
        assert cards == Counter(DECK), move.command


@pytest.mark.parametrize(("number", "seed"), MATCHES)
def test_piles_lie_in_table_order(number, seed):
    order = list(CARDS)
    for move in random_match(number, seed):
        state = move.after
        piles = [state.discard, state.destroyed, state.seen or ()]
        piles += [pile for seat in state.seats for pile in (seat.hand, seat.given, seat.equipment)]
        assert all(list(pile) == sorted(pile, key=order.index) for pile in piles), move.command


@pytest.mark.parametrize(("number", "seed"), MATCHES)
def test_amounts_stay_within_their_bounds(number, seed):
    for move in random_match(number, seed):
        state = move.after
        assert 0 <= state.inferno <= 3
        check_fiend(state.fiend)
        for index, seat in enumerate(state.seats):
            assert seat.shields >= 0
            assert seat.lent >= 0
            assert seat.shields + seat.lent <= 4, "more shields than slots"
            assert seat.bombs >= 0
            assert all(loan.count > 0 and loan.lender != index for loan in seat.borrowed)
            assert len({loan.lender for loan in seat.borrowed}) == len(seat.borrowed)
            hanging = [loan.count for other in state.seats for loan in other.borrowed if loan.lender == index]
            assert sum(hanging) <= seat.lent


def check_fiend(fiend):
    assert fiend.status in ("off", "waiting", "absent", "present", "dead")
    assert 0 <= fiend.half_hp <= 16
    if fiend.status == "present":
        assert fiend.target is not None
    else:
        assert (fiend.half_hp, fiend.bombs, fiend.target) == (0, 0, None)


@pytest.mark.parametrize(("number", "seed"), MATCHES)
def test_ghosts_and_the_dead_are_what_the_rules_say(number, seed):
    for move in random_match(number, seed):
        state = move.after
        for index, seat in enumerate(state.seats):
            if seat.status == "dead":
                assert not any([seat.hand, seat.given, seat.worn, seat.equipment, seat.bombs])
                assert index not in state.to_act or state.phase == "bequeath"
            assert (seat.status == "ghost") == (seat.ghost_until is not None)
            if seat.status == "ghost":
                assert state.round <= seat.ghost_until <= state.round + 2
                assert seat.silenced == (seat.ghost_until == state.round + 2)
            if seat.silenced:
                assert seat.status != "alive"
                assert index not in state.to_act or state.phase not in ("turn", "poll")
            assert not seat.returning or seat.status == "dead"
        ghosts = {index for index, seat in enumerate(move.before.seats) if seat.status == "ghost"}
        came_to_life = {event["seat"] for event in move.events if event["type"] in ("saved", "returned", "came_back")}
        hit = {event["target"] for event in move.events if event["type"] == "hit"}
        assert not hit & (ghosts - came_to_life), "a ghost was hurt"


@pytest.mark.parametrize(("number", "seed"), MATCHES)
def test_an_override_is_strictly_stronger(number, seed):
    for move in random_match(number, seed):
        played = [event for event in move.events if event["type"] == "played"]
        assert [event["override"] for event in played] == [move.before.play is not None] * len(played)
        for event in played:
            if event["override"]:
                assert CARDS[event["card"]].tier < CARDS[move.before.play.card].tier
        if move.after.phase == "poll":
            asked = move.after.to_act[0]
            assert asked != move.after.play.seat
            assert move.after.seats[asked].hand
            assert CARDS[move.after.play.card].polled


@pytest.mark.parametrize(("number", "seed"), MATCHES)
def test_a_round_gives_one_last_will_at_most(number, seed):
    wills = Counter()
    for move in random_match(number, seed):
        now = move.before.round
        for event in move.events:
            if event["type"] == "round_started":
                now = event["round"]
            if event["type"] == "will_gained" and (event["due"] or now == move.before.round):
                wills[now] += 1
    assert set(wills.values()) <= {1}


@pytest.mark.parametrize(("number", "seed"), MATCHES)
def test_a_match_ends_by_its_cap(number, seed):
    *_, last = random_match(number, seed)
    view = GAME.view(last.after, None)
    assert view["over"]
    assert view["round"] <= view["round_cap"]
    assert (view["turn"], view["play"], view["dying"]) == (None, None, [])
    assert last.events[-1]["type"] == "match_over"
    assert last.events[-1]["winners"] == view["winners"]
    living = {index for index, seat in enumerate(view["seats"]) if seat["status"] != "dead"}
    if last.events[-1]["reason"] == "last_standing":
        assert living <= set(view["winners"])
        assert view["boss"]["status"] != "present"
    else:
        assert view["winners"] == []


def test_random_matches_meet_every_phase_end_and_command():
    """What the invariants say is worth what they have seen."""
    phases, commands, reasons, events = set(), set(), set(), set()
    for number, seed in MATCHES:
        for move in random_match(number, seed):
            phases.add(move.after.phase)
            commands.add(move.command["type"])
            events.update(event["type"] for event in move.events)
            reasons.update(event["reason"] for event in move.events if event["type"] == "match_over")
    assert phases == {
        "turn", "poll", "fate", "give", "swap", "scavenge", "rob", "rescue", "bequeath", "over",
    }  # fmt: skip
    assert commands >= set(GAME.shapes) - {"return", "rescue"}
    assert reasons == {"last_standing", "all_dead", "cap"}
    assert {"boss_fell", "loot", "ghosted", "saved", "burned", "reshuffled", "detonator_used"} <= events


@pytest.mark.parametrize("count", [2, 3, 4, 5, 6])
def test_a_table_that_everybody_left_comes_to_its_cap_or_the_fiend(count):
    world = World(0.0, Chance(count))
    state = GAME.setup(GAME.clean_options({}), NAMES[:count], world)
    while state.to_act:
        actor = state.to_act[0]
        state = GAME.apply(state, actor, GAME.default(state, actor), world).state
    assert state.phase == "over"


@pytest.mark.parametrize("count", [0, 1, 7, 20])
def test_a_wrong_number_of_players_is_refused(count):
    with pytest.raises(IllegalOption, match=r"for 2 to 6 players"):
        GAME.setup(GAME.clean_options({}), [f"P{seat}" for seat in range(count)], World(0.0, Chance(0)))


@pytest.mark.parametrize("count", [2, 3, 5, 6])
def test_teams_need_four(count):
    with pytest.raises(IllegalOption, match=r"exactly 4"):
        GAME.setup(GAME.clean_options({"mode": "teams"}), NAMES[:count], World(0.0, Chance(0)))


@pytest.mark.parametrize(
    "raw",
    [
        {"mode": "pairs"}, {"mode": None}, {"boss": 1}, {"boss": "true"}, {"round_cap": 9}, {"round_cap": 61},
        {"round_cap": True}, {"round_cap": 10.0}, {"round_cap": "30"}, {"pace": "fast"}, {"pace": 1}, {"lives": 3},
    ],
)  # fmt: skip
def test_options_that_are_refused(raw):
    with pytest.raises(IllegalOption) as refusal:
        GAME.clean_options(raw)
    assert next(iter(raw)) in str(refusal.value)


def test_options_are_filled_in():
    assert GAME.clean_options({}) == {"mode": "free", "boss": True, "round_cap": 30, "pace": "normal"}


@pytest.mark.parametrize(("pace", "times"), [("normal", (45, 10, 20)), ("slow", (90, 20, 40)), ("off", (None,) * 3)])
def test_times(pace, times):
    match = Match(deck=("swap", "one", "two"), pace=pace)
    seen = [GAME.seconds(match.state)]
    match.do(0, "play", card="swap", target=1)
    seen.append(GAME.seconds(match.state))
    match.passes()
    seen.append(GAME.seconds(match.state))
    assert tuple(seen) == times


def test_no_time_runs_when_the_match_is_over():
    match = Match(seats=2, deck=("gamble", "one", "two"))
    match.do(0, "play", card="gamble", guess="bomb", target=1)
    assert match.state.phase == "over"
    assert GAME.seconds(match.state) is None


def test_a_wait_is_new_with_each_prompt_and_outlasts_free_actions():
    match = Match(deck=("swap", "shield", "two", "one", "two", "three"))
    waits = [GAME.wait(match.state)]

    def after(actor, kind, **fields):
        match.do(actor, kind, **fields)
        waits.append(GAME.wait(match.state))

    after(0, "equip", card="shield")
    assert waits[-1] == waits[-2], "equipping is free"
    after(0, "play", card="swap", target=1)
    after(1, "pass")
    after(2, "pass")
    assert match.state.phase == "swap"
    after(1, "give", card="one")
    after(0, "give", card="two")
    assert waits[-3] == waits[-2] == waits[-1], "single cards in a Swap"
    after(1, "give", card="two")
    assert match.state.phase == "turn"
    after(0, "end")
    assert len(set(waits)) == 6
