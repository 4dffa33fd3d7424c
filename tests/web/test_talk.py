"""Talk: who says what to whom, what it may look like, who does not want to hear it, and what is reported."""

import json
import logging
import re
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.utils import timezone, translation

from games import hearing, limits, rooms, talk
from games.models import Message, Mute, Person, Presence, Report, Room, Sanction
from games.refusals import NotYours, Refused
from tests.drive import Player, Window, room_of, table
from tests.factories import PersonFactory, make_match, make_room

pytestmark = pytest.mark.django_db


def person(name):
    return Person.objects.get(name=name)


def says(room, name, text="Hello there", **facts):
    limits.forget()
    return talk.say(room, person(name), text=text, now=timezone.now(), **facts)


def watcher(room, name="Gus"):
    """Somebody who watches the room."""
    one = PersonFactory(name=name)
    rooms.join(room, one, name, timezone.now())
    return one


def chat(player):
    """The fragment `chat` of a player's page."""
    return re.search(r'<section id="chat".*?</section>', player.page().content.decode(), re.S)[0]


def lines(player):
    """What a player's page shows of the talk, as "name: words"."""
    items = re.findall(r'<li id="said-\d+".*?</li>', chat(player), re.S)
    return [re.sub(r"<[^>]+>", "", item) for item in items]


def around(room_players, name="Gus"):
    """One who joins the players' room to watch."""
    gus = Player(name)
    gus.joins(room_players[0].code)
    return gus


# Saying it ------------------------------------------------------------------------------------------------------------


def test_what_one_says_the_others_read():
    ann, bob = table(2, start=False)
    assert bob.posts("say", text="Shall we?").status_code == 302
    assert lines(ann) == ["Bob: Shall we?"]
    assert lines(bob) == ["Bob: Shall we?"]


def test_a_phrase_is_read_in_each_readers_own_language():
    ann, bob = table(2, start=False)
    bob.posts("say", phrase="thanks")
    assert lines(ann) == ["Bob: Thank you"]
    stored = Message.objects.get()
    assert (stored.text, stored.phrase) == ("", "thanks")
    ann.client.cookies["django_language"] = "zh-hans"
    with translation.override("zh-hans"):
        assert str(Message.Phrase.THANKS.label) in lines(ann)[0]


@pytest.mark.parametrize(
    ("sent", "read"),
    [
        ("  two   spaces\n and a line ", "two spaces and a line"),
        ("a\u202eb\u200bc\x07d", "abcd"),
        ("é" + "\u0301" * 50, "é" + "\u0301" * 2),
        ("<b>bold</b> {{ 7 }} {% now %}", "<b>bold</b> {{ 7 }} {% now %}"),
        ("x" * 300, "x" * 300),
    ],
)
def test_words_are_cleaned_of_what_could_deceive_and_stay_what_they_are(sent, read):
    assert says(make_room(), "Bob", sent).text == read


def test_words_are_never_markup():
    ann, bob = table(2, start=False)
    bob.posts("say", text="<script>alert(1)</script>")
    assert "<script>alert" not in ann.page().content.decode()
    assert "&lt;script&gt;alert" in chat(ann)


@pytest.mark.parametrize("sent", ["", "   ", "\u200b\u202e", "\u0301", "x" * 301, "x" * 100_000, None, 7])
def test_nothing_readable_or_too_much_is_refused(sent):
    room = make_room()
    with pytest.raises(Refused):
        talk.say(room, person("Bob"), text=sent, now=timezone.now())
    assert not Message.objects.exists()


def test_a_phrase_that_is_none_of_ours_is_refused():
    _ann, bob = table(2, start=False)
    assert bob.posts("say", phrase="<b>").status_code == 422


def test_what_was_refused_can_be_mended_without_script():
    _ann, bob = table(2, start=False)
    text = "y" * 301
    answer = bob.posts("say", text=text)
    assert answer.status_code == 422
    assert f'value="{text}"' in answer.content.decode()
    live = bob.posts("say", live=True, text=text)
    assert f'value="{text}"' not in live.content.decode()  # there the field has kept it


def test_whoever_talks_too_fast_waits_and_the_others_do_not():
    ann, bob = table(2, start=False)
    statuses = [bob.posts("say", text=f"line {n}").status_code for n in range(7)]
    assert statuses == [302] * 5 + [429] * 2
    assert ann.posts("say", text="Calm down").status_code == 302
    assert Message.objects.count() == 6


