"""E10: the Fiend's coming, its target, its helpers and its fall. What it does at round end stands in `round_end`."""

from __future__ import annotations

from . import piles
from .state import Fiend, Stage, Table, living

ROUND = 5
"""E10-1: the round at whose start it may come."""
CHANCE, CHANCE_IN_FIRE, CHANCE_AGAIN = 0.5, 0.7, 0.2
"""E10-1: how likely it comes; with Inferno burning; by a make-up roll."""
HALF_HP = 16
ATTACKS = (2, 4, 4, 8)
"""E10-3: half-points, round by round from that of its coming, again and again."""


def half_damage(fiend: Fiend) -> int:
    """E10-3: what it deals at the end of this round."""
    return ATTACKS[(fiend.rounds - 1) % len(ATTACKS)]


def come(table: Table, stage: Stage) -> None:
    """E10-1, E2-1 (f): the roll at the start of round 5, or the make-up roll after an Inferno; then its target."""
    fiend = table.fiend
    if fiend.status == "waiting" and table.round == ROUND:
        roll(table, stage, CHANCE_IN_FIRE if table.inferno else CHANCE)
    elif fiend.roll_again:
        roll(table, stage, CHANCE_AGAIN)
    if fiend.present:
        choose_target(table, stage)


def roll(table: Table, stage: Stage, chance: float) -> None:
    """E10-1, E10-5: does it come? Whose Detonator is pending then has helped against it."""
    fiend = table.fiend
    fiend.roll_again = False
    appears = stage.chance.roll("boss_appears", chance)
    stage.tell("boss_roll", appears=appears)
    fiend.status = "present" if appears else "absent"
    if appears:
        fiend.half_hp = HALF_HP
        if table.detonator is not None:
            credit(table, table.detonator)


def choose_target(table: Table, stage: Stage) -> None:
    """E10-2, E10-3: one of the living, ghosts too; the attack is one step further in its cycle."""
    fiend = table.fiend
    fiend.rounds += 1
    fiend.target = stage.chance.pick("boss_target", living(table))
    stage.tell("boss_target", seat=fiend.target, half_damage=half_damage(fiend))


def fire_calls(table: Table) -> None:
    """E10-1: an Inferno after the failed roll gives one more roll; two in one round share it."""
    if table.fiend.status == "absent":
        table.fiend.roll_again = True


def credit(table: Table, seat: int) -> None:
    """E10-5: this seat has helped against it."""
    table.fiend.helpers = tuple(sorted({*table.fiend.helpers, seat}))


def lose(table: Table, amount: int) -> None:
    """E6-8, E10-6: damage comes straight off; it is never below 0."""
    table.fiend.half_hp = max(0, table.fiend.half_hp - amount)


def heal(table: Table, stage: Stage, amount: int) -> None:
    """E11-2: never above what it came with."""
    table.fiend.half_hp = min(HALF_HP, table.fiend.half_hp + amount)
    stage.tell("boss_healed", half_hp=table.fiend.half_hp)


def fall(table: Table, stage: Stage) -> None:
    """E10-6, E10-7: at 0 it is dead, and a living helper loots the Ember."""
    fiend = table.fiend
    if not fiend.present or fiend.half_hp > 0:
        return
    piles.put_away(table, *["bomb"] * fiend.bombs)
    fiend.status, fiend.bombs, fiend.target = "dead", 0, None
    stage.tell("boss_fell")
    helpers = [seat for seat in fiend.helpers if table.seats[seat].living]
    if helpers:
        looter = stage.chance.pick("loot", helpers)
        piles.receive(table, looter, "ember")
        stage.tell("loot", seat=looter)
