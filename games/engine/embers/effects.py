"""E5: what a card does for its actor once it takes effect. Thefts and trades, which ask, have modules of their own."""

from __future__ import annotations

from . import damage, deaths, fiend, piles
from .state import BOSS, Body, Play, Stage, Table, Turn, others

INFERNO_ROUNDS = 3
"""E11-1: round ends that it burns at, that of its own round included."""


def take_bomb(table: Table, stage: Stage, play: Play) -> None:
    """E5-1: one bomb from the target's body into the actor's hand; after a rewrite there may be none."""
    hung_on = table.fiend if play.target == BOSS else table.seats[aim(play)]
    if hung_on.bombs:
        hung_on.bombs -= 1
        piles.receive(table, play.actor, "bomb")
        stage.tell("bomb_taken", seat=play.actor, target=play.target)


def draw_two(table: Table, stage: Stage, play: Play) -> None:
    """E5-2."""
    piles.draw(table, stage, play.actor, 2)


def let_draw(table: Table, stage: Stage, play: Play) -> None:
    """E5-10, E1-5: the target draws 1; a Bomb drawn so hangs on the target at once."""
    target = aim(play)
    if piles.draw(table, stage, target, 1) == ("bomb",):
        table.seats[target].hand = piles.less(table.seats[target].hand, "bomb")
        hang(table, stage, target, by=play.actor)


def hang(table: Table, stage: Stage, target: Body, by: int) -> None:
    """E1-5, E10-5: a bomb lies on a body; whoever hangs it on the Fiend has helped."""
    if isinstance(target, str):
        table.fiend.bombs += 1
        fiend.credit(table, by)
    else:
        table.seats[target].bombs += 1
    stage.tell("bomb_hung", target=target, by=by)


def act_again(table: Table, stage: Stage, play: Play) -> None:
    """E5-11: draw 2; the own running turn is fresh again, in somebody else's an extra turn comes on top of it."""
    draw_two(table, stage, play)
    turn = table.turn
    if turn.seat == play.actor:
        turn.played = turn.lend_used = turn.took_back = False
    else:
        table.turns.append(Turn(play.actor, extra=True))
        stage.tell("turn_started", seat=play.actor, extra=True)


def strike(table: Table, stage: Stage, play: Play) -> None:
    """E5-12, E10-4, E10-5: a Small Bomb's or a Last Will's damage to the target."""
    if play.target == BOSS:
        fiend.credit(table, play.actor)
    damage.deal(table, stage, {body(play): damage.BLOWS[play.card]}, play.card)


def scorch(table: Table, stage: Stage, play: Play) -> None:
    """E5-13: every other living seat at once, team-mates included."""
    damage.deal(table, stage, dict.fromkeys(others(table, play.actor), damage.BLOWS["ember"]), "ember")


def wager(table: Table, stage: Stage, play: Play) -> None:
    """E5-14: the top card is turned over; the guess was right: the target dies, wrong: the player. Nothing saves."""
    top = piles.take_top(table, stage)
    assert top is not None
    piles.put_away(table, top)
    right = top == play.guess
    stage.tell("turned", card=top, right=right)
    if right and play.target == BOSS:
        fiend.credit(table, play.actor)
        fiend.lose(table, fiend.HALF_HP)
        deaths.kill(table, ())
    else:
        deaths.kill(table, (aim(play) if right else play.actor,))


def arm_detonator(table: Table, stage: Stage, play: Play) -> None:
    """E5-15, E10-5: the card stays on the table as pending, in no pile, until it is used (E6-4)."""
    table.detonator, table.play = play.actor, None
    if table.fiend.present:
        fiend.credit(table, play.actor)
    stage.tell("detonator_set", seat=play.actor)


def make_bedrock(table: Table, stage: Stage, play: Play) -> None:
    """E5-16, E6-3: until the next round start."""
    table.seats[play.actor].bedrock = True
    stage.tell("bedrock_set", seat=play.actor)


def set_inferno(table: Table, stage: Stage, play: Play) -> None:
    """E5-17, E11-1: three round ends, counted anew by a second one."""
    table.inferno = INFERNO_ROUNDS
    fiend.fire_calls(table)
    stage.tell("inferno_set")


def call_back(table: Table, stage: Stage, play: Play) -> None:
    """E9-3: the Miracle is destroyed at once; the dead player comes back at the next round start."""
    table.play = None
    piles.destroy(table, "miracle")
    table.seats[aim(play)].returning = True


def body(play: Play) -> Body:
    """The target of a play that is aimed."""
    assert play.target is not None
    return play.target


def aim(play: Play) -> int:
    """The target of a play that is aimed at a player."""
    assert isinstance(play.target, int)
    return play.target
