"""Twenty-Seven in real browsers: a match by taps with a spectator, one by keyboard alone, a refusal, no script."""

import json

import pytest

from games import engine
from games.models import Match
from tests.browser.steps import tab_to

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

QUIET = {"mode": "custom", "powers": 1, "seconds": 120}
"""One Power a round, and time enough for a busy machine."""


def seated(browsers, *names, **facts):
    """These people at a table whose match has begun."""
    people = [browsers(name, **facts) for name in names]
    url = people[0].opens_room("twenty_seven", **QUIET)
    for one in people[1:]:
        one.joins(url)
    people[0].page.wait_for_selector(f"#seats >> text={names[-1]}")
    people[0].starts()
    for one in people[1:]:
        one.page.wait_for_selector("#status[data-scene=match]")
    return people


def taps(player, command):
    """Give a command as a thumb does: a pick and a Power take a tile first, and some Powers one of one's own cards."""
    player.catches_up()
    form = player.form(command)
    for part, tile in ((".taken", ".offer-of"), (".panel", ".powers")):
        if form.locator(f"xpath=ancestor::*[contains(@class, '{part[1:]}')]").count():
            slot = form.locator(f"xpath=ancestor::*[contains(@class, '{part[1:]}')]").get_attribute("data-slot")
            player.page.locator(f"{tile} .tile:has([value='{slot}'])").click()
    if command["type"] == "play" and form.locator("xpath=ancestor::*[contains(@class, 'second')]").count():
        player.page.locator(f".chip:has([name='first-{command['power']}'][value='{command['slot']}'])").click()
    button = form.locator("button")
    assert button.bounding_box()["height"] >= 44
    player.gives(command, button.click)


def plays_on(players, give, choose):
    """Everyone who owes a command gives one: `choose` takes it from the engine's list."""
    for player in players:
        seen = player.sees()
        if not seen["view"]["over"] and seen["viewer"] in seen["view"]["to_act"]:
            player.catches_up()
            give(player, choose(seen["commands"]))


def to_the_end(players, give, choose, rounds=60):
    for _ in range(rounds * 4):
        plays_on(players, give, choose)
        if players[0].sees()["view"]["over"]:
            return
    raise AssertionError("the match does not end")


def fits(page):
    return page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_two_players_and_a_spectator_play_a_match_by_taps(browsers):
    ann, bob = seated(browsers, "Ann", "Bob", viewport={"width": 320, "height": 700})
    gus = browsers("Gus", viewport={"width": 1280, "height": 800})
    gus.watches(ann.url)
    plays_on((ann, bob), taps, lambda commands: commands[-1])
    seen = ann.sees()["view"]
    first, second = (ann, bob) if seen["active"] == 0 else (bob, ann)

    taps(first, {"type": "draw"})
    first.page.wait_for_selector("#prompt[data-kind=place]")
    drawn = first.sees()["view"]["you"]["drawn"]
    assert f"You drew the {drawn}" in first.reads("#prompt")
    gus.catches_up()
    assert "places a card" in gus.reads("#status")
    assert gus.page.locator("[data-command], .tile, .lifted, .mine").count() == 0
    assert "has drawn" not in gus.page.content()
    taps(first, {"type": "place", "slot": 1})

    second.page.wait_for_selector("#prompt[data-kind=turn]")
    plays = [one for one in second.sees()["commands"] if one["type"] == "play" and one["power"] != "freeze"]
    taps(second, plays[-1] if plays else {"type": "pass"})
    first.page.wait_for_selector("#status[data-mine]")
    assert fits(ann.page)
    assert fits(bob.page)

    to_the_end((ann, bob), taps, lambda commands: commands[-1])
    winners = [["Ann", "Bob"][seat] for seat in ann.sees()["view"]["winners"]]
    for who in (ann, bob, gus):
        who.page.wait_for_selector("#status[data-scene=over]")
        assert all(name in who.reads("#board .result") for name in winners)
        who.stays_clean()


def test_a_match_by_keyboard_alone(browsers):
    ann, bob = seated(browsers, "Ann", "Bob")

    def keys(player, command):
        if command["type"] == "pick":
            tab_to(player.page, ".offer-of .tile")
            player.page.keyboard.press("Space")
            tab_to(player.page, ".taken")
        else:
            text = json.dumps(command, sort_keys=True, separators=(",", ":"))
            tab_to(player.page, f"form[data-command='{text}']")
        player.gives(command, lambda: player.page.keyboard.press("Enter"))
        player.page.wait_for_function(
            "() => document.activeElement !== document.body && document.activeElement.isConnected"
        )

    to_the_end((ann, bob), keys, lambda commands: commands[0] if commands[0]["type"] == "pick" else commands[-1])
    for who in (ann, bob):
        who.page.wait_for_selector("#status[data-scene=over]")
        who.stays_clean()


def test_a_refusal_is_shown_in_words_and_the_table_as_it_stands(browsers):
    ann, bob = seated(browsers, "Ann", "Bob")
    plays_on((ann, bob), taps, lambda commands: commands[0])
    version = Match.objects.get().version
    active = (ann, bob)[ann.sees()["view"]["active"]]
    active.catches_up()
    form = active.form({"type": "draw"})
    form.locator("[name=command]").evaluate("""field => { field.value = '{"slot":0,"type":"place"}' }""")
    form.locator("button").click()
    active.page.wait_for_selector("#notice:not([hidden])")
    assert "There is no card to place: draw one first." in active.reads("#notice")
    assert Match.objects.get().version == version
    assert active.form({"type": "draw"}).locator("button").is_visible()
    active.stays_clean()


def test_the_show_can_be_skipped_and_is_not_begun_anew(browsers):
    ann, bob = seated(browsers, "Ann", "Bob", reduced_motion="no-preference")
    plays_on((ann, bob), taps, lambda commands: commands[0])
    while ann.sees()["view"]["last_round"] is None:
        plays_on((ann, bob), taps, lambda commands: commands[-1])
    ann.catches_up()
    board = ann.page.locator("#board")
    assert board.locator(".captions").is_visible()
    started = "document.querySelector('.captions').getAnimations()[0].startTime"
    began = ann.page.evaluate(started)
    assert began is not None
    plays_on((bob,), taps, lambda commands: commands[0])
    ann.catches_up()
    assert ann.page.evaluate(started) == began
    board.locator(".pass").click()
    assert not board.locator(".captions").is_visible()
    moving = "document.getAnimations().filter(one => one.effect.target.closest('#board')).length"
    assert ann.page.evaluate(moving) == 0
    for who in (ann, bob):
        who.stays_clean()


def test_without_script_a_round_works_by_forms(browsers):
    ann, bob = browsers("Ann", java_script_enabled=False), browsers("Bob", java_script_enabled=False)
    url = ann.opens_room("twenty_seven", **QUIET)
    bob.joins(url)
    ann.page.goto(url)
    ann.starts()
    state = Match.objects.get()
    game = engine.get("twenty_seven")
    for _ in range(30):
        view = game.view(game.load(state.state), None)
        if view["last_round"]:
            break
        player = (ann, bob)[view["to_act"][0]]
        player.page.goto(url)
        chosen = player.sees()["commands"]
        if chosen[0]["type"] == "pick":
            player.page.locator(".offer-of .tile").first.click()
            player.gives("that pick", player.page.locator(".taken button").filter(visible=True).click)
        else:
            player.gives(chosen[-1], player.form(chosen[-1]).locator("button").click)
        state.refresh_from_db()
    assert game.view(game.load(state.state), None)["last_round"]
    ann.page.goto(url)
    assert "Round 1" in ann.reads("#board")
