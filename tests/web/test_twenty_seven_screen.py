"""Twenty-Seven's table: a sentence for everything that happens, and fragments that show what one may know and do."""

import html
import json
import re
from types import SimpleNamespace

import pytest

from games import engine, forms
from games.engine import snapshot
from games.engine.chance import Scripted
from games.engine.contract import World
from games.engine.playout import play
from games.engine.twenty_seven import rounds
from games.screens import Drawings
from games.screens.screen import LONGEST
from games.screens.twenty_seven import SCREEN
from games.screens.twenty_seven.show import BETWEEN
from games.tables import Told

GAME = engine.get("twenty_seven")
NAMES = ["Ann", "Bartholomew Longname", "小美", "Dee"]
KINDS = (
    {},
    {"mode": "ranked", "teams": True},
    {"mode": "custom", "random_reveal": True, "goal": 18},
    {"mode": "custom", "goal": 36, "powers": 4, "teams": True},
    {"mode": "custom", "goal": 9, "powers": 1},
)

EVENTS = {
    "round_started", "offered", "picked", "pick_made", "dealt", "hidden_card", "reshuffled", "turn_started", "drew",
    "drawn", "placed", "passed", "power_played", "card_changed", "threshold_changed", "hidden_seen", "stolen",
    "stolen_power", "pressed", "given", "given_power", "skipped", "random_reveal", "reveal", "triple_nine", "decision",
    "round_over", "hp_changed", "eliminated", "reward_offered", "reward_started", "match_over",
}  # fmt: skip
"""The types that the page lists."""

HELD = ("trade", "tweak", "spyglass", "hex", "freeze", "unstable", "mirror", "turncoat")


def moments(options, seats=4, seed=1, most=250):
    """The moments of a random match: (state, what has been told)."""
    told = []
    cleaned = GAME.clean_options(options)
    for version, move in enumerate(play(GAME, cleaned, NAMES[:seats], f"screen/{seed}"), 1):
        told = [*told, Told(version, move.actor, "player", move.step.events)]
        yield move.step.state, told
        if version == most:
            return


def visible(told, viewer):
    """What is told to a viewer."""
    return [
        Told(move.version, move.actor, move.cause, [e for e in move.events if "only" not in e or viewer in e["only"]])
        for move in told
    ]


def laid_out(state, told, viewer):
    commands = list(GAME.commands(state, viewer)) if viewer is not None else []
    return SCREEN.layout(GAME.view(state, viewer), commands, visible(told, viewer))


def drawn(name, state, told, viewer):
    """A fragment as `viewer` gets it."""
    view = GAME.view(state, viewer)
    facts = {
        "room": SimpleNamespace(url="/r/ABCDEF/"),
        "match": SimpleNamespace(version=len(told), over=view["over"], paused=False, zero_ms=0),
        "basis": len(told),
        "who": SimpleNamespace(seat=viewer if isinstance(viewer, int) else None, lent=None),
        "view": view,
        "layout": laid_out(state, told, viewer),
    }
    return Drawings().draw(None, f"twenty_seven/{name}.html", facts).strip()


def given(fragment):
    """The commands that the forms of a fragment give."""
    return [json.loads(html.unescape(text)) for text in re.findall(r'data-command="([^"]*)"', fragment)]


def in_order(commands):
    return sorted(json.dumps(command, sort_keys=True) for command in commands)


def dealt(seats=2, options=None, cards=((7, 5, 9), (10, 8, 4)), powers=()):
    """A table in its first round, with these cards and Powers; seat 0 has the turn."""
    world = World(0.0, Scripted({"first": [0]}))
    table = GAME.setup(GAME.clean_options(options or {}), NAMES[:seats], world)
    for player, hand in zip(table.players, cards, strict=True):
        player.cards, player.powers, player.offer, player.picks_left = hand, powers, (), 0
    table.phase, table.active, table.deck = "turn", 0, (13, 2, 6, 11)
    return table


def after(table, *moves, **outcomes):
    """The table and what has been told after these moves of (seat, command)."""
    told = []
    world = World(0.0, Scripted({name: list(values) for name, values in outcomes.items()}))
    for version, (seat, command) in enumerate(moves, 1):
        step = GAME.apply(table, seat, command, world)
        table, told = step.state, [*told, Told(version, seat, "player", step.events)]
    return table, told


