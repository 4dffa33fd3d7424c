"""Bad input without end: commands of every game, every field of every form, addresses and records, by HTTP.

Whatever is sent: a status that the protocol knows, no exception anywhere, and on a refusal a sentence and nothing
changed. What is accepted is what the engine itself takes. Commands are made from those that are listed, and then bent.

A few hundred examples a test by default. `STANDOFF_FUZZ_EXAMPLES=10000 pytest tests/web/test_fuzz.py` runs as many of
each (some ten minutes a game).
"""

import copy
import io
import json
import logging
import os
import random
from contextlib import contextmanager
from datetime import timedelta
from urllib.parse import quote, quote_from_bytes

import pytest
from django.apps import apps
from django.db import connection, transaction
from django.utils import timezone
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from games import engine, forms, limits, matches, names, records, rooms, urls, views
from games.models import Match, Presence, Room, Seat
from games.pages import account_forms
from tests.drive import Player, room_of, table
from tests.web.test_permissions import ADDRESSES, sentence_of

pytestmark = pytest.mark.django_db

EXAMPLES = int(os.environ.get("STANDOFF_FUZZ_EXAMPLES", "150"))

fuzz = settings(
    max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck), print_blob=True, database=None
)

SLUGS = [game.slug for game in engine.all()]
SEATS = {"standoff": 3, "embers": 4, "seven_rounds": 4, "showdown": 2, "twenty_seven": 3}
DEPTHS = (0, 4, 15, 40)
"""How many moves have been made at the tables that commands are given to."""

SCRIPT = "<script>alert(1)</script>"

TEXTS = [
    "", " ", "0", "-1", "1.0", "true", "null", "NaN", "1e999", "٣", "99999999", "9" * 400, "9" * 5000, "\x00", "a\x00b",
    "\ud800", "\udfff", "\u202e0:5", "\u2066x\u2069", "\u200b", "\ufeff", "\u0301" * 60, "ﷺ" * 30, "\U000e0001",
    "字" * 21, "a" * 20, "a" * 21, "x" * 3000, SCRIPT, "'\"><img src=x onerror=alert(1)>", "{{ 7|add:7 }}",
    "{% load i18n %}", "{type}", "{0.__class__}", "%s%n%(x)s", "${7*7}", "../../etc/passwd", "' OR 1=1 --",
    "javascript:alert(1)", "//evil.example", "\r\nSet-Cookie: a=b", "\\u0000", "\\", "=", "&a=b", "#",
]  # fmt: skip

DEEP = [json.loads("[" * depth + "]" * depth) for depth in (15, 25, 300)]
VALUES = [
    None, True, False, 0, 1, -1, 2, 7, 2**31, 2**63, -(2**64), 10**400, 0.0, 1.0, 1.5, 1e308, float("nan"),
    float("inf"), [], {}, [[]], [None], {"type": "pass"}, {"": ""}, *DEEP, *TEXTS,
]  # fmt: skip

RAW = [
    "", "null", "true", "7", '"pass"', "[]", "[{}]", "{}", "{", '{"type"', "\x00", "\ufeff{}", "{'type':'pass'}",
    "[" * 30_000, "[" * 5000 + "]" * 5000, '{"a":' * 5000, "1" + "0" * 5000, '{"type":"pass","type":"pass"}',
    '{"type":"\\ud800"}', '{"type":"\\u0000"}', '{"type":"pass"}garbage', "NaN", "-Infinity", "1e999", "x" * 2**20,
    '{"__class__":"x"}', '{"type":{"$gt":""}}',
]  # fmt: skip

OTHERWISE = [str, bool, lambda n: float(n) if abs(n) < 2**53 else 1e300, lambda n: -n, lambda n: [n]]
"""What a whole number may be sent as instead."""

words = st.sampled_from(TEXTS) | st.text(max_size=30)
values = st.sampled_from(VALUES) | st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(st.text(max_size=5), inside, max_size=3),
    max_leaves=6,
)

ENCODINGS = ("urlencoded",) * 8 + (
    "utf-8", "utf-16", "unicode_escape", "utf-7", "rot13", "hex", "idna", "nonsense", "crowded", "cut", "json",
)  # fmt: skip
"""How a form travels: as browsers send it, or in parts whose encoding is said to be this, or as no browser would."""


