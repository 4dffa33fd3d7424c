"""Options of a game: a table of keys, defaults and allowed values, and the check of what a host sent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .text import Refusal, shown
from .text import mark as _


class IllegalOption(Refusal):
    """An option, or a number of players, that the game does not take."""


@dataclass(frozen=True)
class Option:
    """One option. `allowed` is a range or a tuple of values; a value must equal one of them, type included."""

    key: str
    default: Any
    allowed: Sequence[Any]

    def takes(self, value: object) -> bool:
        if isinstance(self.allowed, range):
            return type(value) is int and value in self.allowed
        return any(type(value) is type(one) and value == one for one in self.allowed)


def clean(table: Sequence[Option], raw: object) -> dict[str, Any]:
    """Return every option of `table`, in its order. Raises `IllegalOption` for an unknown key or a bad value."""
    if not isinstance(raw, dict):
        raise IllegalOption(_("Options are an object of names and values."))
    known = {option.key for option in table}
    for key in raw:
        if not isinstance(key, str) or key not in known:
            raise IllegalOption(_("There is no option “{key}”."), key=shown(key))
    cleaned = {}
    for option in table:
        value = raw.get(option.key, option.default)
        if not option.takes(value):
            raise IllegalOption(_("The option “{key}” cannot be {value}."), key=option.key, value=shown(value))
        cleaned[option.key] = value
    return cleaned
