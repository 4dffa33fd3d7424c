"""People who mean harm: at the door, at the forms, at the sockets, with names, addresses, headers and cookies."""

import asyncio
import html
import itertools
import json
import logging
import re
import secrets
import time
from html.parser import HTMLParser

import pytest
from channels.testing import WebsocketCommunicator
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.http import HttpRequest
from django.test import Client
from django.urls import get_resolver
from django.utils import timezone
from limits import RateLimitItemPerMinute

from games import engine, limits, lounge, matches, rooms, screens
from games.models import Match, Person, Room
from standoff.logs import OneLine
from tests.drive import Player, Window, room_of, table
from tests.load.client import Client as Visitor
from tests.system.site import Site, manage
from tests.web.test_permissions import ADDRESSES, everything, expected, fields_of, of_a_room, scene, sentence_of

pytestmark = pytest.mark.django_db

CLOSED_DOOR, TOO_MANY = 4404, 4429


def knock(loop, path, origin=b"http://testserver", client=("192.0.2.1", 50000), **headers):
    """Try to open a socket without a browser; return whether it was accepted, and the code that it was closed with."""
    found = [(b"host", b"testserver")] + ([(b"origin", origin)] if origin is not None else [])
    found += [(name.replace("_", "-").encode(), text.encode()) for name, text in headers.items()]

    async def tries():
        from standoff.asgi import application

        socket = WebsocketCommunicator(application, path, found)
        socket.scope["client"] = list(client)
        accepted, code = await socket.connect(timeout=5)
        if accepted:
            message = await socket.receive_output(5)
            code = message["code"] if message["type"] == "websocket.close" else None
            await socket.disconnect()
        return accepted, code

    return loop.does(tries())


# Sockets -------------------------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    "origin",
    [b"http://evil.example", b"null", None, b"", b"http://testserver.evil.example", b"http://eviltestserver",
     b"http://testserver@evil.example", b"http://evil.example/testserver", b"http://evil.example#testserver", b"file://",
     b"http://[testserver", b"http://[::1", b"\xff\xfe"],
)  # fmt: skip
def test_a_socket_is_for_pages_of_this_site_only(origin, loop):
    ann, _bob = table(2)
    path = f"/ws/r/{ann.code}/"
    assert knock(loop, path) == (True, None)
    accepted, _code = knock(loop, path, origin=origin)
    assert not accepted


@pytest.mark.django_db(transaction=True)
def test_messages_are_not_heard_and_whoever_keeps_sending_is_closed(loop):
    ann, bob = table(2)
    loud, calm = Window(ann, loop), Window(bob, loop)
    for window in (loud, calm):
        window.catches_up()
    sent = ['{"type":"choose","card":"0:5"}', "x" * 2**21, "\x00", '{"type":"websocket.close"}']
    loop.does(_send(loud, sent))
    ann.posts("host/pause")
    ann.posts("host/resume")
    loud.catches_up()
    assert loud.closed is None
    assert Match.objects.get().version == 0
    loop.does(_send(loud, ["x"] * 1000))
    assert loud.waits(lambda: loud.closed == TOO_MANY)
    ann.gives({"type": "choose", "card": "0:5"})
    calm.catches_up()
    assert calm.closed is None
    calm.closes()


async def _send(window, texts):
    for text in texts:
        await window.socket.send_to(text_data=text)


# Codes ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("route", sorted(route for route, letter in expected() if letter == "N" and of_a_room(route)))
def test_wrong_codes_count_on_every_route_and_then_right_ones_look_alike(route):
    ann, bob = table(2)
    zed = Player("Zed")
    zed.code = "AAAAAA"
    (method,) = {found for (name, _letter), (found, _statuses) in expected().items() if name == route}
    address = ADDRESSES.get(route, f"/r/{{code}}/{route}/")

    def answer(who, code):
        return getattr(who.client, method.lower())(address.format(code=code), {"seat": "1"})

    assert [answer(zed, "AAAAAA").status_code for _ in range(22)] == [404] * 20 + [429] * 2
    right, wrong = answer(zed, ann.code), answer(zed, "AAAAAA")
    assert right.status_code == wrong.status_code == 429
    assert sentence_of(right) == sentence_of(wrong)
    assert answer(bob, ann.code).status_code not in (404, 429)


