"""Enter that picks a candidate of an input method writes a word and sends nothing, in whatever field one types."""

import random
from functools import partial

import pytest

from tests.browser.scenes import Eyes, aside, begun, moves, seated

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PICKS = {
    "key": "Enter", "code": "Enter", "windowsVirtualKeyCode": 229, "text": "\r", "unmodifiedText": "\r",
}  # fmt: skip
"""A real key press as browsers report one that an input method has taken, by its code 229."""


def sent_by_candidate(page, selector):
    """What is sent within a moment of the press of Enter that picks a candidate in this field."""
    sent = []
    page.on("request", lambda request: sent.append(request) if request.method == "POST" else None)
    page.fill(selector, "司马")
    tools = page.context.new_cdp_session(page)
    tools.send("Input.dispatchKeyEvent", {"type": "keyDown"} | PICKS)
    tools.send("Input.dispatchKeyEvent", {"type": "keyUp"} | PICKS)
    page.wait_for_timeout(250)
    return sent


def fields(game="showdown"):
    """Where people type: (who, path, field), at a table that has begun and at one that has not."""
    lobby, _people = aside(lambda: seated(game, ["Cy", "Dee"]))
    room, people = aside(lambda: seated(game, ["Ann", "Bob"], {"plan_seconds": 0}))
    match = aside(lambda: begun(room, seed=1))
    for _placed in people:
        match = aside(partial(moves, match, random.Random(1)))
    return [
        (None, "/", "#code"),
        (None, f"/new/{game}/", "[name=name]"),
        (None, f"/r/{lobby.code}/", "#join-name"),
        (people[0], f"/r/{room.code}/", "#chat-text"),
        (people[0], f"/r/{room.code}/", "#plan-text"),
    ]


def test_enter_that_picks_a_candidate_never_submits(browsers):
    eyes = Eyes(browsers("Ann"))
    for person, path, field in fields():
        eyes.look(person, path, "zh-hans")
        eyes.page.evaluate("document.querySelectorAll('main details').forEach((one) => { one.open = true; })")
        assert not sent_by_candidate(eyes.page, field), f"{field} was sent by an input method"
        assert eyes.page.input_value(field) == "司马"
        with eyes.page.expect_response(lambda answer: answer.request.method == "POST"):  # and whose session it begins
            eyes.page.locator(field).press("Enter")
