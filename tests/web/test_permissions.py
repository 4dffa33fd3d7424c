"""Who may do what, where, when: every route, every kind of person, every phase of a room, by one table.

A route without rows here fails `test_every_route_has_its_rows`. Whatever is refused says why in a sentence, and leaves
rooms, seats, people in rooms, matches and moves as they were; so does whatever is only looked at.
"""

import html
import json
import re
from contextlib import contextmanager
from datetime import timedelta
from itertools import product

import pytest
from django.apps import apps
from django.contrib.auth.models import Permission, User
from django.db import connection, transaction
from django.urls import URLPattern
from django.utils import timezone

from games import limits, rooms, sanctions, urls, views
from games.models import Match, Move, Presence, Room, Sanction, Seat
from tests.drive import Player, Window, room_of, table

PHASES = ("lobby", "running", "paused", "over", "closed", "locked")

WHO = {
    "H": ("host",),
    "S": ("host without a seat",),
    "P": ("player", "other player"),
    "W": ("spectator",),
    "L": ("left",),
    "K": ("kicked",),
    "N": ("stranger", "staff", "powerless staff", "anonymous"),
    "A": ("stranger with an account",),
    "B": ("banned",),
}

# In a locked room a match is running; in a closed one it has been ended.
STATUSES = """
                              lobby running paused over closed locked
GET  table              HSPWL  200    200    200    200   200    200
GET  table              NA     200    200    200    200   404    404
GET  view_json          HSPWL  200    200    200    200   200    200
GET  view_json          NA     200    200    200    200   404    404
GET  screen             HSPWL  200    200    200    200   200    200
GET  screen             NA     200    200    200    200   404    404
GET  replay             HSPWL  404    403    403    200   200    403
GET  replay             NA     404    403    403    200   404    404
GET  record             HSPWL  404    403    403    200   200    403
GET  record             NA     404    403    403    200   404    404
POST join               HSPWL  302    302    302    302   302    302
POST join               NA     302    302    302    302   404    404
POST leave              HSPW   302    302    302    302   302    302
POST leave              L      403    302    302    302   302    302
POST leave              NA     403    403    403    403   404    404
POST draft              HSPWL  200    200    200    200   200    200
POST draft              NA     200    200    200    200   404    404
POST command            HP     422    302    422    422   422    302
POST command            S      422    302    422    422   422    302
POST command            WL     422    403    403    403   403    403
POST command            NA     422    403    403    403   404    404
POST plan               HSPWL  422    422    422    422   422    422
POST plan               NA     422    422    422    422   404    404
POST say                HSPW   302    302    302    302   422    302
POST say                L      403    302    302    302   422    302
POST mute               HSPW   302    302    302    302   302    302
POST mute               L      403    302    302    302   302    302
POST unmute             HSPW   302    302    302    302   302    302
POST unmute             L      403    302    302    302   302    302
POST report             HSPW   302    302    302    302   302    302
POST report             L      403    302    302    302   302    302
POST say                NA     403    403    403    403   404    404
POST mute               NA     403    403    403    403   404    404
POST unmute             NA     403    403    403    403   404    404
POST report             NA     403    403    403    403   404    404
POST start              HS     302    409    409    302   422    409
POST start              PWL    403    403    403    403   403    403
POST start              NA     403    403    403    403   404    404
POST host/add-time      HS     422    302    302    422   422    302
POST host/skip          H      422    302    422    422   422    302
POST host/skip          S      422    422    422    422   422    422
POST host/pause         HS     422    302    302    422   422    302
POST host/resume        HS     422    302    302    422   422    302
POST host/end           HS     422    302    302    422   422    302
POST host/kick          HS     302    302    302    302   302    302
POST host/bot           HS     302    302    302    302   302    302
POST host/transfer      HS     302    302    302    302   302    302
POST host/lock          HS     302    302    302    302   302    302
POST host/unlock        HS     302    302    302    302   302    302
POST host/options       HS     302    422    422    302   302    422
POST host/rematch       HS     422    422    422    302   422    422
POST host/talk-on       HS     302    302    302    302   302    302
POST host/talk-off      HS     302    302    302    302   302    302
POST host/*             PWL    403    403    403    403   403    403
POST host/*             NA     403    403    403    403   404    404
*    every room's       K      403    403    403    403   403    403
GET  home               HSPWLKNA 200   200    200    200   200    200
POST join_by_code       HSPWL  302    302    302    302   302    302
POST join_by_code       NA     302    302    302    302   404    404
POST join_by_code       K      403    403    403    403   403    403
POST new                HSPWLKNA 302   302    302    302   302    302
POST practise           HSPWLKNA 302   302    302    302   302    302
GET  account            HSPWLKNA 200   200    200    200   200    200
POST sign_up            HSPWLKNA 422   422    422    422   422    422
POST sign_in            HSPWLKNA 422   422    422    422   422    422
POST sign_out           HSPWLKNAB 302   302    302    302   302    302
POST account_name       HSPWLKNA 422   422    422    422   422    422
POST account_email      HSPWLKN 302   302    302    302   302    302
POST account_email      A      422    422    422    422   422    422
POST account_password   HSPWLKN 302   302    302    302   302    302
POST account_password   A      422    422    422    422   422    422
POST account_reset      HSPWLKNA 422   422    422    422   422    422
GET  reset_sent         HSPWLKNA 200   200    200    200   200    200
GET  new_password       HSPWLKNA 404   404    404    404   404    404
GET  account_export     HSPWLKNA 200   200    200    200   200    200
POST account_delete     HSPWLKNA 422   422    422    422   422    422
GET  open_tables        HSPWLKNA 200   200    200    200   200    200
GET  ranked             HSPWLKNA 200   200    200    200   200    200
GET  ladder             HSPWLKNA 200   200    200    200   200    200
POST queue              HSPWLKN 403   403    403    403   403    403
POST queue              A      302    302    302    302   302    302
POST leave_queue        HSPWLKNA 302   302    302    302   302    302
GET  waiting            HSPWLKNA 302   302    302    302   302    302
POST warning_seen       HSPWLKNA 403   403    403    403   403    403
POST bring_record       HSPWLKNA 422   422    422    422   422    422
GET  brought_record     HSPWLKNA 404   404    404    404   404    404
GET  rules              HSPWLKNA 200   200    200    200   200    200
GET  healthz            HSPWLKNAB 200   200    200    200   200    200
GET  metrics            HSPWLKNAB 200   200    200    200   200    200
*    every other one    B      403    403    403    403   403    403
"""

