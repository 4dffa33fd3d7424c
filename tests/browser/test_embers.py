"""Embers in real browsers: a match by mouse with a spectator, one by keyboard alone, Fate, a table without script."""

import pytest

from games import engine, matches
from games.engine.embers.piles import in_order
from games.models import Match
from tests.browser.steps import tab_to

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

GAME = engine.get("embers")
DESK = {"width": 1280, "height": 800}
TURNS = """() => {
  window.turns = [];
  const mine = () => document.querySelectorAll('#status[data-mine]').length;
  new MutationObserver(() => mine() === window.turns.length % 2 || window.turns.push(performance.now()))
    .observe(document.getElementById('status'), { attributes: true });
}"""
"""Keep when it comes to be this player's move, and when it ceases to be, from now on, when it is not."""


def gather(browsers, *names, **facts):
    """A phone for each name around a new table without the Fiend and without a clock; the match has begun."""
    players = [browsers(name, **facts) for name in names]
    url = players[0].opens_room("embers", boss="false", pace="off")
    for player in players[1:]:
        player.joins(url)
    players[0].page.goto(url)
    players[0].starts()
    return players


def deal(players, *hands, **seats):
    """Put these cards in these hands, in the first player's turn; `bombs=(0, 1)` sets a fact of each seat.

    Whoever draws gets a number, which alone does nothing, and no Bomb by chance.
    """
    match = Match.objects.get()
    table = GAME.load(match.state)
    count = len(table.seats)
    table.first, table.order, table.upcoming = 0, tuple(range(count)), tuple(range(1, count))
    table.turn.seat, table.to_act = 0, (0,)
    table.deck = tuple(sorted(table.deck, key=lambda kind: kind not in ("one", "two", "three", "four")))
    for seat, hand in zip(table.seats, hands, strict=True):
        seat.hand = in_order(hand.split())
    for fact, values in seats.items():
        for seat, value in zip(table.seats, values, strict=True):
            setattr(seat, fact, value)
    Match.objects.filter(pk=match.pk).update(state=GAME.dump(table))
    matches.touch(match.room)
    for player in players:
        player.page.goto(player.url)


def pick(player, card):
    player.page.locator(f"#hand label.pick:has(.title:text-is('{card}'))").click()


def choose(player, words):
    """Tap a step of the picked card's choice."""
    player.page.locator(f".way > label:visible:has-text('{words}')").click()


def give(player, command):
    """Tap a visible button, and wait for what comes of it."""
    player.catches_up()
    button = player.form(command).locator("button")
    assert button.is_visible()
    player.gives(command, button.click)


def passes(*players):
    for player in players:
        player.page.wait_for_selector("#status[data-mine]")
        give(player, {"type": "pass"})


def over(*players):
    for player in players:
        player.page.wait_for_selector("#status[data-scene=over]")


def test_three_players_and_a_spectator_play_to_the_end_by_mouse(browsers):
    ann, bob, cy = gather(browsers, "Ann", "Bob", "Cy")
    deal([ann, bob, cy], "shield shield gift bomb", "conjure goodwill", "plunderer one", bombs=(0, 1, 1))
    zed = browsers("Zed", viewport=DESK)
    zed.watches(ann.url)

    pick(ann, "Shield")
    give(ann, {"type": "equip", "card": "shield"})
    ann.page.wait_for_selector(".place[data-number='0'] .plate[data-state=own]")
    pick(ann, "Gift")
    assert not ann.form({"type": "play", "card": "gift", "gift": "bomb", "target": 2}).locator("button").is_visible()
    choose(ann, "Bomb")
    give(ann, {"type": "play", "card": "gift", "gift": "bomb", "target": 2})

    bob.page.wait_for_selector("#status[data-mine]")
    assert bob.reads("#status h1") == "Ann plays Gift on Cy: override it?"
    zed.catches_up()
    assert "Ann plays Gift on Cy" in zed.reads("#board")
    assert zed.page.locator("[data-command]").count() == 0
    for secret in ("Your gift is Bomb", "Out of Nothing", "Goodwill", "Plunderer"):
        assert secret not in zed.page.content()
    assert "Your gift is Bomb" in ann.reads("#log")

    pick(bob, "Out of Nothing")
    give(bob, {"type": "play", "card": "conjure"})
    passes(cy, ann)
    ann.page.wait_for_selector("#status[data-mine]")
    assert ann.sees()["view"]["you"]["hand"] == ["shield", "bomb", "gift"]
    assert ann.sees()["view"]["seats"][1]["hand_count"] == 3
    give(ann, {"type": "end"})

    bob.page.wait_for_selector("#status[data-mine]")
    form = bob.form({"type": "end"})
    form.locator("[name=command]").evaluate("""field => { field.value = '{"card":"bomb","type":"play"}' }""")
    form.evaluate("form => form.requestSubmit()")
    bob.page.wait_for_selector("#notice:not([hidden])")
    assert "A Bomb can't be played" in bob.reads("#notice")

    cy.page.wait_for_selector("#status:not([data-mine])")
    cy.page.evaluate(TURNS)
    cy.page.locator("auto-pass select").select_option("round")
    pick(bob, "Goodwill")
    give(bob, {"type": "play", "card": "goodwill", "target": 0})
    cy.page.wait_for_function("() => window.turns.length === 2")
    assert 1000 < cy.page.evaluate("() => window.turns[1] - window.turns[0]") < 4000, "passed for Cy, after a while"
    passes(ann)
    bob.page.wait_for_selector("#status[data-mine]")
    give(bob, {"type": "end"})
    cy.page.wait_for_selector("#status[data-mine]")
    give(cy, {"type": "end"})

    over(ann, bob, cy, zed)
    assert "Ann wins" in zed.reads("#board")
    assert "Bob and Cy were the last to die." in zed.reads("#board")
    for who in (ann, bob, cy, zed):
        who.stays_clean()


