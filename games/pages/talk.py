"""Talk at a table: say, mute, and hand over to those who moderate."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from .. import engine, forms, talk
from ..models import Person, Report, Room
from ..refusals import NotYours, Refused
from ..views import answers, at_table, find_room, refused

HIGHEST = 10**8 - 1
"""No id is greater."""


@at_table
def say(request: HttpRequest, room: Room, person: Person | None) -> None:
    """Say something: `text`, or `phrase`, the key of a ready-made one."""
    talk.say(room, person, text=request.POST.get("text", ""), phrase=request.POST.get("phrase", ""), now=timezone.now())


@at_table
def mute(request: HttpRequest, room: Room, person: Person | None) -> None:
    """Hear somebody no more: `message` or `presence` says whom."""
    other = _other(request.POST, room, person)
    if other is None or person is None:
        raise Refused(_("Choose whom you mean."))
    talk.mute(room, person, other)


@at_table
def unmute(request: HttpRequest, room: Room, person: Person | None) -> None:
    """Hear them again: `mute` is the id of the wish."""
    talk.unmute(room, person, forms.whole(request.POST.get("mute", ""), "mute", 0, HIGHEST))


@answers
@require_http_methods(["GET", "POST"])
def report(request: HttpRequest, code: str) -> HttpResponse:
    """What one can do about somebody: mute them, or report them with what they said. Without `message` or `presence`:
    choose whom."""
    room, person = find_room(request, code)
    sent = request.POST if request.method == "POST" else request.GET
    facts = {
        "room": room,
        "url": f"/r/{room.code}/",
        "game": engine.get(room.game),
        "reasons": Report.Reason.choices,
        "sent": sent,
        "longest": talk.LONGEST_WORDS,
    }
    try:
        other = _other(sent, room, person)
        if other is None:
            return render(request, "talk/people.html", facts | {"others": talk.others(room, person, timezone.now())})
    except Refused as refusal:
        return refused(request, str(refusal), refusal.status, facts["url"])
    facts |= {"other": other, "own": person is not None and other.person == person}
    if request.method == "GET":
        return render(request, "talk/report.html", facts)
    try:
        _report(request, room, person, other)
    except Refused as refusal:
        return render(request, "talk/report.html", facts | {"sentence": str(refusal)}, status=refusal.status)
    return redirect("table", code=room.code)


def _other(sent: QueryDict, room: Room, person: Person | None) -> talk.Other | None:
    """Return whom the fields of a form mean; None when they name nobody."""
    for key in ("message", "presence"):
        if sent.get(key):
            named: dict[str, Any] = {key: forms.whole(sent[key], key, 0, HIGHEST)}
            return talk.find(room, person, **named)
    return None


def _report(request: HttpRequest, room: Room, person: Person | None, other: talk.Other) -> None:
    if person is None:
        raise NotYours(_("You are not in this room."))
    fields = request.POST
    talk.report(room, person, other, reason=fields.get("reason"), words=fields.get("words", ""), now=timezone.now())
    if fields.get("mute") and other.person is not None:
        talk.mute(room, person, other)
    messages.success(request, _("Thank you. Those who moderate this site will look at it."))