ADDRESSES = {
    "home": "/",
    "join_by_code": "/join/",
    "new": "/new/standoff/",
    "practise": "/practise/standoff/",
    "rules": "/rules/standoff/",
    "table": "/r/{code}/",
    "view_json": "/r/{code}/view.json",
    "replay": "/r/{code}/replay/1/",
    "record": "/r/{code}/replay/1.json",
    "account": "/account/",
    "sign_up": "/account/sign-up/",
    "sign_in": "/account/sign-in/",
    "sign_out": "/account/sign-out/",
    "account_name": "/account/name/",
    "account_email": "/account/email/",
    "account_password": "/account/password/",
    "account_reset": "/account/reset/",
    "reset_sent": "/account/reset/sent/",
    "new_password": "/account/reset/MQ/c0ffee-27/",
    "account_export": "/account/export.json",
    "account_delete": "/account/delete/",
    "open_tables": "/tables/",
    "ranked": "/ranked/",
    "ladder": "/ranked/standoff/",
    "queue": "/ranked/standoff/queue/",
    "leave_queue": "/ranked/leave/",
    "waiting": "/ranked/wait/",
    "warning_seen": "/warning-seen/",
    "bring_record": "/replay/",
    "brought_record": "/replay/" + "0" * 64 + "/",
    "healthz": "/healthz/",
    "metrics": "/metrics",
}
"""By route; what is not here is /r/{code}/<route>/."""