# What is sent, and what must hold ------------------------------------------------------------------------------------


def encoded(fields, encoding):
    """A form's body and content type. Lone surrogates travel as the bytes that they would be."""
    pairs = [tuple(str(part).encode("utf-8", "surrogatepass") for part in pair) for pair in fields]
    if encoding == "urlencoded":
        body = b"&".join(f"{quote_from_bytes(name)}={quote_from_bytes(text)}".encode() for name, text in pairs)
        return body, "application/x-www-form-urlencoded"
    if encoding == "json":
        return json.dumps(dict(fields), ensure_ascii=True).encode(), "application/json"
    if encoding == "crowded":
        pairs += [(b"more", b"")] * 200
    if encoding == "cut":
        return b'--edge\r\nContent-Disposition: form-data; name="command', "multipart/form-data; boundary=edge"
    parts = [b'--edge\r\nContent-Disposition: form-data; name="%s"\r\n\r\n%s\r\n' % pair for pair in pairs]
    return b"".join(parts) + b"--edge--\r\n", f"multipart/form-data; boundary=edge; charset={encoding}"


class Ear(logging.Handler):
    """Hears every error, and every exception, that anything logs."""

    def __init__(self):
        super().__init__(logging.DEBUG)
        self.heard = []

    def emit(self, record):
        if record.name.startswith("django.security"):
            return  # too large, too many fields: Django's own refusals, which are logged in a line
        if record.levelno >= logging.ERROR or record.exc_info:
            self.heard.append(self.format(record))


@pytest.fixture
def ear():
    ear = Ear()
    logging.getLogger().addHandler(ear)
    yield ear
    logging.getLogger().removeHandler(ear)


def standing():
    """All that a request could change of what the games keep, as it lies in the database."""
    found = []
    with connection.cursor() as cursor:
        for model in apps.get_app_config("games").get_models():
            cursor.execute(f"SELECT * FROM {model._meta.db_table} ORDER BY {model._meta.pk.column}")
            found.append(cursor.fetchall())
    return found


def versions():
    """The version of every match."""
    return dict(Match.objects.values_list("pk", "version"))


def post(client, address, fields, encoding="urlencoded", live=False):
    """Send a form as a browser does, with its token, where tokens are checked."""
    body, kind = encoded(fields, encoding)
    headers = {"X-CSRFToken": client.cookies["csrftoken"].value} | ({"HX-Request": "true"} if live else {})
    return client.generic("POST", address, body, content_type=kind, headers=headers)


def as_served(*clients):
    """Let these browsers meet the site as it is served: tokens are checked, and an exception is an answer."""
    for client in clients:
        client.get("/")
        client.handler.enforce_csrf_checks = True
        client.raise_request_exception = False


def nobody_goes():
    """Let no lease run out while the test lasts."""
    Presence.objects.update(until=timezone.now() + timedelta(hours=9))


@contextmanager
def apart():
    """One example: what it does is undone, and its tries are not counted with others'."""
    limits.forget()
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@contextmanager
def same_session(who):
    """What signs a browser out or in, or deletes its person, has not done so afterwards."""
    cookies = copy.deepcopy(who.client.cookies)
    yield
    who.client.cookies = cookies


def check_answer(answer, allowed, ear):
    assert not ear.heard, ear.heard[0]
    assert answer.status_code in allowed, (answer.status_code, answer.content[:300])
    assert SCRIPT not in answer.content.decode()
    if answer.status_code >= 400:
        assert len(sentence_of(answer)) > 10, answer.content[:300]


def seated(slug, start=True, **options):
    """Players at a new table, with a spectator and a stranger."""
    options = {"host": "false"} | options if slug == "seven_rounds" else options
    people = table(SEATS[slug], slug, start=start, **options)
    gus, zed = Player("Gus"), Player("Zed")
    if start:
        gus.joins(people[0].code)
    gus.code = zed.code = people[0].code
    as_served(*(who.client for who in (*people, gus, zed)))
    return [*people, gus, zed]


# Commands ------------------------------------------------------------------------------------------------------------


