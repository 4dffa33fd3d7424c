"""What the pages show: every kind of moment in the life of a room, set up behind the page instead of clicked.

A tour is one room of a game, from its lobby to the replay of its match, which is played by chance from a fixed seed,
with as many seats and as long names as a table takes. It stops wherever somebody sees what they have not seen before.
"""

import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import timedelta

import pytest
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.db import connection, transaction
from django.utils import timezone

from games import engine, matches, pairing, rooms, sanctions, screens, tables
from games.models import Match, Person, Presence, Room
from standoff.sessions import SessionStore
from tests.factories import make_member

GAMES = [game.slug for game in engine.all()]
OPTIONS = {
    "standoff": {"lives": 2},
    "embers": {"pace": "slow"},
    "seven_rounds": {"host": False, "round_seconds": 120},
    "showdown": {"plan_seconds": 300, "turn_cap": 10},
    "twenty_seven": {"mode": "custom", "seconds": 120},
}
"""Time enough to look, and an end that comes."""

ROOMS = [
    *(pytest.param(game, {}, id=game) for game in GAMES),
    pytest.param("seven_rounds", {"host": True}, id="seven_rounds with a host"),
]
"""The tables that a tour leads around: each game, and the one that a host without a seat may run."""

PLAIN = [
    "/", "/tables/", "/ranked/", "/ranked/standoff/", "/account/sign-in/", "/account/sign-up/", "/account/reset/",
    "/account/reset/sent/", "/replay/", "/nothing/here/", "/r/QQQQQQ/",
    *(f"/{page}/{game}/" for game in GAMES for page in ("new", "rules")),
]  # fmt: skip
"""Pages for everybody that need no room: the doors, the forms, the rules, and what is not there."""

OWN = [
    "/", "/tables/", "/ranked/", "/ranked/standoff/", "/ranked/wait/", "/account/", "/account/name/", "/account/email/",
    "/account/password/", "/account/delete/",
]  # fmt: skip
"""Pages that look different to a member, or are for members alone."""

UNFOLD = """() => {
  for (const one of document.querySelectorAll('main details')) one.open = true;
  document.querySelector('#hand :is(input[type=radio], button):enabled')?.click();
  document.querySelector('#prompt input[type=radio]:enabled')?.click();
}"""


def aside(do):
    """Return do(), done in a thread of its own: playwright keeps an event loop running in this one."""

    def done():
        try:
            return do()
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(done).result()


def long_names(count):
    """So many names of 20 visible characters, as wide as they come in either script."""
    return [
        f"欧阳司马诸葛上官皇甫尉迟公孙慕容令狐{chr(0x7532 + n)}甲" if n % 2 else "W" * 19 + chr(65 + n)
        for n in range(count)
    ]


def seated(game, names, options=None, **facts):
    """A room with these people around it, who stay for as long as the test takes; the first is the host."""
    now = timezone.now()
    people = [Person.objects.create(name=name) for name in names]
    room = rooms.open_room(people[0], names[0], game, options or {}, now=now, **facts)
    for person in people[1:]:
        rooms.join(room, person, person.name, now)
    Presence.objects.filter(room=room).update(until=now + timedelta(hours=1))
    room.refresh_from_db()
    return room, people


def begun(room, seed):
    """Start a match whose chance follows from this seed alone."""
    match = rooms.start(room, timezone.now())
    game = engine.get(match.game)
    match.seed = f"{seed:032x}"
    state = game.setup(match.options, match.names, engine.World(0.0, matches.chance_of(match, 0)))
    match.state = game.dump(state)
    match.save(update_fields=["seed", "state"])
    matches.touch(room)
    return match


def moves(match, rng, but=()):
    """Give one command of somebody who owes one, by chance, `but` not of these; return the match after it."""
    game = engine.get(match.game)
    state = game.load(match.state)
    actor = rng.choice([one for one in game.view(state, None)["to_act"] if one not in but])
    command = game.default(state, actor) if actor == "host" else game.sample(state, actor, engine.Chance(rng.random()))
    return matches.play(match.pk, actor, command, cause="player", now=timezone.now())


def asked(match, person):
    """What this player's page asks or tells: the kind of its prompt."""
    table = tables.load(match.room_id)
    who = tables.who(table, person, "en", "")
    view = table.game.view(table.state, who.viewer)
    prompt = screens.get(match.game).layout(view, screens.commands(table, who), [])["prompt"] or {}
    return "over" if view["over"] else prompt.get("kind", view["phase"])


