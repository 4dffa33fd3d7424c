"""What staff do about people: handle reports, warn, silence, ban; what that does; and taking it back."""

import re
from datetime import timedelta

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission, User
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from games import accounts, rooms, sanctions, talk
from games.models import Message, Person, Report, Sanction, Ticket
from games.refusals import MovedOn, Refused
from tests.drive import Player, Window, table
from tests.factories import PersonFactory, make_match, make_member, make_room

pytestmark = pytest.mark.django_db


def impose(person, kind="ban", reason="Cheating", lasts=None):
    return sanctions.impose(person, kind, reason, by=None, now=timezone.now(), lasts=lasts)


@pytest.fixture
def moderator(client):
    """The browser of a member of staff who may moderate, and look at people and rooms."""
    return _staff(client, "mo", "moderate", "view_person", "change_person", "view_room")


@pytest.fixture
def powerless(client):
    """The browser of a member of staff who may do everything but moderate."""
    every = Permission.objects.filter(content_type__app_label="games").exclude(codename="moderate")
    return _staff(client, "sam", *every.values_list("codename", flat=True))


def _staff(client, name, *codenames):
    user = User.objects.create_user(name, is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=codenames, content_type__app_label="games"))
    client.force_login(user)
    return client


def log():
    return [(entry.user.username, entry.object_repr, entry.get_change_message()) for entry in LogEntry.objects.all()]


def complaint(words="Rude", reason="abuse"):
    """Ann reports what Bob said in a match."""
    room = make_match(seats=3).room
    ann, bob = (Person.objects.filter(name=name).latest("created_at") for name in ("Ann", "Bob"))
    message = talk.say(room, bob, text=words, now=timezone.now())
    return talk.report(
        room, ann, talk.Other("Bob", bob, message), reason=reason, words="He does it all the time", now=timezone.now()
    )


def decides(browser, report, **fields):
    return browser.post(f"/admin/games/report/{report.pk}/decide/", fields, follow=True)


# A ban ----------------------------------------------------------------------------------------------------------------


def test_the_banned_see_one_page_only_with_until_when_and_why():
    ann, bob = table(2)
    impose(bob.person, reason="Insults <in> every match", lasts=timedelta(days=7))
    for path in ("/", "/new/standoff/", f"/r/{ann.code}/", f"/r/{ann.code}/view.json", "/rules/standoff/", "/replay/"):
        answer = bob.client.get(path)
        assert answer.status_code == 403, path
        assert "Insults &lt;in&gt; every match" in answer.content.decode(), path
        assert "until" in answer.content.decode()
        assert "no-store" in answer["Cache-Control"]
    assert bob.posts("say", text="Let me explain").status_code == 403
    assert bob.client.post("/new/standoff/", {"name": "Bob"}).status_code == 403
    assert ann.page().status_code == 200


def test_a_ban_for_good_names_no_time_and_htmx_is_told_in_a_notice():
    _ann, bob = table(2)
    impose(bob.person)
    page = bob.client.get("/").content.decode()
    assert "You are banned from this site." in page
    live = bob.posts("say", live=True, text="Hi")
    assert live.status_code == 403
    assert live.content.decode().startswith('<p id="notice"')


def test_a_ban_leaves_open_what_belongs_to_the_operator_and_the_language():
    _ann, bob = table(2)
    impose(bob.person)
    assert bob.client.get("/healthz/").status_code == 200
    assert bob.client.get("/metrics").status_code == 200
    assert bob.client.get("/admin/")["Location"].startswith("/admin/login/")
    assert bob.client.post("/i18n/setlang/", {"language": "zh-hans", "next": "/"}).status_code == 302
    assert 'lang="zh-hans"' in bob.client.get("/").content.decode()


def test_the_ban_of_an_account_holds_in_every_browser_that_is_signed_in_to_it():
    _ann, bob = table(2)
    user = User.objects.create_user("bob")
    Person.objects.filter(pk=bob.person.pk).update(user=user)
    impose(bob.person)
    elsewhere = Player("Bob")
    assert elsewhere.client.get("/").status_code == 200
    elsewhere.client.force_login(user)
    assert elsewhere.client.get("/").status_code == 403


