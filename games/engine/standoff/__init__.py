"""Standoff: seven cards each, one chosen in secret a round, resolved from 6 to 0, and the lowest is shot."""

from collections.abc import Iterable, Sequence
from typing import Any

from ..contract import Actor, Command, Env, Event, Game, View, Viewer
from ..options import Option
from ..text import mark as _
from . import choices, rounds
from . import view as views
from .sets import SETS
from .state import MAX_SEATS, State
from .table import Table


class Standoff(Game[State]):
    slug = views.SLUG
    name = _("Standoff")
    min_seats = 2
    max_seats = MAX_SEATS
    options = (
        Option("set", 1, (*SETS, "random")),
        Option("lives", 3, range(1, 10)),
    )
    shapes = choices.SHAPES
    state = State

    def setup(self, options: dict[str, Any], names: Sequence[str], env: Env) -> State:
        self.check_seats(names)
        card_set = env.chance.pick("set", list(SETS)) if options["set"] == "random" else options["set"]
        return rounds.new_match(card_set, options["lives"], list(names))

    def commands(self, state: State, actor: Actor) -> Iterable[Command]:
        return choices.legal(state, actor)

    def refuse(self, state: State, actor: Actor, command: Command, env: Env) -> None:
        choices.refuse(state, actor, command)

    def carry_out(self, table: State, actor: Actor, command: Command, env: Env, events: list[Event]) -> None:
        at = Table(table, events)
        if table.decision:
            rounds.answer(at, command)
        else:
            assert isinstance(actor, int)
            rounds.choose(at, actor, command["card"])

    def default(self, state: State, actor: Actor) -> Command:
        return choices.default(state, actor)

    def seconds(self, state: State) -> int | None:
        return None

    def wait(self, state: State) -> str:
        if state.over:
            return "over"
        if state.decision:
            return f"decide {state.rounds}.{state.decisions}"
        return f"choose {state.rounds}"

    def view(self, state: State, viewer: Viewer) -> View:
        return views.view(state, viewer)


GAME = Standoff()
