"""Embers' table: a sentence for everything that happens, and fragments that show what a viewer may know and do."""

import copy
import html
import json
import re
from types import SimpleNamespace

import pytest

from games import engine
from games.engine.chance import Scripted
from games.engine.contract import World
from games.engine.embers import CARDS
from games.engine.embers.piles import in_order as in_order_of_the_table
from games.engine.embers.state import Loan
from games.engine.playout import play
from games.screens import Drawings
from games.screens.embers import SCREEN
from games.screens.embers.hand import SLOTS
from games.screens.screen import LONGEST
from games.tables import Told

GAME = engine.get("embers")
NAMES = ["Ann", "Bartholomew Longname", "小美", "Dee", "Eve", "Flo"]
TABLES = (
    {"seats": 2},
    {"seats": 4, "mode": "teams"},
    {"seats": 5, "round_cap": 12},
    {"seats": 6},
)
"""Seats and options of the random matches."""

EVENTS = {
    "round_started", "shields_back", "blade_back", "came_back", "boss_roll", "boss_target", "drew", "drew_cards",
    "reshuffled", "turn_started", "turn_ended", "equipped", "took_back", "returned", "lent", "played", "gift_chosen",
    "passed", "fate_armed", "overridden", "fate_invoked", "rewritten", "resolved", "bomb_hung", "bomb_taken", "gave",
    "gave_cards", "stole", "stole_card", "saw", "shield_stolen", "fetched", "turned", "detonator_set", "detonator_used",
    "bedrock_set", "inferno_set", "hit", "boss_healed", "boss_fell", "loot", "dying", "saved", "ghosted", "died",
    "will_gained", "bequeathed", "burned", "match_over",
}  # fmt: skip
"""The types that the page lists."""


def moments(seats=6, seed=1, **options):
    """Every moment of a random match: (state, what has been told)."""
    told = []
    for version, move in enumerate(play(GAME, GAME.clean_options(options), NAMES[:seats], f"screen/{seed}"), 1):
        told = [*told, Told(version, move.actor, "player", move.step.events)][-80:]
        yield move.step.state, told


def visible(told, viewer):
    """What has been told, as far as this viewer may know it."""
    return [
        Told(
            move.version,
            move.actor,
            move.cause,
            [event for event in move.events if "only" not in event or viewer in event["only"]],
        )
        for move in told
    ]


def laid_out(state, told, viewer):
    view = GAME.view(state, viewer)
    commands = list(GAME.commands(state, viewer)) if viewer is not None else []
    return SCREEN.layout(view, commands, visible(told, viewer))


def drawn(name, state, told, viewer):
    """A fragment as `viewer` gets it; one that is the same for everybody is drawn for nobody."""
    viewer = None if name in SCREEN.public else viewer
    view = GAME.view(state, viewer)
    facts = {
        "room": SimpleNamespace(url="/r/ABCDEF/"),
        "match": SimpleNamespace(version=len(told), number=1, over=view["over"]),
        "basis": len(told),
        "who": SimpleNamespace(seat=viewer if isinstance(viewer, int) else None, lent=None),
        "view": view,
        "layout": laid_out(state, told, viewer),
    }
    return Drawings().draw(None, f"embers/{name}.html", facts).strip()


def page(state, told, viewer):
    return "".join(drawn(name, state, told, viewer) for name in ("board", "hand", "prompt"))


def given(fragment):
    """The commands that the forms of a fragment give."""
    return [json.loads(html.unescape(text)) for text in re.findall(r'data-command="([^"]*)"', fragment)]


def in_order(commands):
    return sorted(json.dumps(command, sort_keys=True) for command in commands)


class Table:
    """A match driven by hand. `hands` are dealt over the seats, the rest of the table is as a match begins."""

    def __init__(self, *hands, **options):
        self.world = World(0.0, Scripted({}))
        self.state = GAME.setup(GAME.clean_options({"boss": False, **options}), NAMES[: len(hands)], self.world)
        self.told = []
        for seat, hand in zip(self.state.seats, hands, strict=True):
            seat.hand = in_order_of_the_table(hand.split())

    def does(self, seat, kind, **fields):
        step = GAME.apply(self.state, seat, {"type": kind, **fields}, self.world)
        self.state, self.told = step.state, [*self.told, Told(len(self.told) + 1, seat, "player", step.events)]
        return self

    def passes(self):
        while self.state.phase == "poll":
            self.does(self.state.to_act[0], "pass")
        return self

    def draws(self, name, viewer):
        return drawn(name, self.state, self.told, viewer)

    def layout(self, viewer=None):
        return laid_out(self.state, self.told, viewer)

    def says(self, viewer=None):
        return SCREEN.status(GAME.view(self.state, viewer), NAMES)