def test_talk_makes_no_command_old():
    ann, bob = table(2)
    version = ann.sees()["version"]
    bob.posts("say", text="Hurry")
    assert ann.gives({"type": "choose", "card": "0:5"}, version=version).status_code == 302


def test_a_remark_lets_every_window_be_drawn_anew():
    room = make_room()
    before = Room.objects.get().version
    says(room, "Bob")
    assert Room.objects.get().version == before + 1


def test_a_closed_room_is_silent():
    room = make_room()
    rooms.close(room, timezone.now())
    with pytest.raises(Refused, match="closed"):
        says(room, "Bob")


# Who hears whom -------------------------------------------------------------------------------------------------------


def test_strangers_read_nothing_and_say_nothing():
    ann, bob = table(2)
    bob.posts("say", text="Among us")
    zed = Player("Zed")
    zed.code = ann.code
    assert lines(zed) == []
    assert "Among us" not in zed.page().content.decode()
    assert zed.posts("say", text="Let me in").status_code == 403
    assert Message.objects.count() == 1


def test_the_kicked_say_nothing_more():
    ann, bob = table(2)
    ann.posts("host/kick", seat="1")
    assert bob.posts("say", text="Why?").status_code == 403


def test_while_a_match_runs_the_table_does_not_read_those_who_watch():
    players = table(2)
    ann, bob = players
    gus = around(players)
    hal = around(players, "Hal")
    gus.posts("say", text="Bob has nothing left")
    bob.posts("say", text="What a hand")
    aside = "Gus watching: Bob has nothing left"
    assert lines(ann) == lines(bob) == ["Bob: What a hand"]
    assert lines(gus) == lines(hal) == [aside, "Bob: What a hand"]
    ann.posts("host/end")
    assert lines(ann) == [aside, "Bob: What a hand"]


def test_before_a_match_everybody_talks_to_everybody_and_that_stays():
    ann, bob = table(2, start=False)
    for number in range(2, 6):
        ann.posts("host/bot", seat=str(number))
    gus = around([ann])
    gus.posts("say", text="Good luck, both")
    assert lines(bob) == ["Gus: Good luck, both"]
    ann.posts("start")
    assert lines(bob) == ["Gus: Good luck, both"]


def test_a_host_without_a_seat_belongs_to_the_table():
    sue = Player("Sue")
    sue.opens("seven_rounds")
    players = [Player(name) for name in ("Tom", "Uma", "Vic")]
    for one in players:
        one.joins(sue.code)
    sue.posts("start")
    gus = around([sue])
    sue.posts("say", text="Lock in, please")
    gus.posts("say", text="They never will")
    assert lines(players[0]) == lines(sue) == ["Sue: Lock in, please"]


def test_who_left_a_seat_that_can_be_taken_back_still_belongs_to_the_table():
    players = table(3)
    gus = around(players)
    gus.posts("say", text="Cy has a 6")
    players[2].posts("leave")
    assert lines(players[2]) == []


def test_the_big_screen_and_view_json_show_no_talk():
    ann, bob = table(2)
    bob.posts("say", text="Entre nous")
    assert "Entre nous" not in ann.client.get(f"/r/{ann.code}/screen/").content.decode()
    assert "Entre nous" not in json.dumps(ann.sees())


def test_a_page_shows_the_latest_of_the_table_however_much_the_others_say():
    room = make_match().room
    gus = watcher(room)
    says(room, "Ann", "first")
    now = timezone.now()
    Message.objects.bulk_create(
        Message(room=room, person=gus, name="Gus", text=str(n), spectator=True, made_at=now) for n in range(100)
    )
    found = hearing.load(room.pk, {}, now)
    assert [one.text for one in found.heard(hearing.Ear(), asides=False)] == ["first"]
    assert len(found.heard(hearing.Ear(), asides=True)) == hearing.SHOWN + 1


def test_the_talk_of_a_room_is_read_with_as_many_queries_for_many_as_for_one(django_assert_num_queries):
    room = make_room(seats=6)
    people = dict(Presence.objects.values_list("person", "name"))
    for one in list(people)[1:]:
        Mute.objects.create(person_id=one, other=person("Ann"))
    says(room, "Ann")
    with django_assert_num_queries(4):
        found = hearing.load(room.pk, people, timezone.now())
        for one in people:
            found.heard(found.ear(one), asides=True)