FIELDS = {
    "join": {"name": "Neo"},
    "new": {"name": "Neo"},
    "plan": {"plan": "", "version": "0"},
    "host/kick": {"seat": "1"},
    "host/transfer": {"seat": "1"},
    "say": {"text": "Hello"},
    "unmute": {"mute": "0"},
    "warning_seen": {"warning": "0"},
}
FORMS = ("new", "report", "bring_record", "sign_up", "sign_in", "account_name", "account_reset", "account_delete")
"""Routes whose form and page share an address."""
SEATS = {"Ann": 0, "Bob": 1, "Eve": 3}
"""Who plays which seat of the match."""


def rows():
    """Each row of the table: method, route, letters, {phase: status}."""
    for line in STATUSES.strip().splitlines()[1:]:
        method, *route, letters, _1, _2, _3, _4, _5, _6 = line.split()
        statuses = map(int, line.split()[-len(PHASES) :])
        yield method, " ".join(route), letters, dict(zip(PHASES, statuses, strict=True))


def routes():
    """Every route of the games: its name, for the host's actions `host/<action>`, and the method that is tried."""
    names = {pattern.name for pattern in urls.urlpatterns if isinstance(pattern, URLPattern)}
    assert len(names) == len(urls.urlpatterns), "a route without a name, or an include: say here how to list it"
    return (names - {"host"}) | {f"host/{action}" for action in (*views.IN_MATCH, *views.IN_ROOM)}


def of_a_room(route):
    return "{code}" in ADDRESSES.get(route, "/r/{code}/")


def expected():
    """{(route, letter): (method, {phase: status})} with the rows for several routes spread out."""
    found = {}
    for method, pattern, letters, statuses in rows():
        matching = {
            "every room's": [route for route in routes() if of_a_room(route)],
            "host/*": [route for route in routes() if route.startswith("host/")],
            "every other one": [route for route in routes() if (route, letters) not in found],
        }.get(pattern, [pattern])
        for route in matching:
            for letter in letters:
                assert (route, letter) not in found, f"two rows for {route} and {letter}"
                found[route, letter] = (method, statuses)
    methods = {route: method for (route, _letter), (method, _statuses) in found.items() if method != "*"}
    return {key: (methods[key[0]], statuses) for key, (_method, statuses) in found.items()}


def test_every_route_has_its_rows():
    """A new route needs its rows in STATUSES, its address in ADDRESSES unless it is /r/<code>/<route>/, what is sent to
    it in FIELDS, and where its form and page share an address, its name in FORMS."""
    missing = {(route, letter) for route in routes() for letter in WHO} - set(expected())
    assert not missing, f"say in STATUSES what these may do: {sorted(missing)}"
    gone = {route for route, _letter in expected()} - routes()
    assert not gone, f"STATUSES has rows for routes that are no more: {sorted(gone)}"


# The people and the rooms --------------------------------------------------------------------------------------------