class Moment:
    """A table after so many moves: who is there, and what each seat could do."""

    def __init__(self, slug, depth):
        self.people = seated(slug)
        self.game = engine.get(slug)
        rng = random.Random(f"{slug} {depth}")
        match = Match.objects.get(room=room_of(self.people[0]))
        for _ in range(depth):
            state = self.game.load(match.state)
            acting = self.game.view(state, None)["to_act"]
            if not acting:
                break
            actor = rng.choice(acting)
            command = self.game.sample(state, actor, engine.Chance(rng.random()))
            match = matches.play(match.pk, actor, command, cause="player", now=timezone.now())
        self.match = Match.objects.select_related("room").get(pk=match.pk)
        state = self.game.load(self.match.state)
        self.listed = [
            self.game.sample(state, actor, engine.Chance(rng.random()))
            for actor in self.game.view(state, None)["to_act"]
            for _ in range(20)
        ] + list(self.match.moves.values_list("command", flat=True))

    def ended(self):
        matches.end(self.match.pk, cause="host", now=timezone.now())
        self.match.refresh_from_db()
        return self


def moments(slug):
    found = [Moment(slug, depth) for depth in DEPTHS] + [Moment(slug, 4).ended()]
    nobody_goes()
    return found


@st.composite
def bent(draw, listed, shapes):
    """The text of a command: one that is listed, bent in some places; or one of a known type with any values."""
    if draw(st.integers(0, 9)) == 0:
        return draw(st.sampled_from(RAW) | st.text(max_size=40))
    if draw(st.booleans()):
        command = dict(draw(st.sampled_from(listed)))
    else:
        kind = draw(st.sampled_from(sorted(shapes)))
        fields = [*shapes[kind].required, *shapes[kind].optional]
        command = {"type": kind} | {field: draw(values) for field in fields if draw(st.integers(0, 3))}
    for _ in range(draw(st.integers(0, 3))):
        field = draw(st.sampled_from(sorted(command) or ["type"]) | st.text(max_size=5))
        how = draw(st.integers(0, 5))
        if how == 0:
            command.pop(field, None)
        elif how == 1:
            other = draw(st.sampled_from(listed))
            command[field] = other.get(field, draw(values))
        elif how == 2 and isinstance(command.get(field), list):
            items = list(command[field])
            items.insert(draw(st.integers(0, len(items))), draw(values | st.sampled_from([*items, None])))
            command[field] = items
        elif how == 3 and isinstance(command.get(field), str):
            command[field] += draw(words)
        elif how == 4 and type(command.get(field)) is int:
            command[field] = draw(st.sampled_from(OTHERWISE))(command[field])
        else:
            command[field] = draw(values)
    return json.dumps(command)


def takes(moment, actor, value):
    """Whether the engine takes this command of this actor at this moment."""
    if moment.match.ended_at is not None:
        return False
    world = engine.World(
        matches.match_time(moment.match, timezone.now()), matches.chance_of(moment.match, moment.match.version + 1)
    )
    try:
        moment.game.apply(moment.game.load(moment.match.state), actor, value, world)
    except engine.IllegalCommand:
        return False
    return True


@pytest.mark.parametrize("slug", SLUGS)
def test_a_command_that_is_not_legal_gets_a_sentence_and_changes_nothing(slug, ear):
    at = moments(slug)
    before, old = standing(), versions()
    shapes = engine.get(slug).shapes

    @fuzz
    @given(st.data())
    def run(data):
        moment = data.draw(st.sampled_from(at), label="moment")
        seat = data.draw(st.integers(0, len(moment.people) - 1), label="who")
        who = moment.people[seat]
        text = data.draw(bent(moment.listed or [{"type": "pass"}], shapes), label="command")
        now = moment.match.version
        numbers = st.sampled_from([now, now, now, now, max(0, now - 1), now - 1, 0, now + 1, 10**9]) | words
        version = data.draw(numbers, label="version")
        elsewhere = data.draw(st.integers(0, 9)) == 0
        room = data.draw(st.sampled_from(at)).match.room if elsewhere else moment.match.room
        with apart():
            address = f"/r/{room.code}/command/"
            fields = [("command", text), ("version", version)]
            encoding, live = data.draw(st.sampled_from(ENCODINGS)), data.draw(st.booleans())
            answer = post(who.client, address, fields, encoding, live)
            check_answer(answer, {200, 302, 400, 403, 409, 413, 422}, ear)
            after, reached = standing(), versions()
        if answer.status_code >= 400:
            assert after == before
            return
        assert room == moment.match.room
        value = json.loads(text)
        if after == before:
            given = moment.match.moves.filter(actor=str(seat), decided_on=int(version))
            assert value in given.values_list("command", flat=True)  # the same once more
        else:
            assert takes(moment, seat, value) or takes(moment, "host", value)
            assert reached == old | {moment.match.pk: moment.match.version + 1}

    run()


