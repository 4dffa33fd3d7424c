"""What a screen reader says at a table: each event once, in one polite region; "your move" once a turn; and of the time
that is left only what matters, by the server's clock."""

import random
import time
from datetime import timedelta

import pytest
from django.utils import timezone

from games import matches
from games.models import Match
from tests.browser.scenes import GAMES, OPTIONS, Eyes, aside, begun, moves, seated

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LISTEN = """() => {
  window.spoken = [];
  const hear = ({ addedNodes }) => addedNodes.forEach((one) => spoken.push(one.textContent));
  const ear = new MutationObserver((records) => records.forEach(hear));
  ear.observe(document.querySelector('live-voice'), { childList: true });
}"""
REGIONS = """() => [...document.querySelectorAll('[aria-live]:not([aria-live=off]), [role]')]
  .filter((one) => one.ariaLive || /^(status|alert|log)$/.test(one.role))
  .map((one) => [one.ariaLive, !!one.querySelector('live-voice')])"""
LOG = "[...document.querySelectorAll('#log li[id]')].map((line) => line.innerText)"


def listener(
    browsers, game="standoff", names=("Ann", "Bob", "Cy"), options=None, clock=0, system_time=None
):  # fmt: skip
    """Ann's browser at a table whose match has begun, and the match; what her screen reader says is kept from now on.

    `clock`: the room's, in seconds; `system_time`: that of Ann's machine.
    """
    options = OPTIONS[game] | (options or {})
    room, people = aside(lambda: seated(game, names, options, clock=clock))
    match = aside(lambda: begun(room, seed=1))
    ann = browsers("Ann")
    if system_time:
        ann.page.clock.set_system_time(system_time)
    ann.url = f"{ann.site.url}/r/{room.code}/"
    Eyes(ann).look(people[0], f"/r/{room.code}/")
    ann.page.wait_for_function("() => document.querySelector('live-table').line.greeted")
    ann.page.evaluate(LISTEN)
    return ann, match


def spoken(browser):
    return browser.page.evaluate("spoken")


def somebody_moves(match, rng):
    """Give one command of somebody's; return the match after it."""
    return aside(lambda: moves(Match.objects.select_related("room").get(pk=match.pk), rng))


def ends_in(match, seconds):
    """Let the present wait end so many seconds from now, on every page."""

    def move():
        found = Match.objects.select_related("room").get(pk=match.pk)
        found.deadline = timezone.now() + timedelta(seconds=seconds)
        with matches.door():
            found.save(update_fields=["deadline"])
            matches.touch(found.room)
        return found.deadline

    return aside(move)


@pytest.mark.parametrize("game", GAMES)
def test_a_table_has_one_polite_region_and_no_other(browsers, game):
    ann, _match = listener(browsers, game)
    assert ann.page.evaluate(REGIONS) == [["polite", True]]
    ann.page.goto(f"{ann.url}screen/")
    assert ann.page.evaluate(REGIONS) == [["polite", True]]


def test_each_line_of_the_log_is_said_once_whatever_is_swapped_or_comes_anew(browsers):
    ann, match = listener(browsers, options={"lives": 3})
    rng, turns, acting = random.Random(5), 0, True
    for number in range(24):
        if somebody_moves(match, rng).ended_at is not None:
            break
        ann.catches_up()
        turns += not acting and ann.page.locator("#status[data-mine]").count()
        acting = bool(ann.page.locator("#status[data-mine]").count())
        if number % 6 == 2:
            ann.page.evaluate("dispatchEvent(new Event('online'))")
        if number % 6 == 4:
            ann.page.evaluate("document.querySelector('live-table').line.socket.close()")
    ann.page.wait_for_function("() => document.querySelector('live-table').line.alive")
    lines = ann.page.evaluate(LOG)
    said = spoken(ann)
    assert len(lines) > 12
    assert [words for words in said if words in lines] == lines
    assert sum(words.startswith("● Your move. ") for words in said) == turns > 2
    ann.stays_clean()


def test_what_is_asked_next_is_said_also_when_it_is_still_ones_move(browsers):
    ann, match = listener(browsers, "twenty_seven", names=("Ann", "Bob"), options={"powers": 1})
    rng = random.Random(1)
    while not ann.page.locator("#prompt[data-kind=turn]").count():
        somebody_moves(match, rng)
        ann.catches_up()
    before = len(spoken(ann))
    ann.form({"type": "draw"}).locator("button").click()
    ann.page.wait_for_selector("#prompt[data-kind=place]")
    said = spoken(ann)[before:]
    assert said[-1] == ann.reads("#status h1") != ""
    assert not any("Your move" in words for words in said)


def test_a_refusal_is_said_and_shown(browsers):
    ann, _match = listener(browsers)
    form = ann.page.locator("#prompt form[data-command]").first
    form.locator("[name=command]").evaluate("""field => { field.value = '{"card":"1:5","type":"choose"}' }""")
    form.evaluate("form => form.requestSubmit()")
    notice = ann.page.get_by_role("status").locator("#notice")
    notice.wait_for()
    assert notice.inner_text().strip()


def test_the_countdown_speaks_at_60_30_and_10_seconds_only(browsers):
    ann, match = listener(browsers, clock=300)
    shown = "seconds => document.querySelector('count-down').textContent === String(seconds)"
    for seconds in (60, 30, 10, 0):
        ends_in(match, seconds + 2)
        ann.page.wait_for_function(shown, arg=seconds)
        ann.page.wait_for_function(shown, arg=max(seconds - 1, 0))
    assert spoken(ann) == [f"{n} seconds left" for n in (60, 30, 10)]
    assert ann.page.get_by_role("timer", name="Time left").inner_text() == "0"
    ann.stays_clean()


@pytest.mark.parametrize("system_time", ["2031-01-01T00:00:00Z", "2020-06-01T12:00:00Z"])
def test_a_countdown_is_at_zero_when_the_server_is_and_never_before(browsers, system_time):
    ann, match = listener(browsers, clock=300, system_time=system_time)
    clock = ann.page.get_by_role("timer", name="Time left")
    deadline = ends_in(match, 3).timestamp()
    ann.page.wait_for_function("() => Number(document.querySelector('count-down').textContent) <= 3")
    shown = None
    while shown != "0":
        assert time.time() < deadline + 1.5, f"{shown} is shown when the time is up"
        shown = clock.inner_text()
    assert time.time() >= deadline
