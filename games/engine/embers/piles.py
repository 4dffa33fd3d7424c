"""E1: the kinds in table order, and where cards lie: hands, deck, discard, destroyed pile."""

from __future__ import annotations

from collections.abc import Iterable

from .state import Stage, Table

KINDS = (
    "shield", "defuse", "bomb", "scavenger", "plunderer", "swap", "gift", "conjure", "goodwill",
    "one", "two", "three", "four", "top_scavenger", "top_plunderer", "extra_turn", "gamble", "detonate",
    "miracle", "ghost", "heirblade", "crown", "bedrock", "inferno", "fatebinder",
    "will", "great_will", "ember", "minibomb",
)  # fmt: skip
"""The table order (E1-1)."""
RANK = {kind: rank for rank, kind in enumerate(KINDS)}

PIECES = {"minibomb": ("one", "two", "three", "four")}
"""Plays that are made of several cards."""
FROM_OUTSIDE = frozenset({"will", "great_will", "ember"})
"""E1-6: cards that are destroyed wherever others are discarded."""


def in_order(kinds: Iterable[str]) -> tuple[str, ...]:
    """The kinds in table order, copies repeated."""
    return tuple(sorted(kinds, key=RANK.__getitem__))


def less(pile: tuple[str, ...], *kinds: str) -> tuple[str, ...]:
    """The pile without one copy of each of these kinds."""
    for kind in kinds:
        at = pile.index(kind)
        pile = pile[:at] + pile[at + 1 :]
    return pile


def pieces(kind: str) -> tuple[str, ...]:
    """The cards that make up a play of this kind: itself, or the four of a Small Bomb."""
    return PIECES.get(kind) or (kind,)


def pairs(hand: tuple[str, ...]) -> list[str]:
    """E9-4: kinds of which the hand has two, Bombs excepted."""
    return [kind for kind in dict.fromkeys(hand) if kind != "bomb" and hand.count(kind) >= 2]


def receive(table: Table, seat: int, *kinds: str) -> None:
    """Put cards into a hand; there is no limit (E1-7)."""
    owner = table.seats[seat]
    owner.hand = in_order((*owner.hand, *kinds))


def put_away(table: Table, *kinds: str) -> None:
    """E1-6: into the discard, but what came from outside the deck is destroyed."""
    table.discard = in_order((*table.discard, *(kind for kind in kinds if kind not in FROM_OUTSIDE)))
    destroy(table, *(kind for kind in kinds if kind in FROM_OUTSIDE))


def destroy(table: Table, *kinds: str) -> None:
    """E1-6: out of the match, openly."""
    table.destroyed = in_order((*table.destroyed, *kinds))


def refill(table: Table, stage: Stage) -> None:
    """E1-4: an empty deck is made anew from the whole discard."""
    if not table.deck and table.discard:
        table.deck = tuple(stage.chance.shuffle("reshuffle", table.discard))
        stage.tell("reshuffled", count=len(table.deck))
        table.discard = ()


def take_top(table: Table, stage: Stage) -> str | None:
    """E1-4: the top card off the deck; None when there is none to be had."""
    if not table.deck:
        refill(table, stage)
        if not table.deck:
            return None
    top, table.deck = table.deck[0], table.deck[1:]
    return top


def draw(table: Table, stage: Stage, seat: int, count: int) -> tuple[str, ...]:
    """E1-4, E1-5: up to `count` cards into the hand, a Bomb like any other; return them in table order."""
    drawn: list[str] = []
    while len(drawn) < count and (top := take_top(table, stage)) is not None:
        drawn.append(top)
    cards = in_order(drawn)
    if cards:
        receive(table, seat, *cards)
        stage.tell("drew", seat=seat, count=len(cards))
        stage.whisper((seat,), "drew_cards", seat=seat, cards=list(cards))
    return cards
