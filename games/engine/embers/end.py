"""E12: sides, winners, and the end of a match."""

from __future__ import annotations

from collections.abc import Sequence

from . import piles
from .state import OVER, TEAMS, Stage, Table, ask, living


def side(table: Table, seat: int) -> list[int]:
    """E12-2: the seats that win together with this one, the dead ones too."""
    if table.mode == TEAMS:
        return [mate for mate in range(len(table.seats)) if mate % 2 == seat % 2]
    return [seat]


def decide(table: Table, stage: Stage) -> bool:
    """E12-1, E12-3: end the match if nobody is living, or if one side alone is and the Fiend is not there."""
    left = living(table)
    if not left:
        finish(table, stage, (), "all_dead")
    elif not table.fiend.present and set(left) <= set(winners := side(table, left[0])):
        finish(table, stage, winners, "last_standing")
    return table.phase == OVER


def finish(table: Table, stage: Stage, winners: Sequence[int], reason: str) -> None:
    """E12-5: the card on the table is put away, and nothing more is settled."""
    clear_table(table)
    table.winners = tuple(winners)
    table.turns, table.agenda = [], ()
    ask(table, OVER)
    stage.tell("match_over", winners=list(table.winners), reason=reason)


def clear_table(table: Table) -> None:
    """E3-5: the card on the table is settled and goes where it belongs (E1-6)."""
    if table.play is not None:
        piles.put_away(table, *piles.pieces(table.play.card))
        table.play = None
