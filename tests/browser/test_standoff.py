"""Standoff in real browsers: a match by mouse with a spectator, a match by keyboard alone, a table without script."""

import pytest

from games import engine
from games.models import Match
from tests.browser.steps import tab_to

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def locks_in(player, card):
    """Two taps: pick the card, lock it in."""
    command = {"type": "choose", "card": card}
    slot = player.form(command).locator("xpath=ancestor::*[@data-slot]").get_attribute("data-slot")
    player.page.locator(f"#hand label[data-slot='{slot}']").click()
    player.gives(command, player.form(command).locator("button").click)


def decides(player, command):
    """Give one of a decision's answers."""
    button = player.form(command).locator("button")
    player.gives(command, button.click if button.is_visible() else None)


def plays_on(players, choose):
    """One command of everyone who owes one; `choose` picks from the engine's list."""
    for player in players:
        seen = player.sees()
        if seen["view"]["over"] or seen["viewer"] not in seen["view"]["to_act"]:
            continue
        player.catches_up()
        command = choose(seen)
        locks_in(player, command["card"]) if command["type"] == "choose" else decides(player, command)


def test_two_players_and_a_spectator_play_a_match_of_set_1_by_mouse(browsers):
    ann, bob, gus = browsers("Ann"), browsers("Bob"), browsers("Gus", viewport={"width": 1280, "height": 800})
    url = ann.opens_room("standoff", set=1, lives=1)
    bob.joins(url)
    ann.page.wait_for_selector("#seats >> text=Bob")
    ann.starts()
    gus.watches(url)
    locks_in(ann, "0:5")
    ann.page.wait_for_selector("#prompt >> text=Locked in")
    bob.catches_up()
    gus.catches_up()
    assert "locked in" in gus.reads("#board").lower()
    assert gus.page.locator("[data-command]").count() == 0
    for _round in range(30):
        plays_on([ann, bob], lambda seen: seen["commands"][-1 if seen["viewer"] == 0 else 0])
        if ann.sees()["view"]["over"]:
            break
    winners = ann.sees()["view"]["winners"]
    for who in (ann, bob, gus):
        who.catches_up()
        who.page.wait_for_selector("#status[data-scene=over]")
    for seat in winners:
        assert ["Ann", "Bob"][seat] in gus.reads("#status")
    assert Match.objects.get().ended_at is not None
    for who in (ann, bob, gus):
        who.stays_clean()


def test_a_match_of_set_5_by_keyboard_alone(browsers):
    ann, bob = browsers("Ann"), browsers("Bob")
    url = ann.opens_room("standoff", set=5, lives=1)
    bob.joins(url)
    tab_to(ann.page, "form[action$='/start/']")
    ann.page.keyboard.press("Enter")
    for player in (ann, bob):
        player.page.wait_for_selector("#status[data-scene=match]")

    def by_keyboard(player):
        seen = player.sees()
        if seen["view"]["over"] or seen["viewer"] not in seen["view"]["to_act"]:
            return
        player.catches_up()
        if seen["view"]["phase"] == "choose":
            tab_to(player.page, "#hand .pick")
            for _ in range(seen["viewer"]):  # Bob goes one card further, so that the two differ
                player.page.keyboard.press("ArrowRight")
            player.page.keyboard.press("Space")
        tab_to(player.page, "#prompt form[data-command]")
        player.gives("what has the focus", lambda: player.page.keyboard.press("Enter"))
        focused = player.page.evaluate("document.activeElement !== document.body && document.activeElement.isConnected")
        assert focused, "the focus was lost after the swap"

    for _round in range(40):
        for player in (ann, bob):
            by_keyboard(player)
        if ann.sees()["view"]["over"]:
            break
    assert ann.sees()["view"]["over"]
    assert ann.page.wait_for_selector("#status[data-scene=over]")
    for who in (ann, bob):
        who.stays_clean()


def test_a_refusal_is_shown_in_words_and_the_table_as_it_stands(browsers, site):
    ann, bob = browsers("Ann"), browsers("Bob")
    url = ann.opens_room("standoff", lives=1)
    bob.joins(url)
    ann.page.wait_for_selector("#seats >> text=Bob")
    ann.starts()
    form = ann.form({"type": "choose", "card": "0:5"})
    form.locator("[name=command]").evaluate("""field => { field.value = '{"card":"1:5","type":"choose"}' }""")
    form.evaluate("form => form.requestSubmit()")
    ann.page.wait_for_selector("#notice:not([hidden])")
    assert ann.reads("#notice").strip()
    assert Match.objects.get().version == 0
    ann.stays_clean()


def test_without_script_the_table_works_by_forms(browsers):
    ann, bob = browsers("Ann", java_script_enabled=False), browsers("Bob", java_script_enabled=False)
    url = ann.opens_room("standoff", set=1, lives=1)
    bob.joins(url)
    ann.page.goto(url)
    ann.starts()
    bob.page.goto(url)
    for player, card in ((ann, "0:5"), (bob, "1:1")):
        locks_in(player, card)
    state = engine.get("standoff").load(Match.objects.get().state)
    assert engine.get("standoff").view(state, None)["last_round"] is not None