PASS = {"type": "pass"}


# The log


def test_every_event_of_the_page_has_a_sentence():
    assert set(SCREEN.sentences) == EVENTS


@pytest.mark.parametrize("options", KINDS)
def test_whatever_happens_is_told_in_a_sentence(options):
    met = set()
    for seed in range(2):
        for _state, told in moments(options, seed=seed):
            for event in told[-1].events:
                met.add(event["type"])
                sentence = SCREEN.sentences[event["type"]](event, NAMES)
                if event["type"] == "turn_started":
                    assert sentence is None
                    continue
                assert sentence[0].isupper() or sentence[0] == "小", sentence
                assert sentence[-1] in ".!", sentence
                assert not re.search(r"[{}]|None|_|\bTrue|\bFalse", sentence), sentence
    assert {"placed", "power_played", "reveal", "round_over", "hp_changed"} <= met


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        ({"type": "passed", "seat": 0, "passes": 2}, "Ann passes: 2 of 3."),
        ({"type": "passed", "seat": 0, "passes": 0}, "Ann passes."),
        ({"type": "placed", "seat": 3, "slot": 0, "card": 9, "old": 4}, "Dee puts the 9 in place of the 4."),
        ({"type": "placed", "seat": 3, "slot": 2, "card": 9, "old": 4}, "Dee puts the 9 in place of the hidden 4."),
        ({"type": "power_played", "seat": 0, "power": "freeze", "target": 2}, "Ann plays Freeze on 小美."),
        (
            {"type": "power_played", "seat": 0, "power": "tweak", "slot": 2, "delta": -1},
            "Ann plays Tweak: the hidden card goes down by 1.",
        ),
        ({"type": "card_changed", "seat": 0, "slot": 1, "old": 3, "card": 12}, "Ann's 3 becomes a 12."),
        (
            {"type": "card_changed", "seat": 0, "slot": 2, "discarded": 7},
            "Ann has a new hidden card; the old one was a 7.",
        ),
        ({"type": "stolen_power", "seat": 0, "target": 3, "power": "hex"}, "Ann has Hex now, from Dee."),
        ({"type": "given_power", "seat": 0, "to": 2, "power": "hex"}, "小美 has Hex now, from Ann."),
        ({"type": "triple_nine", "seats": [0, 3], "void": True}, "Triple Nine! Ann and Dee have three 9s."),
        (
            {"type": "decision", "seats": [0, 3], "cards": [5, 9], "totals": [24, 28]},
            "DECISION: Ann turns a 5 and has 24; Dee turns a 9 and has 28.",
        ),
        ({"type": "hp_changed", "seat": 0, "hp": 20, "lost": 10}, "Ann loses 10 HP and has 20."),
    ],
)
def test_sentences_say_what_happened(event, sentence):
    assert SCREEN.sentences[event["type"]](event, NAMES) == sentence


def test_who_wins_a_round_is_said_with_the_total_that_took_it():
    told = SCREEN.sentences["round_over"]
    row = {"round": 4, "threshold": 27, "totals": [26, 26, 31, 20], "winners": [3]}
    level = [{"seats": [0, 1], "cards": [1, 2], "totals": [21, 24]}]
    assert told({**row, "outcome": "win", "decisions": []}, NAMES) == "Dee wins round 4 with 20."
    assert told({**row, "outcome": "win", "winners": [1, 3], "decisions": level}, NAMES) == (
        "Bartholomew Longname and Dee win round 4 with 24."
    )
    assert told({**row, "outcome": "triple_nine", "decisions": []}, NAMES) == "Dee wins round 4 by Triple Nine."
    assert told({**row, "outcome": "general_bust", "winners": []}, NAMES) == "General Bust: everybody is over 27."
    assert told({**row, "outcome": "void", "winners": []}, NAMES) == "Round 4 is void: nobody wins, nobody pays."


# The fragments


@pytest.mark.parametrize("options", KINDS)
def test_each_legal_command_is_one_form_of_its_player_and_nothing_else_is(options):
    for state, told in moments(options, seed=2, most=60):
        for viewer in (0, 1, 2, 3, None, "host"):
            legal = list(GAME.commands(state, viewer)) if viewer is not None else []
            fragments = [drawn(name, state, told, viewer) for name in ("board", "hand", "prompt")]
            assert in_order(given("".join(fragments))) == in_order(legal)