# Words ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", TABLES)
def test_whatever_happens_is_told_in_a_sentence(options):
    for seed in range(4):
        for _state, told in moments(**options, seed=seed):
            for event in told[-1].events:
                sentence = SCREEN.sentences[event["type"]](event, NAMES)
                assert sentence.endswith("."), event
                assert not re.search(r"[{}]|None|boss|\w_\w|  ", sentence), sentence


def test_every_event_of_the_page_has_a_sentence():
    assert set(SCREEN.sentences) == EVENTS


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        ({"type": "hit", "target": 1, "half_damage": 3, "broken": 0, "source": "great_will"},
         "A Great Last Will hits Bartholomew Longname: 1.5 points."),
        ({"type": "hit", "target": 0, "half_damage": 2, "broken": 1, "source": "boss"},
         "The Fiend strikes Ann: 1 point. 1 shield breaks."),
        ({"type": "hit", "target": "boss", "half_damage": 8, "broken": 0, "source": "bomb"},
         "Bombs on the Fiend go off: 4 points."),
        ({"type": "bomb_hung", "target": 2, "by": 0}, "A Bomb hangs on 小美 now, thanks to Ann."),
        ({"type": "bomb_hung", "target": 0, "by": 0}, "A Bomb hangs on Ann now."),
        ({"type": "bomb_hung", "target": "boss", "by": 3}, "A Bomb hangs on the Fiend now, thanks to Dee."),
        ({"type": "gave", "seat": 0, "target": "boss", "count": 2},
         "Ann gives the Fiend 2 cards: they go to the discard pile."),
        ({"type": "bomb_taken", "seat": 0, "target": 0}, "Ann takes off a Bomb of their own."),
        ({"type": "drew_cards", "seat": 0, "cards": ["shield", "shield", "gift"], "only": [0]},
         "You drew Shield ×2, Gift."),
        ({"type": "saw", "seat": 0, "cards": [], "only": [0]}, "You see an empty hand."),
        ({"type": "rewritten", "seat": 1, "pair": "gift", "actor": 0, "target": None},
         "A pair of Gift is spent: now Ann plays it."),
        ({"type": "played", "seat": 0, "card": "gamble", "target": "boss", "guess": "bomb", "override": True},
         "Ann overrides with Life Wager on the Fiend: the top card is “Bomb”."),
        ({"type": "bequeathed", "seat": 0, "target": None}, "Ann leaves the Last Will to nobody."),
        ({"type": "boss_healed", "half_hp": 13}, "Inferno feeds the Fiend: 6.5 of 8."),
        ({"type": "match_over", "winners": [0, 2], "reason": "last_standing"}, "Ann and 小美 share the win."),
    ],
)  # fmt: skip
def test_amounts_are_points_and_bodies_have_names(event, sentence):
    assert SCREEN.sentences[event["type"]](event, NAMES) == sentence


def test_the_headline_says_what_to_do_and_what_happens():
    table = Table("gift shield", "conjure", "bomb")
    assert table.says(0) == "Your turn: play a card, equip, or end"
    assert table.says(1) == table.says(None) == "Ann's turn"
    table.does(0, "play", card="gift", gift="shield", target=1)
    assert table.says(1) == "Ann plays Gift on you: override it?"
    assert table.says(2) == table.says(None) == "Ann plays Gift on Bartholomew Longname"
    table.passes()
    assert table.says(0) == "Your turn: equip, or end"


