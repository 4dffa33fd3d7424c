"""The conformance suite itself: it finds nothing wrong with a sound game, and each promise's breach in a broken one."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from itertools import count

import pytest

from games.engine import IllegalCommand, World
from games.engine.contract import HOST
from games.engine.playout import seeded
from tests.engine import conformance, recording
from tests.engine.toy import TOY, Toy

MATCHES = 6


@pytest.mark.parametrize("check", conformance.CHECKS, ids=lambda check: check.__name__)
def test_a_sound_game_keeps_every_promise(check):
    for number in range(MATCHES):
        check(recording.record(TOY, number))


class ChangesTheOldState(Toy):
    def apply(self, state, actor, command, env):
        step = super().apply(state, actor, command, env)
        state.bidders[0].points += 1
        return step


class ForgetsWhatWasSeen(Toy):
    def dump(self, state):
        data = super().dump(state)
        for bidder in data["bidders"]:
            bidder["known"] = {}
        return data


class ShowsItsOwnList(Toy):
    def view(self, state, viewer):
        view = super().view(state, viewer)
        if isinstance(viewer, int):
            view["you"]["known"] = state.bidders[viewer].known
        return view


class KeepsTheCommand(Toy):
    def carry_out(self, table, actor, command, env, events):
        super().carry_out(table, actor, command, env, events)
        if command["type"] == "lay":
            object.__setattr__(table.laid[-1], "letters", command["letters"])


class OffersWhatItRefuses(Toy):
    def refuse(self, state, actor, command, env):
        super().refuse(state, actor, command, env)
        if command == {"type": "bid", "number": 2} and state.round == 1:
            raise IllegalCommand("Not two, not now.")


class OffersInAnyOrder(Toy):
    calls = count()

    def commands(self, state, actor):
        offered = list(super().commands(state, actor))
        return offered[::-1] if next(self.calls) % 2 else offered


class TakesWhatItDoesNotOffer(Toy):
    def refuse(self, state, actor, command, env):
        if command["type"] != "bid":
            super().refuse(state, actor, command, env)


class TakesTrueForOne(Toy):
    shapes = {**Toy.shapes, "bid": type(Toy.shapes["bid"])({"number": (int, bool)})}


class StumblesOverOddValues(Toy):
    def refuse(self, state, actor, command, env):
        if command["type"] == "peek" and state.winner == actor:
            state.bidders[command["seat"]].card  # noqa: B018
        super().refuse(state, actor, command, env)


class SaysNothing(Toy):
    def refuse(self, state, actor, command, env):
        try:
            super().refuse(state, actor, command, env)
        except IllegalCommand as refusal:
            raise IllegalCommand("") from refusal


class TakesTrueForSeatOne(Toy):
    def commands(self, state, actor):
        return super().commands(state, int(actor) if isinstance(actor, bool) else actor)


class StandsInForEverybody(Toy):
    def default(self, state, actor):
        return {"type": "fold"}


class StandsInWithWhatIsIllegal(Toy):
    def default(self, state, actor):
        return super().default(state, actor) | ({"number": 7} if state.winner is None else {})


class GoesOnAfterTheEnd(Toy):
    def commands(self, state, actor):
        return [{"type": "fold"}] if state.over and actor == 0 else super().commands(state, actor)


class WaitsForSomebodyToLay(Toy):
    def carry_out(self, table, actor, command, env, events):
        round_before = table.round
        super().carry_out(table, actor, command, env, events)
        if command == {"type": "lay", "letters": []}:
            table.round, table.over = round_before, False
            table.laid.clear()


class PlaysWithLuckOfItsOwn(Toy):
    luck = count()

    def carry_out(self, table, actor, command, env, events):
        super().carry_out(table, actor, command, env, events)
        table.bidders[0].card = next(self.luck) % 12 + 1


class NeverWaitsForAnythingNew(Toy):
    def wait(self, state):
        return "a choice"


class GivesNoTime(Toy):
    def seconds(self, state):
        return 0


class CountsSeatsFromOne(Toy):
    def view(self, state, viewer):
        view = super().view(state, viewer)
        return view | {"to_act": [actor + 1 for actor in view["to_act"]]}


class NamesWinnersTooEarly(Toy):
    def view(self, state, viewer):
        return super().view(state, viewer) | {"winners": [0]}


class ShowsTheHostMore(Toy):
    def view(self, state, viewer):
        view = super().view(state, viewer)
        return view | ({"bids": [one.bid for one in state.bidders]} if viewer == HOST else {})


class TellsABid(Toy):
    def carry_out(self, table, actor, command, env, events):
        super().carry_out(table, actor, command, env, events)
        if command["type"] == "bid":
            events[0] = events[0] | {"number": command["number"]}


class ShowsABid(Toy):
    def view(self, state, viewer):
        view = super().view(state, viewer)
        for seat, one in zip(view["seats"], state.bidders, strict=True):
            seat["ready"] = one.bid
        return view


class HintsAtABid(Toy):
    """Another player's own commands tell it."""

    def commands(self, state, actor):
        offered = list(super().commands(state, actor))
        return offered[::-1] if state.bidders[0].bid == 2 else offered


