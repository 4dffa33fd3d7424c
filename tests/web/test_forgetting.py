"""Deleting one's data: what goes, what stays without a name, and that every match still follows from its moves."""

import io
import json
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.utils import timezone

from games import accounts, engine, matches, records, rooms
from games.models import (
    Match,
    Message,
    Move,
    Mute,
    Person,
    Player,
    Presence,
    Rating,
    Report,
    Room,
    Sanction,
    Seat,
    Ticket,
)
from games.refusals import NotYours
from tests.drive import Player as Browser
from tests.drive import room_of, table
from tests.factories import PersonFactory, choose, finished_match, make_match, make_room, play_on

pytestmark = pytest.mark.django_db

PASSWORD = "seven spent bullets"


def with_account(person, name="calamity", **facts):
    person.user = User.objects.create_user(name, password=PASSWORD, **facts)
    person.save()
    return person


def replayed(room):
    out = io.StringIO()
    call_command("replay", room.code, stdout=out)
    return out.getvalue()


def traces(name):
    """Where a name still stands, in all that is kept."""
    found = []
    for model in (Person, Room, Seat, Presence, Match, Move, Player, Message, Report, User):
        found += [model.__name__ for row in model.objects.values() if name in json.dumps(row, default=str)]
    return found


@pytest.mark.parametrize("slug", [game.slug for game in engine.all()])
def test_a_finished_match_of_every_game_stays_without_the_name_and_follows_from_its_moves(slug):
    match = finished_match(slug)
    person = with_account(match.players.get(seat=1).person)
    before = records.of(match)
    assert "Bob" in match.names
    accounts.forget(person, timezone.now())
    match.refresh_from_db()
    assert match.names[1] == "Somebody"
    assert "equal" in replayed(match.room)
    assert traces("Bob") == []
    after = records.of(match)
    assert after.account.names == match.names
    assert [step.command for step in after.account.moves] == [step.command for step in before.account.moves]
    assert records.check(json.loads(json.dumps(records.write(after)))).fingerprint == after.fingerprint


@pytest.mark.parametrize("slug", [game.slug for game in engine.all()])
def test_a_running_match_goes_on_with_a_bot_and_without_the_name(slug):
    options = {"host": False} if slug == "seven_rounds" else {}
    match = play_on(make_match(slug, engine.get(slug).min_seats + 1, options), seed=4, commands=3)
    person = match.room.seats.get(number=1).person
    accounts.forget(person, timezone.now())
    match.refresh_from_db()
    assert match.ended_at is None
    assert match.names[1] == "Somebody"
    seat = match.room.seats.get(number=1)
    assert (seat.name, seat.person, seat.bot) == ("Somebody", None, "normal")
    assert "equal" in replayed(match.room)
    assert traces("Bob") == []
    play_on(match, seed=5, commands=4)
    assert "equal" in replayed(match.room)


def test_who_is_deleted_in_a_ranked_match_has_lost_it_and_the_other_is_rated():
    now = timezone.now()
    ann, bob = (with_account(PersonFactory(name=name), name) for name in ("Ann", "Bob"))
    match = rooms.open_ranked([ann, bob], "standoff", {}, now=now, clock=30)
    Rating.objects.create(person=bob, game="standoff", mu=40, sigma=2, matches=9, changed_at=now)
    accounts.forget(bob, now)
    match.refresh_from_db()
    assert match.ended_at is not None
    assert [(player.won, player.left) for player in match.players.all()] == [(True, False), (False, True)]
    assert match.players.get(seat=1).mu_before == 40
    assert Rating.objects.get().wins == 1
    assert "equal" in replayed(match.room)


