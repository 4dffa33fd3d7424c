"""Ranked play in browsers: two accounts queue, land in one match of Twenty-Seven, and one of them leaves it."""

import re

import pytest
from django.utils import timezone

from games import pairing
from games.models import Match, Ticket
from tests.browser.steps import waits
from tests.factories import make_member

pytestmark = pytest.mark.browser


def signs_in(browser, person):
    """Sign in with the form."""
    browser.page.goto(f"{browser.site.url}/account/sign-in/?next=/ranked/")
    browser.page.fill("[name=username]", person.user.username)
    browser.page.fill("[name=password]", "correct horse")
    browser.page.locator("main form button").first.click()
    browser.page.wait_for_url("**/ranked/")


def queues(browser, game):
    browser.page.locator(f"form[action='/ranked/{game}/queue/'] button").click()


def is_seated(browser):
    browser.page.wait_for_url(re.compile(r"/r/[A-Z2-9]{6}/$"))
    browser.url = browser.page.url
    browser.page.wait_for_selector("#status[data-scene=match][data-seat]")


def test_two_accounts_queue_meet_and_the_one_who_leaves_loses(browsers):
    people = [make_member(name) for name in ("Ann", "Bob")]
    ann, bob = browsers("Ann"), browsers("Bob", viewport={"width": 1280, "height": 800})
    for browser, person in zip((ann, bob), people, strict=True):
        signs_in(browser, person)

    queues(ann, "twenty_seven")
    ann.page.wait_for_url("**/ranked/wait/")
    assert "first in this queue" in ann.reads("#waiting")
    waited = ann.reads(".waited")
    ann.page.wait_for_function("waited => document.querySelector('.waited').innerText !== waited", arg=waited)
    ann.page.locator("#waiting button").focus()
    place = Ticket.objects.get().until
    waits(ann.page, lambda: Ticket.objects.get().until > place)
    assert ann.page.evaluate("document.activeElement.closest('#waiting') !== null"), "the focus was lost"

    queues(bob, "twenty_seven")
    is_seated(ann)
    is_seated(bob)
    assert ann.url == bob.url
    assert "Ranked" in ann.page.locator("#status .eyebrow").text_content()
    assert ann.page.locator("#host").is_hidden()
    assert {ann.sees()["viewer"], bob.sees()["viewer"]} == {0, 1}

    bob.page.locator("#fold-leave summary").click()
    assert "you lose it" in bob.reads("#fold-leave")
    bob.page.locator("#fold-leave button").click()
    bob.page.wait_for_url(f"{bob.site.url}/")

    ann.page.wait_for_selector("#status[data-scene=over]")
    assert "wins: everybody else has left" in ann.reads("#status h1")
    assert re.search(r"\+\d+", ann.reads("#status .ratings li[data-own]"))
    assert Match.objects.get().players.get(person=people[0]).won
    ann.page.locator("#host button").click()
    ann.page.wait_for_url("**/ranked/wait/")
    for browser in (ann, bob):
        browser.stays_clean()


def test_a_waiting_page_behind_another_tab_keeps_its_place_for_longer(browsers):
    ann = browsers("Ann")
    ann.page.add_init_script("Object.defineProperty(document, 'hidden', { get: () => true });")
    signs_in(ann, make_member("Ann"))
    with ann.page.expect_request(lambda request: "/ranked/wait/" in request.url and "x-hidden" in request.headers):
        queues(ann, "embers")
    ann.page.wait_for_function("() => document.querySelector('.waited').innerText !== '0:00'")
    assert Ticket.objects.get().until > timezone.now() + pairing.LEASE
    ann.stays_clean()


def test_without_script_the_waiting_page_reloads_itself_and_leads_to_the_table(browsers, chromium):
    ann, bob = make_member("Ann"), make_member("Bob")
    plain, live = browsers("Ann", java_script_enabled=False), browsers("Bob")
    signs_in(plain, ann)
    queues(plain, "twenty_seven")
    plain.page.wait_for_url("**/ranked/wait/")
    signs_in(live, bob)
    queues(live, "twenty_seven")
    plain.page.wait_for_url(re.compile(r"/r/[A-Z2-9]{6}/$"), timeout=15_000)
    is_seated(live)
