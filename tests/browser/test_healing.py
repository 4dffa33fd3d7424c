"""Coming back: dead sockets, blocked sockets, restarts, hidden tabs; and what a swap must not disturb."""

import signal

import pytest

from games.models import Match
from tests.browser.steps import Browser, waits
from tests.system.site import Site

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

STAMP = "document.getElementById('status').dataset.stamp"


def seated(browsers, **options):
    """Ann, who hosts, and Bob, in a match of Standoff."""
    ann, bob = browsers("Ann"), browsers("Bob")
    bob.joins(ann.opens_room("standoff", **options))
    ann.page.wait_for_selector("#seats >> text=Bob")
    ann.starts()
    bob.page.wait_for_selector("#status[data-scene=match]")
    return ann, bob


def gives(player, card):
    player.gives({"type": "choose", "card": card})


class Line:
    """The sockets that a page opens. `muted`: so many, from the first, bring nothing more; `dead`: none opens."""

    def __init__(self, page):
        self.sockets, self.muted, self.dead = [], 0, False
        page.route_web_socket("**/ws/**", self.opens)

    def opens(self, socket):
        self.sockets.append(socket)
        if self.dead:
            socket.close(code=1011)
            return
        number = len(self.sockets)
        server = socket.connect_to_server()
        server.on_message(lambda text: number <= self.muted or socket.send(text))


def test_a_socket_that_closes_with_whatever_code_is_replaced(browsers):
    bob = browsers("Bob")
    line, closes = Line(bob.page), []
    bob.page.expose_function("heardClose", lambda heard: closes.append(heard))
    bob.page.add_init_script(
        "const Plain = WebSocket; WebSocket = class extends Plain { constructor(...all) { super(...all); "
        "this.addEventListener('close', event => heardClose(event.code)) } }"
    )
    ann = browsers("Ann")
    bob.joins(ann.opens_room("standoff"))
    for code in (1000, 1001, 1006, 1011, 1012, 1013):
        bob.page.wait_for_function("() => document.querySelector('live-table').line.alive")
        before = len(line.sockets)
        line.sockets[-1].close(code=code)
        bob.page.wait_for_function("code => document.querySelector('live-table').line.alive", arg=code)
        waits(bob.page, lambda before=before: len(line.sockets) > before)
        bob.page.wait_for_timeout(300)
        assert len(line.sockets) == before + 1, code
        assert code in closes
    ann.starts()
    bob.page.wait_for_selector("#status[data-scene=match]")
    bob.stays_clean()


def test_a_socket_that_falls_silent_is_replaced(browsers):
    """It stays open and brings nothing, as after a phone slept; the page's clock is put forward."""
    ann, bob = browsers("Ann"), browsers("Bob")
    bob.page.clock.install()
    line = Line(bob.page)
    bob.joins(ann.opens_room("standoff"))
    line.muted = before = len(line.sockets)
    ann.starts()
    bob.page.wait_for_timeout(1000)
    assert bob.page.locator("#status[data-scene=match]").count() == 0
    assert len(line.sockets) == before
    bob.page.clock.fast_forward(46_000)
    bob.page.wait_for_selector("#status[data-scene=match]")
    assert len(line.sockets) == before + 1


def test_tries_to_reconnect_come_later_and_later_and_at_uneven_times(browsers):
    page = browsers("Ann").page
    page.goto(f"{browsers('Bob').site.url}/")
    runs = page.evaluate("""async () => {
      const { Lifeline } = await import("/static/js/lifeline.js");
      return Array.from({ length: 30 }, () => {
        const line = new Lifeline("/nowhere/");
        return Array.from({ length: 9 }, () => { line.lose(1006); return line.retry - Date.now() });
      });
    }""")
    for tries, milliseconds in enumerate(zip(*runs, strict=True)):
        longest = min(15_000, 500 * 2**tries)
        assert max(milliseconds) <= 1.5 * longest
        assert min(milliseconds) >= 0.5 * longest - 50
        assert len(set(milliseconds)) > 10


def test_a_banner_says_after_three_seconds_that_the_line_is_dead(browsers):
    ann, bob = browsers("Ann"), browsers("Bob")
    line = Line(bob.page)
    bob.joins(ann.opens_room("standoff"))
    bob.page.wait_for_function("() => document.querySelector('live-table').line.alive")
    bob.page.evaluate("""() => {
      const [banner, died] = [document.querySelector('.banner'), performance.now()];
      const look = () => { if (!banner.hidden) window.shown ??= performance.now() - died; };
      new MutationObserver(look).observe(banner, { attributes: true });
    }""")
    line.dead = True
    line.sockets[-1].close(code=1006)
    bob.page.wait_for_function("() => window.shown")
    assert 2400 < bob.page.evaluate("window.shown") < 5000  # the page looks twice a second
    line.dead = False
    bob.page.wait_for_selector(".banner", state="hidden")


