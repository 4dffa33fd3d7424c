"""Redis is silent for a minute. In a file of its own, so that it can be waited for beside the others."""

import os
import time

import pytest

from tests.system.table import plays, replayed

SILENT = float(os.environ.get("STANDOFF_REDIS_SILENCE", "8"))
"""Seconds for which Redis is stopped. The promise is a minute, which takes a minute to see: CI takes it."""

pytestmark = pytest.mark.services


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
