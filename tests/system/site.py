"""`manage.py play` as people run it: a process of its own, with a data folder of its own."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


def free_port():
    """A port of the loopback that nothing listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def environment(**variables):
    """The environment without this project's settings, and with these."""
    ours = ("STANDOFF_", "DATABASE_URL", "REDIS_URL", "DJANGO_")
    return {key: value for key, value in os.environ.items() if not key.startswith(ours)} | variables


def manage(*words, timeout=60, **variables):
    """Run a management command to its end."""
    return subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=ROOT, env=environment(**variables), capture_output=True, text=True, timeout=timeout, check=False,
    )  # fmt: skip


class Site:
    """A running site. `output` is what it has printed; `program` is what runs it, `manage.py` unless said otherwise."""

    def __init__(self, data, *words, port=None, program=("manage.py",), **variables):
        self.port = port or free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = Path(data).parent / f"{Path(data).name}-{self.port}-{time.monotonic_ns()}.log"
        with self.log.open("w") as out:
            self.process = subprocess.Popen(
                [sys.executable, *program, "play", "--port", str(self.port), "--data", str(data), *words],
                cwd=ROOT, env=environment(**variables), stdout=out, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
            )  # fmt: skip

    @property
    def output(self):
        return self.log.read_text()

    def is_up(self, seconds=40):
        """Wait until it answers; return whether it does."""
        end = time.monotonic() + seconds
        while time.monotonic() < end and self.process.poll() is None:
            if re.search(r"open at http", self.output):
                return self.get("/healthz/") == (200, "ok")
            time.sleep(0.05)
        return False

    def get(self, path, cookie=""):
        request = urllib.request.Request(self.url + path, headers={"Cookie": cookie} if cookie else {})
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()

    def stop(self, number=signal.SIGTERM, seconds=15):
        """Send a signal; return the exit status."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        return self.process.wait(seconds)
