"""Fixtures: a file database that threads can share, the site in a thread, a browser."""

import asyncio
import os
import shutil
import socket
import threading

import hypothesis
import pytest

from tests.system.services import MISSING

# What decides whether a change lands draws the same examples each time; everywhere else new ones are tried.
hypothesis.settings.register_profile("ci", derandomize=True)
if os.environ.get("CI"):
    hypothesis.settings.load_profile("ci")

os.environ.setdefault(
    "DJANGO_ALLOW_ASYNC_UNSAFE", "true"
)  # playwright keeps an event loop running in the test's thread

CHROMIUM = next(
    (path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))), None
)


def pytest_collection_modifyitems(items):
    """Skip what this machine cannot run, and say why; where everything is required (CI), stop instead.

    Browser tests come last: from then on the site's thread holds this process's one hub, and playwright its own loop.
    """
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)
    wants = {"browser": [] if CHROMIUM else ["Chromium"], "services": MISSING}
    for mark, missing in wants.items():
        wanting = [item for item in items if missing and item.get_closest_marker(mark)]
        if wanting and os.environ.get("STANDOFF_REQUIRE_ALL"):
            raise pytest.UsageError(f"the tests marked {mark} need {' and '.join(missing)}, not on this machine")
        for item in wanting:
            item.add_marker(pytest.mark.skip(reason=f"no {' and no '.join(missing)} on this machine"))


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix, tmp_path_factory):
    """A SQLite test database is a file: threads share it as they do in play."""
    from django.conf import settings

    if settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"):
        name = str(tmp_path_factory.mktemp("database") / "test.sqlite3")
        settings.DATABASES["default"].setdefault("TEST", {})["NAME"] = name


@pytest.fixture(autouse=True)
def _fast_and_forgetful(settings):
    """Cheap password hashes, and no counts of wrong codes from one test in another."""
    from games import limits

    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    limits.forget()


class Site(threading.Thread):
    """The site, served by daphne in a thread of the test process."""

    def __init__(self, application):
        super().__init__(name="site", daemon=True)
        self.application = application
        self.up = threading.Event()
        self.fault = None
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"

    def run(self):
        try:
            asyncio.set_event_loop(asyncio.new_event_loop())
            from daphne.server import Server

            endpoint = f"tcp:port={self.port}:interface=127.0.0.1"
            Server(
                self.application, endpoints=[endpoint], signal_handlers=False, verbosity=0, ready_callable=self.up.set
            ).run()
        except BaseException as fault:
            self.fault = fault
            self.up.set()


@pytest.fixture(scope="session")
def _site():
    from django.contrib.staticfiles.handlers import ASGIStaticFilesHandler

    from standoff.asgi import application

    site = Site(ASGIStaticFilesHandler(application))
    site.start()
    assert site.up.wait(10)
    assert site.fault is None, site.fault
    return site


@pytest.fixture
def site(_site, transactional_db):
    """The running site, with its clock ticking for the length of the test."""
    from games import clock

    ticker = clock.Ticker()
    ticker.start()
    yield _site
    ticker.stop()


@pytest.fixture
def loop(transactional_db):
    """An event loop for sockets, closed with the test."""
    from tests.drive import Loop

    loop = Loop()
    yield loop
    loop.ends()


@pytest.fixture(scope="session")
def chromium():
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM,
            args=[
                "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-quic", "--no-first-run",
                "--disable-component-update", "--disable-sync",
            ],
        )  # fmt: skip
        yield browser
        browser.close()
