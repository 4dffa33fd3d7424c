"""HTTP of ranked play: the games and one's ratings, the ladders, the queue and its waiting page."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from .. import engine, ladder, limits, pairing, screens
from ..models import Person, Rating
from ..refusals import MovedOn
from ..views import answers, person_of, refused

PAGE = 50
"""Ratings on one page of a ladder."""


@answers
@require_GET
def ranked(request: HttpRequest) -> HttpResponse:
    """The ranked games, with one's own rating in each and how many wait."""
    person, now = person_of(request), timezone.now()
    own = {rating.game: rating for rating in Rating.objects.filter(person=person)} if person else {}
    queues = pairing.waiting(now)
    facts = {
        "games": [_card(slug, own.get(slug)) | {"waiting": queues[slug]} for slug in pairing.TERMS],
        "playing": pairing.playing(person) if person else None,
    }
    return render(request, "ranked/games.html", facts | _standing(person, now))


def _card(slug: str, rating: Rating | None) -> dict[str, Any]:
    """What a game's card, or the head of its ladder, shows of this person's rating."""
    return {
        "game": engine.get(slug),
        "screen": screens.get(slug),
        "rating": rating,
        "points": ladder.points(rating.mu, rating.sigma) if rating else None,
        "place": ladder.place_of(rating) if rating else None,
        "missing": max(0, ladder.PROVISIONAL - rating.matches) if rating else ladder.PROVISIONAL,
    }


def _standing(person: Person | None, now: Any) -> dict[str, Any]:
    """Whether this person may play ranked, and where they wait."""
    ticket = pairing.place(person, now) if person else None
    return {
        "has_account": person is not None and person.user_id is not None,
        "queued": engine.get(ticket.game) if ticket else None,
    }


@answers
@require_GET
def a_ladder(request: HttpRequest, slug: str) -> HttpResponse:
    """A game's ladder, page by page, with one's own line and last matches."""
    if slug not in pairing.TERMS:
        raise Http404
    person, now = person_of(request), timezone.now()
    own = Rating.objects.filter(person=person, game=slug).first() if person else None
    page = Paginator(ladder.ladder(slug), PAGE).get_page(request.GET.get("page"))
    lines = [
        {
            "place": None if rating.provisional else number,
            "name": rating.person.name,
            "own": own is not None and rating.pk == own.pk,
            "points": ladder.points(rating.mu, rating.sigma),
            "rating": rating,
        }
        for number, rating in enumerate(page, page.start_index())
    ]
    facts = _card(slug, own) | {
        "page": page,
        "lines": lines,
        "own_page": _page_of(own),
        "recent": ladder.recent(person, slug) if own else [],
        "waiting": pairing.waiting(now)[slug],
        "provisional": ladder.PROVISIONAL,
    }
    return render(request, "ranked/ladder.html", facts | _standing(person, now))


def _page_of(rating: Rating | None) -> int | None:
    """Return the page of the ladder on which this rating has its place; None when it has none."""
    place = ladder.place_of(rating) if rating else None
    return (place - 1) // PAGE + 1 if place else None


@answers
@require_POST
def queue(request: HttpRequest, slug: str) -> HttpResponse:
    """Take a place in a game's queue; the waiting page follows."""
    limits.new_ticket(request)
    person, now = person_of(request), timezone.now()
    try:
        pairing.join(person, slug, now)
    except MovedOn as refusal:
        room = pairing.playing(person) if person else None
        return refused(request, str(refusal), refusal.status, reverse("table", args=[room.code]) if room else "")
    pairing.pair(now)
    return _go(request, reverse("waiting"))


@answers
@require_POST
def leave_queue(request: HttpRequest) -> HttpResponse:
    """Give the place in the queue up."""
    person = person_of(request)
    if person is not None:
        pairing.leave(person)
    return _go(request, reverse("ranked"))


@answers
@require_GET
def waiting(request: HttpRequest) -> HttpResponse:
    """How long one has waited; looking at it keeps the place. Once seated it leads to the table."""
    person, now = person_of(request), timezone.now()
    ticket = pairing.look(person, now, hidden="X-Hidden" in request.headers) if person else None
    if ticket is not None:
        pairing.pair(now)
    room = pairing.found(person, now) if person else None
    if room is not None:
        return _go(request, reverse("table", args=[room.code]))
    if ticket is None:
        return _go(request, reverse("ranked"))
    waited = now - ticket.since
    facts = {
        "game": engine.get(ticket.game),
        "screen": screens.get(ticket.game),
        "terms": pairing.TERMS[ticket.game],
        "minutes": int(waited.total_seconds()) // 60,
        "seconds": int(waited.total_seconds()) % 60,
        "gap": pairing.gap(waited),
        "waiting": pairing.waiting(now)[ticket.game],
    }
    return render(request, "ranked/waiting.html" if request.htmx else "ranked/wait.html", facts)


def _go(request: HttpRequest, address: str) -> HttpResponse:
    """Lead the browser on to another page, also out of a request of htmx's."""
    return HttpResponse(status=204, headers={"HX-Redirect": address}) if request.htmx else redirect(address)
