"""Pictures of rooms: each read once and drawn once for each kind of viewer, for all the windows of this process."""

from __future__ import annotations

import threading
from collections import OrderedDict

from . import screens, tables
from .models import Match

KEPT = 500
"""Of how many rooms the latest picture is kept."""
MOST = 400
"""For how many kinds of viewers a picture is kept; for more of them it is drawn anew each time."""


class Picture:
    """A room at one moment. `before`: the moment before, from which what has not changed is taken."""

    def __init__(self, table: tables.Table, before: Picture | None = None) -> None:
        self.table = table
        self._drawings = screens.Drawings(before._drawings if before else None)
        self._drawn: dict[tables.Who, dict[str, str]] = {}
        self._lock = threading.Lock()

    def fragments(self, who: tables.Who) -> dict[str, str]:
        """Return this viewer's fragments, {element id: HTML}; their forms carry no CSRF token, which htmx sends."""
        if who not in self._drawn:
            if len(self._drawn) >= MOST:
                return screens.draw(self.table, who)
            with self._lock:
                if who not in self._drawn:
                    self._drawn[who] = screens.draw(self.table, who, drawings=self._drawings)
        return self._drawn[who]


_latest: OrderedDict[tuple[int, str], Picture] = OrderedDict()
_lock = threading.Lock()


def take(room_id: int, known: Match | None = None) -> Picture:
    """Return the present picture of a room. `Room.DoesNotExist` when it is gone. `known`: its match as it has just been
    written, with the room as it was then."""
    table = tables.load(room_id, known)
    key = (room_id, table.room.code)
    with _lock:
        latest = _latest.get(key)
        if latest is None or latest.table.stamp < table.stamp:
            latest = _latest[key] = Picture(table, latest)
            _latest.move_to_end(key)
            while len(_latest) > KEPT:
                _latest.popitem(last=False)
            return latest
        if latest.table.stamp == table.stamp:
            return latest
    return Picture(table) if known is None else take(room_id)  # somebody was faster
