"""Lists to look at and act on: what they share."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.html import format_html
from django.utils.translation import gettext as _

from .. import engine
from ..refusals import Refused, sentence


def pretty(data: Any) -> str:
    """Return data as indented JSON, for reading."""
    return format_html("<pre>{}</pre>", json.dumps(data, indent=1, ensure_ascii=False))


class ReadOnly(admin.ModelAdmin):
    """A list to look at and act on; nothing is added, edited or deleted by hand."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        return [field for field in self.get_fields(request, obj) if field]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        if request.method == "POST":
            raise PermissionDenied
        extra = (extra_context or {}) | {"show_save": False, "show_save_and_continue": False}
        return super().change_view(request, object_id, form_url, extra)

    def act(self, request: HttpRequest, chosen: QuerySet[Any], what: str, do: Callable[[Any], object]) -> None:
        """Do something to each object, log it, and say for each that refused why."""
        done = 0
        for one in chosen:
            try:
                do(one)
            except (Refused, engine.IllegalCommand) as refusal:
                words = str(refusal) if isinstance(refusal, Refused) else sentence(refusal)
                self.message_user(request, f"{one}: {words}", messages.ERROR)
            else:
                self.log_change(request, one, what)
                done += 1
        if done:
            self.message_user(request, _("{what}: {n} done.").format(what=what, n=done), messages.SUCCESS)

    def confirmed(self, request: HttpRequest, chosen: QuerySet[Any], question: str) -> HttpResponse | None:
        """Return a page that asks first, or None when the answer has been given."""
        return None if request.POST.get("confirmed") else self.ask(request, chosen, question)

    def ask(self, request: HttpRequest, chosen: QuerySet[Any], question: str, form: Any = None) -> HttpResponse:
        """Return a page that asks about what was chosen, and with a `form` for how it is to be done."""
        facts = self.admin_site.each_context(request) | {
            "title": question,
            "chosen": chosen,
            "form": form,
            "action": request.POST["action"],
            "opts": self.opts,
            "action_checkbox_name": admin.helpers.ACTION_CHECKBOX_NAME,
        }
        return TemplateResponse(request, "admin/games/confirm.html", facts)