@pytest.mark.parametrize("options", KINDS)
def test_each_fragment_is_one_element_with_its_own_id(options):
    for number, (state, told) in enumerate(moments(options, seed=3)):
        if number % 15 and not GAME.view(state, None)["over"]:
            continue
        for viewer in (0, 3, None, "host"):
            page = [drawn(name, state, told, viewer) for name in ("board", "hand", "prompt")]
            for name, fragment in zip(("board", "hand", "prompt"), page, strict=True):
                assert fragment.startswith(f'<section id="{name}" ')
                assert fragment.count("<section") == 1
                assert fragment.endswith("</section>")
                assert "style=" not in fragment
            ids = re.findall(r'\bid="([^"]*)"', "".join(page))
            assert len(ids) == len(set(ids))


def with_secrets(table, hidden, powers, offer=()):
    """The same table, but for what seat 1 alone knows."""
    other = snapshot.copy(table)
    player = other.players[1]
    player.powers = powers
    if player.cards:
        player.cards = (*player.cards[:2], hidden)
    player.offer = offer
    return other


def test_what_others_see_is_the_same_whatever_somebody_holds():
    table, told = after(dealt(powers=HELD), (0, PASS))
    one = with_secrets(table, 4, ("ward", "hex"))
    two = with_secrets(table, 12, ("trade", "trade"))
    for viewer in (0, None, "host"):
        for name in ("board", "hand", "prompt"):
            assert drawn(name, one, told, viewer) == drawn(name, two, told, viewer)
    assert drawn("hand", one, told, 1) != drawn("hand", two, told, 1)


def test_what_others_see_is_the_same_whatever_somebody_picks():
    world = World(0.0, Scripted({"first": [0], "offer_0": [list(HELD)], "offer_1": [list(HELD)] * 2}))
    table = GAME.setup(GAME.clean_options({}), NAMES[:2], world)
    ends = []
    for power in HELD[:2]:
        step = GAME.apply(table, 1, {"type": "pick", "power": power}, World(0.0, Scripted({"offer_1": [list(HELD)]})))
        ends.append((step.state, [Told(1, 1, "player", step.events)]))
    for viewer in (0, None, "host"):
        for name in ("board", "hand", "prompt"):
            assert drawn(name, *ends[0], viewer) == drawn(name, *ends[1], viewer)
    assert drawn("prompt", *ends[0], 1) != drawn("prompt", *ends[1], 1)


def test_what_spyglass_saw_is_shown_to_nobody_else():
    table, told = after(dealt(3, cards=((7, 5, 9), (10, 8, 4), (1, 2, 3)), powers=HELD),
                        (0, {"type": "play", "power": "spyglass", "target": 1}))  # fmt: skip
    assert "lifted" in drawn("board", table, told, 0)
    assert "hidden, seen by you: 4, total 22, 5 to go" in drawn("board", table, told, 0)
    for viewer in (1, 2, None):
        assert "lifted" not in drawn("board", table, told, viewer)


def test_a_seat_sees_its_own_hidden_card_beside_the_dial():
    table, told = after(dealt())
    hand = drawn("hand", table, told, 1)
    assert "your cards: 10, 8, hidden 4, total 22 of 27, 5 to go, 30 HP, PASS 0 of 3" in hand
    assert [place["name"] for place in laid_out(table, told, 1)["places"]] == ["Ann"]
    assert [place["name"] for place in laid_out(table, told, None)["places"]] == NAMES[:2]


def test_the_dial_says_in_words_that_a_total_is_bust():
    for hand, words in (((7, 5, 9), "6 to go"), ((9, 10, 8), "exact"), ((13, 13, 3), "Bust by 2")):
        table, told = after(dealt(cards=(hand, (10, 8, 4))))
        assert laid_out(table, told, 0)["mine"]["dial"]["words"] == words


# What one may do


