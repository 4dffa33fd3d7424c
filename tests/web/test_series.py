"""Best of three and five: who is first, who has won how much, when it is over; and who sees what between matches."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games import engine, matches, rooms, series, tables
from games.models import Match, Person, Room
from games.refusals import Refused
from games.series import Outing, standing
from tests.drive import room_of, table
from tests.factories import PersonFactory, finished_match, make_room

pytestmark = pytest.mark.django_db

ANN, BOB, ZED = (0, "ann", "Ann"), (1, "bob", "Bob"), (2, None, "Zed")


def score(best_of, *winners, seats=(ANN, BOB)):
    """How a series stands after matches in which these have won, each a text of initials of winners."""
    outings = [
        Outing(number, person, name, name[0] in won)
        for number, won in enumerate(winners)
        for _seat, person, name in (ANN, BOB, ZED)
    ]
    return standing(best_of, seats, outings)


def seated(room):
    return list(room.seats.order_by("number").values_list("number", "name"))


def wins(match, *names):
    """End a running match with these as its winners, whatever was played."""
    match.refresh_from_db()
    Match.objects.filter(pk=match.pk).update(ended_at=timezone.now(), due_at=None)
    for player in match.players.all():
        player.won = match.names[player.seat] in names
        player.save()
    matches.touch(match.room)
    return match


def facts(room):
    return tables.load(room.pk).room.series


# The score, from who won what -----------------------------------------------------------------------------------------


def test_a_series_is_over_when_somebody_has_won_two_of_three():
    assert not score(3).over
    assert not score(3, "A", "B").over
    decided = score(3, "A", "B", "A")
    assert decided.over
    assert decided.winners == ["Ann"]
    assert [(one.name, one.wins) for one in decided.scores] == [("Ann", 2), ("Bob", 1)]


def test_best_of_five_takes_three():
    assert not score(5, "A", "A").over
    assert score(5, "A", "A", "B", "A").winners == ["Ann"]


def test_a_shared_win_counts_for_each_and_both_can_win_the_series():
    assert score(3, "AB").wins == {0: 1, 1: 1}
    assert score(3, "AB", "AB").winners == ["Ann", "Bob"]


def test_a_draw_counts_for_nobody_and_many_draws_end_the_series():
    assert score(3, "", "").wins == {0: 0, 1: 0}
    assert not score(3, *[""] * 5).over
    drawn = score(3, *[""] * 6)
    assert drawn.over
    assert drawn.winners == []
    assert score(3, "B", *[""] * 5).winners == ["Bob"]


def test_a_win_goes_with_its_person_to_another_seat():
    moved = score(3, "A", seats=((0, "bob", "Bob"), (1, "ann", "Ann")))
    assert moved.wins == {0: 0, 1: 1}


def test_a_bot_wins_by_its_name_and_whoever_was_away_at_the_start_by_theirs():
    assert score(3, "Z", "A", seats=(ZED, BOB)).wins == {2: 1, 1: 0}
    away = [Outing(1, None, "Bob", True), Outing(1, "ann", "Ann", False)]
    assert standing(3, [ANN, BOB], away).wins == {0: 0, 1: 1}


def test_whoever_left_stands_in_the_score_with_what_they_won_and_can_still_have_won():
    assert [one.name for one in score(3, "B", seats=(ANN,)).scores] == ["Ann", "Bob"]
    assert [one.name for one in score(3, "A", seats=(ANN,)).scores] == ["Ann"]
    assert score(3, "B", "B", seats=(ANN,)).winners == ["Bob"]


def test_among_many_only_those_who_have_won_stand_in_the_line():
    many = [(number, f"p{number}", f"P{number}") for number in range(6)]
    assert standing(3, many, []).shown == []
    assert [one.name for one in standing(3, many, [Outing(1, "p4", "P4", True)]).shown] == ["P4"]


# In a room ------------------------------------------------------------------------------------------------------------


def test_for_each_match_after_the_first_the_next_seat_is_first():
    room = make_room(seats=3)
    first = rooms.start(room, timezone.now())
    assert first.names == ["Ann", "Bob", "Cy"]
    wins(first, "Ann")
    second = rooms.rematch(room, timezone.now())
    assert second.names == ["Bob", "Cy", "Ann"]
    assert seated(room) == [(0, "Bob"), (1, "Cy"), (2, "Ann")]
    assert [(one.seat, one.person.name) for one in second.players.all()] == [(0, "Bob"), (1, "Cy"), (2, "Ann")]
    assert rooms.rematch(wins(second, "Cy").room, timezone.now()).names == ["Cy", "Ann", "Bob"]
    room.refresh_from_db()
    assert room.host.name == "Ann"
    rooms.check_host(room, room.host)


@pytest.mark.parametrize(("game", "options"), [("embers", {"mode": "teams"}), ("twenty_seven", {"teams": True})])
def test_turning_the_seats_keeps_team_mates_together(game, options):
    room = make_room(game, 4, options)
    match = rooms.start(room, timezone.now())

    def mates():
        view = engine.get(game).view(engine.get(game).load(match.state), None)
        teams = {}
        for name, seat in zip(match.names, view["seats"], strict=True):
            teams.setdefault(seat["team"], set()).add(name)
        return sorted(map(sorted, teams.values()))

    together = mates()
    assert together == [["Ann", "Cy"], ["Bob", "Dee"]]
    for _match in range(3):
        match = rooms.rematch(wins(match, "Ann", "Cy").room, timezone.now())
        assert mates() == together


def test_when_the_first_has_left_the_next_is_first_and_newcomers_sit_before_whoever_was_first():
    room = make_room(seats=3)
    wins(rooms.start(room, timezone.now()), "Bob")
    rooms.leave(room, Person.objects.get(name="Ann"), timezone.now())
    assert rooms.rematch(room, timezone.now()).names == ["Bob", "Cy"]
    wins(rooms.latest(room), "Bob")
    rooms.join(room, PersonFactory(name="Gus"), "Gus", timezone.now())
    assert rooms.rematch(room, timezone.now()).names == ["Cy", "Gus", "Bob"]


def test_a_series_runs_over_matches_ends_and_another_begins():
    room = make_room(seats=2, best_of=3)
    assert facts(room).wins == {0: 0, 1: 0}
    wins(rooms.start(room, timezone.now()), "Ann")
    assert facts(room).wins == {0: 1, 1: 0}
    wins(rooms.rematch(room, timezone.now()), "Bob")
    assert sorted((one.name, one.wins) for one in facts(room).scores) == [("Ann", 1), ("Bob", 1)]
    wins(rooms.rematch(room, timezone.now()), "Ann")
    assert facts(room).winners == ["Ann"]
    rooms.rematch(room, timezone.now())
    room.refresh_from_db()
    assert room.series_from == 4
    assert facts(room).played == 0
    assert not facts(room).over


def test_a_match_that_was_ended_early_counts_for_nothing():
    room = make_room(seats=2, best_of=3)
    match = rooms.start(room, timezone.now())
    rooms.matches.end(match.pk, cause="host", now=timezone.now())
    assert (facts(room).played, facts(room).best) == (0, 0)


def test_another_length_calls_the_series_off_and_the_same_length_keeps_it():
    room = make_room(seats=2, best_of=3)
    wins(rooms.start(room, timezone.now()), "Ann")
    rooms.set_options(room, {"lives": 1}, 0, "host", "private", 3)
    assert facts(room).best == 1
    rooms.set_options(room, {"lives": 1}, 0, "host", "private", 5)
    assert (facts(room).best, facts(room).best_of) == (0, 5)
    rooms.set_options(room, {}, 0, "host", "private")
    assert facts(room) is None
    rooms.start(room, timezone.now())
    with pytest.raises(Refused):
        rooms.set_options(room, {}, 0, "host", "private", 3)


def test_a_room_of_single_matches_keeps_no_score():
    match = finished_match()
    assert facts(match.room) is None
    ann, _bob = table(2)
    assert 'class="series"' not in ann.page().content.decode()


def test_the_score_is_asked_for_by_one_query_and_for_single_matches_by_none(django_assert_num_queries):
    room = make_room(seats=3, best_of=5)
    wins(rooms.start(room, timezone.now()), "Ann")
    seats = list(room.seats.all())
    with django_assert_num_queries(1):
        series.of(room, seats)
    room.best_of = Room.BestOf.ONE
    with django_assert_num_queries(0):
        series.of(room, seats)


# What is seen between matches -----------------------------------------------------------------------------------------


def test_until_the_next_match_everybody_sees_the_last_one_from_where_they_sat():
    ann, bob, cy = table(3, lives="1")
    wins(rooms.latest(room_of(ann)), "Cy")
    before = cy.sees()
    assert before["viewer"] == 2
    bob.posts("leave")
    after = cy.sees()
    assert (after["viewer"], after["view"]) == (2, before["view"])
    assert seated(room_of(ann)) == [(0, "Ann"), (2, "Cy")]


def test_whoever_sits_down_after_a_match_sees_it_as_a_spectator():
    ann, bob = table(2, lives="1")
    wins(rooms.latest(room_of(ann)), "Bob")
    view = ann.client.get(f"/r/{ann.code}/view.json").json()["view"]
    bob.posts("leave")
    room = room_of(ann)
    gus = PersonFactory(name="Gus")
    rooms.join(room, gus, "Gus", timezone.now())
    found = tables.load(room.pk)
    who = tables.who(found, gus, "en", "")
    assert (who.seat, who.fresh, who.viewer) == (2, True, None)
    assert found.game.view(found.state, who.viewer)["you"] is None
    assert ann.page().status_code == 200
    assert ann.sees()["view"] == view


def test_a_newcomers_own_page_shows_the_last_match_and_their_new_seat():
    ann, bob = table(2, lives="1")
    wins(rooms.latest(room_of(ann)), "Bob")
    gus = type(ann)("Gus")
    gus.joins(ann.code)
    page = gus.page()
    assert page.status_code == 200
    assert 'data-seat="2"' in page.content.decode()
    assert gus.sees()["viewer"] is None
    assert bob.sees()["viewer"] == 1


def test_a_bot_is_added_to_the_next_free_seat_after_a_match_in_which_somebody_left():
    ann, bob, _cy = table(3, lives="1")
    wins(rooms.latest(room_of(ann)), "Cy")
    bob.posts("leave")
    assert ann.posts("host/bot", level="hard").status_code == 302
    assert [(number, bot) for number, _name, bot in room_of(ann).seats.values_list("number", "name", "bot")] == [
        (0, ""), (2, ""), (3, "hard"),
    ]  # fmt: skip
    assert ann.posts("start").status_code == 302
    assert [number for number, _name in seated(room_of(ann))] == [0, 1, 2]
    assert ann.sees()["viewer"] == 2


def test_the_host_sets_the_length_of_the_series_and_everybody_reads_how_it_stands():
    ann, bob = table(2, start=False, best_of="3", lives="1")
    assert "Best of three" in bob.page().content.decode()
    ann.posts("start")
    assert 'class="series"' in bob.page().content.decode()
    wins(rooms.latest(room_of(ann)), "Bob")
    page = ann.page().content.decode()
    assert "Next match" in page
    assert "Rematch" not in page
    assert "1 match won" in page
    assert "start the next match" in bob.page().content.decode()
    ann.posts("host/rematch")
    wins(rooms.latest(room_of(ann)), "Bob")
    page = ann.page().content.decode()
    assert "Bob wins the series" in page
    assert "New series" in page
    assert "2 matches won" in page


@pytest.mark.parametrize(("sent", "status"), [("3", 302), ("5", 302), ("", 302), ("2", 422), ("x", 422), ("-3", 422)])
def test_a_series_has_a_length_of_three_or_five_or_there_is_none(sent, status):
    ann, _bob = table(2, start=False)
    assert ann.posts("host/options", best_of=sent).status_code == status
    assert room_of(ann).best_of == (int(sent) if sent and status == 302 else 1)


def test_only_the_host_changes_the_length():
    _ann, bob = table(2, start=False)
    assert bob.posts("host/options", best_of="3").status_code == 403
    assert room_of(bob).best_of == 1


def test_a_whole_series_is_played_by_bots_and_is_scored():
    from games import clock

    room = make_room(seats=1, best_of=3, options={"lives": 1}, bots=1)
    rooms.leave(room, Person.objects.get(name="Ann"), timezone.now())
    rooms.join(room, PersonFactory(name="Gus"), "Gus", timezone.now())
    rooms.start(room, timezone.now())
    now = timezone.now()
    gus = room.seats.get(name="Gus")
    rooms.leave(room, gus.person, now)  # a bot plays on
    for _match in range(6):
        for _tick in range(400):
            if rooms.running(room) is None:
                break
            now += timedelta(seconds=3)
            clock.tick(now)
        if facts(room).over:
            break
        rooms.rematch(room, now)
    assert facts(room).over
    assert facts(room).best >= 2 or facts(room).played == 6
