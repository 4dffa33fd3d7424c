"""Seven Rounds' faces: a sentence for everything that happens, a form for every command, and no secret anywhere."""

import html
import json
import re
from types import SimpleNamespace

import pytest

from games import engine
from games.engine.chance import Scripted
from games.engine.contract import World
from games.engine.playout import play
from games.engine.seven_rounds import missions
from games.screens import Drawings
from games.screens.screen import LONGEST
from games.screens.seven_rounds import SCREEN
from games.tables import Told

GAME = engine.get("seven_rounds")
NAMES = [
    "Ann", "Bartholomew Longname", "小美", "Dee", "Eve", "Flo", "Gus", "Hal", "Ida", "Jo", "Kai", "夜空中最亮的星星",
]  # fmt: skip
FRAGMENTS = ("board", "hand", "prompt")
EVENTS = {
    "locked", "time_added", "missing", "revealed", "scored", "swipe", "mission", "round_scored", "ready",
    "round_started", "round_voided", "match_over",
}  # fmt: skip
MISSIONS = tuple(row.id for row in missions.MISSIONS)
DEALT = ("solo_banker", "trust_builder", "narrow_escape", "clean_swipe", "sharp_eye")
WORKED = (
    {"type": "swipe", "player": 1},
    {"type": "team_up", "player": 2},
    {"type": "team_up", "player": 1},
    {"type": "swipe", "player": 1},
    {"type": "predict", "action": "swipe"},
)
"""The worked example of the rules: five seats, round 1."""


def world(now=0.0, **chance):
    return World(now, Scripted(chance))


class Table:
    """A match that a test plays by hand, with what has been told."""

    def __init__(self, seats=5, now=0.0, **options):
        rest = [mission for mission in MISSIONS if mission not in DEALT]
        self.state = GAME.setup(GAME.clean_options(options), NAMES[:seats], world(missions=[[*DEALT, *rest]]))
        self.told, self.now = [], now

    def gives(self, actor, command):
        step = GAME.apply(self.state, actor, command, world(self.now))
        self.state = step.state
        self.told = [*self.told, Told(len(self.told) + 1, actor, "player", step.events)]
        return self

    def all_give(self, commands):
        for seat, command in enumerate(commands):
            self.gives(seat, command)
        return self


def moments(seats=5, seed=1, **options):
    """Every moment of a random match: (state, what has been told)."""
    told = []
    cleaned = GAME.clean_options(options)
    for version, move in enumerate(play(GAME, cleaned, NAMES[:seats], f"screen/{seed}"), 1):
        told = [*told, Told(version, move.actor, "player", move.step.events)]
        yield move.step.state, told


def laid_out(state, told, viewer):
    view = GAME.view(state, viewer)
    commands = list(GAME.commands(state, viewer)) if viewer is not None else []
    return SCREEN.layout(view, commands, told)


def drawn(name, state, told, viewer, hosts=False):
    """A fragment as `viewer` gets it. `hosts`: they hold the host's role."""
    view = GAME.view(state, viewer)
    hosts = hosts or viewer == "host"
    facts = {
        "room": SimpleNamespace(url="/r/ABCDEF/"),
        "match": SimpleNamespace(version=len(told), over=view["over"]),
        "basis": len(told),
        "who": SimpleNamespace(seat=viewer if isinstance(viewer, int) else None, host=hosts, lent=None),
        "view": view,
        "host_commands": list(GAME.commands(state, "host")) if hosts and not view["over"] else [],
        "layout": laid_out(state, told, viewer),
    }
    return Drawings().draw(None, f"seven_rounds/{name}.html", facts).strip()


def everything(state, told, viewer, hosts=False):
    return "".join(drawn(name, state, told, viewer, hosts) for name in FRAGMENTS)


def given(fragment):
    """The commands that the forms of a fragment give."""
    return [json.loads(html.unescape(text)) for text in re.findall(r'data-command="([^"]*)"', fragment)]


