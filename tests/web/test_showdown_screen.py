"""Showdown's table: a sentence for everything that happens, the last turn again, and a plan while it is being laid."""

import html
import json
import random
import re
from types import SimpleNamespace

import pytest

from games import engine
from games.engine.showdown import plans
from games.engine.showdown.cards import ENTRIES, SIDES
from games.engine.showdown.state import PLACE, PLAN, budget, to_act
from games.models import Match, Room
from games.screens import Drawings
from games.screens.screen import LONGEST
from games.screens.showdown import SCREEN, board
from games.screens.showdown.draft import written
from games.tables import Told
from tests.drive import table as seated

GAME = engine.get("showdown")
NAMES = ["Ann", "Bartholomew Longname", "小美", "Dee"]

EVENTS = {
    "placed", "turn", "planned", "surrendered", "resolve", "segment", "stance", "move", "face", "posture", "draw",
    "cock", "load", "aim", "aim_lost", "shot", "held", "cancelled", "blow", "hit", "delay", "gun_fell", "out", "bled",
    "eased", "over",
}  # fmt: skip
"""The types that the page lists."""


def lively_plan(state, seat, rng):
    """A legal plan with something in it: of hexes as targets only those where somebody is."""
    targets = {"", *(f"@{foe}" for foe in plans.foes(state, seat)), *(who.hex for who in state.characters)}
    laid = []
    while rng.random() < 0.95:
        choices = [card for card in plans.additions(state, seat, laid) if ENTRIES[card].target in targets]
        if not choices:
            break
        laid.append(rng.choice(choices))
    return list(plans.without_orphans(plans.laid_so_far(laid)))


def moments(seats, seed=1, armed=False, **options):
    """Every moment of a random match: (state, what has been told). `armed`: always with a cocked gun in every hand."""
    rng = random.Random(f"{seats}/{seed}")
    state, told = GAME.setup(GAME.clean_options(options), NAMES[:seats], engine.World(0.0, engine.Chance(seed))), []
    while acting := to_act(state):
        for who in state.fighters if armed else ():
            who.gun, who.shells, who.cocked = "hand", 6, True
        seat = rng.choice(acting)
        if state.phase == PLACE:
            command = rng.choice(list(GAME.commands(state, seat)))
        elif rng.random() < 0.01:
            command = {"type": "surrender"}
        else:
            command = {"type": "plan", "cards": lively_plan(state, seat, rng)}
        state, told = given(state, told, seat, command, engine.Chance(f"{seed}/{len(told)}"))
        yield state, told


def given(state, told, seat, command, chance):
    step = GAME.apply(state, seat, command, engine.World(0.0, chance))
    return step.state, [*told, Told(len(told) + 1, seat, "player", step.events)]


def planning(seats=3, **options):
    """A match in turn 1, everybody where the page puts them: (state, what has been told)."""
    chance = engine.Chance(1)
    state, told = GAME.setup(GAME.clean_options(options), NAMES[:seats], engine.World(0.0, chance)), []
    while state.phase == PLACE:
        seat = to_act(state)[0]
        state, told = given(state, told, seat, GAME.default(state, seat), chance)
    return state, told


def commands(state, viewer):
    listed = GAME.commands(state, viewer) if viewer is not None else iter(())
    return [command for command, _number in zip(listed, range(500), strict=False)]


def laid_out(state, told, viewer):
    return SCREEN.layout(GAME.view(state, viewer), commands(state, viewer), told)


def drafted(state, seat, **asked):
    return SCREEN.draft(GAME.view(state, seat), commands(state, seat), asked)


def fragments(state, told, viewer, names=("board", "hand", "prompt"), **asked):
    """Fragments as `viewer` gets them, with what their form of a plan has so far."""
    view, listed = GAME.view(state, viewer), commands(state, viewer)
    facts = {
        "room": SimpleNamespace(url="/r/ABCDEF/"),
        "match": SimpleNamespace(version=len(told), number=1, over=view["over"]),
        "basis": len(told),
        "who": SimpleNamespace(seat=viewer if isinstance(viewer, int) else None, lent=None),
        "view": view,
        "layout": SCREEN.layout(view, listed, told),
        "draft": SCREEN.draft(view, listed, asked),
    }
    return [Drawings().draw(None, f"showdown/{name}.html", facts).strip() for name in names]


