"""Rooms: who sits where, who hosts, and that nobody is ever stuck."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games import engine, matches, rooms
from games.models import Match, Person, Presence
from games.refusals import MovedOn, NoRoom, NotYours, Refused
from tests.factories import PersonFactory, choose, make_match, make_room

pytestmark = pytest.mark.django_db


def hosts(room):
    room.refresh_from_db()
    return room.host.name if room.host else None


def seated(room):
    return list(room.seats.order_by("number").values_list("number", "name", "bot"))


def test_the_maker_hosts_and_holds_seat_0():
    room = make_room(seats=3)
    assert hosts(room) == "Ann"
    assert seated(room) == [(0, "Ann", ""), (1, "Bob", ""), (2, "Cy", "")]
    assert len(room.code) == 6
    assert set(room.code) <= set(rooms.ALPHABET)


def test_a_code_is_found_in_any_case_and_nothing_else_is():
    room = make_room()
    assert rooms.find(room.code.lower()) == room
    for wrong in ("AAAAA", "AAAAAAA", "IIIIII", "ＡＡＡＡＡＡ", "' OR 1", ""):
        with pytest.raises(NoRoom):
            rooms.find(wrong)


def test_when_all_seats_are_taken_one_watches():
    room = make_room(seats=6)
    rooms.join(room, PersonFactory(name="Gus"), "Gus", timezone.now())
    assert len(seated(room)) == 6
    assert room.presences.count() == 7


def test_when_the_match_has_begun_one_watches():
    match = make_match(seats=2)
    rooms.join(match.room, PersonFactory(name="Gus"), "Gus", timezone.now())
    assert len(seated(match.room)) == 2


def test_two_of_one_name_are_told_apart():
    room = make_room()
    rooms.join(room, PersonFactory(), "ann", timezone.now())
    assert seated(room)[2][1] == "ann 2"


def test_joining_twice_changes_nothing():
    room = make_room()
    bob = Person.objects.get(name="Bob")
    rooms.join(room, bob, "Robert", timezone.now())
    assert seated(room) == [(0, "Ann", ""), (1, "Bob", "")]


def test_leaving_the_lobby_frees_the_seat_and_the_others_move_up():
    room = make_room(seats=4)
    rooms.leave(room, Person.objects.get(name="Bob"), timezone.now())
    assert seated(room) == [(0, "Ann", ""), (1, "Cy", ""), (2, "Dee", "")]


def test_whoever_leaves_a_match_is_played_for_and_can_take_the_seat_back():
    match = make_match(seats=2)
    bob = Person.objects.get(name="Bob")
    rooms.leave(match.room, bob, timezone.now())
    assert seated(match.room) == [(0, "Ann", ""), (1, "Bob", "normal")]
    assert Match.objects.get(pk=match.pk).due_at is not None
    rooms.join(match.room, bob, "", timezone.now())
    assert seated(match.room) == [(0, "Ann", ""), (1, "Bob", "")]
    assert Match.objects.get(pk=match.pk).due_at is None


def test_what_the_leaver_had_locked_stands():
    match = choose(make_match(seats=2), 1, 5)
    rooms.leave(match.room, Person.objects.get(name="Bob"), timezone.now())
    after = Match.objects.get(pk=match.pk)
    assert engine.get("standoff").view(engine.get("standoff").load(after.state), 1)["you"]["chosen"] == "1:5"
    assert after.due_at is None


def test_leaving_frees_the_person_for_other_rooms():
    match = make_match(seats=2)
    bob = Person.objects.get(name="Bob")
    rooms.leave(match.room, bob, timezone.now())
    other = rooms.open_room(bob, "Bob", "standoff", {}, now=timezone.now())
    assert seated(other) == [(0, "Bob", "")]


def test_when_the_host_leaves_another_is_host_at_once():
    room = make_room(seats=3)
    rooms.leave(room, Person.objects.get(name="Ann"), timezone.now())
    assert hosts(room) == "Bob"


def test_when_the_host_is_gone_the_longest_present_player_is_host():
    start = timezone.now()
    room = make_room(seats=3, now=start)
    Presence.objects.filter(person__name="Ann").update(until=start)
    Presence.objects.exclude(person__name="Ann").update(until=start + timedelta(seconds=60))
    rooms.sweep(start + timedelta(seconds=1), start)
    assert hosts(room) == "Bob"


def test_a_spectator_becomes_host_when_no_player_is_here():
    start = timezone.now()
    room = make_room(seats=2, now=start)
    Presence.objects.update(until=start)
    gus = PersonFactory(name="Gus")
    rooms.start(room, start)
    rooms.join(room, gus, "Gus", start + timedelta(seconds=1))
    rooms.sweep(start + timedelta(seconds=2), start)
    assert hosts(room) == "Gus"


def test_a_host_who_is_here_in_another_room_is_gone_from_this_one():
    start = timezone.now()
    room = make_room(seats=2, now=start)
    ann = Person.objects.get(name="Ann")
    Presence.objects.filter(person=ann).update(until=start)
    rooms.open_room(ann, "Ann", "standoff", {}, now=start + timedelta(seconds=1))
    rooms.sweep(start + timedelta(seconds=2), start)
    assert hosts(room) == "Bob"


def test_with_nobody_here_the_host_stays_host_until_someone_comes():
    start = timezone.now()
    room = make_room(seats=2, now=start)
    rooms.sweep(start + timedelta(seconds=60), start)
    assert hosts(room) == "Ann"


def test_an_empty_room_gets_its_first_comer_as_host():
    room = make_room(seats=1)
    rooms.leave(room, Person.objects.get(name="Ann"), timezone.now())
    assert hosts(room) is None
    rooms.join(room, PersonFactory(name="Gus"), "Gus", timezone.now())
    assert hosts(room) == "Gus"


def test_kicked_from_the_lobby_the_seat_is_free_and_the_door_closed():
    room = make_room(seats=3)
    bob = Person.objects.get(name="Bob")
    rooms.kick(room, 1, timezone.now())
    assert seated(room) == [(0, "Ann", ""), (1, "Cy", "")]
    for door in (lambda: rooms.enter(room, bob), lambda: rooms.join(room, bob, "Bob", timezone.now())):
        with pytest.raises(NotYours):
            door()


def test_kicked_from_a_match_a_bot_plays_on_for_good():
    match = make_match(seats=3)
    rooms.kick(match.room, 1, timezone.now())
    assert seated(match.room)[1] == (1, "Bob", "normal")
    assert match.room.seats.get(number=1).person is None
    with pytest.raises(NotYours):
        rooms.join(match.room, Person.objects.get(name="Bob"), "Bob", timezone.now())


def test_the_host_cannot_be_kicked():
    with pytest.raises(Refused):
        rooms.kick(make_room(), 0, timezone.now())


def test_the_role_is_handed_to_people_only():
    room = make_room(seats=2)
    rooms.seat_bot(room, 2, "easy", timezone.now())
    rooms.transfer(room, 1, timezone.now())
    assert hosts(room) == "Bob"
    for number in (2, 5):
        with pytest.raises(Refused):
            rooms.transfer(room, number, timezone.now())


def test_a_locked_room_looks_like_a_wrong_code_to_newcomers_and_opens_to_its_people():
    room = make_room(seats=2)
    rooms.set_lock(room, True)
    room.refresh_from_db()
    with pytest.raises(NoRoom) as locked:
        rooms.join(room, PersonFactory(name="Gus"), "Gus", timezone.now())
    with pytest.raises(NoRoom) as wrong:
        rooms.find("AAAAAA")
    assert str(locked.value) == str(wrong.value)
    assert rooms.enter(room, Person.objects.get(name="Bob")) is not None


def test_too_few_cannot_start_and_nobody_starts_twice():
    with pytest.raises(Refused, match="1 more"):
        rooms.start(make_room(seats=1), timezone.now())
    match = make_match(seats=2)
    with pytest.raises(MovedOn):
        rooms.start(match.room, timezone.now())


def test_options_change_between_matches_only():
    room = make_room(seats=2)
    rooms.set_options(room, {"set": 5}, 30, "auto", "public")
    room.refresh_from_db()
    assert (room.options, room.clock, room.at_zero, room.visibility) == ({"set": 5, "lives": 3}, 30, "auto", "public")
    rooms.start(room, timezone.now())
    with pytest.raises(Refused):
        rooms.set_options(room, {"set": 6}, 0, "host", "private")


def test_bots_fill_seats_and_change_level():
    room = make_room(seats=1, bots=2)
    assert [bot for _number, _name, bot in seated(room)] == ["", "normal", "normal"]
    rooms.seat_bot(room, 1, "hard", timezone.now())
    assert seated(room)[1][2] == "hard"
    for number, level in ((5, "easy"), (0, "easy"), (1, "genius")):
        with pytest.raises(Refused):
            rooms.seat_bot(room, number, level, timezone.now())


def test_a_closed_room_ends_its_match():
    match = make_match(seats=2)
    rooms.close(match.room, timezone.now())
    match.refresh_from_db()
    assert match.ended_at is not None
    with pytest.raises(Refused):
        choose(match, 0, 6)
    assert matches.to_act(match) == [0, 1]


def test_a_bot_plays_on_for_whoever_is_gone_too_long_while_somebody_waits_and_goes_when_they_are_back():
    start = timezone.now()
    match = make_match(seats=2, now=start)
    ann, bob = Person.objects.get(name="Ann"), Person.objects.get(name="Bob")
    later = start + rooms.PATIENCE + timedelta(seconds=30)
    rooms.relieve(later)
    assert [bot for *_seat, bot in seated(match.room)] == ["", ""]  # nobody is here to wait for anyone
    Presence.objects.filter(person=ann).update(until=later + timedelta(seconds=5))
    rooms.relieve(later)
    assert [bot for *_seat, bot in seated(match.room)] == ["", "normal"]
    assert Match.objects.get(pk=match.pk).due_at is not None
    rooms.sockets_seen({(match.room_id, bob.pk)}, later)
    assert [bot for *_seat, bot in seated(match.room)] == ["", ""]
    assert Match.objects.get(pk=match.pk).due_at is None


def test_whoever_left_on_purpose_takes_the_seat_back_by_joining_only():
    start = timezone.now()
    match = make_match(seats=2, now=start)
    bob = Person.objects.get(name="Bob")
    rooms.leave(match.room, bob, start)
    rooms.sockets_seen({(match.room_id, bob.pk)}, start + timedelta(seconds=30))
    assert seated(match.room)[1][2] == "normal"
    rooms.join(match.room, bob, "", start + timedelta(seconds=31))
    assert seated(match.room)[1][2] == ""
