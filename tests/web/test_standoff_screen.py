"""Standoff's table: a sentence for everything that happens, and fragments that show what a viewer may know and do."""

import html
import json
import re
from types import SimpleNamespace

import pytest

from games import engine
from games.engine.chance import Scripted
from games.engine.contract import World
from games.engine.playout import play
from games.screens import Drawings
from games.screens.standoff import SCREEN
from games.screens.standoff.show import LONGEST
from games.tables import Told

GAME = engine.get("standoff")
NAMES = ["Ann", "Bartholomew Longname", "小美", "Dee", "Eve", "Flo"]
SETS = range(1, 7)

EVENTS = {
    "submitted", "revealed", "activated", "cancelled", "no_effect", "targeted", "declined", "paid", "retrieved",
    "discarded", "swapped", "traded", "stolen", "value", "locked", "protected", "granted", "reversed", "armed",
    "when_discarded", "suppressed", "marked", "no_cover", "medic", "reloaded", "healed", "eliminated", "restocked",
    "shot", "standoff_ended", "round_started", "match_ended",
}  # fmt: skip
"""The types that the page lists."""


def moments(card_set, seats=6, seed=1, lives=3):
    """Every moment of a random match: (state, what has been told)."""
    told = []
    options = GAME.clean_options({"set": card_set, "lives": lives})
    for version, move in enumerate(play(GAME, options, NAMES[:seats], f"screen/{seed}"), 1):
        told = [*told, Told(version, move.actor, "player", move.step.events)]
        yield move.step.state, told


def laid_out(state, told, viewer):
    view = GAME.view(state, viewer)
    commands = list(GAME.commands(state, viewer)) if viewer is not None else []
    return SCREEN.layout(view, commands, told)


def drawn(name, state, told, viewer):
    """A fragment as `viewer` gets it."""
    view = GAME.view(state, viewer)
    facts = {
        "room": SimpleNamespace(url="/r/ABCDEF/"),
        "match": SimpleNamespace(version=len(told), over=view["over"]),
        "basis": len(told),
        "who": SimpleNamespace(seat=viewer if isinstance(viewer, int) else None, lent=None),
        "view": view,
        "layout": laid_out(state, told, viewer),
    }
    return Drawings().draw(None, f"standoff/{name}.html", facts).strip()


def given(fragment):
    """The commands that the forms of a fragment give."""
    return [json.loads(html.unescape(text)) for text in re.findall(r'data-command="([^"]*)"', fragment)]


def in_order(commands):
    return sorted(json.dumps(command, sort_keys=True) for command in commands)


def three_have_chosen(*cards):
    """Set 1 with four seats: all but the last have chosen."""
    world = World(0.0, Scripted({}))
    state, told = GAME.setup(GAME.clean_options({}), NAMES[:4], world), []
    for seat, card in enumerate(cards):
        step = GAME.apply(state, seat, {"type": "choose", "card": card}, world)
        state, told = step.state, [*told, Told(seat + 1, seat, "player", step.events)]
    return state, told


@pytest.mark.parametrize("card_set", SETS)
def test_whatever_happens_is_told_in_a_sentence(card_set):
    for seed in range(3):
        last = []
        for _state, told in moments(card_set, seats=2 + (seed + card_set) % 5, seed=seed):
            last = told
        for event in (event for move in last for event in move.events):
            sentence = SCREEN.sentences[event["type"]](event, NAMES)
            assert sentence.endswith("."), event
            assert not re.search(r"[{}]|\d:\d|None|_", sentence), sentence


def test_every_event_of_the_page_has_a_sentence():
    assert set(SCREEN.sentences) == EVENTS


@pytest.mark.parametrize("card_set", SETS)
def test_the_show_ends_where_the_view_stands(card_set):
    """A show that led elsewhere would be left out: so there is one whenever cards have been revealed."""
    for seed in range(3):
        for state, told in moments(card_set, seats=2 + seed * 2, seed=seed):
            revealed = any(event["type"] == "revealed" for move in told for event in move.events)
            show = laid_out(state, told, None)["show"]
            assert (show is not None) == revealed
            if show:
                assert 0 < show.end <= LONGEST
                assert show.captions[-1]["until"] == show.end