def drawn(name, state, told, viewer, **asked):
    return fragments(state, told, viewer, names=(name,), **asked)[0]


def commands_in(markup):
    """The commands that the forms of a fragment give."""
    return [json.loads(html.unescape(text)) for text in re.findall(r'data-command="([^"]*)"', markup)]


def taps_in(markup):
    """What the buttons of a plan's form do."""
    return [html.unescape(text) for text in re.findall(r'name="do" value="([^"]*)"', markup)]


# The log, the show, the last turn


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_whatever_happens_is_told_in_a_sentence(seats):
    for seed in range(4):
        *_before, (_state, told) = moments(seats, seed, turn_cap=10)
        for event in (event for move in told for event in move.events):
            sentence = SCREEN.sentences[event["type"]](event, NAMES[:seats])
            assert sentence.endswith("."), event
            assert not re.search(r"[{}@_]|\dA-|\d[fb]:|None", sentence), sentence


def test_every_event_of_the_page_has_a_sentence():
    assert set(SCREEN.sentences) == EVENTS


def where(pieces):
    """Where the pieces of a frame stand, and how."""
    facts = ("x", "y", "degrees", "posture", "out")
    return {piece["seat"]: [piece[fact] for fact in facts] for piece in pieces}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_last_turn_goes_from_how_all_stood_to_how_all_stand(seats):
    for seed in range(4):
        before = None
        for state, told in moments(seats, seed, turn_cap=10):
            if told[-1].events[1:] and told[-1].events[1]["type"] == "resolve":
                last = laid_out(state, told, None)["last"]
                assert where(last.frames[0].pieces) == where(board.pieces(before.characters, None))
                assert where(last.frames[-1].pieces) == where(board.pieces(state.characters, None))
                assert 0 < last.end <= LONGEST
                assert last.captions[-1]["until"] == last.end
            before = state


def test_a_turn_that_began_before_all_that_is_told_can_be_seen_again_as_well():
    """The log goes back some moves only: who stood where is taken back from how they stand now."""
    seen = 0
    for seed in range(6):
        for state, told in moments(4, seed, turn_cap=10):
            if any(event["type"] == "resolve" for event in told[-1].events):
                whole, short = (laid_out(state, moves, None)["last"] for moves in (told, told[-1:]))
                standing = [who.seat for who in state.characters if who.is_fighter]
                for one, other in zip(whole.frames, short.frames, strict=True):
                    places, again = where(one.pieces), where(other.pieces)
                    assert all(places[seat] == again[seat] for seat in standing)
                seen += 1
    assert seen > 20


def test_every_shot_and_blow_can_be_added_up():
    shots = blows = 0
    for seed in range(8):
        for state, told in moments(4, seed, armed=True, turn_cap=10):
            events = told[-1].events
            if not any(event["type"] == "resolve" for event in events):
                continue
            lines = [line for frame in laid_out(state, told, None)["last"].frames for line in frame.told]
            sums = [line["sum"] for line in lines if line.get("sum")]
            wanted = [event for event in events if event["type"] == "blow" or event.get("score") is not None]
            assert len(sums) == len(wanted)
            for text, event in zip(sums, wanted, strict=True):
                parts, _equals, result = text.partition(" = ")
                numbers = [int(number) for number in re.findall(r"[-+]?\d+", parts.replace("−", "-"))]
                assert sum(numbers) == event["score" if event["type"] == "shot" else "value"]
                if aim := re.search(r"AIM ([^ ,]+)", parts):
                    assert aim[1] in ("+2", "+4", "+6", "+8")
                if event["type"] == "shot":
                    assert result == f"{event['score']}, need {event['need']}"
                    shots += 1
                else:
                    assert result == f"{event['value']}, 4 lands"
                    if stance := re.search(r"stance ([^ ,]+)", parts):
                        assert stance[1] in ("−2", "−3", "−4", "−5")
                    blows += 1
    assert shots > 20
    assert blows


