"""A replay in a real browser: by keyboard alone from step to step, by a link, played by itself, and without script."""

import pytest

from games.models import Match
from tests.browser.scenes import aside
from tests.browser.steps import tab_to
from tests.factories import finished_match

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def replay_of(match, who, query=""):
    who.page.goto(f"{who.site.url}/r/{match.room.code}/replay/{match.number}/{query}")


def shows(who, step):
    who.page.wait_for_selector(f"#controls[data-step='{step}']")


def test_a_standoff_is_stepped_through_by_keyboard_and_a_link_leads_to_a_step(browsers):
    match = aside(lambda: finished_match("standoff"))
    ann = browsers("Ann")
    replay_of(match, ann)
    shows(ann, 0)
    tab_to(ann.page, "#step-forward")
    for step in (1, 2):
        ann.page.keyboard.press("Enter")
        shows(ann, step)
        assert ann.page.evaluate("document.activeElement.id") == "step-forward"
    ann.page.keyboard.press("ArrowRight")
    shows(ann, 3)
    ann.page.keyboard.press("ArrowLeft")
    shows(ann, 2)
    ann.page.keyboard.press("End")
    shows(ann, match.version)
    assert ann.page.evaluate("document.activeElement.id") == "step-forward"
    assert ann.page.locator("#status[data-scene=over]").count() == 1
    ann.page.keyboard.press("Home")
    shows(ann, 0)
    tab_to(ann.page, "#slider")
    ann.page.keyboard.press("ArrowRight")
    shows(ann, 1)
    assert ann.page.input_value("#slider") == "1"
    tab_to(ann.page, "#eyes-1")
    ann.page.keyboard.press("Enter")
    ann.page.wait_for_selector("#hands .hand")
    assert ann.reads("#hands").startswith("WHAT ANN SEES")
    ann.page.wait_for_url("**/?step=1&as=0")
    link = ann.page.url
    bob = browsers("Bob", viewport={"width": 1280, "height": 800})
    bob.page.goto(link)
    shows(bob, 1)
    assert bob.page.locator("#eyes [aria-current]").inner_text() == "Ann"
    assert bob.reads("#controls .told") == ann.reads("#controls .told")
    for who in (ann, bob):
        assert who.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        who.stays_clean()


def test_a_replay_plays_by_itself_to_the_end_and_stops(browsers):
    match = aside(lambda: finished_match("standoff"))
    ann = browsers("Ann")
    replay_of(match, ann, f"?step={match.version - 2}")
    ann.page.select_option(".auto select", "4")
    ann.page.click("[data-play]")
    shows(ann, match.version)
    ann.page.wait_for_function("() => document.querySelector('[data-play]').textContent === 'Play'")
    assert Match.objects.get().version == match.version
    ann.stays_clean()


def test_a_replay_is_read_without_script(browsers):
    match = aside(lambda: finished_match("standoff"))
    ann = browsers("Ann", java_script_enabled=False)
    replay_of(match, ann)
    ann.page.click("#step-forward")
    shows(ann, 1)
    ann.page.click("#step-last")
    shows(ann, match.version)
    assert not ann.page.locator("[data-play]").is_visible()


def test_the_big_screen_fits_the_screen_and_hides_the_code(browsers):
    ann = browsers("Ann")
    ann.opens_room("standoff", lives=1)
    wall = browsers("Wall", viewport={"width": 1920, "height": 1080})
    wall.page.goto(f"{ann.url}screen/")
    assert ann.code in wall.reads("#board")
    bob = browsers("Bob")
    bob.joins(ann.url)
    wall.page.wait_for_selector("#seats >> text=Bob")
    ann.page.wait_for_selector("#seats >> text=Bob")
    ann.starts()
    wall.page.wait_for_selector("#status[data-scene=match]")
    size = wall.page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)")
    assert size > 24
    assert wall.page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert wall.page.locator(".corner .qr").is_visible()
    wall.page.click(".corner summary")
    assert ann.code not in wall.reads("body")
    wall.stays_clean()
