"""E9: the Fatebinder's skill. What it does with a Miracle stands in `turns`, `effects` and `deaths`."""

from __future__ import annotations

from ..contract import Command, IllegalCommand
from ..text import mark as _
from ..text import shown
from . import piles, plays
from .cards import CARDS, named
from .state import BOSS, Body, Stage, Table, living


def may_invoke(table: Table, seat: int) -> bool:
    """E9-1, E9-4: the equipped Fatebinder, asked about a rewritable card, with a pair in hand."""
    asked = table.seats[seat]
    rewritable = CARDS[table.card.card].fate is not None
    return "fatebinder" in asked.equipment and rewritable and bool(piles.pairs(asked.hand))


def list_fate(table: Table, seat: int) -> list[Command]:
    return [{"type": "fate"}] if may_invoke(table, seat) else []


def refuse_fate(table: Table, seat: int, command: Command) -> None:
    if "fatebinder" not in table.seats[seat].equipment:
        raise IllegalCommand(_("Fate needs the Fatebinder equipped."))
    card = CARDS[table.card.card]
    if card.fate is None:
        raise IllegalCommand(_("Fate can't rewrite {card}."), card=card.name)
    if not may_invoke(table, seat):
        raise IllegalCommand(_("Fate needs a pair in your hand: two cards of one kind, Bombs excepted."))


def invoke(table: Table, stage: Stage, seat: int, command: Command) -> None:
    """E9-4: to the others this is a pass; the Fate lies on the card and goes with it if it is overridden."""
    table.card.fate = seat
    stage.whisper((seat,), "fate_armed", seat=seat)
    plays.pass_by(table, stage, seat, command)


def actors(table: Table) -> list[int]:
    """E9-5: who may carry the card out."""
    play = table.card
    rule = CARDS[play.card].fate
    return living(table) if rule is not None and rule.actor else [play.actor]


def targets(table: Table, actor: int) -> list[Body | None]:
    """E9-5: whom this actor may be made to aim at; the Fiend only where it was the target."""
    play = table.card
    rule = CARDS[play.card].fate
    if rule is None or not rule.target:
        return [None]
    found: list[Body | None] = [seat for seat in living(table) if rule.onto_actor or seat != actor]
    return [*found, BOSS] if play.target == BOSS else found


def list_rewrites(table: Table, seat: int) -> list[Command]:
    return [
        {"type": "rewrite", "pair": pair, "actor": actor, "target": target}
        for pair in piles.pairs(table.seats[seat].hand)
        for actor in actors(table)
        for target in targets(table, actor)
    ]


def refuse_rewrite(table: Table, seat: int, command: Command) -> None:
    if command["pair"] not in piles.pairs(table.seats[seat].hand):
        raise IllegalCommand(_("You have no pair of “{card}” in your hand."), card=named(command["pair"]))
    card = CARDS[table.card.card]
    if command["actor"] not in actors(table):
        raise IllegalCommand(
            _("Seat {seat} can't be made to play this {card}."), seat=shown(command["actor"]), card=card.name
        )
    if command["target"] not in targets(table, command["actor"]):
        raise IllegalCommand(
            _("This {card} can't be turned on “{target}”."), target=shown(command["target"]), card=card.name
        )


def rewrite(table: Table, stage: Stage, seat: int, command: Command) -> None:
    """E9-5: the pair is spent (E1-6), and the card takes effect for the actor and the target named."""
    play = table.card
    pair = command["pair"]
    table.seats[seat].hand = piles.less(table.seats[seat].hand, pair, pair)
    piles.put_away(table, pair, pair)
    play.actor, play.target = command["actor"], command["target"]
    play.rewritten, play.fate = True, None
    stage.tell("rewritten", seat=seat, pair=pair, actor=play.actor, target=play.target)
    plays.take_effect(table, stage)


def default_rewrite(table: Table, seat: int) -> Command:
    play = table.card
    pair = piles.pairs(table.seats[seat].hand)[0]
    return {"type": "rewrite", "pair": pair, "actor": play.actor, "target": play.target}
