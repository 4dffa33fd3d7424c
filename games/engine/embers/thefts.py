"""E5-3 to E5-6: Scavengers search the discard, Plunderers hands and shields; the questions `scavenge` and `rob`."""

from __future__ import annotations

from ..contract import Command
from . import piles
from .effects import aim, body
from .state import BOSS, Loan, Play, Stage, Table, answered, ask

PREY = frozenset({"shield", "defuse", "plunderer", "one", "two", "three", "four"})
"""E5-3: exactly the kinds that a Scavenger fetches."""
REVEALED = 5
"""E5-6: cards of the deck that a Master Plunderer sees at the Fiend's."""


def low_prey(table: Table) -> list[str]:
    """E5-3: kinds in the discard that a Scavenger fetches."""
    return [kind for kind in dict.fromkeys(table.discard) if kind in PREY]


def any_prey(table: Table) -> list[str]:
    """E5-4: kinds in the discard, bombs too."""
    return list(dict.fromkeys(table.discard))


HUNTS = {"scavenger": low_prey, "top_scavenger": any_prey}


def prey(table: Table) -> list[str]:
    """What the card on the table may fetch."""
    return HUNTS[table.card.card](table)


def scavenge(table: Table, stage: Stage, play: Play) -> None:
    """E5-3, E5-4: the actor picks a card of the discard; nothing there, nothing happens."""
    if prey(table):
        ask(table, "scavenge", play.actor)


def list_prey(table: Table, seat: int) -> list[Command]:
    return [{"type": "pick", "card": kind} for kind in prey(table)]


def pick(table: Table, stage: Stage, seat: int, command: Command) -> None:
    """E5-3, E5-4, E1-5: the card goes to the hand, openly; a Bomb does nothing there."""
    card = command["card"]
    table.discard = piles.less(table.discard, card)
    piles.receive(table, seat, card)
    stage.tell("fetched", seat=seat, card=card)
    answered(table)


def default_prey(table: Table, seat: int) -> Command:
    return {"type": "pick", "card": prey(table)[0]}


def plunder(table: Table, stage: Stage, play: Play) -> None:
    """E5-5: a card of the target's hand, blindly; on the Fiend the actor draws 1."""
    if play.target == BOSS:
        piles.draw(table, stage, play.actor, 1)
        return
    hand = table.seats[aim(play)].hand
    if hand:
        steal(table, stage, play, stage.chance.pick("steal", hand))


def steal(table: Table, stage: Stage, play: Play, card: str) -> None:
    """E5-5, E5-6: a card of the target's hand, or of the deck where the Fiend was robbed, goes to the actor's hand.

    Ruling: a card robbed of the Fiend is told as `stole` too, so that others see the deck shrink and the hand grow.
    """
    if play.target == BOSS:
        table.deck = piles.less(table.deck, card)
    else:
        robbed = table.seats[aim(play)]
        robbed.hand = piles.less(robbed.hand, card)
    piles.receive(table, play.actor, card)
    stage.tell("stole", seat=play.actor, target=play.target)
    stage.whisper((play.actor, body(play)), "stole_card", seat=play.actor, target=play.target, card=card)


def search(table: Table, stage: Stage, play: Play) -> None:
    """E5-6: the actor alone is shown the target's hand, or cards of the deck, and takes something if it can."""
    shown_cards = reveal(table, stage) if play.target == BOSS else table.seats[aim(play)].hand
    stage.whisper((play.actor,), "saw", seat=play.actor, cards=list(shown_cards))
    table.seen = shown_cards
    if loot(table) or can_rob_shield(table):
        ask(table, "rob", play.actor)
    else:
        table.seen = None


def reveal(table: Table, stage: Stage) -> tuple[str, ...]:
    """E5-6: up to five cards of the deck, which stay where they are; an empty deck is made anew first."""
    piles.refill(table, stage)
    hidden = table.deck
    revealed: list[str] = []
    while hidden and len(revealed) < REVEALED:
        card = stage.chance.pick("boss_reveal", hidden)
        hidden = piles.less(hidden, card)
        revealed.append(card)
    return piles.in_order(revealed)


def loot(table: Table) -> list[str]:
    """E5-6: the kinds shown to the robber that are no Bomb."""
    return [kind for kind in dict.fromkeys(table.seen or ()) if kind != "bomb"]


def can_rob_shield(table: Table) -> bool:
    """E5-6: the target is a player who wears a shield, own or borrowed."""
    play = table.card
    return play.target != BOSS and table.seats[aim(play)].worn > 0


def list_loot(table: Table, seat: int) -> list[Command]:
    return [{"type": "rob", "card": kind} for kind in loot(table)]


def list_shield(table: Table, seat: int) -> list[Command]:
    return [{"type": "rob_shield"}] if can_rob_shield(table) else []


def rob(table: Table, stage: Stage, seat: int, command: Command) -> None:
    """E5-6: take the card."""
    table.seen = None
    steal(table, stage, table.card, command["card"])
    answered(table)


def rob_shield(table: Table, stage: Stage, seat: int, command: Command) -> None:
    """E5-6, E8-5: a worn shield goes to the hand: of the oldest loan first, else an own one."""
    table.seen = None
    target = aim(table.card)
    robbed = table.seats[target]
    if robbed.borrowed:
        oldest, *later = robbed.borrowed
        rest = (Loan(oldest.lender, oldest.count - 1),) if oldest.count > 1 else ()
        robbed.borrowed = (*rest, *later)
    else:
        robbed.shields -= 1
    piles.receive(table, seat, "shield")
    stage.tell("shield_stolen", seat=seat, target=target)
    answered(table)


def default_loot(table: Table, seat: int) -> Command:
    return (list_loot(table, seat) or list_shield(table, seat))[0]
