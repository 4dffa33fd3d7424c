"""Running the site: the folder it keeps its data in, the port, daphne with static files, the clock beside it."""

from __future__ import annotations

import contextlib
import fcntl
import gc
import logging
import os
import resource
import secrets
import select
import shutil
import signal
import socket
import subprocess
import threading
from collections.abc import Callable
from pathlib import Path
from typing import IO

from . import clock

logger = logging.getLogger(__name__)

PATIENCE = 8
"""Seconds after the first signal until the process ends whatever still hangs."""


class CannotServe(Exception):
    """`str()` says in one sentence what is in the way."""


def prepare(folder: Path) -> None:
    """Make the data folder and, once, its secret key. `CannotServe` when that cannot be written."""
    key = folder / "secret-key"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not key.exists():
            handle = os.open(key, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(handle, "w") as file:
                file.write(secrets.token_urlsafe(50))
        probe = folder / ".writable"
        probe.touch()
        probe.unlink()
    except OSError as error:
        raise CannotServe(
            f"The folder {folder} cannot be written ({error.strerror}). Choose another with --data."
        ) from None


def share_metrics(folder: Path, processes: int) -> None:
    """Let several processes count into one folder, emptied of an earlier run's figures."""
    if processes > 1:
        shared = folder / "metrics"
        shutil.rmtree(shared, ignore_errors=True)
        shared.mkdir()
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(shared)


def claim(folder: Path) -> IO[str]:
    """Claim the data folder for this process alone: on the in-memory layer a second one would miss every move."""
    lock = (folder / "in-use").open("w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise CannotServe(
            f"Another process serves the folder {folder} already. "
            "Several need REDIS_URL, so that they hear of each other."
        ) from None
    return lock


def check_port(host: str, port: int) -> None:
    """Raise `CannotServe` unless the address can be listened on."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except (OSError, OverflowError) as error:
            reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            raise CannotServe(f"Port {port} on {host} cannot be used ({reason}). Choose another with --port.") from None


def keep_to_one_core() -> None:
    """Stay on the core that this process runs on now, where the system (Linux) has a say in it.

    Threads of one interpreter compute on one core at a time; waking each other on another one costs them time.
    """
    if hasattr(os, "sched_setaffinity"):
        fields = Path("/proc/self/stat").read_text().rpartition(")")[2].split()
        os.sched_setaffinity(0, {int(fields[36])})  # proc(5): its 39th is the core


def serve(endpoint: str, ready: Callable[[], None]) -> None:
    """Serve at a Twisted endpoint until SIGTERM or SIGINT; `ready` is called once requests are answered."""
    from daphne.server import Server  # installs the asyncio reactor, which must happen only in a process that serves
    from twisted.internet import reactor

    from standoff.asgi import application

    from . import gate

    with contextlib.suppress(ValueError, OSError):  # systems often begin with 1,024 files; each socket takes one
        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    ticker = clock.Ticker()

    def started() -> None:
        # What has been made by now stays: the collector need not look at it again, and stops everybody less often.
        gc.collect()
        gc.freeze()
        gc.set_threshold(5_000, 20, 50)
        ticker.start()
        ready()

    def stop(*_signal: object) -> None:
        # Should something hang, the process ends all the same: what was acknowledged is in the database.
        deadline = threading.Timer(PATIENCE, os._exit, (0,))
        deadline.daemon = True
        deadline.start()
        reactor.callFromThread(lambda: reactor.stop() if reactor.running else None)

    def listening() -> None:
        gate.bound(server.http_factory)
        reactor.callWhenRunning(started)

    server = Server(
        gate.Files(application), endpoints=[endpoint], ready_callable=listening, signal_handlers=False, verbosity=0,
        server_name="standoff", websocket_handshake_timeout=5,
    )  # fmt: skip
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, stop)
    server.run()
    ticker.stop()


def tcp(host: str, port: int) -> str:
    """Return the endpoint of an address."""
    return f"tcp:port={port}:interface={host.replace(':', chr(92) + ':')}"


class Crew:
    """Several processes that serve one address: started, watched, replaced when they die, and one by one on SIGHUP.

    They share the listening socket, so that the address answers while any of them does.
    """

    READY = 60
    """Seconds that a new process may take until it serves."""

    def __init__(self, host: str, port: int, size: int, command: list[str]) -> None:
        if ":" in host:
            raise CannotServe("Several processes share an IPv4 address; choose one with --host.")
        self._command, self._size = command, size
        self._crew: list[subprocess.Popen[bytes]] = []
        self._stopping = threading.Event()
        self._renewing = threading.Event()
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._socket.bind((host, port))
        self._socket.listen(1024)

    def run(self, ready: Callable[[], None]) -> None:
        """Keep the crew at its size until SIGTERM or SIGINT."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_signal: self._stopping.set())
        signal.signal(signal.SIGHUP, lambda *_signal: self._renewing.set())
        self._crew = [self._hire() for _ in range(self._size)]
        ready()
        while not self._stopping.wait(0.5):
            if self._renewing.is_set():
                self._renewing.clear()
                self._renew()
            for index, one in enumerate(self._crew):
                if one.poll() is not None and not self._stopping.is_set():
                    logger.error("process %s ended with status %s; another takes its place", one.pid, one.returncode)
                    self._crew[index] = self._hire()
        for one in self._crew:
            self._dismiss(one)

    def _renew(self) -> None:
        """Replace everyone, one by one: the next goes only when its successor serves."""
        for index, old in enumerate(self._crew):
            self._crew[index] = self._hire()
            self._dismiss(old)
            logger.info("process %s has taken the place of %s", self._crew[index].pid, old.pid)

    def _hire(self) -> subprocess.Popen[bytes]:
        """Start a process, and wait until it serves."""
        hears, tells = os.pipe()
        descriptors = [self._socket.fileno(), tells]
        command = [*self._command, "--serve-fd", str(descriptors[0]), "--ready-fd", str(tells)]
        started = subprocess.Popen(command, pass_fds=descriptors)  # noqa: S603  (this very program)
        os.close(tells)
        select.select([hears], [], [], self.READY)
        os.close(hears)
        return started

    @staticmethod
    def _dismiss(one: subprocess.Popen[bytes]) -> None:
        one.terminate()
        try:
            one.wait(PATIENCE + 2)
        except subprocess.TimeoutExpired:
            one.kill()
            one.wait()
