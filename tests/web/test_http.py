"""Routes, statuses and answers, as outsiders rely on them."""

import json
import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games import limits
from games.models import Match, Move, Person, Room
from tests.drive import Player, commands_on, room_of, table

pytestmark = pytest.mark.django_db

FRAGMENTS = ("status", "board", "hand", "prompt", "seats", "log", "host")


def test_home_offers_every_playable_game(client):
    page = client.get("/").content.decode()
    assert "/new/standoff/" in page


def test_a_new_room_redirects_to_its_table_and_its_maker_hosts_seat_0():
    ann = Player("Ann")
    code = ann.opens(set="3", lives="5", clock="30", at_zero="auto", visibility="public")
    room = Room.objects.get(code=code)
    assert (room.options, room.clock, room.at_zero, room.visibility) == ({"set": 3, "lives": 5}, 30, "auto", "public")
    assert ann.sees() == {
        "version": 0, "viewer": 0, "view": None, "commands": [], "deadline": None, "paused": False,
    }  # fmt: skip


def test_an_absent_option_takes_its_default():
    ann = Player("Ann")
    ann.opens()
    room = room_of(ann)
    assert (room.options, room.clock, room.at_zero, room.visibility) == ({"set": 1, "lives": 3}, 0, "host", "private")


@pytest.mark.parametrize(
    "fields",
    [{"set": "7"}, {"set": "true"}, {"lives": "0"}, {"lives": "9" * 400}, {"lives": "3.0"}, {"clock": "soon"},
     {"at_zero": "never"}, {"visibility": "secret"}, {"name": ""}, {"name": "a" * 21}, {"name": "\u202e"},
     {"lives": "٣"}],
)  # fmt: skip
def test_a_bad_option_is_named_and_opens_no_room(client, fields):
    answer = client.post("/new/standoff/", {"name": "Ann", **fields})
    assert answer.status_code == 422
    assert 'class="fault"' in answer.content.decode()
    assert not Room.objects.exists()


def test_an_unknown_game_is_not_found(client):
    assert client.get("/new/chess/").status_code == 404


def test_the_page_has_every_fragment_once():
    ann, bob = table(2)
    for who in (ann, bob):
        page = who.page().content.decode()
        for name in FRAGMENTS:
            assert page.count(f'id="{name}"') == 1, name


def test_every_control_carries_its_command_as_compact_json():
    ann, _bob = table(2)
    page = ann.page().content.decode()
    offered = [json.dumps(command, sort_keys=True) for command in commands_on(page)]
    assert sorted(offered) == sorted(json.dumps(command, sort_keys=True) for command in ann.sees()["commands"])
    assert 'data-command="{&quot;card&quot;:&quot;0:6&quot;,&quot;type&quot;:&quot;choose&quot;}"' in page


def test_a_plain_form_gets_a_redirect_and_htmx_gets_the_fragments():
    ann, bob = table(2)
    plain = ann.gives({"type": "choose", "card": "0:5"})
    assert (plain.status_code, plain["Location"]) == (302, f"/r/{ann.code}/")
    live = bob.gives({"type": "choose", "card": "1:1"}, live=True)
    assert live.status_code == 200
    for name in FRAGMENTS:
        assert f'id="{name}"' in live.content.decode()
    assert "<html" not in live.content.decode()


def test_pages_with_secrets_are_not_stored():
    ann, _bob = table(2)
    view = ann.client.get(f"/r/{ann.code}/view.json")
    for answer in (ann.page(), view, ann.gives({"type": "choose", "card": "0:5"}, live=True)):
        assert "no-store" in answer["Cache-Control"]


def test_view_json_tells_each_their_own():
    ann, bob = table(2)
    ann.gives({"type": "choose", "card": "0:5"})
    watcher = Player("Gus")
    watcher.joins(ann.code)
    assert ann.sees()["view"]["you"]["chosen"] == "0:5"
    assert bob.sees()["view"]["you"]["chosen"] is None
    seen = watcher.sees()
    assert (seen["viewer"], seen["view"]["you"], seen["commands"]) == (None, None, [])


