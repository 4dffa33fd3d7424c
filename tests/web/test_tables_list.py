"""Public tables: what is listed, to join or to watch; and what is not, so that no code of a closed door gets out."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from games import lounge, rooms
from games.models import Person, Presence, Room
from tests.drive import Player, room_of, table
from tests.factories import PersonFactory, make_match, make_room

pytestmark = pytest.mark.django_db

PUBLIC = {"visibility": "public"}


def listed(way=None, slug="", person=None, now=None):
    found = lounge.public(person, now or timezone.now(), slug)
    return [one.code for one in found if way in (None, one.way)]


def parts(html):
    """The codes under "open to join" and under "to watch"."""
    join, watch = html.split('id="to-join"')[1].split('id="to-watch"')
    return [re.findall(r'href="/r/(\w{6})/"', part) for part in (join, watch)]


def test_a_lobby_with_a_free_seat_is_there_to_join_and_a_running_match_to_watch(client):
    lobby, running = make_room(**PUBLIC), make_match(**PUBLIC).room
    page = client.get("/tables/").content.decode()
    assert parts(page) == [[lobby.code], [running.code]]
    assert "hosted by Ann" in page
    assert "Seats · 2 of 6" in page


def test_a_full_table_is_there_to_watch_and_between_matches_one_with_a_free_seat_to_join():
    full = make_room(seats=6, **PUBLIC)
    match = make_match(seats=2, **PUBLIC)
    assert (listed("join"), listed("watch")) == ([], [match.room.code, full.code])
    rooms.matches.end(match.pk, cause="host", now=timezone.now())
    assert listed("join") == [match.room.code]


@pytest.mark.parametrize(
    "shut",
    [
        {"visibility": "private"},
        {"locked": True},
        {"closed_at": "2026-01-01T00:00:00Z"},
        {"visibility": "private", "ranked": True},
    ],
)
def test_private_locked_and_closed_tables_are_nowhere(client, shut):
    room = make_match(**PUBLIC).room
    Room.objects.filter(pk=room.pk).update(**shut)
    for address in ("/tables/", "/tables/?game=standoff", "/"):
        assert room.code not in client.get(address).content.decode()


def test_a_table_that_nobody_is_at_is_not_listed():
    room = make_room(**PUBLIC)
    assert listed() == [room.code]
    assert listed(now=timezone.now() + timedelta(minutes=5)) == []
    Presence.objects.update(kicked=True)
    assert listed() == []


def test_a_ranked_table_is_there_to_watch_only():
    room = make_room(**PUBLIC)
    Room.objects.filter(pk=room.pk).update(ranked=True)
    assert (listed("join"), listed("watch")) == ([], [room.code])


def test_whoever_was_sent_away_does_not_find_the_table_and_others_do():
    room = make_room(seats=3, **PUBLIC)
    bob = Person.objects.get(name="Bob")
    rooms.kick(room, 1, timezone.now())
    assert listed(person=bob) == []
    assert listed(person=PersonFactory()) == [room.code]


def test_by_game_and_an_unknown_game_is_all_of_them(client):
    one, other = make_room("standoff", **PUBLIC), make_room("embers", **PUBLIC)
    assert listed(slug="embers") == [other.code]
    assert parts(client.get("/tables/?game=embers").content.decode()) == [[other.code], []]
    for game in ("", "chess", "%00", "embers'--"):
        assert set(parts(client.get(f"/tables/?game={game}").content.decode())[0]) == {one.code, other.code}


def test_bots_and_onlookers_are_counted():
    room = make_room(seats=1, bots=2, **PUBLIC)
    rooms.start(room, timezone.now())
    rooms.join(room, PersonFactory(name="Gus"), "Gus", timezone.now())
    (one,) = lounge.public(None, timezone.now())
    assert (one.seats, one.bots, one.watching, one.playing) == (3, 2, 1, True)


def test_those_to_join_come_first_and_the_newest_first():
    first = make_room(**PUBLIC)
    running = make_match(**PUBLIC).room
    last = make_room(**PUBLIC)
    assert listed() == [last.code, first.code, running.code]


def test_the_list_costs_one_query_however_long_it_is(django_assert_num_queries):
    for _room in range(5):
        make_room(**PUBLIC)
    with django_assert_num_queries(1):
        assert len(listed()) == 5


def test_htmx_gets_the_list_alone_whole_and_with_its_id(client):
    make_room(**PUBLIC)
    fragment = client.get("/tables/", headers={"HX-Request": "true"}).content.decode()
    assert fragment.strip().startswith('<div id="tables"')
    assert "<html" not in fragment
    page = client.get("/tables/").content.decode()
    assert fragment.strip() in page


def test_names_are_escaped(client):
    room = make_room(**PUBLIC)
    Presence.objects.filter(room=room).update(name="<b>x</b>")
    assert "<b>x</b>" not in client.get("/tables/").content.decode()


def test_the_home_page_has_a_short_list_and_the_way_to_all(client):
    for _room in range(lounge.SHORT + 2):
        make_room(seats=1, **PUBLIC)
    page = client.get("/").content.decode()
    assert len(re.findall(r'href="/r/\w{6}/"', page)) == lounge.SHORT
    assert 'href="/tables/"' in page


def test_a_newcomer_finds_a_table_and_takes_a_seat_there():
    ann, _bob = table(2, start=False, visibility="public")
    gus = Player("Gus")
    (code,), _watch = parts(gus.client.get("/tables/").content.decode())
    assert code == ann.code
    gus.joins(code)
    assert room_of(ann).seats.filter(name="Gus").exists()
