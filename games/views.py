"""HTTP: find who asks, call one function, answer with a page or with fragments."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable
from datetime import UTC, timedelta
from typing import Any

from django.contrib.auth import get_user
from django.core.exceptions import RequestDataTooBig
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from . import accounts, engine, forms, limits, matches, names, pictures, rooms, screens, tables, talk
from .models import Match, Move, Person, Room
from .refusals import NoRoom, NotYours, Refused, sentence

View = Callable[..., HttpResponse]

DRAFTED = ("status", "board", "hand", "prompt")
"""The fragments in which a choice that is not given yet can be seen."""


def person_of(request: HttpRequest) -> Person | None:
    """Return the person behind this session, if it has one already."""
    person = accounts.person_in(request.session, getattr(request, "known", None))
    if person is None and accounts.seal(request.session):
        get_user(request)  # a session that was signed out from elsewhere ends here
    return person


def person_or_new(request: HttpRequest, name: str | None = None) -> Person:
    """Return the person behind this session; a newcomer becomes one, unless the `name` that they give is refused."""
    person = person_of(request)
    if person is None:
        if name is not None:
            names.clean(name)
        person = Person.objects.create()
        request.session["person"] = str(person.pk)
    return person


def answers(view: View) -> View:
    """Answer refusals with a sentence and their status, and keep pages with secrets out of every cache."""

    @never_cache
    @functools.wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            found = view(request, *args, **kwargs)
        except Refused as refusal:
            return refused(request, str(refusal), refusal.status)
        if found.status_code != 405:
            return found
        answered = refused(request, _("This address is no page. Go back to the table and use its buttons."), 405)
        answered["Allow"] = found["Allow"]
        return answered

    return answer


def refused(request: HttpRequest, words: str, status: int, back: str = "") -> HttpResponse:
    """A page, or for htmx the notice alone, with a sentence that the reader can act on."""
    if request.htmx:
        return HttpResponse(_notice(words, request), status=status)
    return render(request, "refused.html", {"sentence": words, "status": status, "back": back}, status=status)


def _notice(words: str, request: HttpRequest) -> str:
    return render_to_string("room/notice.html", {"sentence": words}, request)


def find_room(request: HttpRequest, code: str) -> tuple[Room, Person | None]:
    """Return the room and who asks. Wrong codes are counted, and closed doors look like wrong codes."""
    person = person_of(request)
    try:
        room, presence = rooms.visit(code, person)
        if presence is None:
            limits.check_codes(request)
        elif request.method == "GET":
            rooms.page_seen(presence, timezone.now())
        else:
            rooms.page_seen(presence, timezone.now(), least=timedelta())  # the page that it leads to does the rest
    except NoRoom:
        limits.check_codes(request)
        limits.wrong_code(request)
        raise
    return room, person


# Pages ---------------------------------------------------------------------------------------------------------------


@answers
@require_http_methods(["GET", "POST"])
def new(request: HttpRequest, slug: str) -> HttpResponse:
    """The options form; sent in, it opens a room."""
    try:
        screen = screens.get(slug)
    except KeyError:
        raise Http404 from None
    person = person_of(request)
    if request.method == "GET":
        form = forms.NewRoomForm(slug, initial={"name": person.name} if person else None)
        return render(request, "new.html", {"form": form, "game": engine.get(slug), "screen": screen})
    form = forms.NewRoomForm(slug, request.POST)
    status = 422
    if form.is_valid():
        try:
            limits.new_room(request)
            name = form.cleaned_data["name"] or (person.name if person else "")
            room = rooms.open_room(
                person_or_new(request, name), name, slug,
                form.cleaned_data["options"], bots=form.cleaned_data.get("bots") or 0, now=timezone.now(),
                **form.room_facts(),
            )  # fmt: skip
        except Refused as refusal:
            form.add_error("name", str(refusal))
            status = refusal.status
        else:
            return redirect("table", code=room.code)
    return render(request, "new.html", {"form": form, "game": engine.get(slug), "screen": screen}, status=status)


@answers
@require_GET
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """A game's rules: short, then whole, with every card."""
    try:
        screen = screens.get(slug)
    except KeyError:
        raise Http404 from None
    facts = screens.rulebook(slug, translation.get_language())
    return render(request, "rules/page.html", {"game": engine.get(slug), "screen": screen, **facts})


@answers
@require_POST
def practise(request: HttpRequest, slug: str) -> HttpResponse:
    """Start a match against bots, in one click, without an account."""
    try:
        screen = screens.get(slug)
    except KeyError:
        raise Http404 from None
    limits.new_room(request)
    person = person_or_new(request)
    room = rooms.open_room(
        person, person.name or _("Guest"), slug, screen.practice_options, bots=screen.practice_bots, now=timezone.now()
    )
    rooms.start(room, timezone.now())
    return redirect("table", code=room.code)


# The table -----------------------------------------------------------------------------------------------------------


