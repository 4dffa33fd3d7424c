"""Sockets: the whole screen first, then what changed, for each their own; and when they close."""

import asyncio

import pytest
from django.utils import timezone

from games import broadcast, matches
from games.models import Match, Presence
from tests.drive import Player, Window, room_of, table

pytestmark = pytest.mark.django_db(transaction=True)

FRAGMENTS = ("status", "board", "hand", "prompt", "seats", "log", "host")


@pytest.fixture
def windows(loop):
    opened = []

    def look(player, **facts):
        opened.append(Window(player, loop, **facts))
        return opened[-1]

    yield look
    for window in opened:
        window.closes()


def test_the_first_message_is_the_whole_screen(windows):
    ann, _bob = table(2)
    window = windows(ann)
    window.catches_up()
    for name in FRAGMENTS:
        assert f'id="{name}"' in window.frames[0]


def test_a_move_reaches_every_window_with_what_changed_for_it(windows):
    ann, bob = table(2)
    watcher = Player("Gus")
    watcher.joins(ann.code)
    seen = [windows(who) for who in (ann, bob, watcher)]
    for window in seen:
        window.catches_up()
    ann.gives({"type": "choose", "card": "0:5"})
    for window in seen:
        window.catches_up()
    mine, other, public = (window.frames[-1] for window in seen)
    assert 'id="hand"' in mine
    assert 'id="hand"' not in other
    assert 'id="hand"' not in public
    assert 'id="seats"' in public


def test_a_socket_speaks_the_language_of_its_browser(windows):
    ann, _bob = table(2)
    ann.client.cookies["django_language"] = "zh-hans"
    window = windows(ann)
    assert window.waits(lambda: window.frames)
    assert window.closed is None


def test_a_foreign_origin_is_turned_away(windows):
    ann, _bob = table(2)
    assert not windows(ann, origin=b"http://evil.example").accepted


def test_a_wrong_code_closes_for_good(windows):
    stranger = Player("Zed")
    stranger.code = "AAAAAA"
    window = windows(stranger)
    assert window.waits(lambda: window.closed == 4404)
    assert not window.frames


def test_the_kicked_are_shut_out_within_a_second(windows):
    ann, bob = table(2)
    window = windows(bob)
    window.catches_up()
    ann.posts("host/kick", seat="1")
    assert window.waits(lambda: window.closed == 4403, seconds=1)
    again = windows(bob)
    assert again.waits(lambda: again.closed == 4403)


def test_signing_out_closes_within_five_seconds(windows):
    ann, _bob = table(2)
    window = windows(ann)
    window.catches_up()
    ann.client.session.flush()
    assert window.waits(lambda: window.closed == 4401, seconds=5)


def test_a_lost_nudge_costs_a_refresh_at_most(windows, monkeypatch):
    ann, bob = table(2)
    window = windows(bob)
    window.catches_up()
    monkeypatch.setattr(broadcast, "changed", lambda *_facts: None)
    ann.gives({"type": "choose", "card": "0:5"})
    window.catches_up()


def test_an_open_socket_keeps_its_person_here_and_a_dead_one_does_not(windows):
    _ann, bob = table(2)
    window = windows(bob)
    window.catches_up()
    held = Presence.objects.get(person=bob.person)
    assert held.until > timezone.now()
    assert window.waits(lambda: Presence.objects.get(pk=held.pk).until > held.until)
    window.closes()
    assert window.waits(lambda: Presence.objects.get(pk=held.pk).until < timezone.now(), seconds=6)


def test_a_pause_shows_within_a_second(windows):
    _ann, bob = table(2, clock="30")
    window = windows(bob)
    window.catches_up()
    matches.pause(Match.objects.get().pk, timezone.now())
    assert window.waits(lambda: "paused" in window.frames[-1], seconds=1)


def test_after_leaving_the_window_shows_what_a_spectator_sees(windows):
    ann, bob = table(2)
    window = windows(bob)
    window.catches_up()
    bob.posts("leave")
    window.catches_up()
    assert 'data-seat="1"' not in window.frames[-1].split('id="board"')[0]
    assert room_of(ann).seats.get(number=1).bot == "normal"


def test_what_the_maker_of_a_move_knows_is_read_only_where_another_nudge_knows_nothing(loop):
    loaded, gate = [], asyncio.Event()

    async def load(room, known):
        loaded.append((room, known))
        await gate.wait()

    async def nudges(knowing):
        hub = broadcast.Hub(load)
        hub.watch(1, None)
        hub.nudge(1, "first")
        await asyncio.sleep(0)
        for known in knowing:
            hub.nudge(1, known)
        gate.set()
        while hub._tasks:
            await asyncio.sleep(0)
        hub._listener.cancel()

    for knowing, told in ((["second", "third"], "third"), (["second", None], None), ([None, "third"], None)):
        loaded.clear()
        gate.clear()
        loop.does(nudges(knowing))
        assert loaded == [(1, "first"), (1, told)]
