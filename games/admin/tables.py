"""Rooms, who is in them, and their matches: what runs, what hangs, and actions that go the same ways as everybody's."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from .. import engine, matches, rooms
from ..models import Match, Move, Presence, Room, Seat
from .readonly import ReadOnly, pretty

ADDED_SECONDS = 30


class MatchStatus(admin.SimpleListFilter):
    """Running, waiting for somebody, past its deadline, paused, finished."""

    title = gettext_lazy("status")
    parameter_name = "status"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [
            ("running", _("running")),
            ("waiting", _("waiting, with a deadline ahead")),
            ("late", _("past its deadline")),
            ("paused", _("paused")),
            ("finished", _("finished")),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Match]) -> QuerySet[Match]:
        now = timezone.now()
        conditions = {
            "running": Q(ended_at=None),
            "waiting": Q(ended_at=None, paused_at=None, deadline__gt=now),
            "late": Q(ended_at=None, paused_at=None, deadline__lte=now),
            "paused": Q(ended_at=None, paused_at__isnull=False),
            "finished": Q(ended_at__isnull=False),
        }
        return queryset.filter(conditions[self.value()]) if self.value() in conditions else queryset


@admin.register(Match)
class MatchAdmin(ReadOnly):
    list_display = ("room", "number", "game", "players", "status", "waiting_for", "deadline", "version", "started_at")
    list_filter = (MatchStatus, "game")
    list_select_related = ("room",)
    search_fields = ("room__code", "room__seats__name", "names")
    date_hierarchy = "started_at"
    actions = ("add_time", "skip_missing", "pause", "resume", "end_match")
    fields = (
        "room", "number", "game", "options", "players", "status", "waiting_for", "version", "started_at", "deadline",
        "paused_at", "ended_at", "public_view", "secrets",
    )  # fmt: skip

    @admin.display(description=gettext_lazy("players"))
    def players(self, match: Match) -> str:
        return ", ".join(match.names)

    @admin.display(description=gettext_lazy("status"))
    def status(self, match: Match) -> str:
        if match.ended_at is not None:
            return _("broken off") if match.broken_off else _("finished")
        if match.paused_at is not None:
            return _("paused")
        if match.deadline is not None and match.deadline <= timezone.now():
            return _("past its deadline")
        return _("running")

    @admin.display(description=gettext_lazy("waiting for"))
    def waiting_for(self, match: Match) -> str:
        if match.ended_at is not None:
            return "–"
        return ", ".join(match.names[actor] if isinstance(actor, int) else actor for actor in matches.to_act(match))

    @admin.display(description=gettext_lazy("public view"))
    def public_view(self, match: Match) -> str:
        game = engine.get(match.game)
        return pretty(game.view(game.load(match.state), None))

    @admin.display(description=gettext_lazy("state"))
    def secrets(self, match: Match) -> str:
        if match.ended_at is not None:
            return pretty(match.state)
        return format_html(
            '<a href="{}">{}</a>',
            reverse("admin:games_match_secrets", args=[match.pk]),
            _("Open the secrets of this match"),
        )

    @admin.action(description=gettext_lazy("Add 30 seconds"), permissions=["change"])
    def add_time(self, request: HttpRequest, chosen: QuerySet[Match]) -> None:
        now = timezone.now()
        self.act(
            request, chosen, "Added 30 seconds",
            lambda match: matches.add_time(match.pk, ADDED_SECONDS, cause=Move.Cause.STAFF, now=now),
        )  # fmt: skip

    @admin.action(description=gettext_lazy("Skip missing choices"), permissions=["change"])
    def skip_missing(self, request: HttpRequest, chosen: QuerySet[Match]) -> HttpResponse | None:
        question = _("Make the missing choices of these matches by default?")
        return self.confirmed(request, chosen, question) or self.act(
            request, chosen, "Skipped missing choices",
            lambda match: matches.skip(match.pk, cause=Move.Cause.STAFF, now=timezone.now()),
        )  # fmt: skip

    @admin.action(description=gettext_lazy("Pause"), permissions=["change"])
    def pause(self, request: HttpRequest, chosen: QuerySet[Match]) -> None:
        self.act(request, chosen, "Paused", lambda match: matches.pause(match.pk, timezone.now()))

    @admin.action(description=gettext_lazy("Resume"), permissions=["change"])
    def resume(self, request: HttpRequest, chosen: QuerySet[Match]) -> None:
        self.act(request, chosen, "Resumed", lambda match: matches.resume(match.pk, timezone.now()))

    @admin.action(description=gettext_lazy("End match"), permissions=["change"])
    def end_match(self, request: HttpRequest, chosen: QuerySet[Match]) -> HttpResponse | None:
        return self.confirmed(request, chosen, _("End these matches now?")) or self.act(
            request, chosen, "Ended", lambda match: matches.end(match.pk, cause=Move.Cause.STAFF, now=timezone.now())
        )

    def get_urls(self) -> list[Any]:
        view = self.admin_site.admin_view(self.open_secrets)
        return [path("<int:pk>/secrets/", view, name="games_match_secrets"), *super().get_urls()]

    def open_secrets(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Ask, and on POST show a match's whole state and moves. Needs its own permission, and is logged."""
        match = get_object_or_404(Match, pk=pk)
        if not request.user.has_perm("games.open_secrets"):
            raise PermissionDenied
        facts = self.admin_site.each_context(request) | {
            "title": _("Secrets of {match}").format(match=match),
            "opts": self.opts,
        }
        if request.method == "POST":
            self.log_change(request, match, "Opened the secrets")
            facts |= {"state": pretty(match.state), "moves": match.moves.order_by("version")}
        response = TemplateResponse(request, "admin/games/secrets.html", facts)
        response["Cache-Control"] = "no-store"
        return response


