"""Moderation: what staff see, what they may do, and that it is all in the log."""

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission, User
from django.utils import timezone

from games import matches
from games.models import Match, Room, Seat
from tests.factories import choose, make_match, make_room

pytestmark = pytest.mark.django_db

MODELS = ("room", "seat", "match", "move", "presence", "person")


@pytest.fixture
def boss(client):
    """A superuser's browser."""
    client.force_login(User.objects.create_superuser("boss", "", "secret"))
    return client


@pytest.fixture
def staff(client):
    """The browser of a member of staff who may look and act, but not open secrets."""
    user = User.objects.create_user("sam", "", "secret", is_staff=True)
    user.user_permissions.set(
        Permission.objects.filter(content_type__app_label="games").exclude(codename="open_secrets")
    )
    client.force_login(user)
    return client


def acts(browser, model, action, *chosen, **fields):
    """Run an admin action on objects."""
    fields = {"action": action, "_selected_action": [one.pk for one in chosen], **fields}
    return browser.post(f"/admin/games/{model}/", fields, follow=True)


def log():
    return [(entry.user.username, entry.object_repr, entry.get_change_message()) for entry in LogEntry.objects.all()]


@pytest.mark.parametrize("model", MODELS)
def test_every_list_and_page_opens_and_is_searched(boss, model):
    match = choose(make_match(seats=3), 0, 5)
    assert boss.get(f"/admin/games/{model}/").status_code == 200
    assert boss.get(f"/admin/games/{model}/", {"q": match.room.code}).status_code == 200
    assert boss.get(f"/admin/games/{model}/", {"q": "Ann"}).status_code == 200
    one = {"room": match.room, "match": match, "move": match.moves.get(), "seat": match.room.seats.first()}.get(model)
    if one is not None:
        assert boss.get(f"/admin/games/{model}/{one.pk}/change/").status_code == 200


@pytest.mark.parametrize("model", MODELS)
def test_nothing_is_added_edited_or_deleted_by_hand(boss, model):
    match = choose(make_match(), 0, 5)
    one = {
        "room": match.room, "match": match, "move": match.moves.get(), "seat": match.room.seats.first(),
        "presence": match.room.presences.first(), "person": match.room.host,
    }[model]  # fmt: skip
    assert boss.get(f"/admin/games/{model}/add/").status_code == 403
    assert boss.post(f"/admin/games/{model}/{one.pk}/change/", {"state": "{}"}).status_code == 403
    assert boss.post(f"/admin/games/{model}/{one.pk}/delete/", {"post": "yes"}).status_code == 403


def test_matches_are_filtered_by_how_they_stand(boss):
    now = timezone.now()
    plain, waiting, late, paused, over = (make_match(now=now, clock=clock) for clock in (0, 300, 10, 0, 0))
    Match.objects.filter(pk=late.pk).update(deadline=now)
    matches.pause(paused.pk, now)
    matches.end(over.pk, cause="host", now=now)
    listed = {}
    for status in ("running", "waiting", "late", "paused", "finished"):
        page = boss.get("/admin/games/match/", {"status": status})
        listed[status] = set(page.context["cl"].queryset)
    assert listed == {
        "running": {plain, waiting, late, paused},
        "waiting": {waiting},
        "late": {late},
        "paused": {paused},
        "finished": {over},
    }


def test_rooms_are_filtered_by_how_they_stand(boss):
    lobby, playing, closed = make_room(), make_match().room, make_room()
    acts(boss, "room", "close_room", closed, confirmed="yes")
    for status, room in (("lobby", lobby), ("playing", playing), ("closed", closed)):
        assert list(boss.get("/admin/games/room/", {"status": status}).context["cl"].queryset) == [room]


def test_time_is_added(boss):
    match = make_match(clock=30)
    acts(boss, "match", "add_time", match)
    assert (Match.objects.get(pk=match.pk).deadline - match.deadline).total_seconds() == 30
    assert log() == [("boss", str(match), "Added 30 seconds")]


def test_what_cannot_be_done_is_said_and_not_logged(boss):
    match = make_match()
    page = acts(boss, "match", "add_time", match)
    assert "no clock to add time to" in page.content.decode()
    assert log() == []