def test_what_a_person_said_and_was_is_gone_and_others_keep_theirs():
    ann, bob = table(2, start=False)
    now = timezone.now()
    person, other = ann.person, bob.person
    room = room_of(ann)
    for one, text in ((person, "Howdy"), (other, "Hello")):
        Message.objects.create(room=room, person=one, name=one.name, text=text, made_at=now)
        Rating.objects.create(person=one, game="standoff", mu=25, sigma=8, changed_at=now)
        Ticket.objects.create(person=one, game="standoff", since=now, until=now)
    Mute.objects.create(person=person, other=other)
    Mute.objects.create(person=other, other=person)
    accounts.forget(person, now)
    assert [message.text for message in Message.objects.all()] == ["Hello"]
    assert [rating.person for rating in Rating.objects.all()] == [other]
    assert [ticket.person for ticket in Ticket.objects.all()] == [other]
    assert not Mute.objects.exists()
    assert traces("Ann") == []
    assert list(Person.objects.all()) == [other]


def test_a_seat_in_a_lobby_is_free_and_the_host_is_another():
    room = make_room(seats=3)
    accounts.forget(with_account(room.host), timezone.now())
    room.refresh_from_db()
    assert list(room.seats.values_list("number", "name")) == [(0, "Bob"), (1, "Cy")]
    assert room.host.name == "Bob"


def test_two_who_are_deleted_are_told_apart():
    match = finished_match("standoff", seats=3)
    for seat in (0, 2):
        accounts.forget(match.players.get(seat=seat).person, timezone.now())
    match.refresh_from_db()
    assert match.names == ["Somebody", "Bob", "Somebody 2"]
    assert "equal" in replayed(match.room)


def test_matches_that_a_bot_played_in_the_persons_name_lose_it_too():
    match = make_match("standoff", 3)
    room, person = match.room, match.room.seats.get(number=1).person
    rooms.leave(room, person, timezone.now())
    matches.end(match.pk, cause="host", now=timezone.now())
    again = rooms.rematch(room, timezone.now())
    assert "Bob" in again.names
    assert not Player.objects.filter(match=again, person=person).exists()
    accounts.forget(person, timezone.now())
    assert traces("Bob") == []
    assert replayed(room).count("equal") == 2


def test_a_match_of_other_rules_loses_the_name_all_the_same():
    match = choose(make_match("standoff", 2), 0, 5)
    Match.objects.filter(pk=match.pk).update(state=match.state | {"round": 7})
    accounts.forget(match.players.get(seat=1).person, timezone.now())
    match.refresh_from_db()
    assert match.state["round"] == 7
    assert match.state["seats"][1]["name"] == match.names[1] == "Somebody"
    assert traces("Bob") == []


def test_a_replay_that_was_looked_at_before_does_not_show_the_name_afterwards():
    match = finished_match("standoff", seats=3)
    visitor = Browser("Zed")
    address = f"/r/{match.room.code}/replay/1/"
    assert "Bob" in visitor.client.get(address).content.decode()
    accounts.forget(match.players.get(seat=1).person, timezone.now())
    page = visitor.client.get(address).content.decode()
    assert "Bob" not in page
    assert "Somebody" in page


def test_sanctions_and_open_reports_stay_without_a_name_and_settled_ones_are_emptied():
    room, now = make_room(seats=2), timezone.now()
    ann, bob = (seat.person for seat in room.seats.all())
    facts = {"room": room, "reason": "abuse", "made_at": now}
    evidence = {"messages": [{"name": "Bob", "text": "swearing"}, {"name": "Ann", "text": "stop"}]}
    opened = Report.objects.create(by=ann, about=bob, about_name="Bob", words="he swore", evidence=evidence, **facts)
    settled = Report.objects.create(
        by=ann, about=bob, about_name="Bob", words="again", evidence=evidence, handled_at=now, **facts
    )
    own = Report.objects.create(by=bob, about=ann, about_name="Ann", words="unfair", handled_at=now, **facts)
    ban = Sanction.objects.create(person=bob, kind="ban", reason="Swearing", made_at=now)
    accounts.forget(with_account(bob), now)
    for row in (opened, settled, own, ban):
        row.refresh_from_db()
    husk = ban.person
    assert (husk.name, husk.user) == ("", None)
    assert (opened.about, opened.about_name, opened.words) == (husk, "Somebody", "he swore")
    assert opened.evidence["messages"] == [
        {"name": "Somebody", "text": "swearing"}, {"name": "Ann", "text": "stop"},
    ]  # fmt: skip
    assert (settled.about, settled.about_name, settled.evidence, settled.words) == (None, "Somebody", {}, "")
    assert (own.by, own.words, own.about) == (None, "", ann)
    assert traces("Bob") == []