def scene(phase):
    """A room of Standoff in this phase, and one of Seven Rounds for its host: {kind of person: their browser}."""
    ann, bob, cy, dee, eve = table(5, start=False, clock="300")
    ann.posts("host/kick", seat="2")
    if phase == "lobby":
        dee.posts("leave")
    for number in range(room_of(ann).seats.count(), 6):
        ann.posts("host/bot", seat=str(number))
    gus, ned = Player("Gus"), Player("Ned")
    for watcher in (gus, ned):
        watcher.joins(ann.code)
    sue = Player("Sue")
    sue.opens("seven_rounds", round_seconds="600")
    for name in ("Tom", "Uma", "Vic"):
        Player(name).joins(sue.code)
    sue.posts("host/bot", seat="3")
    if phase != "lobby":
        for host in (ann, sue):
            assert host.posts("start").status_code == 302
        dee.posts("leave")
        Match.objects.filter(room=room_of(ann)).update(deadline=timezone.now())  # those who are missing may be skipped
    for host in (ann, sue):
        for asked, action in (("paused", "host/pause"), ("over", "host/end"), ("locked", "host/lock")):
            if phase == asked:
                assert host.posts(action).status_code == 302
        if phase == "closed":
            rooms.close(room_of(host), timezone.now())
    people = {
        "host": ann, "host without a seat": sue, "player": bob, "other player": eve, "spectator": gus, "left": dee,
        "kicked": cy,
    }  # fmt: skip
    people |= {name: Player("Zed") for name in WHO["N"]}
    people |= {"stranger with an account": Player("Mia"), "banned": ned}
    people["stranger"].opens()
    keys = {"password1": "seven spent bullets", "password2": "seven spent bullets"}
    assert (
        people["stranger with an account"].client.post("/account/sign-up/", {"username": "mia"} | keys).status_code
        == 302
    )
    sanctions.impose(people["banned"].person, Sanction.Kind.BAN, "Spoils every table.", by=None, now=timezone.now())
    for name, right in (("staff", True), ("powerless staff", False)):
        user = User.objects.create_user(name, is_staff=True)
        if right:
            user.user_permissions.set(Permission.objects.filter(content_type__app_label="games"))
        people[name].client.force_login(user)
    for name in (*WHO["N"], *WHO["A"], *WHO["B"]):
        people[name].code = ann.code
    Presence.objects.update(until=timezone.now() + timedelta(hours=1))  # nobody goes or comes back in the meantime
    return people


def everything():
    """All that the games keep, whole. It is asked for after each of thousands of requests: not through the models."""
    kept = []
    with connection.cursor() as cursor:
        for model in apps.get_app_config("games").get_models(include_auto_created=True):
            cursor.execute(f"SELECT * FROM {model._meta.db_table} ORDER BY {model._meta.pk.column}")
            kept.append(cursor.fetchall())
    return kept


def sentence_of(answer):
    """What a refusal says: the notice above the table, the fault beside a field, or the page of its own."""
    text = answer.content.decode()
    found = re.search(r'id="notice"[^>]*>.*?<span>(.+?)</span>', text, re.S) or re.search(
        r'class="(?:fault|notice)"[^>]*>(.+?)</(?:p|li|ul|span)>', text, re.S
    )
    if found is None and 'class="sheet stack refusal"' in text:
        found = re.search(r"<h1>(.+?)</h1>", text, re.S)
    return html.unescape(re.sub(r"<[^>]+>", "", found[1])).strip() if found else ""


def fields_of(who, route):
    """What this person sends: for a command, one that would be theirs to give."""
    if route == "join_by_code":
        return {"code": who.code}
    if route == "command":
        seat = SEATS.get(who.name, 0)
        own = {"type": "add_time"} if who.name == "Sue" else {"type": "choose", "card": f"{seat}:5"}
        return {"command": json.dumps(own), "version": str(_version(who))}
    if route == "host/bot":
        return {"seat": str(room_of(who).seats.filter(person=None).last().number), "level": "hard"}
    if route in ("mute", "report"):
        other = Presence.objects.exclude(name=who.name).filter(room=room_of(who), kicked=False).first()
        return {"presence": str(other.pk), "reason": "spam"}
    return FIELDS.get(route, {})


def _version(who):
    match = rooms.latest(Room.objects.get(code=who.code))
    return match.version if match else 0


