"""Ratings: what a match counts for, and how the ladder is ordered and shown."""

import itertools
from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st

from games import engine, ladder, matches, pairing, results, rooms
from games.models import Match, Move, Player, Rating, Room
from tests.drive import Player as Browser
from tests.factories import PersonFactory, make_match, make_member, make_ranked, play_on

pytestmark = pytest.mark.django_db

NOW = timezone.now()


@pytest.fixture(autouse=True)
def _same_deals(monkeypatch):
    """Every match from the same seed, so that it comes out the same each time."""
    monkeypatch.setattr(matches.secrets, "token_hex", lambda size: "27" * size)


def view_of(match):
    game = engine.get(match.game)
    return game.view(game.load(match.state), None)


def rate_member(game, mu, sigma=1.0, played=20, name="Max", wins=3):
    return Rating.objects.create(
        person=make_member(name), game=game, mu=mu, sigma=sigma, matches=played, wins=wins, changed_at=NOW
    )


# What counts ---------------------------------------------------------------------------------------------------------


def test_the_winner_gains_the_loser_loses_and_both_become_more_certain():
    match = play_on(make_ranked("twenty_seven"), seed=1)
    winner, loser = sorted(match.players.all(), key=lambda player: not player.won)
    assert (winner.won, loser.won) == (True, False)
    assert winner.mu_after > winner.mu_before == ladder.START_MU == loser.mu_before > loser.mu_after
    assert max(winner.sigma_after, loser.sigma_after) < ladder.START_SIGMA
    kept = {one.person_id: one for one in Rating.objects.all()}
    assert (kept[winner.person_id].mu, kept[winner.person_id].sigma) == (winner.mu_after, winner.sigma_after)
    assert [(one.matches, one.wins) for one in (kept[winner.person_id], kept[loser.person_id])] == [(1, 1), (1, 0)]


def test_where_a_game_has_scores_every_place_counts():
    match = play_on(make_ranked("seven_rounds", 4), seed=4)
    scores = [seat["score"] for seat in view_of(match)["seats"]]
    gains = [player.mu_after - player.mu_before for player in match.players.all()]
    assert len(set(scores)) > 2
    by_score = sorted(range(4), key=lambda seat: -scores[seat])
    for better, worse in itertools.pairwise(by_score):
        if scores[better] > scores[worse]:
            assert gains[better] > gains[worse]
        else:
            assert gains[better] == pytest.approx(gains[worse])


def test_an_ordinary_match_changes_no_rating():
    match = play_on(make_match("standoff", 2), seed=1)
    assert match.ended_at is not None
    assert not Rating.objects.exists()
    assert [player.mu_after for player in match.players.all()] == [None, None]


def test_a_match_that_staff_end_early_changes_no_rating():
    match = make_ranked("standoff")
    matches.end(match.pk, cause=Move.Cause.STAFF, now=NOW)
    assert not Rating.objects.exists()
    assert [player.won for player in match.players.all()] == [None, None]


def test_a_match_in_which_a_bot_sat_from_the_start_cannot_count():
    match = make_ranked("standoff", 3)
    match.players.filter(seat=2).update(bot="easy", person=None)
    play_on(match, seed=1)
    assert not Rating.objects.exists()


def test_a_match_counts_once_however_often_it_is_settled():
    match = play_on(make_ranked("standoff"), seed=1)
    before = list(Rating.objects.order_by("pk").values())
    results.settle(match, view_of(match), NOW)
    assert list(Rating.objects.order_by("pk").values()) == before


def test_an_unfinished_match_has_no_ratings():
    match = play_on(make_ranked("standoff"), seed=1, commands=1)
    assert match.ended_at is None
    assert not Rating.objects.exists()


# Leaving -------------------------------------------------------------------------------------------------------------


def test_who_leaves_a_match_of_two_loses_it_at_once():
    match = make_ranked("twenty_seven")
    leaver, other = match.players.all()
    rooms.leave(match.room, leaver.person, NOW)
    match.refresh_from_db()
    assert match.ended_at == NOW
    leaver, other = match.players.all()
    assert (leaver.left, leaver.won, other.left, other.won) == (True, False, False, True)
    assert leaver.mu_after < leaver.mu_before
    assert other.mu_after > other.mu_before


