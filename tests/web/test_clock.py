"""Time: deadlines, grace, added time, pauses, skips, and the bots' alarm."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games import clock, engine, matches, rooms
from games.models import Match, Move
from games.refusals import Refused
from tests.factories import choose, make_match, make_room

pytestmark = pytest.mark.django_db

START = timezone.now().replace(microsecond=0)


def after(seconds):
    return START + timedelta(seconds=seconds)


def fresh(match):
    return Match.objects.select_related("room").get(pk=match.pk)


def causes(match):
    return list(match.moves.order_by("version").values_list("actor", "cause"))


def test_without_a_clock_nothing_is_due():
    match = make_match(now=START)
    assert (match.deadline, match.due_at) == (None, None)
    assert clock.tick(after(10**6)) == 0


def test_at_zero_the_host_may_skip_and_nothing_happens_by_itself():
    match = make_match(now=START, clock=30)
    assert match.deadline == after(30)
    assert clock.tick(after(40)) == 0
    with pytest.raises(Refused, match="not up yet"):
        matches.skip(match.pk, cause="host", now=after(29))
    assert matches.skip(match.pk, cause="host", now=after(31)) == 2
    assert causes(match) == [("0", "host"), ("1", "host")]


def test_at_zero_missing_choices_are_made_by_default_after_the_grace():
    match = choose(make_match(now=START, clock=30, at_zero="auto", seats=3), 1, 5, now=after(3))
    assert match.deadline == after(30)
    assert clock.tick(after(30.4)) == 0
    assert clock.tick(after(30.5)) == 2
    assert causes(match) == [("1", "player"), ("0", "clock"), ("2", "clock")]


def test_a_command_within_half_a_second_after_zero_counts():
    match = make_match(now=START, clock=30, at_zero="auto")
    choose(match, 0, 5, now=after(30.4))
    assert clock.tick(after(30.6)) == 1
    assert causes(match) == [("0", "player"), ("1", "clock")]


def test_an_alarm_twice_plays_once():
    match = make_match(now=START, clock=30, at_zero="auto")
    assert clock.settle(match.pk, after(31)) == 2
    assert clock.settle(match.pk, after(31)) == 0


def test_a_new_wait_has_its_whole_time_and_an_old_alarm_does_nothing():
    match = make_match(now=START, clock=30, at_zero="auto")
    choose(match, 0, 5, now=after(10))
    assert fresh(match).deadline == after(30)
    choose(match, 1, 1, now=after(20))
    assert fresh(match).deadline == after(50)
    assert clock.settle(match.pk, after(31)) == 0


def test_a_stand_in_for_another_wait_is_refused():
    match = make_match(now=START)
    old = fresh(match)
    choose(match, 0, 5)
    choose(match, 1, 1)
    assert matches.stand_in(old, cause="clock", now=after(1)) == 0
    assert fresh(match).version == 2


def test_after_a_long_sleep_one_wait_is_settled_and_the_next_has_its_whole_time():
    match = make_match(now=START, clock=30, at_zero="auto")
    assert clock.tick(after(3600)) == 2
    assert fresh(match).deadline == after(3630)


def test_added_time_counts_from_the_deadline_or_from_now():
    match = make_match(now=START, clock=30)
    matches.add_time(match.pk, 30, cause="host", now=after(10))
    assert fresh(match).deadline == after(60)
    matches.add_time(match.pk, 30, cause="host", now=after(100))
    assert fresh(match).deadline == after(130)
    with pytest.raises(Refused):
        matches.add_time(make_match(now=START).pk, 30, cause="host", now=after(1))


def test_a_pause_keeps_what_was_left():
    match = make_match(now=START, clock=30, at_zero="auto")
    matches.pause(match.pk, after(10))
    assert clock.tick(after(300)) == 0
    matches.pause(match.pk, after(20))  # again: changes nothing
    matches.resume(match.pk, after(1010))
    assert fresh(match).deadline == after(1030)
    assert clock.tick(after(1029)) == 0
    assert clock.tick(after(1031)) == 2


def test_time_added_in_a_pause_is_there_afterwards():
    match = make_match(now=START, clock=30, at_zero="auto")
    matches.pause(match.pk, after(10))
    matches.add_time(match.pk, 30, cause="host", now=after(50))
    matches.resume(match.pk, after(110))
    assert fresh(match).deadline == after(160)


def test_a_left_seat_is_played_for_without_waiting_for_anyone():
    match = make_match(now=START, seats=3)
    rooms.leave(match.room, match.room.seats.get(number=2).person, after(1))
    due = fresh(match).due_at
    assert after(1.8) <= due <= after(3.5)
    assert clock.tick(due) == 1
    assert causes(match) == [("2", "bot")]


def test_the_bots_delay_depends_on_nothing_but_chance():
    first, second = make_match(now=START, seats=2), make_match(now=START, seats=2)
    Match.objects.filter(pk=second.pk).update(seed=first.seed)
    dues = []
    for match, card in ((first, 6), (second, 1)):
        rooms.leave(match.room, match.room.seats.get(number=1).person, after(0))
        choose(fresh(match), 0, card, now=after(0.5))
        dues.append(fresh(match).due_at)
    assert dues[0] == dues[1]


def test_when_all_have_fallen_silent_for_ever_the_match_ends_by_its_deadlines():
    match = make_match(now=START, seats=4, clock=10, at_zero="auto", options={"lives": 1})
    moment = 0
    while fresh(match).ended_at is None:
        moment += 11
        clock.tick(after(moment))
        assert moment < 10_000
    assert {cause for _actor, cause in causes(match)} == {"clock"}


def test_when_all_have_fallen_silent_for_ever_the_match_ends_by_the_hosts_skips():
    match = make_match(now=START, seats=3, options={"lives": 1, "set": 6})
    while fresh(match).ended_at is None:
        matches.skip(match.pk, cause="host", now=after(1))
    assert matches.to_act(fresh(match)) == []


def test_a_bot_that_fails_is_logged_and_its_default_played(monkeypatch, caplog):
    def broken(*_args):
        raise RuntimeError("no idea")

    monkeypatch.setattr(engine, "policy", lambda _slug: broken)
    match = rooms.start(make_room(seats=1, bots=1, now=START), START)
    assert clock.tick(after(10)) == 1
    assert Move.objects.get(match=match).command == {"type": "choose", "card": "1:0"}
    assert "its default is played" in caplog.text


def test_a_bot_that_answers_nonsense_has_its_default_played(monkeypatch):
    monkeypatch.setattr(engine, "policy", lambda _slug: lambda *_args: {"type": "choose", "card": "0:9"})
    match = rooms.start(make_room(seats=1, bots=1, now=START), START)
    assert clock.tick(after(10)) == 1
    assert Move.objects.get(match=match).command == {"type": "choose", "card": "1:0"}


def test_a_table_of_seven_rounds_without_a_host_goes_on_by_its_own_clock():
    match = make_match("seven_rounds", 3, {"host": False, "round_seconds": 20}, now=START)
    assert match.deadline == after(20)
    assert clock.tick(after(20.6)) == 3
    match.refresh_from_db()
    assert match.deadline is not None, "the results have their time as well"
