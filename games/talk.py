"""What people say in a room, whom they do not want to hear, and what they report to those who moderate.

Who hears whom is decided in `hearing`. A bot says nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import formats
from django.utils.translation import gettext as _

from . import hearing, limits, matches, names, rooms
from .models import Message, Mute, Person, Presence, Report, Room
from .refusals import NotYours, Refused

LONGEST = 300
"""Characters of a remark."""
LONGEST_WORDS = 500
"""Characters that come with a report."""
LONGEST_SENT = 2000
"""Characters of any kind that are looked at: cleaning takes time."""

BEFORE = 20
"""How many remarks go with a report, beside the one that it is about."""


@dataclass(frozen=True)
class Other:
    """Whom, and perhaps what, somebody means: a person in the room, by something they said or by their being there.

    `person` is None once they have had their data deleted; what they said can still be reported.
    """

    name: str
    person: Person | None
    message: Message | None = None

    @property
    def words(self) -> str:
        """What they said."""
        return hearing.words(self.message.text, self.message.phrase) if self.message else ""


def say(room: Room, person: Person | None, *, text: Any = "", phrase: Any = "", now: datetime) -> Message:
    """Say something to those who hear this person now: free words, or a ready-made phrase by its key."""
    if phrase:
        if phrase not in Message.Phrase.values:
            raise Refused(_("There is no such phrase."))
        text = ""
    else:
        text = _clean(text, LONGEST)
        if not text:
            raise Refused(_("Type something that the others can read."))
    with matches.door():
        room = Room.objects.select_for_update().get(pk=room.pk)
        presence = _presence(room, person)
        if room.closed_at is not None:
            raise Refused(_("This room is closed."))
        if not room.talk:
            raise Refused(_("The host has switched the talk off."))
        _check_silence(presence.person, now)
        limits.remark(presence.person_id)
        message = Message.objects.create(
            room=room, person=presence.person, name=presence.name, text=text, phrase=phrase or "",
            spectator=rooms.running(room) is not None and not _at_table(room, presence.person), made_at=now,
        )  # fmt: skip
        matches.touch(room)
    return message


def _clean(raw: Any, longest: int) -> str:
    """Return what a person typed as others may read it; raise `Refused` when it is too long."""
    endless = isinstance(raw, str) and len(raw) > LONGEST_SENT
    text = "" if endless else names.readable(raw)
    if endless or len(text) > longest:
        raise Refused(_("That is too long: {n} characters at most.").format(n=longest))
    return text


def _presence(room: Room, person: Person | None) -> Presence:
    """Return how this person is in the room; raise `NotYours` for everybody who is not."""
    held = Presence.objects.select_related("person").filter(room=room, person=person, kicked=False) if person else None
    presence = held.first() if held is not None else None
    if presence is None:
        raise NotYours(_("Join the room first: its talk is for those who are in it."))
    return presence


def _at_table(room: Room, person: Person) -> bool:
    return room.host_id == person.pk or room.seats.filter(person=person).exists()


def _check_silence(person: Person, now: datetime) -> None:
    """Raise `NotYours`, with until when and why, while staff let this person say nothing."""
    silence = hearing.silences([person.pk], now).get(person.pk)
    if silence is None:
        return
    if silence.until is None:
        raise NotYours(_("You cannot write any more. The reason: {reason}").format(reason=silence.reason))
    until = formats.date_format(silence.until, "DATETIME_FORMAT")
    raise NotYours(
        _("You cannot write until {until} (UTC). The reason: {reason}").format(until=until, reason=silence.reason)
    )


def switch(room: Room, on: bool) -> None:
    """Let the people of a room talk, or nobody, the host neither. What has been said stays to be read and reported."""
    with matches.door():
        Room.objects.filter(pk=room.pk).update(talk=on)
        matches.touch(room)


# Whom one does not want to hear ---------------------------------------------------------------------------------------


def find(room: Room, person: Person | None, *, message: int | None = None, presence: int | None = None) -> Other:
    """Return whom somebody means: by a remark that they may read (mutes aside), or by the id of somebody's presence."""
    _presence(room, person)
    if message is not None:
        said = _readable(room, person).select_related("person").filter(pk=message).first()
        if said is None:
            raise Refused(_("This remark is not there any more."))
        return Other(said.name, said.person, said)
    met = Presence.objects.select_related("person").filter(room=room, pk=presence, kicked=False).first()
    if met is None:
        raise Refused(_("They are not in this room any more."))
    return Other(met.name, met.person)


