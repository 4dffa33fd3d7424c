"""The queues of ranked play: who waits for a match of which game, and who is seated with whom.

A place in a queue is a lease that the waiting page renews; who closes it is out. `pair` may be called at any time, from
any process, twice: it locks the places that it looks at, and seats nobody whose place another has in hand.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, Exists, OuterRef, QuerySet
from django.utils.translation import gettext as _

from . import engine, ladder, matches, rooms
from .models import Match, Person, Rating, Room, Seat, Ticket
from .refusals import MovedOn, NotYours, Refused

logger = logging.getLogger(__name__)

LEASE = timedelta(seconds=20)
"""How long a place stands after the waiting page was last seen, which asks every few seconds."""
HIDDEN_LEASE = timedelta(seconds=90)
"""The same while the page is hidden: browsers let it ask once a minute then."""
FORGOTTEN = timedelta(minutes=10)
"""How long an abandoned place can be taken up again, in the same queue, before it is thrown away."""

FILLING = timedelta(seconds=10)
"""How long a table that could begin waits for more, up to the number of seats that its game likes."""
FIRST_GAP, WIDENING = 200, 10
"""Points between two ratings that suit each other at once, and how many are added with each second of waiting."""
ANYBODY = timedelta(seconds=60)
"""The wait after which anybody will do: a small site has few people in a queue."""


@dataclass(frozen=True)
class Terms:
    """How a game is played for its ladder: the options that differ from its defaults, how many seats it likes best (it
    begins with fewer after a while, down to its least), and seconds a choice where it has no clock of its own.

    Everybody plays for themselves: no game is ranked in teams.
    """

    seats: int
    options: dict[str, Any] = field(default_factory=dict)
    clock: int = 0


TERMS = {
    "twenty_seven": Terms(seats=2, options={"mode": "ranked"}),
    "standoff": Terms(seats=4, clock=45),
    "embers": Terms(seats=4),
    "seven_rounds": Terms(seats=5, options={"host": False, "round_seconds": 45}),
    "showdown": Terms(seats=3, options={"plan_seconds": 90}),
}
"""The ranked games, in the order in which they are offered. No choice is waited for without end in any of them."""


# Coming and going ----------------------------------------------------------------------------------------------------


def join(person: Person | None, slug: str, now: datetime) -> Ticket:
    """Take a place in a game's queue, and give up the one in another.

    Raises `NotYours` without an account, `MovedOn` while a ranked match is being played.
    """
    if person is None or person.user_id is None:
        raise NotYours(_("Ranked play needs an account, so that your rating stays yours. Sign in or sign up first."))
    if slug not in TERMS:
        raise Refused(_("This game is not played ranked."))
    with matches.door():
        Person.objects.select_for_update(no_key=True).get(pk=person.pk)
        Ticket.objects.filter(until__lt=now - FORGOTTEN).delete()
        if playing(person) is not None:
            raise MovedOn(_("You are in a ranked match. Finish it first: whoever leaves loses."))
        ticket = Ticket.objects.filter(person=person).first()
        if ticket is not None and ticket.game == slug and ticket.room_id is None and ticket.until > now:
            return ticket
        place = {"game": slug, "since": now, "until": now + LEASE, "room": None}
        ticket, _made = Ticket.objects.update_or_create(person=person, defaults=place)
    return ticket


def leave(person: Person) -> None:
    """Give up the place in whatever queue it is. Who has been seated already stays seated."""
    Ticket.objects.filter(person=person, room=None).delete()


def place(person: Person, now: datetime) -> Ticket | None:
    """Return this person's place in a queue, if they hold one."""
    return _live(now).filter(person=person).first()


def look(person: Person, now: datetime, *, hidden: bool = False) -> Ticket | None:
    """Return the place of somebody who looks at the waiting page, and renew it; None when there is none.

    `hidden`: the page is behind another, and its browser lets it ask less often. A place that was away for too long
    begins anew: they have not waited in the meantime.
    """
    held, until = Ticket.objects.filter(person=person, room=None), now + (HIDDEN_LEASE if hidden else LEASE)
    if not held.filter(until__gt=now).update(until=until):
        held.update(since=now, until=until)
    return held.first()


