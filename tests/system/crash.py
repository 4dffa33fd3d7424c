"""Crash on purpose: `python -m tests.system.crash --kills 100` plays, and ends the site by `kill -9` at random moments.

Afterwards it says whether every command that was acknowledged is there, once; whether every match replays to what is
stored; and whether deadlines were kept. Exit status 1 when not.
"""

import argparse
import http.client
import json
import random
import signal
import sqlite3
import sys
import tempfile
import threading
import time
from pathlib import Path

from games import engine
from tests.system.site import Site, free_port, manage
from tests.system.wire import Wire

LATE = 1.0
"""Seconds after a restart by which whatever was due must have happened."""


class Table(threading.Thread):
    """People who play Standoff until told to end, whatever happens to the site. `given`: what was acknowledged."""

    def __init__(self, site, number, seats, **options):
        super().__init__(daemon=True)
        self.players = [Wire(site, f"P{number}{seat}") for seat in range(seats)]
        self.given, self.rng, self.ended = [], random.Random(number), threading.Event()
        self.code = self.players[0].opens("standoff", set="random", lives="9", **options)
        for player in self.players[1:]:
            assert player.joins(self.code) == 302
        assert self.players[0].posts("start") == 302

    def run(self):
        while not self.ended.is_set():
            try:
                self.moves()
            except (OSError, http.client.HTTPException, AssertionError, ValueError):
                time.sleep(0.05)  # the site is down; it comes back

    def moves(self):
        seat = self.rng.randrange(len(self.players))
        seen = self.players[seat].sees()
        if seen["view"]["over"] and seat == 0:
            self.players[0].posts("host/rematch")  # after which another sits first
        elif seen["commands"]:
            command = self.rng.choice(seen["commands"])
            if self.players[seat].gives(command, seen["version"]) == 302:
                self.given.append((seen["viewer"], seen["version"], command))
        time.sleep(0.01)


def restarted(data, port):
    site = Site(data, port=port)
    assert site.is_up(60), site.output
    return site


def lost_and_doubled(database, tables):
    """Return (acknowledged commands that are missing, moves that stand twice)."""
    rows = database.execute(
        "SELECT code, actor, decided_on, command FROM games_move JOIN games_match ON match_id = games_match.id "
        "JOIN games_room ON room_id = games_room.id WHERE cause = 'player'"
    ).fetchall()
    stored = [
        (code, int(actor), on, json.dumps(json.loads(command), sort_keys=True)) for code, actor, on, command in rows
    ]
    given = [
        (table.code, seat, on, json.dumps(command, sort_keys=True))
        for table in tables
        for seat, on, command in table.given
    ]
    # A rematch begins again at version 0: compare how often each stands on both sides.
    lost = [one for one in set(given) if stored.count(one) < given.count(one)]
    doubled = database.execute("SELECT match_id, version FROM games_move GROUP BY 1, 2 HAVING count(*) > 1").fetchall()
    return lost, doubled


def overdue(database):
    """Return how many matches somebody should have been played for in by now."""
    return database.execute(
        "SELECT count(*) FROM games_match WHERE ended_at IS NULL AND paused_at IS NULL AND due_at < datetime('now', ?)",
        (f"-{LATE} seconds",),
    ).fetchone()[0]


def crash(data, kills, rooms, seed, say=print):
    """Play, kill, restart; return what was wrong, in sentences."""
    rng, port, faults = random.Random(seed), free_port(), []
    site = restarted(data, port)
    tables = [Table(site, number, seats=3, clock="10", at_zero="auto") for number in range(rooms)]
    try:
        for table in tables:
            table.start()
        for kill in range(kills):
            time.sleep(rng.uniform(0.05, 1.5))
            site.stop(signal.SIGKILL)
            site = restarted(data, port)
            for table in tables:
                for player in table.players:
                    player.site = site
            time.sleep(LATE + 0.5)
            with sqlite3.connect(data / "standoff.sqlite3", timeout=20) as database:
                if late := overdue(database):
                    faults.append(f"after kill {kill + 1}, {late} matches were overdue {LATE} s after the restart")
        for table in tables:
            table.ended.set()
            table.join(30)
    finally:
        site.stop(signal.SIGKILL)
    with sqlite3.connect(data / "standoff.sqlite3", timeout=20) as database:
        lost, doubled = lost_and_doubled(database, tables)
    faults += [f"an acknowledged command is missing: {one}" for one in lost]
    faults += [f"a version stands twice: {one}" for one in doubled]
    for table in tables:
        replayed = manage("replay", table.code, STANDOFF_DATA=str(data))
        if replayed.returncode:
            faults.append(f"room {table.code}: {replayed.stdout}{replayed.stderr}")
    acknowledged = sum(len(table.given) for table in tables)
    say(f"{kills} kills, {acknowledged} acknowledged commands in {rooms} rooms, {len(faults)} faults")
    return faults


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--rooms", type=int, default=4)
    parser.add_argument("--seed", type=int, default=0)
    words = parser.parse_args()
    assert engine.get("standoff")
    with tempfile.TemporaryDirectory() as folder:
        faults = crash(Path(folder) / "data", words.kills, words.rooms, words.seed)
    for fault in faults:
        print(fault)
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
