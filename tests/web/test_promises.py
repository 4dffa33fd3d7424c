"""Promises of trust that belong to no one part: coming back, shared time, secrets, tables held hostage."""

import asyncio
import contextlib
import random
import re
from datetime import timedelta
from unittest.mock import AsyncMock

import pytest
from django.db.models import Model
from django.test.signals import template_rendered
from django.utils import timezone

from games import broadcast, clock, engine, matches, rooms, screens, tables
from games.models import Match, Presence
from games.refusals import Refused
from tests.drive import Player, Window, room_of, table
from tests.factories import PACE, PersonFactory, make_match, play_on
from tests.web.test_leaks import plain
from tests.web.test_permissions import ADDRESSES, PHASES, expected, scene, undone
from tests.web.test_screen import pieces

SLUGS = [game.slug for game in engine.all()]

pytestmark = pytest.mark.django_db


# Coming back ---------------------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("phase", PHASES)
def test_in_any_state_a_page_loaded_anew_shows_what_a_window_shows(phase, loop):
    """With nothing but the session's cookie: nothing is remembered by the browser."""
    people = scene(phase)
    for name in ("host", "player", "spectator"):
        window = Window(people[name], loop)
        window.catches_up()
        anew = Player(people[name].name)
        anew.code = people[name].code
        anew.client.cookies["sessionid"] = people[name].client.cookies["sessionid"].value
        page = pieces(anew.page().content.decode())
        assert list(page) == list(screens.FRAGMENTS)
        assert pieces(window.frames[0]) == page
        window.closes()


@pytest.mark.parametrize("phase", PHASES)
def test_nobody_is_ever_unable_to_open_or_join_another_room(phase):
    people = scene(phase)
    for who in ("host", "player", "spectator", "left", "kicked"):
        here = people[who]
        if who != "kicked":
            assert here.posts("leave").status_code in (302, 403)
        other = Player("Zed")
        other.opens()
        assert here.joins(other.code).status_code == 302
        assert here.sees()["viewer"] == 1
        here.opens("twenty_seven")
        assert here.sees()["viewer"] == 0


# Time ----------------------------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("action", ["add-time", "pause"])
def test_added_time_and_a_pause_show_on_every_screen_within_a_second(action, loop):
    ann, bob = table(2, clock="60")
    gus, zed = Player("Gus"), Player("Zed")
    gus.joins(ann.code)
    zed.code = ann.code
    windows = [Window(who, loop) for who in (ann, bob, gus, zed)] + [Window(zed, loop, query="?screen=1")]
    for window in windows:
        window.catches_up()
    before = [shown_deadline(window) for window in windows]
    assert len(set(before)) == 1
    assert before[0]
    ann.posts(f"host/{action}", **({"seconds": "30"} if action == "add-time" else {}))
    for window, deadline in zip(windows, before, strict=True):
        if action == "pause":
            assert window.waits(lambda window=window: "paused" in window.frames[-1].lower(), seconds=1)
        else:
            later = deadline + 30_000
            assert window.waits(lambda window=window, later=later: shown_deadline(window) == later, seconds=1)
        window.closes()


def shown_deadline(window):
    """The deadline that a window's countdown goes by, in milliseconds."""
    found = [text for frame in window.frames for text in re.findall(r'data-deadline="(\d+)"', frame)]
    return int(found[-1]) if found else None


@pytest.mark.django_db(transaction=True)
def test_one_players_connection_changes_nobodys_time(loop):
    ann, bob, cy = table(3, clock="60", at_zero="auto")
    match = Match.objects.get()
    times = (match.deadline, match.due_at, match.wait_seconds)
    for _ in range(3):
        window = Window(bob, loop)
        window.catches_up()
        cy.page()
        window.closes()
    Presence.objects.filter(person=bob.person).update(until=timezone.now() - timedelta(seconds=30))
    rooms.sweep(timezone.now(), timezone.now() - timedelta(minutes=1))
    cy.posts("leave")
    match.refresh_from_db()
    assert (match.deadline, match.wait_seconds) == (times[0], times[2])
    for who in (ann, bob):
        assert who.sees()["deadline"] == times[0].isoformat().replace("+00:00", "Z")


