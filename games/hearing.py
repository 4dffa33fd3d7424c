"""A room's talk as plain data, read once for all its windows, and who hears what of it.

The table (who has a seat, and the host) and those who watch it talk apart while a match is running: spectators read
both, the table does not read the spectators, who might give hints. Between matches everybody reads all. Who has not
joined the room reads nothing.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from .models import Message, Mute, Sanction

SHOWN = 60
"""How many remarks of the table, and how many of its spectators, a page shows."""


@dataclass(frozen=True)
class Remark:
    """Something that somebody said. `aside`: among spectators, while a match was running."""

    id: int
    name: str
    person: uuid.UUID | None
    text: str
    phrase: str
    aside: bool

    @property
    def words(self) -> str:
        """What was said; a ready-made phrase in the reader's language."""
        return words(self.text, self.phrase)


@dataclass(frozen=True)
class Muted:
    """Somebody in this room whom the reader does not want to hear. `id` names the wish, to take it back."""

    id: int
    name: str
    person: uuid.UUID


@dataclass(frozen=True)
class Silence:
    """Staff let a person say nothing `until` then (None: for good)."""

    until: datetime | None
    reason: str


@dataclass(frozen=True)
class Ear:
    """How one person hears a room. `voice`: the person, if one of the remarks shown is theirs; else None, so that those
    who only listen hear the same, and are drawn for once."""

    voice: uuid.UUID | None = None
    muted: tuple[Muted, ...] = ()
    silence: Silence | None = None


@dataclass(frozen=True)
class Talk:
    """The latest remarks of a room, oldest first, and who of its people has muted whom, or is silenced by staff."""

    remarks: tuple[Remark, ...] = field(default=(), repr=False)
    mutes: Mapping[uuid.UUID, tuple[Muted, ...]] = field(default_factory=dict)
    silences: Mapping[uuid.UUID, Silence] = field(default_factory=dict)

    def ear(self, person: uuid.UUID) -> Ear:
        """Return how this person hears the room."""
        spoke = any(remark.person == person for remark in self.remarks)
        return Ear(person if spoke else None, self.mutes.get(person, ()), self.silences.get(person))

    def heard(self, ear: Ear, *, asides: bool) -> list[Remark]:
        """Return what somebody reads, without those they muted; what spectators say among themselves if `asides`."""
        muted = {one.person for one in ear.muted}
        return [remark for remark in self.remarks if remark.person not in muted and (asides or not remark.aside)]


def words(text: str, phrase: str) -> str:
    """Return what a message says: a ready-made phrase in the reader's language, else the words that were typed."""
    return str(Message.Phrase(phrase).label) if phrase in Message.Phrase.values else text


def hears_asides(*, at_table: bool, running: bool) -> bool:
    """Whether somebody reads what spectators say among themselves."""
    return not (at_table and running)


def load(room_id: int, people: Mapping[uuid.UUID, str], now: datetime) -> Talk:
    """Read the talk of a room in which these people are, by what they are called there."""
    said = Message.objects.filter(room=room_id, removed=False).order_by("-id")
    rows = [*said.filter(spectator=False)[:SHOWN], *said.filter(spectator=True)[:SHOWN]]
    remarks = tuple(
        Remark(one.pk, one.name, one.person_id, one.text, one.phrase, one.spectator)
        for one in sorted(rows, key=lambda one: one.pk)
    )
    names = {remark.person: remark.name for remark in remarks if remark.person is not None} | dict(people)
    return Talk(remarks, _mutes(people, names), silences(people, now))


def _mutes(people: Iterable[uuid.UUID], names: Mapping[uuid.UUID, str]) -> dict[uuid.UUID, tuple[Muted, ...]]:
    found: dict[Any, tuple[Muted, ...]] = {}
    for pk, person, other in (
        Mute.objects.filter(person__in=list(people), other__in=list(names))
        .order_by("pk")
        .values_list("pk", "person", "other")
    ):
        found[person] = (*found.get(person, ()), Muted(pk, names[other], other))
    return found


def silences(people: Iterable[uuid.UUID], now: datetime) -> dict[uuid.UUID, Silence]:
    """Return those of these people whom staff let say nothing now: for how long yet, and why."""
    held = Sanction.objects.in_force(now).filter(person__in=list(people), kind=Sanction.Kind.SILENCE)
    longest_last = sorted(held, key=lambda one: (one.until is None, one.until or now))
    return {one.person_id: Silence(one.until, one.reason) for one in longest_last}
