"""The 32 result cards (SD-R3): read for shots, blows, hits and delay."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Result:
    """One result card. `fire` is None for a dud; `delay` in time points; `place` and `vital` name a hit."""

    number: int
    fire: int | None
    delay: int
    place: str
    vital: str

    @property
    def force(self) -> int:
        """What it counts in a blow: a dud is fire 0."""
        return self.fire or 0


DUD = None

CARDS = (
    Result(1, 0, 1, "body", "kill"),
    Result(2, 1, 0, "leg", "maim"),
    Result(3, 2, 2, "gun_arm", "kill"),
    Result(4, 3, 1, "body", "kill"),
    Result(5, 4, 3, "gun_hand", "maim"),
    Result(6, 5, 1, "leg", "kill"),
    Result(7, 6, 0, "head", "kill"),
    Result(8, 7, 2, "body", "maim"),
    Result(9, 8, 1, "gun_arm", "kill"),
    Result(10, 9, 2, "body", "kill"),
    Result(11, 0, 0, "gun_hand", "kill"),
    Result(12, 1, 1, "body", "maim"),
    Result(13, 2, 1, "leg", "kill"),
    Result(14, 3, 2, "body", "kill"),
    Result(15, 4, 0, "gun_arm", "kill"),
    Result(16, 5, 1, "body", "maim"),
    Result(17, 6, 2, "leg", "kill"),
    Result(18, 7, 1, "head", "kill"),
    Result(19, 8, 3, "body", "maim"),
    Result(20, 9, 1, "gun_arm", "kill"),
    Result(21, 0, 2, "leg", "maim"),
    Result(22, 1, 1, "body", "kill"),
    Result(23, 2, 0, "gun_hand", "maim"),
    Result(24, 3, 1, "body", "kill"),
    Result(25, 4, 2, "leg", "kill"),
    Result(26, 5, 0, "gun_arm", "maim"),
    Result(27, 6, 1, "body", "kill"),
    Result(28, 7, 2, "gun_hand", "maim"),
    Result(29, 8, 0, "leg", "kill"),
    Result(30, 9, 1, "body", "maim"),
    Result(31, DUD, 1, "gun_arm", "kill"),
    Result(32, DUD, 2, "head", "maim"),
)

NUMBERS = tuple(card.number for card in CARDS)
BY_NUMBER = {card.number: card for card in CARDS}