def test_those_who_only_listen_are_drawn_for_once():
    room = make_room()
    says(room, "Ann")
    found = hearing.load(room.pk, dict(Presence.objects.values_list("person", "name")), timezone.now())
    listeners = [PersonFactory(), PersonFactory(), person("Bob")]
    assert len({found.ear(one.pk) for one in listeners}) == 1
    assert found.ear(person("Ann").pk).voice == person("Ann").pk


@pytest.mark.django_db(transaction=True)
def test_sockets_bring_what_each_may_read(loop):
    players = table(2)
    gus = around(players)
    windows = [Window(one, loop) for one in (players[0], gus)]
    for window in windows:
        window.catches_up()
    gus.posts("say", text="Psst, watch her hand")
    players[1].posts("say", text="My turn?")
    for window in windows:
        window.catches_up()
    ann, beside = ("".join(window.frames) for window in windows)
    assert "My turn?" in ann
    assert "Psst" not in ann
    assert "Psst" in beside
    for window in windows:
        window.closes()


# The host's switch ----------------------------------------------------------------------------------------------------


def test_the_host_switches_the_talk_off_for_all_and_on_again():
    ann, bob = table(2)
    bob.posts("say", text="Before")
    assert ann.posts("host/talk-off").status_code == 302
    for one in (ann, bob):
        assert one.posts("say", text="Is it on?").status_code == 422
        assert one.posts("say", phrase="hello").status_code == 422
        assert lines(one) == ["Bob: Before"]
        assert "The host has switched the talk off." in chat(one)
        assert 'id="chat-text"' not in chat(one)
    ann.posts("host/talk-on")
    assert bob.posts("say", text="After").status_code == 302
    assert lines(ann) == ["Bob: Before", "Bob: After"]


def test_only_the_host_has_the_switch():
    _ann, bob = table(2)
    assert bob.posts("host/talk-off").status_code == 403
    assert Room.objects.get().talk


# Muting ---------------------------------------------------------------------------------------------------------------


def test_whom_i_muted_i_do_not_read_and_they_notice_nothing():
    ann, bob, cy = table(3)
    bob.posts("say", text="Blah")
    assert ann.posts("mute", message=Message.objects.get().pk).status_code == 302
    bob.posts("say", text="More blah")
    assert lines(ann) == []
    assert lines(cy) == ["Bob: Blah", "Bob: More blah"] == lines(bob)
    assert "You have muted Bob." in chat(ann)
    assert "muted" not in chat(bob)


def test_a_mute_holds_in_other_rooms_and_is_taken_back_from_any():
    ann, bob = table(2)
    ann.posts("mute", presence=Presence.objects.get(name="Bob").pk)
    code = ann.opens()
    bob.joins(code)
    bob.posts("say", text="Here too")
    assert lines(ann) == []
    assert ann.posts("unmute", mute=Mute.objects.get().pk).status_code == 302
    assert lines(ann) == ["Bob: Here too"]
    assert not Mute.objects.exists()


def test_muting_twice_and_taking_back_twice_are_no_errors():
    ann, _bob = table(2)
    presence = Presence.objects.get(name="Bob").pk
    assert [ann.posts("mute", presence=presence).status_code for _ in range(2)] == [302, 302]
    number = Mute.objects.get().pk
    assert [ann.posts("unmute", mute=number).status_code for _ in range(2)] == [302, 302]


def test_nobody_takes_back_anothers_mute():
    ann, bob = table(2)
    ann.posts("mute", presence=Presence.objects.get(name="Bob").pk)
    bob.posts("unmute", mute=Mute.objects.get().pk)
    assert Mute.objects.get().person == ann.person


def test_one_mutes_nobody_by_what_one_may_not_read_nor_oneself_nor_nobody():
    players = table(2)
    gus = around(players)
    gus.posts("say", text="A hint")
    ann, hidden = players[0], Message.objects.get().pk
    for sent in (
        {"message": hidden}, {"message": "999"}, {"message": "x"}, {"presence": "9999"}, {},
        {"presence": Presence.objects.get(name="Ann").pk},
    ):  # fmt: skip
        assert ann.posts("mute", **sent).status_code == 422, sent
    assert not Mute.objects.exists()


def test_a_presence_in_another_room_names_nobody_here():
    ann, _bob = table(2)
    other = make_room("embers", seats=3)
    stray = other.presences.last()
    assert ann.posts("mute", presence=stray.pk).status_code == 422


# Reports --------------------------------------------------------------------------------------------------------------


def reported(by, **fields):
    return by.posts("report", **{"reason": "abuse", "words": "Look at this", **fields})