def test_nothing_is_kept_of_whom_staff_have_nothing_to_do_with():
    person = with_account(PersonFactory())
    accounts.forget(person, timezone.now())
    assert not Person.objects.exists()
    assert not User.objects.exists()


def test_staff_do_not_delete_the_log_that_hangs_on_them():
    person = with_account(PersonFactory(), is_staff=True)
    with pytest.raises(NotYours):
        accounts.forget(person, timezone.now())
    assert User.objects.exists()


# By the page ----------------------------------------------------------------------------------------------------------


def test_an_account_is_deleted_by_its_password_alone():
    ann, _bob = table(2)
    ann.client.post("/account/sign-up/", {"username": "calamity", "password1": PASSWORD, "password2": PASSWORD})
    for fields in ({}, {"password": "wrong"}, {"sure": "on"}):
        answer = ann.client.post("/account/delete/", fields)
        assert answer.status_code == 422
        assert 'class="fault"' in answer.content.decode()
    assert User.objects.exists()
    assert ann.client.post("/account/delete/", {"password": PASSWORD})["Location"] == "/"
    assert not User.objects.exists()
    assert "person" not in ann.client.session
    assert room_of(ann).seats.get(number=0).bot == "normal"
    assert traces("Ann") == traces("calamity") == []


def test_a_guest_is_deleted_by_saying_so():
    ann, _bob = table(2)
    assert ann.client.post("/account/delete/", {}).status_code == 422
    assert ann.sees()["viewer"] == 0
    assert ann.client.post("/account/delete/", {"sure": "on"}).status_code == 302
    assert ann.sees()["viewer"] is None
    assert traces("Ann") == []


def test_who_is_nobody_deletes_nobody(client):
    make_room(seats=2)
    assert client.post("/account/delete/", {"sure": "on"}).status_code == 302
    assert Person.objects.count() == 2


# Pruning --------------------------------------------------------------------------------------------------------------


def prune_everything_old():
    long_ago = timezone.now() - timedelta(days=60)
    Room.objects.update(created_at=long_ago)
    Presence.objects.update(until=long_ago)
    Person.objects.update(created_at=long_ago)
    out = io.StringIO()
    call_command("prune", "--dry-run", stdout=out)
    call_command("prune", stdout=out)
    foretold, done = out.getvalue().splitlines()
    assert foretold.replace("would go", "gone") == done
    return done


def test_pruning_keeps_accounts_and_the_matches_they_have_played():
    kept, gone = finished_match("standoff", seats=3), finished_match("standoff", seats=3, seed=2)
    person = with_account(kept.players.get(seat=1).person)
    idle = with_account(PersonFactory(), "idle")
    guests = set(gone.players.values_list("person", flat=True))
    assert prune_everything_old() == "1 rooms and 3 guests gone."
    assert list(Match.objects.all()) == [kept]
    assert Person.objects.filter(pk=idle.pk).exists()
    assert person.played.get().match == kept
    assert not Person.objects.filter(pk__in=guests).exists()


def test_pruning_keeps_whom_staff_have_something_to_do_with():
    now = timezone.now()
    facts = {"reason": "x", "made_at": now}
    banned, warned, pardoned, reported, _plain = (PersonFactory(name=name) for name in "BWPRX")
    Sanction.objects.create(person=banned, kind="ban", **facts)
    Sanction.objects.create(person=warned, kind="warning", seen_at=now, **facts)
    Sanction.objects.create(person=pardoned, kind="ban", lifted_at=now, **facts)
    Report.objects.create(about=reported, about_name="R", reason="spam", made_at=now)
    assert prune_everything_old() == "0 rooms and 3 guests gone."
    assert set(Person.objects.all()) == {banned, reported}
