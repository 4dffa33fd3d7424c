"""A room at one moment, as plain data: loaded once a version, looked at through many windows.

`Table.state` is the engine's own state. Only `screens.draw` and `view.json` touch it, and only to ask `game.view`.
"""

from __future__ import annotations

import threading
import uuid
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property, lru_cache
from typing import Any

from django.db.models import OuterRef, Subquery
from django.utils import timezone

from . import deals, engine, hearing, ladder, series
from .models import Match, Move, Person, Presence, Room, Seat
from .series import Series

Stamp = tuple[int, int, int]
"""The room's version, the match's number, the match's version: each grows, none falls."""

LOG_MOVES = 80
"""How many moves the log on the page goes back; the rest is in the replay."""


@dataclass(frozen=True)
class SeatFacts:
    """A seat as everybody sees it. `bot` is a level, or "" for a person; `here`: its person's page is open;
    `wins`: the matches that they have won in this series; `rating`: in a ranked room, what is known of them by now."""

    number: int
    name: str
    person: uuid.UUID | None
    bot: str
    here: bool
    host: bool
    wins: int = 0
    rating: ladder.Points | None = None


@dataclass(frozen=True)
class Watcher:
    """Somebody who is here without a seat. `presence` is the id of their being here; `host`: they hold that role."""

    presence: int
    name: str
    host: bool = False

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Told:
    """A move as the log tells it: what happened, why it was made, by whom (a seat number or "host").

    `drawn` keeps how the log says it, by reader: a move never changes, and every window of the room shows it.
    """

    version: int
    actor: int | str
    cause: str
    events: list[dict[str, Any]]
    drawn: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)

    @cached_property
    def open(self) -> bool:
        """Whether everybody may see all of it."""
        return all("only" not in event for event in self.events)

    def seen_by(self, seat: int | None) -> Told:
        """Return the move with only those events that this seat (None: a spectator) may see."""
        if self.open:
            return self
        key = ("seen", seat)
        if key not in self.drawn:
            events = [event for event in self.events if "only" not in event or seat in event["only"]]
            self.drawn[key] = Told(self.version, self.actor, self.cause, events)
        return self.drawn[key]


@dataclass(frozen=True)
class RoomFacts:
    """What everybody in the room may know of it. `series`: how it stands; None for one match at a time.

    `ranked`: it was made for one match that counts, and nobody is shown as its host: the role gives nothing there.
    """

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
    spectators: tuple[Watcher, ...]
    people: frozenset[uuid.UUID]
    kicked: frozenset[uuid.UUID]
    best_of: int = Room.BestOf.ONE.value
    series: Series | None = None
    talk: bool = True
    ranked: bool = False

    @property
    def url(self) -> str:
        return f"/r/{self.code}/"


@dataclass(frozen=True)
class MatchFacts:
    """What everybody may know of the match beside its view. `wait` names what the table waits for; `deadline`: when
    that runs out, or None.

    `commitment` seals its secret seed (`games.deals`); `sealed` is the line that was sealed, "" before the end.
    `past`: a step of a replay, in which nobody can do anything. `ratings`: what a ranked match did to them, at its end.
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
    wait: str = ""
    ratings: tuple[ladder.Rated, ...] = ()

    @cached_property
    def open(self) -> bool:
        """Whether everybody may see all of what is told."""
        return all(move.open for move in self.told)

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
    talk: hearing.Talk = field(default_factory=hearing.Talk, repr=False)

    @property
    def game(self):
        return engine.get(self.room.game)

    @property
    def running(self) -> bool:
        """Whether a match is being played."""
        return self.match is not None and not self.match.over

    def seat_of(self, person: uuid.UUID | None) -> int | None:
        """Return the number of the seat that `person` plays now; None for everyone else, also while a bot plays it."""
        for seat in self.room.seats:
            if person is not None and seat.person == person and not seat.bot:
                return seat.number
        return None


@dataclass(frozen=True)
class Who:
    """Whose window this is. `seat`: the seat they play; `host`: they hold the host's role; `lent`: their seat that a
    bot plays for them now; `fresh`: they took their seat after the match that the table shows, and had no part in it;
    `joined`: they gave a name here; `name`: else, the name they last used anywhere;
    `language`: the words they read; `origin`: how they reach the site (`https://host`), for links to share;
    `ear`: how they hear the talk."""

    seat: int | None = None
    host: bool = False
    lent: int | None = None
    fresh: bool = False
    joined: bool = False
    name: str = ""
    language: str = "en"
    origin: str = ""
    ear: hearing.Ear = field(default_factory=hearing.Ear)

    @property
    def at_table(self) -> bool:
        """Whether they belong to the table: by a seat, also one that a bot plays for them, or as the host."""
        return self.seat is not None or self.lent is not None or self.host

    @property
    def viewer(self) -> int | str | None:
        """The engine's name for this viewer."""
        if self.seat is not None and not self.fresh:
            return self.seat
        return "host" if self.host else None

    def is_among(self, actors: Iterable[int | str]) -> bool:
        """Whether one of `actors` is this person: by their seat, or as the host, which who plays may be as well."""
        return any(actor == self.viewer or (actor == "host" and self.host) for actor in actors)


