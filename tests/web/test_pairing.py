"""The queues of ranked play: who may wait, who is seated with whom, and what nobody can do at a ranked table."""

import threading
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.db import connection, connections
from django.urls import reverse
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st

from games import clock, engine, ladder, limits, matches, pairing, rooms, sanctions
from games.models import Match, Person, Rating, Room, Sanction, Seat, Ticket
from games.pairing import Waiter, groups
from games.refusals import MovedOn, NotYours
from tests.drive import Player
from tests.factories import NAMES, PersonFactory, make_member, make_ranked

pytestmark = pytest.mark.django_db

NOW = timezone.now()


def after(seconds):
    return NOW + timedelta(seconds=seconds)


def queue_up(game, *names, now=NOW):
    """People with accounts who wait for a match of this game."""
    people = [make_member(name) for name in names]
    for person in people:
        pairing.join(person, game, now)
    return people


def strong(person, game, points):
    """Give somebody a rating of so many points."""
    mu = ladder.START_MU + (points - ladder.START_POINTS) / ladder.POINTS_A_MU
    Rating.objects.create(person=person, game=game, mu=mu, sigma=2, matches=30, changed_at=NOW)


def browser(person):
    return Player(person.name).signs_in(person)


# Who waits -----------------------------------------------------------------------------------------------------------


def test_a_guest_cannot_queue_and_is_told_how_they_could():
    guest = Player("Gus")
    guest.opens()
    answer = guest.client.post("/ranked/twenty_seven/queue/")
    assert answer.status_code == 403
    assert "account" in answer.content.decode()
    assert not Ticket.objects.exists()
    page = guest.client.get("/ranked/").content.decode()
    assert f'href="{reverse("sign_in")}?next=/ranked/"' in page
    assert "Find a match" not in page


def test_a_stranger_without_a_session_is_refused_in_the_same_way(client):
    assert client.post("/ranked/twenty_seven/queue/").status_code == 403
    assert not Person.objects.exists()


def test_a_member_queues_waits_and_stops_waiting():
    ann = browser(make_member("Ann"))
    assert ann.client.post("/ranked/twenty_seven/queue/")["Location"] == "/ranked/wait/"
    page = ann.client.get("/ranked/wait/")
    assert page.status_code == 200
    assert "You are the first in this queue." in page.content.decode()
    assert "You are waiting for a match of Twenty-Seven." in ann.client.get("/ranked/").content.decode()
    assert ann.client.post("/ranked/leave/")["Location"] == "/ranked/"
    assert not Ticket.objects.exists()
    assert ann.client.get("/ranked/wait/")["Location"] == "/ranked/"


def test_one_waits_in_one_queue_at_a_time():
    [ann] = queue_up("twenty_seven", "Ann")
    pairing.join(ann, "standoff", after(5))
    assert [(one.game, one.since) for one in Ticket.objects.all()] == [("standoff", after(5))]


def test_joining_the_same_queue_again_keeps_the_place():
    [ann] = queue_up("twenty_seven", "Ann")
    pairing.join(ann, "twenty_seven", after(5))
    assert Ticket.objects.get().since == NOW


def test_a_place_is_kept_by_looking_and_lost_by_going_away():
    [ann] = queue_up("twenty_seven", "Ann")
    for seconds in range(0, 60, 15):
        assert pairing.look(ann, after(seconds)).since == NOW
    assert pairing.waiting(after(60))["twenty_seven"] == 1
    gone = after(45) + pairing.LEASE + timedelta(seconds=1)
    assert pairing.waiting(gone)["twenty_seven"] == 0
    assert pairing.place(ann, gone) is None


def test_who_comes_back_to_the_waiting_page_waits_anew():
    """Nobody jumps the queue by having been away."""
    [ann] = queue_up("twenty_seven", "Ann")
    assert pairing.look(ann, after(100)).since == after(100)


