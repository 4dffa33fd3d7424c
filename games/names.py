"""Display names, and other words that people type: cleaned of what could deceive; names short, and unique in a room."""

import unicodedata
from typing import Any

from django.utils.translation import gettext as _

from .refusals import Refused

LONGEST = 20
"""Visible characters."""
LONGEST_SENT = 400
"""Characters of any kind: to sort a long run of combining marks takes seconds."""

_INVISIBLE = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
_BLANKS = "\u115f\u1160\u2800\u3164\uffa0"  # letters by category, empty to the eye
_MARKS = {"Mn", "Me", "Mc"}
MARKS_A_LETTER = 2


def clean(raw: object) -> str:
    """Return `raw` as a display name; raise `Refused` when nothing visible is left or it is too long."""
    if isinstance(raw, str) and len(raw) > LONGEST_SENT:
        raise Refused(_("A name has at most {n} characters.").format(n=LONGEST))
    name = readable(raw)
    if not name:
        raise Refused(_("Type a name that the others can read."))
    if length(name) > LONGEST:
        raise Refused(_("A name has at most {n} characters.").format(n=LONGEST))
    return name


def readable(raw: object) -> str:
    """Return what a reader can see of `raw`, on one line; "" when that is nothing.

    Control, format (bidirectional marks among them) and unassigned characters go; white space becomes single spaces;
    a letter keeps at most two combining marks, which take no room of their own.
    """
    text = unicodedata.normalize("NFC", raw if isinstance(raw, str) else "")
    kept: list[str] = []
    marks = 0
    for char in text:
        category = unicodedata.category(char)
        if char.isspace():
            kept.append(" ")
        elif category in _INVISIBLE or char in _BLANKS:
            continue
        elif category in _MARKS:
            marks += 1
            if not kept or marks > MARKS_A_LETTER:
                continue
            kept.append(char)
            continue
        else:
            kept.append(char)
        marks = 0
    found = " ".join("".join(kept).split())
    return "" if all(unicodedata.category(char) in _MARKS for char in found) else found


def length(name: str) -> int:
    """Return the number of visible characters: combining marks do not count."""
    return sum(unicodedata.category(char) not in _MARKS for char in name)


def unique(name: str, taken: set[str]) -> str:
    """Return `name`, or the first of "name 2", "name 3" … that is not among `taken` (case and width aside)."""
    folded = {fold(one) for one in taken}
    if fold(name) not in folded:
        return name
    for number in range(2, len(taken) + 3):
        suffix = f" {number}"
        candidate = _shorten(name, LONGEST - len(suffix)) + suffix
        if fold(candidate) not in folded:
            return candidate
    raise AssertionError("more numbers than names were tried")


def fold(name: str) -> str:
    """Return what two names that look alike have in common."""
    return unicodedata.normalize("NFKC", name).casefold()


def replaced(data: Any, old: str, new: str) -> Any:
    """Return JSON-able data with `new` wherever a whole string is `old`; keys stay."""
    if isinstance(data, dict):
        return {key: replaced(value, old, new) for key, value in data.items()}
    if isinstance(data, list):
        return [replaced(value, old, new) for value in data]
    return new if data == old else data


def _shorten(name: str, most: int) -> str:
    while length(name) > most:
        name = name[:-1]
    return name.rstrip()
