"""E2: a match's way through its rounds: round start, turns, round end; and the agenda that carries it across waits."""

from __future__ import annotations

from collections.abc import Callable

from . import deaths, fiend, heirs, piles, round_end, turns
from .state import ALIVE, SETTLING, Stage, Table, in_turn_order, living

FIRST_DRAW, LATER_DRAW = 3, 2
"""E2-1 (h): cards drawn at the start of round 1, and of each later one."""

Step = Callable[[Table, Stage], None]


def proceed(table: Table, stage: Stage) -> None:
    """Take the agenda's steps until somebody owes an answer or the match is over."""
    while table.phase == SETTLING:
        step, *rest = table.agenda
        table.agenda = tuple(rest)
        STEPS[step](table, stage)


def start_round(table: Table, stage: Stage) -> None:
    """E2-1, in its order. The round is told first, and who begins it is filled in once that is picked."""
    table.round += 1
    table.will_given = False
    stage.tell("round_started", round=table.round, first=None)
    started = stage.events[-1]
    heirs.loans_end(table, stage)
    spells_end(table)
    heirs.blade_goes_back(table, stage)
    heirs.wills_arrive(table, stage)
    dead_come_back(table, stage)
    fiend.come(table, stage)
    table.first = stage.chance.pick("first", living(table))
    started["first"] = table.first
    table.order = tuple(seat for seat in in_turn_order(table, table.first) if table.seats[seat].living)
    for seat in table.order:
        piles.draw(table, stage, seat, FIRST_DRAW if table.round == 1 else LATER_DRAW)
    table.upcoming = table.order
    table.agenda = ("next_turn",)


def spells_end(table: Table) -> None:
    """E2-1 (b), E5-16, E7-3: Bedrock ends, and who became a ghost may act from now on."""
    for seat in table.seats:
        seat.bedrock = seat.silenced = False


def dead_come_back(table: Table, stage: Stage) -> None:
    """E2-1 (e), E9-3: alive, with nothing."""
    for number, seat in enumerate(table.seats):
        if seat.returning:
            seat.returning, seat.status = False, ALIVE
            stage.tell("came_back", seat=number)


def next_turn(table: Table, stage: Stage) -> None:
    """E2-2: the next seat of the order that is able has its turn; after the last comes the round end."""
    while table.upcoming:
        seat, *rest = table.upcoming
        table.upcoming = tuple(rest)
        if table.seats[seat].able:
            turns.begin(table, stage, seat)
            return
    table.agenda = round_end.STEPS


STEPS: dict[str, Step] = {
    "settle": deaths.settle,
    "go_on": turns.go_on,
    "next_turn": next_turn,
    "bombs": round_end.bombs,
    "attack": round_end.attack,
    "inferno": round_end.inferno,
    "burn": round_end.burn,
    "ghosts": round_end.ghosts,
    "cap": round_end.cap,
    "next_round": start_round,
}
