"""Ratings: how well people with an account play each game, by Weng-Lin (Bradley-Terry), and the ladder they make.

`rate` is called by `results`, in the transaction that ends a ranked match. Nothing else writes a `Rating`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import BooleanField, ExpressionWrapper, F, Q, QuerySet
from openskill.models import BradleyTerryPart

from .models import Match, Player, Rating

MOST_SEATS = 12


def undamped(*_about: Any) -> float:
    """Return by how much less than the model says a match makes a rating more certain: no less. The usual damping is
    for thousands of matches; after the tens that people of one site play, it still overstates the uncertainty."""
    return 1.0


MODEL = BradleyTerryPart(window_size=MOST_SEATS, gamma=undamped)
"""Everybody is compared with everybody at the table, and what comes of it is averaged: twelve seats move a rating as
far as two. (With Plackett-Luce, who comes third behind two that share the first place would gain what they gain.)"""
START_MU, START_SIGMA = MODEL.mu, MODEL.sigma
"""What is believed of somebody who has not played yet."""

START_POINTS, POINTS_A_MU = 1500, 40
"""A rating is shown in points: a newcomer's 1500, and 40 for each step of the model's mean."""
SPREAD = 2
"""The shown uncertainty, in standard deviations: the truth is within it about 19 times in 20."""
PROVISIONAL = 5
"""Matches before which a rating is too uncertain for a place on the ladder."""


@dataclass(frozen=True)
class Points:
    """A rating as people read it: points, and how far off they may be."""

    points: int
    give_or_take: int


def points(mu: float = START_MU, sigma: float = START_SIGMA) -> Points:
    """Return a mean and its standard deviation in points."""
    return Points(round(START_POINTS + POINTS_A_MU * (mu - START_MU)), round(SPREAD * POINTS_A_MU * sigma))


def known(game: str, people: Iterable[Any]) -> dict[Any, Points]:
    """Return the ratings of those among these people who have one, by person."""
    rows = Rating.objects.filter(game=game, person__in=list(people)).values_list("person", "mu", "sigma")
    return {person: points(mu, sigma) for person, mu, sigma in rows}


@dataclass(frozen=True)
class Rated:
    """What a match did to the rating of the seat `seat`. `change`: in points; `left`: they lost by leaving."""

    seat: int
    points: Points
    change: int
    won: bool
    left: bool

    @property
    def trend(self) -> str:
        return "down" if self.change < 0 else "up" if self.change else "level"

    @property
    def signed(self) -> str:
        """The change with its sign; a true minus is as wide as the plus."""
        return f"{'−' if self.change < 0 else '+' if self.change else '±'}{abs(self.change)}"


def rated(players: Iterable[Player]) -> tuple[Rated, ...]:
    """Return what a match did to those whose rating it changed, in seat order."""
    found = []
    for player in players:
        if player.mu_after is not None and player.person_id is not None:
            after, before = points(player.mu_after, player.sigma_after), points(player.mu_before, player.sigma_before)
            change = after.points - before.points
            found.append(Rated(player.seat, after, change, bool(player.won), player.left))
    return tuple(found)


# After a match -------------------------------------------------------------------------------------------------------


def places(players: list[Player], view: dict[str, Any] | None) -> list[int] | None:
    """Return each player's place, 1 the best, equals sharing theirs; None when the match does not count.

    `view` is what everybody sees at its end, None when it was ended before. Where a game has scores they give the
    order; in any other the winners are above everybody else, and where nobody wins all are level. Whoever left comes
    last, whatever the bot in their seat achieved. A match that was ended early counts only for the one who alone has
    stayed, and none counts in which a bot sat from the start.
    """
    stayed = [player for player in players if not player.left]
    if len(players) < 2 or any(player.bot for player in players):
        return None
    if view is None and len(stayed) != 1:
        return None
    worth = {player.seat: _worth(player.seat, view) for player in stayed}
    order = [worth.get(player.seat, float("-inf")) for player in players]
    return [1 + sum(other > own for other in order) for own in order]


def _worth(seat: int, view: dict[str, Any] | None) -> float:
    """What puts a seat before another in its game's own eyes: the more the better."""
    if view is None:
        return 0
    score: float | None = view["seats"][seat].get("score")
    return float(seat in view["winners"]) if score is None else score