def who(table: Table, person: Person | None, language: str, origin: str) -> Who:
    """Return how `person` (None: nobody yet) looks at this table."""
    if person is None:
        return Who(language=language, origin=origin)
    done = table.room.ranked and table.match is not None and table.match.over  # no seat there is of use any more
    lent = next((seat.number for seat in table.room.seats if seat.person == person.pk and seat.bot and not done), None)
    joined = person.pk in table.room.people
    seat = table.seat_of(person.pk)
    fresh = seat is not None and table.match is not None and seat >= len(table.match.names)
    return Who(
        seat=seat, host=person.pk == table.room.host, lent=lent, fresh=fresh, joined=joined,
        name="" if joined else person.name, language=language, origin=origin,
        ear=table.talk.ear(person.pk) if joined else hearing.Ear(),
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


def load(room_id: int, match: Match | None = None) -> Table:
    """Read a room from the database. `Room.DoesNotExist` when it is gone. `match`: its latest, with the room, if they
    need not be read."""
    if match is None:
        match = Match.objects.filter(room=room_id).select_related("room").order_by("-number").first()
    room = Room.objects.get(pk=room_id) if match is None else match.room
    if match is None:
        facts, talk = _room_facts(room, room.code, room.version, 0, False)
        return Table((room.version, 0, 0), facts, None, None, talk)
    facts, talk = _room_facts(room, room.code, room.version, match.number, match.ended_at is not None)
    state = engine.get(match.game).load(match.state)
    told = _match_facts(match, room, state)
    return Table((room.version, match.number, match.version), facts, told, state, talk)


@lru_cache(maxsize=2000)
def _room_facts(room: Room, code: str, version: int, match_number: int, over: bool) -> tuple[RoomFacts, hearing.Talk]:
    """Read all that is not the match. A move changes none of it: it is read once a version of the room, and once more
    when a match begins or ends. (Rooms are equal by their id; the code tells this one from one of a deleted database.)
    """
    now = timezone.now()
    everyone = list(Presence.objects.filter(room=room))
    people = [one for one in everyone if not one.kicked]
    names = {one.person_id: one.name for one in people}
    here = {one.person_id for one in people if one.until > now}
    held = list(Seat.objects.filter(room=room))
    standing = series.of(room, held)
    host = None if room.ranked else room.host_id
    ratings = ladder.known(room.game, [seat.person_id for seat in held]) if room.ranked else {}
    seats = tuple(
        SeatFacts(
            seat.number, seat.name, seat.person_id, seat.bot, seat.person_id in here,
            host=host is not None and seat.person_id == host,
            wins=standing.wins[seat.number] if standing else 0, rating=ratings.get(seat.person_id),
        )
        for seat in held
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
        best_of=room.best_of,
        series=standing,
        locked=room.locked,
        closed=room.closed_at is not None,
        host=host,
        host_name=names.get(host, ""),
        seats=seats,
        spectators=tuple(
            Watcher(one.pk, one.name, host=one.person_id == room.host_id)
            for one in people
            if one.person_id in here and one.person_id not in seated
        ),
        talk=room.talk,
        ranked=room.ranked,
        people=frozenset(names),
        kicked=frozenset(one.person_id for one in everyone if one.kicked),
    )
    return facts, hearing.load(room.pk, names, now)


class Past:
    """The latest moves of the matches that this process shows: a move never changes, so each is read once."""

    def __init__(self, matches: int) -> None:
        self._matches = matches
        self._told: OrderedDict[tuple[int, str], tuple[Told, ...]] = OrderedDict()
        self._lock = threading.Lock()

    def until(self, match: Match) -> list[Told]:
        """Return the last moves of a match, those that led to the version that `match` shows, oldest first."""
        key = self._key(match)
        with self._lock:
            known = self._told.get(key, ())
        last = known[-1].version if known else 0
        if last < match.version:
            fresh = Move.objects.filter(match=match, version__gt=max(last, match.version - LOG_MOVES))
            rows = fresh.order_by("version").values_list("version", "actor", "cause", "events")
            told = (Told(version, actor if actor == "host" else int(actor), *rest) for version, actor, *rest in rows)
            known = (*known, *told)[-2 * LOG_MOVES :]
            with self._lock:
                self._told[key] = known
                self._told.move_to_end(key)
                if len(self._told) > self._matches:
                    self._told.popitem(last=False)
        return [move for move in known if match.version - LOG_MOVES < move.version <= match.version]

    def add(self, match: Match, move: Told) -> None:
        """Take a move that has just been made: it need not be read again by those who have read those before it."""
        key = self._key(match)
        with self._lock:
            known = self._told.get(key, ())
            if known and known[-1].version == move.version - 1:
                self._told[key] = (*known, move)[-2 * LOG_MOVES :]

    @staticmethod
    def _key(match: Match) -> tuple[int, str]:
        return match.pk, f"{match.seed}{match.names}"


past = Past(matches=1000)


def _match_facts(match: Match, room: Room, state: Any) -> MatchFacts:
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
        wait=match.wait,
        wait_seconds=match.wait_seconds,
        deadline=match.deadline,
        automatic=match.automatic,
        told=past.until(match),
        commitment=deals.commitment(match.game, match.options, match.names, match.seed),
        sealed=deals.sealed(match.game, match.options, match.names, match.seed) if match.ended_at is not None else "",
        ratings=ladder.rated(match.players.all()) if room.ranked and match.ended_at is not None else (),
    )