def test_a_small_bomb_ends_a_match_by_keyboard_alone(browsers):
    ann, bob = gather(browsers, "Ann", "Bob")
    deal([ann, bob], "one two three four", "bomb")
    tab_to(ann.page, "#hand .pick")
    for _card in range(4):
        ann.page.keyboard.press("ArrowRight")
    tab_to(ann.page, "#prompt form[data-command*=minibomb]")
    ann.page.keyboard.press("Enter")
    bob.page.wait_for_selector("#status[data-mine]")
    tab_to(bob.page, "#prompt form[data-command]")
    bob.page.keyboard.press("Enter")
    over(ann, bob)
    assert ann.sees()["view"]["winners"] == [0]
    for who in (ann, bob):
        assert who.page.evaluate("document.activeElement !== document.body && document.activeElement.isConnected")
        who.stays_clean()


def test_fate_rewrites_a_gift_in_one_panel_and_nobody_knew(browsers):
    ann, bob, cy = gather(browsers, "Ann", "Bob", "Cy")
    deal([ann, bob, cy], "gift bomb", "shield shield defuse defuse", "one", equipment=((), ("fatebinder",), ()))
    pick(ann, "Gift")
    choose(ann, "Bomb")
    give(ann, {"type": "play", "card": "gift", "gift": "bomb", "target": 1})
    bob.page.wait_for_selector("#status[data-mine]")
    give(bob, {"type": "fate"})
    cy.page.wait_for_selector("#status[data-mine]")
    cy.catches_up()
    assert "Bob passes." in cy.reads("#log")
    assert "Fate lies" not in cy.page.content()
    passes(cy)
    bob.page.wait_for_selector("#status[data-mine] >> text=Which pair")
    for words in ("Defuse", "Ann"):
        choose(bob, words)
    give(bob, {"type": "rewrite", "pair": "defuse", "actor": 0, "target": 2})
    ann.page.wait_for_selector("#status[data-mine]")
    assert ann.sees()["view"]["seats"][2]["bombs"] == 1
    ann.page.wait_for_selector(".place[data-number='2'] .bomb")
    for who in (ann, bob, cy):
        who.stays_clean()


def test_what_is_picked_stays_picked_while_others_move_on(browsers):
    ann, bob = gather(browsers, "Ann", "Bob")
    deal([ann, bob], "shield", "gift shield")
    pick(bob, "Gift")
    assert bob.page.get_by_role("group", name="Gift").is_visible()
    pick(ann, "Shield")
    give(ann, {"type": "equip", "card": "shield"})
    bob.page.wait_for_selector(".place[data-number='0'] .plate[data-state=own]")
    assert bob.page.get_by_role("group", name="Gift").is_visible()
    bob.page.get_by_text("Back", exact=True).locator("visible=true").click()
    assert not bob.page.get_by_role("group", name="Gift").is_visible()
    bob.stays_clean()


def test_another_gives_the_keyboard_its_choice_back(browsers):
    ann, bob = gather(browsers, "Ann", "Bob")
    deal([ann, bob], "gift bomb shield", "one")
    pick(ann, "Gift")
    choose(ann, "Bomb")
    ann.page.get_by_text("another…", exact=True).locator("visible=true").click()
    focused = "() => [document.activeElement.value, document.activeElement.checked]"
    assert ann.page.evaluate(focused) == ["gift-gift-0", False]
    ann.page.keyboard.press("ArrowDown")
    assert ann.page.evaluate(focused) == ["gift-gift-1", True]
    ann.stays_clean()


def test_without_script_the_table_works_by_forms(browsers):
    ann, bob = gather(browsers, "Ann", "Bob", java_script_enabled=False)
    deal([ann, bob], "gift bomb shield", "one")
    assert not ann.page.locator("auto-pass").is_visible()
    pick(ann, "Shield")
    give(ann, {"type": "equip", "card": "shield"})
    pick(ann, "Gift")
    choose(ann, "Bomb")
    give(ann, {"type": "play", "card": "gift", "gift": "bomb", "target": 1})
    bob.page.goto(bob.url)
    give(bob, {"type": "pass"})
    bob.page.wait_for_selector(".place[data-number='1'] .bomb")
    assert bob.sees()["view"]["seats"][1]["bombs"] == 1