@pytest.mark.django_db(transaction=True)
def test_wrong_codes_count_at_the_socket_together_with_those_of_pages(loop, client):
    ann, bob = table(2)
    for _ in range(10):
        assert client.get("/r/AAAAAA/", REMOTE_ADDR="192.0.2.1").status_code == 404
    for _ in range(10):
        assert knock(loop, "/ws/r/AAAAAA/") == (True, CLOSED_DOOR)
    for code in ("AAAAAA", ann.code):
        assert knock(loop, f"/ws/r/{code}/") == (True, TOO_MANY)
    assert client.get(f"/r/{ann.code}/", REMOTE_ADDR="192.0.2.1").status_code == 429
    assert knock(loop, f"/ws/r/{ann.code}/", client=("192.0.2.2", 5)) == (True, None)
    cookie = f"sessionid={bob.client.cookies['sessionid'].value}"
    assert knock(loop, f"/ws/r/{bob.code}/", cookie=cookie) == (True, None)


@pytest.mark.django_db(transaction=True)
def test_a_locked_room_answers_a_strangers_socket_like_a_wrong_code(loop):
    ann, _bob = table(2)
    ann.posts("host/lock")
    locked = [knock(loop, f"/ws/r/{ann.code}/") for _ in range(21)]
    limits.forget()
    assert locked == [knock(loop, "/ws/r/AAAAAA/") for _ in range(21)]
    assert locked == [(True, CLOSED_DOOR)] * 20 + [(True, TOO_MANY)]


def test_wrong_codes_are_limited_for_the_whole_site(client, monkeypatch):
    monkeypatch.setattr(limits, "WRONG_CODES_SITE", RateLimitItemPerMinute(30))
    statuses = [client.get("/r/AAAAAA/", REMOTE_ADDR=f"192.0.2.{number}").status_code for number in range(35)]
    assert statuses == [404] * 30 + [429] * 5


def test_guessing_at_the_sites_limit_takes_more_than_a_day():
    """With a thousand rooms open, for one of them to be met."""
    tries = len(rooms.ALPHABET) ** 6 / 1000
    assert tries / limits.WRONG_CODES_SITE.amount / 60 > 24
    assert rooms.secrets is secrets


def test_an_ipv6_network_counts_as_one(client):
    statuses = [client.get("/r/AAAAAA/", REMOTE_ADDR=f"2001:db8:1:2:{n:x}::7").status_code for n in range(22)]
    assert statuses == [404] * 20 + [429] * 2
    assert client.get("/r/AAAAAA/", REMOTE_ADDR="2001:db8:1:3::7").status_code == 404


@pytest.mark.parametrize("behind", [False, True])
def test_a_made_up_forwarding_header_gives_no_new_tries(client, settings, behind):
    """Behind a proxy the last hop counts, which the proxy wrote; without one, the header counts for nothing."""
    settings.BEHIND_PROXY = behind

    def status(n, hop="198.51.100.1"):
        return client.get("/r/AAAAAA/", headers={"X-Forwarded-For": f"203.0.113.{n}, {hop}"}).status_code

    assert [status(n) for n in range(22)] == [404] * 20 + [429] * 2
    assert status(1, hop="198.51.100.2") == (404 if behind else 429)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("behind", [False, True])
def test_a_made_up_forwarding_header_gives_a_socket_no_new_tries(loop, settings, behind):
    settings.BEHIND_PROXY = behind

    def code(n, hop="198.51.100.1"):
        return knock(loop, "/ws/r/AAAAAA/", x_forwarded_for=f"203.0.113.{n}, {hop}")[1]

    assert [code(n) for n in range(21)] == [CLOSED_DOOR] * 20 + [TOO_MANY]
    assert code(1, hop="198.51.100.2") == (CLOSED_DOOR if behind else TOO_MANY)