@pytest.mark.parametrize("options", TABLES)
def test_a_skip_says_what_is_played_from_public_facts(options):
    """Two views that differ in nothing public have the same words, whatever the default is."""
    for state, _told in moments(**options, seed=5):
        view = GAME.view(state, None)
        for seat in view["to_act"]:
            words, default = SCREEN.stand_in(view, seat), GAME.default(state, seat)
            assert words
            assert words == SCREEN.stand_in(GAME.view(state, seat) | {"you": None}, seat)
            assert (words == "end the turn") == (default["type"] == "end")
            assert (words == "pass") == (default["type"] == "pass")


def test_the_options_have_words():
    assert SCREEN.options.keys() == GAME.clean_options({}).keys()
    for option in GAME.options:
        if not isinstance(option.allowed, range):
            assert set(SCREEN.options[option.key].values) == set(option.allowed)


# Fragments ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", TABLES)
def test_each_legal_command_is_one_form_of_its_player_and_nothing_else_is(options):
    for number, (state, told) in enumerate(moments(**options, seed=2)):
        acting = GAME.view(state, None)["to_act"]
        for viewer in acting + [seat for seat in range(options["seats"]) if number % 9 == 0 and seat not in acting]:
            assert in_order(given(page(state, told, viewer))) == in_order(GAME.commands(state, viewer))


@pytest.mark.parametrize("options", TABLES)
def test_each_fragment_is_one_element_with_its_own_id(options):
    for number, (state, told) in enumerate(moments(**options, seed=3)):
        if number % 7 and not GAME.view(state, None)["over"]:
            continue
        for viewer in (0, 1, None, "host"):
            seen = []
            for name in ("board", "hand", "prompt"):
                fragment = drawn(name, state, told, viewer)
                assert fragment.startswith(f'<section id="{name}" ')
                assert fragment.count("<section") == 1
                assert fragment.endswith("</section>")
                assert "style=" not in fragment
                seen += re.findall(r'\bid="([^"]*)"', fragment)
            assert len(seen) == len(set(seen))


def test_every_card_shows_its_english_and_its_chinese_name():
    table = Table("gift conjure top_plunderer extra_turn great_will one", "shield")
    hand = re.sub(r"</?span>", "", table.draws("hand", 0))
    for kind in ("gift", "conjure", "one"):
        assert CARDS[kind].name in hand
        assert CARDS[kind].chinese in hand
    assert "顶级掠夺者" in hand
    assert "额外回合卡" in hand
    assert "遗志1.5" in hand


def test_cards_of_one_kind_lie_together_and_those_that_can_be_used_are_lit():
    table = Table("shield shield bomb gift", "conjure")
    hand = {card["kind"]: card for card in table.layout(0)["hand"]}
    assert [card["count"] for card in hand.values()] == [2, 1, 1]
    assert {kind for kind, card in hand.items() if card["lit"]} == {"shield", "gift"}
    assert hand["gift"]["aims"] == "1"
    assert not any(card["lit"] for card in table.layout(1)["hand"])


def test_four_numbers_make_a_small_bomb_in_hand():
    table = Table("one two three four", "shield", "shield")
    bomb = next(card for card in table.layout(0)["hand"] if card["kind"] == "minibomb")
    assert [option["name"] for option in bomb["ways"]["options"]] == NAMES[1:3]
    assert bomb["slot"] == SLOTS["minibomb"]


def test_a_gift_is_chosen_before_its_receiver():
    ways = next(card for card in Table("gift bomb shield", "one", "two").layout(0)["hand"] if card["kind"] == "gift")
    assert [way["name"] for way in ways["ways"]["ways"]] == ["Shield", "Bomb"]
    for way in ways["ways"]["ways"]:
        assert [option["aims"] for option in way["then"]["options"]] == ["1", "2"]


def test_a_wager_names_the_card_and_then_the_victim():
    wager = next(card for card in Table("gamble", "one", "two").layout(0)["hand"] if card["kind"] == "gamble")
    guesses = wager["ways"]["ways"]
    assert len(guesses) == sum(card.copies > 0 for card in CARDS.values())
    assert {len(guess["then"]["options"]) for guess in guesses} == {2}