def test_a_code_works_in_any_case():
    ann, bob = table(2, start=False)
    assert bob.client.get(f"/r/{ann.code.lower()}/").status_code == 200


def test_joining_by_code_leads_to_the_table(client):
    ann, _bob = table(2, start=False)
    answer = client.post("/join/", {"code": f" {ann.code.lower()} "})
    assert (answer.status_code, answer["Location"]) == (302, f"/r/{ann.code}/")
    wrong = client.post("/join/", {"code": "AAAAAA"})
    assert wrong.status_code == 404
    assert "no open room" in wrong.content.decode()


# Who may do what -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "action",
    ["start", "host/add-time", "host/skip", "host/pause", "host/resume", "host/kick", "host/transfer", "host/lock",
               "host/unlock", "host/options", "host/end", "host/rematch", "host/bot"],
)  # fmt: skip
@pytest.mark.parametrize("begun", [False, True])
def test_only_the_host_does_what_is_the_hosts(action, begun):
    ann, bob = table(2, start=begun)
    watcher, stranger = Player("Gus"), Player("Zed")
    watcher.joins(ann.code) if begun else None
    watcher.code = stranger.code = ann.code
    room = room_of(ann)
    for person in (bob, watcher, stranger):
        answer = person.posts(action, seat="0", level="easy")
        assert answer.status_code == 403, action
        assert "host" in answer.content.decode()
    after = room_of(ann)
    assert (after.version, after.host_id, after.locked) == (room.version, room.host_id, room.locked)
    assert Match.objects.count() == int(begun)


@pytest.mark.parametrize("path", ["", "view.json", "join/", "leave/", "start/", "command/", "host/skip/"])
def test_a_wrong_code_is_no_such_room(client, path):
    answer = client.get(f"/r/AAAAAA/{path}") if path in ("", "view.json") else client.post(f"/r/AAAAAA/{path}")
    assert answer.status_code == 404
    assert "no open room" in answer.content.decode()


def test_a_locked_room_answers_a_stranger_like_a_wrong_code(client):
    ann, bob = table(2, start=False)
    ann.posts("host/lock")
    locked = client.get(f"/r/{ann.code}/")
    wrong = client.get("/r/AAAAAA/")
    assert locked.status_code == wrong.status_code == 404

    def told(answer):
        text = answer.content.decode().replace(ann.code, "AAAAAA")
        return re.sub(r'(CSRFToken": "|csrfmiddlewaretoken" value=")\w+', "", text)

    assert told(locked) == told(wrong)
    assert bob.page().status_code == 200


def test_wrong_codes_are_limited_per_address_and_right_ones_then_too(client):
    ann, bob = table(2, start=False)
    limits.forget()
    statuses = [client.get("/r/AAAAAA/").status_code for _ in range(25)]
    assert statuses == [404] * 20 + [429] * 5
    assert client.get(f"/r/{ann.code}/").status_code == 429
    assert bob.page().status_code == 200


@pytest.mark.parametrize("path", ["join/", "leave/", "start/", "command/", "host/skip/", "host/end/"])
def test_nothing_changes_on_get(client, path):
    ann, _bob = table(2)
    assert ann.client.get(f"/r/{ann.code}/{path}").status_code == 405


def test_a_form_without_its_token_is_refused():
    from django.test import Client

    ann, _bob = table(2)
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = ann.client.cookies
    answer = strict.post(f"/r/{ann.code}/command/", {"command": '{"type":"choose","card":"0:5"}', "version": "0"})
    assert answer.status_code == 403
    assert "Load it again" in answer.content.decode()
    assert not Move.objects.exists()


