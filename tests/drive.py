"""Browsers without a browser: clients with sessions of their own, around one room."""

import asyncio
import json
import re
import threading
import time

from django.test import Client

from games import tables
from games.models import Person, Room


class Player:
    """One person's browser, speaking HTTP: joins, looks, gives commands."""

    def __init__(self, name, **headers):
        self.name = name
        self.client = Client(headers=headers or None)

    def opens(self, game="standoff", **fields):
        """Open a room; return its code."""
        answer = self.client.post(f"/new/{game}/", {"name": self.name, **fields})
        assert answer.status_code == 302, answer.content.decode()
        self.code = answer["Location"].strip("/").split("/")[-1]
        return self.code

    def joins(self, code, **fields):
        """Join a room by its code."""
        self.code = code
        return self.client.post(f"/r/{code}/join/", {"name": self.name, **fields})

    def signs_in(self, person):
        """Be this person with an account."""
        self.client.force_login(person.user)
        session = self.client.session
        session["person"] = str(person.pk)
        session.save()
        return self

    def sees(self):
        """The engine's view, and the rest of view.json."""
        return self.client.get(f"/r/{self.code}/view.json").json()

    def page(self, **headers):
        """The room's page."""
        return self.client.get(f"/r/{self.code}/", headers=headers)

    def posts(self, action, live=False, **fields):
        """Post to one of the room's routes; `live`: as htmx does."""
        return self.client.post(f"/r/{self.code}/{action}/", fields, headers={"HX-Request": "true"} if live else None)

    def gives(self, command, version=None, live=False):
        """Give a command, decided on `version` (None: the present one)."""
        version = self.sees()["version"] if version is None else version
        text = command if isinstance(command, str) else json.dumps(command)
        return self.posts("command", live=live, command=text, version=version)

    @property
    def person(self):
        return Person.objects.get(pk=self.client.session["person"])


def table(count=2, game="standoff", start=True, **options):
    """People around a new table of this game; the first is the host. Returns them all."""
    from tests.factories import NAMES

    players = [Player(name) for name in NAMES[:count]]
    code = players[0].opens(game, **options)
    for player in players[1:]:
        player.joins(code)
    if start:
        players[0].posts("start")
    return players


def room_of(player):
    """The room that this player is in."""
    return Room.objects.get(code=player.code)


def commands_on(html):
    """Every command that a page offers, from its forms' `data-command`."""
    import html as entities

    return [json.loads(entities.unescape(text)) for text in re.findall(r'data-command="([^"]*)"', html)]


class Loop(threading.Thread):
    """An event loop in a thread of its own: where the sockets of a test live."""

    def __init__(self):
        super().__init__(daemon=True)
        self.loop = asyncio.new_event_loop()
        self.start()

    def run(self):
        self.loop.run_forever()

    def does(self, coroutine, timeout=10):
        """Run a coroutine there, and return its result."""
        return asyncio.run_coroutine_threadsafe(coroutine, self.loop).result(timeout)

    def ends(self):
        async def cancel():
            for task in asyncio.all_tasks():
                if task is not asyncio.current_task():
                    task.cancel()

        self.does(cancel())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.join()
        self.loop.close()


class Window:
    """A person's socket on their room; with `query` "?screen=1", its big screen. `frames` are the messages it was sent,
    the time apart."""

    STAMP = re.compile(r'data-stamp="(\d+)\.(\d+)\.(\d+)"')

    def __init__(self, player, loop, origin=b"http://testserver", query=""):
        self.loop, self.player = loop, player
        self.frames, self.closed = [], None
        cookies = "; ".join(f"{name}={morsel.value}" for name, morsel in player.client.cookies.items())
        headers = [(b"origin", origin), (b"cookie", cookies.encode()), (b"host", b"testserver")]
        self.accepted = loop.does(self._open(f"/ws/r/{player.code}/{query}", headers))

    async def _open(self, path, headers):
        from channels.testing import WebsocketCommunicator

        from standoff.asgi import application

        self.socket = WebsocketCommunicator(application, path, headers)
        accepted, self.closed = await self.socket.connect(timeout=5)
        if accepted:
            self.reader = asyncio.ensure_future(self._read())
        return accepted

    async def _read(self):
        while True:
            message = await self.socket.output_queue.get()
            if message["type"] == "websocket.close":
                self.closed = message["code"]
                return
            if not message["text"].startswith("<!--"):
                self.frames.append(message["text"])

    @property
    def stamp(self):
        """The stamp of the last frame."""
        for frame in reversed(self.frames):
            if found := self.STAMP.search(frame):
                return tuple(map(int, found.groups()))
        return None

    def waits(self, until, seconds=5):
        """Wait until something holds; return whether it came to hold."""
        end = time.monotonic() + seconds
        while not until():
            if time.monotonic() > end:
                return False
            time.sleep(0.01)
        return True

    def catches_up(self):
        """Wait until the window shows the room as it is."""
        room = Room.objects.get(code=self.player.code)
        wanted = tables.stamps([room.pk])[room.pk]
        assert self.waits(lambda: self.stamp is not None and self.stamp >= wanted), (self.stamp, wanted, self.closed)

    def closes(self):
        async def close():
            self.reader.cancel()
            await self.socket.disconnect()

        if self.accepted and self.closed is None:
            self.loop.does(close())
