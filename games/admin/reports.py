"""The queue of reports, and what was done about people: decided here, shown to them, and lifted again."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import F, Q, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.loader import render_to_string
from django.urls import path, reverse
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from .. import hearing, sanctions
from ..models import Match, Report, Sanction
from ..refusals import Refused
from .people import reports_about, sanctions_of
from .readonly import ReadOnly
from .sanctioning import MEASURES, DecisionForm, Moderated


class ReportStatus(admin.SimpleListFilter):
    """Open, handled."""

    title = gettext_lazy("status")
    parameter_name = "status"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("open", _("open")), ("handled", _("handled"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Report]) -> QuerySet[Report]:
        return queryset.filter(handled_at__isnull=self.value() == "open") if self.value() else queryset


@admin.register(Report)
class ReportAdmin(Moderated, ReadOnly):
    list_display = ("made_at", "reason", "about_name", "by", "room", "status", "outcome")
    list_filter = (ReportStatus, "reason")
    list_select_related = ("by", "room")
    search_fields = ("about_name", "room__code", "by__name", "words")
    ordering = (F("handled_at").desc(nulls_first=True), "made_at")
    change_form_template = "admin/games/report.html"
    actions = None
    fields = (
        "status", "made_at", "reason", "words", "whom", "by", "where", "evidence_read", "other_reports",
        "their_sanctions",
    )  # fmt: skip

    @admin.display(description=gettext_lazy("status"))
    def status(self, report: Report) -> str:
        if report.handled_at is None:
            return _("open")
        return _("handled by {name}: {outcome}").format(name=report.handled_by or "–", outcome=report.outcome)

    @admin.display(description=gettext_lazy("about"))
    def whom(self, report: Report) -> str:
        if report.about is None:
            return report.about_name
        return format_html(
            '<a href="{}">{}</a>', reverse("admin:games_person_change", args=[report.about_id]), report.about_name
        )

    @admin.display(description=gettext_lazy("where"))
    def where(self, report: Report) -> str:
        """The room and the match, as links while they are there."""
        number = report.evidence.get("match")
        if report.room is None:
            return str(report.evidence.get("room", "–"))
        room = format_html(
            '<a href="{}">{}</a>', reverse("admin:games_room_change", args=[report.room_id]), report.room
        )
        match = Match.objects.filter(room=report.room, number=number).first() if number else None
        if match is None:
            return room
        return format_html(
            '{} · <a href="{}">{}</a> · {}', room, reverse("admin:games_match_change", args=[match.pk]),
            _("match {n}").format(n=number), _("version {n}").format(n=report.evidence.get("version")),
        )  # fmt: skip

    @admin.display(description=gettext_lazy("evidence"))
    def evidence_read(self, report: Report) -> str:
        """What was said, oldest first, and who sat where."""
        facts = report.evidence
        lines = [
            line | {"said": hearing.words(line["words"], line["phrase"]), "at": parse_datetime(line["at"])}
            for line in facts.get("lines", [])
        ]
        return render_to_string(
            "admin/games/evidence.html",
            {"facts": facts, "lines": lines, "removed": report.message is not None and report.message.removed},
        )

    @admin.display(description=gettext_lazy("other reports about them"))
    def other_reports(self, report: Report) -> str:
        return reports_about(report.about, but=report.pk) if report.about else "–"

    @admin.display(description=gettext_lazy("their sanctions"))
    def their_sanctions(self, report: Report) -> str:
        return sanctions_of(report.about) if report.about else "–"

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        report = self.get_object(request, object_id)
        extra = extra_context or {}
        if report is not None and report.handled_at is None and "decision" not in extra:
            extra = extra | {"decision": self._form(report)}
        return super().change_view(request, object_id, form_url, extra)

    def get_urls(self) -> list[Any]:
        view = self.admin_site.admin_view(self.decide)
        return [path("<int:pk>/decide/", view, name="games_report_decide"), *super().get_urls()]

    def _form(self, report: Report, sent: Any = None) -> DecisionForm:
        shown = report.message is not None and not report.message.removed
        others = sanctions.open_about(report.about).exclude(pk=report.pk).exists()
        return DecisionForm(sent, person=report.about is not None, message=shown, others=others)

    def decide(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Handle a report as the form says: dismiss it, or do something about the person, the message, or both."""
        report = get_object_or_404(Report, pk=pk)
        if request.method != "POST" or not self.has_moderate_permission(request):
            raise PermissionDenied
        page = reverse("admin:games_report_change", args=[pk])
        form = self._form(report, request.POST)
        if not form.is_valid():
            for errors in form.errors.values():
                self.message_user(request, " ".join(errors), messages.ERROR)
            return HttpResponseRedirect(page)
        measure = MEASURES.get(form.cleaned_data["measure"])
        remove = form.cleaned_data.get("remove", False)
        done = [str(measure.words)] if measure else []
        done += [_("message removed")] if remove else []
        outcome = ", ".join(done) or _("dismissed")
        reason = form.cleaned_data["reason"]
        try:
            closed = sanctions.handle(
                report, outcome, by=request.user, now=timezone.now(), remove=remove,
                alike=form.cleaned_data.get("alike", False),
                kind=measure.kind if measure else "", reason=reason, lasts=measure.lasts if measure else None,
            )  # fmt: skip
        except Refused as refusal:
            self.message_user(request, str(refusal), messages.ERROR)
            return HttpResponseRedirect(page)
        for one in closed:
            self.log_change(request, one, f"{outcome}: {reason}" if measure else outcome)
        self.message_user(request, _("Handled: {outcome}.").format(outcome=outcome), messages.SUCCESS)
        return HttpResponseRedirect(reverse("admin:games_report_changelist"))


class SanctionStatus(admin.SimpleListFilter):
    """In force, over."""

    title = gettext_lazy("status")
    parameter_name = "status"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("force", _("in force")), ("over", _("over"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Sanction]) -> QuerySet[Sanction]:
        now = timezone.now()
        if self.value() == "force":
            return queryset.filter(pk__in=Sanction.objects.in_force(now))
        return queryset.filter(Q(lifted_at__isnull=False) | Q(until__lte=now)) if self.value() else queryset


@admin.register(Sanction)
class SanctionAdmin(Moderated, ReadOnly):
    list_display = ("person", "kind", "reason", "by", "made_at", "until", "status")
    list_filter = ("kind", SanctionStatus)
    list_select_related = ("person", "by")
    search_fields = ("person__name", "person__user__username", "reason")
    actions = ("lift",)
    fields = ("person", "kind", "reason", "report", "by", "made_at", "until", "seen_at", "lifted_at", "status")

    @admin.display(description=gettext_lazy("status"))
    def status(self, sanction: Sanction) -> str:
        if sanction.lifted_at is not None:
            return _("lifted")
        if sanction.until is not None and sanction.until <= timezone.now():
            return _("over")
        if sanction.kind == Sanction.Kind.WARNING:
            return _("read") if sanction.seen_at else _("not read yet")
        return _("in force")

    @admin.action(description=gettext_lazy("Lift"), permissions=["moderate"])
    def lift(self, request: HttpRequest, chosen: QuerySet[Sanction]) -> HttpResponse | None:
        return self.confirmed(request, chosen, _("Take these sanctions back?")) or self.act(
            request, chosen, "Lifted", lambda sanction: sanctions.lift(sanction, timezone.now())
        )
