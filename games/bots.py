"""What a bot chooses: its policy, asked apart from everything else, for so long and no longer."""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Callable
from typing import Any

from . import engine
from .models import Match

SECONDS = 2.0
"""How long a policy may compute, in seconds of processor time: a busy machine makes no bot play worse."""
AT_MOST = 10.0
"""Seconds on the wall after which nobody waits for a policy any more, whatever it does."""


class Overran(Exception):
    """A policy took longer than it may."""


class _Stop(SystemExit):
    """Raised inside a policy that overran. No policy catches it, and a thread that it meets too late ends in peace."""


def decide(match: Match, seat: int, level: str) -> dict[str, Any]:
    """Return the command that the bot of a seat chooses, from what a person there would see.

    Raises `Overran` when its time is up, and whatever the policy raises.
    """
    game = engine.get(match.game)
    state = game.load(match.state)
    view = game.view(state, seat)
    chance = engine.Chance(f"{match.seed}:bot:{match.version}:{seat}")
    policy = engine.policy(match.game)
    return _within(lambda: policy(view, game.commands(state, seat), chance, level))


def _within(think: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """Return what `think` returns. It runs in a thread of its own, which is stopped and left when its time is up."""
    thought: list[dict[str, Any]] = []
    faults: list[BaseException] = []
    clocks: list[int] = []

    def run() -> None:
        clocks.append(time.pthread_getcpuclockid(threading.get_ident()))
        try:
            thought.append(think())
        except _Stop:
            return
        except Exception as fault:
            faults.append(fault)

    thread = threading.Thread(target=run, name="bot", daemon=True)
    thread.start()
    end = time.monotonic() + AT_MOST
    while thread.is_alive():
        thread.join(0.1)
        if thread.is_alive() and (_spent(clocks) > SECONDS or time.monotonic() > end):
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident or 0), ctypes.py_object(_Stop))
            raise Overran
    if not thought:
        raise faults[0] if faults else Overran
    return thought[0]


def _spent(clocks: list[int]) -> float:
    """Return the processor time that a thread has used, in seconds; 0 before it began or once it has ended."""
    try:
        return time.clock_gettime(clocks[0])
    except (IndexError, OSError):
        return 0.0
