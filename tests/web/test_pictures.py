"""Pictures of a room: what no move has changed is not drawn again; what is kept is what a new drawing would show."""

import gc
import random
import re
import weakref

import pytest
from django.utils import timezone

from games import engine, matches, pictures, rooms, tables
from games.models import Match, Room
from games.screens import drawings
from tests.drive import commands_on, table
from tests.factories import PACE, PersonFactory, choose, make_match

pytestmark = pytest.mark.django_db

VERSION = re.compile(r'(name="version" value=")\d+')


def viewers(room, languages=("en", "zh-hans")):
    """Everybody who may look at a room, in each language."""
    found = tables.load(room.pk)
    people = [presence.person for presence in room.presences.select_related("person")]
    return [tables.who(found, person, language, "http://here") for person in [*people, None] for language in languages]


def shown(picture, who):
    return {name: VERSION.sub(r"\1", text) for name, text in picture.fragments(who).items()}


def moves(match, rng):
    """One command of somebody who owes one."""
    game = engine.get(match.game)
    state = game.load(Match.objects.get(pk=match.pk).state)
    actor = rng.choice(game.view(state, None)["to_act"])
    command = game.default(state, actor) if actor == "host" else game.sample(state, actor, engine.Chance(rng.random()))
    return matches.play(match.pk, actor, command, cause="player", now=timezone.now())


@pytest.fixture
def rendered(monkeypatch):
    """The templates that have been drawn, in order."""
    names, draw = [], drawings.rendered

    def note(template, *args):
        names.append(template)
        return draw(template, *args)

    monkeypatch.setattr(drawings, "rendered", note)
    return names


@pytest.mark.parametrize("game", [game.slug for game in engine.all()])
def test_what_is_kept_is_what_a_new_drawing_shows_but_for_the_version_that_it_was_decided_on(game):
    match = make_match(game, seats=max(3, engine.get(game).min_seats), options=PACE.get(game))
    room, rng = match.room, random.Random(7)
    rooms.join(room, PersonFactory(name="Watcher"), "Watcher", timezone.now())
    picture = None
    for number in range(60):
        picture = pictures.Picture(tables.load(room.pk), picture)
        fresh = pictures.Picture(picture.table)
        for who in viewers(room):
            assert shown(picture, who) == shown(fresh, who), (number, who)
        if match.ended_at is not None:
            break
        if number % 11 == 5:
            matches.pause(match.pk, timezone.now())
            matches.resume(match.pk, timezone.now())
        if number in (9, 20):
            person = room.seats.get(number=1).person
            rooms.leave(room, person, timezone.now()) if number == 9 else rooms.join(room, person, "", timezone.now())
        match = moves(match, rng)


def test_a_card_locked_in_draws_its_owners_hand_and_nobody_elses(rendered):
    match = make_match("standoff", seats=6)
    seen = viewers(match.room, ("en",))
    before = pictures.take(match.room_id)
    for who in seen:
        before.fragments(who)
    choose(match, 3, 2)
    after = pictures.take(match.room_id)
    rendered.clear()
    for who in seen:
        after.fragments(who)
    assert rendered.count("standoff/hand.html") == rendered.count("standoff/prompt.html") == 1
    assert rendered.count("standoff/board.html") == rendered.count("match/seats.html") == 1
    assert "room/chat.html" not in rendered
    assert "room/manage.html" not in rendered


def test_a_form_that_others_have_let_stand_still_gives_its_command(rendered):
    ann, bob, cy = table(3)
    room = Room.objects.get(code=ann.code)
    pictures.take(room.pk).fragments(tables.who(tables.load(room.pk), cy.person, "en", "http://testserver"))
    for player in (ann, bob):
        player.gives(player.sees()["commands"][0])
    found = tables.load(room.pk)
    prompt = pictures.take(room.pk).fragments(tables.who(found, cy.person, "en", "http://testserver"))["prompt"]
    version = int(re.search(r'name="version" value="(\d+)"', prompt)[1])
    assert version < found.match.version
    assert cy.gives(commands_on(prompt)[0], version=version).status_code == 302
    assert tables.load(room.pk).match.version > found.match.version


def test_who_has_moved_gets_forms_of_the_version_after_it():
    match = make_match("twenty_seven", seats=2)
    rng, picture = random.Random(3), None
    for _number in range(40):
        match = Match.objects.get(pk=match.pk)
        if match.ended_at is not None:
            break
        picture = pictures.Picture(tables.load(match.room_id), picture)
        for who in viewers(match.room, ("en",)):
            own = [move.version for move in picture.table.match.told if move.actor == who.seat]
            for fragment in picture.fragments(who).values():
                assert all(int(one) >= max(own, default=0) for one in re.findall(r'"version" value="(\d+)', fragment))
        moves(match, rng)


def test_one_moment_is_one_picture_and_old_ones_are_let_go_at_once():
    match = make_match("standoff", seats=3)
    assert pictures.take(match.room_id) is pictures.take(match.room_id)
    first = pictures.take(match.room_id)
    for who in viewers(match.room):
        first.fragments(who)
    ends = [weakref.ref(first), weakref.ref(first.table.match)]
    del first
    gc.collect()
    gc.disable()  # nothing that is drawn from waits for the collector
    try:
        for seat in range(3):
            choose(match, seat, seat)
            for who in viewers(match.room):
                pictures.take(match.room_id).fragments(who)
        assert [end() for end in ends] == [None, None]
    finally:
        gc.enable()


def test_what_a_kept_fragment_is_made_of_is_kept_with_it(rendered):
    """The rules of the set are part of a part of the board: they are drawn once, however the board fares."""
    match = make_match("standoff", seats=3)
    for seat in (None, 0, 1):
        if seat is not None:
            choose(match, seat, seat)
        picture = pictures.take(match.room_id)
        for who in viewers(match.room, ("en",)):
            picture.fragments(who)
    assert rendered.count("standoff/_set.html") == 1
    assert rendered.count("standoff/board.html") == 3


def test_a_move_that_is_known_here_is_not_read_again(django_assert_num_queries, django_capture_on_commit_callbacks):
    match = make_match("standoff", seats=3)
    pictures.take(match.room_id)
    choose(match, 0, 0)
    pictures.take(match.room_id)
    with django_capture_on_commit_callbacks(execute=True):
        known = locked_and_played(match, 1)
    with django_assert_num_queries(0):
        picture = pictures.take(match.room_id, known)
    assert picture.table == tables.load(match.room_id)


def test_what_is_known_here_counts_only_while_nothing_newer_has_been_shown():
    match = make_match("standoff", seats=3)
    known = locked_and_played(match, 0)
    matches.touch(match.room)  # by somebody else, between the move's lock and its nudge
    newer = pictures.take(match.room_id)
    assert newer.table.stamp > (known.room.version, known.number, known.version)
    assert pictures.take(match.room_id, known) is newer


def locked_and_played(match, seat):
    """The match as the move of this seat has left it, as `matches` hands it on."""
    known = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(matches, "announce", lambda _room, played: known.append(played))
        choose(match, seat, seat)
    return known[0]


def test_an_answer_to_htmx_is_drawn_with_the_windows_of_the_room(rendered):
    ann, bob = table(2)
    room = Room.objects.get(code=ann.code)
    answer = ann.gives({"type": "choose", "card": "0:3"}, live=True).content.decode()
    rendered.clear()
    picture = pictures.take(room.pk)
    own = picture.fragments(tables.who(picture.table, ann.person, "en", "http://testserver"))
    assert rendered == []
    assert all(text in answer for text in own.values())
    assert bob.sees()["version"] == picture.table.match.version
