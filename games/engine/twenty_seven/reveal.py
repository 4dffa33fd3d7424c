"""How a round ends: the Triple Nine, the Reveal with its DECISIONs, and who has won."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..contract import Event, Outcomes
from .cards import FULL_DECK
from .state import HIDDEN, Decision, Table, living, members, sides_of

THREE_NINES = (9, 9, 9)
MOST_DECISIONS = 3


@dataclass(frozen=True)
class Ending:
    """Why a round ended, and what came of it. `nine` is the seat with the Triple Nine, to whom a reward is due.

    T10-2: winners are all seats of a winning side.
    """

    reason: str
    outcome: str
    winners: tuple[int, ...] = ()
    decisions: tuple[Decision, ...] = ()
    nine: int | None = None


def hands(table: Table) -> list[list[int] | None]:
    """All cards, face up, by seat; None for a seat that is out."""
    return [list(player.cards) or None for player in table.players]


def triple_nine(table: Table, events: list[Event]) -> Ending | None:
    """T8-1: does anybody hold three 9s? One wins for their side (T8-2), several make the round void (T8-4).

    Ruling: no `reveal` is told here, for the Reveal compares totals and this does not; the cards are in `round_over`.
    """
    seats = [seat for seat, player in enumerate(table.players) if player.cards == THREE_NINES]
    if not seats:
        return None
    void = len(seats) > 1
    events.append({"type": "triple_nine", "seats": seats, "void": void})
    if void:
        return Ending("triple_nine", "void")
    return Ending("triple_nine", "triple_nine", members(table, sides_of(table, seats)), nine=seats[0])


def best(totals: Mapping[int, int], threshold: int) -> list[int]:
    """T6-1, T6-2: the seats with the highest total that is not Bust; none if all are Bust."""
    highest = max((total for total in totals.values() if total <= threshold), default=None)
    return [seat for seat, total in totals.items() if total == highest]


def reveal(table: Table, reason: str, chance: Outcomes, events: list[Event]) -> Ending:
    """The Reveal: T6-1 to T6-7."""
    events.append({"type": "reveal", "reason": reason, "hands": hands(table)})
    players = table.players
    level = best({seat: sum(players[seat].cards) for seat in living(table)}, table.threshold)
    if not level:
        return Ending(reason, "general_bust")  # T6-7
    decisions: list[Decision] = []
    sides = sides_of(table, level)
    if len(sides) > 1:
        deck = tuple(chance.shuffle("decision_deck", FULL_DECK))
        while len(sides) > 1 and len(decisions) < MOST_DECISIONS:
            decisions.append(decision(table, level, deck, events))
            deck = deck[len(level) :]
            level = still_level(decisions[-1], table.threshold)
            sides = sides_of(table, level)
    outcome = "win" if len(sides) == 1 else "shared"  # T6-3 and T6-6
    return Ending(reason, outcome, members(table, sides), tuple(decisions))


def decision(table: Table, level: list[int], deck: tuple[int, ...], events: list[Event]) -> Decision:
    """T6-3: those who are level, ascending, each replace their hidden card from the DECISION deck.

    T6-5: no Power is played and no Triple Nine looked for. The cards on the table stay, for `last_round` shows them.
    """
    cards = deck[: len(level)]
    totals = [sum(table.players[seat].cards[:HIDDEN]) + card for seat, card in zip(level, cards, strict=True)]
    events.append({"type": "decision", "seats": list(level), "cards": list(cards), "totals": totals})
    return Decision(tuple(level), cards, tuple(totals))


def still_level(latest: Decision, threshold: int) -> list[int]:
    """T6-4: of those who took part the best; all of them if all are Bust."""
    return best(dict(zip(latest.seats, latest.totals, strict=True)), threshold) or list(latest.seats)