@pytest.mark.parametrize("slug", SLUGS)
def test_a_listed_command_is_taken_as_it_stands(slug, ear):
    """So that the test above does not pass because everything is refused."""
    for moment in moments(slug)[:-1]:
        state = moment.game.load(moment.match.state)
        for seat in moment.game.view(state, None)["to_act"]:
            if seat == "host":
                continue
            command = moment.game.sample(state, seat, engine.Chance("listed"))
            with apart():
                fields = [("command", json.dumps(command)), ("version", moment.match.version)]
                answer = post(moment.people[seat].client, f"/r/{moment.match.room.code}/command/", fields)
                check_answer(answer, {302}, ear)


# Forms ---------------------------------------------------------------------------------------------------------------

DRAFT = ("draft", "plan", "open", "do", "hex", "card", "pick", "power", "target", "slot", "offer", "auto-pass")
HOST = {
    "kick": ("seat", "spectator"), "transfer": ("seat",), "bot": ("seat", "level"), "add-time": ("seconds",),
    "skip": ("version",), "options": ("clock", "at_zero", "visibility", "best_of"),
}  # fmt: skip
FIELDS = {
    "join_by_code": ("code",),
    "new": ("name", "bots", "clock", "at_zero", "visibility", "best_of"),
    "practise": (),
    "join": ("name",),
    "leave": (),
    "start": (),
    "command": ("command", "version"),
    "plan": ("plan", "version"),
    "draft": DRAFT,
    "say": ("text", "phrase"),
    "mute": ("message", "presence"),
    "unmute": ("mute",),
    "report": ("message", "presence", "reason", "words", "mute"),
    "warning_seen": ("warning", "next"),
    "bring_record": ("record",),
    "sign_up": ("username", "password1", "password2", "email", "next"),
    "sign_in": ("username", "password", "next"),
    "sign_out": (),
    "account_name": ("name",),
    "account_email": ("email", "password"),
    "account_password": ("old_password", "new_password1", "new_password2"),
    "account_reset": ("email",),
    "account_delete": ("password", "sure"),
    "queue": (),
    "leave_queue": (),
} | {f"host/{action}": HOST.get(action, ()) for action in (*views.IN_MATCH, *views.IN_ROOM)}
"""The forms that every game has, by route, with their fields; `new` and `host/options` have those of the game too."""

LOOKED_AT = {
    "home", "rules", "table", "view_json", "screen", "replay", "record", "brought_record", "healthz", "metrics",
    "account", "reset_sent", "new_password", "account_export", "open_tables", "ranked", "ladder", "waiting",
}  # fmt: skip
"""Routes that take no form."""

GOOD = {
    "name": ["Ann", "小美"], "bots": ["0", "1", "2"], "clock": ["0", "30"], "at_zero": ["host", "auto"],
    "visibility": ["private", "public"], "best_of": ["1", "3", "5"], "seat": ["0", "1", "2", "3", "5"],
    "level": ["easy", "normal", "hard"],
    "seconds": ["1", "30", "3600", "3601", "0"], "version": ["0", "1"], "plan": ["1f,2f", "1f:ahead_left,2f:ahead,3f"],
    "draft": ["1f", "1f,2f,3f"], "open": ["1f", "2b"],
    "do": ["lay 1f", "take 0", "open 1f", "hex 1f", "lay", "take 99"],
    "hex": ["A1", "C3"], "command": ['{"type":"pass"}'], "code": ["AAAAAA"], "record": ["{}"],
    "text": ["Good game", "你好"], "phrase": ["hello", "again"], "message": ["1", "2"], "presence": ["1", "2", "3"],
    "spectator": ["1", "2"], "mute": ["1", "yes"], "reason": ["spam", "abuse"], "words": ["Look"], "warning": ["1"],
    "username": ["calamity", "小美"], "email": ["doc@example.org"], "next": ["/rules/embers/", "//evil.example"],
    "password": ["seven bullets"], "password1": ["seven bullets"], "password2": ["seven bullets"], "sure": ["on"],
}  # fmt: skip


