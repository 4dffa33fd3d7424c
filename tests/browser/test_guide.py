"""The first-match guide in real browsers: each kind of prompt explained once, and how its reader says no, or again."""

import pytest

from tests.browser.steps import tab_to

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

WORDS = "#prompt first-guide p"
KEEPS_NOTHING = """
Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } });
"""
TIME_STANDS = "{ const now = Date.now(); window.later = 0; Date.now = () => now + window.later; }"
READ = "() => { window.later += 5000; }"


def practises(browsers, slug="seven_rounds", script="", **facts):
    """One person against bots, in one click; time does not press."""
    ann = browsers("Ann", **facts)
    if script:
        ann.page.add_init_script(script)
    ann.page.goto(ann.site.url)
    ann.page.locator(f"form[action='/practise/{slug}/'] button").click()
    ann.page.wait_for_selector("#status[data-scene=match]")
    ann.url = ann.page.url
    if facts.get("java_script_enabled", True):
        ann.page.wait_for_selector("first-guide:defined", state="attached")
    return ann


def shown(who):
    guide = who.page.locator("first-guide")
    return guide.get_attribute("data-guide") if guide.is_visible() else None


def gives_first(who):
    """Give the first command that one may."""
    who.gives(who.asked()["commands"][0])


def test_a_kind_of_prompt_is_explained_until_its_reader_has_got_it_and_never_again(browsers):
    ann = practises(browsers)
    assert shown(ann) == "seven_rounds:pick"
    assert ann.page.locator(WORDS).is_visible()
    ann.page.get_by_role("button", name="Got it").click()
    assert shown(ann) is None
    assert ann.page.evaluate("document.activeElement.id") == "prompt"
    ann.page.reload()
    ann.page.wait_for_selector("first-guide:defined", state="attached")
    assert shown(ann) is None
    ann.page.goto(ann.site.url)
    ann.page.locator("form[action='/practise/seven_rounds/'] button").click()
    ann.page.wait_for_selector("#prompt")
    assert shown(ann) is None
    ann.stays_clean()


def test_another_kind_of_prompt_and_another_game_have_their_own(browsers):
    ann = practises(browsers)
    ann.page.get_by_role("button", name="Got it").click()
    gives_first(ann)
    ann.page.wait_for_selector("first-guide[data-new]")
    assert shown(ann) in ("seven_rounds:locked", "seven_rounds:results")
    ann.page.goto(ann.site.url)
    ann.page.locator("form[action='/practise/standoff/'] button").click()
    ann.page.wait_for_selector("first-guide[data-new]")
    assert shown(ann) == "standoff:pick"
    ann.stays_clean()


def test_what_has_stood_there_long_enough_counts_as_read_and_a_glimpse_does_not(browsers):
    ann = practises(browsers, "standoff", TIME_STANDS)

    def picks_again():
        gives_first(ann)
        while ann.asked()["view"]["phase"] != "choose":
            gives_first(ann)

    assert shown(ann) == "standoff:pick"
    picks_again()  # at once: nobody has read it
    assert shown(ann) == "standoff:pick"
    ann.page.evaluate(READ)
    picks_again()
    assert ann.page.locator("first-guide[data-guide='standoff:pick']").count() == 1
    assert shown(ann) is None


def test_a_fragment_that_comes_meanwhile_leaves_the_guide_as_it_is(browsers):
    ann, bob = browsers("Ann"), browsers("Bob")
    bob.joins(ann.opens_room("standoff"))
    ann.page.wait_for_selector("#seats >> text=Bob")
    ann.starts()
    bob.page.wait_for_selector("first-guide[data-new]")
    gives_first(ann)
    bob.catches_up()
    assert shown(bob) == "standoff:pick"
    bob.page.get_by_role("button", name="Got it").click()
    bob.page.evaluate("window.dispatchEvent(new Event('online'))")
    bob.page.wait_for_timeout(500)
    assert shown(bob) is None


def test_no_more_hints_and_all_of_them_again(browsers):
    ann = practises(browsers)
    ann.page.get_by_role("button", name="No more hints").click()
    assert shown(ann) is None
    ann.page.locator("#alerts summary").click()
    field = ann.page.get_by_role("checkbox", name="Explain what I meet for the first time")
    assert not field.is_checked()
    field.check()
    assert shown(ann) == "seven_rounds:pick"
    ann.page.locator("#alerts summary").click()
    ann.page.get_by_role("button", name="Got it").click()
    ann.page.locator("#alerts summary").click()
    ann.page.get_by_role("button", name="Show all hints again").click()
    assert shown(ann) == "seven_rounds:pick"
    ann.stays_clean()


def test_by_keyboard_one_gets_past_the_guide_to_the_choice(browsers):
    ann = practises(browsers)
    tab_to(ann.page, "[data-hint=seen]")
    ann.page.keyboard.press("Enter")
    assert shown(ann) is None
    tab_to(ann.page, "#prompt label, #prompt summary, #prompt button, #prompt input")


def test_where_the_browser_keeps_nothing_the_guide_works_for_the_page(browsers):
    ann = practises(browsers, script=KEEPS_NOTHING)
    ann.page.get_by_role("button", name="Got it").click()
    assert shown(ann) is None
    ann.stays_clean()


def test_without_script_it_unfolds_and_offers_no_button_that_does_nothing(browsers):
    ann = practises(browsers, java_script_enabled=False)
    assert not ann.page.locator(WORDS).is_visible()
    ann.page.locator("first-guide summary").click()
    assert ann.page.locator(WORDS).is_visible()
    assert ann.page.get_by_role("button", name="Got it").count() == 0