def test_metrics_are_not_for_those_who_claim_to_be_this_machine(client, settings):
    asked = {"REMOTE_ADDR": "192.0.2.7", "headers": {"X-Forwarded-For": "127.0.0.1"}}
    assert client.get("/metrics", **asked).status_code == 403
    settings.BEHIND_PROXY = True
    asked = {"REMOTE_ADDR": "127.0.0.1", "headers": {"X-Forwarded-For": "127.0.0.1, 192.0.2.7"}}
    assert client.get("/metrics", **asked).status_code == 403


@pytest.mark.parametrize("address", ["/new/standoff/", "/practise/standoff/"])
def test_rooms_without_number_are_refused_and_home_stays_small(
    client, monkeypatch, address, django_assert_max_num_queries
):
    monkeypatch.setattr(limits, "NEW_ROOMS", RateLimitItemPerMinute(30))
    answers = [client.post(address, {"name": "Ann", "visibility": "public"}) for _ in range(32)]
    assert [answer.status_code for answer in answers] == [302] * 30 + [429] * 2
    assert "Wait a minute" in sentence_of(answers[-1])
    assert Room.objects.count() == 30
    Room.objects.update(visibility="public")
    other = Client()
    with django_assert_max_num_queries(12):
        page = other.get("/").content.decode()
    assert len(set(re.findall(r"/r/(\w{6})/", page))) == lounge.SHORT


# Forms from elsewhere ------------------------------------------------------------------------------------------------


def posts():
    """Every address that takes a form, of the games and around them: (route, letter of somebody who may)."""
    return sorted({route for (route, _letter), (method, _statuses) in expected().items() if method == "POST"})


def strict(who):
    """The same browser, where forms need their token."""
    client = Client(enforce_csrf_checks=True)
    client.cookies = who.client.cookies
    return client


@pytest.mark.parametrize("live", [False, True])
def test_no_form_is_taken_without_its_token_or_from_another_site(live):
    ann = scene("running")["host"]
    ann.client.get("/")
    token = ann.client.cookies["csrftoken"].value
    before = everything()
    for route in posts():
        address = ADDRESSES.get(route, f"/r/{{code}}/{route}/").format(code=ann.code)
        fields = fields_of(ann, route)
        hx = {"HX-Request": "true"} if live else {}
        for fields_sent, headers in (
            (fields, {}),
            (fields | {"csrfmiddlewaretoken": "x" * 64}, {}),
            (fields, {"X-CSRFToken": "a" * 32}),
            (fields | {"csrfmiddlewaretoken": token}, {"Origin": "http://evil.example"}),
            (fields | {"csrfmiddlewaretoken": token}, {"Origin": "null"}),
        ):
            answer = strict(ann).post(address, fields_sent, headers=headers | hx)
            assert answer.status_code == 403, (route, headers)
            assert "Load it again" in sentence_of(answer), route
    assert everything() == before
    for address in ("/i18n/setlang/", "/admin/login/", "/admin/logout/"):
        assert strict(ann).post(address, {"language": "zh-hans"}).status_code == 403


def test_with_its_token_a_form_is_taken():
    ann = scene("running")["host"]
    ann.client.get("/")
    fields = {"csrfmiddlewaretoken": ann.client.cookies["csrftoken"].value}
    answer = strict(ann).post(f"/r/{ann.code}/host/pause/", fields, headers={"Origin": "http://testserver"})
    assert answer.status_code == 302


def test_every_view_that_takes_forms_checks_tokens():
    """No view of the whole site is exempt."""

    def views_of(patterns):
        for pattern in patterns:
            if hasattr(pattern, "url_patterns"):
                yield from views_of(pattern.url_patterns)
            else:
                yield pattern.callback

    exempt = [view for view in views_of(get_resolver().url_patterns) if getattr(view, "csrf_exempt", False)]
    assert not exempt


def test_a_megabyte_is_too_much_where_tokens_are_checked():
    ann, _bob = table(2)
    ann.client.get("/")
    answer = strict(ann).post(f"/r/{ann.code}/command/", {"command": "x" * 2**20})
    assert answer.status_code == 413
    assert "Send less" in sentence_of(answer)