def in_order(commands):
    return sorted(json.dumps(command, sort_keys=True) for command in commands)


@pytest.mark.parametrize("host", [True, False])
@pytest.mark.parametrize("dealt", [True, False])
def test_whatever_happens_is_told_in_a_sentence(host, dealt):
    for seed in range(3):
        last = []
        for _state, told in moments(3 + 4 * seed, seed, host=host, missions=dealt):
            last = told
        for event in (event for move in last for event in move.events):
            sentence = SCREEN.sentences[event["type"]](event, NAMES)
            assert sentence.endswith("."), event
            assert not re.search(r"[{}]|None|_", sentence), sentence


def test_every_event_of_the_page_has_a_sentence():
    assert set(SCREEN.sentences) == EVENTS


def test_the_hosts_own_events_are_told():
    table = Table(round_seconds=60).gives(0, {"type": "bank"}).gives("host", {"type": "add_time"})
    table.gives("host", {"type": "end_round"})
    table.now = 60.0
    table.gives("host", {"type": "skip_missing"})
    told = [SCREEN.tell(move.events, NAMES) for move in table.told]
    assert told[1] == ["The host adds 30 seconds."]
    assert told[2] == [
        "The host has ended round 1. Nothing of it counts; it is played again.", "Round 1. Round Captain: Ann."
    ]  # fmt: skip
    assert told[3][0] == "No choice came from Ann, Bartholomew Longname, 小美, Dee and Eve."


@pytest.mark.parametrize("host", [True, False])
def test_each_legal_command_but_pass_is_one_form_of_its_player_and_nothing_else_is(host):
    for number, (state, told) in enumerate(moments(6, 2, host=host)):
        acting = GAME.view(state, None)["to_act"]
        for viewer in [*acting, *(["host", None, 0] if number % 7 == 0 else [])]:
            legal = list(GAME.commands(state, viewer)) if viewer is not None else []
            legal = [command for command in legal if command["type"] != "pass"]
            assert in_order(given(everything(state, told, viewer))) == in_order(legal)


def test_a_player_who_hosts_has_the_hosts_commands_too():
    table = Table().gives(0, {"type": "bank"})
    for viewer in (0, 1):
        legal = [*GAME.commands(table.state, viewer), *GAME.commands(table.state, "host")]
        legal = [command for command in legal if command["type"] != "pass"]
        assert in_order(given(drawn("prompt", table.state, table.told, viewer, hosts=True))) == in_order(legal)


@pytest.mark.parametrize(("seats", "host"), [(3, True), (12, False)])
def test_each_fragment_is_one_element_with_its_own_id(seats, host):
    for number, (state, told) in enumerate(moments(seats, 3, host=host)):
        if number % 5 and not GAME.view(state, None)["over"]:
            continue
        for viewer in (0, 2, None, "host"):
            for name in FRAGMENTS:
                fragment = drawn(name, state, told, viewer)
                assert fragment.startswith(f'<section id="{name}" ')
                assert fragment.count("<section") == 1
                assert fragment.endswith("</section>")
                assert "style=" not in fragment
                ids = re.findall(r'\bid="([^"]*)"', fragment)
                assert len(ids) == len(set(ids))


def test_what_others_see_is_the_same_whatever_was_chosen():
    for command in ({"type": "swipe", "player": 3}, {"type": "predict", "action": "bank"}, {"type": "pass"}):
        one = Table().gives(0, {"type": "bank"}).gives(1, {"type": "double_down"})
        other = Table().gives(0, {"type": "bank"}).gives(1, command)
        for viewer in (0, 2, 4, None, "host"):
            assert everything(one.state, one.told, viewer) == everything(other.state, other.told, viewer)
        assert drawn("board", one.state, one.told, 1) == drawn("board", other.state, other.told, 1)
        assert drawn("prompt", one.state, one.told, 1) != drawn("prompt", other.state, other.told, 1)


