"""Seven Rounds: seven simultaneous secret choices among five actions, and a Secret Mission each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from ..contract import Actor, Command, Env, Event, Game, View, Viewer
from ..options import Option
from ..text import mark as _
from . import rounds
from .state import Table
from .view import view


class SevenRounds(Game[Table]):
    slug: ClassVar[str] = "seven_rounds"
    name: ClassVar[str] = _("Seven Rounds")
    min_seats: ClassVar[int] = 3
    max_seats: ClassVar[int] = 12
    options: ClassVar[tuple[Option, ...]] = (
        Option("round_seconds", 60, (0, *range(15, 601))),
        Option("host", True, (True, False)),
        Option("missions", True, (True, False)),
    )
    shapes = rounds.SHAPES
    state = Table

    def setup(self, options: dict[str, Any], names: Sequence[str], env: Env) -> Table:
        self.check_seats(names)
        return rounds.setup(options, names, env)

    def commands(self, state: Table, actor: Actor) -> list[Command]:
        return rounds.commands(state, actor)

    def refuse(self, state: Table, actor: Actor, command: Command, env: Env) -> None:
        rounds.refuse(state, actor, command, env.now)

    def carry_out(self, table: Table, actor: Actor, command: Command, env: Env, events: list[Event]) -> None:
        rounds.carry_out(table, actor, command, env.now, events)

    def default(self, state: Table, actor: Actor) -> Command:
        return rounds.default(state, actor)

    def seconds(self, state: Table) -> int | None:
        return rounds.seconds(state)

    def wait(self, state: Table) -> str:
        return rounds.wait(state)

    def view(self, state: Table, viewer: Viewer) -> View:
        return view(state, viewer, self.slug)


GAME = SevenRounds()