def test_a_drawn_card_shows_where_it_may_go_and_what_total_that_gives():
    table, told = after(dealt(), (0, {"type": "draw"}))
    slots = laid_out(table, told, 0)["prompt"]["slots"]
    assert [(slot["old"], slot["total"], slot["standing"]) for slot in slots] == [
        (7, 27, "exact"), (5, 29, "Bust by 2"),
    ]  # fmt: skip
    assert laid_out(table, told, 1)["prompt"]["kind"] == "waiting"
    assert "13" not in drawn("prompt", table, told, 1)


def test_a_third_nine_may_go_on_the_hidden_card():
    table = dealt(cards=((9, 9, 2), (10, 8, 4)))
    table.deck = (9, 1)
    table, told = after(table, (0, {"type": "draw"}))
    assert [slot["hidden"] for slot in laid_out(table, told, 0)["prompt"]["slots"]] == [False, False, True]


def test_powers_say_what_total_they_would_give():
    table, told = after(dealt(powers=HELD))
    held = {power["id"]: power for power in laid_out(table, told, 0)["powers"]}
    by_card = held["trade"]["groups"]
    assert [group["n"] for group in by_card] == [7, 5]
    assert [[option["name"] for option in group["rows"][0]["options"]] for group in by_card] == [
        ["total 24", "total 22"], ["total 26", "total 24"],
    ]  # fmt: skip
    assert [option["note"] for row in held["tweak"]["rows"] for option in row["options"]] == ["7 to go", "5 to go"] * 3
    assert held["unstable"]["play"] == {"type": "play", "power": "unstable"}
    assert held["freeze"]["rows"][0]["options"][0]["name"] == NAMES[1]


def test_what_cannot_be_played_is_marked_and_says_why():
    table = dealt(powers=("ward", "freeze", "raise"))
    table.players[0].ward = table.players[1].ward = True
    held = {power["id"]: power for power in laid_out(table, [], 0)["powers"]}
    assert held["ward"]["idle"]
    assert held["ward"]["why"] == "It is in effect already."
    assert held["freeze"]["why"] == "There is nobody it could be played on now."
    assert not held["raise"]["idle"]
    waiting = laid_out(table, [], 1)["powers"]
    assert not any(power["idle"] for power in waiting)
    assert {power["why"] for power in waiting} == {"You can play it on your turn."}


def test_a_power_held_twice_is_one_tile():
    held = laid_out(dealt(powers=("hex", "ward", "hex")), [], 0)["powers"]
    assert [(power["id"], power["times"], power["slot"]) for power in held] == [("hex", 2, 0), ("ward", 1, 1)]


def test_a_team_mate_is_marked_and_can_be_given_a_power_out_of_turn():
    cards = ((7, 5, 9), (10, 8, 4), (1, 2, 3), (4, 5, 6))
    table = dealt(4, {"mode": "custom", "teams": True}, cards, ("hex",))
    layout = laid_out(table, [], 2)
    assert layout["mate"] == "Ann"
    assert [(place["letter"], place["mate"]) for place in layout["places"]] == [("B", False), ("A", True), ("B", False)]
    assert layout["powers"][0]["give"] == {"type": "give", "power": "hex"}
    assert "Give to Ann" in drawn("prompt", table, [], 2)


def test_nothing_is_chosen_in_a_new_offer():
    """A radio that htmx finds again by its id would stay checked."""
    keys = set()
    for state, told in moments({}, seats=2, seed=4, most=80):
        asked = laid_out(state, told, 0)["prompt"]
        if asked and asked["kind"] == "pick":
            offer = (asked["key"], tuple(power["id"] for power in asked["offer"]))
            assert (offer[0] in {key for key, _powers in keys}) == (offer in keys)
            keys.add(offer)
            assert len(asked["offer"]) == 3
    assert len(keys) >= 3


def test_a_triple_nine_offers_nine_and_says_how_many_to_take():
    table, told = after(dealt(cards=((9, 9, 9), (10, 8, 4)), powers=("raise",)),
                        (0, {"type": "play", "power": "raise"}), reward=[[*HELD, "ward"]])  # fmt: skip
    layout = laid_out(table, told, 0)
    assert layout["prompt"]["rewarded"]
    assert len(layout["prompt"]["offer"]) == 9
    assert "take 3 Powers" in layout["prompt"]["title"]
    assert "Triple Nine" in layout["places"][1]["spoken"]
    assert SCREEN.status(GAME.view(table, 1), NAMES) == "Ann takes a reward"


