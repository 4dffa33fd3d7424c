"""A browser, the site in a thread of the test process, and browsers that close with their test.

Browser and site last for this folder alone: playwright's event loop would be in the way of other tests.
"""

import asyncio
import socket
import threading
import time
from types import SimpleNamespace

import pytest
from django.contrib.staticfiles.handlers import ASGIStaticFilesHandler

from games import broadcast, clock, consumers, matches
from tests.browser.steps import Browser
from tests.conftest import CHROMIUM


@pytest.fixture(scope="package")
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


class Files(ASGIStaticFilesHandler):
    """Static files that a browser asks for once, and not again with every page of a test."""

    def serve(self, request):
        answer = super().serve(request)
        answer["Cache-Control"] = "max-age=3600"
        return answer


class Site(threading.Thread):
    """The site, served by daphne in a thread of the test process.

    `hub`: its windows, between two tests; `under_way`: the requests and sockets that it has not done with.
    """

    def __init__(self, application):
        super().__init__(name="site", daemon=True)
        self.application = application
        self.under_way = 0
        self.hub = None
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
                self.answers, endpoints=[endpoint], signal_handlers=False, verbosity=0, ready_callable=self.up.set
            ).run()
        except BaseException as fault:
            self.fault = fault
            self.up.set()

    async def answers(self, scope, receive, send):
        self.under_way += 1
        try:
            await self.application(scope, receive, send)
        finally:
            self.under_way -= 1

    def takes_over(self):
        """From now on this process's windows are the site's."""
        broadcast._hub = self.hub

    def gives_way(self):
        """Wait until it is at rest, so that nothing of it reads the database once that is no test's any more; then let
        other windows be this process's."""
        hub, end = broadcast.current(), time.monotonic() + 10
        while (self.under_way or (hub and (hub.rooms() or hub._tasks))) and time.monotonic() < end:
            time.sleep(0.01)
        consumers._rounds.submit(int).result()  # a beat that has begun is over; the next finds nobody to look after
        self.hub, broadcast._hub = hub, None


@pytest.fixture(scope="session")
def _site():
    from standoff.asgi import application

    site = Site(Files(application))
    site.start()
    assert site.up.wait(10)
    assert site.fault is None, site.fault
    return site


@pytest.fixture(autouse=True)
def _same_deal(monkeypatch):
    """Every match is dealt from one seed: no story takes another turn than the one that its test was written for."""
    monkeypatch.setattr(matches, "secrets", SimpleNamespace(token_hex=lambda size: "1".zfill(2 * size)))


@pytest.fixture
def site(_site, transactional_db):
    """The running site, with its clock ticking for the length of the test."""
    _site.takes_over()
    ticker = clock.Ticker()
    ticker.start()
    yield _site
    ticker.stop()
    _site.gives_way()


@pytest.fixture
def browsers(chromium, site):
    """`browsers("Ann", viewport=…)` opens one."""
    opened = []

    def open_one(name, at=site, **facts):
        opened.append(Browser(chromium, at, name, **facts))
        return opened[-1]

    yield open_one
    for one in opened:
        one.leaves()
