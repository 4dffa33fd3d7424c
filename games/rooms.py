"""Rooms: open, join, leave, sit, host, kick. Everything that is not a move."""

from __future__ import annotations

import contextlib
import itertools
import secrets
from datetime import datetime, timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Exists, F, OuterRef, QuerySet
from django.utils.translation import gettext as _

from . import engine, matches, names, series
from .models import Match, Move, Person, Presence, Room, Seat
from .refusals import MovedOn, NoRoom, NotYours, Refused

ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""32 symbols without look-alikes: no I, O, 0, 1."""

SOCKET_LEASE = timedelta(seconds=3.5)
"""How long a person counts as here after their socket was last seen; renewed every second or so."""
PAGE_LEASE = timedelta(seconds=10)
"""The same after a page was loaded, for browsers without a socket: they poll or reload."""

PATIENCE = timedelta(seconds=120)
"""How long a table waits for a player who is gone, while somebody is here; then a bot plays on for them."""

ASIDE = 1000
"""Added to the numbers of seats while they are numbered anew: more than any table has."""

BOT_NAMES = (
    "Ada",
    "Boone",
    "Calamity",
    "Doc",
    "Etta",
    "Frisco",
    "Goldie",
    "Hickok",
    "Ike",
    "Josie",
    "Kitty",
    "Laramie",
)


def find(code: str) -> Room:
    """Return the room with this code, in whatever case; `NoRoom` when there is none."""
    room = Room.objects.filter(code=code.upper()).first() if _is_code(code) else None
    if room is None:
        raise NoRoom(_("There is no open room with this code."))
    return room


def _is_code(text: str) -> bool:
    return len(text) == 6 and set(text.upper()) <= set(ALPHABET)


def visit(code: str, person: Person | None) -> tuple[Room, Presence | None]:
    """Return the room with this code, and how this person is in it already; None for a newcomer.

    By one query for those who are. Raises as `find` and `enter` do.
    """
    if person is not None and _is_code(code):
        with contextlib.suppress(Presence.DoesNotExist):
            known = Presence.objects.select_related("room").get(room__code=code.upper(), person=person)
            return known.room, _let_in(known.room, known)
    room = find(code)
    return room, _let_in(room, None)


def enter(room: Room, person: Person | None) -> Presence | None:
    """Return how this person is in the room already; None for a newcomer.

    `NotYours` for one who was kicked; `NoRoom`, like a wrong code, for a newcomer to a locked or closed room.
    """
    return _let_in(room, Presence.objects.filter(room=room, person=person).first() if person else None)


def _let_in(room: Room, presence: Presence | None) -> Presence | None:
    if presence is not None and presence.kicked:
        raise NotYours(_("The host has asked you to leave this room."))
    if presence is None and (room.locked or room.closed_at):
        raise NoRoom(_("There is no open room with this code."))
    return presence


def running(room: Room) -> Match | None:
    """Return the match that is being played, if one is."""
    return room.matches.filter(ended_at=None).first()


def latest(room: Room) -> Match | None:
    """Return the match that is being played, or else the one last played."""
    return room.matches.order_by("-number").first()


def open_room(
    person: Person,
    name: str,
    slug: str,
    options: dict[str, Any],
    *,
    now: datetime,
    clock: int = 0,
    at_zero: str = Room.AtZero.HOST,
    visibility: str = Room.Visibility.PRIVATE,
    best_of: int = Room.BestOf.ONE,
    bots: int = 0,
) -> Room:
    """Open a room: its maker hosts it and, unless the game's host does not play, holds seat 0."""
    game = engine.get(slug)
    name = names.clean(name)
    cleaned = game.clean_options(options)
    with matches.door():
        _remember(person, name)
        room = _new_room(
            game=slug, options=cleaned, clock=clock, at_zero=at_zero, visibility=visibility, best_of=best_of,
            host=person,
        )  # fmt: skip
        _be_here(room, person, name, now)
        if not host_stands(room):
            Seat.objects.create(room=room, number=0, name=name, person=person)
        for _number in range(min(bots, game.max_seats - room.seats.count())):
            _seat_bot(room, room.seats.count(), Seat.Bot.NORMAL)
    return room