# The round's price


def test_the_price_goes_by_the_engine():
    for number in (1, 2, 3, 7):
        for raises in (0, 2):
            table = dealt()
            table.round, table.raises = number, raises
            steps = laid_out(table, [], None)["price"]["steps"]
            for seconds in (0, 899, 900, 1799, 1800, 5000):
                shown = [step["hp"] for step in steps if step["seconds"] <= seconds][-1]
                assert shown == rounds.price(table, seconds)


def test_a_moved_threshold_says_so():
    table, told = after(dealt(powers=HELD), (0, {"type": "play", "power": "unstable"}), unstable=[36])
    assert laid_out(table, told, None)["threshold"] == {"n": 36, "moved": True}
    assert "threshold, moved" in drawn("board", table, told, None)
    assert "threshold, moved" not in drawn("board", dealt(), [], None)


def test_the_discard_pile_shows_its_top_and_the_rest_on_demand():
    table, told = after(dealt(), (0, {"type": "draw"}), (0, {"type": "place", "slot": 1}))
    pile = laid_out(table, told, None)["pile"]
    assert (pile["deck"], pile["top"], pile["cards"]) == (3, [5], [5])


def test_a_card_that_has_just_changed_shows_what_lay_there():
    table, told = after(dealt(), (0, {"type": "draw"}), (0, {"type": "place", "slot": 1}))
    cards = laid_out(table, told, 1)["places"][0]["now"]["cards"]
    assert [(card["n"], card["was"], card["fresh"]) for card in cards] == [(7, None, False), (13, 5, True)]


# The show


@pytest.mark.parametrize("options", KINDS)
def test_the_end_of_a_round_is_shown_until_the_next_cards_are_dealt(options):
    seen = 0
    for state, told in moments(options, seed=5):
        view, layout = GAME.view(state, None), laid_out(state, told, None)
        shown = layout["show"]
        assert (shown is not None) == (view["phase"] in BETWEEN and view["last_round"] is not None)
        if shown:
            seen += 1
            assert shown.turn < shown.totals <= shown.taken < shown.end <= LONGEST
            assert shown.captions[-1]["until"] == shown.end
            assert len(shown.decisions) == len(view["last_round"]["decisions"])
            for place in layout["places"]:
                if last := place["last"]:
                    decided = [d for d in view["last_round"]["decisions"] if place["number"] in d["seats"]]
                    assert len(last["totals"]) == len(decided) + 1
                    assert last["lost"] == view["last_round"]["losses"][place["number"]]
    assert seen


def test_a_pick_that_comes_in_leaves_a_running_show_alone():
    """Animations begin anew where an element is new, or its step changes."""
    before, kept = None, 0
    for state, told in moments({}, seed=6):
        shown = re.findall(
            r'(?:id="(?:place|captions|pass|verdict)-[^"]*"|data-(?:step|until)="\d+")',
            drawn("board", state, told, None),
        )
        if before and {event["type"] for event in told[-1].events} <= {"pick_made", "picked", "offered"}:
            assert shown == before
            kept += 1
        before = shown if GAME.view(state, None)["last_round"] else None
    assert kept


def test_decisions_come_one_by_one():
    table = dealt(cards=((7, 5, 9), (10, 8, 3)))
    table, told = after(table, (0, PASS), (1, PASS), decision_deck=[[3, 3, 9, 10]],
                        offer_0=[list(HELD)], offer_1=[list(HELD)])  # fmt: skip
    layout = laid_out(table, told, None)
    assert [caption["text"] for caption in layout["show"].captions] == [
        "Bartholomew Longname passes: 1 of 3.",
        "All have passed: cards up!",
        "DECISION: Ann 15, Bartholomew Longname 21.",
        "Bartholomew Longname wins round 1 with 21.",
        "−5 HP: Ann",
    ]
    ann, bart = (place["last"] for place in layout["places"])
    assert [total["n"] for total in bart["totals"]] == [21, 21]
    assert [card["n"] for card in ann["hidden"]] == [9, 3]
    assert ann["hidden"][0]["until"] == ann["hidden"][1]["step"] == layout["show"].decisions[0]
    assert [one["kind"] for one in bart["marks"]] == ["wins"]


