"""The events tell enough to redraw the table: applied to the old public view, they give the new one.

They speak of every public field but `phase`, `to_act` and `prompt`, which say what the table waits for.
"""

import copy

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from standoff_play import GAME, choose, do, playout, start

from games.engine.standoff.sets import SETS

WAITED_FOR = ("phase", "to_act", "prompt")
MARKS = {"locked": "locked", "protected": "protected", "reversed": "reversed", "granted": "double"}

KINDS = {
    "submitted": {"seat"},
    "revealed": {"cards"},
    "activated": {"seat", "card", "name"},
    "cancelled": {"seat", "card", "reason"},
    "no_effect": {"seat", "card"},
    "targeted": {"seat", "card"},
    "declined": {"seat", "card"},
    "paid": {"seat", "card"},
    "retrieved": {"seat", "card"},
    "discarded": {"seat", "card", "cause"},
    "swapped": {"seats", "cards", "permanent"},
    "traded": {"seat", "other", "give", "take"},
    "stolen": {"seat", "from", "card", "left"},
    "value": {"seat", "card", "from", "to"},
    "locked": {"seat", "card"},
    "protected": {"seat", "card"},
    "granted": {"seat", "card"},
    "reversed": {"seat", "card"},
    "armed": {"what"},
    "when_discarded": {"seat", "card"},
    "suppressed": {"seat"},
    "marked": {"seat"},
    "no_cover": {"seat"},
    "medic": {"seat"},
    "reloaded": {"seat"},
    "healed": {"seat"},
    "eliminated": {"seat"},
    "restocked": {"seat"},
    "shot": {"seats"},
    "standoff_ended": {"standoff", "survivor", "losers"},
    "round_started": {"standoff", "round"},
    "match_ended": {"winners"},
}


def ordered(cards):
    return sorted(cards, key=lambda card: (card[2], card[0]))


