"""The ways in: the home page, its field for a code, and the list of public tables."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_GET, require_http_methods

from .. import engine, lounge, screens
from ..refusals import NoRoom, TooMany
from ..views import answers, find_room, person_of


@answers
@require_GET
def home(request: HttpRequest) -> HttpResponse:
    """Pick a game, join by code, open one of your tables, or a public one."""
    return render(request, "home.html", home_facts(request))


def home_facts(request: HttpRequest, code: str = "", words: str = "") -> dict[str, Any]:
    """What the home page shows; `code` and `words` when joining by code was refused."""
    person = person_of(request)
    return {
        "posters": [{"screen": screen, "game": engine.get(screen.slug)} for screen in screens.playable()],
        "tables": lounge.yours(person) if person else [],
        "public": lounge.public(person, timezone.now(), most=lounge.SHORT),
        "code": code,
        "sentence": words,
    }


@answers
@require_http_methods(["GET", "POST"])
def join_by_code(request: HttpRequest) -> HttpResponse:
    """The home page's one field: to the room with this code."""
    if request.method == "GET":
        return redirect("home")
    code = "".join(request.POST.get("code", "").split()).upper()
    try:
        room, _person_here = find_room(request, code)
    except (NoRoom, TooMany) as refusal:
        facts = home_facts(request, code[:12], str(refusal))
        return render(request, "home.html", facts, status=refusal.status)
    return redirect("table", code=room.code)


@answers
@require_GET
def open_tables(request: HttpRequest) -> HttpResponse:
    """Public tables to join and to watch, of all games or of `game`; for htmx, which asks again and again, the list."""
    games = [engine.get(screen.slug) for screen in screens.playable()]
    asked = next((game for game in games if game.slug == request.GET.get("game")), None)
    found = lounge.public(person_of(request), timezone.now(), asked.slug if asked else "")
    facts = {
        "games": games,
        "asked": asked,
        "to_join": [table for table in found if table.way == lounge.JOIN],
        "to_watch": [table for table in found if table.way == lounge.WATCH],
    }
    return render(request, "tables/list.html" if request.htmx else "tables/page.html", facts)
