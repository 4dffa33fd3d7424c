"""Browsers that close with their test."""

import pytest

from tests.browser.steps import Browser


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