class Board:
    """A public view that is redrawn from events alone."""

    def __init__(self, view):
        self.view = {key: value for key, value in copy.deepcopy(view).items() if key not in WAITED_FOR}
        self.seats = self.view["seats"]
        self.restored = set()

    def lying(self, card):
        return next(seat["in_play"] for seat in self.seats if seat["in_play"] and seat["in_play"]["card"] == card)

    def give(self, card, seat):
        for other in self.seats:
            if card in other["cards"]:
                other["cards"].remove(card)
        self.seats[seat]["cards"] = ordered([*self.seats[seat]["cards"], card])

    def spend(self, seat, card):
        self.seats[seat]["spent"] = ordered([*self.seats[seat]["spent"], card])

    def apply(self, event):
        getattr(self, event["type"])(event)

    def submitted(self, event):
        self.seats[event["seat"]]["submitted"] = True

    def revealed(self, event):
        for one in event["cards"]:
            seat = self.seats[one["seat"]]
            seat["submitted"] = False
            seat["hand_size"] -= 1
            seat["played"] = one["card"]
            seat["in_play"] = self.fresh(one["card"], "pending")

    def fresh(self, card, status):
        flags = {"locked": False, "protected": False, "reversed": False, "double": False}
        return {"card": card, "value": int(card[2]), "status": status, **flags}

    def activated(self, event):
        self.lying(event["card"])["status"] = "resolved"

    def cancelled(self, event):
        self.lying(event["card"])["status"] = "cancelled"

    def told_only(self, event):
        """Says why something happens; what happens has an event of its own."""

    no_effect = targeted = declined = when_discarded = told_only

    def discarded(self, event):
        self.seats[event["seat"]]["hand_size"] -= 1
        self.spend(event["seat"], event["card"])

    paid = discarded

    def retrieved(self, event):
        self.seats[event["seat"]]["hand_size"] += 1
        self.seats[event["seat"]]["spent"].remove(event["card"])

    def swapped(self, event):
        (a, b), (mine, theirs) = event["seats"], event["cards"]
        one, other = self.seats[a], self.seats[b]
        assert (one["in_play"]["card"], other["in_play"]["card"]) == (mine, theirs)
        one["in_play"], other["in_play"] = other["in_play"], one["in_play"]
        if event["permanent"]:
            self.give(mine, b)
            self.give(theirs, a)

    def traded(self, event):
        for card, giver, taker in (
            (event["give"], event["seat"], event["other"]),
            (event["take"], event["other"], event["seat"]),
        ):
            self.seats[giver]["spent"].remove(card)
            self.spend(taker, card)
            self.give(card, taker)

    def stolen(self, event):
        thief, victim = event["seat"], event["from"]
        assert self.seats[thief]["in_play"]["card"] == event["left"]
        self.seats[victim]["spent"].remove(event["card"])
        self.spend(victim, event["left"])
        self.give(event["card"], thief)
        self.give(event["left"], victim)
        self.seats[thief]["in_play"] = self.fresh(event["card"], "resolved")

    def value(self, event):
        card = self.lying(event["card"])
        assert card["value"] == event["from"] != event["to"]
        card["value"] = event["to"]

    def flagged(self, event):
        assert self.seats[event["seat"]]["in_play"]["card"] == event["card"]
        self.lying(event["card"])[MARKS[event["type"]]] = True

    locked = protected = granted = reversed = flagged

    def armed(self, event):
        self.view["armed"] = sorted({*self.view["armed"], event["what"]})

    def said_of_a_seat(self, event):
        self.seats[event["seat"]][event["type"]] = True

    suppressed = marked = medic = said_of_a_seat

    def no_cover(self, event):
        self.seats[event["seat"]]["no_cover"] = True
        self.seats[event["seat"]]["in_play"]["protected"] = False

    def restocked(self, event):
        seat = self.seats[event["seat"]]
        seat["hand_size"] += len(seat["spent"])
        seat["spent"] = []

    def reloaded(self, event):
        """Set 3 reloads in the round, all others at its cleanup: then the record of the round is there already."""
        self.restocked(event)
        self.restored.add(event["seat"])
        if self.seats[event["seat"]]["in_play"] is None:
            self.view["last_round"]["seats"][event["seat"]]["reloaded"] = True

    def shot(self, event):
        rows = [self.row(number, event["seats"]) for number in range(len(self.seats))]
        place = {key: self.view[key] for key in ("standoff", "round", "armed")}
        self.view["last_round"] = {**place, "seats": rows}
        self.view["armed"] = []
        lying = [seat["in_play"]["card"] for seat in self.seats if seat["in_play"]]
        for number, seat in enumerate(self.seats):
            seat["in_play"] = seat["played"] = None
            seat["suppressed"] = seat["marked"] = seat["no_cover"] = False
            seat["alive"] = seat["alive"] and number not in event["seats"]
            for card in set(lying) & set(seat["cards"]):
                if card[2] == "0":
                    seat["hand_size"] += 1
                else:
                    self.spend(number, card)

    def row(self, number, shot):
        seat = self.seats[number]
        if not seat["in_play"]:
            return None
        card = {key: seat["in_play"][key] for key in ("card", "value", "status", "locked", "protected")}
        marks = {key: seat[key] for key in ("played", "marked", "no_cover", "suppressed")}
        return {**card, **marks, "reloaded": number in self.restored, "shot": number in shot}

    def standoff_ended(self, event):
        assert event["standoff"] == self.view["standoff"]
        for seat in event["losers"]:
            self.seats[seat]["lives"] -= 1
        for seat in self.seats:
            seat["medic"] = False

    def eliminated(self, event):
        assert self.seats[event["seat"]]["lives"] == 0
        self.seats[event["seat"]]["eliminated"] = True

    def healed(self, event):
        self.seats[event["seat"]]["lives"] += 1

    def round_started(self, event):
        if event["standoff"] != self.view["standoff"]:
            for seat in self.seats:
                seat["alive"] = not seat["eliminated"]
        self.view["standoff"], self.view["round"] = event["standoff"], event["round"]

    def match_ended(self, event):
        self.view["over"], self.view["winners"] = True, event["winners"]


@settings(max_examples=50, deadline=None)
@given(st.sampled_from(sorted(SETS)), st.integers(2, 6), st.integers(0, 2**32))
def test_events_redraw_the_public_view(card_set, seats, seed):
    match = start(card_set, seats)
    board = Board(GAME.view(match, None))
    for *_move, events, state in playout(match, seed):
        for event in events:
            if event["type"] == "revealed":
                board.restored = set()
            board.apply(event)
        new = GAME.view(state, None)
        assert board.view == {key: value for key, value in new.items() if key not in WAITED_FOR}


@pytest.mark.parametrize("card_set", sorted(SETS))
def test_events_are_public_and_have_the_fields_of_the_page(card_set):
    effects = {card.effect for card in SETS[card_set].cards}
    for seed in range(12):
        for *_move, events, _state in playout(start(card_set, 5), seed):
            for event in events:
                fields = set(event) - {"type"}
                if event["type"] == "targeted":
                    assert len(fields & {"target", "target_seat"}) == 1
                    fields -= {"target", "target_seat"}
                assert fields == KINDS[event["type"]]
                if event["type"] == "activated":
                    assert event["name"] in effects