@pytest.mark.parametrize("card_set", SETS)
def test_without_its_history_a_table_shows_the_same_cards_and_values(card_set):
    for state, told in moments(card_set, seed=5):
        known, forgotten = laid_out(state, told, None), laid_out(state, [], None)
        if GAME.view(state, None)["phase"] == "decide":
            for one, other in zip(known["places"], forgotten["places"], strict=True):
                assert [frame["card"] for frame in one["frames"][-1:]] == [frame["card"] for frame in other["frames"]]
                for frame, still in zip(one["frames"][-1:], other["frames"], strict=True):
                    assert frame["path"][-1]["value"] == still["path"][-1]["value"]
                    assert {mark["kind"] for mark in frame["marks"]} == {mark["kind"] for mark in still["marks"]}


@pytest.mark.parametrize("card_set", SETS)
def test_each_legal_command_is_one_form_of_its_player_and_nothing_else_is(card_set):
    for number, (state, told) in enumerate(moments(card_set, seats=5, seed=2)):
        for viewer in GAME.view(state, None)["to_act"] + ([None] if number % 7 == 0 else []):
            legal = list(GAME.commands(state, viewer)) if viewer is not None else []
            fragments = [drawn(name, state, told, viewer) for name in ("board", "hand", "prompt")]
            assert in_order(given("".join(fragments))) == in_order(legal)


@pytest.mark.parametrize("card_set", SETS)
def test_each_fragment_is_one_element_with_its_own_id(card_set):
    for number, (state, told) in enumerate(moments(card_set, seats=4, seed=3)):
        if number % 5 and not GAME.view(state, None)["over"]:
            continue
        for viewer in (0, 3, None, "host"):
            for name in ("board", "hand", "prompt"):
                fragment = drawn(name, state, told, viewer)
                assert fragment.startswith(f'<section id="{name}" ')
                assert fragment.count("<section") == 1
                assert fragment.endswith("</section>")
                assert "style=" not in fragment
                ids = re.findall(r'\bid="([^"]*)"', fragment)
                assert len(ids) == len(set(ids))


def test_what_others_see_is_the_same_whatever_was_chosen():
    one, other = (three_have_chosen("0:6", card, "2:0") for card in ("1:6", "1:1"))
    for viewer in (0, 2, 3, None, "host"):
        assert laid_out(*one, viewer) == laid_out(*other, viewer)
        for name in ("board", "hand", "prompt"):
            assert drawn(name, *one, viewer) == drawn(name, *other, viewer)
    assert drawn("hand", *one, 1) != drawn("hand", *other, 1)


@pytest.mark.parametrize("card_set", SETS)
def test_the_board_is_the_same_for_everybody(card_set):
    for number, (state, told) in enumerate(moments(card_set, seats=3, seed=7)):
        if number % 4 == 0:
            boards = {drawn("board", state, told, viewer) for viewer in (0, 1, 2, None, "host")}
            assert len(boards) == 1


def test_the_one_who_decides_sees_at_whom_each_answer_aims():
    state, told = three_have_chosen("0:6", "1:5", "2:0")
    step = GAME.apply(state, 3, {"type": "choose", "card": "3:6"}, World(0.0, Scripted({})))
    assert GAME.view(step.state, None)["phase"] == "choose", "two 6s cancel each other"
    step = GAME.apply(state, 3, {"type": "choose", "card": "3:2"}, World(0.0, Scripted({})))
    told = [*told, Told(4, 3, "player", step.events)]
    assert re.findall(r'data-aims="(.)"', drawn("prompt", step.state, told, 0)) == ["1", "2", "3"]
    assert "data-aims" not in drawn("prompt", step.state, told, 1)


def test_a_locked_card_is_marked_for_its_owner_and_can_no_longer_be_picked():
    state, told = three_have_chosen("0:6", "1:5", "2:0")
    hand = drawn("hand", state, told, 0)
    assert hand.count('data-state="chosen"') == 1
    assert 'type="radio"' not in hand
    assert "Steady Hand" in drawn("prompt", state, told, 1)
    assert "Waiting for Dee." in drawn("prompt", state, told, 1)


