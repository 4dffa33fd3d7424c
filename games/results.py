"""Who played a match, and how it came out for them: kept beside the match, for history, statistics and ratings.

Called by `matches`, inside the transaction that starts or ends a match.
"""

from __future__ import annotations

from collections.abc import Iterable

from .models import Match, Player, Room


def enter(match: Match, room: Room) -> None:
    """Write down who holds which seat as the match starts."""
    Player.objects.bulk_create(
        Player(match=match, seat=seat.number, person_id=None if seat.bot else seat.person_id, bot=seat.bot)
        for seat in room.seats.order_by("number")
    )


def settle(match: Match, winners: Iterable[int]) -> None:
    """Write down who won, and who left their seat to a bot. A match that was broken off was won and lost by nobody."""
    winning = set(winners)
    still = dict(match.room.seats.filter(bot="").values_list("number", "person"))
    players = list(match.players.all())
    for player in players:
        player.left = not player.bot and still.get(player.seat) != player.person_id
        player.won = None if match.broken_off else player.seat in winning
    Player.objects.bulk_update(players, ["left", "won"])