def events_of(state, actor, command):
    return GAME.apply(state, actor, command, None).events


def test_setup_is_silent_and_the_first_round_tells_its_whole_story():
    """The worked example: a swap for the 5, which then locks; the Reload is shot and restores its player."""
    state = choose(start(1), "0:6", "1:5")
    revealed = events_of(state, 2, {"type": "choose", "card": "2:0"})
    assert revealed == [
        {"type": "submitted", "seat": 2},
        {
            "type": "revealed",
            "cards": [{"seat": seat, "card": card} for seat, card in enumerate(("0:6", "1:5", "2:0"))],
        },
        {"type": "activated", "seat": 0, "card": "0:6", "name": "quick_draw"},
    ]
    assert events_of(choose(state, "2:0"), 0, {"type": "target", "card": "1:5"}) == [
        {"type": "targeted", "seat": 0, "card": "0:6", "target": "1:5"},
        {"type": "swapped", "seats": [0, 1], "cards": ["0:6", "1:5"], "permanent": False},
        {"type": "activated", "seat": 0, "card": "1:5", "name": "steady_hand"},
        {"type": "locked", "seat": 0, "card": "1:5"},
        {"type": "activated", "seat": 2, "card": "2:0", "name": "reload"},
        {"type": "shot", "seats": [2]},
        {"type": "reloaded", "seat": 2},
        {"type": "round_started", "standoff": 1, "round": 2},
    ]


@pytest.mark.parametrize(
    ("card_set", "cards", "idle"),
    [
        (1, ["0:4", "1:5", "2:5"], ["0:4"]),  # the lowest is alone, the highest tied
        (1, ["0:2", "1:5", "2:4"], ["0:2"]),  # no duplicates; the 4 has swapped by then
        (1, ["0:1", "1:5", "2:4"], ["0:1"]),
        (2, ["0:6", "1:0", "2:0"], ["0:6"]),
        (2, ["0:5", "1:0", "2:0"], ["0:5"]),
        (2, ["0:2", "1:0", "2:0"], ["0:2"]),
        (3, ["0:6", "1:0", "2:0"], ["0:6"]),
        (3, ["0:4", "1:3", "2:3"], ["0:4"]),
        (3, ["0:2", "1:5", "2:5"], ["0:2"]),  # the thief is the lowest
        (4, ["0:4", "1:0", "2:0"], ["0:4"]),
        (4, ["0:3", "1:1", "2:0"], ["0:3"]),
        (4, ["0:2", "1:1", "2:0"], ["0:2"]),
        (6, ["0:3", "1:0", "2:0"], ["0:3"]),
    ],
)
def test_an_effect_that_finds_nothing_to_do_says_so(card_set, cards, idle):
    state = choose(start(card_set), *cards[:-1])
    events = events_of(state, 2, {"type": "choose", "card": cards[-1]})
    assert [event["card"] for event in events if event["type"] == "no_effect"] == idle


def test_a_value_that_stays_the_same_is_no_effect():
    state = choose(start(4), "0:6", "1:0", "2:1")
    events = events_of(state, 0, {"type": "target", "card": "1:0"})
    assert events[:2] == [
        {"type": "targeted", "seat": 0, "card": "0:6", "target": "1:0"},
        {"type": "no_effect", "seat": 0, "card": "0:6"},
    ]


def test_a_suppressed_sequence_is_no_effect():
    state = choose(start(5), "0:5", "1:3", "2:0")
    state = do(state, 0, {"type": "target", "card": "1:3"})
    events = events_of(state, 1, {"type": "target", "card": "2:0"})
    assert [event["type"] for event in events[:3]] == ["targeted", "no_effect", "no_effect"]
    assert {event["card"] for event in events[1:3]} == {"1:3"}


def test_high_noon_is_armed_once_and_no_six_is_idle():
    events = events_of(choose(start(2), "0:6", "1:6"), 2, {"type": "choose", "card": "2:0"})
    kinds = [event["type"] for event in events]
    assert kinds.count("armed") == 1
    assert "no_effect" not in kinds


def test_a_second_medic_mark_is_no_effect():
    state = choose(start(2, 4), "0:1", "1:0", "2:2", "3:6")
    state = do(choose(state, "0:2", "2:1", "3:4"), 0, {"type": "target", "card": "0:1"})
    events = events_of(choose(state, "0:1"), 3, {"type": "choose", "card": "3:0"})
    assert {"type": "no_effect", "seat": 0, "card": "0:1"} in events
    assert "medic" not in [event["type"] for event in events]
