"""Secrets, proved from outside: one hidden choice, made in two ways, changes no byte that anybody else receives.

Two tables play the same moves. At a choice that the engine calls hidden (a spectator's view and the public events are
the same for both ways), one table goes one way and the other the other. Everything that the other seats, a spectator
and a stranger are sent must be the same: the page, the fragments that answer htmx, view.json, the links of the replay,
and every message of the socket, in content, number and order. So must everything that any big screen is sent, the
chooser's own too. Room codes, tokens, clock readings and the numbers of people's presence apart.
"""

import json
import random
import re
from datetime import timedelta

import pytest

from games import engine, matches, rooms, screens
from games.models import Match
from tests.drive import Player, Window, table

pytestmark = pytest.mark.django_db(transaction=True)

SEATS = {"standoff": 4, "embers": 4, "seven_rounds": 5, "showdown": 3, "twenty_seven": 4}
OPTIONS = {
    "standoff": [{"set": str(number)} for number in range(1, 7)],
    "embers": [{}, {"mode": "teams"}],
    "seven_rounds": [{"host": "false"}],
    "showdown": [{}],
    "twenty_seven": [{}, {"teams": "true"}],
}
CASES = [(screen.slug, options) for screen in screens.playable() for options in OPTIONS[screen.slug]]
SEED, DEEPEST = 1, 40
"""The chance of all matches, and the moves played in search of a hidden choice: with this seed every game has one."""


def options_of(game, state, actor, rng, most=12):
    """Some commands of an actor, drawn by the engine's own sampling: a list may be endless."""
    return [game.sample(state, actor, engine.Chance(rng.random())) for _ in range(most)]


def hidden_pair(match, rng):
    """Return (seat, one command, another) such that by the engine nobody else can tell which was given; else None."""
    game = engine.get(match.game)
    state = game.load(match.state)
    acting = [seat for seat in game.view(state, None)["to_act"] if isinstance(seat, int)]
    rng.shuffle(acting)
    for seat in acting:
        ways = []
        for command in options_of(game, state, seat, rng):
            world = engine.World(
                matches.match_time(match, match.started_at), matches.chance_of(match, match.version + 1)
            )
            step = game.apply(state, seat, command, world)
            others = [viewer for viewer in range(len(match.names)) if viewer != seat]
            seen = [game.view(step.state, viewer) for viewer in [None, *others]]
            told = [event for event in step.events if "only" not in event]
            ways.append((command, json.dumps([seen, told], sort_keys=True)))
        for command, outside in ways:
            for other, same in ways:
                if outside == same and command != other:
                    return seat, command, other
    return None


def plain(text, code):
    """What a page says, without the room's code, tokens, clock readings and the numbers of people's presence."""
    text = text.replace(code, "CODE")
    text = re.sub(r'(CSRFToken": "|csrfmiddlewaretoken" value=")\w+', r"\1", text)
    text = re.sub(r'(name="spectator" value=")\d+', r"\1", text)
    return re.sub(r'data-(now|deadline)="\d+"|<!--now \d+-->', "", text)


class Table:
    """One of the two tables: its players, a spectator and a stranger, and the windows of all but the chooser."""

    def __init__(self, slug, options, loop):
        self.players = table(SEATS[slug], slug, start=False, **options)
        self.code = self.players[0].code
        self.watcher, self.stranger = Player("Gus"), Player("Zed")
        self.stranger.code = self.code
        self.loop = loop
        self.players[0].posts("start")
        self.watcher.joins(self.code)
        self.windows = {}

    @property
    def match(self):
        return Match.objects.select_related("room").get(room__code=self.code)

    def opens_windows(self, chooser):
        for name, who in self.others(chooser).items():
            self.windows[name] = Window(who, self.loop)
        self.windows["big screen"] = Window(self.players[chooser], self.loop, query="?screen=1")
        for window in self.windows.values():
            window.catches_up()

    def others(self, chooser):
        seats = {f"seat {number}": who for number, who in enumerate(self.players) if number != chooser}
        return seats | {"spectator": self.watcher, "stranger": self.stranger}

    def received(self, chooser):
        """Everything that the others have received, by who and how."""
        got = {}
        for name, who in self.others(chooser).items():
            self.windows[name].catches_up()
            got[name, "page"] = plain(who.page().content.decode(), self.code)
            got[name, "fragments"] = plain(who.page(**{"HX-Request": "true"}).content.decode(), self.code)
            got[name, "view.json"] = json.dumps(who.sees() | {"deadline": ""})
            got[name, "socket"] = [plain(frame, self.code) for frame in self.windows[name].frames]
            got[name, "home"] = plain(who.client.get("/").content.decode(), self.code)
            for link in ("replay/1/", "replay/1/?step=1&as=all", "replay/1.json"):
                got[name, link] = plain(who.client.get(f"/r/{self.code}/{link}").content.decode(), self.code)
        screen = self.players[chooser].client.get(f"/r/{self.code}/screen/")
        page = re.sub('class="qr".*?</svg>', "", screen.content.decode(), flags=re.S)  # the room's address
        got["big screen", "page"] = plain(page, self.code)
        self.windows["big screen"].catches_up()
        got["big screen", "socket"] = [plain(frame, self.code) for frame in self.windows["big screen"].frames]
        return got


@pytest.mark.parametrize(
    ("slug", "options"), CASES, ids=[f"{slug}-{'-'.join(options.values())}" for slug, options in CASES]
)
def test_a_hidden_choice_changes_nothing_that_others_receive(slug, options, loop, monkeypatch):
    for lease in ("PAGE_LEASE", "SOCKET_LEASE"):  # who is here must not depend on how fast this machine is
        monkeypatch.setattr(rooms, lease, timedelta(hours=1))
    rng = random.Random(slug + str(options))
    one, other = Table(slug, options, loop), Table(slug, options, loop)
    game, first = engine.get(slug), one.match
    first.seed = f"{SEED:032x}"
    first.state = game.dump(game.setup(first.options, first.names, engine.World(0.0, matches.chance_of(first, 0))))
    first.save(update_fields=["seed", "state"])
    Match.objects.filter(pk=other.match.pk).update(
        seed=first.seed, state=first.state, started_at=first.started_at, deadline=first.deadline, due_at=first.due_at
    )
    for _depth in range(DEEPEST):
        pair = hidden_pair(one.match, rng)
        if pair is not None and one.match.version > 3:
            break
        state = game.load(one.match.state)
        actor = rng.choice(game.view(state, None)["to_act"])
        command = rng.choice(options_of(game, state, actor, rng))
        for side in (one, other):
            assert side.players[actor].gives(command).status_code == 302
        assert one.match.ended_at is None
    assert pair is not None, "no hidden choice was met"
    seat, command, another = pair
    for side, given in ((one, command), (other, another)):
        side.opens_windows(seat)
        assert side.players[seat].gives(given).status_code == 302
    mine, theirs = one.received(seat), other.received(seat)
    for key, text in mine.items():
        assert text == theirs[key], key
    for side in (one, other):
        for window in side.windows.values():
            window.closes()