def _readable(room: Room, person: Person) -> Any:
    """Return what this person may read of a room's talk, newest first, mutes aside."""
    said = Message.objects.filter(room=room, removed=False).order_by("-id")
    running = rooms.running(room) is not None
    if hearing.hears_asides(at_table=_at_table(room, person), running=running):
        return said
    return said.filter(spectator=False)


def others(room: Room, person: Person | None, now: datetime) -> list[Presence]:
    """Return the other people in a room who have a seat or are here now, by name."""
    _presence(room, person)
    seated = room.seats.exclude(person=None).values("person")
    met = room.presences.filter(kicked=False).exclude(person=person)
    return list((met.filter(person__in=seated) | met.filter(until__gt=now)).order_by("name"))


def mute(room: Room, person: Person, other: Other) -> None:
    """Let this person read no more of what the other says, in any room."""
    if other.person is None:
        raise Refused(_("They are not in this room any more."))
    if other.person.pk == person.pk:
        raise Refused(_("You cannot mute yourself."))
    limits.mute(person.pk)
    with matches.door():
        Mute.objects.get_or_create(person=person, other=other.person)
        matches.touch(room)


def unmute(room: Room, person: Person | None, number: int) -> None:
    """Take a mute back, by its id. One that is taken back already is no error: there is nothing more to do."""
    presence = _presence(room, person)
    limits.mute(presence.person_id)
    with matches.door():
        Mute.objects.filter(pk=number, person=presence.person).delete()
        matches.touch(room)


# Reports --------------------------------------------------------------------------------------------------------------


def report(room: Room, person: Person, other: Other, *, reason: Any, words: Any, now: datetime) -> Report:
    """Hand something over to those who moderate, with what was said before it and how the match stood."""
    if reason not in Report.Reason.values:
        raise Refused(_("Choose what is wrong."))
    words = _clean(words, LONGEST_WORDS)
    if other.person is not None and other.person.pk == person.pk:
        raise Refused(_("You cannot report yourself."))
    with matches.door():
        room = Room.objects.select_for_update().get(pk=room.pk)
        presence = _presence(room, person)
        about = {"about": other.person} if other.person else {"message": other.message}
        if Report.objects.filter(room=room, by=person, handled_at=None, **about).exists():
            raise Refused(_("You have reported {name} already. It is being looked at.").format(name=other.name))
        limits.report(person.pk)
        return Report.objects.create(
            room=room, by=person, about=other.person, about_name=other.name, message=other.message, reason=reason,
            words=words, evidence=_evidence(room, presence, other, now), made_at=now,
        )  # fmt: skip


def _evidence(room: Room, presence: Presence, other: Other, now: datetime) -> dict[str, Any]:
    """Return how it stood for the one who reports: who was there, and what they could read, oldest first."""
    said = _readable(room, presence.person)
    if other.message is not None:
        said = said.filter(pk__lte=other.message.pk)
    match = rooms.latest(room)
    return {
        "room": room.code,
        "game": room.game,
        "match": match and match.number,
        "version": match and match.version,
        "running": match is not None and match.ended_at is None,
        "at": now.isoformat(),
        "by": presence.name,
        "about": other.name,
        "seats": [
            {"number": seat.number, "name": seat.name, "bot": seat.bot} for seat in room.seats.order_by("number")
        ],
        "lines": [
            {
                "id": one.pk,
                "at": one.made_at.isoformat(),
                "name": one.name,
                "words": one.text,
                "phrase": one.phrase,
                "spectator": one.spectator,
                "theirs": other.person is not None and one.person_id == other.person.pk,
                "reported": other.message is not None and one.pk == other.message.pk,
            }
            for one in reversed(said[: BEFORE + 1])
        ],
    }


def remove(message: Message) -> None:
    """Take a remark away from every page of its room; reports about it keep it as evidence."""
    with matches.door():
        Message.objects.filter(pk=message.pk).update(removed=True)
        matches.touch(message.room)
