"""Who owes what: each phase with its commands, in the page's order, and what stands in for a missing one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ..contract import Actor, Command, IllegalCommand
from ..text import mark as _
from ..text import shown
from . import deaths, fate, heirs, plays, thefts, trades, turns
from .cards import named
from .state import OVER, Stage, Table

Lister = Callable[[Table, int], list[Command]]
Check = Callable[[Table, int, Command], None]
Deed = Callable[[Table, Stage, int, Command], None]


@dataclass(frozen=True)
class Answer:
    """A type of command. `otherwise` refuses what is not listed: by a sentence, by a check that finds one, or never."""

    listed: Lister
    otherwise: str | Check | None
    do: Deed


@dataclass(frozen=True)
class Phase:
    """What is owed in it. `asks` is the sentence for a command of another phase."""

    name: str
    seconds: int
    asks: str
    answers: Mapping[str, Answer]
    default: Callable[[Table, int], Command]


def always(kind: str) -> Callable[[Table, int], Command]:
    """A default that does not depend on the table."""
    return lambda table, seat: {"type": kind}


NOT_IN_HAND = _("You have no “{card}” in your hand.")

PHASES = {
    "turn": Phase(
        _("Play"), 45, _("It is your turn: play a card, equip, or end."),
        {
            "equip": Answer(turns.list_equips, turns.refuse_equip, turns.equip),
            "take_back": Answer(turns.list_take_back, turns.refuse_take_back, turns.take_back),
            "return": Answer(turns.list_return, turns.refuse_return, turns.return_to_life),
            "lend": Answer(heirs.list_loans, heirs.refuse_loan, heirs.lend),
            "play": Answer(plays.list_plays, plays.refuse_play, plays.lay),
            "end": Answer(turns.list_end, None, turns.end),
        },
        always("end"),
    ),
    "poll": Phase(
        _("Override?"), 10, _("A card is on the table: override it, or pass."),
        {
            "play": Answer(plays.list_plays, plays.refuse_play, plays.lay),
            "fate": Answer(fate.list_fate, fate.refuse_fate, fate.invoke),
            "pass": Answer(plays.list_pass, None, plays.pass_by),
        },
        always("pass"),
    ),
    "fate": Phase(
        _("Fate"), 20, _("Fate is invoked: name the pair, the actor and the target."),
        {"rewrite": Answer(fate.list_rewrites, fate.refuse_rewrite, fate.rewrite)},
        fate.default_rewrite,
    ),
    "give": Phase(
        _("Choose the gift"), 20, _("Choose the card that you give."),
        {"give": Answer(trades.list_gifts, NOT_IN_HAND, trades.give)},
        trades.default_gift,
    ),
    "swap": Phase(
        _("Swap"), 20, _("Choose the cards that you give in the Swap."),
        {
            "give": Answer(trades.list_gifts, NOT_IN_HAND, trades.set_aside),
            "enough": Answer(
                trades.list_enough, _("Only a Swap with the Fiend may stop short, after one card."), trades.stop
            ),
        },
        trades.default_swap,
    ),
    "scavenge": Phase(
        _("Scavenge"), 20, _("Choose a card of the discard pile."),
        {
            "pick": Answer(
                thefts.list_prey, _("“{card}” can't be fetched from the discard pile with this card."), thefts.pick
            ),
        },
        thefts.default_prey,
    ),
    "rob": Phase(
        _("Plunder"), 20, _("Take one of the cards you see, or a shield."),
        {
            "rob": Answer(
                thefts.list_loot, _("“{card}” can't be taken: choose a card you see that is no Bomb."), thefts.rob
            ),
            "rob_shield": Answer(thefts.list_shield, _("There is no worn shield to take here."), thefts.rob_shield),
        },
        thefts.default_loot,
    ),
    "rescue": Phase(
        _("Rescue"), 20, _("Say whom you rescue, or let them die."),
        {
            "rescue": Answer(
                deaths.list_rescues,
                _("You can't rescue seat {target}: it takes the Miracle in your hand, and somebody dying."),
                deaths.rescue,
            ),
            "let_die": Answer(deaths.list_let_die, None, deaths.let_die),
        },
        always("let_die"),
    ),
    "bequeath": Phase(
        _("Bequeath"), 20, _("Say who gets your Last Will, or nobody."),
        {
            "bequeath": Answer(
                heirs.list_bequests, _("Seat {target} can't get the Last Will: name a living player, or nobody."),
                heirs.bequeath,
            ),
        },
        heirs.default_bequest,
    ),
}  # fmt: skip


def list_commands(table: Table, actor: Actor) -> list[Command]:
    """Every command that this actor may give now, in the page's order."""
    listed: list[Command] = []
    if isinstance(actor, int) and owes(table, actor):
        for answer in PHASES[table.phase].answers.values():
            listed += answer.listed(table, actor)
    return listed


def owes(table: Table, seat: int) -> bool:
    """Does the table wait for this seat? (True is no seat.)"""
    return type(seat) is int and seat in table.to_act


def seat_of(table: Table, actor: Actor) -> int:
    """The seat that this actor is; raises `IllegalCommand` unless the table waits for it."""
    if isinstance(actor, int) and owes(table, actor):
        return actor
    if table.phase == OVER:
        raise IllegalCommand(_("The match is over."))
    if type(actor) is not int or not 0 <= actor < len(table.seats):
        raise IllegalCommand(_("Only a player at this table gives commands here, not “{actor}”."), actor=shown(actor))
    awaited = table.seats[table.to_act[0]].name
    raise IllegalCommand(_("It is not for you to act now: the table waits for {name}."), name=awaited)


def refuse(table: Table, actor: Actor, command: Command) -> None:
    """Raise `IllegalCommand` unless this well-formed command is among `list_commands`, and say why."""
    seat = seat_of(table, actor)
    phase = PHASES[table.phase]
    answer = phase.answers.get(command["type"])
    if answer is None:
        raise IllegalCommand(phase.asks)
    if isinstance(answer.otherwise, str):
        if command not in answer.listed(table, seat):
            raise IllegalCommand(answer.otherwise, card=named(command.get("card")), target=shown(command.get("target")))
    elif answer.otherwise is not None:
        answer.otherwise(table, seat, command)


def carry_out(table: Table, stage: Stage, actor: Actor, command: Command) -> None:
    """Do what a legal command says."""
    seat = seat_of(table, actor)
    PHASES[table.phase].answers[command["type"]].do(table, stage, seat, command)


def default(table: Table, actor: Actor) -> Command:
    """The command that stands in for a missing choice."""
    seat = seat_of(table, actor)
    return PHASES[table.phase].default(table, seat)
