"""Sockets: they only send. The first message is the whole screen; afterwards, the fragments that changed."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import uuid
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from autobahn.exception import Disconnected
from channels.generic.websocket import AsyncWebsocketConsumer
from django.contrib.sessions.models import Session
from django.db import close_old_connections
from django.http import HttpRequest
from django.utils import timezone, translation

from . import accounts, broadcast, limits, metrics, pictures, rooms, sanctions, screens, tables, turns
from .models import Match, Person
from .pictures import Picture
from .refusals import NoRoom, NotYours, TooMany
from .sanctions import Banned

logger = logging.getLogger(__name__)

BEAT = 1.5
"""Seconds between two renewals of the leases of those whose sockets are open here."""
SILENCE = 15
"""Seconds after which a socket with nothing to tell is sent the time, as a sign of life."""

CLOSED_DOOR, KICKED, SIGNED_OUT, BANNED = 4404, 4403, 4401, 4410
TOO_MANY = 4429
"""Too many wrong codes from there, or messages where none are taken; the page tries again by itself."""

CHATTER = 20
"""Messages that a socket may send before it is closed: pages send none."""

_rounds = ThreadPoolExecutor(1, thread_name_prefix="rounds")
"""The beat has a thread of its own: however much there is to draw, nobody's lease runs out over it."""


async def _in_turn(function: Any, *args: Any) -> Any:
    """Read and draw beside the event loop, when it is this work's turn."""
    return await turns.run(_with_connection, function, *args)


def _with_connection(function: Any, *args: Any) -> Any:
    close_old_connections()
    try:
        return function(*args)
    finally:
        close_old_connections()


def take(room_id: int, known: Match | None = None) -> Picture:
    """Read a room, but for what is `known`, and draw it for everyone who looks at it in this process."""
    picture = pictures.take(room_id, known)
    hub = broadcast.current()
    for socket in hub.rooms().get(room_id, ()) if hub else ():
        picture.fragments(socket.who(picture.table))
    return picture


def take_for(socket: RoomConsumer) -> Picture:
    """Read a room and draw it for this socket alone, which has just been opened."""
    assert socket.room_id is not None
    picture = pictures.take(socket.room_id)
    picture.fragments(socket.who(picture.table))
    return picture


class RoomConsumer(AsyncWebsocketConsumer):
    """One window on one room. It takes no messages.

    With `?screen=1` it is the big screen: whoever opened it, it shows what a stranger sees, and nobody is here by it.
    """

    channel_layer_alias = "none"  # the hub hears the layer for all sockets of the process; this one needs no channel

    async def connect(self) -> None:
        self.sent: dict[str, str] = {}
        self.stamp: tables.Stamp = (-1, -1, -1)
        self.heard = 0.0
        self.room_id: int | None = None
        self.closing = self.counted = False
        self.messages = 0
        self.session_key = self.scope["session"].session_key
        request = _request(self.scope)
        self.language = translation.get_language_from_request(request)
        self.origin = dict(self.scope["headers"]).get(b"origin", b"").decode("latin-1")
        self.person: Person | None = None
        self.seal: accounts.Seal | None = None
        self.screen = self.scope["query_string"] == b"screen=1"
        self.shown = screens.ON_SCREEN if self.screen else screens.FRAGMENTS
        await self.accept()
        try:
            code, session = self.scope["url_route"]["kwargs"]["code"], self.scope["session"]
            self.room_id, self.person = await _in_turn(_enter, request, code, session, self.screen)
        except NoRoom:
            return await self.shut(CLOSED_DOOR)
        except TooMany:
            return await self.shut(TOO_MANY)
        except Banned:
            return await self.shut(BANNED)
        except NotYours:
            return await self.shut(KICKED)
        if self.person is not None and self.person.user_id is not None:
            self.seal = accounts.seal(session)
        hub = broadcast.hub(partial(_in_turn, take))
        hub.watch(self.room_id, self)
        metrics.SOCKETS.inc()
        self.counted = True
        _keep_beating(hub)
        await self.say_time()
        await self.show(await _in_turn(take_for, self))
        return None

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Take no notice of messages; whoever keeps sending them is closed."""
        self.messages += 1
        if self.messages > CHATTER and not self.closing:
            await self.shut(TOO_MANY)

    async def show(self, picture: Picture) -> None:
        """Send what changed for this viewer; close when the room is not theirs to see any more."""
        if picture.table.stamp < self.stamp or self.closing:
            return
        room = picture.table.room
        if self.person is not None and self.person.pk in room.kicked:
            await self.shut(KICKED)
            return
        if (room.locked or room.closed) and (self.person is None or self.person.pk not in room.people):
            await self.shut(CLOSED_DOOR)
            return
        self.stamp = picture.table.stamp
        fragments = picture.fragments(self.who(picture.table))
        changed = {name: fragments[name] for name in self.shown if self.sent.get(name) != fragments[name]}
        if changed:
            self.sent |= changed
            await self.tell(screens.html(changed))

    def who(self, table: tables.Table) -> tables.Who:
        """Return how this socket's person looks at a table."""
        return tables.who(table, None if self.screen else self.person, self.language, self.origin)

    async def tell(self, text: str) -> None:
        """Send a frame; a socket that has gone in the meantime is not worth a word."""
        self.heard = asyncio.get_running_loop().time()
        with contextlib.suppress(Disconnected):
            await self.send(text_data=text)
            metrics.FRAMES.inc()

    async def say_time(self) -> None:
        """Tell the server's time, in milliseconds: the page's countdown goes by it."""
        await self.tell(f"<!--now {int(timezone.now().timestamp() * 1000)}-->")

    async def shut(self, code: int) -> None:
        """Close for good, with a code that tells the page not to come back by itself."""
        self.closing = True
        self._forget()
        await self.close(code)

    async def disconnect(self, code: int) -> None:
        self._forget()

    def _forget(self) -> None:
        hub = broadcast.current()
        if hub is not None and self.room_id is not None:
            hub.leave(self.room_id, self)
        if self.counted:
            self.counted = False
            metrics.SOCKETS.dec()


