"""Showdown in real browsers: plans by taps and by keyboard alone, a spectator, a refusal, a table without script."""

import pytest

from games.models import Match
from tests.browser.steps import tab_to

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

DRAFT = "document.querySelector('plan-builder')?.dataset.draft"


def seated(browsers, *names, **facts):
    """These people in a match, with no limit of time; the first is the host."""
    host, *others = (browsers(name, **facts) for name in names)
    url = host.opens_room("showdown", plan_seconds=0)
    for other in others:
        other.joins(url)
    looks_again([host])
    host.page.wait_for_selector(f"#seats >> text={others[-1].name}")
    host.starts()
    looks_again(others)
    for other in others:
        other.page.wait_for_selector("#status[data-scene=match]")
    return [host, *others]


def looks_again(players):
    """Load the page again, which only a browser without script needs."""
    for player in players:
        if not player.page.evaluate("() => !!window.htmx"):
            player.page.reload()


def stands(player, hex_, facing):
    """Two taps: a hex on the board, then the way to face."""
    player.page.locator(f"label.spot[for='start-{hex_}']").click()
    player.gives(f"{hex_}, {facing}", player.page.locator(f".facings:visible button:has-text('{facing}')").first.click)


def taps(player, *selectors, then):
    """Tap one button of the plan after another; the draft is this afterwards."""
    for selector in selectors:
        before = player.page.locator("#plan-form").evaluate("form => new FormData(form).get('draft') + form.open.value")
        player.page.locator(selector).click()
        player.page.wait_for_function(
            "before => { const form = document.getElementById('plan-form');"
            " return new FormData(form).get('draft') + form.open.value !== before }",
            arg=before,
        )
    assert player.page.evaluate(DRAFT) == then


def key(player, selector, wait):
    """Reach a control by Tab alone, and press it."""
    tab_to(player.page, selector)
    player.page.keyboard.press("Enter")
    player.page.wait_for_function(f"() => {wait}")


def test_a_turn_by_taps_and_by_keyboard_with_a_spectator(browsers):
    ann, bob = seated(browsers, "Ann", "Bob")
    gus = browsers("Gus", viewport={"width": 1280, "height": 800})
    gus.watches(ann.url)
    stands(ann, "E6", "SE")
    bob.page.wait_for_selector("#status[data-mine]")
    tab_to(bob.page, ".starts")
    bob.page.keyboard.press("ArrowRight")
    assert bob.page.is_checked("#start-G6")
    tab_to(bob.page, ".facings [data-command*='\"facing\":5']")
    bob.page.keyboard.press("Enter")
    ann.page.wait_for_selector("plan-builder")

    # Ann taps a card, a way on the board, and a target; Bob lays his plan by keyboard
    taps(ann, "#side-1f", "button.spot[value='lay 1f:ahead']", "#side-3b", ".ways button >> nth=0",
         then="1f:ahead,3b:ahead_left")  # fmt: skip
    assert ann.page.locator(".piece[data-ghost]").count() == 1
    bob.page.wait_for_selector("plan-builder")
    key(bob, "#side-9f", f"{DRAFT} === '9f'")
    key(bob, "#side-7f", "document.querySelector('.choice')")
    key(bob, ".targets button", f"{DRAFT} === '9f,7f:shoot:@0'")
    tab_to(bob.page, "[data-command*='7f:shoot']")
    bob.page.keyboard.press("Enter")
    bob.page.wait_for_selector("#prompt[data-kind=sent]")
    assert "Draw & Cock" in bob.reads("#prompt")

    # what Ann has laid stays while Bob locks in, and nobody else sees anything of either plan
    ann.catches_up()
    gus.catches_up()
    ann.page.wait_for_function("() => document.querySelector('#plan-text-form [name=version]').value >= 3")
    assert ann.page.evaluate(DRAFT) == "1f:ahead,3b:ahead_left"
    assert ann.page.locator(".piece[data-ghost]").count() == 1
    assert "planned" in gus.reads(".fighter[data-number='1']")
    for secret in ("Draw &amp; Cock", "7f:shoot", "1f:ahead", "data-ghost"):
        assert secret not in gus.page.content()
    assert "7f:shoot" not in ann.page.locator("#prompt").inner_html()
    assert gus.page.locator("[data-command], [name=do]").count() == 0

    plan = {"type": "plan", "cards": ["1f:ahead", "3b:ahead_left"]}
    ann.gives(plan, ann.form(plan).locator("button").click)
    ann.page.wait_for_selector("#log >> text=Segment 5.")
    gus.catches_up()
    assert "Ann advances to F6." in gus.reads("#log")
    gus.page.locator(".story summary").click()
    gus.page.locator(".steps label", has_text="2").click()
    assert gus.page.locator(".frame[data-frame='2']").is_visible()
    assert not gus.page.locator(".now").is_visible()
    assert "Ann advances to F6." in gus.reads(".scene[data-frame='2']")

    # the end, by keyboard again
    bob.page.wait_for_selector("plan-builder")
    key(bob, "#fold-more summary", "document.querySelector('#fold-more').open")
    tab_to(bob.page, '[data-command=\'{"type":"surrender"}\']')
    bob.page.keyboard.press("Enter")
    for who in (ann, bob, gus):
        who.page.wait_for_selector("#status[data-scene=over]")
        assert "Ann" in who.reads("#status h1")
        who.stays_clean()
    assert Match.objects.get().ended_at is not None


