"""Three processes on PostgreSQL and Redis: one site, through a rolling restart and services that come and go."""

import asyncio
import contextlib
import json
import os
import signal
import tempfile
import time
from pathlib import Path

import pytest

from tests.load.client import Client
from tests.system.services import Postgres, Redis
from tests.system.site import Site, manage

SILENT = float(os.environ.get("STANDOFF_REDIS_SILENCE", "8"))
"""Seconds for which Redis is stopped. The promise is a minute, which takes a minute to see: CI takes it."""

pytestmark = pytest.mark.services


@pytest.fixture(scope="module")
def services():
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)  # PostgreSQL runs as a user of its own
        postgres, redis = Postgres(Path(folder) / "postgres"), Redis()
        yield postgres, redis
        redis.stop()
        postgres.stop()


@pytest.fixture(scope="module")
def site(services, tmp_path_factory):
    postgres, redis = services
    data = tmp_path_factory.mktemp("site") / "data"
    site = Site(data, "--processes", "3", DATABASE_URL=postgres.url, REDIS_URL=redis.url)
    assert site.is_up(120), site.output
    yield site
    site.stop(signal.SIGTERM, 60)


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


def test_everyone_sees_every_move_whichever_process_they_are_on(site, services):
    async def story(table):
        for _ in range(9):
            assert await table.shown_to_all(await table.round())

    assert "9 moves, equal" in replayed(site, services, plays(site, story))


def test_a_rolling_restart_under_play_loses_nothing(site, services):
    async def story(table):
        site.process.send_signal(signal.SIGHUP)
        end = time.monotonic() + 90
        while site.output.count("has taken the place of") < 3 and time.monotonic() < end:
            assert await table.shown_to_all(await table.round())
            await asyncio.sleep(0.2)
        assert site.output.count("has taken the place of") == 3
        assert await table.shown_to_all(await table.round())

    assert "equal" in replayed(site, services, plays(site, story))


def test_while_redis_is_silent_the_match_goes_on_and_costs_at_most_a_refresh(site, services):
    _postgres, redis = services

    async def story(table):
        redis.stop()
        try:
            end = time.monotonic() + SILENT
            while time.monotonic() < end:
                assert await table.shown_to_all(await table.round())
        finally:
            redis.start()
        for _ in range(3):
            assert await table.shown_to_all(await table.round())

    assert "equal" in replayed(site, services, plays(site, story))


def test_after_the_database_was_restarted_the_match_goes_on(site, services):
    postgres, _redis = services

    async def story(table):
        await table.round()
        postgres.stop()
        await asyncio.sleep(2)
        postgres.start()
        for _ in range(3):
            assert await table.shown_to_all(await table.round(), seconds=20)

    assert "equal" in replayed(site, services, plays(site, story))


def test_a_deadline_is_kept_once_by_three_clocks(site, services):
    async def story(table):
        await table.players[0].posts("host/end")
        await table.players[0].posts("host/options", clock="10", at_zero="auto", lives="9")
        assert await table.players[0].posts("host/rematch") == 302
        before = (await table.players[0].sees())["version"]
        await asyncio.sleep(11.5)
        after = await table.players[0].sees()
        assert after["version"] == before + 3
        assert after["view"]["last_round"] is not None

    assert "3 moves, equal" in replayed(site, services, plays(site, story))