@answers
@require_GET
def table(request: HttpRequest, code: str) -> HttpResponse:
    """Lobby, match and result on one page. For htmx: the fragments, or 204 when `X-Stamp` names the present picture."""
    room, person = find_room(request, code)
    if _shows_present(request, room):
        return HttpResponse(status=204)
    return show(request, room, person)


def _shows_present(request: HttpRequest, room: Room) -> bool:
    """Whether the page that asks shows the room as it is now."""
    present = tables.stamps([room.pk]).get(room.pk, (0, 0, 0))
    return bool(request.htmx) and request.headers.get("X-Stamp") == stamp_text(present)


@answers
@require_GET
def screen(request: HttpRequest, code: str) -> HttpResponse:
    """The big screen: public facts alone, also in the browser of somebody who has a seat. It takes no commands."""
    room, _person_here = find_room(request, code)
    if _shows_present(request, room):
        return HttpResponse(status=204)
    picture = pictures.take(room.pk)
    found = picture.table
    who = tables.who(found, None, translation.get_language(), _origin(request))
    fragments = {name: picture.fragments(who)[name] for name in screens.ON_SCREEN}
    if request.htmx:
        return HttpResponse(f"<!--now {_milliseconds()}-->" + screens.html(fragments))
    facts = {
        "fragments": {name: mark_safe(text) for name, text in fragments.items()},  # noqa: S308  (as in `show`)
        "room": found.room,
        "invite": who.origin + found.room.url,
        "game": found.game,
        "screen": screens.get(room.game),
        "now_ms": _milliseconds(),
    }
    return render(request, "screen.html", facts)


def _origin(request: HttpRequest) -> str:
    return request.build_absolute_uri("/").rstrip("/")


def stamp_text(stamp: tables.Stamp) -> str:
    """Return a stamp as pages carry it."""
    return ".".join(map(str, stamp))


def show(
    request: HttpRequest, room: Room, person: Person | None, words: str = "", status: int = 200,
    only: tuple[str, ...] = screens.FRAGMENTS,
) -> HttpResponse:  # fmt: skip
    """Answer with the room as this person sees it now, after `words` of refusal: the page, or for htmx the fragments,
    `only` these."""
    picture = pictures.take(room.pk)
    found = picture.table
    who = tables.who(found, person, translation.get_language(), _origin(request))
    drafted = screens.get(room.game).draft is not None and (words or only is DRAFTED)
    fragments = picture.fragments(who) if request.htmx and not drafted else screens.draw(found, who, request)
    if request.htmx:
        clock = f"<!--now {_milliseconds()}-->"
        return HttpResponse(
            clock + _notice(words, request) + screens.html({name: fragments[name] for name in only}), status=status
        )
    facts = {
        "fragments": {name: mark_safe(text) for name, text in fragments.items()},  # noqa: S308  (our own templates' output)
        "room": found.room,
        "match": found.match,
        "who": who,
        "game": found.game,
        "screen": screens.get(room.game),
        "sentence": words,
        "stamp": stamp_text(found.stamp),
        "now_ms": _milliseconds(),
        "waiting": found.match is None or not who.is_among(found.game.view(found.state, None)["to_act"]),
    }
    return render(request, "room.html", facts, status=status)


def _milliseconds() -> int:
    """The server's time, for the page's countdown."""
    return int(timezone.now().timestamp() * 1000)


def at_table(view: Callable[[HttpRequest, Room, Person | None], None]) -> View:
    """A POST at a table: done, it answers with the table; refused, with the sentence above the table as it stands."""

    @answers
    @require_POST
    @functools.wraps(view)
    def answer(request: HttpRequest, code: str, **kwargs: Any) -> HttpResponse:
        room, person = find_room(request, code)
        try:
            view(request, room, person, **kwargs)
        except Refused as refusal:
            return show(request, room, person_of(request), str(refusal), refusal.status)
        except (engine.IllegalCommand, engine.IllegalOption) as refusal:
            return show(request, room, person_of(request), sentence(refusal), 422)
        if request.htmx:
            return show(request, room, person_of(request))
        return redirect("table", code=room.code)

    return answer


@at_table
def join(request: HttpRequest, room: Room, person: Person | None) -> None:
    """Take the next free seat, one's own seat back, or a spectator's place."""
    name = request.POST.get("name", "")
    rooms.join(room, person_or_new(request, name), name, timezone.now())


@answers
@require_POST
def leave(request: HttpRequest, code: str) -> HttpResponse:
    """Give the seat up and go home."""
    room, person = find_room(request, code)
    if person is None:
        raise NotYours(_("You are not in this room."))
    rooms.leave(room, person, timezone.now())
    if request.htmx:
        return HttpResponse(status=204, headers={"HX-Redirect": reverse("home")})
    return redirect("home")


@at_table
def start(request: HttpRequest, room: Room, person: Person | None) -> None:
    """Begin the match."""
    rooms.check_host(room, person)
    rooms.start(room, timezone.now())


@at_table
def command(request: HttpRequest, room: Room, person: Person | None) -> None:
    """Give one command of the engine, decided on the version that the page showed."""
    give(request, room, person, forms.command(request.POST.get("command", "")))