def test_fate_is_one_panel_of_three_steps():
    table = Table("gift shield", "shield shield defuse defuse", "conjure")
    table.state.seats[1].equipment = ("fatebinder",)
    table.does(0, "play", card="gift", gift="shield", target=2).does(1, "fate").passes()
    steps = table.layout(1)["prompt"]["ways"]
    assert [way["name"] for way in steps["ways"]] == ["Shield", "Defuse"]
    assert [way["name"] for way in steps["ways"][0]["then"]["ways"]] == NAMES[:3]
    assert [one["aims"] for one in steps["ways"][0]["then"]["ways"][0]["then"]["options"]] == ["1", "2"]
    assert table.layout(0)["prompt"]["kind"] == "waiting"


def test_a_pair_alone_lies_open_at_once():
    table = Table("gift shield", "defuse defuse", "conjure")
    table.state.seats[1].equipment = ("fatebinder",)
    table.does(0, "play", card="gift", gift="shield", target=2).does(1, "fate").passes()
    assert len(re.findall(r"<input[^>]* checked", table.draws("prompt", 1))) == 1


@pytest.mark.parametrize(
    ("hand", "equipment", "lit", "dark"),
    [("shield shield", ("fatebinder",), 1, 0), ("shield", ("fatebinder",), 0, 1), ("shield shield", (), 0, 0)],
)
def test_fate_is_there_for_a_fatebinder_alone_and_dark_without_a_pair(hand, equipment, lit, dark):
    table = Table("gift shield", hand, "one")
    table.state.seats[1].equipment = equipment
    prompt = table.does(0, "play", card="gift", gift="shield", target=2).draws("prompt", 1)
    assert given(prompt).count({"type": "fate"}) == lit
    assert prompt.count("disabled") == dark
    assert given(prompt).count({"type": "pass"}) == 1


# Secrets --------------------------------------------------------------------------------------------------------------


def test_what_others_see_is_the_same_whatever_is_in_a_hand():
    one = Table("gift bomb", "conjure conjure", "swap")
    other = Table("gift shield", "bomb bomb", "gift")
    for table, gift in ((one, "bomb"), (other, "shield")):
        table.does(0, "play", card="gift", gift=gift, target=2)
    for viewer in (None, "host"):
        assert page(one.state, one.told, viewer) == page(other.state, other.told, viewer)
    assert one.draws("prompt", 1) != other.draws("prompt", 1)
    one.state.seats[2].hand = other.state.seats[2].hand
    assert page(one.state, one.told, 2) == page(other.state, other.told, 2)


def test_a_fate_that_lies_on_a_card_is_seen_by_its_fatebinder_alone():
    tables = [Table("gift shield", "shield shield", "one") for _way in range(2)]
    for table, answer in zip(tables, ("fate", "pass"), strict=True):
        table.state.seats[1].equipment = ("fatebinder",)
        table.does(0, "play", card="gift", gift="shield", target=2).does(1, answer)
    armed, let_go = tables
    for viewer in (0, 2, None):
        assert page(armed.state, armed.told, viewer) == page(let_go.state, let_go.told, viewer)
    assert "Your Fate lies on the card" in armed.draws("prompt", 1)


@pytest.mark.parametrize("options", TABLES)
def test_a_spectator_sees_neither_hands_nor_panels(options):
    for number, (state, told) in enumerate(moments(**options, seed=4)):
        if number % 5 == 0:
            assert drawn("hand", state, told, None).endswith("hidden></section>")
            assert drawn("prompt", state, told, None).endswith("hidden></section>")
            assert not given(page(state, told, None))


@pytest.mark.parametrize("options", TABLES)
def test_the_board_knows_nothing_but_what_everybody_may_know(options):
    """It is drawn once for all: for a player's eyes it would be the same, but for how one is spoken to."""
    for number, (state, told) in enumerate(moments(**options, seed=6)):
        if number % 6 == 0:
            known = laid_out(state, told, None)
            for viewer in range(options["seats"]):
                mine = laid_out(state, told, viewer)
                for part in ("show", "fiend", "marks", "piles", "lying", "latest", "places", "absent"):
                    assert mine[part] == known[part], part


def test_passing_for_a_player_is_offered_alike_whatever_the_hand_holds():
    """The switch and the form that it gives stand in every poll, with a hand that beats the card or without."""
    switches = []
    for hand in ("conjure gift", "bomb bomb"):
        table = Table("swap shield", hand, "one two").does(0, "play", card="swap", target=2)
        prompt = table.draws("prompt", 1)
        assert given(prompt).count({"type": "pass"}) == 1
        switches.append(re.search(r"<auto-pass.*</auto-pass>", prompt, re.DOTALL)[0])
    assert switches[0] == switches[1]