def test_a_ban_ends_by_itself_and_when_it_is_lifted():
    _ann, bob = table(2)
    short = impose(bob.person, lasts=timedelta(days=1))
    Sanction.objects.update(until=timezone.now() - timedelta(seconds=1))
    assert bob.client.get("/").status_code == 200
    long = impose(bob.person)
    assert bob.client.get("/").status_code == 403
    sanctions.lift(long, timezone.now())
    assert bob.client.get("/").status_code == 200
    for over in (short, long):
        with pytest.raises(Refused):
            sanctions.lift(over, timezone.now())


def test_of_several_bans_the_longest_counts():
    bob = PersonFactory()
    for lasts in (timedelta(days=30), None, timedelta(days=1)):
        impose(bob, lasts=lasts)
    assert sanctions.standing(bob.pk, None, timezone.now()).ban.until is None
    Sanction.objects.filter(until=None).update(lifted_at=timezone.now())
    left = sanctions.standing(bob.pk, None, timezone.now()).ban.until - timezone.now()
    assert left > timedelta(days=29)


def test_in_a_match_bots_play_on_for_the_banned_and_in_a_lobby_their_seats_are_free():
    room, lobby = make_match(seats=3).room, make_room("embers", seats=2)
    bob = room.seats.get(number=1).person
    rooms.join(lobby, bob, "Bob", timezone.now())
    Ticket.objects.create(person=bob, game="twenty_seven", since=timezone.now(), until=timezone.now())
    assert lobby.seats.filter(person=bob).exists()
    impose(bob)
    assert room.seats.get(number=1).bot == "normal"
    assert not lobby.seats.filter(person=bob).exists()
    assert not Ticket.objects.exists()


def test_when_the_host_is_banned_another_is_host_at_once():
    room = make_room(seats=3)
    impose(room.host)
    room.refresh_from_db()
    assert room.host.name == "Bob"


@pytest.mark.django_db(transaction=True)
def test_a_ban_closes_the_windows_of_its_person_within_five_seconds_and_no_others(loop):
    ann, bob = table(2)
    windows = {one.name: Window(one, loop) for one in (ann, bob)}
    windows["screen"] = Window(bob, loop, query="?screen=1")
    for window in windows.values():
        window.catches_up()
    impose(bob.person)
    for name in ("Bob", "screen"):
        assert windows[name].waits(lambda name=name: windows[name].closed == 4410, seconds=5), name
    again = Window(bob, loop)
    assert again.waits(lambda: again.closed == 4410)
    assert not again.frames
    windows["Ann"].catches_up()
    assert windows["Ann"].closed is None
    windows["Ann"].closes()


# A warning ------------------------------------------------------------------------------------------------------------


def test_a_warning_is_shown_on_every_page_until_its_person_has_read_it():
    ann, bob = table(2)
    warning = impose(bob.person, "warning", "Mind your <language>")
    for path in ("/", f"/r/{bob.code}/"):
        assert "Mind your &lt;language&gt;" in bob.client.get(path).content.decode()
        assert "Mind your" not in ann.client.get(path).content.decode()
    assert bob.posts("say", text="Sorry").status_code == 302
    back = bob.client.post("/warning-seen/", {"warning": warning.pk, "next": f"/r/{bob.code}/"})
    assert back["Location"] == f"/r/{bob.code}/"
    assert "Mind your" not in bob.client.get("/").content.decode()
    assert Sanction.objects.get().seen_at is not None


def test_a_warning_is_read_by_its_own_person_only_and_leads_nowhere_else():
    ann, bob = table(2)
    warning = impose(bob.person, "warning")
    ban = impose(PersonFactory(), "ban")
    for who, number in ((ann, warning.pk), (Player("Zed"), warning.pk), (bob, ban.pk), (bob, 0)):
        assert who.client.post("/warning-seen/", {"warning": number}).status_code == 403
    assert Sanction.objects.get(pk=warning.pk).seen_at is None
    assert bob.client.post("/warning-seen/", {"warning": "x"}).status_code == 422
    for foreign in ("https://evil.example/", "//evil.example", "javascript:alert(1)"):
        assert bob.client.post("/warning-seen/", {"warning": warning.pk, "next": foreign})["Location"] == "/"


