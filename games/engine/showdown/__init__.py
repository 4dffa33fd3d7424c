"""Showdown: gunfighters in a corral, plans of action cards laid in secret, five segments a turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ..contract import Actor, Command, Env, Event, Game, Outcomes, Shape, View, Viewer
from ..options import Option
from ..text import mark as _
from . import plans, turns
from .hexes import FACINGS
from .state import OVER, PLACE, PLAN, Character, Table, to_act
from .view import view

PLACE_SECONDS = 45


class Showdown(Game[Table]):
    """The contract's members; the rules are in the modules beside this one."""

    slug = "showdown"
    name = _("Showdown")
    min_seats = 2
    max_seats = 4
    options = (
        Option("turn_cap", 20, range(10, 31)),
        Option("plan_seconds", 120, (0, 60, 90, 120, 180, 300)),
        Option("brawling", True, (True, False)),
    )
    shapes = {
        "place": Shape({"hex": (str,), "facing": (int,)}),
        "plan": Shape({"cards": (list,)}),
        "surrender": Shape(),
    }
    state = Table

    def setup(self, options: dict[str, Any], names: Sequence[str], env: Env) -> Table:
        self.check_seats(names)
        return Table(**options, characters=[Character(seat, name) for seat, name in enumerate(names)])

    def commands(self, state: Table, actor: Actor) -> Iterator[Command]:
        """In `plan` lazily: with a free sheet there are many millions of plans."""
        who = turns.seated(state, actor)
        if who is None:
            return
        if state.phase == PLACE and who.seat in to_act(state):
            for hex_ in turns.free_starts(state, who):
                for facing in FACINGS:
                    yield {"type": "place", "hex": hex_, "facing": facing}
        if state.phase == PLAN and who.is_fighter:
            yield {"type": "surrender"}
            if who.plan is None:
                for cards in plans.legal_plans(state, who.seat):
                    yield {"type": "plan", "cards": cards}

    def sample(self, state: Table, actor: Actor, chance: Outcomes) -> Command:
        """Return a random command of a seat that has any; of one that owes a plan, a plan: their list is too long."""
        if state.phase == PLAN and isinstance(actor, int) and actor in to_act(state):
            cards = plans.drawn(state, actor, lambda n: int(chance.pick("card", range(n))))
            return {"type": "plan", "cards": list(cards)}
        command: Command = chance.pick("command", list(self.commands(state, actor)))
        return command

    def refuse(self, state: Table, actor: Actor, command: Command, env: Env) -> None:
        turns.refuse(state, actor, command)

    def carry_out(self, table: Table, actor: Actor, command: Command, env: Env, events: list[Event]) -> None:
        assert isinstance(actor, int)
        turns.carry_out(table, actor, command, env.chance, events)

    def default(self, state: Table, actor: Actor) -> Command:
        return turns.default(state, actor)

    def seconds(self, state: Table) -> int | None:
        """Plans have the option's time, where 0 is no limit."""
        if state.phase == PLACE:
            return PLACE_SECONDS
        return state.plan_seconds or None if state.phase == PLAN else None

    def wait(self, state: Table) -> str:
        """A seat that places, a turn's planning, or the end."""
        if state.phase == PLACE:
            return f"place {to_act(state)[0]}"
        return OVER if state.phase == OVER else f"plan {state.turn}"

    def view(self, state: Table, viewer: Viewer) -> View:
        return view(state, viewer)


GAME = Showdown()