def test_a_name_that_takes_long_to_sort_takes_no_time():
    ann, _bob = table(2)
    zed = Player("a" + "\u0f73" * 20_000)
    started = time.process_time()
    answer = zed.client.generic(
        "POST", f"/r/{ann.code}/join/", b"name=" + zed.name.encode(), content_type="application/x-www-form-urlencoded"
    )
    assert answer.status_code == 422
    assert time.process_time() - started < 1


# Sessions and cookies ------------------------------------------------------------------------------------------------


def test_the_session_key_changes_at_sign_in_and_goes_at_sign_out():
    ann = Player("Ann")
    ann.opens()
    User.objects.create_superuser("boss", "", "secret")
    guest, person = ann.client.session.session_key, ann.person
    answer = ann.client.post("/admin/login/", {"username": "boss", "password": "secret", "next": "/admin/"})
    assert answer.status_code == 302
    signed_in = ann.client.session.session_key
    assert signed_in != guest
    assert ann.person == person
    assert not Session.objects.filter(session_key=guest).exists()
    ann.client.post("/admin/logout/")
    assert not Session.objects.filter(session_key=signed_in).exists()


def test_a_session_that_somebody_made_up_is_nobodys():
    ann, _bob = table(2)
    true = ann.client.cookies["sessionid"].value
    nearly = true[:-1] + ("a" if true[-1] != "a" else "b")
    for made_up in ("a" * 32, nearly, true.upper(), '"\\000\\377"', "é" * 32, "x" * 4000):
        client = Client()
        client.cookies["sessionid"] = made_up
        assert client.get(f"/r/{ann.code}/view.json").json()["viewer"] is None
        client.cookies["csrftoken"] = client.cookies["messages"] = client.cookies["django_language"] = made_up
        assert client.get("/").status_code == 200
        client.post("/new/standoff/", {"name": "Eve"})
        assert client.cookies["sessionid"].value not in (made_up, true)


@pytest.mark.parametrize("name", ["sessionid", "csrftoken", "messages", "django_language"])
@pytest.mark.parametrize(
    "value", ['"aaaaaaaaaaaaaaaa\\000"', '"\\ud800\\377"', "é" * 40, "x" * 4000, "", "=;=", "[1,2", "zh-" * 300]
)
def test_a_cookie_that_no_browser_was_given_is_none(name, value):
    client = Client()
    for answer in (
        client.get("/", HTTP_COOKIE=f"{name}={value}"),
        client.post("/join/", {"code": "AAAAAA"}, HTTP_COOKIE=f"{name}={value}"),
        client.get("/admin/login/", HTTP_COOKIE=f"{name}={value}"),
    ):
        assert answer.status_code in (200, 404)


@pytest.mark.django_db(transaction=True)
def test_a_socket_takes_a_made_up_session_for_nobodys(loop):
    ann, _bob = table(2)
    for made_up in ("a" * 32, '"aaaaaaaaaaaaaaaa\\000"', "é" * 32):
        assert knock(loop, f"/ws/r/{ann.code}/", cookie=f"sessionid={made_up}") == (True, None)


def test_cookies_are_out_of_reach_of_scripts_and_other_sites():
    ann = Player("Ann")
    ann.opens()
    ann.client.get("/")
    ann.client.post("/i18n/setlang/", {"language": "zh-hans"})
    cookies = ann.client.cookies
    assert cookies["sessionid"]["httponly"]
    assert cookies["django_language"]["httponly"]
    for name in ("sessionid", "csrftoken", "django_language"):
        assert cookies[name]["samesite"] == "Lax", name
        assert not cookies[name]["domain"], name


SHOWN = (
    "SESSION_COOKIE_SECURE", "SESSION_COOKIE_HTTPONLY", "SESSION_COOKIE_SAMESITE", "CSRF_COOKIE_SECURE",
    "CSRF_COOKIE_SAMESITE", "LANGUAGE_COOKIE_SECURE", "DEBUG", "SECURE_SSL_REDIRECT", "SECURE_CONTENT_TYPE_NOSNIFF",
    "SECURE_REFERRER_POLICY", "USE_X_FORWARDED_HOST", "SECURE_PROXY_SSL_HEADER", "X_FRAME_OPTIONS", "ALLOWED_HOSTS",
    "SECURE_HSTS_SECONDS",
)  # fmt: skip
SHOW = (
    "import json; from django.conf import settings;"
    f"print(json.dumps({{name: getattr(settings, name) for name in {SHOWN!r}}}))"
)


