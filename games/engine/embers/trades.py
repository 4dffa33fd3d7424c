"""E5-7 to E5-9: Swap and Gift, by which bombs are hung; the questions `swap` and `give`."""

from __future__ import annotations

from ..contract import Command
from . import piles
from .effects import aim, body, hang
from .state import BOSS, Body, Play, Stage, Table, answered, ask

SWAPPED = 2
"""E5-7, E5-8: cards that each side of a Swap gives, and that the Fiend's partner draws."""


def swap(table: Table, stage: Stage, play: Play) -> None:
    """E5-7, E5-8: both sides, or the actor alone against the Fiend, give 2 cards or all they have."""
    sides = [play.actor] if play.target == BOSS else sorted((play.actor, aim(play)))
    for side in sides:
        table.seats[side].owed = min(SWAPPED, len(table.seats[side].hand))
    owing = [side for side in sides if table.seats[side].owed]
    if owing:
        ask(table, "swap", *owing)


def may_stop(table: Table, seat: int) -> bool:
    """E5-8: one card is enough for the Fiend."""
    return table.card.target == BOSS and bool(table.seats[seat].given)


def list_enough(table: Table, seat: int) -> list[Command]:
    return [{"type": "enough"}] if may_stop(table, seat) else []


def set_aside(table: Table, stage: Stage, seat: int, command: Command) -> None:
    """E5-7: a card is set aside unseen; when nobody owes any more, all change hands."""
    giver = table.seats[seat]
    giver.hand = piles.less(giver.hand, command["card"])
    giver.given = piles.in_order((*giver.given, command["card"]))
    giver.owed -= 1
    if not giver.owed:
        done(table, stage, seat)


def stop(table: Table, stage: Stage, seat: int, command: Command) -> None:
    """E5-8: no second card for the Fiend."""
    table.seats[seat].owed = 0
    done(table, stage, seat)


def done(table: Table, stage: Stage, seat: int) -> None:
    """E5-7: this side has given; the last one to do so lets the cards change hands."""
    table.to_act = tuple(other for other in table.to_act if other != seat)
    if not table.to_act:
        exchange(table, stage)
        answered(table)


def exchange(table: Table, stage: Stage) -> None:
    """E5-7, E5-8: what was set aside changes hands; who swapped with the Fiend then draws 2."""
    play = table.card
    pass_on(table, stage, play.actor, take_given(table, play.actor), body(play))
    if play.target == BOSS:
        piles.draw(table, stage, play.actor, SWAPPED)
    else:
        pass_on(table, stage, aim(play), take_given(table, aim(play)), play.actor)


def take_given(table: Table, seat: int) -> tuple[str, ...]:
    cards, table.seats[seat].given = table.seats[seat].given, ()
    return cards


def pass_on(table: Table, stage: Stage, giver: int, cards: tuple[str, ...], receiver: Body) -> None:
    """E5-7, E5-8, E5-9, E1-5: bombs hang on the receiver; the rest goes to its hand, the Fiend's to the discard.

    Ruling: `gave` counts only what is handed over; each bomb is told, openly, by `bomb_hung`.
    """
    handed = tuple(card for card in cards if card != "bomb")
    for _bomb in range(len(cards) - len(handed)):
        hang(table, stage, receiver, by=giver)
    if not handed:
        return
    if isinstance(receiver, str):
        piles.put_away(table, *handed)
    else:
        piles.receive(table, receiver, *handed)
    stage.tell("gave", seat=giver, target=receiver, count=len(handed))
    stage.whisper((giver, receiver), "gave_cards", seat=giver, target=receiver, cards=list(handed))


def default_swap(table: Table, seat: int) -> Command:
    return (list_enough(table, seat) or list_gifts(table, seat))[0]


def gift(table: Table, stage: Stage, play: Play) -> None:
    """E5-9, E9-5: the chosen card changes hands; a new actor chooses one of its own, if it has any."""
    if play.actor == play.seat:
        assert play.gift is not None
        hand_over(table, stage, play, play.gift)
    elif table.seats[play.actor].hand:
        ask(table, "give", play.actor)


def hand_over(table: Table, stage: Stage, play: Play, card: str) -> None:
    """E5-9: out of the actor's hand, to the target."""
    giver = table.seats[play.actor]
    giver.hand = piles.less(giver.hand, card)
    pass_on(table, stage, play.actor, (card,), body(play))


def list_gifts(table: Table, seat: int) -> list[Command]:
    return [{"type": "give", "card": kind} for kind in dict.fromkeys(table.seats[seat].hand)]


def give(table: Table, stage: Stage, seat: int, command: Command) -> None:
    """E9-5: the new actor of a Gift has chosen."""
    hand_over(table, stage, table.card, command["card"])
    answered(table)


def default_gift(table: Table, seat: int) -> Command:
    return list_gifts(table, seat)[0]
