"""Forms: the options of a game, how a room keeps time, and a command as it comes in."""

from __future__ import annotations

import json
import math
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy

from . import engine, screens
from .engine.options import Option
from .models import Room
from .names import LONGEST
from .refusals import Refused, sentence

CLOCKS = (0, 10, 15, 20, 30, 45, 60, 90, 120, 180, 300)
"""Seconds a choice that a host can set."""

DEEPEST = 20
"""How deep a command may be nested. No game needs half of it; databases give up at some depth of their own."""


class OptionsForm(forms.Form):
    """A game's options, the room's clock where the game has none of its own, and who may find the room.

    An absent field takes its default. After `is_valid()`, `cleaned_data["options"]` are the engine's cleaned options.
    """

    def __init__(self, slug: str, data: Any = None, initial: dict[str, Any] | None = None) -> None:
        self.game = engine.get(slug)
        self.screen = screens.get(slug)
        super().__init__(data, initial=initial)
        for option in self.game.options:
            self.fields[option.key] = self._field(option)
            self.fields[option.key].only = self.screen.options[option.key].only
        if not self.screen.own_clock:
            self.fields["clock"] = forms.TypedChoiceField(
                label=gettext_lazy("Time for each choice"),
                help_text=gettext_lazy("How long everyone has before they count as missing."),
                choices=[(n, _seconds(n)) for n in CLOCKS], coerce=int, initial=0, required=False, empty_value=0,
            )  # fmt: skip
            self.fields["at_zero"] = forms.ChoiceField(
                label=gettext_lazy("When the time is up"),
                choices=Room.AtZero.choices,
                initial=Room.AtZero.HOST,
                required=False,
            )
        self.fields["best_of"] = forms.TypedChoiceField(
            label=gettext_lazy("Series"),
            help_text=gettext_lazy(
                "Who first wins two of three matches, or three of five, wins the series. Another length begins it anew."
            ),
            choices=Room.BestOf.choices, coerce=int, initial=Room.BestOf.ONE.value, required=False,
            empty_value=Room.BestOf.ONE.value,
        )  # fmt: skip
        self.fields["visibility"] = forms.ChoiceField(
            label=gettext_lazy("Who can find the room"), choices=Room.Visibility.choices,
            initial=Room.Visibility.PRIVATE, required=False,
        )  # fmt: skip

    def _field(self, option: Option) -> forms.Field:
        words = self.screen.options[option.key]
        facts: dict[str, Any] = {
            "label": words.label, "help_text": words.help, "initial": _text(option.default), "required": False,
        }  # fmt: skip
        if isinstance(option.allowed, range) and len(option.allowed) > 12:
            facts["widget"] = forms.NumberInput(attrs={"min": option.allowed[0], "max": option.allowed[-1]})
            return forms.CharField(**facts)
        offered = {_text(value) for value in words.offered} | {str(self.initial.get(option.key))}
        choices = [
            (_text(value), words.values.get(value, value))
            for value in option.allowed
            if not words.offered or _text(value) in offered
        ]
        return forms.CharField(widget=forms.Select(choices=choices), **facts)

    def clean(self) -> dict[str, Any]:
        facts = super().clean() or {}
        given = {option.key: read(option, facts[option.key]) for option in self.game.options if facts.get(option.key)}
        try:
            facts["options"] = self._options(given)
        except engine.IllegalOption as refusal:
            key = refusal.values.get("key")
            self.add_error(key if key in self.fields else None, self._fixed(key) or sentence(refusal))
        for name in ("clock", "at_zero", "best_of", "visibility"):
            if name in self.fields and not facts.get(name):
                facts[name] = self.fields[name].initial
        return facts

    def _options(self, given: dict[str, Any]) -> dict[str, Any]:
        """Return the cleaned options. What a form sends as it was drawn gives way to what its reader has changed: where
        they change to a mode that fixes other options, those follow."""
        while True:
            try:
                return self.game.clean_options(given)
            except engine.IllegalOption as refusal:
                key = refusal.values.get("key")
                if key not in given or key in self.changed_data:
                    raise
                given = {other: value for other, value in given.items() if other != key}

    def _fixed(self, key: Any) -> str | None:
        """Why an option cannot be changed here at all, if another one fixes it."""
        words = self.screen.options.get(key)
        if words is None or words.only is None:
            return None
        other, value = words.only
        if self.cleaned_data.get(other) == _text(value):
            return None
        needed = self.screen.options[other].values.get(value, value)
        return _("“{option}” is fixed here. Choose “{needed}” to change it.").format(option=words.label, needed=needed)

    def room_facts(self) -> dict[str, Any]:
        """Return what the room keeps beside the options."""
        return {
            "clock": self.cleaned_data.get("clock", 0),
            "at_zero": self.cleaned_data.get("at_zero", Room.AtZero.HOST),
            "visibility": self.cleaned_data["visibility"],
            "best_of": self.cleaned_data["best_of"],
        }


