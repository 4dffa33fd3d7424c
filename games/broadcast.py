"""Windows on rooms: which sockets of this process look at which room, and the nudge that a room has changed.

A nudge says that, not what; though within the process that made a move it brings along the match as it was written,
which spares reading it again. It wakes one task a room, which loads the room once, draws each kind of viewer once and
sends every socket what changed for it. To other processes the channel layer carries the room's id, in one group. A lost
nudge costs a refresh: each socket's beat asks whether its picture is still the present one.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from asgiref.sync import async_to_sync
from channels.layers import InMemoryChannelLayer, get_channel_layer

logger = logging.getLogger(__name__)

GROUP = "rooms"


class Socket(Protocol):
    """What the hub needs of a socket: a way to send it what is new of a picture."""

    async def show(self, picture: Any) -> None: ...


class Hub:
    """The sockets of one process, by room. `load` turns a room's id, and what is known of it without reading (None:
    nothing), into the picture that sockets are shown."""

    def __init__(self, load: Callable[[int, Any], Awaitable[Any]]) -> None:
        self._load = load
        self._sockets: dict[int, set[Socket]] = {}
        self._dirty: dict[int, Any] = {}
        self._loop = asyncio.get_running_loop()
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._name = ""
        self._listener: asyncio.Task[None] | None = None

    def watch(self, room_id: int, socket: Socket) -> None:
        """Show this socket every change of the room from now on."""
        self._sockets.setdefault(room_id, set()).add(socket)
        if self._listener is None:
            self._listener = self._loop.create_task(self._listen())

    def leave(self, room_id: int, socket: Socket) -> None:
        """Forget this socket."""
        sockets = self._sockets.get(room_id, set())
        sockets.discard(socket)
        if not sockets:
            self._sockets.pop(room_id, None)

    def rooms(self) -> dict[int, set[Socket]]:
        """Return the rooms that somebody looks at here, with their sockets."""
        return {room_id: set(sockets) for room_id, sockets in self._sockets.items()}

    def nudge(self, room_id: int, known: Any = None) -> None:
        """Show the room again to its sockets here, soon. Nudges while that is under way lead to one more round, for
        which the room is read when one of them knows nothing."""
        if room_id not in self._sockets:
            return
        self._dirty[room_id] = known if self._dirty.get(room_id, known) is not None else None
        if room_id not in self._tasks:
            self._tasks[room_id] = self._loop.create_task(self._show(room_id))

    def heal(self, room_id: int) -> None:
        """Show the room again to its sockets here, unless that is under way: a lost nudge, or one that still waits."""
        if room_id not in self._tasks:
            self.nudge(room_id)

    async def _show(self, room_id: int) -> None:
        try:
            while room_id in self._dirty:
                picture = await self._load(room_id, self._dirty.pop(room_id))
                for socket in list(self._sockets.get(room_id, ())):
                    try:
                        await socket.show(picture)
                    except Exception:
                        logger.exception("room %s: a socket could not be shown the change", room_id)
        except Exception:
            logger.exception("room %s: its windows could not be drawn; they ask again at their next beat", room_id)
        finally:
            del self._tasks[room_id]

    async def _listen(self) -> None:
        """Take nudges from other processes, for ever: a layer that fails is tried again."""
        layer = get_channel_layer()
        while True:
            try:
                self._name = self._name or await layer.new_channel()
                await layer.group_add(GROUP, self._name)
                while True:
                    message = await layer.receive(self._name)
                    if message["from"] != self._name:
                        self.nudge(message["room"])
            except asyncio.CancelledError:
                raise
            except Exception:
                logger.exception("the channel layer does not answer; trying again in a second")
                await asyncio.sleep(1)

    async def spread(self, room_id: int, known: Any) -> None:
        """Nudge here and in every other process."""
        self.nudge(room_id, known)
        await tell_others(room_id, self._name)

    def changed(self, room_id: int, known: Any) -> None:
        """Nudge everywhere, from any thread."""
        asyncio.run_coroutine_threadsafe(self.spread(room_id, known), self._loop)

    @property
    def alive(self) -> bool:
        """False once the event loop that it lives on is closed."""
        return not self._loop.is_closed()


_hub: Hub | None = None
_lock = threading.Lock()


def hub(load: Callable[[int, Any], Awaitable[Any]]) -> Hub:
    """Return this process's hub; the first call, on the event loop that serves the sockets, makes it."""
    global _hub
    with _lock:
        if _hub is None or not _hub.alive:
            _hub = Hub(load)
        return _hub


def current() -> Hub | None:
    """Return this process's hub, if it serves sockets."""
    return _hub if _hub is not None and _hub.alive else None


async def tell_others(room_id: int, sender: str = "") -> None:
    """Tell the other processes that a room has changed. A layer that fails costs them a refresh, not the move."""
    layer = get_channel_layer()
    if isinstance(layer, InMemoryChannelLayer):
        return  # it reaches nobody outside this process
    try:
        await layer.group_send(GROUP, {"type": "room", "room": room_id, "from": sender})
    except Exception:
        logger.exception("room %s: the other processes could not be told of a change", room_id)


def changed(room_id: int, known: Any = None) -> None:
    """Nudge everyone who looks at a room; called after the commit, from any thread. `known`: its match, as written."""
    here = current()
    if here is not None:
        here.changed(room_id, known)
    else:
        async_to_sync(tell_others)(room_id)
