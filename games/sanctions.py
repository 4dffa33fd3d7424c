"""What staff do about people: warn them, silence them in every room's talk, ban them from the site; and take it back.

A ban is of a person and, where that person has an account, of every browser that is signed in to it. A guest who
forgets their session is somebody new to this site; against that, a host can lock the room.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from . import matches, rooms, talk
from .models import Person, Presence, Report, Sanction, Ticket
from .refusals import MovedOn, NotYours, Refused

logger = logging.getLogger(__name__)

LONGEST = 200
"""Characters of a reason."""


class Banned(NotYours):
    """The site is closed to this person."""


@dataclass(frozen=True)
class Standing:
    """How somebody stands with those who moderate: the ban that keeps them out, else the warnings not read yet."""

    ban: Sanction | None = None
    warnings: tuple[Sanction, ...] = ()


def standing(person: Any, user: Any, now: datetime) -> Standing:
    """Return how a browser stands, by the ids of its person and its account (either may be None), by one query."""
    if person is None and user is None:
        return Standing()
    whose = Q(person=person) if person is not None else Q()
    if user is not None:
        whose |= Q(person__user=user)
    held = Sanction.objects.in_force(now).filter(whose).order_by("id")
    found = list(held.filter(Q(kind=Sanction.Kind.BAN) | Q(kind=Sanction.Kind.WARNING, seen_at=None)))
    bans = [one for one in found if one.kind == Sanction.Kind.BAN]
    if bans:
        return Standing(ban=max(bans, key=lambda one: (one.until is None, one.until or now)))
    return Standing(warnings=tuple(found))


def banned(people: Iterable[Any], now: datetime) -> set[Any]:
    """Return which of these people are banned, by one query."""
    held = Sanction.objects.in_force(now).filter(person__in=list(people), kind=Sanction.Kind.BAN)
    return set(held.values_list("person", flat=True))


def impose(
    person: Person, kind: str, reason: str, *, by: AbstractBaseUser | None, now: datetime,
    lasts: timedelta | None = None, report: Report | None = None,
) -> Sanction:  # fmt: skip
    """Warn, silence or ban somebody, from now for as long as it `lasts` (None: for good). The reason is shown to them.

    Who is banned leaves every room they are in, as if by themselves.
    """
    reason = " ".join(reason.split())
    if not reason:
        raise Refused(_("Give a reason: the person will read it."))
    if len(reason) > LONGEST:
        raise Refused(_("That is too long: {n} characters at most.").format(n=LONGEST))
    until = now + lasts if lasts is not None and kind != Sanction.Kind.WARNING else None
    with matches.door():
        sanction = Sanction.objects.create(
            person=person, kind=kind, reason=reason, report=report, by=by, made_at=now, until=until
        )
        if kind == Sanction.Kind.BAN:
            Ticket.objects.filter(person=person).delete()
            _put_out(person, now)
        else:
            _touch_rooms(person)
    return sanction


def _touch_rooms(person: Person) -> None:
    """Let the windows on this person's rooms be drawn anew: what they may write has changed."""
    for presence in person.presences.select_related("room").filter(kicked=False):
        matches.touch(presence.room)


def _put_out(person: Person, now: datetime) -> None:
    """Let somebody leave every room: seats become free in a lobby, in a match bots play on; other hosts are named."""
    for presence in Presence.objects.select_related("room").filter(person=person, kicked=False):
        try:
            rooms.leave(presence.room, person, now)
        except NotYours:  # they have left in the meantime
            continue
        except Exception:  # the ban stands all the same, and keeps them out
            logger.exception("room %s: a banned person could not be taken out of it", presence.room_id)


def lift(sanction: Sanction, now: datetime) -> None:
    """Take a sanction back. `Refused` when there is nothing to take back any more."""
    with matches.door():
        held = Sanction.objects.select_for_update().get(pk=sanction.pk)
        if held.lifted_at is not None or (held.until is not None and held.until <= now):
            raise Refused(_("It is over already."))
        held.lifted_at = now
        held.save(update_fields=["lifted_at"])
        _touch_rooms(held.person)


def acknowledge(person: Person | None, number: int, now: datetime) -> None:
    """Note that this person has read a warning of theirs. Read twice, it has still been read once."""
    own = Sanction.objects.filter(pk=number, person=person, kind=Sanction.Kind.WARNING)
    if person is None or not own.exists():
        raise NotYours(_("This warning is not for you."))
    own.filter(seen_at=None).update(seen_at=now)


# Reports --------------------------------------------------------------------------------------------------------------


def handle(
    report: Report, outcome: str, *, by: AbstractBaseUser, now: datetime, remove: bool = False, alike: bool = False,
    kind: str = "", reason: str = "", lasts: timedelta | None = None,
) -> list[Report]:  # fmt: skip
    """Decide on a report, once, and return what that closed: `outcome` says what was done in a few words.

    `remove`: take the message away. `alike`: close the other open reports about the same person with it. With a `kind`
    that person is sanctioned. `MovedOn` when somebody else was first.
    """
    with matches.door():
        held = Report.objects.select_for_update().get(pk=report.pk)
        if held.handled_at is not None:
            raise MovedOn(_("Somebody has handled this report already."))
        if kind and held.about is None:
            raise Refused(_("This person's data has been deleted. There is nobody left to sanction."))
        if remove and held.message is None:
            raise Refused(_("There is no message to remove."))
        closed = [held, *(open_about(held.about).exclude(pk=held.pk).select_for_update() if alike else ())]
        for one in closed:
            one.handled_at, one.handled_by, one.outcome = now, by, outcome
            one.save(update_fields=["handled_at", "handled_by", "outcome"])
        if remove:
            talk.remove(held.message)
        if kind:
            impose(held.about, kind, reason, by=by, now=now, lasts=lasts, report=held)
    return closed


def open_about(person: Person | None) -> QuerySet[Report]:
    """Return the reports about a person that wait for a decision."""
    return Report.objects.filter(about=person, handled_at=None) if person else Report.objects.none()