def test_who_leaves_a_larger_table_comes_last_though_the_bot_in_their_seat_wins():
    match = make_ranked("seven_rounds", 3)
    rooms.leave(match.room, match.players.get(seat=1).person, NOW)
    match.refresh_from_db()
    assert match.ended_at is None
    players = list(match.players.all())
    for player in players:
        player.left = player.seat == 1
    view = {"winners": [1], "seats": [{"score": 3}, {"score": 20}, {"score": 9}]}
    assert ladder.places(players, view) == [2, 3, 1]
    ladder.rate(match, players, view, NOW)
    assert [player.won for player in players] == [False, False, False]
    assert players[1].mu_after < players[1].mu_before


def test_who_comes_back_before_the_end_has_not_lost_by_leaving():
    match = make_ranked("standoff", 3)
    person = match.players.get(seat=1).person
    rooms.leave(match.room, person, NOW)
    rooms.join(match.room, person, "", NOW)
    match = play_on(Match.objects.get(pk=match.pk), seed=2)
    assert not match.players.get(seat=1).left


def test_the_last_who_stays_wins_when_all_others_have_left():
    match = make_ranked("standoff", 4)
    for seat in (0, 3, 1):
        assert Match.objects.get(pk=match.pk).ended_at is None
        rooms.leave(match.room, match.players.get(seat=seat).person, NOW)
    assert [player.won for player in match.players.all()] == [False, False, True, False]
    gains = [player.mu_after - player.mu_before for player in match.players.all()]
    assert gains[2] > 0 > gains[0] == pytest.approx(gains[1]) == pytest.approx(gains[3])


def test_whoever_never_shows_up_has_left_when_the_others_patience_is_over():
    match = make_ranked("twenty_seven", now=NOW)
    here = match.players.get(seat=0).person
    later = NOW + timedelta(seconds=15) + rooms.PATIENCE
    rooms.sockets_seen({(match.room_id, here.pk)}, later)
    rooms.relieve(later)
    assert [(player.left, player.won) for player in match.players.all()] == [(False, True), (True, False)]


def test_who_watches_takes_nobody_s_match_from_them():
    """While all who play are away the clock plays for each, whoever looks on."""
    match = make_ranked("twenty_seven", now=NOW)
    fan = PersonFactory(name="Fan")
    rooms.join(match.room, fan, "Fan", NOW)
    later = NOW + timedelta(seconds=15) + rooms.PATIENCE
    rooms.sockets_seen({(match.room_id, fan.pk)}, later)
    rooms.relieve(later)
    match.refresh_from_db()
    assert match.ended_at is None
    assert not match.room.seats.exclude(bot="").exists()


def test_a_player_whose_data_was_deleted_has_left_and_keeps_no_rating():
    match = make_ranked("standoff", 3)
    gone = match.players.get(seat=2)
    match.room.seats.filter(number=2).update(person=None, bot="normal")
    Player.objects.filter(pk=gone.pk).update(person=None)
    match = play_on(Match.objects.get(pk=match.pk), seed=3)
    assert match.players.get(seat=2).left
    assert Rating.objects.count() == 2


# The numbers ---------------------------------------------------------------------------------------------------------

strengths = st.tuples(st.floats(0, 50), st.floats(1, ladder.START_SIGMA))


def rated(beliefs, worth, left=frozenset()):
    """Players after a match in which seat i had `beliefs[i]` and scored `worth[i]`; nothing of it is stored."""
    people = [make_member(f"P{seat}") for seat in range(len(beliefs))]
    match = SimpleNamespace(game="seven_rounds")
    for person, (mu, sigma) in zip(people, beliefs, strict=True):
        Rating.objects.create(person=person, game=match.game, mu=mu, sigma=sigma, changed_at=NOW)
    players = [Player(seat=seat, person=person, left=seat in left) for seat, person in enumerate(people)]
    best = max(worth)
    view = {
        "winners": [seat for seat, own in enumerate(worth) if own == best],
        "seats": [{"score": own} for own in worth],
    }
    ladder.rate(match, players, view, NOW)
    return players