def test_a_hidden_page_keeps_its_place_though_its_browser_lets_it_ask_once_a_minute():
    [ann] = queue_up("twenty_seven", "Ann")
    pairing.look(ann, NOW, hidden=True)
    assert pairing.waiting(after(61))["twenty_seven"] == 1
    mel = browser(make_member("Mel"))
    mel.client.post("/ranked/embers/queue/")
    mel.client.get("/ranked/wait/", headers={"HX-Request": "true", "X-Hidden": "true"})
    assert Ticket.objects.get(game="embers").until > timezone.now() + pairing.LEASE


def test_places_abandoned_long_ago_are_thrown_away():
    queue_up("twenty_seven", "Ann")
    queue_up("embers", "Bob", now=NOW + pairing.LEASE + pairing.FORGOTTEN + timedelta(seconds=1))
    assert [one.game for one in Ticket.objects.all()] == ["embers"]


def test_nobody_queues_while_they_play_a_ranked_match():
    match = make_ranked("standoff")
    person = match.players.get(seat=0).person
    with pytest.raises(MovedOn):
        pairing.join(person, "embers", NOW)
    answer = browser(person).client.post("/ranked/embers/queue/")
    assert answer.status_code == 409
    assert f"/r/{match.room.code}/" in answer.content.decode()
    rooms.leave(match.room, person, NOW)
    assert pairing.join(person, "embers", NOW)


def test_ordinary_tables_do_not_keep_one_from_queueing():
    ann = browser(make_member("Ann"))
    ann.opens("standoff")
    assert ann.client.post("/ranked/standoff/queue/").status_code == 302
    assert Ticket.objects.exists()


def test_an_unknown_game_is_refused():
    ann = browser(make_member("Ann"))
    assert ann.client.post("/ranked/chess/queue/").status_code == 422
    assert not Ticket.objects.exists()


def test_queues_are_not_joined_without_end():
    ann = browser(make_member("Ann"))
    for _try in range(limits.NEW_TICKETS.amount):
        ann.client.post("/ranked/embers/queue/")
    assert ann.client.post("/ranked/embers/queue/").status_code == 429


@pytest.mark.parametrize("address", ["/ranked/embers/queue/", "/ranked/leave/"])
def test_nothing_is_done_by_get(address):
    [ann] = queue_up("twenty_seven", "Ann")
    answer = browser(ann).client.get(address)
    assert answer.status_code == 405
    assert Ticket.objects.get().game == "twenty_seven"


# Who is seated with whom ---------------------------------------------------------------------------------------------


def test_two_who_wait_for_twenty_seven_are_seated_at_once_in_its_ranked_mode():
    ann, bob = queue_up("twenty_seven", "Ann", "Bob")
    assert pairing.pair(NOW) == 1
    match = Match.objects.get()
    assert match.options["mode"] == "ranked"
    assert match.room.ranked
    assert {player.person for player in match.players.all()} == {ann, bob}
    assert {seat.person for seat in match.room.seats.filter(bot="")} == {ann, bob}
    assert {ticket.room for ticket in Ticket.objects.all()} == {match.room}
    assert pairing.pair(NOW) == 0


def test_the_waiting_page_leads_both_to_their_table():
    ann, bob = (browser(make_member(name)) for name in ("Ann", "Bob"))
    ann.client.post("/ranked/twenty_seven/queue/")
    bob.client.post("/ranked/twenty_seven/queue/")
    room = Room.objects.get()
    assert ann.client.get("/ranked/wait/")["Location"] == f"/r/{room.code}/"
    live = bob.client.get("/ranked/wait/", headers={"HX-Request": "true"})
    assert (live.status_code, live["HX-Redirect"]) == (204, f"/r/{room.code}/")
    ann.code = room.code
    assert ann.page().status_code == 200
    assert ann.sees()["viewer"] in (0, 1)