def test_a_plan_that_comes_in_leaves_a_running_show_alone():
    """Animations begin anew where an element is new, or its step changes."""
    before, compared = None, 0
    for state, told in moments(3, seed=4, turn_cap=10):
        kept = r'id="(?:now|frame|captions|pass|turn)-[^"]*"|data-(?:step|until)="\d+"'
        shown = re.findall(kept, drawn("board", state, told, None))
        if before and [event["type"] for event in told[-1].events] == ["planned"]:
            assert shown == before
            compared += 1
        before = shown
    assert compared


# Fragments and secrets


@pytest.mark.parametrize("seats", [2, 4])
def test_each_fragment_is_one_element_with_its_own_id(seats):
    for number, (state, told) in enumerate(moments(seats, seed=3, turn_cap=10)):
        if number % 6 and not GAME.view(state, None)["over"]:
            continue
        for viewer in (0, seats - 1, None, "host"):
            for name, fragment in zip(("board", "hand", "prompt"), fragments(state, told, viewer), strict=True):
                assert fragment.startswith(f'<section id="{name}" ')
                assert fragment.count("<section") == 1
                assert fragment.endswith("</section>")
                assert "style=" not in fragment
                ids = re.findall(r'\bid="([^"]*)"', fragment)
                assert len(ids) == len(set(ids))


def test_what_others_see_is_the_same_whatever_was_planned():
    state, told = planning(4)
    ways = ({"type": "plan", "cards": cards} for cards in (["9f", "7f:shoot:@0"], []))
    one, other = (given(state, told, 1, command, engine.Chance(1)) for command in ways)
    for viewer in (0, 2, 3, None, "host"):
        assert laid_out(*one, viewer) == laid_out(*other, viewer)
        assert fragments(*one, viewer) == fragments(*other, viewer)
    assert fragments(*one, 1) != fragments(*other, 1)
    assert "Draw &amp; Cock" in drawn("prompt", *one, 1)
    assert drawn("hand", *one, 1).endswith("hidden></section>")


def test_a_spectator_is_given_nothing_to_do():
    for state, told in moments(3, seed=5, turn_cap=10):
        assert not commands_in("".join(fragments(state, told, None)))
        assert not taps_in("".join(fragments(state, told, None)))


# Placing


def test_each_place_and_facing_is_one_form():
    state = GAME.setup(GAME.clean_options({}), NAMES, engine.World(0.0, engine.Chance(1)))
    told = []
    while state.phase == PLACE:
        seat = to_act(state)[0]
        given_by = [commands_in("".join(fragments(state, told, viewer))) for viewer in range(4)]
        assert given_by.pop(seat) == list(GAME.commands(state, seat))
        assert given_by == [[], [], []]
        words = SCREEN.stand_in(GAME.view(state, None), seat)
        default = GAME.default(state, seat)
        assert words.startswith(default["hex"].removeprefix("A-"))
        assert words.endswith(f"facing {('N', 'NE', 'SE', 'S', 'SW', 'NW')[default['facing']]}")
        state, told = given(state, told, seat, default, engine.Chance(1))
    assert SCREEN.stand_in(GAME.view(state, None), 2) == "no card: the turn is passed"


# A plan while it is being laid


def test_an_empty_draft_can_be_sent_and_offers_every_card():
    state, told = planning()
    made = drafted(state, 0)
    assert made["command"] == {"type": "plan", "cards": []}
    assert (made["budget"], made["left"]) == (5, 5)
    assert [side["code"] for card in made["cards"] for side in card] == [side.code for side in SIDES]
    assert {"type": "surrender"} in commands_in(drawn("prompt", state, told, 0))


def test_cards_are_laid_one_after_another_and_taken_back():
    state, _told = planning()
    made = drafted(state, 0, draft="1f:ahead", do="lay 2f:ahead_left")
    assert made["text"] == "1f:ahead,2f:ahead_left"
    assert made["command"] == {"type": "plan", "cards": ["1f:ahead", "2f:ahead_left"]}
    assert made["left"] == 2
    assert [(block["kind"], block["start"], block["segment"]) for block in made["timeline"]] == [
        ("card", 1, 2), ("card", 3, 3), ("free", 4, 4), ("free", 5, 5),
    ]  # fmt: skip
    assert drafted(state, 0, draft=made["text"], do="take 0")["text"] == "2f:ahead_left"
    assert drafted(state, 0, draft=made["text"], do="take 9")["text"] == made["text"]