def test_the_last_round_can_be_looked_up_during_the_next():
    for state, told in moments({}, seed=7):
        view, story = GAME.view(state, None), laid_out(state, told, None)["story"]
        assert (story is not None) == (view["last_round"] is not None and view["phase"] not in BETWEEN)
        if story:
            assert len(story["rows"]) == sum(hand is not None for hand in view["last_round"]["hands"])


@pytest.mark.parametrize("options", KINDS)
def test_the_result_names_the_winners_in_three_lines(options):
    state, told = list(moments(options, seed=9, most=5000))[-1]
    view = GAME.view(state, None)
    assert view["over"]
    result = laid_out(state, told, 0)["result"]
    assert len(result["lines"]) == 3
    assert all(NAMES[seat] in result["headline"] for seat in view["winners"])
    assert result["headline"] in drawn("board", state, told, 0)
    assert "hidden>" in drawn("hand", state, told, 0)


# Words


def test_the_headline_says_what_to_do_and_who_is_waited_for():
    table = dealt()
    assert SCREEN.status(GAME.view(table, 0), NAMES) == "Draw, play a Power or pass"
    assert SCREEN.status(GAME.view(table, 1), NAMES) == "Ann's turn"
    table, _told = after(table, (0, {"type": "draw"}))
    assert SCREEN.status(GAME.view(table, 0), NAMES) == "Place the card you drew"
    assert SCREEN.status(GAME.view(table, None), NAMES) == "Ann places a card"


@pytest.mark.parametrize("options", KINDS)
def test_what_is_named_for_a_skip_is_the_default(options):
    for state, _told in moments(options, seed=6, most=150):
        view = GAME.view(state, None)
        for seat in view["to_act"]:
            words, default = SCREEN.stand_in(view, seat), GAME.default(state, seat)
            if default["type"] == "place":
                n = view["seats"][seat]["visible"][default["slot"]]
                assert words == f"the drawn card replaces the {n} on the left"
            elif default["type"] == "pick":
                assert default["power"] == state.players[seat].offer[0]
                assert words == "the first Power of each offer"
            else:
                assert (words, default) == ("pass", PASS)


# The options


def posted(initial=None, **changed):
    """The options form as a browser sends it: every field, some of them changed."""
    form = forms.OptionsForm("twenty_seven", initial=initial)
    fields = {name: form[name].value() for name in form.fields}
    return forms.OptionsForm("twenty_seven", fields | changed, initial=initial)


def test_the_options_have_words():
    assert SCREEN.options.keys() == GAME.clean_options({}).keys()


@pytest.mark.parametrize(("mode", "seconds", "powers"), [("quick", 20, 3), ("ranked", 15, 4), ("custom", 20, 3)])
def test_a_mode_brings_its_own_options_when_the_other_fields_are_left_alone(mode, seconds, powers):
    form = posted(mode=mode)
    assert form.is_valid(), form.errors
    options = form.cleaned_data["options"]
    assert (options["mode"], options["seconds"], options["powers"]) == (mode, seconds, powers)


def test_a_room_that_goes_from_custom_to_ranked_keeps_its_teams_and_drops_what_ranked_fixes():
    custom = {"mode": "custom", "teams": "true", "goal": "18", "seconds": "60", "powers": "2", "random_reveal": "true"}
    form = posted(custom, mode="ranked")
    assert form.is_valid(), form.errors
    assert form.cleaned_data["options"] == GAME.clean_options({"mode": "ranked", "teams": True})


def test_what_a_mode_fixes_is_refused_in_words():
    form = posted(goal="18")
    assert not form.is_valid()
    assert form.errors["goal"] == ["“Goal” is fixed here. Choose “Custom Match” to change it."]


def test_a_place_at_the_table_is_the_same_for_equal_views():
    """Who looks changes the order of the places and nothing in them that is public."""
    table, told = after(dealt(3, cards=((7, 5, 9), (10, 8, 4), (1, 2, 3))), (0, PASS))
    assert drawn("board", table, told, None) == drawn("board", table, told, "host")
    spectators = {place["number"]: place for place in laid_out(table, told, None)["places"]}
    for place in laid_out(table, told, 0)["places"]:
        assert place == spectators[place["number"]]
