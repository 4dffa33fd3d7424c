"""People: who they are, how they stand, and what staff may do about them without a report."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from .. import sanctions
from ..models import Person, Sanction
from .readonly import ReadOnly
from .sanctioning import MEASURES, PERMISSION, SanctionForm


@admin.register(Person)
class PersonAdmin(ReadOnly):
    list_display = ("name", "user", "created_at")
    list_select_related = ("user",)
    search_fields = ("name", "user__username")
    actions = ("warn", "mute", "ban")
    fields = ("name", "user", "created_at", "standing", "reported")

    def get_fields(self, request: HttpRequest, obj: Person | None = None) -> tuple[str, ...]:
        seen = super().get_fields(request, obj)
        return tuple(seen if self.has_moderate_permission(request) else seen[:3])

    def has_moderate_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm(PERMISSION)

    @admin.display(description=gettext_lazy("sanctions"))
    def standing(self, person: Person) -> str:
        return sanctions_of(person)

    @admin.display(description=gettext_lazy("reports about them"))
    def reported(self, person: Person) -> str:
        return reports_about(person)

    @admin.action(description=gettext_lazy("Warn…"), permissions=["moderate"])
    def warn(self, request: HttpRequest, chosen: QuerySet[Person]) -> HttpResponse | None:
        return self.sanction(request, chosen, Sanction.Kind.WARNING, _("Warn these people?"))

    @admin.action(description=gettext_lazy("Mute…"), permissions=["moderate"])
    def mute(self, request: HttpRequest, chosen: QuerySet[Person]) -> HttpResponse | None:
        return self.sanction(request, chosen, Sanction.Kind.SILENCE, _("Let these people write nothing, in any room?"))

    @admin.action(description=gettext_lazy("Ban…"), permissions=["moderate"])
    def ban(self, request: HttpRequest, chosen: QuerySet[Person]) -> HttpResponse | None:
        return self.sanction(
            request, chosen, Sanction.Kind.BAN, _("Ban these people from the site? In matches, bots play on for them.")
        )

    def sanction(self, request: HttpRequest, chosen: QuerySet[Person], kind: str, question: str) -> HttpResponse | None:
        """Ask how long and why, then do it to each."""
        sent = "confirmed" in request.POST
        first = next(key for key, one in MEASURES.items() if one.kind == kind)
        form = SanctionForm(request.POST if sent else None, kinds=(kind,), initial={"measure": first})
        if not (sent and form.is_valid()):
            return self.ask(request, chosen, question, form)
        measure, reason = MEASURES[form.cleaned_data["measure"]], form.cleaned_data["reason"]
        self.act(
            request, chosen, f"{measure.words}: {reason}",
            lambda person: sanctions.impose(
                person, kind, reason, by=request.user, now=timezone.now(), lasts=measure.lasts
            ),
        )  # fmt: skip
        return None


def sanctions_of(person: Person) -> str:
    """Return the sanctions of a person as a list of links, the latest first."""
    held = Sanction.objects.filter(person=person).order_by("-id")
    rows = [
        (
            reverse("admin:games_sanction_change", args=[one.pk]),
            one.get_kind_display(),
            f"{one.made_at:%Y-%m-%d}",
            one.reason,
        )
        for one in held
    ]
    return _listed('<li><a href="{}">{}</a> · {} · {}</li>', rows)


def reports_about(person: Person, but: int | None = None) -> str:
    """Return the reports about a person as a list of links, the latest first, `but` the one with this id."""
    made = person.reports_about.exclude(pk=but).order_by("-id")
    rows = [
        (
            reverse("admin:games_report_change", args=[one.pk]), one.get_reason_display(), f"{one.made_at:%Y-%m-%d}",
            one.outcome or _("open"),
        )
        for one in made
    ]  # fmt: skip
    return _listed('<li><a href="{}">{}</a> · {} · {}</li>', rows)


def _listed(row: str, rows: list[tuple[object, ...]]) -> str:
    return format_html("<ul>{}</ul>", format_html_join("", row, rows)) if rows else "–"
