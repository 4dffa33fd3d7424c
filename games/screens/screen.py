"""What the web adds to a game: how its view is laid out, and the sentences of its log."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

View = dict[str, Any]
Event = dict[str, Any]

LONGEST = 60
"""The last beat of a show that the style sheet knows."""


@dataclass(frozen=True)
class OptionWords:
    """How the options form speaks of one option: its label, what it does, and a word for each value that needs one.

    `offered`, where given, are the values that the form lists; what else the game allows may still be set. `only`,
    where given, is another option and its value without which this one is fixed.
    """

    label: Any
    help: Any = ""
    values: dict[Any, Any] = field(default_factory=dict)
    offered: tuple[Any, ...] = ()
    only: tuple[str, Any] | None = None


class Parts(Mapping[str, Any]):
    """Named parts of a layout, each made when a template first asks for it: a fragment pays only for what it shows."""

    def __init__(self, **makers: Callable[[], Any]) -> None:
        self._makers = makers
        self._made: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if name not in self._made:
            self._made[name] = self._makers[name]()
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._makers)

    def __len__(self) -> int:
        return len(self._makers)


@dataclass(frozen=True)
class Screen:
    """One game's face.

    `layout(view, commands, told)` returns what its templates need beyond the view: sorted, grouped, in pixels. It gets
    only what the viewer may know. `sentences` maps an event type to a function (event, names) -> sentence in the
    reader's language, or None for an event that the log leaves out. `stand_in(view, seat)` says in words what will be
    played for a seat that is skipped, from public facts alone. `status(view, names)` is the page's headline: what
    happens now. `options` has the words of each option; `tagline` and `length` ("20 min") stand on the poster.
    `public` names fragments of its own that are the same for everybody: they are drawn once, for no viewer at all.
    `own_clock`: the game keeps time by its options, so the room's clock is not offered. Practice is a match with these
    options against so many bots. `scripts` are custom elements of its own, files of static/js. `guide` explains each
    kind of prompt to somebody who meets it for the first time, in words that are the same for everybody.
    For a choice that is put together from many parts before it is given: `draft(view, commands, asked)` lays out what
    its form's fields `asked` have so far, and `written(text)` is the command that a choice written as text stands for.
    """

    slug: str
    layout: Callable[[View, list[dict[str, Any]], list[Any]], Mapping[str, Any]]
    sentences: dict[str, Callable[[Event, list[str]], str | None]]
    stand_in: Callable[[View, int | str], str]
    status: Callable[[View, list[str]], str]
    options: dict[str, OptionWords]
    tagline: Any
    length: Any
    own_clock: bool = True
    public: frozenset[str] = frozenset()
    practice_bots: int = 3
    practice_options: dict[str, Any] = field(default_factory=dict)
    scripts: tuple[str, ...] = ()
    guide: dict[str, Any] = field(default_factory=dict)
    draft: Callable[[View, list[dict[str, Any]], Mapping[str, str]], Any] | None = None
    written: Callable[[str], dict[str, Any]] | None = None

    def tell(self, events: Iterable[Event], names: list[str]) -> list[str]:
        """Return the sentences of these events, in order."""
        lines = (self.sentences[event["type"]](event, names) for event in events)
        return [line for line in lines if line]
