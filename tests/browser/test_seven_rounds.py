"""Seven Rounds in real browsers: a host's shared screen with phones around it, and a table that runs itself."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Match
from tests.browser.steps import tab_to

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

DESK = {"width": 1280, "height": 800}
SECRETS = ("SWIPE from", "TEAM UP with", "PREDICT", "DOUBLE DOWN", "Secret Mission")


def gather(browsers, *names, **options):
    """A host at the shared screen, and a phone for each name; the match has begun."""
    host = browsers("Hal", viewport=DESK)
    url = host.opens_room("seven_rounds", **options)
    players = [browsers(name) for name in names]
    for player in players:
        player.joins(url)
        host.page.wait_for_selector(f"#seats >> text={player.name}")
    host.starts()
    for player in players:
        player.page.wait_for_selector("#status[data-scene=match]")
    return host, players


def picks(player, action, value=None):
    """Tap an action and, where it names somebody or something, tap that."""
    player.page.locator(f".action[data-action={action}] > .pick").click()
    if value is not None:
        player.page.locator(f".chip:has(input[name={action}][value='{value}'])").click()


def locks_in(player, words):
    player.page.get_by_role("button", name=words, exact=True).click()
    player.page.wait_for_selector("#prompt >> text=Locked in")


def test_a_host_runs_the_rounds_on_a_shared_screen(browsers):
    host, (ann, bob, cy) = gather(browsers, "Ann", "Bob", "Cy", round_seconds=60)
    zed = browsers("Zed", viewport=DESK)
    zed.watches(host.url)
    assert host.reads("#status h1") == "Choose on your phone"
    assert host.page.get_by_role("button", name="Skip when the time is up").is_disabled()

    picks(cy, "team_up", 1)
    picks(ann, "swipe", 1)
    locks_in(ann, "Lock in: swipe from Bob")
    for screen in (host, zed):
        screen.page.wait_for_selector(".place[data-ready] >> text=Ann")
        assert screen.page.locator(".place[data-ready]").count() == 1
        assert not [secret for secret in SECRETS if secret in screen.page.content()]
    assert "Locked in: SWIPE from Bob." in ann.reads("#prompt")
    mission = ann.page.locator(".mission > p")
    assert mission.is_visible()
    ann.page.get_by_text("Hide the mission").click()

    cy.catches_up()
    assert cy.page.get_by_role("button", name="Lock in: team up with Bob").is_visible(), "what Cy has picked is lost"
    host.form({"type": "skip_missing"}).evaluate("form => form.requestSubmit()")
    host.page.wait_for_selector("#notice:not([hidden])")
    assert host.reads("#notice") == "There is time left. You can skip once it is up. Missing: Bob and Cy."
    host.page.get_by_role("button", name="+30 s").click()
    host.page.wait_for_selector("#log >> text=The host adds 30 seconds.")

    locks_in(cy, "Lock in: team up with Bob")
    tab_to(bob.page, ".action")
    bob.page.keyboard.press("Space")
    bob.page.keyboard.press("ArrowDown")
    tab_to(bob.page, ".second")
    bob.page.keyboard.press("ArrowDown")
    tab_to(bob.page, ".final")
    assert bob.page.evaluate("document.activeElement.innerText") == "Lock in: team up with Cy"
    bob.page.keyboard.press("Enter")

    host.page.get_by_role("button", name="Reveal").click()
    ann.page.wait_for_selector("#prompt >> text=swiped from Bob +1")
    assert not mission.is_visible(), "a mission that is hidden stays so"
    bob.catches_up()
    assert "mutual with Cy +3" in bob.reads("#prompt")
    assert "swiped by Ann −1" in bob.reads("#prompt")
    zed.page.wait_for_selector(".place:has-text('Ann') >> text=SWIPE from Bob")

    host.page.get_by_role("button", name="Next round").click()
    ann.page.wait_for_selector("#status >> text=Choose one action")
    host.page.get_by_text("End the match…").click()
    host.page.get_by_role("button", name="End the match").click()
    for who in (host, ann, bob, cy, zed):
        who.page.wait_for_selector("#status[data-scene=over]")
        assert who.page.locator(".podium [data-rank='1']").is_visible()
        assert who.page.locator(".standing .mission").count() == 3
        who.stays_clean()


def test_the_time_runs_out_the_host_leaves_and_a_player_skips_the_missing(browsers):
    host, (ann, bob, cy) = gather(browsers, "Ann", "Bob", "Cy", round_seconds=60, missions="false")
    assert not ann.page.locator(".mission").count()
    host.page.get_by_text("People").click()
    host.page.get_by_role("button", name="Make Ann host").click()
    ann.page.get_by_role("button", name="Skip when the time is up").wait_for()
    picks(ann, "bank")
    locks_in(ann, "Lock in: bank")
    Match.objects.update(started_at=timezone.now() - timedelta(seconds=57))  # as if they had waited
    picks(bob, "double_down")
    locks_in(bob, "Lock in: double down")
    ann.page.locator("summary:has-text('Skip')").click()
    ann.page.get_by_role("button", name="Reveal and skip Cy").click()
    cy.page.wait_for_selector("#prompt >> text=no choice")
    ann.catches_up()
    assert "banked alone +2" in ann.reads("#prompt")
    assert "● Your move" in ann.page.title()
    ann.page.get_by_role("button", name="Next round").click()
    cy.page.wait_for_selector("#status >> text=Round 2 of 7")
    for who in (host, ann, bob, cy):
        who.stays_clean()


def test_a_table_without_a_host_plays_seven_rounds_by_itself(browsers):
    ann = browsers("Ann")
    url = ann.opens_room("seven_rounds", host="false", round_seconds=0)
    bob, cy = browsers("Bob"), browsers("Cy", reduced_motion="no-preference")
    for player in (bob, cy):
        player.joins(url)
        ann.page.wait_for_selector(f"#seats >> text={player.name}")
    ann.starts()
    choices = {0: {"type": "swipe", "player": 1}, 1: {"type": "bank"}, 2: {"type": "predict", "action": "bank"}}
    for number in range(1, 8):
        for seat, player in enumerate((ann, bob, cy)):
            player.page.wait_for_selector(f"#status >> text=Round {number} of 7")
            player.gives(choices[seat])
        if number == 7:
            break
        for player in (ann, bob, cy):
            player.gives({"type": "next"}, player.form({"type": "next"}).locator("button").click)
    for player in (ann, bob, cy):
        player.page.wait_for_selector("#status[data-scene=over]")
    view = ann.sees()["view"]
    assert view["completed"] == 7
    assert [row["score"] for row in view["seats"]][1] >= 7
    assert all(ann.page.locator(f".standing li:has-text('{name}')").is_visible() for name in ("Ann", "Bob", "Cy"))
    finale = cy.page.locator(".finale")
    assert not finale.is_visible(), "the podium waits for the end of the show"
    cy.page.get_by_text("Skip the show").click()
    assert finale.is_visible()
    for player in (ann, bob, cy):
        player.stays_clean()
