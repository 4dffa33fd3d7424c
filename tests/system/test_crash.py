"""`kill -9` at named points and at random moments: nothing acknowledged is lost, nothing is half made."""

import contextlib
import http.client
import signal
import sqlite3
import time

import pytest

from games import serving
from tests.system.crash import crash
from tests.system.doomed import POINTS
from tests.system.site import Site, manage
from tests.system.wire import Wire


def doomed(data, point, nth):
    """A site that ends itself the nth time that it comes to a point."""
    serving.prepare(data)
    program = ("-m", "tests.system.doomed", point, str(nth))
    return Site(data, program=program, STANDOFF_DATA=str(data), STANDOFF_SERVING="1")


@pytest.mark.parametrize("point", POINTS)
def test_a_crash_at_a_named_point_loses_nothing(tmp_path, point):
    data = tmp_path / "data"
    site = doomed(data, point, nth=2 if point == "in-the-clock" else 4)  # there, of two seats that ran out together
    acknowledged = []
    second = None
    try:
        assert site.is_up(60), site.output
        ann, bob = Wire(site, "Ann"), Wire(site, "Bob")
        bots = {"bots": "1"} if point == "in-a-bot" else {}
        code = ann.opens(lives="9", clock="10" if point == "in-the-clock" else "0", at_zero="auto", **bots)
        bob.joins(code)
        ann.posts("start")
        with contextlib.suppress(OSError, http.client.HTTPException):
            for _ in range(200):
                for seat, player in enumerate((ann, bob)):
                    seen = player.sees()
                    if seen["commands"] and point != "in-the-clock":
                        command = seen["commands"][0]
                        if player.gives(command, seen["version"]) == 302:
                            acknowledged.append((str(seen["viewer"]), seen["version"]))
                        assert seat < 2
                time.sleep(0.1)
        assert site.process.wait(60) == -signal.SIGKILL, site.output
        second = Site(data, port=site.port)
        assert second.is_up(60), second.output
        with sqlite3.connect(data / "standoff.sqlite3") as database:
            moves = database.execute("SELECT actor, decided_on FROM games_move WHERE cause = 'player'").fetchall()
            before = database.execute("SELECT max(version) FROM games_match").fetchone()[0]
        assert len(set(acknowledged) - set(moves)) == 0
        ann.site = bob.site = second
        for player in (ann, bob):
            seen = player.sees()
            if seen["commands"]:
                assert player.gives(seen["commands"][0], seen["version"]) == 302
        if point == "in-the-clock":
            time.sleep(2)
        assert "equal" in manage("replay", code, STANDOFF_DATA=str(data)).stdout
        with sqlite3.connect(data / "standoff.sqlite3") as database:
            assert database.execute("SELECT max(version) FROM games_match").fetchone()[0] > before - 1
    finally:
        for one in filter(None, (site, second)):
            one.stop(signal.SIGKILL)


def test_crashes_at_random_moments_lose_nothing(tmp_path):
    assert crash(tmp_path / "data", kills=3, rooms=2, seed=1) == []
