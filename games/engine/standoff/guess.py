"""A full state that fits what one seat sees, with what it cannot see drawn at random from what is possible."""

from __future__ import annotations

from typing import Any, Protocol

from .. import snapshot
from ..contract import View
from .rounds import new_match
from .state import PRIORITIES, PRIORITY, Decision, InPlay, LastRound, Seat, State


class Dice(Protocol):
    """What is used of a `random.Random`."""

    def random(self) -> float: ...
    def choice(self, seq: list[str], /) -> str: ...
    def choices(self, population: list[str], weights: list[float], /) -> list[str]: ...


def guess(view: View, rng: Dice) -> State:
    """A state whose view from the same seat is `view`; choices that others have submitted are drawn from their hands.

    How many rounds the whole match has had is not shown: each finished standoff counts for one, the fewest possible.
    """
    state = new_match(view["set"], view["start_lives"], [seat["name"] for seat in view["seats"]])
    state.standoff, state.round = view["standoff"], view["round"]
    state.rounds = state.standoff - 1 + state.round
    state.over, state.winners = view["over"], tuple(view["winners"])
    state.armed = tuple(view["armed"])
    state.last_round = snapshot.load(LastRound, view["last_round"]) if view["last_round"] else None
    owners = {card: number for number, shown in enumerate(view["seats"]) for card in shown["cards"]}
    for number, shown in enumerate(view["seats"]):
        if shown["in_play"]:
            state.cards.append(in_play(shown["in_play"], number, owners))
    lying = {card.id for card in state.cards}
    for seat, shown in zip(state.seats, view["seats"], strict=True):
        fill(seat, shown, lying, rng)
    you = view["you"]
    if you:
        state.seats[you["seat"]].chosen = you["chosen"]
    if view["prompt"]:
        asked = view["prompt"]
        state.decision, state.decisions = Decision(asked["seat"], asked["kind"], asked["card"]), 1
        state.priority = PRIORITY[asked["card"]]
    elif state.over:
        state.priority = PRIORITIES[-1]
    return state


def in_play(shown: dict[str, Any], seat: int, owners: dict[str, int]) -> InPlay:
    """A card on the table, in front of this seat."""
    card = shown["card"]
    return InPlay(
        card, PRIORITY[card], seat, owners[card], shown["value"], shown["status"],
        shown["locked"], shown["protected"], shown["reversed"], shown["double"],
    )  # fmt: skip


def fill(seat: Seat, shown: dict[str, Any], lying: set[str], rng: Dice) -> None:
    """A seat as it is shown: its hand is what it owns that is neither spent nor on the table."""
    seat.lives, seat.living, seat.played = shown["lives"], shown["alive"], shown["played"]
    seat.spent = list(shown["spent"])
    seat.hand = [card for card in shown["cards"] if card not in seat.spent and card not in lying]
    seat.suppressed, seat.marked = shown["suppressed"], shown["marked"]
    seat.no_cover, seat.medic = shown["no_cover"], shown["medic"]
    if shown["submitted"]:
        seat.chosen = rng.choice(seat.hand)