def test_a_report_holds_what_was_said_before_and_how_the_match_stood():
    ann, bob, _cy = table(3)
    ann.gives({"type": "choose", "card": "0:5"})
    for n in range(25):
        says(room_of(ann), "Bob" if n % 2 else "Cy", f"line {n}")
    meant = Message.objects.get(text="line 23")
    assert reported(ann, message=meant.pk).status_code == 302
    report = Report.objects.get()
    assert (report.by, report.about, report.about_name) == (ann.person, bob.person, "Bob")
    assert (report.room, report.message, report.reason, report.words) == (room_of(ann), meant, "abuse", "Look at this")
    told = report.evidence
    assert [line["words"] for line in told["lines"]] == [f"line {n}" for n in range(3, 24)]
    assert [line["words"] for line in told["lines"] if line["reported"]] == ["line 23"]
    assert {line["name"] for line in told["lines"] if line["theirs"]} == {"Bob"}
    assert (told["room"], told["match"], told["version"], told["running"]) == (ann.code, 1, 1, True)
    assert [seat["name"] for seat in told["seats"]] == ["Ann", "Bob", "Cy"]


def test_the_evidence_is_what_the_reporter_could_read():
    players = table(2)
    gus = around(players)
    gus.posts("say", text="Aside")
    players[1].posts("say", text="Rude")
    meant = Message.objects.get(text="Rude").pk
    reported(players[0], message=meant)
    reported(gus, message=meant)
    by_ann, by_gus = Report.objects.order_by("id")
    assert [line["words"] for line in by_ann.evidence["lines"]] == ["Rude"]
    assert [line["words"] for line in by_gus.evidence["lines"]] == ["Aside", "Rude"]


def test_a_person_is_reported_without_a_message():
    ann, bob = table(2)
    answer = reported(ann, presence=Presence.objects.get(name="Bob").pk, reason="stalling", words="")
    assert answer["Location"] == f"/r/{ann.code}/"
    report = Report.objects.get()
    assert (report.about, report.message, report.reason, report.evidence["lines"]) == (bob.person, None, "stalling", [])
    assert "Thank you" in ann.page().content.decode()


def test_one_reports_and_mutes_at_once():
    ann, bob = table(2)
    reported(ann, presence=Presence.objects.get(name="Bob").pk, mute="yes")
    assert Mute.objects.get().other == bob.person


def test_one_open_report_about_a_person_is_enough():
    ann, _bob, cy = table(3)
    presence = Presence.objects.get(name="Bob").pk
    assert reported(ann, presence=presence).status_code == 302
    again = reported(ann, presence=presence, reason="spam", words="And this")
    assert again.status_code == 422
    assert "You have reported Bob already" in again.content.decode()
    assert "And this" in again.content.decode()
    assert reported(cy, presence=presence).status_code == 302
    Report.objects.update(handled_at=timezone.now())
    assert reported(ann, presence=presence).status_code == 302


def test_reports_are_limited(monkeypatch):
    ann, _bob = table(2)
    presence = Presence.objects.get(name="Bob").pk
    statuses = []
    for _ in range(11):
        statuses.append(reported(ann, presence=presence).status_code)
        Report.objects.update(handled_at=timezone.now())
    assert statuses == [302] * 10 + [429]


def test_a_report_without_a_reason_or_about_oneself_or_by_a_stranger_is_refused():
    ann, bob = table(2)
    own, other = (Presence.objects.get(name=name).pk for name in ("Ann", "Bob"))
    zed = Player("Zed")
    zed.code = ann.code
    assert reported(ann, presence=other, reason="because").status_code == 422
    assert reported(ann, presence=other, words="w" * 501).status_code == 422
    assert reported(ann, presence=own).status_code == 422
    assert reported(zed, presence=other).status_code == 403
    assert not Report.objects.exists()
    assert bob.posts("report").status_code == 200  # nobody named: the page asks whom


def test_the_page_offers_everybody_else_who_is_here_or_has_a_seat():
    players = table(3)
    around(players)
    Presence.objects.filter(name__in=("Cy", "Gus")).update(until=timezone.now() - timedelta(seconds=1))
    page = players[0].client.get(f"/r/{players[0].code}/report/").content.decode()
    names = re.findall(r'\?presence=\d+"><bdi>(.*?)</bdi>', page)
    assert names == ["Bob", "Cy"]