def rate(match: Match, players: list[Player], view: dict[str, Any] | None, now: datetime) -> None:
    """Count a ranked match: change the ratings of those who played it, and fill in (without saving) how it came out
    for each of `players`. One that does not count, or has been counted already, changes nothing.

    A bot may win in the seat of somebody who left; that win is nobody's. Leaving never raises a rating, and a draw
    that tells little never makes one more uncertain than a newcomer's.
    """
    order = places(players, view)
    if order is None or any(player.mu_after is not None for player in players):
        return
    alone = sum(not player.left for player in players) == 1
    ratings = _locked(match.game, [player.person_id for player in players if player.person_id], now)
    before = [ratings.get(player.person_id) or Rating(mu=START_MU, sigma=START_SIGMA) for player in players]
    teams = [[MODEL.rating(rating.mu, rating.sigma)] for rating in before]
    for player, rating, [after] in zip(players, before, MODEL.rate(teams, ranks=list(order)), strict=True):
        player.won = not player.left and (alone or (view is not None and player.seat in view["winners"]))
        player.mu_before, player.sigma_before = rating.mu, rating.sigma
        player.mu_after = min(after.mu, rating.mu) if player.left else after.mu
        player.sigma_after = min(after.sigma, START_SIGMA)
        if rating.pk is not None:
            rating.mu, rating.sigma, rating.changed_at = player.mu_after, player.sigma_after, now
            rating.matches += 1
            rating.wins += player.won
            rating.save(update_fields=["mu", "sigma", "matches", "wins", "changed_at"])


def _locked(game: str, people: list[Any], now: datetime) -> dict[Any, Rating]:
    """Return the ratings of these people, by person, locked until the transaction ends; newcomers get one."""
    people = sorted(people)  # the same order everywhere: two matches that end at once wait, and do not block each other
    fresh = [Rating(person_id=one, game=game, mu=START_MU, sigma=START_SIGMA, changed_at=now) for one in people]
    Rating.objects.bulk_create(fresh, ignore_conflicts=True)
    found = Rating.objects.select_for_update().filter(game=game, person__in=people).order_by("person")
    return {rating.person_id: rating for rating in found}


# The ladder ----------------------------------------------------------------------------------------------------------


def ladder(game: str) -> QuerySet[Rating]:
    """Return the ratings of a game, the best first, each with `certain` and `provisional`.

    The order goes by the lower end of what a rating may be, so that few lucky matches lead nowhere near the top;
    ratings after few matches come last, and have no place yet.
    """
    return (
        Rating.objects.filter(game=game, matches__gt=0, person__user__is_active=True)
        .annotate(
            certain=F("mu") - SPREAD * F("sigma"),
            provisional=ExpressionWrapper(Q(matches__lt=PROVISIONAL), output_field=BooleanField()),
        )
        .order_by("provisional", "-certain", "pk")
        .select_related("person")
    )


def place_of(rating: Rating) -> int | None:
    """Return a rating's place on its ladder, from 1; None while it is provisional or not listed."""
    listed = ladder(rating.game)
    own = listed.filter(pk=rating.pk, provisional=False).first()
    if own is None:
        return None
    ahead = listed.filter(provisional=False, certain__gt=own.certain).count()
    level = listed.filter(provisional=False, certain=own.certain, pk__lt=own.pk).count()
    return 1 + ahead + level


def recent(person: Any, game: str, most: int = 10) -> list[tuple[Match, Rated]]:
    """Return this person's last ranked matches of a game, newest first, with what each did to their rating."""
    played = Player.objects.filter(person=person, match__game=game, mu_after__isnull=False)
    found = []
    for player in played.select_related("match__room").order_by("-match__ended_at", "-pk")[:most]:
        found.extend((player.match, one) for one in rated([player]))
    return found
