"""Phrases that every language builds in its own way."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import ngettext


def people(names: Iterable[object]) -> str:
    """Return names as a phrase: Ann; Ann and Bob; Ann, Bob and Cy; from six on, Ann, Bob and 4 others."""
    names = [str(name) for name in names]
    if len(names) < 2:
        return "".join(names)
    if len(names) >= 6:
        return ngettext("{first}, {second} and {n} other", "{first}, {second} and {n} others", len(names) - 2).format(
            first=names[0], second=names[1], n=len(names) - 2
        )
    return _("{names} and {last}").format(names=_(", ").join(names[:-1]), last=names[-1])
