"""Every page as axe-core reads it, which knows what assistive tools stumble over: it finds nothing, in light and in
dark, in one language or the other, with all that can be opened open.
"""

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.scenes import ROOMS, Eyes, around, tour

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

CONTRAST = {"runOnly": ["color-contrast"]}
"""All that the other scheme can change."""

AXE = Axe().axe_script
RUN = "options => axe.run(document, options).then(found => found.violations)"
BRIEFLY = {"resultTypes": ["violations"], "preload": False, "iframes": False}
"""What is wrong alone is written out: to name everything that is right takes longer than to look. Pages have no frames,
and no media to wait for."""
WORST = ("moderate", "serious", "critical")


def findings(page, rules=None):
    """What axe finds on a page, a line each; it is read in place, so the page's own security policy stays in force."""
    if page.evaluate("typeof axe") == "undefined":
        page.evaluate(AXE)
    found = page.evaluate(RUN, BRIEFLY | (rules or {}))
    return [
        f"{one['id']} ({one['impact']}): {node['target']} {node['html'][:160]}: {node['failureSummary']}"
        for one in found
        if one["impact"] in WORST
        for node in one["nodes"]
    ]


def stumbles(browsers, scenes):
    """What axe finds at each of these, under the name of the scene and the face."""
    eyes, found = Eyes(browsers("Ann")), []
    for number, scene in enumerate(scenes):
        language = ("en", "zh-hans")[number % 2]
        eyes.look(scene.person, scene.path, language, "light", unfold=True)
        found += [f"{scene.kind}, {language}: {words}" for words in findings(eyes.page)]
        eyes.page.emulate_media(color_scheme="dark")
        found += [f"{scene.kind}, dark: {words}" for words in findings(eyes.page, CONTRAST)]
    eyes.browser.stays_clean()
    return "\n".join(found)


@pytest.mark.parametrize(("game", "options"), ROOMS)
def test_axe_finds_nothing_at_a_table_from_its_lobby_to_its_replay(browsers, game, options):
    found = stumbles(browsers, tour(game, **options))
    assert not found, found


def test_axe_finds_nothing_on_the_pages_around(browsers):
    found = stumbles(browsers, around())
    assert not found, found


def test_axe_does_find_what_is_wrong(browsers):
    eyes = Eyes(browsers("Ann"))
    eyes.look(None, "/")
    eyes.page.evaluate("document.querySelector('.hero p.quiet').style.color = '#ddd'")
    eyes.page.evaluate("document.querySelector('.poster button').textContent = ''")
    assert {line.split()[0] for line in findings(eyes.page)} == {"color-contrast", "button-name"}