def test_a_warning_needs_a_reason_and_a_short_one():
    for reason in ("", "   ", "x" * 201):
        with pytest.raises(Refused):
            impose(PersonFactory(), "warning", reason)
    assert not Sanction.objects.exists()


# A silence ------------------------------------------------------------------------------------------------------------


def test_whoever_is_silenced_plays_on_but_says_nothing_in_any_room():
    ann, bob = table(2)
    impose(bob.person, "silence", "Flooding", timedelta(hours=1))
    answer = bob.posts("say", text="What?")
    assert answer.status_code == 403
    assert "Flooding" in answer.content.decode()
    assert bob.posts("say", phrase="hello").status_code == 403
    assert bob.gives({"type": "choose", "card": "1:5"}).status_code == 302
    bob.joins(ann.opens())
    assert bob.posts("say", text="Here?").status_code == 403
    sanctions.lift(Sanction.objects.get(), timezone.now())
    assert bob.posts("say", text="Thanks").status_code == 302


# Reports in the admin -------------------------------------------------------------------------------------------------


def test_the_queue_shows_open_reports_first_the_oldest_at_the_top(moderator):
    first, second, third = (complaint(f"Rude {n}") for n in range(3))
    sanctions.handle(first, "dismissed", by=User.objects.get(username="mo"), now=timezone.now())
    page = moderator.get("/admin/games/report/")
    assert list(page.context["cl"].queryset) == [second, third, first]
    listed = moderator.get("/admin/games/report/", {"status": "open"}).context["cl"].queryset
    assert list(listed) == [second, third]


def test_a_report_can_be_read_with_its_evidence_and_links(moderator):
    report = complaint("Unkind <words>")
    impose(report.about, "warning", "Once before")
    page = moderator.get(f"/admin/games/report/{report.pk}/change/").content.decode()
    assert "Unkind &lt;words&gt;" in page
    assert "He does it all the time" in page
    assert "Once before" in page
    for link in (f"person/{report.about_id}", f"room/{report.room_id}", f"match/{report.room.matches.get().pk}"):
        assert f"/admin/games/{link}/change/" in page
    assert "&quot;lines&quot;" not in page


@pytest.mark.parametrize(
    ("measure", "kind", "lasts"),
    [
        ("warn", "warning", None),
        ("mute-1h", "silence", timedelta(hours=1)),
        ("mute-1d", "silence", timedelta(days=1)),
        ("mute-7d", "silence", timedelta(days=7)),
        ("mute", "silence", None),
        ("ban-1d", "ban", timedelta(days=1)),
        ("ban-7d", "ban", timedelta(days=7)),
        ("ban-30d", "ban", timedelta(days=30)),
        ("ban", "ban", None),
    ],
)
def test_each_measure_does_what_it_says_and_is_logged(moderator, measure, kind, lasts):
    report = complaint()
    decides(moderator, report, measure=measure, reason="Insults")
    done = Sanction.objects.get()
    assert (done.person, done.kind, done.reason, done.report) == (report.about, kind, "Insults", report)
    assert done.by.username == "mo"
    assert (done.until and done.until - done.made_at) == lasts
    report.refresh_from_db()
    assert (report.handled_by.username, report.handled_at is not None) == ("mo", True)
    assert [(who, what.endswith(": Insults")) for who, _report, what in log()] == [("mo", True)]


def test_a_report_is_dismissed_without_a_sanction(moderator):
    report = complaint()
    decides(moderator, report, measure="")
    report.refresh_from_db()
    assert report.outcome == "dismissed"
    assert not Sanction.objects.exists()
    assert log() == [("mo", str(report), "dismissed")]


def test_the_message_is_removed_from_the_room_and_stays_as_evidence(moderator):
    report = complaint("Vile")
    decides(moderator, report, measure="", remove="on")
    assert Message.objects.get().removed
    assert "Vile" in moderator.get(f"/admin/games/report/{report.pk}/change/").content.decode()
    assert "Vile" not in str(log())


