"""A table of five people at a site of several processes, who play on whatever happens to it."""

import asyncio
import contextlib
import json
import time

from tests.load.client import Client
from tests.system.site import manage


class Person(Client):
    """A browser that also asks what it may do, and gives it."""

    async def sees(self):
        status, _headers, body = await self.asks("GET", f"/r/{self.code}/view.json")
        if status != 200:
            raise ValueError(f"no view: {status}")
        return json.loads(body)

    async def gives(self, command, version):
        return await super().gives(json.dumps(command), version)


class Table:
    """Three players and two spectators, each on a connection of their own, so that processes share them out.

    `number` is that of the match they play; when one is over they play again.
    """

    def __init__(self, site):
        self.number = 1
        self.players = [Person(site.port, name) for name in ("Ann", "Bob", "Cy")]
        self.watchers = [Person(site.port, name) for name in ("Gus", "Hal")]

    @property
    def everyone(self):
        return [*self.players, *self.watchers]

    async def begins(self, **options):
        code = await self.players[0].opens("standoff", lives="9", **options)
        for player in self.players[1:]:
            await player.joins(code)
        assert await self.players[0].posts("start") == 302
        for watcher in self.watchers:
            await watcher.joins(code)
        for one in self.everyone:
            await one.connects()
        return code

    async def round(self, tries=100):
        """One command of somebody who owes one; tried again while the site or its services are away. Returns the match
        and its version afterwards."""
        for _ in range(tries):
            for player in self.players:
                try:
                    seen = await player.sees()
                    if seen["view"]["over"] and await self.players[0].posts("host/rematch") == 302:
                        self.number += 1
                    elif seen["commands"]:
                        status = await player.gives(seen["commands"][0], seen["version"])
                        if status == 302:
                            return self.number, seen["version"] + 1
                except (OSError, ValueError, IndexError):
                    pass
            await asyncio.sleep(0.1)
        raise AssertionError("no command was taken")

    async def shown_to_all(self, wanted, seconds=10):
        """Whether every window has come to show this version of this match; a window that was lost is opened again, as
        pages do."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            for one in self.everyone:
                if not one.connected:
                    with contextlib.suppress(OSError, asyncio.IncompleteReadError):
                        await one.connects()
            if all(max(one.shown, default=(0, 0)) >= wanted for one in self.everyone):
                return True
            await asyncio.sleep(0.05)
        return False

    def leaves(self):
        for one in self.everyone:
            one.leaves()


def plays(site, story):
    """Run a story around a table; afterwards, its match replays to what is stored."""

    async def run():
        table = Table(site)
        code = await table.begins()
        try:
            await story(table)
        finally:
            table.leaves()
        return code

    return asyncio.run(run())


def replayed(site, services, code):
    postgres, redis = services
    return manage("replay", code, DATABASE_URL=postgres.url, REDIS_URL=redis.url).stdout