def test_a_plan_without_script_and_a_refusal_in_words(browsers):
    """Placing is two taps of forms, each tap on a card a page; a plan in writing is refused with a reason."""
    ann, bob = seated(browsers, "Ann", "Bob", java_script_enabled=False)
    stands(ann, "D6", "SE")
    bob.page.reload()
    stands(bob, "H6", "NW")
    ann.page.reload()
    ann.page.locator("#side-9f").click()
    ann.page.locator("#side-5f").click()
    ann.page.locator(".targets button:has-text('Aim')").click()
    assert ann.page.locator("[name=draft]").input_value() == "9f,5f:aim:@1"
    ann.page.locator("#side-4b").click()
    assert "The plan costs 6; you have 5." in ann.reads(".lock")
    plan = {"type": "plan", "cards": ["9f", "5f:aim:@1"]}
    ann.gives(plan, ann.form(plan).locator("button").click)
    assert "Waiting for Bob" in ann.reads("#prompt")
    bob.page.reload()
    bob.page.locator("#fold-more summary").click()
    bob.page.fill("#plan-text", "2f:ahead")
    bob.page.locator("#plan-text-form button").click()
    assert "Run needs Advance in the same plan." in bob.reads("#notice")
    bob.page.locator("#fold-more summary").click()
    bob.page.fill("#plan-text", "1f:ahead,2f:ahead")
    bob.page.locator("#plan-text-form button").click()
    ann.page.reload()
    assert "Turn 2" in ann.reads("#status") or "TURN 2" in ann.reads("#status")
    assert "AIM 2 at Bob" in ann.reads("#board")


@pytest.mark.parametrize("width", [320, 360])
def test_nothing_sticks_out_on_a_phone(browsers, width):
    names = ("Wilhelmina Longfell", "欧阳娜娜司马相如诸葛孔明上官婉儿")
    ann, bob = seated(browsers, *names, viewport={"width": width, "height": 700})
    wide = "document.documentElement.scrollWidth > innerWidth"
    stands(ann, "D6", "SE")
    bob.page.wait_for_selector("#status[data-mine]")
    assert not bob.page.evaluate(wide)
    stands(bob, "H6", "NW")
    ann.page.wait_for_selector("plan-builder")
    assert not ann.page.evaluate(wide)
    ann.page.locator("#side-5f").click()
    ann.page.wait_for_selector(".targets")
    assert not ann.page.evaluate(wide)
    heights = ann.page.locator(".dock :is(button, summary)").evaluate_all(
        "all => all.filter(one => one.checkVisibility()).map(one => one.getBoundingClientRect().height)"
    )
    assert min(heights) >= 43.9
