"""What stands open in the house: public tables to join or to watch, and the tables that somebody is at already."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery

from . import engine, tables
from .models import Match, Person, Presence, Room, Seat

YOURS = 8
SHORT = 8
"""Tables on the home page; `/tables/` has more."""
MOST = 60

JOIN, WATCH = "join", "watch"


@dataclass(frozen=True)
class Open:
    """A public table. `way`: what a newcomer may do there, join or watch; `seats`, `bots`: how many are taken, and
    how many of those by bots; `playing`: a match is under way; `watching`: how many look on."""

    code: str
    game: engine.Game
    host: str
    seats: int
    bots: int
    watching: int
    playing: bool
    best_of: int
    way: str

    @property
    def url(self) -> str:
        return f"/r/{self.code}/"


def public(person: Person | None, now: datetime, slug: str = "", most: int = MOST) -> list[Open]:
    """Return the public tables at which somebody is, those to join first, the newest first; of one game, if named.

    Locked and closed ones are not among them, nor those that `person` was sent away from. A ranked one, and one with
    no free seat, can only be watched.
    """
    here = Presence.objects.filter(room=OuterRef("pk"), kicked=False, until__gt=now)
    shown = Room.objects.filter(Exists(here), visibility=Room.Visibility.PUBLIC, locked=False, closed_at=None)
    if slug:
        shown = shown.filter(game=slug)
    if person is not None:
        shown = shown.exclude(Exists(Presence.objects.filter(room=OuterRef("pk"), person=person, kicked=True)))
    seated = Seat.objects.filter(room=OuterRef("room"), person=OuterRef("person"))
    hosting = Presence.objects.filter(room=OuterRef("pk"), person=OuterRef("host"))
    found = [
        _open(room)
        for room in shown.order_by("-pk").annotate(
            taken=_count(Seat.objects.filter(room=OuterRef("pk"))),
            by_bots=_count(Seat.objects.filter(room=OuterRef("pk")).exclude(bot="")),
            onlookers=_count(here.exclude(Exists(seated))),
            playing=Exists(Match.objects.filter(room=OuterRef("pk"), ended_at=None)),
            host_name=Subquery(hosting.values("name")[:1]),
        )[:MOST]
    ]
    return sorted(found, key=lambda table: table.way != JOIN)[:most]


def _count(rows: QuerySet[Any]) -> Any:
    return Subquery(rows.order_by().values("room").annotate(n=Count("pk")).values("n")[:1])


def _open(room: Any) -> Open:
    game, taken = engine.get(room.game), room.taken or 0
    free = not room.playing and not room.ranked and taken < game.max_seats
    return Open(
        code=room.code, game=game, host=room.host_name or "", seats=taken, bots=room.by_bots or 0,
        watching=room.onlookers or 0, playing=room.playing, best_of=room.best_of, way=JOIN if free else WATCH,
    )  # fmt: skip


def yours(person: Person) -> list[dict[str, Any]]:
    """Return the latest tables that a person is at, those that wait for them first."""
    is_in = Q(presences__person=person, presences__kicked=False)
    found = []
    for room in Room.objects.filter(is_in, closed_at=None).order_by("-pk")[:YOURS]:
        table = tables.load(room.pk)
        running = table.match is not None and not table.match.over
        acting = table.game.view(table.state, None)["to_act"] if running else []
        found.append(
            {
                "url": table.room.url,
                "code": room.code,
                "game": table.game,
                "others": [one.name for one in table.room.seats if one.person != person.pk],
                "my_move": tables.who(table, person, "en", "").is_among(acting),
                "over": table.match is not None and table.match.over,
            }
        )
    return sorted(found, key=lambda table: not table["my_move"])