def test_what_was_played_for_somebody_is_named_before_and_marked_in_the_log():
    ann, bob = table(2, lives="9")
    ann.gives({"type": "choose", "card": "0:5"})
    before = ann.page().content.decode()
    assert marks(ann) == []
    named = pieces(before)["host"]
    assert "Bob" in named
    assert "Reload" in named
    ann.posts("host/skip")
    for who in (ann, bob):
        assert marks(who) == ["the host skipped Bob"]
    Match.objects.update(deadline=timezone.now() - timedelta(seconds=9), automatic=True, due_at=timezone.now())
    clock.settle(Match.objects.get().pk, timezone.now())
    assert marks(bob) == ["the host skipped Bob", "automatic, for Ann", "automatic, for Bob"]


def marks(who):
    """What the log says of choices that were not their player's own, oldest first."""
    return re.findall(r'<p class="cause">([^<]+)</p>', pieces(who.page().content.decode())["log"])


# Secrets -------------------------------------------------------------------------------------------------------------


def reachable(value, most=6):
    """Everything that a template could get at from a value by key, index or attribute, so many steps deep."""
    seen, queue = set(), [(value, 0)]
    while queue:
        one, depth = queue.pop()
        if id(one) in seen or isinstance(one, (str, int, float, bytes, type(None), type)):
            continue
        seen.add(id(one))
        yield one
        if depth == most or isinstance(one, Model) or type(one).__module__.startswith("django"):
            continue
        if isinstance(one, dict):
            inside = one.values()
        elif isinstance(one, (list, tuple, set, frozenset)):
            inside = one
        else:
            inside = vars(one).values() if hasattr(one, "__dict__") and not callable(one) else ()
        queue += [(inner, depth + 1) for inner in inside]


@pytest.mark.parametrize("slug", SLUGS)
def test_templates_are_given_views_and_never_the_state(slug):
    players = table(4, slug, **({"host": "false"} if slug == "seven_rounds" else {}))
    match = play_on(Match.objects.select_related("room").get(), seed=4, commands=7)
    states = type(engine.get(slug).load(match.state))
    zed = Player("Zed")
    zed.code = players[0].code
    given = []

    def hear(context, **_facts):
        given.extend(part for layer in context for part in layer.values())

    template_rendered.connect(hear)
    try:
        for who in (*players, zed):
            for path in ("", "screen/"):
                assert who.client.get(f"/r/{who.code}/{path}").status_code == 200
    finally:
        template_rendered.disconnect(hear)
    assert given
    assert [one for one in reachable({"table": [tables.load(match.room_id)]}) if isinstance(one, states)]
    found = [type(one) for value in given for one in reachable(value) if isinstance(one, (states, tables.Table, Match))]
    assert not found


def test_what_a_seat_may_not_see_is_on_no_page_of_the_site():
    """Whoever sits at the table asks for every page there is, after another seat has chosen one card, or another."""
    ann, bob = table(2)
    Match.objects.update(deadline=None)
    looks = sorted({route for (route, _letter), (method, _) in expected().items() if method == "GET"})
    seen = []
    for card in ("1:6", "1:5"):
        with undone():
            assert bob.gives({"type": "choose", "card": card}).status_code == 302
            seen.append({route: looked_at(ann, route) for route in looks if route not in ("healthz", "metrics")})
    assert seen[0] == seen[1]
    assert sum("You" in text or "Ann" in text for text in seen[0].values()) > 5


def looked_at(who, route):
    """What a page says to somebody, without tokens and clock readings."""
    answer = who.client.get(ADDRESSES.get(route, f"/r/{{code}}/{route}/").format(code=who.code), follow=True)
    return plain(answer.content.decode(errors="replace"), who.code)


@pytest.mark.django_db(transaction=True)
def test_nudges_carry_a_room_and_nothing_else(monkeypatch, loop):
    sent = []

    class Layer:  # one that other processes hear
        new_channel = group_add = receive = AsyncMock(side_effect=asyncio.CancelledError)

        async def group_send(self, group, message):
            sent.append((group, message))

    monkeypatch.setattr(broadcast, "get_channel_layer", Layer)
    ann, bob = table(2, lives="1")
    window = Window(bob, loop)
    window.catches_up()
    ann.gives({"type": "choose", "card": "0:5"})
    bob.gives({"type": "choose", "card": "1:1"})
    window.catches_up()
    window.closes()
    assert sent
    for group, message in sent:
        assert group == broadcast.GROUP
        assert set(message) == {"type", "room", "from"}
        assert message["room"] == room_of(ann).pk


