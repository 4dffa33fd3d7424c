"""E3: a turn, its free actions, and how it goes on and ends. Lending stands in `heirs`, plays in `plays`."""

from __future__ import annotations

from ..contract import Command, IllegalCommand
from ..text import mark as _
from . import deaths, piles
from . import end as match_end
from .cards import CARDS, EQUIPPABLE, named
from .state import GHOST, Stage, Table, Turn, answered, ask

SLOTS = 4
"""E3-3: own shields that a seat can wear; lent ones keep their slots closed."""


def open_slots(table: Table, seat: int) -> int:
    """E3-3: borrowed shields take no slot."""
    return SLOTS - table.seats[seat].lent - table.seats[seat].shields


def may_equip(table: Table, seat: int, kind: str) -> bool:
    """E3-2, E3-3: any piece, without limit; a Shield while a slot is open."""
    return kind in EQUIPPABLE and (kind != "shield" or open_slots(table, seat) > 0)


def list_equips(table: Table, seat: int) -> list[Command]:
    hand = dict.fromkeys(table.seats[seat].hand)
    return [{"type": "equip", "card": kind} for kind in hand if may_equip(table, seat, kind)]


def refuse_equip(table: Table, seat: int, command: Command) -> None:
    kind = command["card"]
    if kind in CARDS and kind not in EQUIPPABLE:
        raise IllegalCommand(_("{card} can't be equipped."), card=named(kind))
    if kind not in table.seats[seat].hand:
        raise IllegalCommand(_("You have no “{card}” in your hand."), card=named(kind))
    if not may_equip(table, seat, kind):
        raise IllegalCommand(_("Your shield slots are full."))


def equip(table: Table, stage: Stage, seat: int, command: Command) -> None:
    """E3-2: free, not polled, and public; a Fatebinder is bound for good (E9-1)."""
    kind = command["card"]
    owner = table.seats[seat]
    owner.hand = piles.less(owner.hand, kind)
    if kind == "shield":
        owner.shields += 1
    else:
        owner.equipment = piles.in_order((*owner.equipment, kind))
    stage.tell("equipped", seat=seat, card=kind)


def list_take_back(table: Table, seat: int) -> list[Command]:
    """E9-2: the Fatebinder, once a turn."""
    equipment = table.seats[seat].equipment
    may = "fatebinder" in equipment and "miracle" in equipment and not table.turn.took_back
    return [{"type": "take_back"}] if may else []


def refuse_take_back(table: Table, seat: int, command: Command) -> None:
    equipment = table.seats[seat].equipment
    if "fatebinder" not in equipment:
        raise IllegalCommand(_("Only the Fatebinder can take a Miracle back."))
    if "miracle" not in equipment:
        raise IllegalCommand(_("You have no Miracle equipped to take back."))
    if table.turn.took_back:
        raise IllegalCommand(_("You have taken the Miracle back this turn already."))


def take_back(table: Table, stage: Stage, seat: int, command: Command) -> None:
    """E9-2: the equipped Miracle goes to the hand."""
    owner = table.seats[seat]
    owner.equipment = piles.less(owner.equipment, "miracle")
    piles.receive(table, seat, "miracle")
    table.turn.took_back = True
    stage.tell("took_back", seat=seat)


def list_return(table: Table, seat: int) -> list[Command]:
    """E7-4: a ghost with a Miracle in hand."""
    owner = table.seats[seat]
    return [{"type": "return"}] if owner.status == GHOST and "miracle" in owner.hand else []


def refuse_return(table: Table, seat: int, command: Command) -> None:
    if table.seats[seat].status != GHOST:
        raise IllegalCommand(_("Only a ghost can return to life."))
    if "miracle" not in table.seats[seat].hand:
        raise IllegalCommand(_("A ghost needs the Miracle in its hand to return to life."))


def return_to_life(table: Table, stage: Stage, seat: int, command: Command) -> None:
    """E7-4."""
    deaths.return_to_life(table, stage, seat)


def list_end(table: Table, seat: int) -> list[Command]:
    return [{"type": "end"}]


def end(table: Table, stage: Stage, seat: int, command: Command) -> None:
    """E3-1: a turn ends when its seat says so, played or not."""
    close(table, stage)
    answered(table)
    table.agenda = ("go_on",)


def close(table: Table, stage: Stage) -> None:
    """The running turn is over; one that it interrupted, if any, is the running one again."""
    turn = table.turns.pop()
    stage.tell("turn_ended", seat=turn.seat)


def go_on(table: Table, stage: Stage) -> None:
    """E3-5, E3-6, E4-7, E5-11: the card on the table is put away; then the running turn goes on, or the one that it
    interrupted, if its seat is able; else the next seat's begins.
    """
    match_end.clear_table(table)
    while table.turns and not table.seats[table.turn.seat].able:
        close(table, stage)
    if table.turns:
        ask(table, "turn", table.turn.seat)
    else:
        table.agenda = ("next_turn",)


def begin(table: Table, stage: Stage, seat: int) -> None:
    """E2-2: a seat's own turn."""
    table.turns.append(Turn(seat))
    stage.tell("turn_started", seat=seat, extra=False)
    ask(table, "turn", seat)