def test_what_cannot_be_laid_is_explained_and_left_out():
    state, _told = planning()
    full = drafted(state, 0, draft="9f,5f:cock", do="lay 4b")
    assert full["text"] == "9f,5f:cock"
    assert full["note"] == "The plan costs 6; you have 5. Take something out."
    twice = drafted(state, 0, draft="1f:ahead", do="open 1b")
    assert twice["note"].startswith("1b:back_left is the second use of card 1.")
    assert drafted(state, 0, do="lay 6b")["note"] == "6b is not played in this game. Take it out."
    assert drafted(state, 0, draft="1f:ahead,99x")["note"].startswith("“99x” is no card")


def test_a_run_without_an_advance_waits_for_it():
    state, told = planning()
    made = drafted(state, 0, draft="2f:ahead")
    assert made["command"] is None
    assert made["fault"] == "Run needs Advance in the same plan."
    assert made["fault"] in drawn("prompt", state, told, 0, draft="2f:ahead")
    assert drafted(state, 0, draft="2f:ahead", do="lay 1f:ahead")["command"]["cards"] == ["2f:ahead", "1f:ahead"]


def test_the_ghost_stands_where_the_plan_ends():
    state, _told = planning()
    ghost = drafted(state, 0, draft="1f:ahead_left,3b:ahead_right")["ghost"]
    assert (ghost["x"], ghost["y"]) == tuple(board.at("A-E6").values())
    assert ghost["degrees"] == 180
    assert drafted(state, 0, draft="9f")["ghost"] is None


def test_a_card_that_would_do_nothing_says_so_and_can_be_laid():
    state, _told = planning()
    made = drafted(state, 0, draft="7f:shoot:@1")
    assert made["timeline"][0]["reason"] == "no gun in hand"
    assert made["command"]
    assert [block["reason"] for block in drafted(state, 0, draft="9f,7f:shoot:@1")["timeline"][:2]] == ["", ""]


def test_a_choice_of_targets_shows_need_and_modifiers_as_they_would_be():
    state, _told = planning(2)
    bob = drafted(state, 0, open="7f")["choice"]["targets"][0]
    assert bob["facts"] == ["range 4, need 6", "hits with fire 6 or more"]
    assert bob["does"][0]["reason"] == "no gun in hand"
    state.characters[0].gun, state.characters[0].cocked = "hand", True
    walking = drafted(state, 0, draft="1f:ahead_left", open="7f")["choice"]["targets"][0]
    assert walking["facts"] == ["range 3, need 5", "shooter moved −2", "hits with fire 7 or more"]
    aiming = drafted(state, 0, draft="5f:aim:@1,6f:aim:A-G6", open="7f")["choice"]["targets"][0]
    assert aiming["facts"] == ["range 4, need 6", "AIM +4", "hits with fire 2 or more"]
    turned = drafted(state, 0, draft="2b:back", open="7f")["choice"]["targets"][0]
    assert turned["does"][0]["reason"] == "outside the aim zone"


def test_only_open_hexes_can_be_named():
    state, told = planning(2)
    choice = drafted(state, 0, do="open 5f:aim")["choice"]
    assert len(choice["hexes"]) == 136
    assert drafted(state, 0, do="hex 5f:aim", hex="A-C7")["text"] == "5f:aim:A-C7"
    assert "trough" in drafted(state, 0, do="hex 5f:aim", hex="A-I11")["note"]
    assert "lay 5f:aim:A-C7" in taps_in(drawn("board", state, told, 0, do="open 5f:aim"))


def test_whatever_is_tapped_the_form_stays_whole():
    """Every button of every draft is tapped somewhere; what may be sent then is what the engine takes."""
    rng = random.Random(1)
    sent = 0
    for seed in range(2):
        for number, (state, told) in enumerate(moments(3, seed=seed, turn_cap=10)):
            if state.phase != PLAN or number % 4:
                continue
            seat, asked = rng.choice(to_act(state)), {}
            for _tap in range(6):
                made = drafted(state, seat, **asked)
                if not made["cards"]:
                    assert budget(state.characters[seat]) == 0
                    break
                markup = "".join(fragments(state, told, seat, **asked))
                taps = taps_in(markup)
                tap = rng.choice(taps)
                asked = {"draft": made["text"], "open": made["open"], "do": tap, "hex": "A-F6"}
            made = drafted(state, seat, **asked)
            if made["command"]:
                GAME.apply(state, seat, made["command"], engine.World(0.0, engine.Chance(1)))
                sent += 1
            else:
                assert made["fault"]
    assert sent > 5


