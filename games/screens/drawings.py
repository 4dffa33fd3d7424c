"""Fragments drawn once, and kept for as long as they would come out the same: each with the facts that it was drawn
from. A move changes a few of them, for some viewers; the others are not drawn again.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.template.context import make_context
from django.template.loader import get_template

OPENED = ("layout", "match", "view")
"""Facts that change with every move, though most of what is in them does not: what is read of them is noted by itself.
"""

NOTHING = object()
"""What is noted of a part that is not there."""

Noted = dict[tuple[str, ...], Any]


class Reads(dict[str, Any]):
    """Facts for a template, which note what it reads of them."""

    def __init__(self, facts: Mapping[str, Any]) -> None:
        super().__init__(facts)
        self.noted: Noted = {}

    def __getitem__(self, name: str) -> Any:
        value = super().__getitem__(name)
        if name == "part":
            return value
        if name in OPENED and value is not None:
            return Opened(name, value, self.noted)
        self.noted[name,] = value
        return value


class Opened:
    """A fact of many parts, which notes those that are read, also those that are not there."""

    def __init__(self, name: str, whole: Any, noted: Noted) -> None:
        self._name, self._whole, self._noted = name, whole, noted

    def __getitem__(self, part: str) -> Any:
        value = self._noted[self._name, part] = part_of(self._whole, part)
        if value is NOTHING:
            raise KeyError(part)
        return value

    def __getattr__(self, part: str) -> Any:
        try:
            return self[part]
        except KeyError:
            raise AttributeError(part) from None


def part_of(whole: Any, part: str) -> Any:
    """Return a part of a mapping or of an object; NOTHING where there is none of that name."""
    if isinstance(whole, Mapping):
        return whole.get(part, NOTHING)
    return getattr(whole, part, NOTHING)


def still(noted: Noted, facts: Mapping[str, Any]) -> bool:
    """Whether a template that read this would read the same of these facts."""
    for (name, *part), value in noted.items():
        found = facts.get(name, NOTHING)
        if part and found is not None and found is not NOTHING:
            found = part_of(found, *part)
        if found != value:
            return False
    return True


class Drawn(NamedTuple):
    """HTML, what its template read, and the parts in it."""

    html: str
    noted: Noted
    parts: dict[Any, Drawn]


class Drawings:
    """What is drawn of a table at one moment. `before`: at the moment before, of which what still holds is kept.

    With a `request`, forms carry its CSRF token, and nothing is kept.
    """

    def __init__(self, before: Drawings | None = None, request: Any = None) -> None:
        self._before = before._drawn if before else {}
        self._request = request
        self._drawn: dict[Any, Drawn] = {}

    def draw(self, key: Any, template: str, facts: Mapping[str, Any]) -> str:
        """Return this template's HTML. `key` says for whom: under one key, a template has seen the same viewer."""
        return self._found((key, template), template, facts).html

    def has(self, key: Any, template: str) -> bool:
        """Whether this is drawn already, so that `draw` needs no facts."""
        return (key, template) in self._drawn

    def _found(self, key: Any, template: str, facts: Mapping[str, Any]) -> Drawn:
        found = self._drawn.get(key)
        if found is None:
            found = self._before.get(key)
            if found is None or not still(found.noted, facts):
                found = self._made(key, template, facts)
            if self._request is None:
                self._keep(key, found)
        return found

    def _keep(self, key: Any, drawn: Drawn) -> None:
        self._drawn[key] = drawn
        for inner, part in drawn.parts.items():
            self._keep(inner, part)

    def _made(self, key: Any, template: str, facts: Mapping[str, Any]) -> Drawn:
        def part(name: str) -> str:
            drawn = parts[key, name] = self._found((key, name), name, facts)
            reads.noted |= drawn.noted
            return drawn.html

        parts: dict[Any, Drawn] = {}
        reads = Reads({**facts, "part": part})
        html = rendered(template, reads, self._request)
        reads.clear()  # `part` and the facts hold each other: what was drawn from would wait for the garbage collector
        return Drawn(html, reads.noted, parts)


def rendered(template: str, facts: dict[str, Any], request: Any = None) -> str:
    """Return a template's HTML. Its numbers are written plainly: they are counts, and places in pictures."""
    context = make_context(facts, request)
    context.use_l10n = False
    return get_template(template).template.render(context)