def test_in_production_cookies_are_secure_and_a_proxy_is_believed_only_where_there_is_one():
    facts = {
        "STANDOFF_ENV": "production", "STANDOFF_SECRET_KEY": secrets.token_urlsafe(50),
        "STANDOFF_HOSTS": "play.example.org",
    }  # fmt: skip
    shown = json.loads(manage("shell", "--no-imports", "-c", SHOW, **facts).stdout)
    assert shown.pop("SECURE_HSTS_SECONDS") >= 60 * 60 * 24 * 30
    assert shown == {
        "SESSION_COOKIE_SECURE": True, "SESSION_COOKIE_HTTPONLY": True, "SESSION_COOKIE_SAMESITE": "Lax",
        "CSRF_COOKIE_SECURE": True, "CSRF_COOKIE_SAMESITE": "Lax", "LANGUAGE_COOKIE_SECURE": True, "DEBUG": False,
        "SECURE_SSL_REDIRECT": True, "SECURE_CONTENT_TYPE_NOSNIFF": True, "SECURE_REFERRER_POLICY": "same-origin",
        "USE_X_FORWARDED_HOST": False, "SECURE_PROXY_SSL_HEADER": None, "X_FRAME_OPTIONS": "DENY",
        "ALLOWED_HOSTS": ["play.example.org"],
    }  # fmt: skip
    proxied = json.loads(manage("shell", "--no-imports", "-c", SHOW, **facts, STANDOFF_BEHIND_PROXY="true").stdout)
    assert proxied["SECURE_PROXY_SSL_HEADER"] == ["HTTP_X_FORWARDED_PROTO", "https"]
    assert not proxied["USE_X_FORWARDED_HOST"]


# Headers and addresses -----------------------------------------------------------------------------------------------

POLICY = {
    "default-src": "'self'", "img-src": "'self' data:", "object-src": "'none'", "base-uri": "'none'",
    "form-action": "'self'", "frame-ancestors": "'none'",
}  # fmt: skip


@pytest.mark.parametrize(
    "path", ["/", "/r/{code}/", "/r/{code}/screen/", "/r/{code}/view.json", "/r/AAAAAA/", "/nowhere/", "/admin/login/",
             "/new/standoff/", "/i18n/setlang/", "/healthz/"],
)  # fmt: skip
def test_every_answer_carries_the_whole_policy(path):
    ann, _bob = table(2)
    answer = ann.client.get(path.format(code=ann.code))
    told = answer["Content-Security-Policy"].split("; ")
    assert dict(one.strip(";").split(" ", 1) for one in told) == POLICY
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["X-Frame-Options"] == "DENY"
    assert answer["Referrer-Policy"] == "same-origin"
    assert answer["Cross-Origin-Opener-Policy"] == "same-origin"


@pytest.mark.parametrize("slug", [screen.slug for screen in screens.playable()])
def test_pages_need_no_script_or_style_of_their_own(slug):
    """What the policy forbids is not there in the first place."""
    people = table(4, slug, start=False)
    texts = [people[0].page().content.decode(), people[0].client.get("/").content.decode()]
    people[0].posts("start")
    texts += [who.page().content.decode() for who in people]
    texts += [people[0].client.get(f"/r/{people[0].code}/screen/").content.decode()]
    people[0].posts("host/end")
    texts += [people[0].page().content.decode()]
    for text in texts:
        assert not re.findall(r"<script(?![^>]*\bsrc=)[^>]*>", text)
        assert not re.findall(r"<style\b|\sstyle=|\son[a-z]+=[\"']|javascript:", text)