def test_the_switch_names_the_turn_and_the_round_that_it_is_for():
    table = Table("shield", "shield", "shield")
    names = []
    for _turn in range(4):
        names.append(table.layout(2)["scope"])
        table.does(table.state.to_act[0], "end")
    assert len({name["turn"] for name in names}) == 4
    assert [name["round"] for name in names] == ["1", "1", "1", "2"]
    table.state.seats[2].status = "dead"
    assert table.layout(2)["scope"] is None


# The table ------------------------------------------------------------------------------------------------------------


def test_own_lent_and_borrowed_shields_are_told_apart():
    table = Table("crown", "shield", "one")
    table.state.seats[0].shields = 3
    table.does(0, "equip", card="crown").does(0, "lend", target=1, count=2)
    ann, bob = table.layout()["places"][:2]
    assert [plate["state"] for plate in ann["plates"]] == ["own", "lent", "lent", "open"]
    assert [plate["state"] for plate in bob["plates"] if plate["ring"] == "outer"] == ["borrowed", "borrowed"]
    assert "2 lent" in ann["spoken"]
    assert "+2 from Ann" in bob["spoken"]


def test_whatever_holds_for_a_seat_is_on_its_place_in_words():
    table = Table("shield", "shield", "shield", "one")
    ann, bob, cy, dee = table.state.seats
    ann.status, ann.ghost_until, ann.silenced, ann.bombs = "ghost", 3, True, 2
    bob.bedrock, bob.equipment, bob.will_due = True, ("miracle", "crown"), "will"
    cy.borrowed = (Loan(1, 1), Loan(3, 2))
    dee.status, dee.returning = "dead", True
    spoken = [place["spoken"] for place in table.layout()["places"]]
    for words in ("1 card", "2 bombs on them", "ghost till round 3", "can't act this round"):
        assert words in spoken[0]
    for words in ("Bedrock: shields ×2", "Miracle", "Crown", "Last Will due"):
        assert words in spoken[1]
    assert "+1 from Bartholomew Longname, +2 from Dee" in spoken[2]
    assert "comes back" in spoken[3]
    assert "card" not in spoken[3]


def test_the_fiends_bar_shows_this_round_and_its_life():
    table = Table("shield", "shield", "shield")
    assert table.layout()["fiend"] is None
    fiend = table.state.fiend
    fiend.status, fiend.half_hp, fiend.target, fiend.rounds = "present", 11, 2, 3
    fiend.bombs, fiend.helpers = 1, (0, 1)
    bar = table.layout()["fiend"]
    assert bar["cells"] == ["full"] * 5 + ["half"] + ["gone"] * 2
    assert bar["aims"] == "aims at 小美 this round: 2 points"
    assert bar["helpers"] == "Ann and Bartholomew Longname"
    assert "1 bomb on it" in table.draws("board", None)


def test_a_pending_detonator_and_a_burning_inferno_lie_on_the_table():
    table = Table("detonate inferno", "shield")
    assert not table.layout()["marks"]
    table.does(0, "play", card="detonate").passes()
    table.state.turn.played = False
    table.does(0, "play", card="inferno").passes()
    assert [mark["word"] for mark in table.layout()["marks"]] == [
        "Detonator: next damage ×2",
        "Inferno: 3 round ends left",
    ]


def test_the_poll_shows_the_card_who_is_asked_and_who_has_passed():
    table = Table("gift shield", "one", "two", "three")
    table.does(0, "play", card="gift", gift="shield", target=3).does(1, "pass")
    assert table.layout()["lying"]["says"] == "Ann plays Gift on Dee"
    assert [place["tag"] and place["tag"]["word"] for place in table.layout()["places"]] == [
        "turn", "passed", "asked", None,
    ]  # fmt: skip


