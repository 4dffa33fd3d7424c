"""What must hold, and what proves it: `tests/trust.py` names each promise and its tests.

A promise whose test is gone fails here. What no test decides says how it was checked instead.
"""

import ast
import json
import re
import threading
from functools import cache
from pathlib import Path

import pytest
from django.db import connections, transaction

from games import broadcast, matches
from games.models import Match
from standoff import settings as site_settings
from tests.factories import choose, make_match
from tests.trust import CHECKED, PROVED

TESTS = Path(__file__).parents[1]

PROMISES = {promise: proofs for promises in PROVED.values() for promise, proofs in promises.items()}


@cache
def defined_in(file):
    """The tests that a file defines."""
    return {
        node.name
        for node in ast.walk(ast.parse((TESTS / file).read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }


@pytest.mark.parametrize("promise", PROMISES)
def test_what_proves_a_promise_is_there(promise):
    for proof in PROMISES[promise]:
        file, name = proof.split("::")
        assert (TESTS / file).is_file(), proof
        assert name in defined_in(file), proof


def test_nothing_is_proved_by_nothing():
    assert len(PROMISES) == sum(len(promises) for promises in PROVED.values()) >= 70
    assert all(PROMISES.values())
    assert all(len(how) > 40 for how in CHECKED.values())
    assert not set(PROMISES) & set(CHECKED)


def test_what_no_test_decides_stands_in_the_readme():
    readme = (TESTS.parent / "README.md").read_text(encoding="utf-8")
    assert "What is not tested here, and how it was checked" in readme
    for thing in CHECKED:
        assert thing in readme, thing


def test_sqlite_begins_every_transaction_as_a_writer():
    options = site_settings.SQLITE["OPTIONS"]
    assert options["transaction_mode"] == "IMMEDIATE"
    assert "journal_mode=WAL" in options["init_command"]


@pytest.mark.django_db
def test_htmx_keeps_no_history_of_pages(client):
    make_match()
    code = Match.objects.get().room.code
    for address in ("/", f"/r/{code}/", f"/r/{code}/screen/"):
        found = re.search(r"<meta name=\"htmx-config\" content='([^']+)'>", client.get(address).content.decode())
        assert json.loads(found[1])["history"] is False


@pytest.mark.django_db(transaction=True)
def test_windows_hear_of_a_change_when_it_is_safe_and_not_when_it_is_undone(monkeypatch):
    match = make_match()
    heard = []
    # Another connection sees only what is committed.
    monkeypatch.setattr(broadcast, "changed", lambda room, *_match: heard.append((room, _seen_from_outside(match))))
    choose(match, 0, 5)
    assert heard == [(match.room_id, 1)]
    with transaction.atomic():
        matches.touch(match.room)
        transaction.set_rollback(True)
    assert len(heard) == 1


def _seen_from_outside(match):
    found = []

    def look():
        found.append(Match.objects.get(pk=match.pk).version)
        connections.close_all()

    thread = threading.Thread(target=look)
    thread.start()
    thread.join()
    return found[0]
