"""Who played a match, and how it came out for them: kept beside the match, for history, statistics and ratings.

Called by `matches`, inside the transaction that starts or ends a match.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from . import ladder
from .models import Match, Player, Room


def enter(match: Match, room: Room) -> None:
    """Write down who holds which seat as the match starts."""
    Player.objects.bulk_create(
        Player(match=match, seat=seat.number, person_id=None if seat.bot else seat.person_id, bot=seat.bot)
        for seat in room.seats.order_by("number")
    )


def settle(match: Match, view: dict[str, Any] | None, now: datetime) -> None:
    """Write down who won, who left their seat to a bot, and in a ranked match what it did to the ratings.

    `view` is what everybody sees at the end; None where the match was broken off: won and lost by nobody, but for a
    ranked one that was left to one alone.
    """
    still = dict(match.room.seats.filter(bot="").values_list("number", "person"))
    players = list(match.players.all())
    for player in players:
        stayed = player.person_id is not None and still.get(player.seat) == player.person_id
        player.left = not player.bot and not stayed
        player.won = None if view is None else player.seat in view["winners"]
    if match.room.ranked:
        ladder.rate(match, players, view, now)
    Player.objects.bulk_update(players, ["left", "won", "mu_before", "sigma_before", "mu_after", "sigma_after"])
