"""What every game offers, and the two refusals: the shapes of CONTRACT.md in Python."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from . import snapshot
from .options import IllegalOption, Option, clean
from .text import Refusal, shown
from .text import mark as _

Actor = int | str
"""A seat number, or `"host"`."""
Viewer = int | str | None
"""A seat number, `"host"`, or None for a spectator."""
Command = dict[str, Any]
Event = dict[str, Any]
View = dict[str, Any]

HOST = "host"

S = TypeVar("S")


class IllegalCommand(Refusal):
    """A command that may not be given now."""


class MalformedCommand(IllegalCommand):
    """Not a command of this game at all: an unknown type, a missing or extra field, a value of the wrong type."""


class Outcomes(Protocol):
    """Where a game's random outcomes come from: `Chance` in play, `Scripted` in a case."""

    def shuffle(self, name: str, items: Sequence[Any]) -> list[Any]: ...
    def pick(self, name: str, items: Sequence[Any]) -> Any: ...
    def roll(self, name: str, probability: float) -> bool: ...


class Env(Protocol):
    """What the outside world decides: seconds since the match started, and chance."""

    @property
    def now(self) -> float: ...
    @property
    def chance(self) -> Outcomes: ...


@dataclass(frozen=True, slots=True)
class World:
    """The plain `Env`."""

    now: float
    chance: Outcomes


@dataclass(frozen=True, slots=True)
class Step(Generic[S]):
    """What a command led to: the new state, and what happened, in order."""

    state: S
    events: list[Event]


Kinds = tuple[type, ...]


@dataclass(frozen=True)
class Shape:
    """The fields of one command type, each with the exact types its value may have."""

    required: Mapping[str, Kinds] = field(default_factory=dict)
    optional: Mapping[str, Kinds] = field(default_factory=dict)


def check_shape(shapes: Mapping[str, Shape], command: object) -> None:
    """Raise `MalformedCommand` unless `command` has a known type, just its fields, and values of their types.

    Types are exact: True is no whole number here, and neither is 1.0.
    """
    if not isinstance(command, dict):
        raise MalformedCommand(_("A command is an object with a type."))
    kind = command.get("type")
    shape = shapes.get(kind) if isinstance(kind, str) else None
    if shape is None:
        if "type" not in command:
            raise MalformedCommand(_("The command has no type."))
        raise MalformedCommand(_("There is no command “{type}” in this game."), type=shown(kind))
    for name in shape.required:
        if name not in command:
            raise MalformedCommand(_("The command “{type}” needs “{field}”."), type=kind, field=name)
    for name, value in command.items():
        if name == "type":
            continue
        kinds = shape.required.get(name) or shape.optional.get(name)
        if kinds is None:
            raise MalformedCommand(_("The command “{type}” takes no “{field}”."), type=kind, field=shown(name))
        if type(value) not in kinds:
            raise MalformedCommand(
                _("In the command “{type}”, “{field}” cannot be {value}."), type=kind, field=name, value=shown(value)
            )


class Game(ABC, Generic[S]):
    """One game, as a pure state machine. Nothing here or below reads a clock, a file or a random source."""

    slug: ClassVar[str]
    name: ClassVar[str]
    min_seats: ClassVar[int]
    max_seats: ClassVar[int]
    options: ClassVar[tuple[Option, ...]]
    shapes: ClassVar[Mapping[str, Shape]]
    state: ClassVar[type]

    def clean_options(self, raw: object) -> dict[str, Any]:
        """Return every option, defaults filled in. Raises `IllegalOption` for an unknown key or a bad value."""
        return clean(self.options, raw)

    def check_seats(self, names: Sequence[str]) -> None:
        """Raise `IllegalOption` unless this many can play."""
        if not self.min_seats <= len(names) <= self.max_seats:
            raise IllegalOption(
                _("{game} is for {least} to {most} players, not {n}."),
                game=self.name, least=self.min_seats, most=self.max_seats, n=len(names),
            )  # fmt: skip

    @abstractmethod
    def setup(self, options: dict[str, Any], names: Sequence[str], env: Env) -> S:
        """Start a match; `options` are cleaned, `names` stand in seat order. Raises `IllegalOption` for a bad count."""

    @abstractmethod
    def commands(self, state: S, actor: Actor) -> Iterable[Command]:
        """Every command that `actor` may give now, in the page's order; none for an unknown actor."""

    def sample(self, state: S, actor: Actor, chance: Outcomes) -> Command:
        """One of `commands`, by chance; `IndexError` when there is none. A game whose list is endless draws its own."""
        picked: Command = chance.pick("sample", list(self.commands(state, actor)))
        return picked

    @abstractmethod
    def refuse(self, state: S, actor: Actor, command: Command, env: Env) -> None:
        """Raise `IllegalCommand` unless `actor` may give this well-formed command now; say in a sentence why not."""

    @abstractmethod
    def carry_out(self, table: S, actor: Actor, command: Command, env: Env, events: list[Event]) -> None:
        """Change `table`, a private copy, by a command that is legal, and tell it in `events`."""

    def apply(self, state: S, actor: Actor, command: object, env: Env) -> Step[S]:
        """Return the new state and the events; `state` stays as it was. Raises `IllegalCommand`."""
        check_shape(self.shapes, command)
        assert isinstance(command, dict)
        self.refuse(state, actor, command, env)
        table = snapshot.copy(state)
        events: list[Event] = []
        self.carry_out(table, actor, command, env, events)
        return Step(table, events)

    @abstractmethod
    def default(self, state: S, actor: Actor) -> Command:
        """Return the command that stands in for a missing choice. Raises `IllegalCommand` if nothing is owed."""

    @abstractmethod
    def seconds(self, state: S) -> int | None:
        """Seconds that those who owe a command have; None when the game sets no limit."""

    @abstractmethod
    def wait(self, state: S) -> str:
        """Name what the table waits for; another name exactly when a new wait begins."""

    @abstractmethod
    def view(self, state: S, viewer: Viewer) -> View:
        """Everything `viewer` may know, JSON-able, built from nothing."""

    def dump(self, state: S) -> dict[str, Any]:
        """The state as JSON-able data, without loss."""
        return snapshot.dump(state)

    def load(self, data: dict[str, Any]) -> S:
        """The state that `dump` gave."""
        loaded: S = snapshot.load(self.state, data)
        return loaded