def open_ranked(people: list[Person], slug: str, options: dict[str, Any], *, now: datetime, clock: int = 0) -> Match:
    """Open the room of a ranked match, these people in this order, and begin it at once. Call inside a transaction.

    Its link lets others watch. Somebody holds the host's role, as in every room, but can do nothing with it.
    """
    cleaned = engine.get(slug).clean_options(options)
    room = _new_room(game=slug, options=cleaned, clock=clock, at_zero=Room.AtZero.AUTO, host=people[0], ranked=True)
    taken: set[str] = set()
    for number, person in enumerate(people):
        name = names.unique(person.name or _("Guest"), taken)
        taken.add(name)
        Seat.objects.create(room=room, number=number, name=name, person=person)
        _be_here(room, person, name, now)
    return start(room, now)


def _new_room(**facts: Any) -> Room:
    for _attempt in range(20):
        code = "".join(secrets.choice(ALPHABET) for _ in range(6))
        try:
            with transaction.atomic():
                return Room.objects.create(code=code, **facts)
        except IntegrityError:
            continue
    raise RuntimeError("no free room code in 20 tries")


def host_stands(room: Room) -> bool:
    """Whether the host of this room has no seat: the game's own option `host` says so."""
    return room.options.get("host") is True


def join(room: Room, person: Person, raw_name: Any, now: datetime) -> Presence:
    """Come in: back to one's own seat, to the next free seat, or else as a spectator."""
    with matches.door():
        room = Room.objects.select_for_update().get(pk=room.pk)
        presence = enter(room, person)
        own = room.seats.filter(person=person).first()
        if own is not None:
            if own.bot:
                _take_back(own, now)
            presence = _be_here(room, person, presence.name if presence else own.name, now)
            matches.touch(room)
            return presence
        if presence is not None and not raw_name:
            name = presence.name
        else:
            name = names.clean(raw_name or person.name)
            others = room.presences.exclude(person=person).values_list("name", flat=True)
            name = names.unique(name, {*others, *room.seats.values_list("name", flat=True)})
        _remember(person, name)
        presence = _be_here(room, person, name, now)
        stands = host_stands(room) and room.host_id == person.pk
        free = running(room) is None and room.seats.count() < engine.get(room.game).max_seats
        if free and not stands and not room.ranked:
            Seat.objects.create(room=room, number=_free_number(room), name=name, person=person)
        if room.host_id is None:
            room.host = person
            room.save(update_fields=["host"])
        matches.touch(room)
    return presence


def leave(room: Room, person: Person, now: datetime) -> None:
    """Give the seat up: free in the lobby, to a bot in a match. The host's role goes to somebody who is here."""
    with matches.door():
        room = Room.objects.select_for_update().get(pk=room.pk)
        presence = Presence.objects.filter(room=room, person=person, kicked=False).first()
        if presence is None:
            raise NotYours(_("You are not in this room."))
        seat = room.seats.filter(person=person).first()
        if seat is not None:
            _give_up(room, seat, now)
        Presence.objects.filter(pk=presence.pk).delete() if seat is None or running(room) is None else _be_gone(
            presence, now
        )
        if room.host_id == person.pk:
            hand_on(room, now)
        matches.touch(room)


def _give_up(room: Room, seat: Seat, now: datetime) -> None:
    """Free a seat in the lobby; in a match, let a bot play it on, and its person may take it back."""
    if running(room) is None:
        _remove(room, seat)
    else:
        seat.bot, seat.away = seat.bot or Seat.Bot.NORMAL, False
        seat.save(update_fields=["bot", "away"])
        _reseat(room, now)


def _take_back(seat: Seat, now: datetime) -> None:
    """The seat's own person plays it again."""
    seat.bot, seat.away = Seat.Bot.NOBODY, False
    seat.save(update_fields=["bot", "away"])
    _reseat(seat.room, now)


def _remove(room: Room, seat: Seat) -> None:
    """Free a seat. The others move up at once in the lobby, and after a match with the next one: until then the table
    shows the last, and everybody sees it from where they sat."""
    seat.delete()
    if latest(room) is None:
        _number(list(room.seats.order_by("number")))


