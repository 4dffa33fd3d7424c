"""A site of three processes on services of its own, for the length of a file."""

import signal
import tempfile
from pathlib import Path

import pytest

from tests.system.services import Postgres, Redis
from tests.system.site import Site


@pytest.fixture(scope="module")
def services():
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)  # PostgreSQL runs as a user of its own
        postgres, redis = Postgres(Path(folder) / "postgres"), Redis()
        yield postgres, redis
        redis.stop()
        postgres.stop()


@pytest.fixture(scope="module")
def site(services, tmp_path_factory):
    postgres, redis = services
    data = tmp_path_factory.mktemp("site") / "data"
    site = Site(data, "--processes", "3", DATABASE_URL=postgres.url, REDIS_URL=redis.url)
    assert site.is_up(120), site.output
    yield site
    site.stop(signal.SIGTERM, 60)
