"""Talk in the browser: it comes live, disturbs nobody who types, is announced once; and a ban ends the page."""

import pytest
from django.utils import timezone

from games import limits, sanctions
from games.models import Message, Person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

DESK = {"viewport": {"width": 1280, "height": 800}}

HEARD = """() => {
  window.heard = [];
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) heard.push(...[...addedNodes].map((node) => node.textContent));
  }).observe(document.querySelector('live-voice'), { childList: true });
}"""
"""Keep what the page's one polite region says from now on."""


def two(browsers, **facts):
    """Ann, who hosts, and Bob, in a lobby of Standoff, both with the talk before them."""
    ann, bob = browsers("Ann", **facts), browsers("Bob", **facts)
    bob.joins(ann.opens_room("standoff"))
    ann.page.wait_for_selector("#seats >> text=Bob")
    return ann, bob


def says(player, text):
    limits.forget()
    player.page.fill("#chat-text", text)
    player.page.press("#chat-text", "Enter")
    player.page.wait_for_function("() => document.getElementById('chat-text').value === ''")


def test_what_one_says_the_other_reads_at_once_and_hears_once(browsers):
    ann, bob = two(browsers, **DESK)
    for one in (ann, bob):
        one.page.evaluate(HEARD)
    says(bob, "Shall we start?")
    ann.page.wait_for_selector("#chat li >> text=Shall we start?")
    says(ann, "Yes")
    bob.page.wait_for_selector("#chat li >> text=Yes")
    for one in (ann, bob):
        one.page.wait_for_function("() => heard.length")
    ann.page.wait_for_timeout(300)  # anything that is said twice has been by now
    assert ann.page.evaluate("() => heard") == ["Bob: Shall we start?"]
    assert bob.page.evaluate("() => heard") == ["Ann: Yes"]
    assert ann.page.locator("#chat [aria-live], #chat [role=log], #chat [role=status]").count() == 0
    assert ann.page.locator("[aria-live]").count() == 1
    for one in (ann, bob):
        one.stays_clean()


def test_a_remark_that_comes_in_leaves_typed_words_caret_and_focus_alone(browsers):
    ann, bob = two(browsers, **DESK)
    field = ann.page.locator("#chat-text")
    field.press_sequentially("I was about to say")
    for _ in range(4):
        field.press("ArrowLeft")
    says(bob, "Me first")
    ann.page.wait_for_selector("#chat li >> text=Me first")
    assert field.input_value() == "I was about to say"
    assert ann.page.evaluate("() => [document.activeElement.id, document.activeElement.selectionStart]") == [
        "chat-text",
        14,
    ]
    field.press("End")
    field.press("Enter")
    bob.page.wait_for_selector("#chat li >> text=I was about to say")
    assert ann.page.evaluate("() => document.activeElement.id") == "chat-text"


def test_a_refused_remark_stays_in_the_field(browsers):
    ann, _bob = two(browsers, **DESK)
    for n in range(5):
        ann.page.fill("#chat-text", f"line {n}")
        ann.page.press("#chat-text", "Enter")
        ann.page.wait_for_function("() => document.getElementById('chat-text').value === ''")
    ann.page.fill("#chat-text", "one too many")
    ann.page.press("#chat-text", "Enter")
    ann.page.wait_for_selector("#notice >> text=too fast")
    assert ann.page.input_value("#chat-text") == "one too many"


def test_enter_that_confirms_a_candidate_sends_nothing(browsers):
    ann, _bob = two(browsers, **DESK)
    ann.page.focus("#chat-text")
    keys = ann.context.new_cdp_session(ann.page)
    keys.send("Input.imeSetComposition", {"text": "你好", "selectionStart": 2, "selectionEnd": 2})
    enter = {"key": "Enter", "code": "Enter", "text": "\r", "unmodifiedText": "\r"}
    keys.send("Input.dispatchKeyEvent", {"type": "keyDown", "windowsVirtualKeyCode": 229, **enter})
    keys.send("Input.dispatchKeyEvent", {"type": "keyUp", "windowsVirtualKeyCode": 13, "key": "Enter"})
    keys.send("Input.insertText", {"text": "你好"})
    ann.page.wait_for_timeout(500)
    assert ann.page.input_value("#chat-text") == "你好"
    assert not Message.objects.exists()
    ann.page.press("#chat-text", "Enter")
    ann.page.wait_for_selector("#chat li >> text=你好")


def test_on_a_phone_the_talk_is_folded_away_and_counts_what_is_new(browsers):
    ann, bob = two(browsers)
    unread = bob.page.locator("#chat-unread")
    assert not bob.page.locator("#chat-text").is_visible()
    assert unread.inner_text() == ""
    ann.page.locator("#fold-chat > summary").click()
    for text in ("One", "Two"):
        says(ann, text)
    bob.page.wait_for_function("() => document.getElementById('chat-unread').textContent === '2 new'")
    bob.page.locator("#fold-chat > summary").click()
    assert bob.page.locator("#chat li >> text=Two").is_visible()
    bob.page.wait_for_function("() => document.getElementById('chat-unread').textContent === ''")
    says(ann, "Three")
    bob.page.wait_for_selector("#chat li >> text=Three")
    assert bob.page.locator("#chat-text").is_visible()  # what the reader opened stays open
    bob.page.locator("#fold-chat > summary").click()
    bob.page.locator("#fold-chat > summary").click()
    says(bob, "Mine")
    bob.page.locator("#fold-chat > summary").click()
    bob.page.wait_for_timeout(200)
    assert unread.inner_text() == ""


def test_a_phrase_is_one_tap_and_the_menu_closes(browsers):
    ann, bob = two(browsers, **DESK)
    bob.page.locator("#fold-phrases > summary").click()
    bob.page.locator("#fold-phrases [value=luck]").click()
    ann.page.wait_for_selector("#chat li >> text=Good luck, have fun")
    bob.page.wait_for_function("() => !document.getElementById('fold-phrases').open")


def test_one_mutes_from_the_name_and_takes_it_back_in_the_talk(browsers):
    ann, bob = two(browsers, **DESK)
    says(bob, "Blah blah")
    ann.page.locator("#chat li a").click()
    ann.page.locator("form[action$='/mute/'] button").click()
    ann.page.wait_for_selector("#chat >> text=You have muted Bob.")
    says(bob, "Still here")
    bob.page.wait_for_selector("#chat li >> text=Still here")
    ann.page.evaluate(HEARD)
    assert ann.page.locator("#chat li[id]").count() == 0
    ann.page.get_by_role("button", name="Hear Bob again").click()
    ann.page.wait_for_selector("#chat li >> text=Still here")
    assert ann.page.evaluate("() => heard") == []  # what was said long ago is not read out
    ann.stays_clean()


def test_a_ban_ends_the_page_by_itself_and_says_why(browsers):
    _ann, bob = two(browsers, **DESK)
    sanctions.impose(Person.objects.get(name="Bob"), "ban", "Insults", by=None, now=timezone.now())
    bob.page.wait_for_selector("text=You are banned from this site.", timeout=6000)
    assert "Insults" in bob.reads("main")


def test_a_warning_goes_when_it_has_been_read(browsers):
    _ann, bob = two(browsers, **DESK)
    sanctions.impose(Person.objects.get(name="Bob"), "warning", "Mind your language", by=None, now=timezone.now())
    bob.page.reload()
    bob.page.get_by_role("button", name="I have read this").click()
    bob.page.wait_for_selector("#status")
    assert "Mind your language" not in bob.reads("body")
