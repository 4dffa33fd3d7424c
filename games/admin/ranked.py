"""Ranked play: ratings, who played which match with what outcome, and who waits in a queue."""

from __future__ import annotations

from django.contrib import admin
from django.utils.translation import gettext_lazy

from .. import ladder
from ..models import Player, Rating, Ticket
from .readonly import ReadOnly


def spoken(mu: float | None, sigma: float | None) -> str:
    """Return a rating in points with its uncertainty; a dash where there is none."""
    if mu is None or sigma is None:
        return "–"
    shown = ladder.points(mu, sigma)
    return f"{shown.points} ± {shown.give_or_take}"


@admin.register(Rating)
class RatingAdmin(ReadOnly):
    list_display = ("person", "game", "rating", "matches", "wins", "changed_at")
    list_filter = ("game",)
    list_select_related = ("person__user",)
    search_fields = ("person__name", "person__user__username")
    ordering = ("game", "-mu")
    fields = ("person", "game", "rating", "matches", "wins", "changed_at")

    @admin.display(description=gettext_lazy("rating"), ordering="mu")
    def rating(self, one: Rating) -> str:
        return spoken(one.mu, one.sigma)


@admin.register(Player)
class PlayerAdmin(ReadOnly):
    list_display = ("match", "seat", "person", "bot", "won", "left", "before", "after")
    list_filter = ("match__game", "match__room__ranked", "left")
    list_select_related = ("match__room", "person__user")
    search_fields = ("match__room__code", "person__name", "person__user__username")
    ordering = ("-match", "seat")
    fields = ("match", "seat", "person", "bot", "won", "left", "before", "after")

    @admin.display(description=gettext_lazy("rating before"))
    def before(self, player: Player) -> str:
        return spoken(player.mu_before, player.sigma_before)

    @admin.display(description=gettext_lazy("rating after"))
    def after(self, player: Player) -> str:
        return spoken(player.mu_after, player.sigma_after)


@admin.register(Ticket)
class TicketAdmin(ReadOnly):
    list_display = ("person", "game", "since", "until", "room")
    list_filter = ("game",)
    list_select_related = ("person__user", "room")
    search_fields = ("person__name", "person__user__username")
    fields = ("person", "game", "since", "until", "room")
