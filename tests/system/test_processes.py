"""Three processes on PostgreSQL and Redis: one site, through a rolling restart and services that come and go."""

import asyncio
import signal
import time

import pytest

from tests.system.table import plays, replayed

pytestmark = pytest.mark.services


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


def test_a_table_at_which_nothing_happens_is_no_sign_that_redis_is_away(site, services):
    async def story(table):
        said = site.output.count("the channel layer does not answer")
        await asyncio.sleep(7)
        assert site.output.count("the channel layer does not answer") == said

    plays(site, story)
