"""A full table that fits what one seat sees: the plans that others have sent are drawn."""

from __future__ import annotations

from random import Random

from ..contract import View
from .sensible import sensible
from .state import PLAN, Table
from .view import table_of


def guess(view: View, rng: Random) -> Table:
    """A table whose view from the same seat is `view`. Whoever else has sent a plan has sent a sensible one."""
    table = table_of(view)
    for character in table.characters:
        if table.phase == PLAN and character.plan is not None and character.seat != view["you"]["seat"]:
            character.plan = sensible(table, character.seat, rng)
    return table
