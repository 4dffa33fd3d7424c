"""A room at one moment, as plain data: loaded once a version, looked at through many windows.

`Table.state` is the engine's own state. Only `screens.draw` and `view.json` touch it, and only to ask `game.view`.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import OuterRef, Subquery
from django.utils import timezone

from . import deals, engine
from .models import Match, Move, Person, Presence, Room, Seat

Stamp = tuple[int, int, int]
"""The room's version, the match's number, the match's version: each grows, none falls."""

LOG_MOVES = 80
"""How many moves the log on the page goes back; the rest is in the replay."""


@dataclass(frozen=True)
class SeatFacts:
    """A seat as everybody sees it. `bot` is a level, or "" for a person; `here`: its person's page is open."""

    number: int
    name: str
    person: uuid.UUID | None
    bot: str
    here: bool
    host: bool


@dataclass(frozen=True)
class Told:
    """A move as the log tells it: what happened, why it was made, by whom (a seat number or "host")."""

    version: int
    actor: int | str
    cause: str
    events: list[dict[str, Any]]


@dataclass(frozen=True)
class RoomFacts:
    """What everybody in the room may know of it."""

    id: int
    code: str
    game: str
    options: dict[str, Any]
    clock: int
    at_zero: str
    visibility: str
    locked: bool
    closed: bool
    host: uuid.UUID | None
    host_name: str
    seats: tuple[SeatFacts, ...]
    spectators: tuple[str, ...]
    people: frozenset[uuid.UUID]
    kicked: frozenset[uuid.UUID]

    @property
    def url(self) -> str:
        return f"/r/{self.code}/"


@dataclass(frozen=True)
class MatchFacts:
    """What everybody may know of the match beside its view. `deadline`: when this wait runs out, or None.

    `commitment` seals its secret seed (`games.deals`); `sealed` is the line that was sealed, "" before the end.
    `past`: a step of a replay, in which nobody can do anything.
    """

    id: int
    number: int
    version: int
    options: dict[str, Any]
    names: list[str]
    over: bool
    broken_off: bool
    paused: bool
    started_at: datetime
    paused_seconds: float
    wait_seconds: float | None
    deadline: datetime | None
    automatic: bool
    told: list[Told] = field(repr=False)
    commitment: str = ""
    sealed: str = field(default="", repr=False)
    past: bool = False

    @property
    def zero_ms(self) -> int:
        """The moment from which the engine's clock counts, as if there had been no pauses, in epoch milliseconds."""
        return int((self.started_at.timestamp() + self.paused_seconds) * 1000)


@dataclass(frozen=True)
class Table:
    """Everything of a room at one moment. `stamp` grows with every change."""

    stamp: Stamp
    room: RoomFacts
    match: MatchFacts | None
    state: Any = field(repr=False)

    @property
    def game(self):
        return engine.get(self.room.game)

    def seat_of(self, person: uuid.UUID | None) -> int | None:
        """Return the number of the seat that `person` plays now; None for everyone else, also while a bot plays it."""
        for seat in self.room.seats:
            if person is not None and seat.person == person and not seat.bot:
                return seat.number
        return None


@dataclass(frozen=True)
class Who:
    """Whose window this is. `seat`: the seat they play; `host`: they hold the host's role; `lent`: their seat that a
    bot plays for them now; `joined`: they gave a name here; `name`: else, the name they last used anywhere;
    `language`: the words they read; `origin`: how they reach the site (`https://host`), for links to share."""

    seat: int | None = None
    host: bool = False
    lent: int | None = None
    joined: bool = False
    name: str = ""
    language: str = "en"
    origin: str = ""

    @property
    def viewer(self) -> int | str | None:
        """The engine's name for this viewer."""
        return self.seat if self.seat is not None else "host" if self.host else None

    def is_among(self, actors: Iterable[int | str]) -> bool:
        """Whether one of `actors` is this person: by their seat, or as the host, which who plays may be as well."""
        return any(actor == self.viewer or (actor == "host" and self.host) for actor in actors)


def who(table: Table, person: Person | None, language: str, origin: str) -> Who:
    """Return how `person` (None: nobody yet) looks at this table."""
    if person is None:
        return Who(language=language, origin=origin)
    lent = next((seat.number for seat in table.room.seats if seat.person == person.pk and seat.bot), None)
    joined = person.pk in table.room.people
    return Who(
        seat=table.seat_of(person.pk), host=person.pk == table.room.host, lent=lent, joined=joined,
        name="" if joined else person.name, language=language, origin=origin,
    )  # fmt: skip


def stamps(room_ids: Iterable[int]) -> dict[int, Stamp]:
    """Return the stamps that `load` would give these rooms now, by one query."""
    latest = Match.objects.filter(room=OuterRef("pk")).order_by("-number")
    rows = (
        Room.objects.filter(pk__in=list(room_ids))
        .annotate(
            match_number=Subquery(latest.values("number")[:1]), match_version=Subquery(latest.values("version")[:1])
        )
        .values_list("pk", "version", "match_number", "match_version")
    )
    return {pk: (version, number or 0, match_version or 0) for pk, version, number, match_version in rows}


def load(room_id: int) -> Table:
    """Read a room from the database. `Room.DoesNotExist` when it is gone."""
    room = Room.objects.get(pk=room_id)
    now = timezone.now()
    everyone = list(Presence.objects.filter(room=room))
    people = [one for one in everyone if not one.kicked]
    names = {one.person_id: one.name for one in people}
    here = {one.person_id for one in people if one.until > now}
    seats = tuple(
        SeatFacts(
            seat.number, seat.name, seat.person_id, seat.bot, seat.person_id in here,
            host=room.host_id is not None and seat.person_id == room.host_id,
        )
        for seat in Seat.objects.filter(room=room)
    )  # fmt: skip
    seated = {seat.person for seat in seats}
    facts = RoomFacts(
        id=room.pk,
        code=room.code,
        game=room.game,
        options=room.options,
        clock=room.clock,
        at_zero=room.at_zero,
        visibility=room.visibility,
        locked=room.locked,
        closed=room.closed_at is not None,
        host=room.host_id,
        host_name=names.get(room.host_id, ""),
        seats=seats,
        spectators=tuple(one.name for one in people if one.person_id in here and one.person_id not in seated),
        people=frozenset(names),
        kicked=frozenset(one.person_id for one in everyone if one.kicked),
    )
    match = Match.objects.filter(room=room).order_by("-number").first()
    if match is None:
        return Table((room.version, 0, 0), facts, None, None)
    state = engine.get(match.game).load(match.state)
    return Table((room.version, match.number, match.version), facts, _match_facts(match, room, state), state)


def _match_facts(match: Match, room: Room, state: Any) -> MatchFacts:
    moves = Move.objects.filter(match=match).order_by("-version")[:LOG_MOVES]
    told = [
        Told(move.version, move.actor if move.actor == "host" else int(move.actor), move.cause, move.events)
        for move in reversed(moves)
    ]
    return MatchFacts(
        id=match.pk,
        number=match.number,
        version=match.version,
        options=match.options,
        names=match.names,
        over=match.ended_at is not None,
        broken_off=match.broken_off,
        paused=match.paused_at is not None,
        started_at=match.started_at,
        paused_seconds=match.paused_seconds,
        wait_seconds=match.wait_seconds,
        deadline=match.deadline,
        automatic=match.automatic,
        told=told,
        commitment=deals.commitment(match.game, match.options, match.names, match.seed),
        sealed=deals.sealed(match.game, match.options, match.names, match.seed) if match.ended_at is not None else "",
    )