def _free_number(room: Room) -> int:
    """Return the number for a seat that is taken now: none that had a part in the match that the table shows."""
    last = latest(room)
    taken = set(room.seats.values_list("number", flat=True))
    return next(number for number in itertools.count(len(last.names) if last else 0) if number not in taken)


def _turn(room: Room) -> None:
    """Let the next seat be the first: who had seat 0 comes last, everybody else moves up."""
    _number(sorted(room.seats.all(), key=lambda seat: (seat.number == 0, seat.number)))


def _number(seats: list[Seat]) -> None:
    """Number seats in this order, from 0."""
    Seat.objects.filter(pk__in=[seat.pk for seat in seats]).update(number=F("number") + ASIDE)  # no two share a number
    for number, seat in enumerate(seats):
        Seat.objects.filter(pk=seat.pk).update(number=number)


def _reseat(room: Room, now: datetime) -> None:
    """Let the running match go on with who sits there now. A ranked one ends when all but one have left, who wins."""
    match = running(room)
    if match is not None and room.ranked and _players(room).count() < 2:
        matches.end(match.pk, cause=Move.Cause.CLOCK, now=now)
    elif match is not None:
        matches.reseat(matches.locked(match.pk), now)


def check_host(room: Room, person: Person | None) -> None:
    """Raise `NotYours` unless this person hosts the room. Ranked, nobody can stop a match or bend it their way."""
    if room.ranked:
        raise NotYours(_("A ranked match has no host. It runs by its own clock, and for the next one you queue again."))
    if person is None or room.host_id != person.pk:
        raise NotYours(_("Only the host can do this."))


def start(room: Room, now: datetime) -> Match:
    """Start a match: the first with the seats as they are; after one has ended the next, with another seat first."""
    with matches.door():
        room = Room.objects.select_for_update().get(pk=room.pk)
        if running(room) is not None:
            raise MovedOn(_("The match has begun already."))
        if room.closed_at is not None:
            raise Refused(_("This room is closed."))
        game = engine.get(room.game)
        if room.seats.count() < game.min_seats:
            missing = game.min_seats - room.seats.count()
            raise Refused(_("{game} needs {n} more at the table.").format(game=_(game.name), n=missing))
        last = latest(room)
        if last is not None:
            standing = series.of(room, room.seats.all())
            if standing is None or standing.over:
                _begin_series(room, last)
            _turn(room)
        match = matches.start(room, now)
        matches.touch(room)
    return match


def rematch(room: Room, now: datetime) -> Match:
    """Play again at the same table. Those who left for good lose their seats first; bots stay."""
    with matches.door():
        room = Room.objects.select_for_update().get(pk=room.pk)
        if latest(room) is None or running(room) is not None:
            raise Refused(_("A rematch comes after the match."))
        return start(room, now)


def _begin_series(room: Room, last: Match | None) -> None:
    """Let another series begin with the next match."""
    room.series_from = last.number + 1 if last else 1
    room.save(update_fields=["series_from"])


def set_options(
    room: Room, options: dict[str, Any], clock: int, at_zero: str, visibility: str, best_of: int = Room.BestOf.ONE
) -> None:
    """Change what is played, between matches. Another length of the series calls off the one that is being played."""
    with matches.door():
        room = Room.objects.select_for_update().get(pk=room.pk)
        if running(room) is not None:
            raise Refused(_("Options cannot change during a match."))
        stood = host_stands(room)
        room.options = engine.get(room.game).clean_options(options)
        room.clock, room.at_zero, room.visibility = clock, at_zero, visibility
        if room.best_of != best_of:
            room.best_of = best_of
            _begin_series(room, latest(room))
        room.save(update_fields=["options", "clock", "at_zero", "visibility", "best_of"])
        if host_stands(room) and not stood:
            own = room.seats.filter(person=room.host_id).first() if room.host_id else None
            if own is not None:
                _remove(room, own)
        matches.touch(room)


def kick(room: Room, number: int, now: datetime) -> None:
    """Send whoever holds a seat away, for good. In a match a bot plays the seat on."""
    with matches.door():
        room = Room.objects.select_for_update().get(pk=room.pk)
        seat = _seat(room, number)
        if seat.person_id is not None and seat.person_id == room.host_id:
            raise Refused(_("The host cannot be kicked. Hand the role on first."))
        if seat.person_id is not None:
            Presence.objects.filter(room=room, person=seat.person_id).update(kicked=True, until=now)
        if seat.person_id is None and running(room) is not None:
            raise Refused(_("A bot plays this seat already."))
        vacate(room, seat, now)
        matches.touch(room)


