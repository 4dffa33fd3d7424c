"""Every page as axe-core reads it, which knows what assistive tools stumble over: it finds nothing, in light and in
dark, in English and in Chinese, folded and with all that can be opened open.
"""

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.scenes import PLAIN, ROOMS, Eyes, tour

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

FACES = [
    {"language": "en", "scheme": "light"},
    {"language": "zh-hans", "scheme": "dark", "unfold": True},
]
"""Two looks at each page: every page in either language, in either scheme, folded and unfolded."""

AXE = Axe()
WORST = ("moderate", "serious", "critical")


def findings(page):
    """What axe finds on a page, a line each; it is read in place, so the page's own security policy stays in force."""
    found = AXE.run(page).response["violations"]
    return [
        f"{one['id']} ({one['impact']}): {node['target']} {node['html'][:160]}: {node['failureSummary']}"
        for one in found
        if one["impact"] in WORST
        for node in one["nodes"]
    ]


def stumbles(browsers, looks):
    """What axe finds at each of these (person, path, kind), under the name of the page and the face."""
    eyes, found = Eyes(browsers("Ann")), []
    for person, path, kind in looks:
        for face in FACES:
            eyes.look(person, path, **face)
            found += [f"{kind}, {face['language']}: {words}" for words in findings(eyes.page)]
    eyes.browser.stays_clean()
    return "\n".join(found)


@pytest.mark.parametrize(("game", "options"), ROOMS, ids=str)
def test_axe_finds_nothing_at_a_table_from_its_lobby_to_its_replay(browsers, game, options):
    assert not stumbles(browsers, ((scene.person, scene.path, scene.kind) for scene in tour(game, **options)))


def test_axe_finds_nothing_on_the_pages_around(browsers):
    assert not stumbles(browsers, ((None, path, path) for path in PLAIN))


def test_axe_does_find_what_is_wrong(browsers):
    eyes = Eyes(browsers("Ann"))
    eyes.look(None, "/")
    eyes.page.evaluate("document.querySelector('.hero p.quiet').style.color = '#ddd'")
    eyes.page.evaluate("document.querySelector('.poster button').textContent = ''")
    assert {line.split()[0] for line in findings(eyes.page)} == {"color-contrast", "button-name"}