@contextmanager
def undone():
    """Whatever is done inside has not been done afterwards."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def tried(who, method, route):
    """The answer to one request and, where that may change nothing, what there is after it. Then it has never been."""
    address = ADDRESSES.get(route, f"/r/{{code}}/{route}/").format(code=who.code)
    limits.forget()
    with undone():
        answer = getattr(who.client, method.lower())(address, fields_of(who, route))
        return answer, everything() if method == "GET" or answer.status_code >= 400 else None


@pytest.mark.django_db
@pytest.mark.parametrize("phase", PHASES)
def test_everybody_may_do_what_is_theirs_and_nothing_else(phase):
    people = scene(phase)
    before, wrong = everything(), []
    for (route, letter), (method, statuses) in sorted(expected().items()):
        for name in WHO[letter]:
            answer, after = tried(people[name], method, route)
            told = f"{method} {route} by {name}: {answer.status_code}"
            if answer.status_code != statuses[phase]:
                wrong.append(f"{told}, not {statuses[phase]} ({sentence_of(answer)})")
            if answer.status_code >= 400 and len(sentence_of(answer)) < 10:
                wrong.append(f"{told} without a sentence")
            if (answer.status_code >= 400 or method == "GET") and before != after:
                wrong.append(f"{told} changed something")
    assert not wrong, "\n".join(wrong)


@pytest.mark.django_db
def test_the_other_method_is_refused_with_a_sentence_and_changes_nothing():
    """By GET nothing is done; by POST nothing is looked at. A form and its page share an address."""
    people = scene("running")
    before = everything()
    methods = {route: method for (route, _letter), (method, _statuses) in expected().items()}
    for route, method in methods.items():
        other = "GET" if method == "POST" else "POST"
        answer, after = tried(people["host"], other, route)
        assert before == after, route
        if route in ("healthz", "metrics"):  # for machines
            assert answer.status_code == 405
        elif route in FORMS:
            assert answer.status_code == 200
        elif route in ("account_email", "account_password"):  # for those who have an account
            assert answer["Location"].startswith("/account/sign-in/")
        elif route == "new_password":
            assert answer.status_code == 404
        elif route == "join_by_code":
            assert answer["Location"] == "/"
        else:
            assert answer.status_code == 405, route
            assert answer["Allow"] == method
            assert len(sentence_of(answer)) > 10, route


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("phase", PHASES)
def test_sockets_open_for_those_who_may_look(phase, loop):
    people = scene(phase)
    for letter, names in WHO.items():
        shut = 4404 if phase in ("closed", "locked") else None
        closed = {"K": 4403, "N": shut, "A": shut, "B": 4410}.get(letter)
        for name, query in product(names, ("", "?screen=1")):
            limits.forget()
            window = Window(people[name], loop, query=query)
            assert window.waits(lambda window=window: window.frames or window.closed), (name, query)
            assert window.closed == closed, (name, query)
            assert bool(window.frames) == (closed is None), (name, query)
            window.closes()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("shut", ["lock", "close"])
def test_a_door_that_shuts_ends_the_windows_of_those_outside_and_of_nobody_else(shut, loop):
    people = scene("running")
    windows = {name: Window(people[name], loop) for name in ("player", "spectator", "stranger", "anonymous")}
    for window in windows.values():
        window.catches_up()
    if shut == "lock":
        people["host"].posts("host/lock")
    else:
        rooms.close(room_of(people["host"]), timezone.now())
    for name in ("stranger", "anonymous"):
        assert windows[name].waits(lambda name=name: windows[name].closed == 4404), name
    for name in ("player", "spectator"):
        windows[name].catches_up()
        assert windows[name].closed is None
        windows[name].closes()


@pytest.mark.django_db
def test_a_closed_room_plays_no_more():
    ann = scene("closed")["host"]
    for action in ("start", "host/rematch"):
        answer = ann.posts(action)
        assert answer.status_code == 422
        assert Match.objects.filter(room=room_of(ann)).count() == 1
    assert "closed" in sentence_of(ann.posts("start"))


@pytest.mark.django_db
def test_a_seat_gives_no_commands_for_another():
    people = scene("running")
    answer = people["player"].gives({"type": "choose", "card": "0:5"})
    assert answer.status_code == 422
    assert not Move.objects.exists()
    stranger = people["stranger"]
    own = Room.objects.exclude(code=stranger.code).get(host=stranger.person)
    stranger.code = own.code
    stranger.posts("host/bot", seat="1")
    stranger.posts("start")
    answer = people["player"].client.post(f"/r/{own.code}/command/", {"command": '{"type":"choose","card":"1:5"}'})
    assert answer.status_code == 403
    assert not Move.objects.exists()
    assert Seat.objects.filter(room=own).count() == 2