@pytest.mark.parametrize(
    "asked",
    [{"draft": "1f"}, {"draft": "💥" * 400}, {"draft": ",".join(["9f"] * 9000)}, {"do": "take -1"}, {"do": "take ٣"},
     {"do": "take " + "9" * 9000}, {"do": "open 1f:ahead"}, {"do": "open 5f:cock"}, {"do": "open "}, {"open": "6b"},
     {"do": "hex 5f"}, {"do": "lay"}, {"do": "fly 1f:ahead"}, {"open": "10f:@7"}, {"draft": "10f:@3"}],
)  # fmt: skip
def test_a_form_that_no_button_makes_is_taken_for_what_it_can_mean(asked):
    state, told = planning(2)
    made = drafted(state, 0, **asked)
    assert made["text"] in ("", "9f")
    assert all(fragments(state, told, 0, **asked))


def test_who_has_five_delay_is_told_to_pass():
    state, told = planning(2)
    state.characters[0].delay = 6
    prompt = drawn("prompt", state, told, 0)
    assert "You have 6 delay: this turn you can only pass." in prompt
    assert {"type": "plan", "cards": []} in commands_in(prompt)
    assert drawn("hand", state, told, 0).endswith("hidden></section>")


def test_cards_that_nobody_plays_here_are_left_out():
    state, _told = planning(2, brawling=False)
    assert [card[0]["code"] for card in drafted(state, 0)["cards"]] == [f"{n}f" for n in range(1, 10)]
    assert "without brawling" in drafted(state, 0, do="lay 10f:@1")["note"]


def test_a_target_that_is_out_falls_out_of_the_draft():
    state, told = planning(3)
    state, told = given(state, told, 2, {"type": "surrender"}, engine.Chance(1))
    made = drafted(state, 0, draft="9f,7f:shoot:@2,3b:ahead")
    assert made["text"] == "9f,3b:ahead"
    assert made["note"].startswith("小美 is out of the fight")


def test_a_plan_in_writing():
    assert written("1f:ahead_left, 2f:ahead，3f")["cards"] == ["1f:ahead_left", "2f:ahead", "3f"]
    assert written("  ") == {"type": "plan", "cards": []}


def test_the_options_have_words():
    assert SCREEN.options.keys() == GAME.clean_options({}).keys()
    assert str(SCREEN.options["plan_seconds"].values[0]) == "no limit"
    assert str(SCREEN.options["plan_seconds"].values[60]) == "60 seconds"


def test_the_headline_says_what_to_do():
    state, told = planning(2)
    assert SCREEN.status(GAME.view(state, 0), NAMES) == "Plan your five heartbeats"
    assert SCREEN.status(GAME.view(state, None), NAMES) == "Plans are laid in secret"
    state, told = given(state, told, 0, {"type": "plan", "cards": ["9f"]}, engine.Chance(1))
    assert SCREEN.status(GAME.view(state, 0), NAMES) == "Your plan is locked in"
    state, told = given(state, told, 1, {"type": "surrender"}, engine.Chance(1))
    assert SCREEN.status(GAME.view(state, 1), NAMES) == "Ann is the last one standing"
    assert laid_out(state, told, 1)["result"]["lines"] == [
        "Ann had 10 points of endurance left.", "It took 1 turn.", "Bartholomew Longname surrenders.",
    ]  # fmt: skip


def test_every_end_has_three_lines():
    reasons = set()
    for seed in range(12):
        *_before, (state, told) = moments(2, seed=seed, turn_cap=10)
        result = laid_out(state, told, None)["result"]
        assert len(result["lines"]) == 3
        assert all(line.endswith(".") for line in result["lines"])
        assert result["headline"] in html.unescape(drawn("board", state, told, None))
        reasons.add(state.end_reason)
    assert {"last_standing", "turn_cap"} <= reasons