class ShowsADrawnCard(Toy):
    """A card drawn anew each round is told to nobody, and yet one view is of another length."""

    def next_round(self, table, env, events):
        super().next_round(table, env, events)
        table.bidders[0].card = env.chance.pick("card", range(1, 13))

    def view(self, state, viewer):
        return super().view(state, viewer) | {"cards": "x" * state.bidders[0].card}


class TellsNobody(Toy):
    def carry_out(self, table, actor, command, env, events):
        super().carry_out(table, actor, command, env, events)
        events.append({"type": "whisper", "only": []})


class TakesAnyOption(Toy):
    def clean_options(self, raw):
        return {"rounds": 2, "hosted": False} | dict(raw or {})


class TakesAnyCrowd(Toy):
    def check_seats(self, names):
        return None


BROKEN = {
    ChangesTheOldState: conformance.an_old_state_is_never_changed,
    ForgetsWhatWasSeen: conformance.dump_and_load_lose_nothing,
    ShowsItsOwnList: conformance.nothing_is_shared_with_the_caller,
    KeepsTheCommand: conformance.nothing_is_shared_with_the_caller,
    OffersWhatItRefuses: conformance.every_listed_command_is_accepted,
    OffersInAnyOrder: conformance.every_listed_command_is_accepted,
    TakesWhatItDoesNotOffer: conformance.what_is_not_listed_is_refused,
    TakesTrueForOne: conformance.what_is_not_listed_is_refused,
    StumblesOverOddValues: conformance.what_is_not_listed_is_refused,
    SaysNothing: conformance.what_is_not_listed_is_refused,
    TakesTrueForSeatOne: conformance.nobody_acts_out_of_turn,
    StandsInForEverybody: conformance.a_default_stands_in_for_whoever_owes_a_command,
    StandsInWithWhatIsIllegal: conformance.a_default_stands_in_for_whoever_owes_a_command,
    GoesOnAfterTheEnd: conformance.a_match_ends,
    WaitsForSomebodyToLay: conformance.a_match_that_everybody_has_left_ends,
    PlaysWithLuckOfItsOwn: conformance.one_seed_gives_one_match,
    NeverWaitsForAnythingNew: conformance.waits_and_seconds_keep_their_meaning,
    GivesNoTime: conformance.waits_and_seconds_keep_their_meaning,
    CountsSeatsFromOne: conformance.a_view_has_the_fields_of_the_contract,
    NamesWinnersTooEarly: conformance.a_view_has_the_fields_of_the_contract,
    ShowsTheHostMore: conformance.only_you_differs_between_views,
    TellsABid: conformance.secret_choices_stay_secret,
    ShowsABid: conformance.secret_choices_stay_secret,
    HintsAtABid: conformance.secret_choices_stay_secret,
    ShowsADrawnCard: conformance.who_is_told_the_same_sees_the_same,
    TellsNobody: conformance.events_are_facts_with_a_type,
    TakesAnyOption: conformance.odd_options_are_refused,
    TakesAnyCrowd: conformance.odd_options_are_refused,
}


def judged(game, number):
    """Return a match of the sound game, its moves made again by the broken one as far as it takes them."""
    sound = deepcopy(recording.record(TOY, number))
    moves = []
    for version, move in enumerate(sound.moves, 1):
        try:
            step = game.apply(move.before, move.actor, move.command, World(move.now, seeded(sound.seed, version)))
        except IllegalCommand:
            step = move.step
        moves.append(replace(move, step=step))
    return replace(sound, game=game, moves=tuple(moves))


@pytest.mark.parametrize("broken", BROKEN, ids=lambda broken: broken.__name__)
def test_a_broken_promise_is_found(broken):
    matches = [judged(broken(), number) for number in range(MATCHES)]
    assert not all(keeps(BROKEN[broken], match) for match in matches)


def keeps(check, match):
    try:
        check(match)
    except (AssertionError, RuntimeError):
        return False
    return True


def test_every_promise_is_tried_on_a_game_that_breaks_it():
    assert set(BROKEN.values()) == set(conformance.CHECKS)
