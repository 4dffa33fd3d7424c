"""What somebody has played: figures a game, the list of matches, and all their data as a file."""

import json
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from games import history, matches, rooms
from games.models import Match, Message, Mute, Player, Rating, Report, Room, Sanction
from tests.drive import Player as Browser
from tests.drive import room_of, table
from tests.factories import PersonFactory, finished_match, make_match, make_room

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)


def played(person, results, game="standoff", bots="", first=None):
    """Matches that this person has finished, one a day: w(on), l(ost), left (x, or X with a bot that won), o(ff)."""
    first = first or timezone.now() - 100 * DAY
    room = Room.objects.create(code=f"T{Room.objects.count():05}", game=game)
    for number, result in enumerate(results, 1):
        match = Match.objects.create(
            room=room, number=number, game=game, options={}, names=[person.name, "Zed"], seed="", state={}, wait="",
            started_at=first, ended_at=first + number * DAY,
        )  # fmt: skip
        won = {"w": True, "X": True, "o": None}.get(result, False)
        Player.objects.create(match=match, seat=0, person=person, won=won, left=result in "xX")
        Player.objects.create(match=match, seat=1, bot=bots, won=None if won is None else not won)
    return room


def test_figures_count_won_lost_and_left_apart():
    ann = PersonFactory()
    played(ann, "wlwwxlXwo")
    (one,) = history.figures(ann)
    assert (one.game.slug, one.matches, one.won, one.lost, one.left) == ("standoff", 8, 4, 2, 2)
    assert one.share == 50


def test_figures_tell_tables_of_people_from_those_with_bots():
    ann = PersonFactory()
    played(ann, "wwl")
    played(ann, "wl", bots="hard")
    (one,) = history.figures(ann)
    assert (one.won_among_people, one.among_people, one.won_with_bots, one.with_bots) == (2, 3, 1, 2)


@pytest.mark.parametrize(
    ("results", "longest"),
    [("l", 0), ("w", 1), ("wwlw", 2), ("lwwwl", 3), ("wwXww", 2), ("wwoww", 4), ("lwlwww", 3)],
)
def test_the_longest_streak_ends_with_a_loss_or_a_seat_left_but_not_with_a_match_broken_off(results, longest):
    ann = PersonFactory()
    played(ann, results)
    assert history.figures(ann)[0].streak == longest


def test_a_streak_goes_from_room_to_room_in_one_game():
    ann = PersonFactory()
    start = timezone.now() - 50 * DAY
    played(ann, "ww", first=start)
    played(ann, "l", game="embers", first=start + 2 * DAY)
    played(ann, "wl", first=start + 5 * DAY)
    assert {one.game.slug: one.streak for one in history.figures(ann)} == {"standoff": 3, "embers": 0}


def test_the_game_last_played_comes_first_and_says_when():
    ann = PersonFactory()
    played(ann, "wl", game="embers", first=timezone.now() - 9 * DAY)
    played(ann, "l", game="showdown", first=timezone.now() - 90 * DAY)
    first, second = history.figures(ann)
    assert (first.game.slug, second.game.slug) == ("embers", "showdown")
    assert first.last_played.date() == (timezone.now() - 7 * DAY).date()


def test_figures_are_of_matches_that_are_over_and_of_this_person():
    match = make_match(seats=2)
    ann, bob = (seat.person for seat in match.room.seats.all())
    assert history.figures(ann) == []
    played(bob, "w")
    assert history.figures(ann) == []
    done = finished_match("standoff", seats=3)
    for player in done.players.all():
        (one,) = history.figures(player.person)
        assert (one.matches, one.won, one.lost) == (1, int(player.won), int(not player.won))


def test_figures_take_as_many_queries_for_a_thousand_matches_as_for_one(django_assert_num_queries):
    ann = PersonFactory()
    played(ann, "wl" * 30)
    played(ann, "w", game="embers")
    with django_assert_num_queries(2):
        assert len(history.figures(ann)) == 2


def test_a_guest_sees_their_figures_and_how_to_keep_them():
    ann = Browser("Ann")
    assert "They begin with the first match" in ann.client.get("/account/").content.decode()
    assert "person" not in ann.client.session
    ann.opens()
    played(ann.person, "wwl")
    page = ann.client.get("/account/").content.decode()
    assert "67 %" in page
    assert "Sign up to keep" in page
    assert 'action="/account/sign-out/"' not in page


def test_a_page_holds_twenty_matches_the_last_first():
    ann = Browser("Ann")
    ann.opens()
    played(ann.person, "w" * 45)
    first = history.matches_of(ann.person)
    assert [one.number for one in first] == list(range(45, 25, -1))
    assert [one.number for one in history.matches_of(ann.person, "3")] == [5, 4, 3, 2, 1]
    for page in ("0", "-1", "99", "x", "１", "9" * 5000):
        assert ann.client.get("/account/", {"page": page}).status_code == 200
    assert "Page 2 of 3" in ann.client.get("/account/", {"page": "2"}).content.decode()


