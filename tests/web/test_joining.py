"""A guest becomes somebody: what they have goes to the account's person, wherever that person is already."""

import itertools

import pytest
from django.utils import timezone

from games import accounts, matches, rooms
from games.models import Message, Mute, Person, Player, Report, Room, Sanction
from tests.drive import Player as Browser
from tests.drive import room_of, table
from tests.factories import PersonFactory, make_room
from tests.web.test_accounts import account, signs_in, signs_up

pytestmark = pytest.mark.django_db


def test_a_guest_who_signs_in_brings_seats_rooms_matches_and_words():
    ann, bob = table(2)
    signs_up(Browser("Etta"), "etta")
    guest, room = ann.person, room_of(ann)
    Message.objects.create(room=room, person=guest, name="Ann", text="Howdy", made_at=timezone.now())
    Mute.objects.create(person=guest, other=bob.person)
    Mute.objects.create(person=bob.person, other=guest)
    Report.objects.create(
        room=room, by=guest, about=bob.person, about_name="Bob", reason="spam", made_at=timezone.now()
    )
    Sanction.objects.create(person=guest, kind="silence", reason="Loud", made_at=timezone.now())
    signs_in(ann, "etta")
    etta = Person.objects.get(user__username="etta")
    assert ann.person == etta
    assert not Person.objects.filter(pk=guest.pk).exists()
    room.refresh_from_db()
    assert room.host == etta
    assert room.seats.get(number=0).person == etta
    assert ann.sees()["viewer"] == 0
    assert Player.objects.get(seat=0).person == etta
    assert etta.messages.get().text == "Howdy"
    assert (etta.mutes.get().other, etta.muted_by.get().person) == (bob.person, bob.person)
    assert etta.reports_made.exists()
    assert etta.sanctions.exists()
    assert ann.gives({"type": "choose", "card": "0:5"}).status_code == 302


def test_another_accounts_person_is_never_joined():
    ann = Browser("Ann")
    signs_up(ann, "ann")
    code = ann.opens()
    own = ann.person
    account("etta")
    signs_in(ann, "etta")
    etta = ann.person
    assert etta != own
    assert etta.user.username == "etta"
    own.refresh_from_db()
    assert own.user.username == "ann"
    assert Room.objects.get(code=code).host == own
    assert not etta.presences.exists()


def both(phase, **facts):
    """A room in which an account and a guest each have a seat: the room, the account's person, the guest."""
    room = make_room(seats=3, **facts)
    if phase == "match":
        rooms.start(room, timezone.now())
    person, guest = room.seats.get(number=1).person, room.seats.get(number=2).person
    person.user = account("bob")
    person.save()
    return room, person, guest


def test_where_both_sit_in_a_lobby_the_guests_seat_becomes_free():
    room, person, guest = both("lobby")
    accounts.come_in(person.user, guest, timezone.now())
    assert list(room.seats.values_list("name", flat=True)) == ["Ann", "Bob"]
    assert room.seats.get(number=1).person == person
    assert list(room.presences.values_list("name", flat=True)) == ["Ann", "Bob"]


def test_where_both_play_a_bot_goes_on_for_the_guest_and_the_match_counts_once():
    room, person, guest = both("match")
    accounts.come_in(person.user, guest, timezone.now())
    assert list(room.seats.values_list("person__name", "bot")) == [("Ann", ""), ("Bob", ""), (None, "normal")]
    assert list(Player.objects.values_list("person__name", flat=True)) == ["Ann", "Bob", None]
    matches.end(rooms.running(room).pk, cause="host", now=timezone.now())
    assert list(Player.objects.values_list("left", flat=True)) == [False, False, True]


def test_who_watches_by_account_and_plays_as_a_guest_has_the_seat():
    room = make_room(seats=2)
    guest = room.seats.get(number=1).person
    person = PersonFactory(name="Etta", user=account("etta"))
    rooms.start(room, timezone.now())
    rooms.join(room, person, "Etta", timezone.now())
    accounts.come_in(person.user, guest, timezone.now())
    assert room.seats.get(number=1).person == person
    assert room.presences.get(person=person).name == "Bob"
    assert room.presences.count() == 2


def test_a_kick_is_not_undone_by_signing_in():
    room = make_room(seats=3)
    guest = room.seats.get(number=2).person
    rooms.kick(room, 2, timezone.now())
    person = PersonFactory(name="Etta", user=account("etta"))
    accounts.come_in(person.user, guest, timezone.now())
    assert room.presences.get(person=person).kicked


def test_who_was_kicked_by_account_does_not_stay_as_a_guest():
    room, person, guest = both("lobby")
    rooms.kick(room, 1, timezone.now())
    accounts.come_in(person.user, guest, timezone.now())
    assert list(room.seats.values_list("name", flat=True)) == ["Ann"]
    assert room.presences.get(person=person).kicked
    assert not room.presences.filter(person=guest).exists()


def test_the_host_who_turns_out_to_be_kicked_hands_the_role_on():
    room = make_room(seats=3)
    guest, person = (room.seats.get(number=number).person for number in (0, 2))
    person.user = account("cy")
    person.save()
    rooms.kick(room, 2, timezone.now())
    accounts.come_in(person.user, guest, timezone.now())
    room.refresh_from_db()
    assert room.host.name == "Bob"
    assert list(room.seats.values_list("name", flat=True)) == ["Bob"]


def test_two_browsers_that_sign_in_at_once_make_one_person():
    user = account("calamity")
    first, second = PersonFactory(), PersonFactory()
    assert accounts.come_in(user, first, timezone.now()) == first
    assert accounts.come_in(user, second, timezone.now()) == first
    assert list(Person.objects.all()) == [first]


def test_mutes_of_guest_and_account_meet_without_doubles():
    other, guest = PersonFactory(), PersonFactory()
    person = PersonFactory(user=account("calamity"))
    for one, two in itertools.permutations((person, guest, other), 2):
        Mute.objects.create(person=one, other=two)
    accounts.come_in(person.user, guest, timezone.now())
    assert set(Mute.objects.values_list("person", "other")) == {(person.pk, other.pk), (other.pk, person.pk)}
