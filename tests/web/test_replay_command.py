"""`manage.py replay`: every match comes out of its moves as it is stored."""

import io

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from games import engine, matches, rooms
from games.models import Match, Move
from tests.factories import choose, make_match, make_room

pytestmark = pytest.mark.django_db


def replayed(code):
    out = io.StringIO()
    call_command("replay", code, stdout=out)
    return out.getvalue()


@pytest.mark.parametrize("slug", [game.slug for game in engine.all()])
def test_a_match_of_every_game_comes_out_of_its_moves(slug):
    game = engine.get(slug)
    options = {"host": False} if slug == "seven_rounds" else {}
    match = rooms.start(make_room(slug, seats=game.min_seats + 1, options=options), timezone.now())
    for _ in range(40):
        if (now := Match.objects.get(pk=match.pk)).ended_at is None:
            matches.stand_in(now, cause=Move.Cause.HOST, now=timezone.now())
    assert f"{Move.objects.count()} moves, equal" in replayed(match.room.code.lower())


def test_all_matches_of_a_room_are_compared():
    match = choose(make_match(), 0, 5)
    matches.end(match.pk, cause="host", now=timezone.now())
    rooms.rematch(match.room, timezone.now())
    assert replayed(match.room.code).splitlines() == ["Match 1: 1 moves, equal", "Match 2: 0 moves, equal"]


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda match: Match.objects.filter(pk=match.pk).update(state=match.state | {"round": 7}), "the state differs"),
        (lambda match: Move.objects.filter(match=match).update(events=[]), "the events differ"),
        (lambda match: Move.objects.filter(match=match, version=1).delete(), "moves are missing"),
        (
            lambda match: Move.objects.filter(match=match, version=1).update(command={"type": "no"}),
            "cannot be played again",
        ),
    ],
)
def test_what_differs_is_named(spoil, words, capsys):
    match = choose(choose(make_match(seats=3), 0, 5), 1, 6)
    spoil(match)
    out = io.StringIO()
    with pytest.raises(CommandError, match="1 of 1 matches differ"):
        call_command("replay", match.room.code, stdout=out)
    assert words in out.getvalue()


def test_an_unknown_room_is_said_in_a_sentence():
    with pytest.raises(CommandError, match="There is no room AAAAAA"):
        call_command("replay", "aaaaaa")