def test_a_measure_needs_a_reason_and_one_of_ours(moderator):
    report = complaint()
    for fields in ({"measure": "ban"}, {"measure": "ban", "reason": "  "}, {"measure": "hang", "reason": "Insults"}):
        decides(moderator, report, **fields)
    report.refresh_from_db()
    assert report.handled_at is None
    assert not Sanction.objects.exists()
    assert log() == []


def test_two_moderators_do_not_punish_twice(moderator):
    report = complaint()
    decides(moderator, report, measure="warn", reason="Insults")
    page = decides(moderator, report, measure="ban", reason="Insults")
    assert "handled this report already" in page.content.decode()
    assert Sanction.objects.count() == 1
    with pytest.raises(MovedOn):
        sanctions.handle(report, "dismissed", by=User.objects.get(), now=timezone.now())


def test_other_open_reports_about_the_same_person_are_closed_with_it(moderator):
    report = complaint()
    cy = report.room.seats.get(number=2).person
    again, about_cy = (
        talk.report(report.room, Person.objects.get(pk=by), talk.Other(whom.name, whom), reason="spam", words="",
                    now=timezone.now())
        for by, whom in ((cy.pk, report.about), (report.by_id, cy))
    )  # fmt: skip
    assert 'name="alike"' in moderator.get(f"/admin/games/report/{report.pk}/change/").content.decode()
    assert 'name="alike"' not in moderator.get(f"/admin/games/report/{about_cy.pk}/change/").content.decode()
    decides(moderator, report, measure="mute-1d", reason="Spam", alike="on")
    assert list(Report.objects.filter(handled_at=None)) == [about_cy]
    assert Report.objects.get(pk=again.pk).outcome == "Mute for a day"
    assert Sanction.objects.count() == 1
    assert [told for _who, _what, told in log()] == ["Mute for a day: Spam"] * 2


def test_about_somebody_whose_data_is_deleted_only_the_message_can_be_decided_on(moderator):
    report = complaint()
    Person.objects.filter(pk=report.about_id).update(name="")
    Report.objects.update(about=None)
    decides(moderator, report, measure="ban", reason="Insults")
    assert Report.objects.get().handled_at is None
    decides(moderator, report, measure="", remove="on")
    assert Message.objects.get().removed


def test_staff_who_may_not_moderate_see_no_reports_and_punish_nobody(powerless):
    report = complaint()
    sanction = impose(report.about, "warning")
    for path in ("report/", f"report/{report.pk}/change/", "sanction/", f"sanction/{sanction.pk}/change/"):
        assert powerless.get(f"/admin/games/{path}").status_code == 403, path
    assert decides(powerless, report, measure="ban", reason="Insults").status_code == 403
    person = powerless.get(f"/admin/games/person/{report.about_id}/change/")
    assert person.status_code == 200
    assert "Cheating" not in person.content.decode()
    asked = powerless.post(
        "/admin/games/person/",
        {"action": "ban", "_selected_action": [report.about_id], "confirmed": "yes", "measure": "ban", "reason": "No"},
    )
    assert asked.status_code in (200, 302, 403)
    powerless.post("/admin/games/sanction/", {"action": "lift", "_selected_action": [sanction.pk], "confirmed": "yes"})
    assert list(Sanction.objects.values_list("kind", "lifted_at")) == [("warning", None)]
    assert log() == []


def test_a_decision_is_not_made_by_looking(moderator):
    report = complaint()
    assert moderator.get(f"/admin/games/report/{report.pk}/decide/").status_code == 403


