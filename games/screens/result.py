"""What every game says when a match is over."""

from __future__ import annotations

from django.utils.translation import gettext, ngettext

from games.phrases import people


def won(winners: list[int], names: list[str]) -> str:
    """Who has won, as a headline."""
    if not winners:
        return gettext("Nobody wins")
    return ngettext("{names} wins", "{names} share the win", len(winners)).format(
        names=people([names[seat] for seat in winners])
    )