def test_with_the_socket_blocked_the_page_polls(browsers):
    bob = browsers("Bob")
    bob.page.route_web_socket("**/ws/**", lambda socket: socket.close(code=1008))
    ann = browsers("Ann")
    bob.joins(ann.opens_room("standoff", lives=1))
    ann.page.wait_for_selector("#seats >> text=Bob")
    ann.starts()
    bob.page.wait_for_selector("#status[data-scene=match]")
    gives(ann, "0:5")
    gives(bob, "1:1")
    bob.page.wait_for_function(f"() => {STAMP}.split('.')[2] === '2'")
    assert Match.objects.get().version == 2


def test_a_page_that_was_hidden_shows_what_it_missed(browsers):
    ann, bob = browsers("Ann"), browsers("Bob")
    line = Line(bob.page)
    bob.joins(ann.opens_room("standoff"))
    line.muted = len(line.sockets)
    ann.starts()
    bob.page.wait_for_timeout(1000)
    assert bob.page.locator("#status[data-scene=match]").count() == 0
    bob.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    bob.page.wait_for_selector("#status[data-scene=match]", timeout=3000)


def test_a_page_that_was_offline_shows_what_it_missed(browsers):
    ann, bob = seated(browsers, lives=1)
    bob.context.set_offline(True)
    gives(ann, "0:5")
    ann.page.wait_for_function(f"() => {STAMP}.split('.')[2] === '1'")
    bob.context.set_offline(False)
    bob.page.wait_for_function(f"() => {STAMP}.split('.')[2] === '1'")


def test_one_page_has_one_socket(browsers):
    bob = browsers("Bob")
    open_now = set()
    bob.page.on(
        "websocket", lambda socket: (open_now.add(socket), socket.on("close", lambda one: open_now.discard(one)))
    )
    ann = browsers("Ann")
    bob.joins(ann.opens_room("standoff"))
    bob.page.evaluate("""() => { for (let n = 0; n < 5; n++) { window.dispatchEvent(new Event('online')) } }""")
    bob.page.wait_for_timeout(1500)
    assert len(open_now) == 1


def test_a_swap_keeps_focus_picked_card_and_scroll(browsers):
    ann, bob = seated(browsers, lives=1)
    radio = bob.page.locator("#hand input[type=radio]").nth(2)
    bob.page.locator("#hand label.pick").nth(2).click()
    bob.page.evaluate("window.scrollTo(0, 120)")
    bob.page.evaluate("window.focused = document.activeElement")
    scrolled = bob.page.evaluate("window.scrollY")
    gives(ann, "0:5")
    bob.page.wait_for_function(f"() => {STAMP}.split('.')[2] === '1'")
    assert radio.is_checked()
    assert bob.page.evaluate("document.activeElement === window.focused && window.focused.matches('#hand input')")
    assert bob.page.evaluate("window.scrollY") == scrolled


def test_a_swap_keeps_a_half_typed_name_and_the_caret(browsers):
    ann, _bob = seated(browsers)
    zed = browsers("Zed")
    zed.watches(ann.url)
    field = zed.page.locator("form[action$='/join/'] [name=name]")
    field.focus()
    field.press_sequentially("Zedekiah")
    field.press("ArrowLeft")
    gives(ann, "0:5")
    zed.page.wait_for_function(f"() => {STAMP}.split('.')[2] === '1'")
    assert field.input_value() == "Zedekiah"
    assert zed.page.evaluate("[document.activeElement.name, document.activeElement.selectionStart]") == ["name", 7]


def test_a_countdown_is_right_for_a_client_whose_clock_is_hours_off(browsers):
    ann = browsers("Ann")
    ann.page.clock.set_system_time("2031-01-01T00:00:00Z")
    bob = browsers("Bob")
    bob.joins(ann.opens_room("standoff", clock=60))
    ann.page.wait_for_selector("#seats >> text=Bob")
    ann.starts()
    seconds = int("".join(filter(str.isdigit, ann.reads("count-down"))))
    assert 55 <= seconds <= 61


def test_a_server_restart_in_mid_round_loses_nothing(chromium, tmp_path):
    first = Site(tmp_path / "data")
    assert first.is_up(), first.output
    ann, bob = (Browser(chromium, first, name) for name in ("Ann", "Bob"))
    second = None
    try:
        bob.joins(ann.opens_room("standoff", lives=1))
        ann.page.wait_for_selector("#seats >> text=Bob")
        ann.starts()
        bob.page.wait_for_selector("#status[data-scene=match]")
        gives(ann, "0:5")
        ann.page.wait_for_selector("#prompt >> text=Locked in")
        first.stop(signal.SIGKILL)
        bob.page.wait_for_selector(".banner:not([hidden])", timeout=8000)
        second = Site(tmp_path / "data", port=first.port)
        assert second.is_up(), second.output
        bob.page.wait_for_selector(".banner", state="hidden", timeout=20_000)
        assert bob.sees()["view"]["seats"][0]["submitted"]
        gives(bob, "1:1")
        ann.page.wait_for_function(f"() => {STAMP}.split('.')[2] === '2'", timeout=20_000)
    finally:
        for who in (ann, bob):
            who.leaves()
        for site in filter(None, (first, second)):
            site.stop(signal.SIGKILL)