@at_table
def plan(request: HttpRequest, room: Room, person: Person | None) -> None:
    """Give a choice that is written as text (a plan of Showdown): it is the one command that the text stands for."""
    written = screens.get(room.game).written
    if written is None:
        raise Refused(_("This game has no choice that is written as text."))
    give(request, room, person, forms.command(json.dumps(written(request.POST.get("plan", "")))))


@answers
@require_POST
def draft(request: HttpRequest, code: str) -> HttpResponse:
    """Show the table with a choice that is not given yet, as its form has it so far. Nothing changes, nobody is told.

    By POST, so that what somebody means to do stands in no address, and in no log of addresses.
    """
    room, person = find_room(request, code)
    return show(request, room, person, only=DRAFTED)


def give(request: HttpRequest, room: Room, person: Person | None, given: Any) -> None:
    """Give a command as whoever asks, decided on the version that the page showed."""
    version = forms.version(request.POST.get("version", ""))
    matches.play_as(room.pk, person, given, decided_on=version, now=timezone.now())


@at_table
def host(request: HttpRequest, room: Room, person: Person | None, action: str) -> None:
    """What only the host may do."""
    rooms.check_host(room, person)
    now = timezone.now()
    if action in IN_MATCH:
        match = rooms.running(room)
        if match is None:
            raise Refused(_("No match is being played."))
        IN_MATCH[action](request, match, now)
    else:
        IN_ROOM[action](request, room, now)


def _seat(request: HttpRequest) -> int:
    return forms.whole(request.POST.get("seat", ""), "seat", 0, 99)


def _kick(request: HttpRequest, room: Room, now: Any) -> None:
    spectator = request.POST.get("spectator")
    if spectator is None:
        rooms.kick(room, _seat(request), now)
    else:
        rooms.kick_spectator(room, forms.whole(spectator, "spectator", 0, 10**8 - 1), now)


def _options(request: HttpRequest, room: Room, now: Any) -> None:
    form = forms.of_room(room, request.POST)
    if not form.is_valid():
        raise Refused(" ".join(words for errors in form.errors.values() for words in errors))
    rooms.set_options(room, form.cleaned_data["options"], **form.room_facts())


def _skip(request: HttpRequest, match: Match, now: Any) -> None:
    version = request.POST.get("version")
    seen = None if version is None else forms.whole(version, "version", 0, 10**8 - 1)
    matches.skip(match.pk, cause=Move.Cause.HOST, now=now, decided_on=seen)


IN_MATCH: dict[str, Callable[[HttpRequest, Match, Any], object]] = {
    "add-time": lambda request, match, now: matches.add_time(
        match.pk, forms.whole(request.POST.get("seconds", "30"), "seconds", 1, 3600), cause=Move.Cause.HOST, now=now
    ),
    "skip": _skip,
    "pause": lambda request, match, now: matches.pause(match.pk, now),
    "resume": lambda request, match, now: matches.resume(match.pk, now),
    "end": lambda request, match, now: matches.end(match.pk, cause=Move.Cause.HOST, now=now),
}
IN_ROOM: dict[str, Callable[[HttpRequest, Room, Any], object]] = {
    "kick": _kick,
    "bot": lambda request, room, now: rooms.seat_bot(
        room, _seat(request) if request.POST.get("seat") else None, request.POST.get("level", "normal"), now
    ),
    "transfer": lambda request, room, now: rooms.transfer(room, _seat(request), now),
    "lock": lambda request, room, now: rooms.set_lock(room, True),
    "unlock": lambda request, room, now: rooms.set_lock(room, False),
    "talk-on": lambda request, room, now: talk.switch(room, True),
    "talk-off": lambda request, room, now: talk.switch(room, False),
    "options": _options,
    "rematch": lambda request, room, now: rooms.rematch(room, now),
}


@answers
@require_GET
def view_json(request: HttpRequest, code: str) -> HttpResponse:
    """The engine's view for this session, and what its viewer may do."""
    room, person = find_room(request, code)
    found = tables.load(room.pk)
    who = tables.who(found, person, "en", "")
    facts: dict[str, Any] = {
        "version": 0,
        "viewer": who.viewer,
        "view": None,
        "commands": [],
        "deadline": None,
        "paused": False,
    }
    if found.match is not None:
        facts |= {
            "version": found.match.version,
            "view": found.game.view(found.state, who.viewer),
            "commands": screens.commands(found, who),
            "deadline": found.match.deadline
            and found.match.deadline.astimezone(UTC).isoformat().replace("+00:00", "Z"),
            "paused": found.match.paused,
        }
    return JsonResponse(facts)


# Around it -----------------------------------------------------------------------------------------------------------


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """A request that cannot be read, or is too large to be."""
    if isinstance(exception, RequestDataTooBig):
        return refused(request, _("That is more than this site takes. Send less."), 413)
    return refused(request, _("This request cannot be read. Load the page again and use its buttons."), 400)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form without its token: from another site, or from a page that is older than the session."""
    return refused(request, _("This page is too old to act on. Load it again."), 403)
