"""Load: `python -m tests.load --rooms 100 --seconds 30`: rooms of six with spectators, over real sockets.

Every seat gives a command every few seconds. Prints, from a command's POST to the last viewer's frame that shows it,
the median, p95 and p99; commands a second; errors; memory a viewer. `--plain` puts the same load on a plain broadcast
server (no rules, no database), so that the result is a ratio; `--processes N` serves with PostgreSQL and Redis, by
DATABASE_URL and REDIS_URL of the environment. Only ever the loopback.
"""

import argparse
import asyncio
import contextlib
import os
import random
import resource
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.load.client import Client
from tests.system.site import ROOT, Site, free_port

SEATS = 6
STREET = 100
"""Rooms that are opened from one address: of many more, the site would refuse some."""
LATE = 10
"""Seconds after which a version that somebody has not been shown counts as an error."""


class Room:
    """Six players and their spectators around one room; `delays` are seconds, `faults` sentences."""

    def __init__(self, port, number, spectators, every):
        address = f"127.0.0.{1 + number // STREET}"
        self.players = [Client(port, f"P{number}-{seat}", address) for seat in range(SEATS)]
        self.watchers = [Client(port, f"W{number}-{one}", address) for one in range(spectators)]
        self.every, self.rng = every, random.Random(number)
        self.delays, self.faults, self.given, self.match = [], [], 0, 1
        self.frames = asyncio.Event()
        for viewer in self.viewers:
            viewer.looks = self.frames.set

    @property
    def viewers(self):
        return [*self.players, *self.watchers]

    async def opens(self):
        code = await self.players[0].opens("standoff", set="random", lives="9")
        for player in self.players[1:]:
            await player.joins(code)
        for watcher in self.watchers:
            watcher.code = code
            await watcher.joins(code)
        status = await self.players[0].posts("start")
        if status != 302:
            raise RuntimeError(f"room {code} does not start: {status}")
        for viewer in self.viewers:
            await viewer.connects()

    async def plays(self, until):
        async with asyncio.TaskGroup() as group:
            for player in self.players:
                group.create_task(self._plays(player, until))

    async def _plays(self, player, until):
        await asyncio.sleep(self.rng.uniform(0, self.every))
        while time.perf_counter() < until:
            started = time.perf_counter()
            try:
                await self._move(player)
            except (OSError, ValueError, IndexError) as fault:
                self.faults.append(f"{type(fault).__name__}: {fault}")
            await asyncio.sleep(max(0.0, self.every * self.rng.uniform(0.8, 1.2) - (time.perf_counter() - started)))

    async def _move(self, player):
        if player.over:
            if player is self.players[0]:
                await player.posts("host/rematch")
                self.match += 1
            return
        if not player.commands:
            return
        version, sent = player.version, time.perf_counter()
        status = await player.gives(self.rng.choice(player.commands), version)
        if status == 409:
            return  # somebody was faster
        if status != 302:
            self.faults.append(f"a command was answered with {status}")
            return
        self.given += 1
        await self._until_shown(sent, version + 1)

    async def _until_shown(self, sent, version):
        """Wait until every viewer has been shown this version or a later one; note how long the last one took."""
        match = self.match
        while time.perf_counter() < sent + LATE:
            moments = [viewer.saw(match, version) for viewer in self.viewers]
            if all(moments):
                self.delays.append(max(moments) - sent)
                return
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.frames.wait(), sent + LATE - time.perf_counter())
            self.frames.clear()
        self.faults.append(f"version {version} was not shown to everyone within {LATE} s")


def memory(pids):
    """Return the resident memory of these processes, in bytes."""
    total = 0
    for pid in pids:
        status = Path(f"/proc/{pid}/status").read_text()
        total += int(status.split("VmRSS:")[1].split()[0]) * 1024
    return total


def processor(pids):
    """Return the seconds of processor time that these processes have used."""
    ticks = 0
    for pid in pids:
        fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def family(pid):
    """Return a process and its children."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *map(int, children)]


async def load(port, pid, words):
    """Put the load on a site; return its report, a line each."""
    rooms = [Room(port, number, words.spectators, words.every) for number in range(words.rooms)]
    before = memory(family(pid))
    gate = asyncio.Semaphore(8)

    async def open_one(room):
        async with gate:
            await room.opens()

    await asyncio.gather(*(open_one(room) for room in rooms))
    viewers = [viewer for room in rooms for viewer in room.viewers]
    after = memory(family(pid))
    end = time.perf_counter() + words.settle + words.seconds
    playing = asyncio.gather(*(room.plays(end) for room in rooms))
    await asyncio.sleep(words.settle)  # until the crowd that came in at once has been served
    for room in rooms:
        room.delays, room.given = [], 0
    started, worked = time.perf_counter(), processor(family(pid))
    await playing
    took, worked = time.perf_counter() - started, processor(family(pid)) - worked
    return report(rooms, viewers, took, worked, (after - before) / len(viewers))


def report(rooms, viewers, took, worked, each):
    delays = sorted(delay for room in rooms for delay in room.delays)
    faults = [fault for room in rooms for fault in room.faults]
    lost = sum(not viewer.connected for viewer in viewers)
    given = sum(room.given for room in rooms)
    cut = statistics.quantiles(delays, n=100) if len(delays) > 1 else [0] * 99
    lines = [
        f"{len(rooms)} rooms, {len(viewers)} sockets, {took:.0f} s: {given} commands, {given / took:.1f} a second",
        f"POST to the last viewer's frame: p50 {cut[49] * 1000:.0f} ms, p95 {cut[94] * 1000:.0f} ms, "
        f"p99 {cut[98] * 1000:.0f} ms",
        f"{len(faults)} errors, {lost} sockets lost; {each / 1024:.0f} KiB of memory a viewer",
        f"{worked / took:.2f} processors busy, {worked / max(given, 1) * 1000:.1f} ms of processor time a command",
    ]
    return lines + sorted(set(faults))[:5]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rooms", type=int, default=20)
    parser.add_argument("--spectators", type=int, default=3)
    parser.add_argument("--every", type=float, default=5.0, help="seconds between two commands of a seat")
    parser.add_argument("--settle", type=float, default=15.0, help="seconds of play before the measuring begins")
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--plain", action="store_true", help="load a plain broadcast server instead, to compare with")
    words = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with tempfile.TemporaryDirectory() as folder:
        if words.plain:
            port = free_port()
            process = subprocess.Popen([sys.executable, "-m", "tests.load.plain", str(port)], cwd=ROOT)
            time.sleep(1)
        else:
            passed = {name: os.environ[name] for name in ("DATABASE_URL", "REDIS_URL") if name in os.environ}
            site = Site(Path(folder) / "data", "--processes", str(words.processes), **passed)
            if not site.is_up(60):
                sys.exit(site.output)
            port, process = site.port, site.process
        try:
            print("\n".join(asyncio.run(load(port, process.pid, words))))
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(20)


if __name__ == "__main__":
    main()