def test_seats_are_drawn_by_chance():
    first = set()
    for _round in range(40):
        people = queue_up("twenty_seven", "Ann", "Bob")
        pairing.pair(NOW)
        first.add(Match.objects.latest("pk").names[0])
        Person.objects.filter(pk__in=[one.pk for one in people]).delete()
        if len(first) == 2:
            break
    assert first == {"Ann", "Bob"}, "40 matches, always the same first"


def test_two_of_one_name_can_be_told_apart():
    queue_up("twenty_seven", "Ann", "Ann")
    pairing.pair(NOW)
    assert sorted(Match.objects.get().names) == ["Ann", "Ann 2"]


def test_those_who_went_away_are_seated_with_nobody():
    queue_up("twenty_seven", "Ann")
    late = NOW + pairing.LEASE + timedelta(seconds=1)
    queue_up("twenty_seven", "Bob", now=late)
    assert pairing.pair(late) == 0


def test_people_of_different_strength_wait_until_the_gap_is_wide_enough():
    ann, bob = queue_up("twenty_seven", "Ann", "Bob")
    strong(ann, "twenty_seven", 1500)
    strong(bob, "twenty_seven", 1500 + pairing.FIRST_GAP + 100)
    assert pairing.pair(NOW) == 0
    seconds = 100 / pairing.WIDENING
    for person in (ann, bob):
        pairing.look(person, after(seconds - 1))
    assert pairing.pair(after(seconds - 1)) == 0
    assert pairing.pair(after(seconds)) == 1


def test_in_the_end_anybody_will_do():
    ann, bob = queue_up("twenty_seven", "Ann", "Bob")
    strong(ann, "twenty_seven", 800)
    strong(bob, "twenty_seven", 2900)
    for seconds in range(0, int(pairing.ANYBODY.total_seconds()), 10):
        assert pairing.pair(after(seconds)) == 0
        for person in (ann, bob):
            pairing.look(person, after(seconds))
    assert pairing.pair(NOW + pairing.ANYBODY) == 1


def test_seven_rounds_needs_three_and_has_no_host():
    queue_up("seven_rounds", "Ann", "Bob")
    assert pairing.pair(after(15)) == 0
    queue_up("seven_rounds", "Cy")
    assert pairing.pair(after(15)) == 1
    match = Match.objects.get()
    assert match.options["host"] is False
    assert match.room.seats.count() == 3


def test_a_table_that_could_begin_waits_a_while_for_more():
    queue_up("standoff", "Ann", "Bob")
    assert pairing.pair(NOW) == 0
    queue_up("standoff", "Cy", now=after(5))
    filled = NOW + pairing.FILLING
    assert pairing.pair(filled - timedelta(seconds=1)) == 0
    assert pairing.pair(filled) == 1
    assert Room.objects.get().seats.count() == 3


def test_a_table_as_large_as_its_game_likes_begins_at_once():
    queue_up("standoff", "Ann", "Bob", "Cy", "Dee", "Eve")
    assert pairing.pair(NOW) == 1
    assert Room.objects.get().seats.count() == pairing.TERMS["standoff"].seats == 4
    assert pairing.waiting(NOW)["standoff"] == 1


def test_who_took_back_a_seat_in_another_ranked_match_is_not_seated_twice():
    match = make_ranked("standoff", 3)
    person = match.players.get(seat=0).person
    rooms.leave(match.room, person, NOW)
    pairing.join(person, "twenty_seven", NOW)
    rooms.join(match.room, person, "", NOW)
    queue_up("twenty_seven", "Zed")
    assert pairing.pair(NOW) == 0


def test_a_queue_that_cannot_be_paired_holds_up_no_other(monkeypatch):
    queue_up("twenty_seven", "Ann", "Bob")
    queue_up("standoff", "Cy", "Dee", "Eve", "Flo")
    begin = rooms.open_ranked

    def fails(people, slug, *args, **facts):
        if slug == "twenty_seven":
            raise RuntimeError("no match of this")
        return begin(people, slug, *args, **facts)

    monkeypatch.setattr(rooms, "open_ranked", fails)
    assert pairing.pair(NOW) == 1
    assert Room.objects.get().game == "standoff"
    assert pairing.waiting(NOW)["twenty_seven"] == 2


