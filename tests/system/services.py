"""A PostgreSQL and a Redis of a test's own, on the loopback, to be stopped and started again.

`python -m tests.system.services pytest tests/web` runs a command with DATABASE_URL and REDIS_URL naming such a pair.
"""

import glob
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.system.site import free_port

BINARIES = next(iter(sorted(glob.glob("/usr/lib/postgresql/*/bin"), reverse=True)), "")
POSTGRES = shutil.which("postgres") or (f"{BINARIES}/postgres" if BINARIES else None)
REDIS = shutil.which("redis-server")
MISSING = [name for name, found in (("PostgreSQL", POSTGRES), ("Redis", REDIS)) if not found]


def answers(port, seconds=30):
    """Wait until something listens on a port of the loopback."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return True
        time.sleep(0.05)
    return False


def as_owner(folder):
    """How to run a program as whom PostgreSQL agrees to: it refuses to run as root."""
    if os.getuid():
        return []
    shutil.chown(folder, "postgres", "postgres")
    return ["runuser", "-u", "postgres", "--"]


class Redis:
    """Keeps nothing on disk, as a channel layer needs nothing kept."""

    def __init__(self):
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.start()

    def start(self):
        command = [REDIS, "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        assert answers(self.port)

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(20)


class Postgres:
    """A cluster in a folder of its own, with one database."""

    def __init__(self, folder):
        self.port = free_port()
        self.url = f"postgres://postgres@127.0.0.1:{self.port}/standoff"
        self.folder = Path(folder)
        self.folder.mkdir(parents=True)
        self.prefix = as_owner(self.folder)
        bin_folder = Path(POSTGRES).resolve().parent
        self._run(str(bin_folder / "initdb"), "-D", str(self.folder / "data"), "-U", "postgres", "-A", "trust", "-N")
        self.start()
        self._run(str(bin_folder / "createdb"), "-h", "127.0.0.1", "-p", str(self.port), "-U", "postgres", "standoff")

    def _run(self, *command):
        done = subprocess.run(
            [*self.prefix, *command], capture_output=True, text=True, timeout=120, cwd="/", check=False
        )
        assert done.returncode == 0, done.stderr

    def start(self):
        command = [
            POSTGRES,
            "-D",
            str(self.folder / "data"),
            "-p",
            str(self.port),
            "-k",
            str(self.folder),
            "-c",
            "fsync=off",
        ]
        self.process = subprocess.Popen(
            [*self.prefix, *command, "-c", "listen_addresses=127.0.0.1"], cwd="/",
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        assert answers(self.port)
        time.sleep(1)

    def stop(self):
        """A fast shutdown: connections are cut, what was committed stays."""
        pid = int((self.folder / "data" / "postmaster.pid").read_text().split()[0])
        os.kill(pid, signal.SIGINT)
        self.process.wait(30)


def main():
    if MISSING:
        sys.exit(f"no {' and no '.join(MISSING)} on this machine")
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        postgres, redis = Postgres(Path(folder) / "postgres"), Redis()
        try:
            found = {"DATABASE_URL": postgres.url, "REDIS_URL": redis.url}
            status = subprocess.run(sys.argv[1:], env=os.environ | found, check=False).returncode
        finally:
            redis.stop()
            postgres.stop()
    sys.exit(status)


if __name__ == "__main__":
    main()