def test_a_mission_is_on_its_owners_page_alone_until_it_is_completed():
    table = Table().gives(0, {"type": "bank"})
    assert "SOLO BANKER" in drawn("hand", table.state, table.told, 0)
    assert not any("SOLO BANKER" in everything(table.state, table.told, viewer) for viewer in (1, 2, None, "host"))
    for seat in (1, 2, 3, 4):
        table.gives(seat, {"type": "predict", "action": "bank"})
    table.gives("host", {"type": "reveal"})
    assert all("SOLO BANKER" in everything(table.state, table.told, viewer) for viewer in (0, 1, None, "host"))
    assert "TRUST BUILDER" not in everything(table.state, table.told, None)


def test_a_locked_choice_is_said_to_its_owner_who_is_missing_to_all():
    table = Table().all_give(WORKED[:3])
    prompt = drawn("prompt", table.state, table.told, 1)
    assert "Locked in: <b>TEAM UP with 小美</b>." in prompt
    assert "Waiting for Dee and Eve." in prompt
    places = laid_out(table.state, table.told, None)["places"]
    assert [place["state"] for place in places] == ["locked in"] * 3 + ["choosing…"] * 2


def test_the_reveal_is_shown_in_scoring_order_and_says_why():
    table = Table().all_give(WORKED).gives("host", {"type": "reveal"})
    layout = laid_out(table.state, table.told, None)
    assert [caption["text"] for caption in layout["show"].captions] == [
        "What did they choose?",
        "TEAM UP: Bartholomew Longname and 小美, +3 each.",
        "PREDICT: most common is TEAM UP, SWIPE. Eve guessed it, +2.",
        "Now the SWIPES, clockwise from Ann.",
        "Ann swipes 1 from Bartholomew Longname.",
        "Dee comes too late: Bartholomew Longname has been swiped already.",
        "Bartholomew Longname completes TRUST BUILDER: +3.",
        "Eve completes SHARP EYE: +3.",
        "The scores after round 1",
    ]
    marks = [[mark["word"] for mark in place["marks"]] for place in layout["places"]]
    assert marks == [["+1"], ["+3", "−1", "mission +3"], ["+3"], ["spent"], ["+2", "mission +3"]]


def test_everyone_reads_what_they_gained_and_why():
    table = Table().all_give(WORKED).gives("host", {"type": "reveal"})

    def gained(seat):
        got = laid_out(table.state, table.told, seat)["prompt"]
        return got["total"], [f"{part['words']} {part['points']}" for part in got["why"]]

    assert gained(0) == ("+1", ["swiped from Bartholomew Longname +1"])
    assert gained(1) == ("+5", ["mutual with 小美 +3", "swiped by Ann −1", "TRUST BUILDER +3"])
    assert gained(3) == ("0", ["Bartholomew Longname had been swiped already 0"])
    assert gained(4) == ("+5", ["guess correct +2", "SHARP EYE +3"])


@pytest.mark.parametrize(("seats", "host"), [(3, False), (7, True), (12, True)])
def test_marks_and_words_add_up_to_the_score(seats, host):
    for state, told in moments(seats, 4, host=host):
        view = GAME.view(state, None)
        if view["phase"] != "results":
            continue
        for seat, row in enumerate(view["history"][-1]["seats"]):
            change = row["earned"] - row["lost"] + row["bonus"]
            prompt = laid_out(state, told, seat)["prompt"]
            place = laid_out(state, told, None)["places"][seat]
            assert points(prompt["total"]) == change
            assert sum(points(part["points"]) for part in prompt["why"]) == change
            assert sum(points(mark["word"]) for mark in place["marks"]) == change


def points(words):
    found = re.search(r"[+−]\d+", words)
    return int(found[0].replace("−", "-")) if found else 0


