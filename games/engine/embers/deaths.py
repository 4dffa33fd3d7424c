"""E7, E9-6: what saves the dying, what the dead leave, and what follows a batch of deaths."""

from __future__ import annotations

from collections.abc import Sequence

from ..contract import Command
from . import end, fiend, heirs, piles
from .state import ALIVE, DEAD, GHOST, Stage, Table, answered, ask, wearer

GHOST_ROUNDS = 2
"""E7-3: rounds of play that a ghost has after that of its death."""


def strike_down(table: Table, stage: Stage, seats: Sequence[int]) -> None:
    """E7-1: these die together unless something saves them; given in turn order from `first`."""
    dying = tuple(seat for seat in seats if not (spend_miracle(table, stage, seat) or become_ghost(table, stage, seat)))
    kill(table, dying)
    rescuer = who_may_rescue(table) if dying else None
    if rescuer is not None:
        stage.tell("dying", seats=list(dying))
        ask(table, "rescue", rescuer)


def kill(table: Table, seats: Sequence[int]) -> None:
    """E7-1 (4), E5-14: unless rescued, these are dead once the batch is settled."""
    table.dying = tuple(seats)
    table.agenda = ("settle", *table.agenda)


def spend_miracle(table: Table, stage: Stage, dying: int) -> bool:
    """E7-1 (1): an equipped Miracle saves its bearer."""
    seat = table.seats[dying]
    if "miracle" not in seat.equipment:
        return False
    seat.equipment = piles.less(seat.equipment, "miracle")
    save(table, stage, dying, by="miracle")
    return True


def become_ghost(table: Table, stage: Stage, dying: int) -> bool:
    """E7-1 (2), E7-3: an equipped Ghost keeps its bearer in play until the end of the second round after this one."""
    seat = table.seats[dying]
    if "ghost" not in seat.equipment:
        return False
    seat.equipment = piles.less(seat.equipment, "ghost")
    piles.destroy(table, "ghost")
    seat.status = GHOST
    seat.ghost_until = table.round + GHOST_ROUNDS
    seat.silenced = True
    stage.tell("ghosted", seat=dying, until=seat.ghost_until)
    return True


def save(table: Table, stage: Stage, saved: int, by: str) -> None:
    """E7-2: alive, without any worn shield; the Miracle that did it is destroyed."""
    piles.destroy(table, "miracle")
    revive(table, saved)
    stage.tell("saved", seat=saved, by=by)


def revive(table: Table, number: int) -> None:
    """E7-2, E7-4: alive again, at the price of all worn shields."""
    seat = table.seats[number]
    shed_shields(table, number)
    seat.status = ALIVE
    seat.ghost_until = None


def return_to_life(table: Table, stage: Stage, number: int) -> None:
    """E7-4, E7-5: a ghost spends the Miracle in its hand."""
    seat = table.seats[number]
    seat.hand = piles.less(seat.hand, "miracle")
    piles.destroy(table, "miracle")
    revive(table, number)
    stage.tell("returned", seat=number)


def shed_shields(table: Table, number: int) -> None:
    """All worn shields, own and borrowed, into the discard; what is borrowed is lost to its lender (E8-5)."""
    seat = table.seats[number]
    piles.put_away(table, *["shield"] * seat.worn)
    seat.shields, seat.borrowed = 0, ()


def settle(table: Table, stage: Stage) -> None:
    """E7-7: the unsaved die; then the Fiend's fall, the check for a winner, and Heir's Blade."""
    dead, table.dying = table.dying, ()
    blade = wearer(table, "heirblade")
    for seat in dead:
        bury(table, stage, seat)
    fiend.fall(table, stage)
    if not end.decide(table, stage) and dead and blade is not None:
        heirs.inherit(table, stage, blade, dead)


def bury(table: Table, stage: Stage, number: int) -> None:
    """E7-6: the dead lose everything. What they have lent, and a Bedrock over it, stays till the next round start.

    Ruling: one who became a ghost this round and dies in it stays silenced till its end; nothing says otherwise.
    """
    seat = table.seats[number]
    shed_shields(table, number)
    lost = seat.equipment
    if "fatebinder" in lost:
        lost = piles.less(lost, "fatebinder")
        piles.destroy(table, "fatebinder")
    piles.put_away(table, *seat.hand, *lost, *["bomb"] * seat.bombs)
    seat.hand, seat.equipment, seat.bombs = (), (), 0
    seat.status, seat.ghost_until = DEAD, None
    stage.tell("died", seat=number)


def who_may_rescue(table: Table) -> int | None:
    """E9-6: the Fatebinder, with a card in hand, while the Miracle is not openly elsewhere; silenced or not (E9-1).

    The dying keep their status until the answer, so a dying bearer is asked too.
    """
    bearer = wearer(table, "fatebinder")
    if bearer is None or not table.seats[bearer].hand:
        return None
    openly = "miracle" in table.discard or "miracle" in table.destroyed or wearer(table, "miracle") is not None
    return None if openly else bearer


def who_can_be_rescued(table: Table, rescuer: int) -> list[int]:
    """E9-6: with the Miracle in hand, any of the dying, oneself included."""
    return sorted(table.dying) if "miracle" in table.seats[rescuer].hand else []


def list_rescues(table: Table, seat: int) -> list[Command]:
    return [{"type": "rescue", "target": dying} for dying in who_can_be_rescued(table, seat)]


def rescue(table: Table, stage: Stage, rescuer: int, command: Command) -> None:
    """E9-6, E7-2: the Miracle in hand saves one of the dying."""
    saved = command["target"]
    table.seats[rescuer].hand = piles.less(table.seats[rescuer].hand, "miracle")
    table.dying = tuple(seat for seat in table.dying if seat != saved)
    save(table, stage, saved, by="rescue")
    answered(table)


def list_let_die(table: Table, rescuer: int) -> list[Command]:
    return [{"type": "let_die"}]


def let_die(table: Table, stage: Stage, rescuer: int, command: Command) -> None:
    answered(table)
