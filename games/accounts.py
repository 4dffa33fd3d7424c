"""Accounts: whose a session is, what becomes of a guest who signs in, and forgetting somebody.

An account is a user of Django's. Its person is what plays: rooms, seats and matches know persons only, so that nothing
needs an account.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Any

from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY, get_user_model
from django.db.models import Q
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from . import matches, names, rooms
from .models import Message, Mute, Person, Player, Presence, Report, Room, Sanction, Seat
from .refusals import NotYours, Refused

Seal = tuple[str, str]
"""What a session that signed in carries: the account's id, and a fingerprint of the password it signed in with."""


# Whose a session is ---------------------------------------------------------------------------------------------------


def seal(session: Any) -> Seal | None:
    """Return what ties this session to an account; None for a guest's."""
    user_id = session.get(SESSION_KEY)
    return (user_id, session.get(HASH_SESSION_KEY, "")) if user_id else None


def named_in(session: Any) -> Person | None:
    """Return the person that a session names, whether or not it may stand for them; in a session that signed in, with
    their account."""
    key = session.get("person")
    people = Person.objects.select_related("user") if SESSION_KEY in session else Person.objects
    try:
        return people.get(pk=key) if key else None
    except Person.DoesNotExist:
        return None


def person_in(session: Any, named: Person | None = None) -> Person | None:
    """Return the person behind a session. An account's only while the session may stand for it: not after its password
    has changed elsewhere, nor when the account is closed. `named`: what `named_in` has returned, if it was asked."""
    person = named if named is not None and str(named.pk) == session.get("person") else named_in(session)
    if person is None or person.user_id is None:
        return person
    held = seal(session)
    return person if held and held[0] == str(person.user_id) and _holds(person.user, held) else None


def standing(seals: Collection[Seal]) -> set[Seal]:
    """Return those of the seals that still tie a session to an account."""
    users = get_user_model().objects.in_bulk([user_id for user_id, _fingerprint in seals]) if seals else {}
    return {one for one in seals if (user := users.get(int(one[0]))) is not None and _holds(user, one)}


def _holds(user: Any, held: Seal) -> bool:
    prints = [user.get_session_auth_hash(), *user.get_session_auth_fallback_hash()]
    return user.is_active and any(constant_time_compare(held[1], one) for one in prints)


# A guest signs in -----------------------------------------------------------------------------------------------------


def come_in(user: Any, guest: Person | None, now: datetime) -> Person:
    """Return the account's person, who has from now on all that the guest in this browser had.

    The first guest becomes the account's person; later ones are joined to it. Another account's person is left alone.
    """
    with matches.door():
        own = Person.objects.select_for_update().filter(user=user).first()
        if guest is not None:
            guest = Person.objects.select_for_update().filter(pk=guest.pk, user=None).first()
        if own is None:
            own = guest or Person()
            own.user, own.name = user, own.name or _name_of(user)
            own.save()
        elif guest is not None:
            _join(guest, own, now)
        return own


def _name_of(user: Any) -> str:
    """Return the name that an account plays under at first: its own, as far as that can be shown at a table."""
    try:
        return names.clean(user.get_username()[: names.LONGEST])
    except Refused:
        return ""


def _join(guest: Person, person: Person, now: datetime) -> None:
    """Give `person` all that `guest` has, and let the guest go. Where both are, the person's own place stays."""
    for room in _rooms_of(guest):
        _move_in(room, guest, person, now)
    own = list(Player.objects.filter(person=person).values_list("match", flat=True))
    Player.objects.filter(person=guest).exclude(match__in=own).update(person=person)
    Message.objects.filter(person=guest).update(person=person)
    Report.objects.filter(by=guest).update(by=person)
    Report.objects.filter(about=guest).update(about=person)
    if guest.judged:
        Sanction.objects.filter(person=guest).update(person=person)
        person.judged = True
        person.save(update_fields=["judged"])
    muted = [*Mute.objects.filter(person=person).values_list("other", flat=True), person.pk]
    Mute.objects.filter(person=guest).exclude(other__in=muted).update(person=person)
    muting = [*Mute.objects.filter(other=person).values_list("person", flat=True), person.pk]
    Mute.objects.filter(other=guest).exclude(person__in=muting).update(other=person)
    guest.delete()


def _rooms_of(person: Person) -> Iterable[Room]:
    """Yield the rooms in which somebody is, sits or hosts, each locked. Call inside a transaction."""
    found = Room.objects.filter(Q(presences__person=person) | Q(seats__person=person) | Q(host=person))
    for pk in sorted(set(found.values_list("pk", flat=True))):
        yield Room.objects.select_for_update().get(pk=pk)