waiters = st.lists(st.tuples(st.integers(0, 90), st.integers(500, 2500)), max_size=14)


@settings(max_examples=300, deadline=None)
@given(waiters, st.sampled_from([(2, 2), (4, 2), (5, 3), (3, 2)]))
def test_nobody_is_seated_twice_too_early_or_with_somebody_too_far_from_who_waited_longest(rows, sizes):
    liked, least = sizes
    rows.sort(reverse=True)
    queue = [Waiter(n, after(-waited), points) for n, (waited, points) in enumerate(rows)]
    seated = groups(queue, liked, least, NOW)
    together = [one for group in seated for one in group]
    assert len(together) == len(set(together))
    for group in seated:
        longest = min(group, key=lambda one: (one.since, one.ticket))
        assert least <= len(group) <= liked
        assert len(group) == liked or NOW - group[0].since >= pairing.FILLING
        gap = pairing.gap(NOW - longest.since)
        assert longest is group[0] or pairing.gap(NOW - group[0].since) is not None
        assert gap is None or longest is not group[0] or all(abs(one.points - longest.points) <= gap for one in group)
    left = [one for one in queue if one not in together]
    patient = [one for one in left if NOW - one.since >= pairing.ANYBODY]
    assert not patient or len(left) < least, "somebody for whom anybody would do was left waiting beside enough others"


@pytest.mark.django_db(transaction=True)
def test_several_processes_that_pair_at_once_seat_everybody_once():
    queue_up("twenty_seven", *(f"P{n:02}" for n in range(12)), now=timezone.now())
    start = threading.Barrier(4)
    begun, faults = [], []

    def process():
        try:
            start.wait(10)
            for _try in range(3):
                begun.append(pairing.pair(timezone.now()))
        except Exception as fault:
            faults.append(fault)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=process) for _n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not faults
    assert sum(begun) == Match.objects.count() == 6
    assert Seat.objects.filter(room__ranked=True).values("person").distinct().count() == 12


@pytest.mark.django_db(transaction=True)
def test_the_clock_pairs_those_whose_browsers_are_asleep():
    queue_up("twenty_seven", "Ann", "Bob", now=timezone.now())
    ticker = clock.Ticker()
    ticker.start()
    try:
        assert any(Match.objects.exists() or threading.Event().wait(0.2) for _try in range(50))
    finally:
        ticker.stop()
        connection.close()


# At a ranked table ---------------------------------------------------------------------------------------------------

ACTIONS = (
    "kick", "bot", "transfer", "lock", "unlock", "options", "rematch", "add-time", "skip", "pause", "resume", "end",
)  # fmt: skip


@pytest.mark.parametrize("action", ACTIONS)
@pytest.mark.parametrize("over", [False, True])
def test_nobody_has_a_host_s_power_over_a_ranked_match(action, over):
    match = make_ranked("standoff", 3)
    if over:
        matches.end(match.pk, cause="staff", now=NOW)
    for player in match.players.all():
        one = browser(player.person)
        one.code = match.room.code
        before = list(Room.objects.values()) + list(Match.objects.values()) + list(Seat.objects.values())
        answer = one.posts(f"host/{action}", seat="1", level="hard")
        assert answer.status_code == 403
        assert "ranked" in answer.content.decode()
        assert before == list(Room.objects.values()) + list(Match.objects.values()) + list(Seat.objects.values())
        assert one.posts("start").status_code == 403


def test_a_ranked_table_has_a_host_on_paper_and_shows_none():
    match = make_ranked("standoff")
    assert match.room.host is not None
    one = browser(match.room.host)
    one.code = match.room.code
    page = one.page().content.decode()
    for power in ("Host controls", "host/pause", "host/end", "host/kick", "host/rematch", ">host<"):
        assert power not in page, power


