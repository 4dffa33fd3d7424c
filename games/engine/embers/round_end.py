"""E2-3: the steps of the round end, each settled completely before the next."""

from __future__ import annotations

from . import damage, deaths, end, fiend, piles
from .state import BOSS, GHOST, Body, Stage, Table, in_turn_order, living

STEPS = ("bombs", "attack", "inferno", "burn", "ghosts", "cap", "next_round")
"""The agenda of a round end (E2-3)."""

BURN_CHANCE = 0.3


def bombs(table: Table, stage: Stage) -> None:
    """E6-6, E2-3 (a): all hung bombs explode as one batch, those on one body as one sum, those on ghosts in vain."""
    hung: dict[Body, int] = {number: seat.bombs for number, seat in enumerate(table.seats) if seat.bombs}
    if table.fiend.bombs:
        hung[BOSS] = table.fiend.bombs
    if not hung:
        return
    piles.put_away(table, *["bomb"] * sum(hung.values()))
    for seat in table.seats:
        seat.bombs = 0
    table.fiend.bombs = 0
    damage.deal(table, stage, {body: count * damage.BLOWS["bomb"] for body, count in hung.items()}, "bomb")


def attack(table: Table, stage: Stage) -> None:
    """E10-3, E2-3 (b): the Fiend hits its target of this round; a dead one is not replaced."""
    if table.fiend.present and table.fiend.target is not None:
        damage.deal(table, stage, {table.fiend.target: fiend.half_damage(table.fiend)}, BOSS)


def inferno(table: Table, stage: Stage) -> None:
    """E11-2, E2-3 (c), E11-1: one round end less to burn; it burns somebody, or heals the Fiend."""
    if not table.inferno:
        return
    table.inferno -= 1
    bodies: list[Body] = [*living(table)]
    if table.fiend.present:
        bodies.append(BOSS)
    target = stage.chance.pick("inferno_target", bodies)
    if target == BOSS:
        fiend.heal(table, stage, damage.BLOWS["inferno"])
    else:
        damage.deal(table, stage, {target: damage.BLOWS["inferno"]}, "inferno")


def burn(table: Table, stage: Stage) -> None:
    """E10-8, E2-3 (d): the Fiend may burn a discarded card, openly."""
    if table.fiend.present and table.discard and stage.chance.roll("burn", BURN_CHANCE):
        card = stage.chance.pick("burn_card", table.discard)
        table.discard = piles.less(table.discard, card)
        piles.destroy(table, card)
        stage.tell("burned", card=card)


def ghosts(table: Table, stage: Stage) -> None:
    """E7-5, E2-3 (e): ghosts whose time is up return with a Miracle in hand; the others die together."""
    expiring = [
        number
        for number in in_turn_order(table, table.first)
        if table.seats[number].status == GHOST and table.seats[number].ghost_until == table.round
    ]
    dying = []
    for number in expiring:
        if "miracle" in table.seats[number].hand:
            deaths.return_to_life(table, stage, number)
        else:
            dying.append(number)
    if dying:
        deaths.strike_down(table, stage, dying)


def cap(table: Table, stage: Stage) -> None:
    """E12-4, E2-3 (f): after the last round nobody wins."""
    if table.round == table.round_cap:
        end.finish(table, stage, (), "cap")