def test_a_choice_that_comes_in_leaves_a_running_show_alone():
    """Animations begin anew where an element is new, or its step changes."""
    before = None
    for state, told in moments(1, seats=6, seed=4):
        shown = re.findall(
            r'(?:id="(?:place|captions|pass|stands)-[^"]*"|data-(?:step|until)="\d+")',
            drawn("board", state, told, None),
        )
        if before and [event["type"] for event in told[-1].events] == ["submitted"]:
            assert shown == before
        elif shown and before:
            assert shown != before
        before = shown


@pytest.mark.parametrize("card_set", SETS)
def test_a_card_that_is_named_for_a_skip_is_the_default(card_set):
    for state, _told in moments(card_set, seed=6):
        view = GAME.view(state, None)
        for seat in view["to_act"]:
            words, default = SCREEN.stand_in(view, seat), GAME.default(state, seat)
            if default["type"] == "choose":
                assert words.startswith(f"{default['card'][2:]} · ")
            elif default["type"] == "decline":
                assert words == "decline"
            elif view["prompt"]["kind"] == "tumble":
                assert words == f"the {default['card'][2:]}, the lowest spent bullet"
            else:
                assert words


def test_a_lost_life_is_seen_until_the_next_cards_are_up():
    lost = 0
    for state, told in moments(1, seats=3, seed=8):
        view = GAME.view(state, None)
        ended = [event for event in told[-1].events if event["type"] == "standoff_ended"]
        for place in laid_out(state, told, None)["places"]:
            if ended:
                assert ("lost" in place["notches"]) == (place["number"] in ended[0]["losers"])
                lost += "lost" in place["notches"]
            assert view["phase"] != "decide" or "lost" not in place["notches"]
    assert lost


def test_a_swapped_card_says_whose_it_is():
    state, told = three_have_chosen("0:6", "1:5", "2:0")
    world = World(0.0, Scripted({}))
    for actor, command in ((3, {"type": "choose", "card": "3:3"}), (0, {"type": "target", "card": "3:3"})):
        step = GAME.apply(state, actor, command, world)
        state, told = step.state, [*told, Told(len(told) + 1, actor, "player", step.events)]
    places = laid_out(state, told, None)["places"]
    assert GAME.view(state, None)["prompt"]["kind"] == "take_you_with_me"
    assert places[0]["frames"][-1]["whose"] == "Dee"
    assert places[3]["frames"][-1]["whose"] == "Ann"
    assert "from Dee" in places[0]["spoken"]


def test_the_headline_says_what_to_do_and_who_is_waited_for():
    state, _told = three_have_chosen("0:6", "1:5", "2:0")
    assert SCREEN.status(GAME.view(state, 3), NAMES) == "Choose a card in secret"
    assert SCREEN.status(GAME.view(state, 0), NAMES) == "Your card is locked in"
    assert SCREEN.status(GAME.view(state, None), NAMES) == "Cards are chosen in secret"
    state = GAME.apply(state, 3, {"type": "choose", "card": "3:0"}, World(0.0, Scripted({}))).state
    assert SCREEN.status(GAME.view(state, 0), NAMES) == "Swap Quick Draw with which card?"
    assert SCREEN.status(GAME.view(state, 1), NAMES) == "Ann decides: Quick Draw"


@pytest.mark.parametrize("card_set", SETS)
def test_the_result_names_the_winner_in_three_lines(card_set):
    state, told = list(moments(card_set, seats=4, seed=9))[-1]
    result = laid_out(state, told, 0)["result"]
    assert len(result["lines"]) == 3
    winners = GAME.view(state, None)["winners"]
    assert all(NAMES[seat] in result["headline"] for seat in winners)
    assert result["headline"] in drawn("board", state, told, 0)


def test_the_options_have_words():
    assert SCREEN.options.keys() == GAME.clean_options({}).keys()
    assert str(SCREEN.options["set"].values[6]) == "6 · Blood Money"