def found(person: Person, now: datetime) -> Room | None:
    """Return the room to which this person's wait has led, also when the match is over already."""
    ticket = Ticket.objects.filter(person=person, room__isnull=False, until__gt=now).select_related("room").first()
    return playing(person) or (ticket and ticket.room)


def playing(person: Person) -> Room | None:
    """Return the ranked room in which this person is playing a match, if there is one."""
    running = Match.objects.filter(room=OuterRef("pk"), ended_at=None)
    return Room.objects.filter(Exists(running), ranked=True, seats__person=person, seats__bot="").first()


def waiting(now: datetime) -> dict[str, int]:
    """Return how many wait in the queue of each ranked game."""
    rows = _live(now).order_by().values_list("game").annotate(n=Count("pk"))
    return dict.fromkeys(TERMS, 0) | dict(rows)


def gap(waited: timedelta) -> int | None:
    """Return how many points apart two ratings may be for somebody who has waited so long; None: as far as may be."""
    return None if waited >= ANYBODY else FIRST_GAP + int(WIDENING * waited.total_seconds())


def _live(now: datetime) -> QuerySet[Ticket]:
    return Ticket.objects.filter(room=None, until__gt=now)


# Pairing -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Waiter:
    """Somebody in a queue: since when, and their rating in points."""

    ticket: int
    since: datetime
    points: int


def pair(now: datetime) -> int:
    """Seat together who suits, in every queue; return how many matches began."""
    enough = [slug for slug, n in waiting(now).items() if slug in TERMS and n >= engine.get(slug).min_seats]
    return sum(_pair_safely(slug, now) for slug in enough)


def _pair_safely(slug: str, now: datetime) -> int:
    try:
        return _pair_queue(slug, now)
    except Exception:
        logger.exception("the queue of %s could not be paired; the others go on", slug)
        return 0


def _pair_queue(slug: str, now: datetime) -> int:
    """Seat the people of one queue; return how many matches began."""
    begun, terms = 0, TERMS[slug]
    with matches.door():
        tickets = {ticket.pk: ticket for ticket in _locked(slug, now)}
        for group in groups(_waiters(slug, tickets.values()), terms.seats, engine.get(slug).min_seats, now):
            people = [tickets[one.ticket].person for one in group]
            secrets.SystemRandom().shuffle(people)
            match = rooms.open_ranked(people, slug, terms.options, clock=terms.clock, now=now)
            Ticket.objects.filter(pk__in=[one.ticket for one in group]).update(room=match.room)
            begun += 1
    return begun


def _locked(slug: str, now: datetime) -> QuerySet[Ticket]:
    """Return the places of a queue, locked, without those of people who play a ranked match after all."""
    sits = Seat.objects.filter(
        Exists(Match.objects.filter(room=OuterRef("room"), ended_at=None)),
        person=OuterRef("person"), bot="", room__ranked=True,
    )  # fmt: skip
    places = _live(now).filter(~Exists(sits), game=slug, person__user__is_active=True).select_related("person")
    return places.order_by("since", "pk").select_for_update(of=("self",), skip_locked=True)


def _waiters(slug: str, tickets: Any) -> list[Waiter]:
    people = [ticket.person_id for ticket in tickets]
    known = dict(Rating.objects.filter(game=slug, person__in=people).values_list("person", "mu"))
    return [
        Waiter(ticket.pk, ticket.since, ladder.points(known.get(ticket.person_id, ladder.START_MU)).points)
        for ticket in tickets
    ]


def groups(queue: Sequence[Waiter], liked: int, least: int, now: datetime) -> list[list[Waiter]]:
    """Return who is seated together, of a queue with the longest wait first.

    Each in turn takes those within the gap that they accept by now, the nearest first, up to the seats that the game
    likes. With fewer, but enough, they wait for more until they have waited for `FILLING`.
    """
    left, seated = list(queue), []
    for first in queue:
        if first not in left:
            continue
        waited = now - first.since
        most = gap(waited)
        near = sorted((one for one in left if one != first), key=lambda one: abs(one.points - first.points))
        suiting = [one for one in near if most is None or abs(one.points - first.points) <= most]
        group = [first, *suiting[: liked - 1]]
        if len(group) == liked or (len(group) >= least and waited >= FILLING):
            seated.append(group)
            left = [one for one in left if one not in group]
    return seated
