"""Embers: overridden cards, hung bombs, borrowed shields, and a Fiend beside whom nobody can win."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..contract import Actor, Command, Env, Event, Game, Shape, View, Viewer
from ..options import IllegalOption, Option
from ..text import mark as _
from . import phases, rounds
from . import view as views
from .cards import CARDS, DECK, TABLE, Card
from .state import FREE, OVER, TEAMS, Fiend, Seat, Stage, Table

__all__ = ["CARDS", "GAME", "TABLE", "Card", "Embers"]

KIND, SEAT, NUMBER = (str,), (int,), (int,)
BODY = (int, str)
NOBODY = type(None)

PACES = {"normal": 1, "slow": 2, "off": None}
"""By how much the times are multiplied; None: no limits."""


class Embers(Game[Table]):
    """The rules of Embers behind the contract."""

    slug = "embers"
    name = _("Embers")
    min_seats = 2
    max_seats = 6
    options = (
        Option("mode", FREE, (FREE, TEAMS)),
        Option("boss", True, (True, False)),
        Option("round_cap", 30, range(10, 61)),
        Option("pace", "normal", tuple(PACES)),
    )
    shapes = {
        "equip": Shape({"card": KIND}),
        "take_back": Shape(),
        "return": Shape(),
        "lend": Shape({"target": SEAT, "count": NUMBER}),
        "play": Shape({"card": KIND}, {"target": BODY, "gift": KIND, "guess": KIND}),
        "end": Shape(),
        "fate": Shape(),
        "pass": Shape(),
        "rewrite": Shape({"pair": KIND, "actor": SEAT, "target": (*BODY, NOBODY)}),
        "give": Shape({"card": KIND}),
        "enough": Shape(),
        "pick": Shape({"card": KIND}),
        "rob": Shape({"card": KIND}),
        "rob_shield": Shape(),
        "rescue": Shape({"target": SEAT}),
        "let_die": Shape(),
        "bequeath": Shape({"target": (*SEAT, NOBODY)}),
    }
    state = Table

    def check_seats(self, names: Sequence[str], mode: str = FREE) -> None:
        """2 to 6 names, in teams exactly 4."""
        super().check_seats(names)
        if mode == TEAMS and len(names) != 4:
            raise IllegalOption(_("Teams need exactly 4 players."))

    def setup(self, options: dict[str, Any], names: Sequence[str], env: Env) -> Table:
        self.check_seats(names, options["mode"])
        table = Table(
            mode=options["mode"],
            round_cap=options["round_cap"],
            pace=options["pace"],
            seats=[Seat(name) for name in names],
            fiend=Fiend("waiting" if options["boss"] else "off"),
            deck=tuple(env.chance.shuffle("deck", DECK)),
            agenda=("next_round",),
        )
        rounds.proceed(table, Stage(env.chance, []))
        return table

    def commands(self, state: Table, actor: Actor) -> list[Command]:
        return phases.list_commands(state, actor)

    def refuse(self, state: Table, actor: Actor, command: Command, env: Env) -> None:
        phases.refuse(state, actor, command)

    def carry_out(self, table: Table, actor: Actor, command: Command, env: Env, events: list[Event]) -> None:
        stage = Stage(env.chance, events)
        phases.carry_out(table, stage, actor, command)
        rounds.proceed(table, stage)

    def default(self, state: Table, actor: Actor) -> Command:
        return phases.default(state, actor)

    def seconds(self, state: Table) -> int | None:
        factor = PACES[state.pace]
        return None if factor is None or state.phase == OVER else phases.PHASES[state.phase].seconds * factor

    def wait(self, state: Table) -> str:
        """Every prompt opens a new wait, the same one asked again included."""
        return f"{state.phase}-{state.waits}"

    def view(self, state: Table, viewer: Viewer) -> View:
        return views.view(state, viewer)


GAME = Embers()
