"""Looking back: a finished match step by step, its record as a file, and a record that somebody brings."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from . import engine, forms, limits, records, screens, tables
from .models import Match, Record
from .records import Playback
from .refusals import NotYours, Refused
from .views import answers, find_room

ALL = "all"
"""The eyes that see every hand."""

TABLE = ("status", "board", "log")
OWN = ("replay/hands.html", "replay/controls.html", "replay/eyes.html")
"""The fragments of a replay: those of the table, and its own."""

SWAPPED = re.compile(r' hx-swap-oob="outerMorph"')
IDS = re.compile(r'\bid="([^"]+)"')
REFERENCES = re.compile(r'\b(id|for|name|form|aria-labelledby|aria-describedby|href)="(#?)([^"]+)"')


# A match of ours ------------------------------------------------------------------------------------------------------


@answers
@require_GET
def replay(request: HttpRequest, code: str, number: str) -> HttpResponse:
    """A finished match, for everyone who may see its room."""
    match = _finished(request, code, number)
    facts = {"code": match.room.code, "number": match.number, "back": f"/r/{match.room.code}/"}
    return show(request, records.of(match), facts | {"record": f"{facts['back']}replay/{match.number}.json"})


@answers
@require_GET
def record(request: HttpRequest, code: str, number: str) -> HttpResponse:
    """The same as a file that can be played again, and checked, anywhere."""
    match = _finished(request, code, number)
    answer = JsonResponse(records.write(records.of(match)), json_dumps_params={"ensure_ascii": False})
    answer["Content-Disposition"] = f'attachment; filename="{match.game}-{match.number}.json"'
    return answer


def _finished(request: HttpRequest, code: str, number: str) -> Match:
    room, _person_here = find_room(request, code)
    match = room.matches.select_related("room").filter(number=int(number)).first()
    if match is None:
        raise Http404
    if match.ended_at is None:
        raise NotYours(_("The replay opens when the match is over."))
    return match


# A record that somebody brings ----------------------------------------------------------------------------------------


@answers
@require_http_methods(["GET", "POST"])
def bring(request: HttpRequest) -> HttpResponse:
    """Take a record, check it, and show its match."""
    if request.method == "GET":
        return render(request, "replay/bring.html")
    try:
        limits.new_record(request)
        key = records.keep(records.check(records.parse(_file(request))))
    except Refused as refusal:
        return render(request, "replay/bring.html", {"sentence": str(refusal)}, status=refusal.status)
    return redirect("brought_record", key=key)


def _file(request: HttpRequest) -> bytes:
    file = request.FILES.get("record")
    if file is None:
        raise Refused(_("Choose a file first."))
    return file.read(records.LARGEST + 1)


@answers
@require_GET
def brought(request: HttpRequest, key: str) -> HttpResponse:
    """The match of a record that was brought."""
    try:
        played = records.kept(key)
    except Record.DoesNotExist:
        raise Http404 from None
    return show(request, played, {"number": 1})


# The page -------------------------------------------------------------------------------------------------------------


def show(request: HttpRequest, played: Playback, facts: dict[str, Any]) -> HttpResponse:
    """Answer with one step of a match, seen as `?as=` says: the page, or for htmx its fragments.

    `facts` say where the match comes from: `number`, and for one of ours `code`, `back` and `record`.
    """
    account = played.account
    step = forms.whole(request.GET.get("step", "0"), "step", 0, played.last)
    eyes = _eyes(request.GET.get("as", ""), len(account.names))
    table = played.table(step, facts.get("code", ""), facts["number"])
    who = tables.Who(seat=eyes if isinstance(eyes, int) else None, language=translation.get_language())
    drawings = screens.Drawings()
    fragments = screens.draw(table, who, drawings=drawings, only=TABLE)
    seats = range(len(account.names)) if eyes == ALL else [eyes] if isinstance(eyes, int) else []
    facts |= {
        "game": engine.get(account.game),
        "played": played,
        "step": step,
        "links": {
            "first": _link(0, eyes) if step > 0 else None,
            "back": _link(step - 1, eyes) if step > 0 else None,
            "forward": _link(step + 1, eyes) if step < played.last else None,
            "last": _link(played.last, eyes) if step < played.last else None,
        },
        "here": request.path + _link(step, eyes),
        "path": request.path,
        "eyes": eyes,
        "viewers": [
            {"name": name, "link": _link(step, viewer), "current": viewer == eyes}
            for viewer, name in [(None, _("a spectator")), *enumerate(account.names), (ALL, _("all open"))]
        ],
        "happened": _happened(table, who),
        "hands": [_hand(table, seat, drawings) for seat in seats],
    }
    own = [render_to_string(template, facts, request) for template in OWN]
    if request.htmx:
        return HttpResponse(screens.html(fragments) + "\n".join(own))
    facts["fragments"] = {name: mark_safe(text) for name, text in fragments.items()}  # noqa: S308  (our own templates)
    return render(request, "replay/page.html", facts)


def _eyes(text: str, seats: int) -> int | str | None:
    """Return through whose eyes: a seat's, all of them, or (None) a spectator's."""
    if text in ("", ALL):
        return text or None
    return forms.whole(text, "as", 0, seats - 1)


def _link(step: int, eyes: int | str | None) -> str:
    return "?" + urlencode({"step": step} | ({} if eyes is None else {"as": eyes}))


def _happened(table: tables.Table, who: tables.Who) -> list[str]:
    """Return what the last move led to, as far as these eyes may see."""
    assert table.match is not None
    events = table.match.told[-1].events if table.match.told else []
    seen = [event for event in events if "only" not in event or who.seat in event["only"]]
    return screens.get(table.room.game).tell(seen, table.match.names)


def _hand(table: tables.Table, seat: int, drawings: screens.Drawings) -> dict[str, Any]:
    """Return what a seat holds, and what it has done already; `owes`: what it would do next is still open."""
    assert table.match is not None
    owes = not table.match.over and seat in table.game.view(table.state, None)["to_act"]
    who = tables.Who(seat=seat, language=translation.get_language())
    drawn = screens.draw(table, who, drawings=drawings, only=("hand",) if owes else ("hand", "prompt"))
    return {
        "seat": seat,
        "name": table.match.names[seat],
        "owes": owes,
        "fragments": [mark_safe(apart(text, seat)) for text in drawn.values()],  # noqa: S308  (our own templates)
    }


def apart(text: str, number: int) -> str:
    """Return a fragment that can stand beside others of its kind: with ids, and groups of its own, and not swapped."""
    own = set(IDS.findall(text))

    def renamed(found: re.Match[str]) -> str:
        attribute, hash_, value = found.groups()
        if value in own or attribute == "name":
            value = f"{value}-{number}"
        return f'{attribute}="{hash_}{value}"'

    return REFERENCES.sub(renamed, SWAPPED.sub("", text))