@pytest.mark.parametrize(
    "host",
    ["evil.example", "", "[::1", "a b", "testserver:80@evil.example", ".testserver", "testserver\x00", "x" * 300,
     "testserver.evil.example"],
)  # fmt: skip
def test_another_host_is_refused_with_a_sentence(client, host):
    answer = client.get("/", HTTP_HOST=host)
    assert answer.status_code == 400
    assert len(sentence_of(answer)) > 10
    assert "evil.example" not in answer.content.decode()
    post = client.post("/join/", {"code": "AAAAAA"}, HTTP_HOST=host)
    assert post.status_code == 400


def test_what_is_refused_for_safety_is_one_line_in_the_log(client, monkeypatch):
    (console,) = (one for one in logging.getLogger().handlers if any(isinstance(its, OneLine) for its in one.filters))
    heard = []
    monkeypatch.setattr(console, "emit", lambda record: heard.append(console.format(record)))
    assert client.get("/", HTTP_HOST="evil.example").status_code == 400
    assert client.post("/join/", {"code": "x" * 2**20}).status_code == 413
    assert len(heard) == 2
    assert all("WARNING" in line and "\n" not in line for line in heard)


def test_a_forwarded_host_stands_nowhere(settings):
    ann, _bob = table(2)
    settings.BEHIND_PROXY = True
    for name in ("X-Forwarded-Host", "X-Host", "Forwarded", "X-Original-URL", "X-Rewrite-URL"):
        page = ann.page(**{name: "evil.example"})
        assert page.status_code == 200
        assert "evil.example" not in page.content.decode()


@pytest.mark.parametrize(
    "address",
    ["http://evil.example/", "//evil.example/", "///evil.example", "https:evil.example", "/\\evil.example",
     "\\\\evil.example", "javascript:alert(1)", "http:///evil.example", "\x08//evil.example", "http://testserver@evil.example/",
     "http://testserver.evil.example/", " //evil.example", "/%09/evil.example", "\t//evil.example", "data:text/html,x"],
)  # fmt: skip
def test_nobody_is_led_away(client, address):
    User.objects.create_superuser("boss", "", "secret")
    for answer in (
        client.post("/i18n/setlang/", {"language": "zh-hans", "next": address}),
        client.get("/i18n/setlang/", {"next": address}),
        client.post("/i18n/setlang/", {"language": "en"}, headers={"Referer": address}),
        client.post("/admin/login/", {"username": "boss", "password": "secret", "next": address}),
    ):
        assert answer.status_code == 302
        assert re.match(r"/(?![/\\])", answer["Location"]), answer["Location"]


# Names ---------------------------------------------------------------------------------------------------------------

BOLD = "<i id=x>{{7}}</i>"
BREAKING = "\"' id=x onx='\">"
DECEIVING = [
    ("Ann\u202etxt", "Anntxt"), ("A\u200bn\u200dn\ufeff", "Ann"), ("\u2066Ann\u2069", "Ann"),
    ("Ann\x00\x1b[31m", "Ann[31m"), ("Ann\r\nBob", "Ann Bob"), ("A\u0301\u0301\u0301\u0301nn", "Á\u0301\u0301nn"),
    ("\U000e0041Ann", "Ann"), ("Ann\u3164", "Ann"),
]  # fmt: skip


@pytest.mark.parametrize(("typed", "shown"), DECEIVING)
def test_a_deceiving_name_is_shown_without_what_deceives(typed, shown):
    ann = Player("Flo")
    ann.opens()
    assert Player(typed).joins(ann.code).status_code == 302
    assert room_of(ann).seats.get(number=1).name == shown
    assert shown in html.unescape(ann.page().content.decode())


def test_nobody_can_look_like_another():
    ann = Player("Ann")
    ann.opens()
    for typed in ("Ann", "ann", "ＡＮＮ", "An\u200bn", " Ann ", "Ann\u202e", "Ａnn 2"):
        assert Player(typed).joins(ann.code).status_code == 302
    seen = [name.casefold() for name in room_of(ann).presences.values_list("name", flat=True)]
    assert len(set(seen)) == len(seen)


