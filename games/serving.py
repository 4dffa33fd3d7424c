"""Running the site: the folder it keeps its data in, the port, daphne with static files, the clock beside it."""

from __future__ import annotations

import fcntl
import logging
import os
import secrets
import signal
import socket
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


def serve(host: str, port: int, ready: Callable[[], None]) -> None:
    """Serve until SIGTERM or SIGINT; `ready` is called once requests are answered."""
    from daphne.server import Server  # installs the asyncio reactor, which must happen only in a process that serves
    from django.contrib.staticfiles.handlers import ASGIStaticFilesHandler

    from standoff.asgi import application

    ticker = clock.Ticker()
    from twisted.internet import reactor

    def started() -> None:
        ticker.start()
        ready()

    def stop(*_signal: object) -> None:
        threading.Timer(PATIENCE, os._exit, (0,)).start() if not stopping.is_set() else None
        stopping.set()
        reactor.callFromThread(_stop_reactor)

    def _stop_reactor() -> None:
        if reactor.running:
            reactor.stop()

    stopping = threading.Event()
    address = f"[{host}]" if ":" in host else host
    endpoint = f"tcp:port={port}:interface={address.replace(':', chr(92) + ':') if ':' in host else host}"
    server = Server(
        ASGIStaticFilesHandler(application), endpoints=[endpoint],
        ready_callable=lambda: reactor.callWhenRunning(started), signal_handlers=False, verbosity=0,
        server_name="standoff", websocket_handshake_timeout=5,
    )  # fmt: skip
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, stop)
    server.run()
    ticker.stop()
    os._exit(0) if threading.active_count() > 1 and stopping.is_set() else None
