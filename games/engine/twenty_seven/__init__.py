"""Twenty-Seven: three cards, a threshold, a draw or a Power a turn, and the closest total takes the round."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ..contract import Actor, Command, Env, Event, Game, View, Viewer
from ..options import IllegalOption
from ..text import mark as _
from . import commands, rounds, turns
from .options import OPTIONS, clean_options
from .state import Table
from .view import view

PLACE_SECONDS = 10


class TwentySeven(Game[Table]):
    slug = "twenty_seven"
    name = _("Twenty-Seven")
    min_seats, max_seats = 2, 4
    options = OPTIONS
    shapes = commands.SHAPES
    state = Table

    def clean_options(self, raw: object) -> dict[str, Any]:
        return clean_options(raw)

    def setup(self, options: dict[str, Any], names: Sequence[str], env: Env) -> Table:
        self.check_seats(names)
        if options["teams"] and len(names) != 4:
            raise IllegalOption(_("Teams need exactly 4 players."))
        return rounds.start(options, names, env)

    def commands(self, state: Table, actor: Actor) -> Iterable[Command]:
        return commands.listed(state, actor)

    def refuse(self, state: Table, actor: Actor, command: Command, env: Env) -> None:
        commands.refuse(state, actor, command)

    def carry_out(self, table: Table, actor: Actor, command: Command, env: Env, events: list[Event]) -> None:
        seat = int(actor)
        if command["type"] == "pick":
            rounds.pick(table, seat, command["power"], env, events)
        elif command["type"] == "give":
            turns.give(table, seat, command, events)
        else:
            ending = turns.act(table, seat, command, env.chance, events)
            if ending:
                rounds.end_round(table, ending, env, events)

    def default(self, state: Table, actor: Actor) -> Command:
        return commands.default(state, actor)

    def seconds(self, state: Table) -> int | None:
        """Time: a phase of picks has one clock as a whole, whoever has picked what by then."""
        seconds = state.options.seconds
        whole = {
            "pick": seconds * state.options.powers,
            "reward": seconds * rounds.REWARD_PICKS,
            "turn": seconds,
            "place": min(PLACE_SECONDS, seconds),
        }
        return whole.get(state.phase)

    def wait(self, state: Table) -> str:
        """A round has one `pick` and one `reward`, and a turn and its `place` are told apart by the turns before."""
        return f"{state.phase} {state.round} {state.turns}"

    def view(self, state: Table, viewer: Viewer) -> View:
        return view(state, viewer)


GAME = TwentySeven()