def test_the_page_of_a_remark_quotes_it_and_offers_to_mute_and_to_report():
    ann, bob = table(2)
    bob.posts("say", text="You <cheat>")
    url = f"/r/{ann.code}/report/?message={Message.objects.get().pk}"
    page = ann.client.get(url)
    assert page.status_code == 200
    assert "You &lt;cheat&gt;" in page.content.decode()
    assert f'action="/r/{ann.code}/mute/"' in page.content.decode()
    assert "This is you." in bob.client.get(url).content.decode()


def test_a_remark_that_staff_removed_is_nowhere_any_more():
    ann, bob = table(2)
    bob.posts("say", text="Unspeakable")
    message = Message.objects.get()
    talk.remove(message)
    assert lines(ann) == []
    assert "Unspeakable" not in ann.page().content.decode()
    assert reported(ann, message=message.pk).status_code == 422


# What is kept, and what is told to nobody -----------------------------------------------------------------------------


def test_talk_goes_with_its_room_and_reports_three_months_after_they_were_handled():
    room = make_room()
    message = says(room, "Bob")
    now = timezone.now()
    old, late, waiting = (
        talk.report(room, person(name), talk.Other("Bob", person("Bob"), message), reason="spam", words="", now=now)
        for name in ("Ann", *(watcher(room, name).name for name in ("Gus", "Hal")))
    )
    Report.objects.filter(pk=old.pk).update(handled_at=now - timedelta(days=91))
    Report.objects.filter(pk=late.pk).update(handled_at=now - timedelta(days=89))
    Room.objects.update(created_at=now - timedelta(days=99))
    Presence.objects.update(until=now - timedelta(days=99))
    call_command("prune")
    assert not Message.objects.exists()
    assert {report.pk for report in Report.objects.all()} == {late.pk, waiting.pk}
    assert Report.objects.get(pk=waiting.pk).evidence["lines"][0]["words"] == "Hello there"


def test_old_talk_of_a_room_that_stays_goes_too():
    room = make_room()
    says(room, "Bob", "Old")
    Message.objects.update(made_at=timezone.now() - timedelta(days=31))
    says(room, "Bob", "New")
    call_command("prune")
    assert list(Message.objects.values_list("text", flat=True)) == ["New"]


def test_no_log_tells_what_was_said(caplog):
    ann, bob = table(2)
    with caplog.at_level(logging.DEBUG):
        bob.posts("say", text="Confidential")
        reported(ann, message=Message.objects.get().pk, words="Confidential too")
        bob.posts("say", text="Confidential" * 50)
    assert "Confidential" not in "".join(
        f"{record.getMessage()} {record.__dict__}" for record in caplog.records if record.name != "django.db.backends"
    )


# Sending spectators away ----------------------------------------------------------------------------------------------


def test_the_host_sends_a_spectator_away():
    players = table(2)
    gus = around(players)
    presence = Presence.objects.get(name="Gus")
    assert f'name="spectator" value="{presence.pk}"' in players[0].page().content.decode()
    assert players[0].posts("host/kick", spectator=presence.pk).status_code == 302
    assert gus.page().status_code == 403
    assert "Gus" not in players[0].page().content.decode()


def test_a_spectator_is_no_seat_no_host_and_of_this_room():
    players = table(2)
    ann = players[0]
    stray = make_room("embers", seats=3).presences.last()
    for name, status in (("Ann", 422), ("Bob", 409)):
        assert ann.posts("host/kick", spectator=room_of(ann).presences.get(name=name).pk).status_code == status
    for sent in (stray.pk, "x", "", "99999999999"):
        assert ann.posts("host/kick", spectator=sent).status_code == 422, sent
    assert not Presence.objects.filter(kicked=True).exists()


def test_who_is_not_in_the_room_cannot_be_spoken_for():
    with pytest.raises(NotYours):
        talk.say(make_room(), PersonFactory(name="Zed"), text="Hi", now=timezone.now())
    with pytest.raises(NotYours):
        talk.say(Room.objects.get(), None, text="Hi", now=timezone.now())


def test_who_is_silenced_reads_why_and_until_when_and_the_others_talk_on():
    ann, bob = table(2)
    until = timezone.now() + timedelta(hours=1)
    Sanction.objects.create(person=bob.person, kind="silence", reason="Shouting", made_at=timezone.now(), until=until)
    answer = bob.posts("say", text="But")
    assert answer.status_code == 403
    assert "Shouting" in chat(bob)
    assert 'id="chat-text"' not in chat(bob)
    assert ann.posts("say", text="Peace").status_code == 302
    assert lines(bob) == ["Ann: Peace"]
    Sanction.objects.update(until=timezone.now())
    assert bob.posts("say", text="Sorry").status_code == 302