def test_spectators_and_strangers_give_no_commands():
    ann, _bob = table(2)
    watcher, stranger = Player("Gus"), Player("Zed")
    watcher.joins(ann.code)
    stranger.code = ann.code
    for person in (watcher, stranger):
        assert person.gives({"type": "choose", "card": "0:5"}, version=0).status_code == 403


def test_the_kicked_are_told_and_stay_out():
    ann, bob = table(3, start=False)[:2]
    assert ann.posts("host/kick", seat="1").status_code == 302
    assert bob.page().status_code == 403
    assert bob.joins(ann.code).status_code == 403
    assert bob.client.get(f"/r/{ann.code}/view.json").status_code == 403


def test_no_command_in_the_lobby():
    ann, _bob = table(2, start=False)
    assert ann.gives({"type": "choose", "card": "0:5"}, version=0).status_code == 422


# The version ---------------------------------------------------------------------------------------------------------


def test_an_old_command_is_refused_with_the_present_picture():
    ann, bob = table(2)
    ann.gives({"type": "choose", "card": "0:5"}, version=0)
    bob.gives({"type": "choose", "card": "1:1"}, version=0)
    answer = ann.gives({"type": "choose", "card": "0:4"}, version=0, live=True)
    assert answer.status_code == 409
    text = answer.content.decode()
    assert "moved on" in text
    assert 'data-stamp="' in text
    assert 'id="board"' in text
    plain = ann.gives({"type": "choose", "card": "0:4"}, version=0)
    assert plain.status_code == 409
    assert "moved on" in plain.content.decode()


def test_a_double_click_counts_once_and_is_no_error():
    ann, _bob = table(2)
    for _ in range(2):
        assert ann.gives({"type": "choose", "card": "0:5"}, version=0, live=True).status_code == 200
    assert Move.objects.count() == 1


def test_an_illegal_command_is_422_and_says_why():
    ann, _bob = table(2)
    answer = ann.gives({"type": "choose", "card": "1:5"}, live=True)
    assert answer.status_code == 422
    assert Move.objects.count() == 0


# Bad input -----------------------------------------------------------------------------------------------------------

BAD_COMMANDS = [
    "", "null", "[]", "7", '"choose"', "{", "{}", '{"type":"choose"}', '{"type":"choose","card":"0:5","seat":1}',
    '{"type":"choose","card":true}', '{"type":"choose","card":NaN}', '{"type":"choose","card":1e999}',
    '{"type":"choose","card":1' + "0" * 400 + "}", '{"type":"choose","card":1' + "0" * 5000 + "}",
    "[" * 10_000 + "]" * 10_000, '{"type":"choose","card":"\\u0000"}', '{"type":"choose","card":"\\ud800"}',
    '{"type":"choose","card":"\\u202e0:5"}', '{"type":"<script>alert(1)</script>"}', '{"type":"{{ 7|add:7 }}"}',
    '{"type":["choose"]}', '{"type":{"a":1}}', '{"type":"target","seat":-1}',
    '{"type":"target","card":"' + "x" * 40_000 + '"}',
]  # fmt: skip


@pytest.mark.parametrize("text", BAD_COMMANDS, ids=range(len(BAD_COMMANDS)))
@pytest.mark.parametrize("live", [False, True])
def test_a_bad_command_gets_a_sentence_and_changes_nothing(text, live):
    ann, _bob = table(2)
    before = Match.objects.get()
    answer = ann.gives(text, live=live)
    assert answer.status_code == 422
    assert "<script>alert" not in answer.content.decode()
    after = Match.objects.get()
    assert (after.version, after.state) == (before.version, before.state)


@pytest.mark.parametrize("version", ["", "x", "-1", "1.5", "1" * 500, "٣", "999", "\x00"])
def test_a_bad_version_gets_a_sentence_and_changes_nothing(version):
    ann, _bob = table(2)
    answer = ann.posts("command", command='{"type":"choose","card":"0:5"}', version=version)
    assert answer.status_code == 422
    assert not Move.objects.exists()