def test_those_who_watch_a_ranked_table_get_no_seat_not_even_afterwards():
    match = make_ranked("standoff")
    fan = Player("Fan")
    fan.joins(match.room.code)
    rooms.leave(match.room, match.players.get(seat=1).person, NOW)
    rooms.leave(match.room, match.players.get(seat=0).person, NOW)
    fan.posts("join", name="Fan")
    assert not match.room.seats.filter(person=fan.person).exists()
    assert "Take a seat" not in fan.page().content.decode()


def test_the_button_to_leave_says_first_what_it_costs():
    two, three = make_ranked("twenty_seven"), make_ranked("standoff", 3)
    for match, words in ((two, "you lose it"), (three, "loses it, unless they come back")):
        one = browser(match.players.get(seat=0).person)
        one.code = match.room.code
        assert words in one.page().content.decode()


def test_everybody_s_rating_stands_beside_their_name():
    match = make_ranked("standoff")
    player = match.players.get(seat=1)
    strong(player.person, "standoff", 1720)
    one = browser(match.players.get(seat=0).person)
    one.code = match.room.code
    assert "1720 ± 160" in one.page().content.decode()


@pytest.mark.parametrize("game", pairing.TERMS)
def test_a_ranked_match_ends_by_its_clock_though_everybody_falls_silent(game):
    match = make_ranked(game, max(2, engine.get(game).min_seats), now=NOW)
    now = NOW
    for _alarm in range(3000):
        match.refresh_from_db()
        if match.ended_at is not None:
            break
        assert match.due_at is not None, f"{match.wait}: nothing will ever happen"
        now = max(now, match.due_at)
        clock.settle(match.pk, now)
    assert match.ended_at is not None
    assert all(player.mu_after is not None for player in match.players.all())


def test_every_game_is_ranked_on_terms_that_it_allows():
    assert set(pairing.TERMS) == {game.slug for game in engine.all()}
    for slug, terms in pairing.TERMS.items():
        game = engine.get(slug)
        assert game.min_seats <= terms.seats <= game.max_seats <= ladder.MOST_SEATS
        assert terms.options.items() <= game.clean_options(terms.options).items()


def test_the_list_of_games_shows_ratings_and_how_many_wait():
    ann = make_member("Ann")
    strong(ann, "embers", 1640)
    queue_up("embers", *NAMES[1:3], now=timezone.now())
    page = browser(ann).client.get("/ranked/").content.decode()
    assert "1640 ± 160" in page
    assert "2 are waiting for a match" in page


def test_a_guest_s_person_can_have_no_place():
    with pytest.raises(NotYours):
        pairing.join(PersonFactory(), "standoff", NOW)


def test_who_left_is_not_offered_their_seat_when_the_match_is_over():
    match = make_ranked("standoff")
    leaver = match.players.get(seat=1).person
    one = browser(leaver)
    one.code = match.room.code
    one.posts("leave")
    page = one.page().content.decode()
    assert "left: counts as lost" in page
    assert "Take it back" not in page
    assert "Take a seat" not in page


def test_who_left_a_larger_table_may_come_back_while_it_lasts():
    match = make_ranked("standoff", 3)
    one = browser(match.players.get(seat=1).person)
    one.code = match.room.code
    one.posts("leave")
    assert "Take it back" in one.page().content.decode()
    one.posts("join")
    assert match.room.seats.get(number=1).bot == ""


def test_who_was_banned_while_they_waited_is_seated_with_nobody():
    ann, _bob = queue_up("twenty_seven", "Ann", "Bob")
    boss = User.objects.create_superuser("boss")
    sanctions.impose(ann, Sanction.Kind.BAN, "Insults", by=boss, now=NOW)
    assert pairing.pair(NOW) == 0
