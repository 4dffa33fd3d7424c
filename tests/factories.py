"""Rooms, people and matches with sensible defaults: a test says only what matters to it."""

import factory
from django.utils import timezone
from factory.django import DjangoModelFactory

from games import matches, rooms
from games.models import Person


class PersonFactory(DjangoModelFactory):
    """A guest."""

    class Meta:
        model = Person

    name = factory.Sequence(lambda n: ["Ann", "Bob", "Cy", "Dee", "Eve", "Flo"][n % 6] + ("" if n < 6 else str(n)))


NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal", "Ida", "Jo", "Kai", "Lou")


def make_room(game="standoff", seats=2, options=None, now=None, **facts):
    """A room with this many people seated; the first is the host."""
    now = now or timezone.now()
    people = [PersonFactory(name=name) for name in NAMES[:seats]]
    room = rooms.open_room(people[0], people[0].name, game, options or {}, now=now, **facts)
    for person in people[1:]:
        rooms.join(room, person, person.name, now)
    room.refresh_from_db()
    return room


def make_match(game="standoff", seats=2, options=None, now=None, **facts):
    """A match that has just begun, in a room of its own."""
    now = now or timezone.now()
    return rooms.start(make_room(game, seats, options, now, **facts), now)


def choose(match, seat, card, now=None, **facts):
    """Standoff: this seat chooses its card of this priority, through the door."""
    command = {"type": "choose", "card": f"{seat}:{card}"}
    return matches.play(match.pk, seat, command, cause="player", now=now or timezone.now(), **facts)
