"""The form by which staff decide about a person, from a report or without one."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, NamedTuple

from django import forms
from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from .. import sanctions
from ..models import Sanction

PERMISSION = "games.moderate"


class Measure(NamedTuple):
    """What staff may do about a person: the kind of sanction and how long it lasts (None: for good)."""

    words: Any
    kind: str
    lasts: timedelta | None = None


MEASURES = {
    "warn": Measure(_("Warn"), Sanction.Kind.WARNING),
    "mute-1h": Measure(_("Mute for an hour"), Sanction.Kind.SILENCE, timedelta(hours=1)),
    "mute-1d": Measure(_("Mute for a day"), Sanction.Kind.SILENCE, timedelta(days=1)),
    "mute-7d": Measure(_("Mute for 7 days"), Sanction.Kind.SILENCE, timedelta(days=7)),
    "mute": Measure(_("Mute for good"), Sanction.Kind.SILENCE),
    "ban-1d": Measure(_("Ban for a day"), Sanction.Kind.BAN, timedelta(days=1)),
    "ban-7d": Measure(_("Ban for 7 days"), Sanction.Kind.BAN, timedelta(days=7)),
    "ban-30d": Measure(_("Ban for 30 days"), Sanction.Kind.BAN, timedelta(days=30)),
    "ban": Measure(_("Ban for good"), Sanction.Kind.BAN),
}

Reason = forms.CharField(
    label=_("Reason"),
    help_text=_("The person reads it, as it stands here."),
    max_length=sanctions.LONGEST,
    required=False,
    widget=forms.TextInput(attrs={"size": 80}),
)


class SanctionForm(forms.Form):
    """A measure and its reason. `kinds` narrows the measures down."""

    measure = forms.ChoiceField(label=_("Measure"), widget=forms.RadioSelect)
    reason = Reason

    def __init__(self, *args: Any, kinds: tuple[str, ...] = tuple(Sanction.Kind.values), **facts: Any) -> None:
        super().__init__(*args, **facts)
        chosen = [(key, one.words) for key, one in MEASURES.items() if one.kind in kinds]
        self.fields["measure"].choices = chosen
        self.fields["reason"].required = True


class DecisionForm(forms.Form):
    """What becomes of a report: nothing, or a measure with its reason; whether the message goes, and other reports."""

    measure = forms.ChoiceField(label=_("Decision"), widget=forms.RadioSelect)
    reason = Reason
    remove = forms.BooleanField(label=_("Remove the message from the room"), required=False)

    alike = forms.BooleanField(label=_("Close the other open reports about them as well"), required=False)

    def __init__(self, *args: Any, person: bool, message: bool, others: bool, **facts: Any) -> None:
        super().__init__(*args, **facts)
        measures = [(key, one.words) for key, one in MEASURES.items()] if person else []
        self.fields["measure"].choices = [("", _("No measure")), *measures]
        self.fields["measure"].required = False
        for name, offered in (("remove", message), ("alike", others)):
            if not offered:
                del self.fields[name]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("measure") and not cleaned.get("reason", "").strip():
            self.add_error("reason", _("Give a reason: the person will read it."))
        return cleaned


class Moderated(admin.ModelAdmin):
    """Seen and acted on by those alone who may moderate: what people said is in here."""

    def has_moderate_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm(PERMISSION)

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self.has_moderate_permission(request)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self.has_moderate_permission(request)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self.has_moderate_permission(request)
