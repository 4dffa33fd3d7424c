"""Turn alerts in real browsers: the title, a sound, a notification, each by its switch, once a turn, no secrets."""

import pytest

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

STUBS = """
window.notes = []; window.shut = 0; window.asked = 0; window.focused = 0; window.away = false; window.rung = 0;
window.focus = () => { window.focused += 1; };
window.Notification = class {
  static permission = localStorage.getItem("test-permission") ?? "default";
  static async requestPermission() {
    window.asked += 1;
    return (this.permission = window.answer ?? "granted");
  }
  constructor(title, facts) { window.notes.push([title, JSON.stringify(facts)]); window.last = this; }
  close() { window.shut += 1; }
};
Object.defineProperty(document, "hidden", { get: () => window.away });
window.AudioContext = class {
  state = "suspended"; currentTime = 0; destination = {};
  resume() { this.state = "running"; window.resumed = (window.resumed ?? 0) + 1; }
};
window.GainNode = class {
  gain = { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} };
  connect(next) { return next; }
};
window.OscillatorNode = class { connect(next) { return next; } start() { window.rung += 1; } stop() {} };
"""


def at_table(browsers, script=STUBS, slug="standoff", **options):
    """Ann hosts, Bob has joined; Bob's browser has stand-ins for what alerts."""
    ann, bob = browsers("Ann"), browsers("Bob")
    bob.page.add_init_script(script)
    bob.joins(ann.opens_room(slug, **options))
    ann.page.wait_for_selector("#seats >> text=Bob")
    return ann, bob


def switches(who, alert, on=True):
    """Open the alerts and set one of them."""
    if who.page.locator("#alerts[open]").count() == 0:
        who.page.locator("#alerts summary").click()
    who.page.locator(f"[data-alert={alert}]").set_checked(on)


def is_away(who, away):
    who.page.evaluate("away => { window.away = away; document.dispatchEvent(new Event('visibilitychange')); }", away)


def chooses(who, card):
    """Give a card without a look at the page."""
    who.gives({"type": "choose", "card": card})


def notes(who):
    return [title for title, _facts in who.page.evaluate("window.notes")]


def test_one_notification_a_turn_while_the_page_is_hidden_closed_when_the_turn_is_over(browsers):
    ann, bob = at_table(browsers)
    switches(bob, "note")
    assert bob.page.evaluate("window.asked") == 1
    is_away(bob, True)
    ann.starts()
    bob.page.wait_for_function("() => window.notes.length === 1")
    chooses(ann, "0:5")
    bob.catches_up()
    assert notes(bob) == ["Your move at Standoff"]
    assert bob.page.evaluate("window.shut") == 0
    chooses(bob, "1:0")
    bob.page.wait_for_function("() => window.shut === 1")
    bob.page.wait_for_selector("#status[data-mine='1 choose 2']")
    assert notes(bob) == ["Your move at Standoff"], "the next turn came by Bob's own command"
    chooses(bob, "1:1")
    bob.page.wait_for_selector("#status:not([data-mine])")
    chooses(ann, "0:4")
    bob.page.wait_for_function("() => window.notes.length === 2")
    said = bob.page.evaluate("window.notes").__repr__()
    assert bob.code not in said.replace(f"/r/{bob.code}/", "")  # the tag stays in the browser; no reader sees it
    bob.page.evaluate("window.last.onclick()")
    assert bob.page.evaluate("window.focused") == 1
    is_away(bob, False)
    assert bob.page.evaluate("window.shut") == 2
    for who in (ann, bob):
        who.stays_clean()


def test_no_notification_while_the_page_is_looked_at_or_the_switch_is_off(browsers):
    ann, bob = at_table(browsers)
    is_away(bob, True)
    ann.starts()
    bob.page.wait_for_selector("#status[data-mine]")
    assert notes(bob) == []
    is_away(bob, False)
    switches(bob, "note")
    chooses(bob, "1:1")
    bob.page.wait_for_selector("#status:not([data-mine])")
    chooses(ann, "0:4")
    bob.page.wait_for_selector("#status[data-mine]")
    assert notes(bob) == []
    bob.stays_clean()


def test_one_who_is_not_first_hears_that_the_match_has_begun_and_then_of_their_move(browsers):
    ann, bob = at_table(browsers, slug="showdown")
    switches(bob, "note")
    is_away(bob, True)
    ann.starts()
    bob.page.wait_for_function("() => window.notes.length === 1")
    assert notes(bob) == ["Showdown has begun"]
    ann.gives(ann.asked()["commands"][0])
    bob.page.wait_for_function("() => window.notes.length === 2")
    assert notes(bob)[1] == "Your move at Showdown"


