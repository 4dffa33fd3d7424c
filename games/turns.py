"""Whose turn it is to work: one thread after the other, in the order of asking.

Threads of one interpreter share one processor. Those that compute at the same time are not done earlier: they lose
time with every change between them. So pages and pictures wait for their turn beside the event loop. A piece of work
that takes long, because it waits for a lock or hashes a password, lets the next one begin.
"""

from __future__ import annotations

import asyncio
import contextvars
import weakref
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

THREADS = 4
"""How many pieces of work may be under way, all but one of them long ones. Each thread keeps its database connection.
"""

LONG = 0.05
"""Seconds after which a piece of work counts as long."""


class Turns:
    """The threads that work for one event loop. All methods are called on that loop."""

    def __init__(self) -> None:
        self._free = [ThreadPoolExecutor(1, thread_name_prefix=f"work-{number}") for number in range(THREADS)]
        self._waiting: deque[tuple[asyncio.Future[Any], Callable[[], Any]]] = deque()
        self._turn: object | None = None

    async def run(self, function: Callable[..., Any], *args: Any) -> Any:
        """Return what the function returns, or raise what it raises, once it has had its turn on a thread.

        Work whose caller is gone is not begun; what has begun is done to its end.
        """
        answer = asyncio.get_running_loop().create_future()
        self._waiting.append((answer, partial(contextvars.copy_context().run, function, *args)))
        self._go_on()
        return await answer

    def _go_on(self) -> None:
        while self._waiting and self._free and self._turn is None:
            answer, work = self._waiting.popleft()
            if answer.done():
                continue
            thread, turn = self._free.pop(), object()
            self._turn = turn
            loop = asyncio.get_running_loop()
            timer = loop.call_later(LONG, self._end, turn)
            done = loop.run_in_executor(thread, work)
            done.add_done_callback(partial(self._done, answer, thread, turn, timer))

    def _end(self, turn: object) -> None:
        if self._turn is turn:
            self._turn = None
        self._go_on()

    def _done(
        self, answer: asyncio.Future[Any], thread: ThreadPoolExecutor, turn: object, timer: asyncio.TimerHandle,
        done: asyncio.Future[Any],
    ) -> None:  # fmt: skip
        timer.cancel()
        self._free.append(thread)
        if not answer.done():
            if (fault := done.exception()) is not None:
                answer.set_exception(fault)
            else:
                answer.set_result(done.result())
        self._end(turn)


_turns: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, Turns] = weakref.WeakKeyDictionary()


async def run(function: Callable[..., Any], *args: Any) -> Any:
    """Give a function its turn among all that the present event loop has to do beside itself."""
    loop = asyncio.get_running_loop()
    if loop not in _turns:
        _turns[loop] = Turns()
    return await _turns[loop].run(function, *args)