@dataclass(frozen=True)
class Scene:
    """A moment: who looks (None: a stranger), at which page, and what sets it apart."""

    person: Person | None
    path: str
    kind: str


def tour(game, seats=None, seed=1, **options):
    """Stop at each kind of moment in the life of a room: in the lobby for each kind of person, in the match for the
    host, who plays, and once for a spectator and the big screen; at the end for the replay."""
    rng, met = random.Random(seed), set()
    names = long_names(seats or engine.get(game).max_seats)
    room, people = aside(lambda: seated(game, names, OPTIONS[game] | options))
    path = f"/r/{room.code}/"
    yield Scene(None, path, "lobby, newcomer")
    yield Scene(people[1], path, "lobby, guest")
    yield Scene(people[0], path, "lobby, host")
    started = aside(lambda: begun(room, seed))

    def goes_on():
        Presence.objects.filter(room=room).update(until=timezone.now() + timedelta(hours=1))
        Room.objects.filter(pk=room.pk).update(host=people[0])  # whose page was closed, which hands the role on
        match = Match.objects.select_related("room").get(pk=started.pk)
        while (kind := asked(match, people[0])) in met:
            match = moves(match, rng)
        met.add(kind)
        return kind

    while "over" not in met:
        yield Scene(people[0], path, aside(goes_on))
        if len(met) == 2:
            yield Scene(None, path, "match, spectator")
            yield Scene(None, f"{path}screen/", "match, screen")
    yield Scene(None, f"{path}screen/", "over, screen")
    yield Scene(people[1], f"{path}replay/1/?step=12&as=1", "replay")


def around():
    """Stop at the pages that need no room: as a stranger; as a member who has been warned, has played a ranked match,
    sits at a public table, and waits for the next; and as one who has been banned."""
    for path in PLAIN:
        yield Scene(None, path, path)

    def becomes_known():
        members = [make_member(name) for name in long_names(2)]
        with transaction.atomic():
            terms = pairing.TERMS["standoff"]
            match = rooms.open_ranked(members, "standoff", terms.options, clock=terms.clock, now=timezone.now())
        rng = random.Random(1)
        while match.ended_at is None:
            match = moves(match, rng)
        room = rooms.open_room(members[0], members[0].name, "embers", {}, now=timezone.now(), visibility="public")
        rooms.join(room, members[1], members[1].name, timezone.now())
        rooms.start(room, timezone.now())
        sanctions.impose(members[0], "warning", "W" * 60, by=None, now=timezone.now())
        pairing.join(members[0], "standoff", timezone.now())
        return members, f"/r/{match.room.code}/"

    members, ranked = aside(becomes_known)
    for path in OWN:
        yield Scene(members[0], path, f"{path} of a member")
    yield Scene(members[0], ranked, "ranked, over")
    aside(lambda: sanctions.impose(members[1], "ban", "W" * 60, by=None, now=timezone.now()))
    yield Scene(members[1], "/", "banned")


class Eyes:
    """A browser that looks at scenes through whosever eyes, in a language and a colour scheme."""

    def __init__(self, browser):
        self.browser, self.page, self.url = browser, browser.page, browser.site.url
        self.keys = {}

    def look(self, person, path, language="en", scheme="light", unfold=False):
        """Show a page as this person sees it; `unfold` opens what is folded, and picks what can be picked first."""
        cookies = {settings.LANGUAGE_COOKIE_NAME: language}
        if person is not None:
            if person.pk not in self.keys:
                self.keys[person.pk] = aside(lambda: session_of(person))
            cookies[settings.SESSION_COOKIE_NAME] = self.keys[person.pk]
        self.browser.context.clear_cookies()
        self.browser.context.add_cookies([{"name": name, "value": cookies[name], "url": self.url} for name in cookies])
        self.page.emulate_media(color_scheme=scheme)
        answer = self.page.goto(self.url + path)
        assert answer.status < 500, (path, answer.status)
        if unfold:
            self.page.evaluate(UNFOLD)
            self.page.wait_for_function("() => !document.querySelector('.htmx-request')")


def session_of(person):
    """Return the key of a new session of this person's."""
    session = SessionStore()
    session["person"] = str(person.pk)
    if person.user is not None:
        session[SESSION_KEY] = str(person.user_id)
        session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
        session[HASH_SESSION_KEY] = person.user.get_session_auth_hash()
    session.save()
    return session.session_key