def vacate(room: Room, seat: Seat, now: datetime) -> None:
    """Free a seat for good: in a match a bot plays it on, and nobody can take it back."""
    if running(room) is None:
        _remove(room, seat)
    else:
        seat.person, seat.bot, seat.away = None, seat.bot or Seat.Bot.NORMAL, False
        seat.save(update_fields=["person", "bot", "away"])
        _reseat(room, now)


def kick_spectator(room: Room, presence_id: int, now: datetime) -> None:
    """Send away, for good, somebody who is in the room without a seat."""
    with matches.door():
        room = Room.objects.select_for_update().get(pk=room.pk)
        presence = room.presences.filter(pk=presence_id, kicked=False).first()
        if presence is None:
            raise Refused(_("They are not in this room any more."))
        if presence.person_id == room.host_id:
            raise Refused(_("The host cannot be kicked. Hand the role on first."))
        if room.seats.filter(person=presence.person_id).exists():
            raise MovedOn(_("They have taken a seat in the meantime. Here is how it stands now."))
        room.presences.filter(pk=presence.pk).update(kicked=True, until=now)
        matches.touch(room)


def seat_bot(room: Room, number: int | None, level: str, now: datetime) -> None:
    """Put a bot of this level into the next free seat (None, or its number); for a bot's seat, change its level."""
    if level not in Seat.Bot.values or not level:
        raise Refused(_("A bot can be easy, normal or hard."))
    with matches.door():
        room = Room.objects.select_for_update().get(pk=room.pk)
        free = _free_number(room)
        number = free if number is None else number
        seat = room.seats.filter(number=number).first()
        if seat is not None and seat.bot:
            seat.bot = level
            seat.save(update_fields=["bot"])
        elif seat is not None:
            raise Refused(_("A person holds this seat."))
        elif running(room) is not None or number != free or room.seats.count() >= engine.get(room.game).max_seats:
            raise Refused(_("There is no such free seat."))
        else:
            _seat_bot(room, free, level)
        matches.touch(room)


def _seat_bot(room: Room, number: int, level: str) -> None:
    taken = set(room.seats.values_list("name", flat=True)) | set(room.presences.values_list("name", flat=True))
    free = [name for name in BOT_NAMES if name not in taken]
    Seat.objects.create(
        room=room, number=number, name=free[0] if free else names.unique(BOT_NAMES[0], taken), bot=level
    )


def transfer(room: Room, number: int, now: datetime) -> None:
    """Hand the host's role to whoever holds a seat."""
    with matches.door():
        room = Room.objects.select_for_update().get(pk=room.pk)
        seat = _seat(room, number)
        if (
            seat.person_id is None
            or not Presence.objects.filter(room=room, person=seat.person_id, kicked=False).exists()
        ):
            raise Refused(_("Only a person can be the host."))
        room.host_id = seat.person_id
        room.save(update_fields=["host"])
        matches.touch(room)


def _seat(room: Room, number: int) -> Seat:
    seat = room.seats.filter(number=number).first()
    if seat is None:
        raise Refused(_("There is no such seat."))
    return seat


def set_lock(room: Room, lock: bool) -> None:
    """Lock the room to newcomers, or open it again."""
    Room.objects.filter(pk=room.pk).update(locked=lock)
    matches.touch(room)


def close(room: Room, now: datetime) -> None:
    """Close the room: a running match is ended, nobody new comes in."""
    match = running(room)
    if match is not None:
        matches.end(match.pk, cause=Move.Cause.STAFF, now=now)
    Room.objects.filter(pk=room.pk).update(closed_at=now)
    matches.touch(room)


def _remember(person: Person, name: str) -> None:
    if person.name != name:
        person.name = name
        person.save(update_fields=["name"])


def _be_here(room: Room, person: Person, name: str, now: datetime) -> Presence:
    presence, _made = Presence.objects.update_or_create(
        room=room, person=person, defaults={"name": name, "until": now + PAGE_LEASE, "kicked": False}
    )
    return presence