class Tags(HTMLParser):
    """What a browser would make of a page: its elements' attributes, and its text."""

    def __init__(self, page):
        super().__init__()
        self.made, self.text = [], ""
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        self.made += [(tag, name, value) for name, value in attributes]

    def handle_data(self, data):
        self.text += data


def obeyed(text):
    """The attributes that a name has made in a page."""
    return [one for one in Tags(text).made if one[1].startswith("on") or one[1:] == ("id", "x")]


def harmless(answer, name=None):
    """No page obeys a name or a template in it; and where `name` has to stand, it stands as it was typed."""
    text = answer.content.decode()
    if "html" in answer["Content-Type"]:
        assert not obeyed(text)
        assert name is None or name in Tags(text).text
    return text


@pytest.mark.parametrize("name", [BOLD, BREAKING])
@pytest.mark.parametrize("slug", [screen.slug for screen in screens.playable()])
def test_markup_in_a_name_is_shown_and_never_obeyed(slug, name):
    options = {"host": "false"} if slug == "seven_rounds" else {}
    ann, eve, watcher, stranger = Player("Ann"), Player(name), Player(name), Player("Zed")
    ann.opens(slug, visibility="public", **options)
    for who in (eve, Player("Cy"), Player("Dee")):
        who.joins(ann.code)
    watcher.code = stranger.code = ann.code
    for who in (ann, eve, stranger):
        harmless(who.page(), name)
    harmless(ann.client.get("/"), name)
    ann.posts("start")
    watcher.joins(ann.code)
    eve.posts("leave")  # the log and the seats speak of whoever a bot plays for
    eve.joins(ann.code)
    match = Match.objects.get(room=room_of(ann))
    game = engine.get(slug)
    chance = engine.Chance(slug)
    for _ in range(25):
        match.refresh_from_db()
        acting = matches.to_act(match)
        if match.ended_at or not acting:
            break
        command = game.sample(game.load(match.state), acting[0], chance)
        matches.play(match.pk, acting[0], command, cause="clock", now=timezone.now())
    seats = room_of(ann).seats.get(person=eve.person).number
    for who in (ann, eve, watcher, stranger):
        harmless(who.page(), name)
        harmless(who.page(**{"HX-Request": "true"}), name)
        harmless(who.gives({"type": "nothing"}))
    json.loads(harmless(ann.client.get(f"/r/{ann.code}/view.json")))
    harmless(ann.client.get(f"/r/{ann.code}/screen/"), name)
    harmless(ann.posts("host/kick", seat="77"), name)
    if not Match.objects.get(pk=match.pk).ended_at:
        ann.posts("host/end")
    harmless(ann.page(), name)
    for eyes in ("", "all", str(seats)):
        for step in (0, 3):
            harmless(ann.client.get(f"/r/{ann.code}/replay/1/?step={step}&as={eyes}"), name)
    json.loads(harmless(ann.client.get(f"/r/{ann.code}/replay/1.json")))


@pytest.mark.parametrize("name", [BOLD, BREAKING])
def test_markup_in_a_name_is_not_obeyed_where_staff_look(client, name):
    eve, bob = Player(name), Player("Bob")
    eve.opens()
    bob.joins(eve.code)
    eve.posts("start")
    eve.gives({"type": "choose", "card": "0:5"})
    client.force_login(User.objects.create_superuser("boss", "", "secret"))
    match, room = Match.objects.get(), Room.objects.get()
    for model in ("room", "seat", "match", "presence", "person"):
        harmless(client.get(f"/admin/games/{model}/"), name)
    seat = room.seats.get(number=0)
    for path in (f"room/{room.pk}", f"seat/{seat.pk}", f"match/{match.pk}", f"person/{seat.person_id}"):
        harmless(client.get(f"/admin/games/{path}/change/"), name)
    harmless(client.post(f"/admin/games/match/{match.pk}/secrets/"))
    chosen = {"action": "kick", "_selected_action": [seat.pk]}
    harmless(client.post("/admin/games/seat/", chosen), name)
    harmless(client.post("/admin/games/seat/", chosen | {"confirmed": "yes"}, follow=True), name)
    for path in ("/admin/", f"/admin/games/room/{room.pk}/history/"):
        harmless(client.get(path))


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("name", [BOLD, BREAKING])
def test_markup_in_a_name_is_not_obeyed_in_what_a_socket_brings(loop, name):
    eve, bob = Player(name), Player("Bob")
    eve.opens()
    bob.joins(eve.code)
    eve.posts("start")
    window = Window(bob, loop)
    window.catches_up()
    eve.gives({"type": "choose", "card": "0:5"})
    window.catches_up()
    window.closes()
    text = "".join(window.frames)
    assert not obeyed(text)
    assert name in Tags(text).text