@pytest.mark.parametrize(("result", "words"), [("w", "won"), ("l", "lost"), ("x", "left"), ("X", "left"), ("o", "off")])
def test_each_match_says_how_it_came_out_and_with_whom(result, words):
    ann = PersonFactory(name="Ann")
    played(ann, result)
    (one,) = history.matches_of(ann)
    assert (one.outcome, one.others) == (words, ["Zed"])


def test_a_replay_is_linked_where_its_room_lets_one_in_and_nowhere_else():
    match = finished_match("standoff", seats=3)
    room = match.room
    ann, bob, cy = (seat.person for seat in room.seats.all())
    rooms.kick(room, 1, timezone.now())
    rooms.leave(room, cy, timezone.now())

    def linked(person):
        client = Browser("")
        client.client.get("/")
        session = client.client.session
        session["person"] = str(person.pk)
        session.save()
        client.client.cookies["sessionid"] = session.session_key
        address = f"/r/{room.code}/replay/1/"
        shown = address in client.client.get("/account/").content.decode()
        assert shown == (client.client.get(address).status_code == 200)
        return shown

    assert (linked(ann), linked(bob), linked(cy)) == (True, False, True)
    rooms.set_lock(room, True)
    assert (linked(ann), linked(bob), linked(cy)) == (True, False, False)


# One's data as a file -------------------------------------------------------------------------------------------------


def exported(browser):
    answer = browser.client.get("/account/export.json")
    assert answer.status_code == 200
    assert answer["Content-Disposition"].startswith("attachment")
    return json.loads(answer.content)


def test_the_export_holds_all_there_is_of_a_person():
    ann, bob = table(2)
    fields = {"username": "calamity", "password1": "seven spent bullets", "password2": "seven spent bullets"}
    ann.client.post("/account/sign-up/", fields | {"email": "ann@example.org"})
    room, now = room_of(ann), timezone.now()
    matches.end(room.matches.get().pk, cause="host", now=now)
    played(ann.person, "w")
    Message.objects.create(room=room, person=ann.person, name="Ann", text="Howdy", made_at=now)
    Mute.objects.create(person=ann.person, other=bob.person)
    Report.objects.create(
        room=room, by=ann.person, about=bob.person, about_name="Bob", reason="spam", words="Ads", made_at=now
    )
    Rating.objects.create(person=ann.person, game="standoff", mu=27.0, sigma=2.5, matches=3, wins=2, changed_at=now)
    Sanction.objects.create(person=ann.person, kind="warning", reason="Be kind", made_at=now)
    all_there_is = exported(ann)
    assert (all_there_is["account"]["name"], all_there_is["account"]["email"]) == ("calamity", "ann@example.org")
    assert all_there_is["name"] == "Ann"
    (held,) = [one for one in all_there_is["rooms"] if one["code"] == room.code]
    assert (held["host"], held["seat"]["number"], held["name"]) == (True, 0, "Ann")
    assert [one["outcome"] for one in all_there_is["matches"]] == ["off", "won"]
    assert all_there_is["matches"][0]["record"] == f"http://testserver/r/{room.code}/replay/1.json"
    assert [one["text"] for one in all_there_is["messages"]] == ["Howdy"]
    assert all_there_is["muted"] == ["Bob"]
    assert [one["words"] for one in all_there_is["reports_made"]] == ["Ads"]
    assert all_there_is["ratings"][0]["mu"] == 27.0
    assert all_there_is["sanctions"][0]["reason"] == "Be kind"


def test_the_export_tells_nothing_hidden_and_nothing_that_others_said():
    ann, bob = table(2)
    bob.gives({"type": "choose", "card": "1:3"})
    now = timezone.now()
    Message.objects.create(room=room_of(ann), person=bob.person, name="Bob", text="my secret", made_at=now)
    Report.objects.create(
        by=bob.person, about=ann.person, about_name="Ann", reason="abuse", words="she swore", made_at=now,
        evidence={"messages": ["my secret"]},
    )  # fmt: skip
    text = json.dumps(exported(ann))
    for hidden in ('"1:3"', "my secret", "she swore", "state", "seed", Match.objects.get().seed, "password"):
        assert hidden not in text
    (match,) = exported(ann)["matches"]
    assert (match["ended_at"], "record" in match, "outcome" in match) == (None, False, False)


def test_who_is_nobody_yet_takes_nothing_with_them(client):
    assert json.loads(client.get("/account/export.json").content) == {}
    assert not User.objects.exists()


def test_the_export_of_one_is_not_of_another():
    room = make_room(seats=2)
    ann, bob = (seat.person for seat in room.seats.all())
    played(bob, "w")
    assert history.everything(ann, str)["matches"] == []
    assert len(history.everything(bob, str)["matches"]) == 1