def _enter(request: HttpRequest, code: str, session: Any, screen: bool) -> tuple[int, Person | None]:
    """Return the room and who looks. Wrong codes are counted with those that pages were asked for."""
    person = accounts.person_in(session)
    if person is not None and sanctions.banned([person.pk], timezone.now()):
        raise Banned
    try:
        room, presence = rooms.visit(code, person)
    except NoRoom:
        limits.check_codes(request)
        limits.wrong_code(request)
        raise
    if presence is None:
        limits.check_codes(request)
    if person is not None and not screen:
        rooms.sockets_seen({(room.pk, person.pk)}, timezone.now())
    return room.pk, person


def _request(scope: dict[str, Any]) -> HttpRequest:
    """Return what a page's request would tell of who asks for a socket: language and address, by the same rules."""
    headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
    request = HttpRequest()
    request.COOKIES = dict(scope.get("cookies", {}))
    request.META["HTTP_ACCEPT_LANGUAGE"] = headers.get(b"accept-language", "")
    request.META["HTTP_X_FORWARDED_FOR"] = headers.get(b"x-forwarded-for", "")
    request.META["REMOTE_ADDR"] = (scope.get("client") or [""])[0]
    return request


_beats: dict[Any, asyncio.Task[None]] = {}


def _keep_beating(hub: broadcast.Hub) -> None:
    """Start the hub's beat, once."""
    if hub not in _beats:
        _beats.clear()
        _beats[hub] = asyncio.get_running_loop().create_task(_beat(hub))


async def _beat(hub: broadcast.Hub) -> None:
    """Renew leases, close what may not stay open, heal what a lost nudge left old, and give signs of life."""
    while True:
        await asyncio.sleep(BEAT)
        try:
            watched = hub.rooms()
            sockets = [socket for here in watched.values() for socket in here]
            stamps, sessions, standing, banned = await asyncio.get_running_loop().run_in_executor(
                _rounds,
                _with_connection,
                _look_after,
                set(watched),
                {(socket.room_id, socket.person.pk) for socket in sockets if socket.person and not socket.screen},
                {socket.person.pk for socket in sockets if socket.person},
                {socket.session_key for socket in sockets if socket.session_key},
                {socket.seal for socket in sockets if socket.seal},
            )
            time = asyncio.get_running_loop().time()
            for socket in sockets:
                ended = socket.session_key and socket.session_key not in sessions
                if ended or (socket.seal and socket.seal not in standing):
                    await socket.shut(SIGNED_OUT)
                elif socket.person and socket.person.pk in banned:
                    await socket.shut(BANNED)
                elif stamps.get(socket.room_id, socket.stamp) != socket.stamp:
                    hub.heal(socket.room_id)
                elif time - socket.heard > SILENCE:
                    await socket.say_time()
        except Exception:
            logger.exception("a beat of the sockets failed; the next one tries again")


def _look_after(
    room_ids: set[int],
    here: set[tuple[int, uuid.UUID]],
    people: set[uuid.UUID],
    keys: set[str],
    seals: set[accounts.Seal],
) -> tuple[dict[int, tables.Stamp], set[str], set[accounts.Seal], set[uuid.UUID]]:
    """Renew the leases of those who are here and not banned; return the rooms' present stamps, which of the sessions
    are still open, which of the accounts that were signed in to still are, and which of the people are banned."""
    banned = sanctions.banned(people, timezone.now()) if people else set()
    here = {(room_id, person) for room_id, person in here if person not in banned}
    if here:
        rooms.sockets_seen(here, timezone.now())
    stamps = tables.stamps(room_ids)
    sessions = set(
        Session.objects.filter(session_key__in=keys, expire_date__gt=timezone.now()).values_list(
            "session_key", flat=True
        )
    )
    return stamps, sessions, accounts.standing(seals), banned