def test_a_megabyte_is_too_much():
    ann, _bob = table(2)
    answer = ann.posts("command", command="x" * 2**20, version="0")
    assert answer.status_code == 413
    assert "Send less" in answer.content.decode()


@pytest.mark.parametrize("action", ["kick", "transfer", "bot"])
@pytest.mark.parametrize("seat", ["", "x", "-1", "99999999999999999999", "7", "1.0", "\x00", "{{seat}}"])
def test_a_bad_seat_gets_a_sentence_and_changes_nothing(action, seat):
    ann, _bob = table(2)
    room = room_of(ann)
    assert ann.posts(f"host/{action}", seat=seat).status_code == 422
    assert room_of(ann).version == room.version


@pytest.mark.parametrize("seconds", ["", "0", "-5", "1e3", "99999", "NaN"])
def test_bad_seconds_get_a_sentence(seconds):
    ann, _bob = table(2, clock="30")
    deadline = ann.sees()["deadline"]
    assert ann.posts("host/add-time", seconds=seconds).status_code == 422
    assert ann.sees()["deadline"] == deadline


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(name=st.text(max_size=100))
def test_any_text_as_a_name_is_cleaned_or_refused(name):
    ann = Player("Ann")
    code = ann.opens()
    answer = Player(name).joins(code)
    assert answer.status_code in (302, 422)
    Room.objects.all().delete()


def test_markup_in_a_name_is_shown_not_obeyed():
    ann = Player("<b>{{ 7 }}</b>")
    ann.opens()
    page = ann.page().content.decode()
    assert "&lt;b&gt;{{ 7 }}&lt;/b&gt;" in page
    assert "<b>{{ 7 }}</b>" not in page


# Host's rights -------------------------------------------------------------------------------------------------------


def test_the_host_skips_with_a_preview_of_who_and_what():
    ann, bob = table(2)
    ann.gives({"type": "choose", "card": "0:5"})
    page = ann.page().content.decode()
    preview = page[page.index('id="host"') :]
    assert "Bob" in preview
    assert "Reload" in preview
    assert ann.posts("host/skip").status_code == 302
    assert Move.objects.get(actor="1").cause == "host"
    assert "host" in bob.page().content.decode()


def test_the_preview_tells_nothing_of_what_is_hidden():
    ann, bob = table(3)[:2]
    before = ann.page().content.decode()
    bob.gives({"type": "choose", "card": "1:6"})
    after = ann.page().content.decode()
    assert before != after
    assert "1:6" not in after.replace("data-", "")


def test_pause_resume_end_and_rematch():
    ann, bob = table(2)
    ann.posts("host/pause")
    assert ann.sees()["paused"]
    assert ann.sees()["commands"] == []
    assert bob.gives({"type": "choose", "card": "1:5"}).status_code == 422
    ann.posts("host/resume")
    assert not ann.sees()["paused"]
    ann.posts("host/end")
    assert Match.objects.get().broken_off
    assert bob.gives({"type": "choose", "card": "1:5"}).status_code == 422
    assert ann.posts("host/rematch").status_code == 302
    assert Match.objects.filter(ended_at=None).count() == 1


def test_leaving_goes_home_and_the_page_of_the_room_still_opens():
    ann, bob = table(2)
    assert bob.posts("leave")["Location"] == "/"
    assert bob.page().status_code == 200
    assert bob.sees()["viewer"] is None
    bob.joins(ann.code)
    assert bob.sees()["viewer"] == 1


def test_healthz_answers(client):
    answer = client.get("/healthz/")
    assert (answer.status_code, answer.content) == (200, b"ok")


def test_a_person_becomes_one_by_acting_not_by_looking(client):
    ann, _bob = table(2)
    people = Person.objects.count()
    client.get("/")
    client.get(f"/r/{ann.code}/")
    assert Person.objects.count() == people
