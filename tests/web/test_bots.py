"""Bots at the table: practice in one click, seats that the host fills, moves through the one door."""

import threading
import time
from datetime import timedelta

import pytest
from django.utils import timezone

from games import bots, clock, engine, matches, rooms, screens
from games.models import Match, Move, Seat
from tests.drive import Player, room_of, table
from tests.factories import make_room

pytestmark = pytest.mark.django_db

GAMES = [screen.slug for screen in screens.playable()]


def practises(slug):
    """Start a practice match; return the player and the match."""
    ann = Player("Ann")
    answer = ann.client.post(f"/practise/{slug}/")
    assert answer.status_code == 302
    ann.code = answer["Location"].strip("/").split("/")[-1]
    return ann, Match.objects.get()


def plays_until(match, done, most=400):
    """Let bots play, and the person's missing choices be made, from alarm to alarm, with every browser closed."""
    now = timezone.now()
    for _ in range(most):
        match = Match.objects.select_related("room").get(pk=match.pk)
        if match.ended_at is not None or done(match):
            return match
        now += timedelta(seconds=4)
        clock.tick(now)
        match.refresh_from_db()
        if match.due_at is None and match.ended_at is None:
            matches.stand_in(match, cause=Move.Cause.HOST, now=now)
    raise AssertionError("the match goes nowhere")


def test_every_game_can_be_practised():
    assert [game.slug for game in engine.all()] == GAMES


@pytest.mark.parametrize("slug", GAMES)
def test_practice_starts_in_one_click_without_an_account(slug):
    ann, match = practises(slug)
    assert ann.page().status_code == 200
    assert ann.sees()["viewer"] == 0
    assert room_of(ann).seats.exclude(bot="").count() == screens.get(slug).practice_bots
    assert match.ended_at is None


@pytest.mark.parametrize("slug", GAMES)
def test_bots_move_with_every_browser_closed(slug, caplog):
    _ann, match = practises(slug)
    bots = {str(seat) for seat in match.room.seats.exclude(bot="").values_list("number", flat=True)}

    def all_moved(now):
        return bots <= set(now.moves.filter(cause="bot").values_list("actor", flat=True))

    plays_until(match, all_moved)
    assert "failed" not in caplog.text


def test_a_match_of_bots_alone_plays_itself_to_the_end():
    ann, bob = table(2, lives="1")
    for player in (ann, bob):
        player.posts("leave")
    match = plays_until(Match.objects.get(), lambda now: False)
    assert match.ended_at is not None
    assert set(match.moves.values_list("cause", flat=True)) == {"bot"}


def test_bots_fill_seats_at_once_when_the_room_is_made():
    ann = Player("Ann")
    ann.opens(bots="3")
    assert list(room_of(ann).seats.values_list("bot", flat=True)) == ["", "normal", "normal", "normal"]


def test_the_host_adds_a_bot_changes_its_level_and_removes_it():
    ann = Player("Ann")
    ann.opens()
    assert ann.posts("host/bot", seat="1", level="easy").status_code == 302
    assert ann.posts("host/bot", seat="1", level="hard").status_code == 302
    assert Seat.objects.get(number=1).bot == "hard"
    assert ann.posts("host/kick", seat="1").status_code == 302
    assert Seat.objects.count() == 1
    for seat, level in (("0", "easy"), ("5", "easy"), ("1", "genius"), ("1", "")):
        assert ann.posts("host/bot", seat=seat, level=level).status_code == 422
    assert Seat.objects.count() == 1


def test_a_bot_sees_what_a_person_in_its_seat_would_see(monkeypatch):
    seen = []

    def policy(view, commands, chance, level):
        seen.append((view, level))
        return next(iter(commands))

    monkeypatch.setattr(engine, "policy", lambda _slug: policy)
    ann = Player("Ann")
    ann.opens(bots="1")
    ann.posts("start")
    match = Match.objects.get()
    clock.tick(timezone.now() + timedelta(seconds=4))
    game = engine.get("standoff")
    assert seen == [(game.view(game.load(match.state), 1), "normal")]


@pytest.mark.django_db(transaction=True)
def test_a_policy_that_never_returns_has_its_default_played_and_holds_up_no_other_table(monkeypatch, caplog):
    def policy(view, commands, chance, level):
        while len(view["seats"]) == 2:
            pass
        return next(iter(commands))

    monkeypatch.setattr(engine, "policy", lambda _slug: policy)
    long_ago = timezone.now() - timedelta(minutes=1)
    stuck = rooms.start(make_room(seats=1, bots=1, now=long_ago), long_ago)
    other = rooms.start(make_room(seats=1, bots=2, now=long_ago), long_ago)
    ticker = clock.Ticker()
    began = time.monotonic()
    ticker.start()
    try:
        assert waits(lambda: other.moves.count() == 2)
        assert waits(lambda: stuck.moves.exists())
    finally:
        ticker.stop()
    assert bots.SECONDS == 2
    assert time.monotonic() - began > bots.SECONDS
    assert max(other.moves.values_list("made_at", flat=True)) <= stuck.moves.get().made_at
    assert (stuck.moves.get().command, stuck.moves.get().cause) == ({"type": "choose", "card": "1:0"}, "bot")
    assert f"match {stuck.pk} version 0: the bot of seat 1 failed; its default is played" in caplog.text
    assert waits(lambda: not [one for one in threading.enumerate() if one.name == "bot"]), "it still computes"


def waits(until, seconds=12):
    """Wait until something holds; return whether it came to hold."""
    end = time.monotonic() + seconds
    while not until():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


def test_a_policy_that_waits_for_something_is_left_behind(monkeypatch):
    """A thread that computes nothing cannot be stopped, but nobody waits for it."""
    monkeypatch.setattr(bots, "AT_MOST", 0.3)
    never = threading.Event()
    monkeypatch.setattr(engine, "policy", lambda _slug: lambda *_args: never.wait())
    now = timezone.now()
    match = rooms.start(make_room(seats=1, bots=1, now=now), now)
    assert clock.tick(now + timedelta(seconds=10)) == 1
    assert match.moves.get().command == {"type": "choose", "card": "1:0"}
    never.set()


def test_a_bot_decides_apart_from_the_deck():
    """The same bot, asked again on the same version, decides the same; its chance is not the match's."""
    ann = Player("Ann")
    ann.opens(bots="1")
    ann.posts("start")
    match = Match.objects.select_related("room").get()
    assert bots.decide(match, 1, "hard") == bots.decide(match, 1, "hard")
    before = matches.chance_of(match, 1).pick("x", range(10**6))
    bots.decide(match, 1, "normal")
    assert matches.chance_of(match, 1).pick("x", range(10**6)) == before


def test_a_seat_is_taken_over_by_a_bot_and_back_in_mid_match():
    ann, bob = table(2)
    bob.posts("leave")
    clock.tick(timezone.now() + timedelta(seconds=4))
    assert Move.objects.get().actor == "1"
    bob.joins(ann.code)
    assert bob.sees()["viewer"] == 1
    assert bob.sees()["view"]["you"]["chosen"] is not None
    assert rooms.running(room_of(ann)) is not None
