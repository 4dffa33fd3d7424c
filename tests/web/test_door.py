"""The door: what holds for every command, whoever gives it."""

import json
import threading
from datetime import timedelta

import pytest
from django.db import connections
from django.utils import timezone

from games import engine, matches, rooms
from games.models import Match, Move
from games.refusals import MovedOn, Refused
from tests.drive import table
from tests.factories import choose, make_match

pytestmark = pytest.mark.django_db


def test_a_command_saves_state_move_and_version_together():
    match = choose(make_match(), 0, 6)
    move = match.moves.get()
    assert (match.version, move.version, move.decided_on, move.actor, move.cause) == (1, 1, 0, "0", "player")
    assert move.command == {"type": "choose", "card": "0:6"}
    assert move.events == [{"type": "submitted", "seat": 0}]


def test_a_refused_command_changes_nothing():
    match = make_match()
    with pytest.raises(engine.IllegalCommand):
        choose(match, 0, 6, decided_on=0) and matches.play(
            match.pk, 0, {"type": "choose", "card": "0:5"}, cause="player", now=timezone.now()
        )
    again = Match.objects.get(pk=match.pk)
    assert again.version == 1
    assert again.moves.count() == 1


def test_an_old_version_counts_while_others_only_chose_meanwhile():
    match = make_match(seats=3)
    choose(match, 1, 6, decided_on=0)
    choose(match, 0, 5, decided_on=0)
    assert Match.objects.get(pk=match.pk).version == 2


def test_a_command_given_twice_on_one_version_counts_once():
    match = make_match(seats=2)
    first = choose(match, 0, 5, decided_on=0)
    second = choose(match, 0, 5, decided_on=0)
    assert (first.version, second.version) == (1, 1)
    assert match.moves.count() == 1


def test_twice_counts_once_even_when_it_would_be_legal_again():
    match = make_match(seats=2)
    choose(match, 0, 0, decided_on=0)
    choose(match, 1, 5, decided_on=0)
    assert matches.to_act(Match.objects.get(pk=match.pk)) == [0, 1]  # a Reload is never spent: it could be chosen anew
    choose(match, 0, 0, decided_on=0)
    assert match.moves.count() == 2


def test_another_command_on_a_picture_older_than_the_own_move_has_moved_on():
    match = make_match(seats=2)
    choose(match, 0, 0, decided_on=0)
    choose(match, 1, 5, decided_on=0)
    with pytest.raises(MovedOn):
        choose(match, 0, 5, decided_on=0)
    assert match.moves.count() == 2


def test_a_version_from_the_future_is_refused():
    with pytest.raises(Refused):
        choose(make_match(), 0, 6, decided_on=7)


def test_two_tabs_of_one_person_may_both_act():
    match = make_match(seats=2)
    choose(match, 0, 5, decided_on=0)
    choose(match, 1, 1, decided_on=0)
    seen = Match.objects.get(pk=match.pk).version
    choose(match, 0, 4, decided_on=seen)
    assert match.moves.count() == 3


def test_after_the_end_nothing_is_taken():
    match = make_match(seats=2)
    matches.end(match.pk, cause="host", now=timezone.now())
    with pytest.raises(Refused):
        choose(match, 0, 6)
    assert Match.objects.get(pk=match.pk).broken_off


def test_a_match_replays_from_its_moves():
    match = make_match(seats=3, options={"set": "random", "lives": 1})
    while (now := Match.objects.get(pk=match.pk)).ended_at is None:
        actor = matches.to_act(now)[-1]
        game = engine.get("standoff")
        command = list(game.commands(game.load(now.state), actor))[-1]
        matches.play(match.pk, actor, command, cause="player", now=timezone.now())
    state, told = matches.replay(now)
    assert engine.get("standoff").dump(state) == now.state
    assert told == [move.events for move in now.moves.order_by("version")]


def test_an_exception_in_the_rules_leaves_the_match_as_it_was(monkeypatch, caplog):
    match = make_match()
    before = Match.objects.get(pk=match.pk)

    def burst(*_args):
        raise RuntimeError("boom")

    monkeypatch.setattr(type(engine.get("standoff")), "carry_out", burst)
    with pytest.raises(Refused, match="nothing was changed"):
        choose(match, 0, 6)
    after = Match.objects.get(pk=match.pk)
    assert (after.version, after.state) == (before.version, before.state)
    assert f"match {match.pk} version 0" in caplog.text  # without its words: tests/web/test_logs.py


def test_a_paused_match_takes_no_command_and_its_time_stands_still():
    start = timezone.now()
    match = make_match(now=start)
    matches.pause(match.pk, start + timedelta(seconds=10))
    with pytest.raises(Refused, match="paused"):
        choose(match, 0, 6, now=start + timedelta(seconds=20))
    matches.resume(match.pk, start + timedelta(seconds=100))
    choose(match, 0, 6, now=start + timedelta(seconds=101))
    assert Move.objects.get(match=match).now == pytest.approx(11)


@pytest.mark.django_db(transaction=True)
def test_two_writers_at_once_on_one_match_both_get_through_once():
    match = make_match(seats=6)
    faults = []

    def write(seat, card):
        try:
            choose(match, seat, card, decided_on=0)
        except Exception as fault:
            faults.append(fault)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=write, args=(seat, 6 - copy)) for seat in range(6) for copy in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    after = Match.objects.get(pk=match.pk)
    assert sorted(after.moves.values_list("version", flat=True)) == list(range(1, after.version + 1))
    assert len({move.actor for move in after.moves.filter(version__lte=6)}) == 6
    assert all(isinstance(fault, (MovedOn, engine.IllegalCommand)) for fault in faults), faults
    assert len(faults) == 12 - after.version


@pytest.mark.django_db(transaction=True)
def test_twelve_writers_never_see_a_locked_database():
    found = [make_match(seats=2, options={"lives": 9}) for _ in range(12)]
    faults = []

    def write(match):
        try:
            for _ in range(5):
                for seat in (0, 1):
                    choose(match, seat, 0)
        except Exception as fault:
            faults.append(fault)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=write, args=(match,)) for match in found]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not faults
    assert [Match.objects.get(pk=match.pk).version for match in found] == [10] * 12


def test_a_command_takes_few_queries(django_assert_max_num_queries):
    match = make_match(seats=6)
    with django_assert_max_num_queries(6):  # SAVEPOINT and RELEASE in a test; the match, its seats, the match, the move
        choose(match, 0, 6)


def test_a_command_by_its_form_takes_no_query_that_another_has_answered(django_assert_max_num_queries):
    _ann, bob = table(2)
    bob.sees()
    # The session, the person, the room with their place in it; SAVEPOINT and RELEASE; the match, its seats, the match,
    # the move: five to read, two to write. No lease is renewed that runs on.
    with django_assert_max_num_queries(9):
        assert bob.gives({"type": "choose", "card": "1:6"}, version=0).status_code == 302


def test_chance_comes_from_the_seed_and_the_version():
    match = make_match(options={"set": "random"})
    state, _told = matches.replay(match)
    assert json.dumps(engine.get("standoff").dump(state)) == json.dumps(match.state)


def test_a_rematch_is_a_new_match_in_the_same_room():
    match = make_match(seats=2)
    matches.end(match.pk, cause="host", now=timezone.now())
    second = rooms.rematch(match.room, timezone.now())
    assert (second.room_id, second.number, second.seed != match.seed) == (match.room_id, 2, True)