def test_refused_leave_switches_notifications_off_and_says_what_to_do(browsers):
    ann, bob = at_table(browsers, STUBS + "window.answer = 'denied';")
    bob.page.locator("#alerts summary").click()
    bob.page.locator("[data-alert=note]").click()
    bob.page.wait_for_selector("#alerts .why:not([hidden])")
    assert "settings" in bob.reads("#alerts .why")
    assert not bob.page.locator("[data-alert=note]").is_checked()
    is_away(bob, True)
    ann.starts()
    bob.page.wait_for_selector("#status[data-mine]")
    assert notes(bob) == []


@pytest.mark.parametrize("without", ["delete window.Notification;", "window.Notification = undefined;"])
def test_a_browser_without_notifications_says_so(browsers, without):
    _ann, bob = at_table(browsers, STUBS + without)
    bob.page.locator("#alerts summary").click()
    bob.page.locator("[data-alert=note]").click()
    bob.page.wait_for_selector("#alerts .why:not([hidden])")
    assert not bob.page.locator("[data-alert=note]").is_checked()
    bob.stays_clean()


def test_leave_that_was_taken_back_shows_when_the_page_is_opened_again(browsers):
    _ann, bob = at_table(browsers)
    switches(bob, "note")
    bob.page.reload()  # the stand-in's permission is back to what the browser says: not granted
    bob.page.locator("#alerts summary").click()
    assert bob.page.locator("#alerts .why").is_visible()
    assert not bob.page.locator("[data-alert=note]").is_checked()


def test_a_sound_of_two_notes_a_turn_once_it_is_switched_on(browsers):
    ann, bob = at_table(browsers)
    ann.starts()
    bob.page.wait_for_selector("#status[data-mine]")
    assert bob.page.evaluate("window.rung") == 0
    switches(bob, "sound")
    bob.page.wait_for_function("() => window.rung === 2")  # so that one knows what to listen for
    bob.page.locator("#alerts summary").click()
    chooses(bob, "1:1")
    bob.page.wait_for_selector("#status:not([data-mine])")
    chooses(ann, "0:4")
    bob.page.wait_for_selector("#status[data-mine]")
    bob.page.wait_for_function("() => window.rung === 4")
    bob.stays_clean()


def test_a_kept_sound_starts_with_the_first_touch_of_a_new_page(browsers):
    _ann, bob = at_table(browsers)
    switches(bob, "sound")
    bob.page.reload()
    assert bob.page.evaluate("window.resumed ?? 0") == 0
    bob.page.locator("#status").click()
    assert bob.page.evaluate("window.resumed") == 1


@pytest.mark.parametrize(
    "script", [STUBS, STUBS.replace("localStorage", "sessionStorage") + "delete window.localStorage;"
    "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } });"],
    ids=["kept", "storage refused"],
)  # fmt: skip
def test_the_title_says_whose_move_it_is_unless_one_switches_that_off(browsers, script):
    ann, bob = at_table(browsers, script)
    ann.starts()
    bob.page.wait_for_function("() => document.title.startsWith('● Your move')")
    switches(bob, "title", on=False)
    bob.page.wait_for_function("() => !document.title.includes('Your move')")
    chooses(bob, "1:1")
    chooses(ann, "0:4")
    bob.page.wait_for_selector("#status[data-mine]")
    assert "Your move" not in bob.page.title()
    switches(bob, "title")
    bob.page.wait_for_function("() => document.title.startsWith('● Your move')")
    bob.stays_clean()


def test_switches_are_kept_for_the_next_page(browsers):
    ann, bob = at_table(browsers)
    switches(bob, "title", on=False)
    ann.starts()
    bob.page.wait_for_selector("#status[data-mine]")
    bob.page.reload()
    bob.page.wait_for_selector("turn-alerts:defined")
    bob.page.wait_for_function("() => !document.title.includes('Your move')")
    bob.page.locator("#alerts summary").click()
    assert not bob.page.locator("[data-alert=title]").is_checked()
    assert not bob.page.locator("[data-alert=sound]").is_checked()


def test_the_menu_opens_by_keyboard_shuts_by_escape_and_by_a_tap_beside_it(browsers):
    ann = browsers("Ann")
    ann.opens_room("standoff")
    ann.page.locator("#alerts summary").focus()
    ann.page.keyboard.press("Enter")
    ann.page.keyboard.press("Tab")
    assert ann.page.evaluate("document.activeElement.dataset.alert") == "title"
    ann.page.keyboard.press("Escape")
    assert ann.page.evaluate("document.activeElement.localName") == "summary"
    assert ann.page.locator("#alerts[open]").count() == 0
    ann.page.locator("#alerts summary").click()
    ann.page.locator(".wordmark").evaluate("link => link.addEventListener('click', (event) => event.preventDefault())")
    ann.page.locator(".wordmark").click()
    assert ann.page.locator("#alerts[open]").count() == 0


def test_without_script_there_are_no_switches_that_do_nothing(browsers):
    ann = browsers("Ann", java_script_enabled=False)
    ann.opens_room("standoff")
    assert not ann.page.locator("#alerts").is_visible()