@pytest.mark.parametrize(("seats", "host"), [(3, True), (12, False)])
def test_the_show_fits_and_the_scoreboard_climbs_to_where_the_view_stands(seats, host):
    before = [0] * seats
    for state, told in moments(seats, 5, host=host):
        view, layout = GAME.view(state, None), laid_out(state, told, None)
        scores = [seat["score"] for seat in view["seats"]]
        assert [row["score"] for row in layout["scores"]] == sorted(scores, reverse=True)
        if layout["show"] is None:
            assert view["phase"] == "choose"
            before = scores
            continue
        assert 0 < layout["show"].climb < layout["show"].end <= LONGEST
        old_rows = {row["number"]: number + row["climbs"] for number, row in enumerate(layout["scores"])}
        assert sorted(old_rows.values()) == list(range(seats))
        assert [before[seat] for seat in sorted(old_rows, key=old_rows.get)] == sorted(before, reverse=True)


def test_reading_on_leaves_a_running_show_alone():
    """Animations begin anew where an element is new, or its step changes."""
    before = None
    for state, told in moments(4, 6, host=False):
        shown = re.findall(r'(?:id="[^"]*"|data-(?:step|until|climbs)="-?\d+")', drawn("board", state, told, None))
        if before and [event["type"] for event in told[-1].events] == ["ready"]:
            assert shown == before
        before = shown


def test_a_match_that_the_host_ends_shows_its_podium_at_once():
    table = Table().all_give(WORKED).gives("host", {"type": "reveal"}).gives("host", {"type": "end_match"})
    layout = laid_out(table.state, table.told, None)
    assert layout["show"] is None
    assert layout["result"]["step"] is None
    assert [(step["rank"], step["names"]) for step in layout["podium"]] == [
        (1, ["Bartholomew Longname", "Eve"]), (3, ["小美"])
    ]  # fmt: skip
    assert layout["result"]["lines"] == [
        "5 points after 1 of 7 rounds, 2 more than 小美.",
        "Most swiped: Bartholomew Longname, 1 point.",
        "2 of 5 Secret Missions were completed.",
    ]


def test_a_match_without_a_completed_round_has_no_winner_and_no_podium():
    table = Table().gives("host", {"type": "end_match"})
    layout = laid_out(table.state, table.told, 0)
    assert layout["podium"] == []
    assert SCREEN.status(GAME.view(table.state, 0), NAMES) == "Nobody wins"


def test_at_the_end_every_mission_is_on_the_board():
    state, told = list(moments(6, 7))[-1]
    board = drawn("board", state, told, None)
    assert all(seat["mission"].upper().replace("_", " ") in board for seat in GAME.view(state, None)["seats"])
    assert board.count("mission done") == sum(seat["mission_done"] for seat in GAME.view(state, None)["seats"])


def test_the_headline_says_what_to_do():
    table = Table().all_give(WORKED[:4])
    said = {viewer: SCREEN.status(GAME.view(table.state, viewer), NAMES) for viewer in (0, 4, None)}
    assert said == {0: "Your choice is locked in", 4: "Choose one action", None: "Choose on your phone"}
    table.gives(4, WORKED[4])
    assert SCREEN.status(GAME.view(table.state, "host"), NAMES) == "Everyone has locked in"
    table.gives("host", {"type": "reveal"})
    assert SCREEN.status(GAME.view(table.state, 0), NAMES) == "The results of round 1"


def test_a_skip_says_what_is_done_from_public_facts():
    table = Table(host=False)
    assert {SCREEN.stand_in(GAME.view(table.state, None), seat) for seat in range(5)} == {"no choice"}
    table.all_give(WORKED)
    assert SCREEN.stand_in(GAME.view(table.state, None), 0) == "on to the next round"


def test_the_options_have_words():
    assert SCREEN.options.keys() == GAME.clean_options({}).keys()
    seconds = SCREEN.options["round_seconds"]
    assert set(seconds.offered) <= set(next(o.allowed for o in GAME.options if o.key == "round_seconds"))
    assert [str(seconds.values[n]) for n in (0, 60)] == ["No limit", "60 seconds"]