def test_every_form_is_tried():
    wanted = {pattern.name for pattern in urls.urlpatterns if pattern.name != "host"}
    actions = {f"host/{action}" for action in (*views.IN_MATCH, *views.IN_ROOM)}
    assert set(FIELDS) | LOOKED_AT == wanted | actions
    assert not set(FIELDS) & LOOKED_AT


def test_every_field_of_every_form_is_tried():
    """As far as a form class lists them. What a view reads by itself stands in FIELDS alone."""
    for slug in SLUGS:
        own = {option.key for option in engine.get(slug).options}
        assert set(forms.NewRoomForm(slug).fields) - own <= set(FIELDS["new"])
        assert set(forms.OptionsForm(slug).fields) - own <= set(FIELDS["host/options"])
    for route, form in {
        "sign_up": account_forms.SignUpForm, "sign_in": account_forms.SignInForm,
        "account_name": account_forms.NameForm, "account_email": account_forms.EmailForm,
        "account_password": account_forms.PasswordForm, "account_reset": account_forms.ResetForm,
    }.items():  # fmt: skip
        assert set(form.base_fields) <= set(FIELDS[route]), route
    for form in (account_forms.OwnPasswordForm, account_forms.SureForm):
        assert set(form.base_fields) <= set(FIELDS["account_delete"])


@st.composite
def filled(draw, route, slug):
    """The fields of a form: some good, some bad, some missing, some twice, some of another form."""
    fields = list(FIELDS[route])
    good = dict(GOOD)
    if route in ("new", "host/options"):
        for option in engine.get(slug).options:
            fields.append(option.key)
            good[option.key] = [str(value).lower() for value in (option.allowed[0], option.allowed[-1], option.default)]
    if fields and draw(st.integers(0, 4)) == 0:
        fields.append(draw(st.sampled_from(fields) | st.text(max_size=6)))
    found = []
    for field in fields:
        bad = draw(st.integers(0, 2)) == 0
        if draw(st.integers(0, 9)):
            found.append((field, draw(words if bad or field not in good else st.sampled_from(good[field]))))
    return found


def check_sane():
    """Whatever was accepted, rooms and people are such as the engine and the forms know them."""
    for room in Room.objects.all():
        game = engine.get(room.game)
        assert game.clean_options(room.options) == room.options
        assert room.clock in forms.CLOCKS
        assert room.at_zero in Room.AtZero.values
        assert room.visibility in Room.Visibility.values
        seats = list(room.seats.values_list("number", "name", "bot"))
        assert [number for number, _name, _bot in seats] == list(range(len(seats)))
        assert len(seats) <= game.max_seats
        called = [name for _number, name, _bot in seats]
        assert len({names.fold(name) for name in called}) == len(called)
        for name in [*called, *room.presences.values_list("name", flat=True)]:
            assert names.clean(name) == name
        assert all(bot in Seat.Bot.values for _number, _name, bot in seats)
        assert room.matches.filter(ended_at=None).count() <= 1


