"""What a bot thinks of a table: each seat's chance to win from here, and which answer serves a seat best now."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from .. import snapshot
from ..contract import Command
from . import rounds
from .guess import Dice
from .state import PRIORITY, State
from .table import Table


@dataclass(frozen=True)
class Odds:
    """What counts in a card set. Hands are rated by factors, one for each card in them: Reload first, then 1 to 6."""

    stands: tuple[float, ...]
    """A living seat is the survivor of the standoff in proportion to this rating of its hand."""
    lasts: tuple[float, ...]
    """A hand with this rating helps in the standoffs to come."""
    nobody: float
    """How often a duel leaves no survivor; where more are living it is half of that."""
    life: float
    """By this factor each life more helps to win the match."""


ODDS = {
    1: Odds((1.0, 1.00, 1.92, 1.14, 1.88, 3.86, 1.07), (1.0, 1.09, 1.24, 1.00, 0.98, 1.32, 0.97), 0.32, 5.9),
    2: Odds((1.0, 0.92, 0.96, 1.35, 1.16, 1.80, 9.00), (1.0, 1.15, 1.17, 1.02, 1.06, 1.45, 1.03), 0.36, 8.8),
    3: Odds((1.0, 1.21, 0.99, 1.86, 0.86, 9.00, 0.96), (1.0, 1.04, 1.05, 1.54, 0.90, 0.95, 0.95), 0.30, 22.4),
    4: Odds((1.0, 0.86, 1.11, 1.39, 1.84, 2.72, 1.45), (1.0, 0.94, 1.03, 1.08, 0.84, 1.25, 1.15), 0.28, 5.0),
    5: Odds((1.0, 1.01, 2.41, 1.23, 1.32, 2.56, 1.60), (1.0, 1.01, 1.08, 1.17, 1.16, 1.02, 1.10), 0.48, 19.1),
    6: Odds((1.0, 4.14, 1.03, 1.28, 2.08, 3.32, 2.18), (1.0, 0.94, 0.88, 1.15, 0.95, 1.17, 0.98), 0.30, 14.2),
}
"""By card set: most likely by what came of some 1200 matches each, played by hard bots from all kinds of hands."""

SHOT, OTHER_SHOT, SURVIVOR, OWN_VALUE, CARD = -10.0, 4.0, 6.0, 0.3, 0.25
"""What an answer is judged by: who is shot if shooting comes now, the value of the own card, cards in hand."""
ANY, LITTLE = 0.01, 1e-6
"""Answers that are judged, or whose chances to win are, by less apart are equal, and any of them is taken."""


class Scratch(Table):
    """A private copy to play on by the engine's own rules; nobody is told."""

    def __init__(self, state: State) -> None:
        super().__init__(snapshot.copy(state), [])

    def tell(self, kind: str, **facts: object) -> None:
        pass


@dataclass
class Budget:
    """How many copies of the table a decision may still take: bounded work, however many questions come up."""

    copies: int
    rng: Dice

    def take(self, copies: int) -> bool:
        """Spend so many; False once there are no more."""
        self.copies -= copies
        return self.copies >= 0


# Between two rounds


def chances(state: State) -> list[float]:
    """For each seat, its chance to win the match from a state between two rounds, or after the last."""
    if state.over:
        return [(seat in state.winners) / max(len(state.winners), 1) for seat in range(len(state.seats))]
    odds = ODDS[state.set]
    stands = [rating(odds.stands, seat.hand) if seat.living else 0.0 for seat in state.seats]
    living = sum(seat.living for seat in state.seats)
    somebody = 1 - (odds.nobody if living == 2 else odds.nobody / 2)
    whole = sum(stands)
    weights = []
    for seat, mine in zip(state.seats, stands, strict=True):
        survives = somebody * mine / whole
        lives = survives * worth_of(seat.lives, odds) + (1 - survives) * worth_of(seat.lives - 1, odds)
        weights.append(lives * rating(odds.lasts, seat.hand))
    total = sum(weights)
    return [weight / total for weight in weights]


def rating(factors: Sequence[float], hand: Sequence[str]) -> float:
    return math.prod([factors[PRIORITY[card]] for card in hand])


def worth_of(lives: int, odds: Odds) -> float:
    """What so many lives weigh; nothing when there are none."""
    return math.pow(odds.life, lives - 1) if lives > 0 else 0.0


# While a question is open


def play_on(table: Table, budget: Budget, further: bool) -> State:
    """Play the round to its end, each open question answered as it serves the seat that is asked.

    With `further`, by what each answer leads to; else by how things stand at that moment.
    """
    while table.state.decision:
        rounds.answer(table, best_later(table.state, budget) if further else best_now(table.state, budget))
    return table.state


def answers_to(state: State) -> list[Command]:
    """Every legal answer to the open question."""
    decision = state.decision
    assert decision is not None
    table = Table(state, [])
    return rounds.rules_of(state).questions[decision.kind].answers(table, table.card(decision.card), decision.seat)


def best_later(state: State, budget: Budget) -> Command:
    """The answer after which the round, played to its end, leaves the best chance to win."""
    answers = answers_to(state)
    if len(answers) == 1 or not budget.take(len(answers)):
        return answers[0]
    decision = state.decision
    assert decision is not None
    best, found = -1.0, answers[0]
    for answer in answers:
        table = Scratch(state)
        rounds.answer(table, answer)
        chance = chances(play_on(table, budget, further=False))[decision.seat] + LITTLE * budget.rng.random()
        if chance > best:
            best, found = chance, answer
    return found


def best_now(state: State, budget: Budget, aim: float = 1.0) -> Command:
    """The answer that looks best if shooting came now; `aim` is how much it counts that others are shot."""
    answers = answers_to(state)
    if len(answers) == 1 or not budget.take(len(answers)):
        return answers[0]
    best, found = -math.inf, answers[0]
    for answer in answers:
        value = judge(state, answer, aim) + ANY * budget.rng.random()
        if value > best:
            best, found = value, answer
    return found


def judge(state: State, answer: Command, aim: float) -> float:
    """How well an answer leaves the seat that gives it, if shooting came now."""
    table, seat = answered(state, answer)
    shot = rounds.rules_of(state).shoot(table)
    value = OWN_VALUE * table.card_of(seat).value + CARD * len(table.seats[seat].hand)
    if seat in shot:
        return value + SHOT + aim * OTHER_SHOT * (len(shot) - 1)
    if len(shot) == len(table.cards) - 1:
        value += SURVIVOR
    return value + aim * OTHER_SHOT * len(shot)


def safe_answers(state: State, seat: int, answers: Sequence[Command]) -> Sequence[Command]:
    """The answers that do not get the seat shot if shooting came now; all of them if there are none such."""
    shoot = rounds.rules_of(state).shoot
    return [answer for answer in answers if seat not in shoot(answered(state, answer)[0])] or answers


def answered(state: State, answer: Command) -> tuple[Table, int]:
    """The table right after an answer, nothing else having come up, and who gave it."""
    table, decision = Scratch(state), state.decision
    assert decision is not None
    table.state.decision = None
    question = rounds.rules_of(state).questions[decision.kind]
    question.answer(table, table.card(decision.card), decision.seat, answer)
    return table, decision.seat
