"""From nothing to a running site, and what it says when something is in the way."""

import os
import resource
import signal
import sqlite3
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.system.site import Site, manage
from tests.system.wire import Wire

KEY = "k" * 60


@pytest.fixture
def sites():
    running = []

    def run(*words, **facts):
        running.append(Site(*words, **facts))
        return running[-1]

    yield run
    for site in running:
        site.stop(signal.SIGKILL)


def test_one_command_serves_a_site_with_its_static_files(sites, tmp_path):
    site = sites(tmp_path / "data")
    assert site.is_up(), site.output
    assert f"http://127.0.0.1:{site.port}/" in site.output
    assert "Standoff" in site.get("/")[1]
    assert site.get("/static/css/tokens.css")[0] == 200
    assert site.get("/static/django_htmx/htmx-4.min.js")[0] == 200
    assert (tmp_path / "data" / "standoff.sqlite3").is_file()
    assert (tmp_path / "data" / "secret-key").stat().st_mode & 0o777 == 0o600


def test_it_takes_as_many_sockets_as_the_system_lets_it(sites, tmp_path):
    """Shells and service managers often begin with far fewer than are allowed."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (256, hard))
    try:
        site = sites(tmp_path / "data")
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert site.is_up(), site.output
    assert resource.prlimit(site.process.pid, resource.RLIMIT_NOFILE) == (hard, hard)


def test_one_process_keeps_to_one_core_unless_told_otherwise(sites, tmp_path):
    alone = sites(tmp_path / "alone")
    free = sites(tmp_path / "free", STANDOFF_ONE_CORE="false")
    for site, cores in ((alone, 1), (free, len(os.sched_getaffinity(0)))):
        assert site.is_up(), site.output
        threads = Path(f"/proc/{site.process.pid}/task").iterdir()
        assert {len(os.sched_getaffinity(int(thread.name))) for thread in threads} == {cores}


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_stops_cleanly_on_a_signal_and_starts_again(sites, tmp_path, number):
    site = sites(tmp_path / "data")
    assert site.is_up(), site.output
    assert site.stop(number) == 0
    assert "Traceback" not in site.output
    again = sites(tmp_path / "data", port=site.port)
    assert again.is_up(), again.output


def test_a_first_administrator_is_made_once(sites, tmp_path):
    first = sites(tmp_path / "data", "--admin", "boss")
    assert first.is_up(), first.output
    assert "Administrator boss made, password " in first.output
    first.stop()
    again = sites(tmp_path / "data", "--admin", "boss")
    assert again.is_up(), again.output
    assert "password stays as it is" in again.output


def test_a_taken_port_is_said_in_a_sentence(sites, tmp_path):
    site = sites(tmp_path / "data")
    assert site.is_up(), site.output
    second = manage("play", "--port", str(site.port), "--data", str(tmp_path / "other"))
    assert second.returncode == 1
    assert f"Port {site.port} on 127.0.0.1 cannot be used" in second.stderr
    assert "Traceback" not in second.stderr


def test_a_folder_that_cannot_be_written_is_said_in_a_sentence(tmp_path):
    (tmp_path / "file").write_text("")
    refused = manage("play", "--data", str(tmp_path / "file" / "data"))
    assert refused.returncode == 1
    assert "cannot be written" in refused.stderr
    assert "Traceback" not in refused.stderr


@pytest.mark.parametrize("port", ["0x1", "99999", "-1"])
def test_a_port_that_is_none_is_said_in_a_sentence(tmp_path, port):
    refused = manage("play", "--port", port, "--data", str(tmp_path / "data"))
    assert refused.returncode != 0
    assert "Traceback" not in refused.stderr


def test_a_second_process_on_the_same_folder_is_refused(sites, tmp_path):
    site = sites(tmp_path / "data")
    assert site.is_up(), site.output
    second = sites(tmp_path / "data")
    assert not second.is_up()
    assert "Several need REDIS_URL" in second.output


def test_added_time_and_a_pause_survive_a_crash(sites, tmp_path):
    site = sites(tmp_path / "data")
    assert site.is_up(), site.output
    ann, bob = Wire(site, "Ann"), Wire(site, "Bob")
    code = ann.opens(clock="60")
    bob.joins(code)
    ann.posts("start")
    began = datetime.fromisoformat(ann.sees()["deadline"])
    assert ann.posts("host/add-time", seconds="90") == 302
    assert ann.posts("host/pause") == 302
    before = [who.sees() for who in (ann, bob)]
    site.stop(signal.SIGKILL)
    again = sites(tmp_path / "data", port=site.port)
    assert again.is_up(60), again.output
    assert [who.sees() for who in (ann, bob)] == before
    assert (datetime.fromisoformat(before[0]["deadline"]) - began).total_seconds() == 90
    assert before[1]["paused"]
    assert ann.posts("host/resume") == 302
    left = datetime.fromisoformat(bob.sees()["deadline"]) - datetime.now(UTC)
    assert 130 < left.total_seconds() <= 150


def test_the_database_is_in_wal_mode(sites, tmp_path):
    site = sites(tmp_path / "data")
    assert site.is_up(), site.output
    with sqlite3.connect(tmp_path / "data" / "standoff.sqlite3") as database:
        assert database.execute("PRAGMA journal_mode").fetchone() == ("wal",)


@pytest.mark.parametrize(
    ("variables", "words"),
    [
        ({"STANDOFF_DEBUG": "true"}, "STANDOFF_DEBUG cannot be on"),
        ({"STANDOFF_SECRET_KEY": "short"}, "STANDOFF_SECRET_KEY"),
        ({"STANDOFF_SECRET_KEY": ""}, "STANDOFF_SECRET_KEY"),
        ({"STANDOFF_HOSTS": "*"}, "wildcards are refused"),
        ({"STANDOFF_HOSTS": ".example.org"}, "wildcards are refused"),
        ({"STANDOFF_HOSTS": ""}, "STANDOFF_HOSTS"),
        ({"STANDOFF_PROCESSES": "3"}, "no REDIS_URL"),
        ({"STANDOFF_ENV": "staging"}, "development or production"),
    ],
)
def test_production_refuses_what_is_not_safe(tmp_path, variables, words):
    good = {
        "STANDOFF_ENV": "production", "STANDOFF_SECRET_KEY": KEY, "STANDOFF_HOSTS": "play.example.org",
        "STANDOFF_DATA": str(tmp_path),
    }  # fmt: skip
    assert manage("check", **good).returncode == 0
    refused = manage("check", **good | variables)
    assert refused.returncode != 0
    assert words in refused.stderr


def test_the_deployment_check_is_clean_in_production(tmp_path):
    checked = manage(
        "check", "--deploy", "--fail-level", "WARNING", STANDOFF_ENV="production",
        STANDOFF_SECRET_KEY=KEY[:30] + "abcdefgh" * 4, STANDOFF_HOSTS="play.example.org", STANDOFF_DATA=str(tmp_path),
    )  # fmt: skip
    assert checked.returncode == 0, checked.stderr


def test_the_default_folder_is_outside_the_project(tmp_path):
    shown = manage("diffsettings", HOME=str(tmp_path), XDG_DATA_HOME="")
    assert f"'{tmp_path}{os.sep}.local" in shown.stdout or str(tmp_path) in shown.stdout
