"""A whole match of each game by keyboard alone, and by the accessibility tree alone: what can be done is found by role
and name, as a screen reader finds it, and done by Tab, arrows, Space and Enter, or as an assistive tool presses it.

Ann is at the page, and presses whatever she finds, by chance; the others play behind it, so that their swaps come too.
"""

import random
import re

import pytest
from playwright.sync_api import expect

from games.models import Match
from tests.browser.scenes import GAMES, Eyes, aside, moves, seated

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SHORT = {
    "standoff": (2, {"lives": 3}),
    "embers": (3, {"boss": False, "pace": "off"}),
    "seven_rounds": (3, {"host": False, "round_seconds": 0}),
    "showdown": (2, {"plan_seconds": 0, "turn_cap": 10}),
    "twenty_seven": (2, {"mode": "custom", "powers": 1, "seconds": 120}),
}
"""Seats and options of a short match without haste."""

SEEDS = {"standoff": 1, "embers": 2, "seven_rounds": 1, "showdown": 3, "twenty_seven": 2}
"""Of what Ann presses: with these her matches end soon."""
HELD = re.compile("^(Your cards|Your cards and Powers|You)$")
LEADS_AWAY = {"Back", "another…", "Surrender", "Lock in what is written"}
LINE = re.compile(r'- (button|radio) "((?:[^"\\]|\\.)*)"(.*)')


def offered(part):
    """The buttons and radios of a part of the page that can be pressed now, as (role, name); no two sound the same."""
    found = []
    for line in part.aria_snapshot().splitlines():
        words = re.sub(r"^- '(.*)':?$", lambda quoted: "- " + quoted[1].replace("''", "'"), line.strip())
        if (control := LINE.match(words)) and "[disabled]" not in control[3]:
            found.append((control[1], re.sub(r"\\(.)", r"\1", control[2]), "[checked]" in control[3]))
    names = [(role, name) for role, name, _checked in found]
    assert len(names) == len(set(names)), f"these sound the same: {sorted(names)}"
    return [(role, name) for role, name, checked in found if not checked and name not in LEADS_AWAY]


def chosen(page, rng):
    """Some control of what Ann can do or of what she holds: rather of what she can do, and there rather a button."""
    parts = [part for name in ("What you can do", HELD) for part in page.get_by_role("region", name=name).all()]
    offers = [(part, controls) for part in parts if (controls := offered(part))]
    assert offers, "it is Ann's move, and there is nothing to press"
    part, controls = offers[0] if rng.random() < 0.6 else offers[-1]
    buttons = [control for control in controls if control[0] == "button"]
    role, name = rng.choice(buttons if buttons and rng.random() < 0.5 else controls)
    return part.get_by_role(role, name=name, exact=True)


def by_assistive_tool(page, control):
    """Press a control as a screen reader does: in place, wherever it stands and however it looks."""
    control.evaluate("control => control.click()")


def by_keyboard(page, control):
    """Press a control by keys alone: Tab there, or to the radios that it is one of and on by arrow; Enter or Space."""
    control = control.element_handle()
    back = control.evaluate("control => control.compareDocumentPosition(document.activeElement) & 4")
    for key in ["Shift+Tab" if back else "Tab"] * 120:
        if where(control) != "elsewhere":
            break
        page.keyboard.press(key)
    for _radio in range(40):
        if where(control) != "among its radios":
            break
        page.keyboard.press("ArrowDown")
    assert where(control) == "there", f"the keyboard does not reach {control}"
    page.keyboard.press("Space" if control.get_attribute("type") == "radio" else "Enter")


def where(control):
    """Where the focus is, as seen from this control."""
    return control.evaluate("""control => {
      const focused = document.activeElement;
      if (control === focused) return "there";
      return control.type === "radio" && control.name === focused.name ? "among its radios" : "elsewhere";
    }""")


def plays(browsers, game, press, rng):
    """Play a match of this game from the lobby to its end; yield after every swap."""
    seats, options = SHORT[game]
    room, people = aside(lambda: seated(game, ["Ann", "Bob", "Cy"][:seats], options))
    ann = browsers("Ann")
    ann.url = f"{ann.site.url}/r/{room.code}/"
    Eyes(ann).look(people[0], f"/r/{room.code}/")
    press(ann.page, ann.page.get_by_role("button", name=f"Start with {seats} players"))
    ann.page.wait_for_selector("#status[data-scene=match]")
    yield ann
    for _step in range(900):
        seen = ann.sees()
        ann.shows(seen["version"])
        if seen["view"]["over"]:
            break
        if 0 in seen["view"]["to_act"]:
            press(ann.page, chosen(ann.page, rng))
            ann.page.wait_for_function("() => !document.querySelector('.htmx-request')")
        else:
            aside(lambda: moves(Match.objects.select_related("room").get(room=room), rng, but=(0,)))
        yield ann
    ended = ann.page.get_by_role("region", name="What is happening")
    assert re.search("wins|share the win|Nobody wins", ended.get_by_role("heading", level=1).inner_text())
    assert ended.get_by_role("link", name="Replay").is_visible()
    given = Match.objects.get(room=room).moves
    assert given.filter(actor="0").count() >= 3
    ann.stays_clean()


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_match_by_the_accessibility_tree_alone(browsers, game):
    for _ann in plays(browsers, game, by_assistive_tool, random.Random(SEEDS[game])):
        pass


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_match_by_keyboard_alone_and_the_focus_is_never_lost(browsers, game):
    for ann in plays(browsers, game, by_keyboard, random.Random(SEEDS[game])):
        focus = ann.page.evaluate("document.activeElement.outerHTML.slice(0, 200)")
        assert not focus.startswith("<body"), "the focus is lost"
        expect(ann.page.locator(":focus"), focus).to_have_accessible_name(re.compile(r"\S"))
