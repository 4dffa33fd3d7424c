"""Who played a match and how it came out for them is kept, whatever becomes of the room's seats."""

import pytest
from django.utils import timezone

from games import engine, matches, rooms
from tests.factories import finished_match, make_match, make_room, play_on

pytestmark = pytest.mark.django_db


def test_a_match_keeps_who_sat_where_and_who_won():
    match = finished_match("standoff", seats=3)
    game = engine.get("standoff")
    winners = game.view(game.load(match.state), None)["winners"]
    players = list(match.players.all())
    assert [player.person_id for player in players] == [seat.person_id for seat in match.room.seats.all()]
    assert [player.seat for player in players if player.won] == winners
    assert not any(player.left or player.bot for player in players)


def test_a_bot_has_no_person_and_cannot_leave():
    room = make_room("standoff", 2, bots=0)
    rooms.seat_bot(room, 2, "easy", timezone.now())
    match = play_on(rooms.start(room, timezone.now()), seed=3)
    bot = match.players.get(seat=2)
    assert (bot.person, bot.bot, bot.left) == (None, "easy", False)


def test_who_left_or_was_kicked_has_left_though_a_bot_played_on():
    match = make_match("standoff", 3)
    seats = list(match.room.seats.all())
    rooms.leave(match.room, seats[1].person, timezone.now())
    rooms.kick(match.room, 2, timezone.now())
    match.refresh_from_db()
    match = play_on(match, seed=5)
    assert [player.left for player in match.players.all()] == [False, True, True]
    assert [player.person for player in match.players.all()] == [seat.person for seat in seats]


def test_who_came_back_before_the_end_has_not_left():
    match = make_match("standoff", 2)
    person = match.room.seats.get(number=1).person
    rooms.leave(match.room, person, timezone.now())
    rooms.join(match.room, person, person.name, timezone.now())
    match.refresh_from_db()
    match = play_on(match, seed=5)
    assert not match.players.get(seat=1).left


def test_a_match_that_is_broken_off_is_won_and_lost_by_nobody():
    match = make_match("standoff", 2)
    matches.end(match.pk, cause="host", now=timezone.now())
    assert [player.won for player in match.players.all()] == [None, None]