def test_missing_choices_are_skipped_after_a_question(boss):
    match = make_match(clock=300)
    question = acts(boss, "match", "skip_missing", match)
    assert "Make the missing choices" in question.content.decode()
    assert Match.objects.get(pk=match.pk).version == 0
    acts(boss, "match", "skip_missing", match, confirmed="yes")
    assert list(match.moves.values_list("cause", flat=True)) == ["staff", "staff"]
    assert log() == [("boss", str(match), "Skipped missing choices")]


def test_pause_and_resume(boss):
    match = make_match()
    acts(boss, "match", "pause", match)
    assert Match.objects.get(pk=match.pk).paused_at is not None
    acts(boss, "match", "resume", match)
    assert Match.objects.get(pk=match.pk).paused_at is None
    assert [entry[2] for entry in log()] == ["Resumed", "Paused"]


def test_a_match_is_ended_after_a_question(boss):
    match = make_match()
    acts(boss, "match", "end_match", match)
    assert Match.objects.get(pk=match.pk).ended_at is None
    acts(boss, "match", "end_match", match, confirmed="yes")
    assert Match.objects.get(pk=match.pk).broken_off
    assert log() == [("boss", str(match), "Ended")]


def test_a_room_is_closed_after_a_question(boss, django_user_model):
    match = make_match()
    acts(boss, "room", "close_room", match.room)
    assert Room.objects.get(pk=match.room.pk).closed_at is None
    acts(boss, "room", "close_room", match.room, confirmed="yes")
    assert Room.objects.get(pk=match.room.pk).closed_at is not None
    assert Match.objects.get(pk=match.pk).ended_at is not None


def test_people_are_kicked_and_the_role_is_handed_on_after_a_question(boss):
    match = make_match(seats=3)
    bob, cy = Seat.objects.get(number=1), Seat.objects.get(number=2)
    acts(boss, "seat", "kick", bob)
    assert Seat.objects.get(pk=bob.pk).person is not None
    acts(boss, "seat", "kick", bob, confirmed="yes")
    acts(boss, "seat", "transfer_host", cy, confirmed="yes")
    bob.refresh_from_db()
    assert (bob.person, bob.bot) == (None, "normal")
    assert Room.objects.get(pk=match.room.pk).host_id == cy.person_id
    assert [entry[2] for entry in log()] == ["Made host", "Kicked"]


def test_several_are_kicked_from_a_lobby_at_once(boss):
    room = make_room(seats=4)
    acts(boss, "seat", "kick", *room.seats.filter(number__in=(1, 2)), confirmed="yes")
    assert list(room.seats.values_list("number", "name")) == [(0, "Ann"), (1, "Dee")]


def test_staff_see_public_facts_only(staff):
    match = choose(make_match(), 0, 5)
    for url in (f"/admin/games/match/{match.pk}/change/", f"/admin/games/move/{match.moves.get().pk}/change/"):
        page = staff.get(url).content.decode()
        assert "&quot;chosen&quot;" not in page
        assert match.seed not in page
        assert "&quot;card&quot;: &quot;0:5&quot;" not in page
    assert "&quot;submitted&quot;: true" in staff.get(f"/admin/games/match/{match.pk}/change/").content.decode()


def test_secrets_need_their_own_permission(staff):
    match = choose(make_match(), 0, 5)
    for answer in (
        staff.get(f"/admin/games/match/{match.pk}/secrets/"),
        staff.post(f"/admin/games/match/{match.pk}/secrets/"),
    ):
        assert answer.status_code == 403
    assert log() == []


def test_opening_secrets_is_asked_and_logged(boss):
    match = choose(make_match(), 0, 5)
    asked = boss.get(f"/admin/games/match/{match.pk}/secrets/")
    assert "0:5" not in asked.content.decode()
    assert log() == []
    opened = boss.post(f"/admin/games/match/{match.pk}/secrets/")
    assert "0:5" in opened.content.decode()
    assert "no-store" in opened["Cache-Control"]
    assert log() == [("boss", str(match), "Opened the secrets")]


def test_guests_and_players_have_no_way_in(client):
    match = make_match()
    for url in ("/admin/", "/admin/games/match/", f"/admin/games/match/{match.pk}/secrets/"):
        assert client.get(url)["Location"].startswith("/admin/login/")
