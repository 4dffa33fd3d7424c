"""What operators rely on: health, metrics, logs, the doctor, backup and restore, pruning."""

import gzip
import io
import json
import logging
import sqlite3
from datetime import timedelta

import pytest
from channels.layers import channel_layers
from django.core.management import CommandError, call_command
from django.utils import timezone
from pythonjsonlogger.json import JsonFormatter

from games import matches, rooms
from games.models import Match, Person, Presence, Room
from standoff.logs import MaskCodes
from tests.drive import table
from tests.factories import PersonFactory, choose, make_match, make_room
from tests.system.site import Site, manage

pytestmark = pytest.mark.django_db


def run(*words, **facts):
    out = io.StringIO()
    call_command(*words, stdout=out, **facts)
    return out.getvalue()


def test_health_names_what_does_not_answer(client, settings):
    settings.CHANNEL_LAYERS = {
        "default": {"BACKEND": "channels_redis.core.RedisChannelLayer", "CONFIG": {"hosts": ["redis://127.0.0.1:1/0"]}}
    }
    channel_layers.backends.clear()
    try:
        answer = client.get("/healthz/")
    finally:
        channel_layers.backends.clear()
    assert answer.status_code == 503
    assert answer.content.decode() == "the channel layer does not answer"


def test_metrics_count_what_happens(client):
    def counted(name):
        lines = client.get("/metrics").content.decode().splitlines()
        return sum(float(line.split()[-1]) for line in lines if line.startswith(name))

    before = counted('standoff_commands_total{cause="player",game="standoff"}')
    choose(make_match(), 0, 5)
    assert counted('standoff_commands_total{cause="player",game="standoff"}') == before + 1
    assert counted("standoff_matches_running") == 1
    assert counted("standoff_rooms") == 1
    assert counted("standoff_command_seconds_count") > 0


def test_metrics_are_for_this_machine_or_for_the_token(client, settings):
    assert client.get("/metrics", REMOTE_ADDR="192.0.2.7").status_code == 403
    settings.METRICS_TOKEN = "letmein"
    assert client.get("/metrics").status_code == 403
    assert client.get("/metrics", headers={"Authorization": "Bearer letmein"}).status_code == 200


def test_logs_are_json_with_match_and_version_and_no_code():
    record = logging.LogRecord("games", logging.ERROR, "", 0, "Not Found: %s", ("/r/ABC234/view.json",), None)
    record.match, record.version = 7, 12
    MaskCodes().filter(record)
    told = json.loads(JsonFormatter("{levelname}{message}", style="{").format(record))
    assert told == {"levelname": "ERROR", "message": "Not Found: /r/…/view.json", "match": 7, "version": 12}


@pytest.mark.django_db(transaction=True)
def test_no_code_name_or_card_is_logged_while_people_play(caplog):
    caplog.set_level(logging.DEBUG, logger="games")
    ann, bob = table(2)
    ann.gives({"type": "choose", "card": "0:5"})
    bob.gives({"type": "choose", "card": "9:9"})
    ann.posts("host/skip")
    ann.client.get("/r/AAAAAA/")
    for record in caplog.records:
        MaskCodes().filter(record)
        for secret in (ann.code, "0:5", "Ann", ann.client.session.session_key):
            assert secret not in record.getMessage()


def test_the_doctor_finds_a_well_site_well(tmp_path, settings):
    settings.DATA_DIR = tmp_path
    make_match()
    told = run("doctor")
    assert "FAIL" not in told
    for what in ("database", "channel layer", "clock", "rooms", "disk"):
        assert f"ok    {what}:" in told


def test_the_doctor_says_who_is_overdue_and_what_to_do():
    match = make_match(clock=10, at_zero="auto", now=timezone.now() - timedelta(minutes=1))
    out = io.StringIO()
    with pytest.raises(CommandError):
        call_command("doctor", stdout=out)
    assert f"match {match.pk} is overdue" in out.getvalue()
    assert "manage.py clock" in out.getvalue()


def test_the_doctor_finds_a_match_that_cannot_go_on():
    match = make_match()
    Match.objects.filter(pk=match.pk).update(state={"broken": True})
    out = io.StringIO()
    with pytest.raises(CommandError):
        call_command("doctor", stdout=out)
    assert "end it in the admin" in out.getvalue()


def test_pruning_forgets_old_rooms_and_idle_guests_only():
    now = timezone.now()
    old, fresh = make_room(seats=2), make_room(seats=2)
    long_ago = now - timedelta(days=60)
    Room.objects.filter(pk=old.pk).update(created_at=long_ago)
    Presence.objects.filter(room=old).update(until=long_ago)
    Person.objects.update(created_at=long_ago)
    recent = PersonFactory(name="Zoe")
    assert "1 rooms and 2 guests would go" in run("prune", "--dry-run")
    assert Room.objects.count() == 2
    assert "1 rooms and 2 guests gone" in run("prune")
    assert list(Room.objects.all()) == [fresh]
    assert set(Person.objects.all()) == {*Person.objects.filter(presences__room=fresh), recent}


def test_a_backup_is_not_written_over_and_not_readable_by_others(tmp_path):
    make_match()
    file = tmp_path / "all.json.gz"
    run("backup", str(file))
    assert file.stat().st_mode & 0o777 == 0o600
    with pytest.raises(CommandError, match="exists already"):
        run("backup", str(file))


PACKED = [gzip.compress(text, mtime=0) for text in (b"{}", b"[]", b"no")]


@pytest.mark.parametrize("content", [b"", b"{}", *PACKED])
def test_what_is_no_backup_is_refused(tmp_path, content):
    file = tmp_path / "all.json.gz"
    file.write_bytes(content)
    with pytest.raises(CommandError, match="is no backup"):
        run("restore", str(file))


def test_a_restore_needs_an_empty_place(tmp_path, settings):
    settings.DATA_DIR, settings.KEY_FILE = tmp_path, tmp_path / "secret-key"
    make_match()
    run("backup", str(tmp_path / "all.json.gz"))
    with pytest.raises(CommandError, match="not empty"):
        run("restore", str(tmp_path / "all.json.gz"))


@pytest.mark.django_db(transaction=True)
def test_a_running_match_goes_on_in_the_place_it_was_restored_to(tmp_path):
    """Back up here, restore into a new folder in processes of its own, and play on there with the same session."""
    ann, bob = table(2, lives="1")
    ann.gives({"type": "choose", "card": "0:5"})
    run("backup", str(tmp_path / "all.json.gz"))
    data = tmp_path / "new"
    restored = manage("restore", str(tmp_path / "all.json.gz"), STANDOFF_DATA=str(data))
    assert restored.returncode == 0, restored.stderr
    with sqlite3.connect(data / "standoff.sqlite3") as database:
        assert database.execute("SELECT count(*) FROM games_move").fetchone() == (1,)
    site = Site(data)
    try:
        assert site.is_up(), site.output
        status, text = site.get(f"/r/{ann.code}/view.json", cookie=f"sessionid={bob.client.cookies['sessionid'].value}")
        seen = json.loads(text)
        assert (status, seen["viewer"], seen["view"]["seats"][0]["submitted"]) == (200, 1, True)
    finally:
        site.stop()
    assert "equal" in manage("replay", ann.code, STANDOFF_DATA=str(data)).stdout


def test_a_closed_room_stays_closed_after_pruning_others():
    room = make_match().room
    rooms.close(room, timezone.now())
    run("prune")
    assert matches.to_act(room.matches.get())
