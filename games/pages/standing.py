"""How one stands with those who moderate: the banned see one page only, and a warning shows until it has been read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib.auth import SESSION_KEY
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import formats, timezone
from django.utils.cache import add_never_cache_headers
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from .. import accounts, forms, sanctions
from ..models import Sanction
from ..views import answers, person_of, refused
from .talk import HIGHEST

OPEN_TO_ALL = frozenset({"healthz", "metrics", "set_language", "sign_out"})
"""Routes that a ban does not close, beside the admin's."""


class KeepOut:
    """Middleware: finds who the session names (`request.known`) and how they stand (`request.standing`), and shows the
    banned until when, and why."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> HttpResponse | None:
        route, session = request.resolver_match, request.session
        if "admin" in route.app_names or route.url_name in OPEN_TO_ALL:
            return None
        named, user = accounts.named_in(session), session.get(SESSION_KEY)
        request.known = named
        if named is not None and not named.judged and user in (None, str(named.user_id)):
            return None  # as nearly everybody: nothing was ever done about them
        request.standing = sanctions.standing(session.get("person"), user, timezone.now())
        return _kept_out(request, request.standing.ban) if request.standing.ban else None


def _kept_out(request: HttpRequest, ban: Sanction) -> HttpResponse:
    if request.htmx:
        answer = refused(request, _until(ban), 403)
    else:
        answer = render(request, "banned.html", {"ban": ban, "sentence": _until(ban), "status": 403}, status=403)
    add_never_cache_headers(answer)
    return answer


def _until(ban: Sanction) -> str:
    if ban.until is None:
        return _("You are banned from this site.")
    return _("You are banned from this site until {until} (UTC).").format(
        until=formats.date_format(ban.until, "DATETIME_FORMAT")
    )


@answers
@require_POST
def warning_seen(request: HttpRequest) -> HttpResponse:
    """Note that a warning has been read, and go back to where it stood (`next`)."""
    number = forms.whole(request.POST.get("warning", ""), "warning", 0, HIGHEST)
    sanctions.acknowledge(person_of(request), number, timezone.now())
    back = request.POST.get("next", "")
    local = url_has_allowed_host_and_scheme(back, {request.get_host()}, require_https=request.is_secure())
    return redirect(back if local else "home")
