"""A turn while it is being resolved: the deck, whose card comes when, and what a segment keeps for its end.

Nothing of it outlives the command that completed the plans, so the order of the deck is in no saved state.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ..contract import Event, Outcomes
from .results import BY_NUMBER, NUMBERS, Result
from .state import Character, Table

if TYPE_CHECKING:
    from .cards import Entry
    from .hits import Hit


@dataclass(slots=True)
class Resolution:
    """The turn's deck and bookkeeping; lists are by seat."""

    table: Table
    chance: Outcomes
    events: list[Event]
    coming: list[list[Entry]]
    """SD-R2: the cards that have not come up, next one last."""
    used: list[int]
    """SD-R2: the cost of those that have."""
    gained: list[int]
    """SD-R4.10: delay gained in this segment."""
    deck: list[int] = field(default_factory=list)
    """SD-R3: next card last."""
    entered: set[int] = field(default_factory=set)
    """SD-M6: who entered a hex in this segment."""
    hits: list[Hit] = field(default_factory=list)
    """SD-R4.9: effects, in the order in which they were made."""
    killed: set[int] = field(default_factory=set)

    def shuffle(self) -> None:
        """SD-R3: ask the chance point for the whole deck."""
        self.deck = self.chance.shuffle("result", NUMBERS)
        self.deck.reverse()

    def draw(self) -> Result:
        """SD-R3: the next card; all 32 are shuffled again when one is wanted and none is left."""
        if not self.deck:
            self.shuffle()
        return BY_NUMBER[self.deck.pop()]

    def delay(self, who: Character, reason: str, points: int, card: Result | None = None) -> None:
        """SD-R2: gain delay, which counts from the end of this segment. Ruling: a drawn 0 is told too."""
        self.gained[who.seat] += points
        drawn = card.number if card else None
        self.events.append(
            {"type": "delay", "seat": who.seat, "points": points, "reason": reason, "result_card": drawn}
        )

    def draw_delay(self, who: Character, reason: str) -> None:
        """Draw a card and gain its delay."""
        card = self.draw()
        self.delay(who, reason, card.delay, card)

    def cancel(self, who: Character, entry: Entry, reason: str) -> None:
        """SD-R5: the card does nothing; its time is used."""
        self.events.append({"type": "cancelled", "seat": who.seat, "card": entry.written, "reason": reason})

    def hold(self, who: Character, entry: Entry, reason: str) -> None:
        """SD-R5: the shot does nothing and spends nothing; its time is used."""
        self.events.append({"type": "held", "seat": who.seat, "card": entry.written, "reason": reason})


def begin(table: Table, chance: Outcomes, events: list[Event], coming: list[list[Entry]]) -> Resolution:
    """SD-R1, SD-R3: a turn with its deck shuffled and nothing played; `coming` is by seat, next card last."""
    nothing = [0] * len(table.characters)
    resolution = Resolution(table, chance, events, coming, used=nothing.copy(), gained=nothing.copy())
    resolution.shuffle()
    return resolution
