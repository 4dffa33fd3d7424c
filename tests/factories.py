"""Rooms, people and matches with sensible defaults: a test says only what matters to it."""

import random
from datetime import timedelta

import factory
from django.contrib.auth.models import User
from django.utils import timezone
from factory.django import DjangoModelFactory

from games import engine, matches, pairing, rooms
from games.models import Person


class PersonFactory(DjangoModelFactory):
    """A guest."""

    class Meta:
        model = Person

    name = factory.Sequence(lambda n: ["Ann", "Bob", "Cy", "Dee", "Eve", "Flo"][n % 6] + ("" if n < 6 else str(n)))


def make_member(name):
    """A person with an account, signed up under this name."""
    user = User.objects.create_user(f"{name.lower()}-{User.objects.count()}", password="correct horse")
    return PersonFactory(name=name, user=user)


def make_ranked(game="standoff", seats=2, now=None):
    """A ranked match that has just begun, between people with accounts, without a queue."""
    people = [make_member(name) for name in NAMES[:seats]]
    terms = pairing.TERMS[game]
    return rooms.open_ranked(people, game, terms.options, clock=terms.clock, now=now or timezone.now())


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


PACE = {"showdown": {"turn_cap": 10, "plan_seconds": 0}, "standoff": {"lives": 1}, "seven_rounds": {"host": False}}
"""Options that make a short match of a game."""


def play_on(match, seed, commands=2000):
    """Let everybody give random commands through the door, drawn from a seed, for so many commands or to the end."""
    rng, game = random.Random(seed), engine.get(match.game)
    now = match.started_at
    for _command in range(commands):
        if match.ended_at is not None:
            break
        state = game.load(match.state)
        actor = rng.choice(game.view(state, None)["to_act"])
        command = (
            game.default(state, actor) if actor == "host" else game.sample(state, actor, engine.Chance(rng.random()))
        )
        now += timedelta(seconds=rng.uniform(0.5, 9))
        match = matches.play(match.pk, actor, command, cause="player", now=now)
    return match


def finished_match(game="standoff", seats=None, options=None, seed=1):
    """A match that has been played to its end, by chance."""
    options = PACE.get(game, {}) | (options or {})
    match = play_on(make_match(game, seats or max(3, engine.get(game).min_seats), options), seed)
    assert match.ended_at is not None
    return match