@pytest.mark.parametrize(("action", "measure", "kind"), [
    ("warn", "warn", "warning"), ("mute", "mute-7d", "silence"), ("ban", "ban-30d", "ban"),
])  # fmt: skip
def test_people_are_sanctioned_without_a_report_after_a_question(moderator, action, measure, kind):
    bob = make_room().seats.get(number=1).person
    fields = {"action": action, "_selected_action": [str(bob.pk)]}
    asked = moderator.post("/admin/games/person/", fields)
    offered = set(re.findall(r'name="measure" value="([^"]+)"', asked.content.decode()))
    assert measure in offered
    assert not Sanction.objects.exists()
    sent = {**fields, "confirmed": "yes", "measure": measure}
    assert "required" in moderator.post("/admin/games/person/", {**sent, "reason": ""}).content.decode()
    assert not Sanction.objects.exists()
    moderator.post("/admin/games/person/", {**sent, "reason": "Two accounts"})
    assert Sanction.objects.get().kind == kind
    assert [(who, what, told.endswith(": Two accounts")) for who, what, told in log()] == [("mo", "Bob", True)]
    assert "Two accounts" in moderator.get(f"/admin/games/person/{bob.pk}/change/").content.decode()


def test_an_action_gives_only_its_own_kind_of_measure(moderator):
    bob = PersonFactory(name="Bob")
    sent = {"action": "warn", "_selected_action": [str(bob.pk)], "confirmed": "yes", "measure": "ban", "reason": "No"}
    moderator.post("/admin/games/person/", sent)
    assert not Sanction.objects.exists()


def test_sanctions_are_lifted_after_a_question_and_logged(moderator):
    ban = impose(PersonFactory(name="Bob"), "ban", "Spam")
    fields = {"action": "lift", "_selected_action": [ban.pk]}
    assert "Take these sanctions back?" in moderator.post("/admin/games/sanction/", fields).content.decode()
    assert Sanction.objects.get().lifted_at is None
    moderator.post("/admin/games/sanction/", {**fields, "confirmed": "yes"})
    assert Sanction.objects.get().lifted_at is not None
    assert log() == [("mo", str(ban), "Lifted")]
    for status, listed in (("force", []), ("over", [ban])):
        assert list(moderator.get("/admin/games/sanction/", {"status": status}).context["cl"].queryset) == listed


def test_reports_and_sanctions_are_neither_added_nor_edited_nor_deleted_by_hand(moderator):
    report = complaint()
    ban = impose(PersonFactory(name="Zed"), "ban", "Spam")
    for path in (f"report/{report.pk}", f"sanction/{ban.pk}"):
        model = path.split("/")[0]
        assert moderator.get(f"/admin/games/{path}/change/").status_code == 200
        assert moderator.get(f"/admin/games/{model}/add/").status_code == 403
        assert moderator.post(f"/admin/games/{path}/change/", {"reason": "x"}).status_code == 403
        assert moderator.post(f"/admin/games/{path}/delete/", {"post": "yes"}).status_code == 403


def test_of_whom_nothing_was_ever_judged_nothing_is_asked_and_a_sanction_is_felt_at_once(django_assert_num_queries):
    ann = Player("Ann")
    ann.opens()
    assert not ann.person.judged
    with django_assert_num_queries(2):  # the session and the person
        ann.client.get("/rules/standoff/")
    impose(ann.person)
    assert ann.person.judged
    assert ann.client.get("/rules/standoff/").status_code == 403


def test_a_guest_who_was_judged_stays_so_by_the_account_that_they_sign_in_to():
    guest, member = Player("Ann"), make_member("Zoe")
    guest.opens()
    impose(guest.person, "warning", "Be kind")
    accounts.come_in(member.user, guest.person, timezone.now())
    member.refresh_from_db()
    assert member.judged
    assert sanctions.standing(member.pk, None, timezone.now()).warnings


@pytest.mark.django_db(transaction=True)
def test_who_was_banned_before_an_upgrade_stays_banned():
    executor = MigrationExecutor(connection)
    newest, before_it = executor.loader.graph.leaf_nodes("games"), [("games", "0003_people")]
    executor.migrate(before_it)
    before = executor.loader.project_state(before_it).apps.get_model
    ann, bob = (before("games", "Person").objects.create(name=name) for name in ("Ann", "Bob"))
    before("games", "Sanction").objects.create(person=ann, kind="ban", reason="Cheating", made_at=timezone.now())
    MigrationExecutor(connection).migrate(newest)
    assert list(Person.objects.order_by("name").values_list("pk", "judged")) == [(ann.pk, True), (bob.pk, False)]
