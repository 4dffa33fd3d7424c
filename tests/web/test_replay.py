"""Replays: a finished match step by step, through any eyes; of a running match, nothing for anybody."""

import re

import pytest
from django.test import Client

from games import engine, matches, rooms
from games.models import Match, Room
from tests.drive import Player, commands_on, table
from tests.factories import finished_match, make_match, play_on

pytestmark = pytest.mark.django_db

SLUGS = [game.slug for game in engine.all()]


def replay(match, client=None, headers=None, **query):
    return (client or Client()).get(f"/r/{match.room.code}/replay/{match.number}/", query, headers=headers)


def page(match, **query):
    answer = replay(match, **query)
    assert answer.status_code == 200, answer.content.decode()
    return answer.content.decode()


def part(html, name):
    """One element of a page, by its id, up to the next that stands at its level."""
    return html.split(f' id="{name}"')[1].split("hx-swap-oob")[1]


@pytest.fixture
def match():
    return finished_match("standoff")


# Step by step ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", SLUGS)
def test_every_game_is_shown_through_all_eyes(slug):
    match = finished_match(slug)
    for step in sorted({0, 1, 2, match.version // 3, match.version // 2, match.version - 1, match.version}):
        for eyes in ("", "0", str(len(match.names) - 1), "all"):
            html = page(match, step=step, **({"as": eyes} if eyes else {}))
            assert f"Step {step} of {match.version}" in html
            assert not commands_on(html)
            assert 'method="post"' not in html.split("<main")[1]
            ids = re.findall(r'\bid="([^"]+)"', html)
            assert len(ids) == len(set(ids)), sorted(one for one in ids if ids.count(one) > 1)


@pytest.mark.parametrize("slug", SLUGS)
def test_the_log_goes_up_to_the_step_and_no_further(slug):
    match = finished_match(slug)
    for step in (0, 3, match.version):
        lines = [int(number) for number in re.findall(r'id="line-1-(\d+)"', page(match, step=step))]
        assert all(number <= step for number in lines)
        assert bool(lines) == bool(step)


def test_the_links_lead_first_back_forward_and_last(match):
    def ways(step):
        found = re.findall(r'id="step-(\w+)"[^>]*?href="([^"]*)"', page(match, step=step, **{"as": "1"}))
        return {way: link.replace("&amp;", "&") for way, link in found}

    last = match.version
    assert ways(0) == {"forward": "?step=1&as=1", "last": f"?step={last}&as=1"}
    assert ways(2) == {
        "first": "?step=0&as=1",
        "back": "?step=1&as=1",
        "forward": "?step=3&as=1",
        "last": f"?step={last}&as=1",
    }
    assert ways(last) == {"first": "?step=0&as=1", "back": f"?step={last - 1}&as=1"}


def test_a_step_shows_what_each_saw_then():
    """One has locked in: their own eyes see the card, those of others see that they have."""
    match = make_match("standoff", 3, {"lives": 1})
    matches.play(match.pk, 1, {"type": "choose", "card": "1:4"}, cause="player", now=match.started_at)
    match = play_on(Match.objects.select_related("room").get(), seed=1)
    own, other, spectator = (page(match, step=1, **query) for query in ({"as": 1}, {"as": 0}, {}))
    assert "Locked in: <b>4" in own
    assert "Locked in" not in other + spectator
    assert 'aria-labelledby="hand-title-0"' in other
    assert "hand-title" not in spectator
    everybody = page(match, step=1, **{"as": "all"})
    assert "Locked in: <b>4" in everybody
    assert all(f'aria-labelledby="hand-title-{seat}"' in everybody for seat in range(3))
    assert "Ann has to choose now." in everybody
    assert "Bob has to choose now." not in everybody


def test_what_only_some_may_see_is_told_to_their_eyes_only():
    match = finished_match("twenty_seven")
    private = [
        (move.version, event["only"]) for move in match.moves.all() for event in move.events if "only" in event
    ]  # fmt: skip
    version, only = private[0]
    (seat,) = only
    told = {eyes: part(page(match, step=version, **{"as": eyes}), "controls") for eyes in range(3)}
    assert len(re.findall("<span>", told[seat])) > max(
        len(re.findall("<span>", told[eyes])) for eyes in told if eyes != seat
    )


def test_htmx_gets_the_fragments_of_the_step(match):
    answer = replay(match, headers={"HX-Request": "true"}, step=2, **{"as": 0}).content.decode()
    assert "<html" not in answer
    swapped = re.findall(r'id="([\w-]+)"[^>]*hx-swap-oob="outerMorph"', answer)
    assert swapped == ["status", "board", "log", "hands", "controls", "eyes"]
    assert f'data-here="/r/{match.room.code}/replay/1/?step=2&amp;as=0"' in answer


def test_the_result_links_to_the_replay_for_everyone_once_it_is_over():
    ann, bob = table(2, lives="1")
    zed = Player("Zed")
    zed.code = ann.code
    link = f'href="/r/{ann.code}/replay/1/"'
    assert all(link not in who.page().content.decode() for who in (ann, bob, zed))
    play_on(Match.objects.select_related("room").get(), seed=1)
    assert all(link in who.page().content.decode() for who in (ann, bob, zed))


def test_a_match_that_was_ended_early_says_so_at_its_end():
    match = play_on(make_match("showdown", 2), seed=1, commands=3)
    matches.end(match.pk, cause="host", now=match.started_at)
    assert "ended early" in page(match, step=3)
    assert "ended early" not in page(match, step=2)


def test_the_seed_is_opened_on_the_page(match):
    assert match.seed in page(match)


# What is not there, and who may not see it ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "query",
    [
        {"step": "99999"}, {"step": "-1"}, {"step": "x"}, {"step": "9" * 5000},
        {"as": "3"}, {"as": "host"}, {"as": "-1"}, {"as": "½"},
    ],
)  # fmt: skip
def test_an_odd_step_is_refused_with_a_sentence(match, query):
    answer = replay(match, **query)
    assert answer.status_code == 422
    assert "must be a whole number" in answer.content.decode()


@pytest.mark.parametrize("number", ["0", "2", "9999", "12345", "99999999999999999999", "x", "-1"])
@pytest.mark.parametrize("ending", ["/", ".json"])
def test_a_match_that_never_was_is_not_found(match, number, ending):
    assert Client().get(f"/r/{match.room.code}/replay/{number}{ending}").status_code == 404


@pytest.mark.parametrize("slug", SLUGS)
def test_a_running_match_has_no_replay_and_no_record_for_anybody(slug):
    options = {"host": "true"} if slug == "seven_rounds" else {}
    players = [*table(4, slug, **options), Player("Zed")]
    match = Match.objects.select_related("room").get()
    for _moves in range(2):
        for who in players:
            for link in ("replay/1/", "replay/1/?step=0", "replay/1/?step=1&as=0", "replay/1/?as=all", "replay/1.json"):
                for headers in ({}, {"HX-Request": "true"}):
                    answer = who.client.get(f"/r/{match.room.code}/{link}", headers=headers)
                    assert answer.status_code == 403
                    assert "The replay opens when the match is over." in answer.content.decode()
                    assert match.seed not in answer.content.decode()
        match = play_on(match, seed=1, commands=3)


def test_a_rematch_leaves_the_first_match_open_and_is_closed_itself(match):
    rooms.rematch(match.room, match.ended_at)
    assert replay(match).status_code == 200
    assert Client().get(f"/r/{match.room.code}/replay/2/").status_code == 403


def test_only_who_may_see_the_room_sees_its_replays():
    ann, bob, cy = table(3, lives="1")
    match = play_on(Match.objects.select_related("room").get(), seed=1)
    ann.posts("host/kick", seat="2")
    ann.posts("host/lock")
    wanted = {ann: 200, bob: 200, cy: 403, Player("Zed"): 404}
    for who, status in wanted.items():
        assert replay(match, who.client).status_code == status
        assert who.client.get(f"/r/{match.room.code}/replay/1.json").status_code == status
    Room.objects.update(locked=False)
    assert replay(match).status_code == 200


def test_replays_are_only_looked_at(match):
    for link in ("replay/1/", "replay/1.json", "screen/"):
        assert Client().post(f"/r/{match.room.code}/{link}").status_code == 405


def test_no_match_is_changed_by_looking(match):
    before = Match.objects.values().get()
    page(match, step=3, **{"as": "all"})
    assert Match.objects.values().get() == before