@settings(max_examples=60, deadline=None)
@given(belief=strengths, worth=st.lists(st.integers(0, 5), min_size=2, max_size=6))
def test_among_equals_the_order_of_the_match_is_the_order_of_the_gains(belief, worth):
    Rating.objects.all().delete()
    players = rated([belief] * len(worth), worth)
    gain = [player.mu_after - player.mu_before for player in players]
    for one in range(len(worth)):
        for other in range(len(worth)):
            if worth[one] > worth[other]:
                assert gain[one] > gain[other]
            elif worth[one] == worth[other]:
                assert gain[one] == pytest.approx(gain[other])
    assert all(gain[seat] >= -1e-9 for seat, own in enumerate(worth) if own == max(worth))


@settings(max_examples=60, deadline=None)
@given(data=st.data(), beliefs=st.lists(strengths, min_size=2, max_size=6))
def test_leaving_raises_no_rating_and_no_match_makes_one_more_uncertain_than_a_newcomers(data, beliefs):
    Rating.objects.all().delete()
    seats = range(len(beliefs))
    worth = data.draw(st.lists(st.integers(0, 3), min_size=len(beliefs), max_size=len(beliefs)))
    left = data.draw(st.sets(st.sampled_from(seats)))
    for player in rated(beliefs, worth, left):
        assert player.sigma_after <= ladder.START_SIGMA
        assert not player.left or (player.mu_after <= player.mu_before and not player.won)


@settings(max_examples=40, deadline=None)
@given(belief=strengths, worth=st.lists(st.integers(0, 5), min_size=2, max_size=5), leaver=st.integers(0, 4))
def test_among_equals_leaving_is_never_better_than_staying(belief, worth, leaver):
    leaver %= len(worth)
    Rating.objects.all().delete()
    stayed = rated([belief] * len(worth), worth)[leaver].mu_after
    Rating.objects.all().delete()
    assert rated([belief] * len(worth), worth, {leaver})[leaver].mu_after <= stayed + 1e-9


def test_beating_the_stronger_gains_more_than_beating_the_weaker():
    over_strong = rated([(25, 5), (35, 5)], [1, 0])[0]
    Rating.objects.all().delete()
    over_weak = rated([(25, 5), (15, 5)], [1, 0])[0]
    assert over_strong.mu_after > over_weak.mu_after > 25


def test_a_rating_is_shown_in_points_with_what_it_may_be_off():
    assert ladder.points() == ladder.Points(1500, 667)
    assert ladder.points(mu=27, sigma=1) == ladder.Points(1580, 80)


# The ladder ----------------------------------------------------------------------------------------------------------


def test_the_ladder_goes_by_what_is_certain_and_the_provisional_come_last():
    sure = rate_member("embers", 26, sigma=1, name="Sure")
    lucky = rate_member("embers", 30, sigma=7, name="Lucky")
    fresh = rate_member("embers", 40, sigma=6, played=ladder.PROVISIONAL - 1, name="Fresh")
    rate_member("standoff", 50)
    assert list(ladder.ladder("embers")) == [sure, lucky, fresh]
    assert [ladder.place_of(one) for one in (sure, lucky, fresh)] == [1, 2, None]


def test_equal_ratings_have_places_of_their_own_in_a_stable_order():
    ones = [rate_member("embers", 25, name=f"P{n}") for n in range(3)]
    assert [ladder.place_of(one) for one in ladder.ladder("embers")] == [1, 2, 3]
    assert list(ladder.ladder("embers")) == ones


def test_closed_accounts_stand_on_no_ladder():
    rating = rate_member("embers", 25)
    rating.person.user.is_active = False
    rating.person.user.save()
    assert not ladder.ladder("embers").exists()
    assert ladder.place_of(rating) is None