def _be_gone(presence: Presence, now: datetime) -> None:
    Presence.objects.filter(pk=presence.pk).update(until=now)


def page_seen(presence: Presence, now: datetime, least: timedelta = PAGE_LEASE / 2) -> None:
    """Renew a person's lease after they loaded a page, unless it runs on for `least` anyway."""
    was_here = presence.until > now
    if presence.until < now + least:
        Presence.objects.filter(pk=presence.pk).update(until=now + PAGE_LEASE)
    if not was_here:
        matches.touch(presence.room)


def sockets_seen(pairs: set[tuple[int, Any]], now: datetime) -> None:
    """Renew the leases of those whose sockets are open: (room id, person id). Who was gone is here again."""
    rooms = {room_id for room_id, _person in pairs}
    people = {person for _room, person in pairs}
    held = Presence.objects.filter(room__in=rooms, person__in=people, kicked=False)
    rows = held.values_list("pk", "room_id", "person_id", "until")
    seen = [row for row in rows if (row[1], row[2]) in pairs]
    with matches.door():  # where it waits for its turn, and moves for theirs, without SQLite's pauses
        Presence.objects.filter(pk__in=[pk for pk, *_rest in seen]).update(until=now + SOCKET_LEASE)
    for room_id, person in [(room_id, person) for _pk, room_id, person, until in seen if until <= now]:
        with matches.door():
            for seat in Seat.objects.filter(room=room_id, person=person, away=True):
                _take_back(seat, now)
            matches.touch(Room(pk=room_id))


def sweep(now: datetime, last: datetime) -> None:
    """Name another host where the host has gone and somebody else is here; show who has gone since `last`."""
    gone = Presence.objects.filter(until__gt=last, until__lte=now).values_list("room", flat=True).distinct()
    for room_id in gone:
        matches.touch(Room(pk=room_id))
    here = Presence.objects.filter(room=OuterRef("pk"), until__gt=now, kicked=False)
    for room in Room.objects.filter(Exists(here), ~Exists(here.filter(person=OuterRef("host"))), closed_at=None):
        with matches.door():
            room = Room.objects.select_for_update().get(pk=room.pk)
            if not room.presences.filter(person=room.host_id, until__gt=now, kicked=False).exists():
                hand_on(room, now)
                matches.touch(room)


def relieve(now: datetime) -> None:
    """Let bots play on for those who have been gone for too long from a match that somebody else waits for."""
    playing = Match.objects.filter(room=OuterRef("room"), ended_at=None)
    gone = Presence.objects.filter(room=OuterRef("room"), person=OuterRef("person"), until__lt=now - PATIENCE)
    waiting = Presence.objects.filter(room=OuterRef("room"), until__gt=now, kicked=False)
    for seat in Seat.objects.filter(Exists(playing), Exists(gone), Exists(waiting), bot="", person__isnull=False):
        with matches.door():
            room = Room.objects.select_for_update().get(pk=seat.room_id)
            if room.ranked and not room.presences.filter(until__gt=now, person__in=_players(room)).exists():
                continue  # those who watch take nobody's match from them: the clock plays for all
            Seat.objects.filter(pk=seat.pk, bot="").update(bot=Seat.Bot.NORMAL, away=True)
            _reseat(room, now)
            matches.touch(room)


def _players(room: Room) -> QuerySet[Any]:
    """Return the ids of the people who play a seat themselves."""
    return room.seats.filter(bot="", person__isnull=False).values("person")


def hand_on(room: Room, now: datetime) -> None:
    """Give the role to the longest present: those with a seat first, spectators next, nobody when all are gone."""
    present = list(room.presences.filter(until__gt=now, kicked=False).exclude(person=room.host_id))
    seated = set(room.seats.exclude(person=None).values_list("person", flat=True))
    present.sort(key=lambda one: one.person_id not in seated)
    if present:
        room.host_id = present[0].person_id
        room.save(update_fields=["host"])
    elif not Presence.objects.filter(room=room, person=room.host_id, kicked=False).exists():
        room.host = None
        room.save(update_fields=["host"])
