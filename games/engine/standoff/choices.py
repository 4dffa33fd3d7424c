"""Who may choose what now: the list of commands, and the sentence for a command that is not on it."""

from __future__ import annotations

from ..contract import Actor, Command, IllegalCommand, Shape
from ..text import mark as _
from ..text import shown
from .cards import Question
from .rounds import rules_of
from .state import PRIORITY, Decision, InPlay, Seat, State
from .table import Table

SHAPES = {
    "choose": Shape({"card": (str,)}),
    "target": Shape(optional={"card": (str,), "seat": (int,)}),
    "trade": Shape({"give": (str,), "take": (str,)}),
    "pay": Shape({"card": (str,)}, optional={"target": (str,)}),
    "decline": Shape(),
}


def legal(state: State, actor: Actor) -> list[Command]:
    """Every command of this actor, in the page's order; the host and strangers have none."""
    if type(actor) is not int or actor not in state.to_act:
        return []
    if state.decision:
        question, table, card = open_question(state, state.decision)
        return question.answers(table, card, actor)
    return [{"type": "choose", "card": card} for card in state.seats[actor].hand]


def default(state: State, actor: Actor) -> Command:
    """The first legal command: one's own Reload, to decline, or the first target."""
    commands = legal(state, actor)
    if not commands:
        raise IllegalCommand(_("There is nothing to choose for you now, so nothing can be chosen in your place."))
    return commands[0]


def refuse(state: State, actor: Actor, command: Command) -> None:
    """Raise `IllegalCommand` unless this well-formed command is one of `legal`."""
    if state.over:
        raise IllegalCommand(_("This match is over. Start a rematch to play on."))
    if type(actor) is not int or not 0 <= actor < len(state.seats):
        raise IllegalCommand(_("Only the players at the table can choose. You have no seat in this match."))
    seat = state.seats[actor]
    if not seat.lives:
        raise IllegalCommand(_("You're out of this match. You can watch to the end."))
    if not seat.living:
        raise IllegalCommand(_("You are down until the next standoff, and sit this round out."))
    if state.decision:
        refuse_answer(state, state.decision, actor, command)
    else:
        refuse_choice(state, seat, command)


def refuse_choice(state: State, seat: Seat, command: Command) -> None:
    """R-1: only a card of one's own hand, and only once."""
    if command["type"] != "choose":
        raise IllegalCommand(
            _("“{type}” has to wait until the cards are up: now everyone chooses a card."), type=command["type"]
        )
    if seat.chosen is not None:
        raise IllegalCommand(_("You've locked in. A locked choice stays until the reveal."))
    if command["card"] not in seat.hand:
        raise not_in_hand(state, seat, command["card"])


def not_in_hand(state: State, seat: Seat, card: str) -> IllegalCommand:
    """What is wrong with a card that cannot be chosen."""
    if card in seat.spent:
        if all(PRIORITY[held] == 0 for held in seat.hand):
            return IllegalCommand(_("Only Reload is left: choose it."))
        return IllegalCommand(_("Your {number} is spent. Choose a card of your hand."), number=PRIORITY[card])
    for other in state.seats:
        if other is not seat and (card in other.hand or card in other.spent):
            return IllegalCommand(
                _("That {number} belongs to {name}. Choose a card of your own hand."),
                number=PRIORITY[card], name=other.name,
            )  # fmt: skip
    return IllegalCommand(_("There is no card “{card}” at this table. Choose one of your hand."), card=shown(card))


def refuse_answer(state: State, decision: Decision, actor: int, command: Command) -> None:
    """R-7: only the seat that is asked, and only what is listed."""
    if actor != decision.seat:
        raise IllegalCommand(
            _("It isn't your move yet: we're waiting for {names}."), names=state.seats[decision.seat].name
        )
    question, table, card = open_question(state, decision)
    if command not in question.answers(table, card, actor):
        raise question.refusal(table, card, actor, command)


def open_question(state: State, decision: Decision) -> tuple[Question, Table, InPlay]:
    """The question of a decision, the table to look at for its answers, and the card whose effect asks."""
    table = Table(state, [])
    return rules_of(state).questions[decision.kind], table, table.card(decision.card)