def test_everybody_may_read_a_ladder_and_it_is_paged(client):
    for n in range(55):
        rate_member("embers", 20 + n / 10, name=f"Rung{n:02}")
    first, second = (client.get(f"/ranked/embers/?page={page}").content.decode() for page in (1, 2))
    assert "Rung54" in first
    assert "Rung04" not in first
    assert "Rung04" in second
    assert "Page 2 of 2" in second
    assert client.get("/ranked/embers/?page=99999").status_code == 200
    assert client.get("/ranked/chess/").status_code == 404


def test_one_s_own_line_is_marked_and_found_from_any_page():
    for n in range(52):
        rate_member("embers", 30, name=f"Rung{n:02}")
    own = rate_member("embers", 10, name="Mel")
    browser = Browser("Mel").signs_in(own.person)
    first, second = (browser.client.get(f"/ranked/embers/?page={page}").content.decode() for page in (1, 2))
    assert 'aria-current="true"' not in first
    assert 'href="?page=2">Show me' in first
    assert 'aria-current="true"' in second
    assert "Place 53" in first


def test_the_result_shows_new_ratings_with_uncertainty_and_change():
    match = play_on(make_ranked("standoff"), seed=1)
    assert match.players.filter(won=True).count() == 1
    player = match.players.get(won=True)
    browser = Browser("A").signs_in(player.person)
    browser.code = match.room.code
    page = browser.page().content.decode()
    shown = ladder.rated([player])[0]
    assert f"{shown.points.points} ± {shown.points.give_or_take}" in page
    assert f">{shown.signed}<" in page
    assert shown.signed.startswith("+")
    assert "Find the next match" in page


def test_a_table_that_one_alone_was_left_at_says_who_wins():
    match = make_ranked("twenty_seven")
    stays, leaves = match.players.all()
    rooms.leave(match.room, leaves.person, NOW)
    browser = Browser("A").signs_in(stays.person)
    browser.code = match.room.code
    page = browser.page().content.decode()
    assert f"{match.names[0]} wins: everybody else has left" in page
    assert "left: counts as lost" in page


def test_one_s_last_matches_stand_below_the_ladder_with_their_replays():
    match = play_on(make_ranked("standoff"), seed=1)
    player = match.players.get(seat=0)
    browser = Browser("A").signs_in(player.person)
    page = browser.client.get("/ranked/standoff/").content.decode()
    assert f"/r/{match.room.code}/replay/1/" in page
    assert ladder.rated([player])[0].signed in page


def test_a_rating_s_numbers_stay_out_of_the_replay_of_others():
    """A replay shows the table as it was: nothing there depends on who was rated how."""
    match = play_on(make_ranked("standoff"), seed=1)
    page = Browser("Guest").client.get(f"/r/{match.room.code}/replay/1/").content.decode()
    assert 'class="ratings"' not in page


@pytest.mark.parametrize("model", ["rating", "player", "ticket"])
def test_staff_look_at_ranked_play_and_change_nothing(client, model):
    match = play_on(make_ranked("standoff"), seed=1)
    pairing.join(make_member("Zed"), "embers", NOW)
    one = apps.get_model("games", model).objects.first()
    client.force_login(User.objects.create_superuser("boss"))
    listed = client.get(f"/admin/games/{model}/").content.decode()
    shown = client.get(f"/admin/games/{model}/{one.pk}/change/")
    assert shown.status_code == 200
    assert client.post(f"/admin/games/{model}/{one.pk}/change/", {"mu": "99"}).status_code == 403
    assert client.get(f"/admin/games/{model}/add/").status_code == 403
    points = ladder.rated(match.players.all())[0].points
    assert model == "ticket" or f"{points.points} ± {points.give_or_take}" in listed


def test_ranked_rooms_are_private_and_open_to_those_who_have_the_link(client):
    match = make_ranked("standoff")
    assert Room.objects.get(pk=match.room_id).visibility == Room.Visibility.PRIVATE
    assert client.get(f"/r/{match.room.code}/").status_code == 200