def test_any_field_of_any_form_gets_a_sentence_or_does_what_it_says(ear):
    at = [(slug, seated(slug, start=start)) for slug in SLUGS for start in (False, True)]
    rooms.close(room_of(at[0][1][0]), timezone.now())
    nobody_goes()
    before = standing()

    @settings(fuzz, max_examples=2 * EXAMPLES)
    @given(st.data())
    def run(data):
        slug, people = data.draw(st.sampled_from(at), label="table")
        who = data.draw(st.sampled_from([people[0], *people]), label="who")
        route = data.draw(st.sampled_from(sorted(FIELDS)), label="route")
        fields = data.draw(filled(route, slug), label="fields")
        address = {"new": f"/new/{slug}/", "practise": f"/practise/{slug}/"}.get(
            route, ADDRESSES.get(route, f"/r/{who.code}/{route}/")
        )
        with apart(), same_session(who):
            encoding, live = data.draw(st.sampled_from(ENCODINGS)), data.draw(st.booleans())
            answer = post(who.client, address, fields, encoding, live)
            check_answer(answer, {200, 204, 302, 400, 403, 404, 409, 422}, ear)
            if answer.status_code >= 400 or route == "draft":
                assert standing() == before
            else:
                check_sane()

    run()


def test_any_language_and_any_next_address_is_taken_or_left(ear, client):
    as_served(client)

    @settings(fuzz, max_examples=min(EXAMPLES, 1000))
    @given(language=words, address=words, encoding=st.sampled_from(ENCODINGS))
    def run(language, address, encoding):
        answer = post(client, "/i18n/setlang/", [("language", language), ("next", address)], encoding)
        check_answer(answer, {204, 302, 400}, ear)
        assert "evil.example" not in answer.headers.get("Location", "")
        assert client.get("/").status_code == 200

    run()


# Addresses -----------------------------------------------------------------------------------------------------------


def test_any_address_is_answered(ear):
    people = seated("standoff")
    ann = people[0]
    matches.end(Match.objects.get().pk, cause="host", now=timezone.now())
    nobody_goes()
    before = standing()
    patterns = (
        "/r/{0}/", "/r/{0}/view.json", "/r/{0}/screen/", "/r/{0}/replay/1/", "/r/CODE/replay/{0}/", "/r/CODE/{0}/",
        "/new/{0}/", "/rules/{0}/", "/{0}", "/r/CODE/replay/1/?step={0}", "/r/CODE/replay/1/?as={0}",
        "/r/CODE/replay/1.json?{0}", "/r/CODE/?{0}", "/?q={0}", "/replay/{0}/", "/admin/{0}/", "/admin/login/?next={0}",
    )  # fmt: skip

    @fuzz
    @given(pattern=st.sampled_from(patterns), text=words | st.integers().map(str), who=st.sampled_from(people))
    def run(pattern, text, who):
        written = quote(text.encode("utf-8", "surrogatepass"), safe="/?&=#%:'\"" if len(text) % 2 else "")
        address = pattern.format(written).replace("CODE", ann.code)
        assume(not address.startswith("//"))
        with apart():
            answer = who.client.get(address)
            assert not ear.heard, ear.heard[0]
            assert answer.status_code in (200, 301, 302, 400, 403, 404, 405, 422), (address, answer.status_code)
            if answer.status_code in (301, 302):
                assert answer["Location"].startswith(("/", "http://testserver/"))
                assert not answer["Location"].startswith("//")
            assert SCRIPT not in answer.content.decode()
            assert standing() == before

    run()


# Records -------------------------------------------------------------------------------------------------------------


def places(value, path=()):
    """Every place in a JSON value."""
    yield path
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in inside:
        yield from places(one, (*path, key))


@pytest.mark.parametrize("slug", SLUGS)
def test_a_record_that_was_tampered_with_is_refused(slug, ear):
    moment = Moment(slug, 12).ended()
    client = moment.people[0].client
    token = {"X-CSRFToken": client.cookies["csrftoken"].value}
    true = records.write(records.of(moment.match))
    spots = list(places(true))

    @settings(fuzz, max_examples=max(10, EXAMPLES // 5))
    @given(st.data())
    def run(data):
        story = json.loads(json.dumps(true))
        *path, last = data.draw(st.sampled_from(spots[1:]), label="place")
        inside = story
        for key in path:
            inside = inside[key]
        if data.draw(st.booleans()):
            del inside[last]
        else:
            inside[last] = data.draw(values, label="value")
        assume(not records.alike(json.loads(json.dumps(story)), true))
        with apart():
            file = io.BytesIO(json.dumps(story).encode())
            file.name = "record.json"
            answer = client.post("/replay/", {"record": file}, headers=token)
            check_answer(answer, {422}, ear)

    run()