def test_the_discard_and_the_destroyed_pile_are_open_by_kind():
    table = Table("shield", "shield")
    table.state.discard, table.state.destroyed = ("shield", "shield", "gift"), ("miracle",)
    board = re.sub(r"</?a\b[^>]*>", "", table.draws("board", None))
    assert "<b>2×</b> Shield" in board
    assert "<b>1×</b> Gift" in board
    assert "<b>1×</b> Miracle" in board


# The show -------------------------------------------------------------------------------------------------------------


def test_the_end_of_a_round_is_told_step_by_step():
    table = Table("shield", "shield", "shield")
    table.state.seats[1].bombs, table.state.seats[2].bombs, table.state.seats[2].shields = 1, 1, 4
    for _turn in range(3):
        table.does(table.state.to_act[0], "end")
    show = table.layout()["show"]
    assert [caption["text"] for caption in show.captions] == [
        "Bombs on Bartholomew Longname go off: 2 points.",
        "Bombs on 小美 go off: 2 points. 4 shields break.",
        "Bartholomew Longname dies.",
        "Round 2: Ann is first.",
    ]
    bob, cy = table.layout()["places"][1:]
    assert bob["fell"] == show.captions[2]["step"]
    assert cy["fell"] is None
    assert len(cy["shards"]) == 4
    assert {shard["until"] for shard in cy["shards"]} == {show.captions[1]["step"] + 1}
    assert len(bob["going_off"]["count"]) == 1


def test_doubled_bombs_are_counted_as_they_hung():
    table = Table("detonate", "shield", "shield")
    table.does(0, "play", card="detonate").passes()
    table.state.seats[1].bombs = 2
    for _turn in range(3):
        table.does(table.state.to_act[0], "end")
    assert len(table.layout()["places"][1]["going_off"]["count"]) == 2


@pytest.mark.parametrize("options", TABLES)
def test_a_show_fits_and_ends_with_its_last_caption(options):
    shown = 0
    for state, told in moments(**options, seed=8):
        layout = laid_out(state, told, None)
        show = layout["show"]
        if show:
            shown += 1
            assert 0 < show.end <= LONGEST
            assert show.captions[-1]["until"] == show.end
            assert all(caption["text"] for caption in show.captions)
            for place in layout["places"]:
                assert (place["fell"] is None) or place["status"] == "dead"
    assert shown


def test_what_is_done_in_the_turn_after_it_leaves_a_running_show_alone():
    """Animations begin anew where an element is new, or its step changes."""
    table = Table("shield shield gift", "shield", "shield")
    table.state.seats[1].bombs, table.state.seats[1].shields = 1, 4
    for _turn in range(3):
        table.does(table.state.to_act[0], "end")
    timing = re.compile(r'(?:id="(?:place|captions|pass|latest)-[^"]*"|data-(?:step|until)="\d+")')
    before = timing.findall(table.draws("board", None))
    assert before
    table.does(0, "equip", card="shield")
    table.does(0, "play", card="gift", gift="shield", target=1)
    assert timing.findall(table.draws("board", None)) == before
    table.passes().does(0, "end")
    assert table.layout()["show"] is None


# The end --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", TABLES)
def test_the_result_names_the_winners_in_three_lines(options):
    state, told = list(moments(**options, seed=9))[-1]
    view = GAME.view(state, None)
    result = laid_out(state, told, 0)["result"]
    assert len(result["lines"]) == 3
    assert all(result["lines"])
    assert all(NAMES[seat] in result["headline"] for seat in view["winners"])
    assert result["headline"] in drawn("board", state, told, None)
    without_history = laid_out(state, [], None)["result"]
    assert without_history["headline"] == result["headline"]
    assert without_history["lines"][:2] == result["lines"][:2]


@pytest.mark.parametrize(
    ("dead", "winners", "line"),
    [
        ((1,), (0,), "Nobody else is left standing."),
        ((0, 1), (), "Nobody is left standing."),
        ((), (), "The last round is over, and more than one side still stands."),
    ],
)
def test_each_end_has_its_own_words(dead, winners, line):
    table = Table("shield", "shield")
    ended = copy.deepcopy(table.state)
    ended.phase, ended.to_act, ended.turns, ended.winners = "over", (), [], winners
    for seat in dead:
        ended.seats[seat].status = "dead"
    assert laid_out(ended, [], None)["result"]["lines"][0] == line
