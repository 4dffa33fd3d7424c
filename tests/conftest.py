"""Fixtures of all tests: databases that threads can share, an event loop for sockets; what is skipped, and why."""

import os
import shutil

import hypothesis
import pytest
from django.utils import translation

from tests.system.services import MISSING

# What decides whether a change lands draws the same examples each time; everywhere else new ones are tried.
hypothesis.settings.register_profile("ci", derandomize=True)
if os.environ.get("CI"):
    hypothesis.settings.load_profile("ci")

os.environ.setdefault(
    "DJANGO_ALLOW_ASYNC_UNSAFE", "true"
)  # playwright keeps an event loop running in the test's thread

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first is the same engine without the browser's own windows, which take a third of the time."""
CHROMIUM = next((path for name in BROWSERS if (path := shutil.which(name))), None)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Skip what this machine cannot run, and say why; where everything is required (CI), stop instead.

    Browser tests come last: playwright switches stacks under the interpreter, which then miscounts how deep it is when
    another test reads the source.
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


@pytest.fixture(scope="session", autouse=True)
def _workers_are_apart():
    """Each of several workers has a database of its own; where there is Redis, it has that of its own too."""
    from django.conf import settings
    from limits.storage import storage_from_string
    from limits.strategies import FixedWindowRateLimiter

    from games import limits

    worker = os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")
    if settings.REDIS_URL:
        address = f"{settings.REDIS_URL.rsplit('/', 1)[0]}/{worker}"
        settings.CHANNEL_LAYERS["default"]["CONFIG"]["hosts"][0]["address"] = address
        limits._limiter = FixedWindowRateLimiter(storage_from_string(address))


@pytest.fixture(autouse=True)
def _fast_and_forgetful(settings):
    """Cheap password hashes, and no counts of wrong codes from one test in another."""
    from games import limits

    translation.activate("en")  # a page that was asked for in Chinese leaves its thread speaking it
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    limits.forget()


@pytest.fixture
def loop(transactional_db):
    """An event loop for sockets, closed with the test."""
    from tests.drive import Loop

    loop = Loop()
    yield loop
    loop.ends()