@admin.register(Move)
class MoveAdmin(ReadOnly):
    list_display = ("match", "version", "actor", "cause", "made_at")
    list_filter = ("cause", "match__game")
    list_select_related = ("match__room",)
    search_fields = ("match__room__code", "match__names")
    fields = ("match", "version", "decided_on", "actor", "cause", "made_at", "what", "what_happened")

    @admin.display(description=gettext_lazy("command"))
    def what(self, move: Move) -> str:
        return pretty(move.command) if move.match.ended_at else _("Shown once the match is over.")

    @admin.display(description=gettext_lazy("public events"))
    def what_happened(self, move: Move) -> str:
        return pretty([event for event in move.events if "only" not in event])


class RoomStatus(admin.SimpleListFilter):
    """In the lobby, playing, closed."""

    title = gettext_lazy("status")
    parameter_name = "status"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("lobby", _("in the lobby")), ("playing", _("playing")), ("closed", _("closed"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Room]) -> QuerySet[Room]:
        playing = Match.objects.filter(ended_at=None).values("room")
        conditions = {
            "lobby": Q(closed_at=None) & ~Q(pk__in=playing),
            "playing": Q(pk__in=playing),
            "closed": Q(closed_at__isnull=False),
        }
        return queryset.filter(conditions[self.value()]) if self.value() in conditions else queryset


class SeatInline(admin.TabularInline):
    model = Seat
    fields = readonly_fields = ("number", "name", "person", "bot")
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Room)
class RoomAdmin(ReadOnly):
    list_display = ("code", "game", "host", "seats_taken", "visibility", "locked", "created_at", "closed_at")
    list_filter = (RoomStatus, "game", "ranked", "visibility", "locked")
    list_select_related = ("host",)
    search_fields = ("code", "seats__name", "presences__name")
    date_hierarchy = "created_at"
    actions = ("close_room",)
    inlines = (SeatInline,)
    fields = (
        "code", "game", "options", "ranked", "clock", "at_zero", "visibility", "locked", "host", "created_at",
        "closed_at", "matches_played",
    )  # fmt: skip

    def get_queryset(self, request: HttpRequest) -> QuerySet[Room]:
        return super().get_queryset(request).annotate(taken=Count("seats", distinct=True))

    @admin.display(description=gettext_lazy("seats taken"), ordering="taken")
    def seats_taken(self, room: Room) -> int:
        return room.taken

    @admin.display(description=gettext_lazy("matches"))
    def matches_played(self, room: Room) -> str:
        return format_html(
            '<a href="{}?room__id__exact={}">{}</a>',
            reverse("admin:games_match_changelist"),
            room.pk,
            room.matches.count(),
        )

    @admin.action(description=gettext_lazy("Close room"), permissions=["change"])
    def close_room(self, request: HttpRequest, chosen: QuerySet[Room]) -> HttpResponse | None:
        question = _("Close these rooms? Running matches end, and nobody new comes in.")
        return self.confirmed(request, chosen, question) or self.act(
            request, chosen, "Closed", lambda room: rooms.close(room, timezone.now())
        )


@admin.register(Seat)
class SeatAdmin(ReadOnly):
    list_display = ("room", "number", "name", "person", "bot")
    list_filter = ("bot", "room__game")
    list_select_related = ("room", "person")
    search_fields = ("room__code", "name")
    actions = ("kick", "transfer_host")
    fields = ("room", "number", "name", "person", "bot")

    @admin.action(description=gettext_lazy("Kick"), permissions=["change"])
    def kick(self, request: HttpRequest, chosen: QuerySet[Seat]) -> HttpResponse | None:
        question = _("Send these people away for good? In a match, bots play on for them.")
        # From the highest number down: in a lobby the seats above a freed one move down.
        return self.confirmed(request, chosen, question) or self.act(
            request,
            chosen.order_by("-number"),
            "Kicked",
            lambda seat: rooms.kick(seat.room, seat.number, timezone.now()),
        )

    @admin.action(description=gettext_lazy("Make host"), permissions=["change"])
    def transfer_host(self, request: HttpRequest, chosen: QuerySet[Seat]) -> HttpResponse | None:
        question = _("Hand the host's role to these seats?")
        return self.confirmed(request, chosen, question) or self.act(
            request, chosen, "Made host", lambda seat: rooms.transfer(seat.room, seat.number, timezone.now())
        )


@admin.register(Presence)
class PresenceAdmin(ReadOnly):
    list_display = ("room", "name", "joined_at", "until", "kicked")
    list_filter = ("kicked",)
    list_select_related = ("room",)
    search_fields = ("room__code", "name")
    fields = ("room", "person", "name", "joined_at", "until", "kicked")
