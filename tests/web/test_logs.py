"""What is written to the log when something breaks: what kind of fault, and where; never the words of a fault."""

import asyncio
import io
import json
import logging

import pytest
from django.db import OperationalError
from pythonjsonlogger.json import JsonFormatter

from games import broadcast, clock, consumers, engine, screens
from games.models import Match
from standoff.logs import places
from tests.drive import Window, table

SECRET = "0:5"

pytestmark = pytest.mark.django_db


@pytest.fixture(params=["plain", "json"])
def written(request, monkeypatch):
    """What the site's own handler writes, with its filters, in both forms."""
    import standoff.asgi  # noqa: F401  (sets logging up anew, once)

    (console,) = (one for one in logging.getLogger().handlers if one.get_name() == "console")
    if request.param == "json":
        monkeypatch.setattr(console, "formatter", JsonFormatter("{levelname}{name}{message}", style="{"))
    text = io.StringIO()
    before = console.setStream(text)
    yield text.getvalue
    console.setStream(before)


def breaks(*args, **_kwargs):
    """What a fault in the rules would do at its worst: quote what it was given, and what led to it."""
    try:
        raise KeyError(f"{SECRET} in {args!r}")
    except KeyError as fault:
        raise RuntimeError(f"cannot carry out {SECRET}") from fault


def check(text, *places_named):
    """That a fault was told by its kind and its place, without any of its words."""
    assert "RuntimeError" in text
    assert "KeyError" in text
    for place in places_named:
        assert place in text
    assert SECRET not in text


def test_a_fault_in_the_rules_is_logged_by_kind_and_place_without_the_card(monkeypatch, written):
    ann, _bob = table(2)
    match = Match.objects.get()
    monkeypatch.setattr(type(engine.get("standoff")), "carry_out", breaks)
    answer = ann.gives({"type": "choose", "card": SECRET})
    assert answer.status_code == 422
    assert "nothing was changed" in answer.content.decode()
    check(written(), f"match {match.pk} version 0", "in breaks", "matches.py", "test_logs.py")


def test_a_fault_in_a_bot_is_logged_without_what_it_saw(monkeypatch, written):
    table(2, start=False)[0].posts("host/bot", seat="2")
    ann = table(2, bots="1")[0]
    match = Match.objects.get()
    assert ann.sees()["version"] == 0
    monkeypatch.setattr(engine, "policy", lambda _slug: breaks)
    clock.tick(match.due_at)
    assert match.moves.get().cause == "bot"
    check(written(), "the bot of seat", "in breaks", "bots.py")


def test_a_fault_in_a_page_is_logged_without_what_the_page_would_show(monkeypatch, written):
    ann, _bob = table(2)
    monkeypatch.setattr(screens, "draw", breaks)
    ann.client.raise_request_exception = False
    assert ann.page().status_code == 500
    text = written()
    check(text, "Internal Server Error: /r/", "views.py")
    assert ann.code not in text


@pytest.mark.django_db(transaction=True)
def test_a_fault_in_a_window_is_logged_without_what_it_would_show(monkeypatch, written, loop):
    ann, bob = table(2)
    window = Window(bob, loop)
    window.catches_up()
    monkeypatch.setattr(broadcast.current(), "_load", lambda room, _known: consumers._in_turn(breaks, room))
    ann.gives({"type": "choose", "card": SECRET})
    assert window.waits(lambda: "could not be drawn" in written() and "Error" in written())
    check(written(), "broadcast.py")
    window.closes()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_task_that_nobody_waited_for_is_logged_without_its_words(written):
    async def forgets():
        asyncio.get_running_loop().create_task(asyncio.to_thread(breaks))
        await asyncio.sleep(0.2)

    asyncio.run(forgets())
    check(written(), "Task exception was never retrieved")


def test_a_service_that_does_not_answer_is_named_with_its_words():
    """They say what to do, and are of addresses and files only."""
    assert places(ConnectionRefusedError(111, "Connection refused"))[-1].endswith("Connection refused")
    assert places(OperationalError("server closed the connection"))[-1].endswith("server closed the connection")
    assert SECRET not in "".join(places(ValueError(SECRET)))


def test_a_fault_that_leads_back_to_itself_is_told_in_a_few_lines():
    first, second = ValueError(SECRET), TypeError(SECRET)
    first.__cause__, second.__cause__ = second, first
    told = places(first)
    assert len(told) < 40
    assert not [line for line in told if SECRET in line]
    assert json.dumps(told)
