"""What a bot's seat sees and may do, with what follows from it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ..contract import Command, View
from .powers import LOWEST
from .reveal import THREE_NINES
from .state import HIDDEN

USUAL_TURNS, LONG = 6, 8
"""Turns each of a usual round; and so many more of them are long enough for one who stays Bust."""


class Sight:
    """A view from its own seat. Gifts are left out: nobody waits for one. A teammate is no target (no colluding)."""

    def __init__(self, view: View, commands: Iterable[Command]) -> None:
        you = view["you"]
        self.view = view
        self.seat: int = you["seat"]
        self.me: dict[str, Any] = view["seats"][self.seat]
        self.others: list[dict[str, Any]] = [seat for at, seat in enumerate(view["seats"]) if at != self.seat]
        self.powers: list[str] = you["powers"]
        self.threshold: int = view["threshold"]
        self.price: int = view["price"]
        self.cards: tuple[int, ...] = (*self.me["visible"], you["hidden"] or 0)
        self.drawn: int = you["drawn"] or 0
        self.commands = [one for one in commands if one["type"] != "give" and not self.is_mate(one.get("target"))]

    def is_mate(self, seat: int | None) -> bool:
        return seat is not None and self.me["team"] is not None and self.view["seats"][seat]["team"] == self.me["team"]

    @property
    def gap(self) -> int:
        """How far below the threshold the own total is; negative when Bust."""
        return self.threshold - sum(self.cards)

    @property
    def is_late(self) -> bool:
        """The round may end before another turn comes round."""
        return self.view["last_call"] is not None or any(seat["passes"] == 2 for seat in self.others)

    @property
    def patience_lost(self) -> int:
        """How many points less than at first one is content with, so that no round drags on."""
        living = sum(seat["alive"] for seat in self.view["seats"])
        turns: int = self.view["turns"] // living
        return max(0, turns - USUAL_TURNS)

    def is_content(self, most: int) -> bool:
        """Within so many points of the threshold, more as patience is lost; or Bust beyond help, or for too long."""
        if self.gap < 0:
            return self.cards[HIDDEN] + 2 * LOWEST > self.threshold or self.patience_lost > LONG
        return self.gap <= most + self.patience_lost

    def plays(self, power: str) -> list[Command]:
        return [one for one in self.commands if one.get("power") == power]

    def after(self, play: Command) -> tuple[int, ...]:
        """The own cards after a Power, as far as one can foresee them."""
        cards = list(self.cards)
        if play["power"] in ("trade", "mirror"):
            cards[play["slot"]] = self.view["seats"][play["target"]]["visible"][play["target_slot"]]
        elif play["power"] == "tweak":
            cards[play["slot"]] += play["delta"]
        return tuple(cards)


def quality(cards: Sequence[int], threshold: int) -> int:
    """Orders hands: three 9s, then totals from the threshold down, then those that are Bust, the lowest first."""
    total = sum(cards)
    if total == 27 and tuple(cards) == THREE_NINES:
        return 100
    return total if total <= threshold else -total


def best_slot(cards: Sequence[int], card: int, slots: Sequence[int], threshold: int) -> int:
    """Where a card that was drawn gives the best hand."""
    return max(slots, key=lambda slot: quality((*cards[:slot], card, *cards[slot + 1 :]), threshold))
