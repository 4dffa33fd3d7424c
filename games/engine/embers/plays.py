"""E3-4 and E4: laying a card, as the turn's play or as an override; the poll about it; and how it takes effect."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..contract import Command, IllegalCommand
from ..text import mark as _
from ..text import shown
from . import piles
from .cards import CARDS, NEVER, TOGETHER, Card, named
from .state import Body, Play, Stage, Table, answered, ask, in_turn_order

NO_TARGET = (None,)
"""What a card without a target is aimed at."""


def held(hand: tuple[str, ...]) -> Iterator[str]:
    """The kinds that a hand has to play: its cards in table order, then a Small Bomb if all four are there."""
    yield from dict.fromkeys(hand)
    for kind, parts in piles.PIECES.items():
        if all(part in hand for part in parts):
            yield kind


def strong_enough(table: Table, card: Card) -> bool:
    """E4-1, E4-4: in a poll only a strictly smaller tier may be played, never a Miracle (E4-6); in a turn anything."""
    if table.phase != "poll":
        return True
    beaten = CARDS[table.card.card].tier
    return card.tier is not None and beaten is not None and card.tier < beaten


def aims(table: Table, seat: int, card: Card) -> Sequence[Body | None]:
    """E3-4: whom the card may be aimed at now; `NO_TARGET` if it takes no target, empty if it can't be played."""
    if card.effect is None or not card.needs(table, seat):
        return ()
    return NO_TARGET if card.targets is None else card.targets(table, seat)


def has_play(table: Table) -> bool:
    """E3-1: an override is always free (E4-7), in a turn one play is."""
    return table.phase == "poll" or not table.turn.played


def list_plays(table: Table, seat: int) -> list[Command]:
    """E3-4, E4-4: every card with every choice and every target."""
    if not has_play(table):
        return []
    plays: list[Command] = []
    for kind in held(table.seats[seat].hand):
        card = CARDS[kind]
        if card.effect is None or not strong_enough(table, card):
            continue
        bodies = aims(table, seat, card)
        if card.targets is None:
            plays.extend({"type": "play", "card": kind} for _body in bodies)
        elif card.choice is None:
            plays.extend({"type": "play", "card": kind, "target": body} for body in bodies)
        elif bodies:
            field = card.choice.field
            plays.extend(
                {"type": "play", "card": kind, field: choice, "target": body}
                for choice in card.choice.kinds(table, seat)
                for body in bodies
            )
    return plays


def refuse_play(table: Table, seat: int, command: Command) -> None:
    """Say why this is not among `list_plays`."""
    kind = command["card"]
    card = CARDS.get(kind)
    if card is None:
        raise IllegalCommand(_("There is no card “{card}” in this game."), card=shown(kind))
    refuse_card(table, seat, card)
    refuse_fields(card, command)
    bodies = aims(table, seat, card)
    if not bodies:
        raise IllegalCommand(card.lacking, card=card.name)
    if card.targets is not None and command["target"] not in bodies:
        raise IllegalCommand(
            _("{card} can't be aimed at “{target}” now."), card=card.name, target=shown(command["target"])
        )
    if card.choice is not None and command[card.choice.field] not in card.choice.kinds(table, seat):
        raise IllegalCommand(
            _("“{choice}” can't be chosen with {card}."), choice=named(command[card.choice.field]), card=card.name
        )


def refuse_card(table: Table, seat: int, card: Card) -> None:
    """The card must be one to play, in hand, with the play unused or strong enough."""
    if card.use == NEVER:
        raise IllegalCommand(_("A Bomb can't be played. Give it away with Gift or Swap."))
    if card.use == TOGETHER:
        raise IllegalCommand(_("{card} alone can't be played, only 1, 2, 3 and 4 together."), card=card.name)
    if card.effect is None:
        raise IllegalCommand(_("{card} can't be played. Equip it in your turn."), card=card.name)
    if card.kind not in held(table.seats[seat].hand):
        if card.kind in piles.PIECES:
            raise IllegalCommand(_("Small Bomb needs a 1, a 2, a 3 and a 4."))
        raise IllegalCommand(_("You have no {card} in your hand."), card=card.name)
    if not has_play(table):
        raise IllegalCommand(_("You have played your card this turn. You can still equip, or end."))
    if not strong_enough(table, card):
        if card.tier is None:
            raise IllegalCommand(card.lacking, card=card.name)
        raise IllegalCommand(_("{card} is too weak to override this: only a smaller tier can."), card=card.name)


def refuse_fields(card: Card, command: Command) -> None:
    """A play has just the fields of its card."""
    wanted = {"type", "card"}
    if card.targets is not None:
        wanted.add("target")
    if card.choice is not None:
        wanted.add(card.choice.field)
    for field in ("target", "gift", "guess"):
        if field in wanted and field not in command:
            raise IllegalCommand(_("{card} needs “{field}”."), card=card.name, field=field)
        if field not in wanted and field in command:
            raise IllegalCommand(_("{card} takes no “{field}”."), card=card.name, field=field)


def lay(table: Table, stage: Stage, seat: int, command: Command) -> None:
    """E3-7, E4-4, E4-5: the card leaves the hand for the table; one that lies there goes back whole, without effect."""
    kind = command["card"]
    overridden = table.play
    table.seats[seat].hand = piles.less(table.seats[seat].hand, *piles.pieces(kind))
    play = Play(seat, kind, command.get("target"), command.get("guess"), command.get("gift"), actor=seat)
    table.play = play
    override = overridden is not None
    stage.tell("played", seat=seat, card=kind, target=play.target, guess=play.guess, override=override)
    if play.gift is not None:
        stage.whisper((seat,), "gift_chosen", seat=seat, card=play.gift)
    if overridden is not None:
        piles.receive(table, overridden.seat, *piles.pieces(overridden.card))
        stage.tell("overridden", seat=overridden.seat, card=overridden.card)
    else:
        table.turn.played = True
    table.polled = who_is_asked(table, seat) if CARDS[kind].polled else ()
    ask_next(table, stage)


def who_is_asked(table: Table, player: int) -> tuple[int, ...]:
    """E4-2, E4-3, E4-5: from the seat after the player, every other able seat with any card in hand."""
    _player, *rest = in_turn_order(table, player)
    return tuple(seat for seat in rest if table.seats[seat].able and table.seats[seat].hand)


def ask_next(table: Table, stage: Stage) -> None:
    """E4-2, E4-5: the next seat is asked; when the poll has run out, the card resolves."""
    if table.polled:
        asked, *rest = table.polled
        table.polled = tuple(rest)
        ask(table, "poll", asked)
    else:
        resolve(table, stage)


def list_pass(table: Table, seat: int) -> list[Command]:
    return [{"type": "pass"}]


def pass_by(table: Table, stage: Stage, seat: int, command: Command) -> None:
    """E4-2: no override from this seat."""
    stage.tell("passed", seat=seat)
    ask_next(table, stage)


def resolve(table: Table, stage: Stage) -> None:
    """E4-5, E9-5: nothing overrides it any more. If Fate is on it, that is told and asked first."""
    play = table.card
    if play.fate is not None:
        stage.tell("fate_invoked", seat=play.fate)
        ask(table, "fate", play.fate)
    else:
        take_effect(table, stage)


def take_effect(table: Table, stage: Stage) -> None:
    """E3-5: the card does what it does; when all of it is settled, the turn goes on."""
    play = table.card
    effect = CARDS[play.card].effect
    assert effect is not None
    answered(table)
    table.agenda = ("go_on",)
    stage.tell("resolved", card=play.card, actor=play.actor, target=play.target)
    effect(table, stage, play)