# Over HTTP


def at_the_plans(**options):
    """Ann and Bob, both placed."""
    ann, bob = seated(2, "showdown", **options)
    ann.gives({"type": "place", "hex": "A-D6", "facing": 2})
    bob.gives({"type": "place", "hex": "A-H6", "facing": 5})
    return ann, bob


@pytest.mark.django_db
def test_a_draft_changes_nothing_and_is_kept_out_of_caches():
    ann, bob = at_the_plans()
    seen = [who.sees() for who in (ann, bob)], Room.objects.get().version, bob.page().content
    answer = ann.posts("draft", live=True, draft="9f", do="lay 7f:shoot:@1")
    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"]
    assert re.findall(r'<section id="(\w+)"', answer.content.decode()) == ["status", "board", "hand", "prompt"]
    assert 'data-draft="9f,7f:shoot:@1"' in answer.content.decode()
    plain = lambda content: re.sub(rb'(CSRFToken": "|csrfmiddlewaretoken" value=")\w+|data-now="\d+"', rb"", content)  # noqa: E731
    assert [who.sees() for who in (ann, bob)] == seen[0]
    assert Room.objects.get().version == seen[1]
    assert plain(bob.page().content) == plain(seen[2])


@pytest.mark.django_db
def test_without_htmx_a_draft_is_the_whole_page():
    ann, bob = at_the_plans()
    page = ann.posts("draft", draft="", do="open 1f").content.decode()
    assert "<!doctype html>" in page
    assert 'value="lay 1f:ahead"' in page
    assert 'value="lay 1f:ahead"' not in bob.page().content.decode()
    assert ann.client.get(f"/r/{ann.code}/draft/").status_code == 405


@pytest.mark.django_db
def test_who_has_no_plan_to_lay_gets_the_table_as_it_is():
    ann, bob = at_the_plans()
    bob.gives({"type": "plan", "cards": []})
    stranger = type(ann)("Zed")
    stranger.code = ann.code
    for who in (bob, stranger):
        page = who.posts("draft", draft="9f", do="lay 3b:ahead").content.decode()
        assert "<plan-builder" not in page
        assert 'name="do"' not in page


@pytest.mark.django_db
def test_a_plan_in_writing_goes_through_the_door():
    ann, bob = at_the_plans()
    version = ann.sees()["version"]
    refused = ann.posts("plan", plan="1f:ahead,7x", version=version)
    assert refused.status_code == 422
    assert "“7x” is no card" in refused.content.decode()
    assert 'value="1f:ahead,7x"' in refused.content.decode()
    assert ann.posts("plan", plan="2f:ahead", version=version).status_code == 422
    assert ann.sees()["version"] == version
    sent = ann.posts("plan", plan="1f:ahead_left, 2f:ahead，3f", version=version)
    assert (sent.status_code, sent["Location"]) == (302, f"/r/{ann.code}/")
    assert ann.sees()["view"]["you"]["plan"] == ["1f:ahead_left", "2f:ahead", "3f"]
    assert ann.posts("plan", plan="1f:ahead_left,2f:ahead,3f", version=version).status_code == 302, "twice counts once"
    assert bob.posts("plan", plan="", version=ann.sees()["version"], live=True).status_code == 200
    assert Match.objects.get().version == version + 2


@pytest.mark.django_db
@pytest.mark.parametrize("text", ["\x00", "1f\x00", "x" * 60_000, ",", "[]", "\u202e9f", "9f,9f", "@1", "{{ 7 }}"])
def test_a_bad_plan_in_writing_is_refused_in_words(text):
    ann, _bob = at_the_plans()
    answer = ann.posts("plan", plan=text, version=ann.sees()["version"])
    assert answer.status_code == 422
    assert 'class="notice"' in answer.content.decode()
    assert ann.sees()["view"]["you"]["plan"] is None


@pytest.mark.django_db
def test_a_game_without_plans_takes_none():
    ann, _bob = seated(2, "standoff")
    assert ann.posts("plan", plan="9f", version=0).status_code == 422
    assert ann.posts("draft", draft="9f").status_code == 200
