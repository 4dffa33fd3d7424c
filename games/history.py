"""What somebody has played, and all that the site keeps of them: figures a game, matches, their data to take away."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Count, Exists, Max, OuterRef, Q

from . import engine
from .models import Match, Person, Player, Presence, Room

A_PAGE = 20
"""Matches on one page of the history."""


# Statistics -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Figures:
    """How somebody has done in one game, over finished matches. Who left has neither won nor lost.

    Without `bots`: those in which only people sat from the start, and how many of them were won. `streak`: the longest
    row of matches won, one after another.
    """

    game: Any
    matches: int
    won: int
    lost: int
    left: int
    among_people: int
    won_among_people: int
    streak: int
    last_played: datetime

    @property
    def share(self) -> int:
        """How many of a hundred were won."""
        return round(100 * self.won / self.matches)

    @property
    def with_bots(self) -> int:
        return self.matches - self.among_people

    @property
    def won_with_bots(self) -> int:
        return self.won - self.won_among_people


def figures(person: Person) -> list[Figures]:
    """Return a person's figures, the game last played first."""
    played = Player.objects.filter(person=person, won__isnull=False)
    won, people = Q(won=True, left=False), Q(bots=False)
    rows = (
        played.annotate(bots=Exists(Player.objects.filter(match=OuterRef("match")).exclude(bot="")))
        .order_by()  # by no seat: it would be grouped by
        .values("match__game")
        .annotate(
            matches=Count("pk"),
            victories=Count("pk", filter=won),
            defeats=Count("pk", filter=Q(won=False, left=False)),
            gone=Count("pk", filter=Q(left=True)),
            among_people=Count("pk", filter=people),
            won_among_people=Count("pk", filter=people & won),
            last_played=Max("match__ended_at"),
        )
        .order_by("-last_played")
    )
    streaks = _streaks(played)
    return [
        Figures(
            engine.get(row["match__game"]), row["matches"], row["victories"], row["defeats"], row["gone"],
            row["among_people"], row["won_among_people"], streaks[row["match__game"]], row["last_played"],
        )
        for row in rows
    ]  # fmt: skip


def _streaks(played: Any) -> dict[str, int]:
    """Return the longest row of victories in each game."""
    longest: dict[str, int] = {}
    results = played.order_by("match__game", "match__ended_at", "match_id").values_list("match__game", "won", "left")
    for (game, victory), row in itertools.groupby(results, lambda one: (one[0], one[1] and not one[2])):
        longest[game] = max(longest.get(game, 0), len(list(row)) if victory else 0)
    return longest


# Matches --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Played:
    """A finished match as one of its players looks back at it. `outcome`: won, lost, left, or off (broken off).

    `open`: whether its room still lets this person in, so that the replay can be seen.
    """

    game: Any
    code: str
    number: int
    ended_at: datetime
    others: list[str]
    outcome: str
    open: bool


def matches_of(person: Person, page: Any = 1) -> Page[Any]:
    """Return one page of a person's finished matches, the last first. A page that is none is the nearest one."""
    mine = (
        Player.objects.filter(person=person, match__ended_at__isnull=False)
        .select_related("match__room")
        .defer("match__state", "match__options")
        .order_by("-match__ended_at", "-pk")
    )
    found = Paginator(mine, A_PAGE).get_page(page)
    here = dict(
        Presence.objects.filter(person=person, room__in=[one.match.room_id for one in found]).values_list(
            "room", "kicked"
        )
    )
    found.object_list = [_played(player, here) for player in found]
    return found


def _played(player: Player, here: dict[int, bool]) -> Played:
    match, room = player.match, player.match.room
    kicked = here.get(room.pk)
    return Played(
        engine.get(match.game), room.code, match.number, match.ended_at,
        [name for seat, name in enumerate(match.names) if seat != player.seat], outcome(player),
        open=kicked is False or (kicked is None and not room.locked and room.closed_at is None),
    )  # fmt: skip


def outcome(player: Player) -> str:
    """Return how a finished match came out for a player: won, lost, left, or off (broken off)."""
    if player.won is None:
        return "off"
    return "left" if player.left else "won" if player.won else "lost"


# All there is ---------------------------------------------------------------------------------------------------------


def everything(person: Person, address: Callable[[str], str]) -> dict[str, Any]:
    """Return all that the site keeps of a person, as JSON-able data. `address` makes a path a whole address.

    Nothing of a running match but that it runs: what is hidden in it is nobody's to take away. Nothing that others
    said: a report about this person would tell who made it.
    """
    user = person.user
    return {
        "account": user
        and {
            "name": user.get_username(),
            "email": user.email,
            "joined_at": user.date_joined,
            "last_signed_in_at": user.last_login,
        },
        "name": person.name,
        "known_since": person.created_at,
        "rooms": [_room(room, person) for room in _rooms(person)],
        "matches": [_match(player, address) for player in _all_played(person)],
        "messages": [
            {
                "room": message.room.code,
                "name": message.name,
                "text": message.text,
                "phrase": message.phrase,
                "among_spectators": message.spectator,
                "removed": message.removed,
                "made_at": message.made_at,
            }
            for message in person.messages.select_related("room")
        ],
        "muted": [mute.other.name for mute in person.mutes.select_related("other")],
        "reports_made": [
            {
                "about": report.about_name,
                "reason": report.reason,
                "words": report.words,
                "made_at": report.made_at,
                "handled_at": report.handled_at,
            }
            for report in person.reports_made.all()
        ],
        "ratings": list(person.ratings.values("game", "mu", "sigma", "matches", "wins", "changed_at")),
        "sanctions": list(
            person.sanctions.values("kind", "reason", "made_at", "until", "seen_at", "lifted_at")
        ),
    }  # fmt: skip


def _rooms(person: Person) -> Any:
    held = Q(presences__person=person) | Q(seats__person=person) | Q(host=person)
    return Room.objects.filter(held).distinct().order_by("pk")


def _room(room: Room, person: Person) -> dict[str, Any]:
    seat = room.seats.filter(person=person).first()
    presence = room.presences.filter(person=person).first()
    return {
        "code": room.code,
        "game": room.game,
        "host": room.host_id == person.pk,
        "seat": seat and {"number": seat.number, "name": seat.name, "played_by_a_bot": bool(seat.bot)},
        "name": presence and presence.name,
        "joined_at": presence and presence.joined_at,
        "last_here_at": presence and presence.until,
        "kicked": presence is not None and presence.kicked,
    }


def _all_played(person: Person) -> Any:
    return Player.objects.filter(person=person).select_related("match__room").order_by("match_id")


def _match(player: Player, address: Callable[[str], str]) -> dict[str, Any]:
    match: Match = player.match
    facts = {
        "room": match.room.code,
        "number": match.number,
        "game": match.game,
        "names": match.names,
        "seat": player.seat,
        "started_at": match.started_at,
        "ended_at": match.ended_at,
    }
    if match.ended_at is None:
        return facts
    rated = ("mu_before", "sigma_before", "mu_after", "sigma_after")
    return facts | {
        "options": match.options,
        "outcome": outcome(player),
        "rating": {name: getattr(player, name) for name in rated} if player.mu_after is not None else None,
        "replay": address(f"/r/{match.room.code}/replay/{match.number}/"),
        "record": address(f"/r/{match.room.code}/replay/{match.number}.json"),
    }