def _move_in(room: Room, guest: Person, person: Person, now: datetime) -> None:
    """Let `person` have what `guest` has in a room: the seat if they have none, the host's role, being here.

    Nobody comes back through this door: who was kicked as one of the two is out, unless the account has its own place.
    """
    here = Presence.objects.filter(room=room, person=person).first()
    was = Presence.objects.filter(room=room, person=guest).first()
    seat = Seat.objects.filter(room=room, person=guest).first()
    shut_out = here is not None and here.kicked
    if seat is not None and (shut_out or Seat.objects.filter(room=room, person=person).exists()):
        rooms.vacate(room, seat, now)
    elif seat is not None:
        Seat.objects.filter(pk=seat.pk).update(person=person)
        if here is not None:
            Presence.objects.filter(pk=here.pk).update(name=seat.name)
    if was is not None and here is None:
        Presence.objects.filter(pk=was.pk).update(person=person)
    elif was is not None:
        if not shut_out and not was.kicked:
            Presence.objects.filter(pk=here.pk).update(until=max(here.until, was.until))
        was.delete()
    if room.host_id == guest.pk and not shut_out:
        room.host = person
        room.save(update_fields=["host"])
    elif room.host_id == guest.pk:
        rooms.hand_on(room, now)
    matches.touch(room)


# Forgetting somebody --------------------------------------------------------------------------------------------------


def forget(person: Person, now: datetime) -> None:
    """Delete a person, their account and what they said; where others need what is left, it is nobody's any more.

    In matches, running ones too, their name becomes that of somebody, and every match still follows from its moves.
    Sanctions and open reports stay, without a name. `NotYours` for staff: the admin's log hangs on them.
    """
    if person.user is not None and person.user.is_staff:
        raise NotYours(_("A staff account is deleted by another administrator, so that its log stays."))
    nobody = _("Somebody")
    done: set[int] = set()
    known = _unname_all(person, nobody, done)
    with matches.door():
        known |= _unname_all(person, nobody, done)  # a match may have begun in the meantime
        for room in _rooms_of(person):
            _empty(room, person, nobody, now)
        said = Message.objects.filter(person=person)
        for room in Room.objects.filter(messages__in=said).distinct():
            matches.touch(room)
        said.delete()
        _close_reports(person, nobody, known)
        Person.objects.filter(pk=person.pk).delete()
        if person.user is not None:
            person.user.delete()


def _unname_all(person: Person, nobody: str, done: set[int]) -> set[str]:
    """Take a person's name out of every match; return the names that they went by. A transaction a match: others play
    on. `done` are the players whose names have been taken out; more are added."""
    held = Q(presences__person=person) | Q(seats__person=person) | Q(matches__players__person=person)
    known = {person.name} - {""}
    for room in Room.objects.filter(held).distinct():
        known |= _unname(room, person, nobody, done)
    return known


def _unname(room: Room, person: Person, nobody: str, done: set[int]) -> set[str]:
    """Do so in the matches of one room: those that they played, and those that a bot played in their name."""
    called = set(room.presences.filter(person=person).values_list("name", flat=True))
    called |= set(room.seats.filter(person=person).values_list("name", flat=True))
    players = list(Player.objects.filter(match__room=room).exclude(pk__in=done).select_related("match"))
    called |= {one.match.names[one.seat] for one in players if one.person_id == person.pk}
    for player in players:
        if player.person_id == person.pk or (player.bot and player.match.names[player.seat] in called):
            matches.rename(player.match_id, player.seat, nobody)
            done.add(player.pk)
    return called


def _empty(room: Room, person: Person, nobody: str, now: datetime) -> None:
    """Free what a person has in a room: the seat, the host's role."""
    seat = Seat.objects.filter(room=room, person=person).first()
    running = rooms.running(room)
    if seat is not None:
        seat.name = running.names[seat.number] if running else nobody
        seat.save(update_fields=["name"])
        rooms.vacate(room, seat, now)
    Presence.objects.filter(room=room, person=person).delete()
    if room.host_id == person.pk:
        rooms.hand_on(room, now)
    matches.touch(room)


def _close_reports(person: Person, nobody: str, known: set[str]) -> None:
    """Keep what staff still need, tied to a person without a name: sanctions, and open reports. The rest is emptied."""
    about = Report.objects.filter(about=person)
    settled = Q(handled_at__isnull=False)
    Report.objects.filter(settled, by=person).update(words="")
    about.filter(settled).update(evidence={}, words="", about_name=nobody)
    for report in about.exclude(settled):
        report.about_name = nobody
        for name in known:
            report.evidence = names.replaced(report.evidence, name, nobody)
        report.save(update_fields=["about_name", "evidence"])
    sanctions = Sanction.objects.filter(person=person)
    if sanctions.exists() or about.exclude(settled).exists():
        husk = Person.objects.create()
        sanctions.update(person=husk)
        about.exclude(settled).update(about=husk)