# Nobody holds a table hostage ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["deadlines", "skips"])
@pytest.mark.parametrize("slug", SLUGS)
def test_whoever_falls_silent_for_ever_the_match_ends(slug, way):
    """From some way into a match, for every number of silent seats; those who still answer go on giving commands."""
    game = engine.get(slug)
    seats = max(3, game.min_seats)
    for silent in (1, seats):
        facts = {"clock": 10, "at_zero": "auto"} if way == "deadlines" and not screens.get(slug).own_clock else {}
        match = make_match(slug, seats, PACE.get(slug, {}), **facts)
        match = play_on(match, seed=silent, commands=6)
        rng = random.Random(f"{slug} {way} {silent}")
        now = max(timezone.now(), *match.moves.values_list("made_at", flat=True))
        for _step in range(3000):
            match = Match.objects.select_related("room").get(pk=match.pk)
            if match.ended_at is not None:
                break
            now += timedelta(seconds=1)
            answering = [seat for seat in matches.to_act(match) if seat != "host" and seat >= silent]
            if answering:
                state = game.load(match.state)
                seat = rng.choice(answering)
                command = game.sample(state, seat, engine.Chance(rng.random()))
                matches.play(match.pk, seat, command, cause="player", now=now)
            elif way == "deadlines" and match.due_at is not None:
                now = max(now, match.due_at)
                clock.tick(now)
            else:
                now = max(now, match.deadline or now)
                assert matches.skip(match.pk, cause="host", now=now) > 0
        assert match.ended_at is not None, (slug, way, silent)
        assert not match.broken_off


def test_a_room_with_anyone_in_it_has_one_host_whatever_people_do():
    for seed in range(4):
        walk(random.Random(seed))


def walk(rng):
    """People come and go at random; after every step that the clock would look at, somebody who is here is the host."""
    now = timezone.now()
    people = [PersonFactory(name=f"P{number}") for number in range(5)]
    room = rooms.open_room(people[0], "P0", "standoff", {}, now=now)
    for _step in range(40):
        last, now = now, now + timedelta(seconds=rng.choice([0, 1, 3, 12]))
        who = rng.choice(people)
        room.refresh_from_db()
        step, *given = rng.choice([
            (rooms.join, room, who, who.name, now), (rooms.leave, room, who, now), (rooms.start, room, now),
            (rooms.kick, room, rng.randrange(3), now), (rooms.transfer, room, rng.randrange(3), now),
            (rooms.sockets_seen, {(room.pk, who.pk)}, now),
        ])  # fmt: skip
        with contextlib.suppress(Refused):
            step(*given)
        rooms.sweep(now, last)
        room.refresh_from_db()
        here = set(room.presences.filter(until__gt=now, kicked=False).values_list("person", flat=True))
        assert not here or room.host_id in here


@pytest.mark.django_db(transaction=True)
def test_when_the_host_vanishes_another_is_named_within_five_seconds_and_told(loop):
    ann, bob = table(2)
    windows = [Window(who, loop) for who in (ann, bob)]
    for window in windows:
        window.catches_up()
    ticker = clock.Ticker()
    ticker.start()
    try:
        assert not hosts(bob)
        windows[0].closes()
        assert windows[1].waits(lambda: "/host/pause/" in "".join(windows[1].frames), seconds=5.5)
        assert hosts(bob)
    finally:
        ticker.stop()
        windows[1].closes()


def hosts(who):
    """Whether this person's page offers what only the host may do."""
    return "/host/pause/" in who.page().content.decode()


@pytest.mark.parametrize("action", ["pause", "lock", "end", "kick", "transfer"])
def test_no_action_of_a_host_who_then_goes_stops_the_room(action):
    ann, bob, cy = table(3)
    ann.posts(f"host/{action}", seat="2")
    ann.posts("leave")
    room = room_of(bob)
    heir = next(who for who in (bob, cy) if who.person.pk == room.host_id)
    assert heir.posts("host/unlock").status_code == 302
    if action == "end":
        assert heir.posts("host/rematch").status_code == 302
    if action == "pause":
        assert heir.posts("host/resume").status_code == 302
    zed = Player("Zed")
    assert zed.joins(ann.code).status_code == 302
    seat = heir.sees()["viewer"]
    assert heir.gives({"type": "choose", "card": f"{seat}:5"}).status_code == 302


def test_a_fault_of_the_rules_is_shown_to_the_host_with_a_way_on(monkeypatch):
    ann, _bob = table(2)
    with monkeypatch.context() as patch:
        patch.setattr(type(engine.get("standoff")), "carry_out", lambda *_args: 1 / 0)
        answer = ann.gives({"type": "choose", "card": "0:5"})
    text = answer.content.decode()
    assert "nothing was changed" in text
    assert "skip this choice or end the match" in text
    assert "/host/end/" in text
    assert ann.posts("host/end").status_code == 302
