"""E8: Heir's Blade and its Last Wills, and the shields that Crown lends."""

from __future__ import annotations

from collections.abc import Sequence

from ..contract import Command, IllegalCommand
from ..text import mark as _
from ..text import shown
from . import piles
from .state import Loan, Stage, Table, answered, are_mates, ask, living, others


def inherit(table: Table, stage: Stage, bearer: int, dead: Sequence[int]) -> None:
    """E8-1, E8-2: the bearer gets the round's one Last Will, or says who does if it died itself."""
    if table.will_given:
        return
    table.will_given = True
    if bearer in dead:
        ask(table, "bequeath", bearer)
    else:
        give_will(table, stage, bearer, great=any(are_mates(table, bearer, seat) for seat in dead))


def give_will(table: Table, stage: Stage, heir: int, great: bool) -> None:
    """E8-3: into the hand at once in a turn; from the round end it is due at the next round start."""
    card = "great_will" if great else "will"
    due = not table.turns
    if due:
        table.seats[heir].will_due = card
    else:
        piles.receive(table, heir, card)
    stage.tell("will_gained", seat=heir, card=card, due=due)


def wills_arrive(table: Table, stage: Stage) -> None:
    """E2-1 (d), E8-3: what is due goes to the hand; what is due to the dead vanishes, into no pile.

    Ruling: the arrival is told as `will_gained` once more, no longer due, since a hand grows openly by it.
    """
    for number, seat in enumerate(table.seats):
        card, seat.will_due = seat.will_due, None
        if card is not None and seat.living:
            piles.receive(table, number, card)
            stage.tell("will_gained", seat=number, card=card, due=False)


def blade_goes_back(table: Table, stage: Stage) -> None:
    """E2-1 (c): an equipped Heir's Blade goes to the discard."""
    for number, seat in enumerate(table.seats):
        if "heirblade" in seat.equipment:
            seat.equipment = piles.less(seat.equipment, "heirblade")
            piles.put_away(table, "heirblade")
            stage.tell("blade_back", seat=number)


def list_bequests(table: Table, seat: int) -> list[Command]:
    return [{"type": "bequeath", "target": heir} for heir in (*living(table), None)]


def bequeath(table: Table, stage: Stage, bearer: int, command: Command) -> None:
    """E8-2: the dead bearer's heir, if any; a Great Last Will for its team-mate."""
    heir = command["target"]
    stage.tell("bequeathed", seat=bearer, target=heir)
    if heir is not None:
        give_will(table, stage, heir, great=are_mates(table, bearer, heir))
    answered(table)


def default_bequest(table: Table, seat: int) -> Command:
    return {"type": "bequeath", "target": None}


def most_to_lend(table: Table, lender: int) -> int:
    """E8-4: how many shields the Crown can lend now: own ones only, once a turn."""
    seat = table.seats[lender]
    return seat.shields if "crown" in seat.equipment and not table.turn.lend_used else 0


def list_loans(table: Table, lender: int) -> list[Command]:
    most = most_to_lend(table, lender)
    return [
        {"type": "lend", "target": borrower, "count": count}
        for borrower in others(table, lender)
        for count in range(1, most + 1)
    ]


def refuse_loan(table: Table, lender: int, command: Command) -> None:
    seat = table.seats[lender]
    if "crown" not in seat.equipment:
        raise IllegalCommand(_("Only who wears the Crown can lend shields."))
    if table.turn.lend_used:
        raise IllegalCommand(_("You have lent shields this turn already."))
    if not 1 <= command["count"] <= seat.shields:
        raise IllegalCommand(
            _("You can't lend {n} shields: you wear {worn} of your own."), n=shown(command["count"]), worn=seat.shields
        )
    if command["target"] not in others(table, lender):
        raise IllegalCommand(
            _("Shields are lent to another living player, not to seat {seat}."), seat=shown(command["target"])
        )


def lend(table: Table, stage: Stage, lender: int, command: Command) -> None:
    """E8-4: shields move to the borrower, without limit there, and their slots close."""
    target, count = command["target"], command["count"]
    owner, borrower = table.seats[lender], table.seats[target]
    owner.shields -= count
    owner.lent += count
    held = {loan.lender: loan.count for loan in borrower.borrowed}
    held[lender] = held.get(lender, 0) + count
    borrower.borrowed = tuple(Loan(*entry) for entry in held.items())
    table.turn.lend_used = True
    stage.tell("lent", seat=lender, target=target, count=count)


def loans_end(table: Table, stage: Stage) -> None:
    """E2-1 (b), E8-5: borrowed shields that are left go back, a dead lender's to the discard; all slots open."""
    for number, seat in enumerate(table.seats):
        for loan in seat.borrowed:
            if table.seats[loan.lender].living:
                table.seats[loan.lender].shields += loan.count
            else:
                piles.put_away(table, *["shield"] * loan.count)
            stage.tell("shields_back", seat=loan.lender, target=number, count=loan.count)
        seat.borrowed = ()
    for seat in table.seats:
        seat.lent = 0
