"""Cards: the full deck, taking one, and putting one before a player."""

from __future__ import annotations

from ..contract import Event, Outcomes
from .state import HIDDEN, Table, living

FULL_DECK = tuple(value for value in range(1, 14) for _suit in range(4))
"""T3-1: 52 cards, 1 to 13, four of each. A card is its value."""


def take(table: Table, chance: Outcomes, events: list[Event]) -> int:
    """T3-3: the first card of the deck; the discard pile becomes the deck first where that is empty."""
    if not table.deck:
        table.deck = tuple(chance.shuffle("reshuffle", sorted(table.discard)))
        table.discard = ()
        events.append({"type": "reshuffled", "count": len(table.deck)})
    card = table.deck[0]
    table.deck = table.deck[1:]
    return card


def put(table: Table, seat: int, slot: int, card: int) -> int:
    """Let `card` lie in a slot and return what lay there.

    T9-spyglass: a hidden card that was put down has been seen by nobody yet, even where its value is the same.
    """
    player = table.players[seat]
    cards = player.cards
    if slot == HIDDEN:
        player.seen_by = ()
    player.cards = (*cards[:slot], card, *cards[slot + 1 :])
    return cards[slot]


def replace(table: Table, seat: int, slot: int, card: int) -> int:
    """T3-4: as `put`, and the replaced card goes face up on the discard pile. Returns that card."""
    old = put(table, seat, slot, card)
    table.discard = (*table.discard, old)
    return old


def deal(table: Table, chance: Outcomes, events: list[Event]) -> None:
    """T3-1, T3-2: a new deck, no discard pile, three cards for each living seat in ascending order."""
    deck = tuple(chance.shuffle("deck", FULL_DECK))
    seats = living(table)
    for seat in seats:
        table.players[seat].cards, deck = deck[:3], deck[3:]
    table.deck, table.discard = deck, ()
    events.append({"type": "dealt", "visible": [list(player.cards[:HIDDEN]) or None for player in table.players]})
    for seat in seats:
        events.append(hidden_card(table, seat))


def hidden_card(table: Table, seat: int) -> Event:
    """The event that shows a player their own hidden card (T13-1: and nobody else)."""
    return {"type": "hidden_card", "seat": seat, "card": table.players[seat].cards[HIDDEN], "only": [seat]}