def of_room(room: Any, data: Any = None) -> OptionsForm:
    """The options form of a room, filled with what is set."""
    set_to = {key: _text(value) for key, value in room.options.items()}
    facts = {"clock": room.clock, "at_zero": room.at_zero, "visibility": room.visibility, "best_of": room.best_of}
    return OptionsForm(room.game, data, initial=set_to | facts)


class NewRoomForm(OptionsForm):
    """The options form of a new room: its host's name comes first."""

    def __init__(self, slug: str, data: Any = None, initial: dict[str, Any] | None = None) -> None:
        super().__init__(slug, data, initial)
        name = forms.CharField(
            label=gettext_lazy("Your name"), required=False,
            widget=forms.TextInput(attrs={"maxlength": 4 * LONGEST, "autocomplete": "nickname"}),
        )  # fmt: skip
        self.fields = {"name": name, **self.fields}
        self.fields["bots"] = forms.TypedChoiceField(
            label=gettext_lazy("Bots"), help_text=gettext_lazy("Seats that bots fill at once."), coerce=int,
            choices=[(n, n) for n in range(self.game.max_seats)], initial=0, required=False, empty_value=0,
        )  # fmt: skip


def _seconds(n: int) -> Any:
    return ngettext_lazy("{n} second", "{n} seconds", n).format(n=n) if n else gettext_lazy("No limit")


def _text(value: Any) -> str:
    """A value as forms send it: booleans as true and false."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def read(option: Option, text: str) -> Any:
    """Return the allowed value that forms send as `text`, else the text itself, which the engine will refuse."""
    text = text.strip()
    if isinstance(option.allowed, range):
        return int(text) if text.isascii() and text.isdecimal() and len(text) < 9 else text
    return next((value for value in option.allowed if _text(value) == text), text)


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(text)
    return number


def _never(text: str) -> Any:
    raise ValueError(text)


def _is_deeper(value: Any, than: int) -> bool:
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return than == 0 or any(_is_deeper(one, than - 1) for one in inside)


def command(text: str) -> Any:
    """Return the JSON value that a `command` field carries; raise `Refused` when it is none that can be kept."""
    try:
        value = json.loads(text, parse_float=_finite, parse_constant=_never)
        json.dumps(value, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        raise Refused(_("This command cannot be read. Load the page again and use its buttons.")) from None
    if _is_deeper(value, DEEPEST) or "\\u0000" in json.dumps(value):
        raise Refused(_("This command cannot be read. Load the page again and use its buttons."))
    return value


def version(text: str) -> int:
    """Return the version that a page shows; -1, which no match ever has, for what is none: who may not give commands at
    all is told that first."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 9 else -1


def whole(text: str, name: str, least: int, most: int) -> int:
    """Return a whole number that a form field carries; raise `Refused` when it is none, or out of bounds."""
    digits = text.strip()
    if digits.isascii() and digits.isdecimal() and len(digits) < 9 and least <= int(digits) <= most:
        return int(digits)
    raise Refused(
        _("“{name}” must be a whole number from {least} to {most}.").format(name=name, least=least, most=most)
    )
