"""One round thought through, as hard does it: hands are known, all choose at once, and whoever can be read loses."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from ..contract import Command
from . import rounds
from .state import State
from .worth import LITTLE, Budget, Scratch, chances, play_on

COPIES = 8000
"""So many copies of the table a decision may take. The bounds are of work and not of time, so decisions replay."""
ROUNDS, STEPS = 260, 400
"""So many rounds are resolved at a large table, in at most so many steps: known rounds are not resolved again."""
ALL_ROUNDS, SWEEPS = 343, 100
"""Where everybody's cards make no more rounds than this, all are resolved, and all are learnt from at once."""
LOOK_FURTHER = 100
"""Up to so many rounds, the questions in them are answered by what each answer leads to."""
LAPSE = 0.5
"""How often somebody is taken to choose any card: people are no machines, and what they waste is there to be won."""
SECOND_THOUGHTS, HEAT = 0.05, 0.03
"""What is nearly as good as the best is chosen now and then; the heat is a chance to win."""
TRIES = 2
"""How often an answer is played out, as the answers that follow may fall either way."""


class Mind:
    """One player's regret matching (plus): cards that would have done better are chosen more."""

    def __init__(self, seat: int, hand: Sequence[str]) -> None:
        self.seat, self.hand = seat, list(hand)
        self.regrets = [0.0] * len(hand)
        self.shares = [1 / len(hand)] * len(hand)
        self.played = [0.0] * len(hand)
        """The sum of the shares so far, the later ones weighing more; `values` likewise."""
        self.values = [0.0] * len(hand)
        self.weight = 0.0

    def expected(self) -> list[float]:
        """How likely the others take each card to be: by its share, or by a lapse."""
        return [(1 - LAPSE) * share + LAPSE / len(self.hand) for share in self.shares]

    def learn(self, values: Sequence[float], weight: int) -> None:
        """Take in what each card would have been worth."""
        mean = sum(share * value for share, value in zip(self.shares, values, strict=True))
        self.weight += weight
        for at, value in enumerate(values):
            self.played[at] += weight * self.shares[at]
            self.values[at] += weight * value
            self.regrets[at] = max(self.regrets[at] + value - mean, 0.0)
        total = sum(self.regrets)
        if total:
            self.shares = [regret / total for regret in self.regrets]

    def plan(self) -> list[float]:
        """The share of each card: the average of what was learnt, and second thoughts by how much a card loses."""
        best = max(self.values)
        near = [math.exp((value - best) / self.weight / HEAT) for value in self.values]
        return [
            played / self.weight + SECOND_THOUGHTS * close / sum(near)
            for played, close in zip(self.played, near, strict=True)
        ]


class Round:
    """A choose phase, with the rounds that were resolved of it: the chances to win by what everybody chose."""

    def __init__(self, state: State, budget: Budget) -> None:
        self.state, self.budget = state, budget
        self.minds = [Mind(number, seat.hand) for number, seat in enumerate(state.seats) if seat.living]
        self.size = math.prod(len(mind.hand) for mind in self.minds)
        self.known: dict[tuple[str, ...], list[float]] = {}

    def outcome(self, profile: tuple[str, ...]) -> list[float]:
        """Each mind's chance to win the match if these cards are revealed."""
        if profile not in self.known:
            table = Scratch(self.state)
            for mind, card in zip(self.minds, profile, strict=True):
                table.seats[mind.seat].chosen = card
            rounds.reveal(table)
            rounds.resolve(table)
            after = chances(play_on(table, self.budget, further=self.size <= LOOK_FURTHER))
            self.known[profile] = [after[mind.seat] for mind in self.minds]
        return self.known[profile]

    def learn_all(self) -> None:
        """Every mind learns from every round there can be, each as likely as the others make it."""
        profiles = list(product(*(range(len(mind.hand)) for mind in self.minds)))
        outcomes = [
            self.outcome(tuple(mind.hand[at] for mind, at in zip(self.minds, profile, strict=True)))
            for profile in profiles
        ]
        for sweep in range(1, SWEEPS + 1):
            for mine, mind in enumerate(self.minds):
                expected = [other.expected() for other in self.minds]
                expected[mine] = [1.0] * len(mind.hand)
                values = [0.0] * len(mind.hand)
                for profile, outcome in zip(profiles, outcomes, strict=True):
                    likely = outcome[mine]
                    for chances_of, at in zip(expected, profile, strict=True):
                        likely *= chances_of[at]
                    values[profile[mine]] += likely
                mind.learn(values, sweep)

    def learn_some(self, me: int) -> None:
        """One mind after another learns from a round that is drawn; every second time it is the mind `me`."""
        rng = self.budget.rng
        for step in range(1, STEPS + 1):
            if len(self.known) >= ROUNDS:
                return
            mine = me if step % 2 else int(rng.random() * len(self.minds))
            cards = [rng.choices(mind.hand, mind.expected())[0] for mind in self.minds]
            values = []
            for card in self.minds[mine].hand:
                cards[mine] = card
                values.append(self.outcome(tuple(cards))[mine])
            self.minds[mine].learn(values, step)

    def sure_card(self, me: int) -> str | None:
        """The card that is at least as good as any other whatever the others choose, so that it may as well be known.

        None if there is none, or if not every round has been resolved.
        """
        if len(self.known) < self.size:
            return None
        hand = self.minds[me].hand
        for card in hand:
            if all(
                after[me] >= self.known[(*profile[:me], other, *profile[me + 1 :])][me]
                for profile, after in self.known.items()
                if profile[me] == card
                for other in hand
            ):
                return card
        return None


@dataclass(frozen=True)
class Plan:
    """How often each card in hand is to be chosen; `sure` is the one that cannot be wrong, if any is."""

    shares: list[float]
    sure: str | None


def plan(state: State, seat: int, budget: Budget) -> Plan:
    """What to choose of the own hand, in its order, so that nobody who knows the plan gains by it."""
    game = Round(state, budget)
    me = next(at for at, mind in enumerate(game.minds) if mind.seat == seat)
    if game.size <= ALL_ROUNDS:
        game.learn_all()
    else:
        game.learn_some(me)
    mind = game.minds[me]
    return Plan(mind.plan(), game.sure_card(me))


def best_answer(state: State, seat: int, answers: Sequence[Command], budget: Budget) -> Command:
    """The answer to the open question after which the round, played out, leaves the best chance to win."""

    def worth(answer: Command) -> float:
        total = LITTLE * budget.rng.random()
        for _ in range(TRIES):
            table = Scratch(state)
            rounds.answer(table, answer)
            total += chances(play_on(table, budget, further=False))[seat]
        return total

    return max(answers, key=worth)