# The server itself ---------------------------------------------------------------------------------------------------


def frame(payload):
    """A text message as a browser sends it, masked with zeros."""
    size = len(payload)
    length = bytes([0x80 | size]) if size < 126 else bytes([0x80 | 127]) + size.to_bytes(8)
    return b"\x81" + length + bytes(4) + payload


async def says(port, request):
    """Send raw bytes; return what the server says until it closes."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(request)
        return await asyncio.wait_for(reader.read(), 20)
    except ConnectionError:
        return b""
    finally:
        writer.close()


async def storms(site):
    """What floods do to those who send them and to those beside them; returns the answers to the former."""
    ann, bob, eve = (Visitor(site.port, name) for name in ("Ann", "Bob", "Eve"))
    code = await ann.opens("standoff")
    for who in (bob, eve):
        await who.joins(code)
    await ann.posts("start")
    for who in (ann, bob, eve):
        await who.connects()
    head = b"POST /join/ HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    announced = await says(site.port, head + b"Content-Length: 99999999\r\n\r\ncode=")
    chunk = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
    unannounced = await says(site.port, head + b"Transfer-Encoding: chunked\r\n\r\n" + chunk * 64)
    ways = ("..%2f..%2fsecret-key", "%2e%2e/manage.py", "../README.md", "%00")
    files = [(await eve.asks("GET", f"/static/{way}"))[0] for way in ways]
    bob.writer.write(frame(b"x" * 2**21))
    for _ in range(1000):
        eve.writer.write(frame(b'{"type":"choose","card":"2:5"}'))
    for who in (bob, eve):
        await asyncio.wait_for(who.reader_task, 20)
    await ann.gives('{"type":"choose","card":"0:5"}', 0)
    for _ in range(200):
        if ann.version == 1:
            break
        await asyncio.sleep(0.05)
    assert ann.connected
    assert ann.version == 1
    ann.leaves()
    return announced, unannounced, files


def test_the_server_ends_what_no_page_sends_and_nobody_else_notices(tmp_path):
    site = Site(tmp_path / "data")
    try:
        assert site.is_up(), site.output
        announced, unannounced, files = asyncio.run(storms(site))
        assert site.get("/healthz/") == (200, "ok")
    finally:
        site.stop()
    assert announced.startswith(b"HTTP/1.1 413 ")
    assert b"Send less" in announced
    assert unannounced == b""
    assert files == [404] * 4
    assert "Traceback" not in site.output


# The limits themselves -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("address", "counted"),
    [("192.0.2.1", "192.0.2.1"), ("2001:db8:1:2:3::4", "2001:db8:1:2::/64"), ("::ffff:192.0.2.1", "192.0.2.1"),
     ("unix:", "unix:"), ("", "")],
)  # fmt: skip
def test_what_is_counted_as_one(address, counted):
    request = HttpRequest()
    request.META["REMOTE_ADDR"] = address
    assert limits.neighbourhood(request) == counted


def test_people_do_not_come_from_looking():
    """Whoever only looks, or is refused at the door, leaves nothing in the database."""
    before = Person.objects.count(), Session.objects.count()
    client = Client()
    for path, method in itertools.product(("/", "/r/AAAAAA/", "/new/standoff/", "/r/AAAAAA/join/"), ("get", "post")):
        if (path, method) != ("/new/standoff/", "post"):
            getattr(client, method)(path, {"name": "Eve"})
    assert (Person.objects.count(), Session.objects.count()) == before
