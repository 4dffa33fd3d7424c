"""The bots: three levels that choose from what their own seat may see, and from nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from random import Random

from ..contract import Command, Outcomes, View
from .foresight import COPIES, best_answer, plan
from .guess import guess
from .state import PRIORITY, RELOAD, State
from .worth import Budget, best_now, safe_answers

__all__ = ["LEVELS", "guess", "policy"]

LIKING = {
    1: (0.5, 0.9, 1.2, 1.0, 0.9, 1.5, 1.3),
    2: (0.5, 0.6, 0.8, 1.2, 1.4, 1.6, 1.2),
    3: (0.5, 0.9, 0.9, 1.2, 0.9, 1.5, 1.4),
    4: (0.5, 0.8, 0.8, 1.3, 0.9, 1.4, 1.4),
    5: (0.5, 1.0, 0.9, 1.0, 1.1, 1.4, 1.4),
    6: (0.5, 0.9, 1.0, 0.9, 1.2, 1.3, 1.6),
}
"""How gladly normal chooses a card of 0 to 6, by card set: about as its holders come off at a table of five."""
RELOAD_AT = (6.0, 3.0, 1.6, 0.8, 0.35, 0.15, 0.05)
"""How much more gladly a Reload, with 0 to 6 bullets in hand."""
ABOVE_ALL = 2.5
"""How much more gladly, in a duel, a bullet above all that the other holds."""
FEW = 3
"""With fewer bullets than this, easy thinks of its Reload, and that every second time."""

LEAST_SHARE = 0.04
"""What would be chosen less often than this, beside the best, is not chosen at all."""
GREATEST_SHARE = 0.65
"""No number is chosen more often than this, unless it cannot be wrong or the match may end: nobody shall read a bot."""


@dataclass(frozen=True)
class Temper:
    """What a bot likes more or less than others: high bullets (5 and 6), a Reload, and seeing others shot."""

    high: float
    reload: float
    aim: float

    def of(self, priority: int) -> float:
        if priority == RELOAD:
            return self.reload
        return self.high if priority >= 5 else 1.0


BOLD, CAREFUL, SOCIABLE = Temper(1.25, 0.85, 1.25), Temper(0.85, 1.25, 1.0), Temper(1.0, 1.1, 0.75)


def temper(name: str) -> Temper:
    """A bot's own way, fixed by its name."""
    return Random(name).choice((BOLD, CAREFUL, SOCIABLE))  # noqa: S311


def policy(view: View, commands: Iterable[Command], chance: Outcomes, level: str) -> Command:
    """Return one of `commands`, chosen from the view of the bot's own seat. `ValueError` for an unknown level."""
    if level not in LEVELS:
        raise ValueError(f"there is no level {level!r}")
    rng = Random(10_000 * chance.pick("bot_a", range(10_000)) + chance.pick("bot_b", range(10_000)))  # noqa: S311
    options = list(commands)
    if len(options) == 1:
        return options[0]
    sight = Sight(view, rng)
    choose, answer = LEVELS[level]
    if view["prompt"]:
        return answer(sight, options)
    shares = choose(sight, [option["card"] for option in options])
    return rng.choices(options, shares)[0]


class Sight:
    """What a bot sees, as a table to think on, and what it is like. Cards that others have submitted play no part."""

    def __init__(self, view: View, rng: Random) -> None:
        self.rng = rng
        self.seat: int = view["you"]["seat"]
        self.state: State = guess(view, rng)
        self.temper = temper(self.state.seats[self.seat].name)
        self.budget = Budget(COPIES, rng)

    def opponents(self) -> list[list[str]]:
        """The hands of the other living seats, which everybody can work out."""
        return [seat.hand for number, seat in enumerate(self.state.seats) if seat.living and number != self.seat]

    def may_be_the_last_round(self) -> bool:
        """Whether it is a duel whose survivor would be the only one with a life left."""
        return len(self.opponents()) == 1 and sum(seat.lives > 1 for seat in self.state.seats) <= 1


# ── Choosing a card ───────────────────────────────────────────────────────────────────────────────────────────────


def easy_shares(sight: Sight, cards: Sequence[str]) -> list[float]:
    """Any bullet; with few of them, every second time any card."""
    held = sum(PRIORITY[card] != RELOAD for card in cards)
    either = 0.5 / len(cards) if held < FEW else 0.0
    bullet = (1 - either * len(cards)) / max(held, 1)
    return mixed(sight, cards, [either + bullet * (PRIORITY[card] != RELOAD) for card in cards])


def normal_shares(sight: Sight, cards: Sequence[str]) -> list[float]:
    """By liking: less what others may double, and a Reload the sooner the fewer bullets are left."""
    return mixed(sight, cards, [liking(sight, cards, PRIORITY[card]) ** 2 for card in cards])


def liking(sight: Sight, cards: Sequence[str], priority: int) -> float:
    like = LIKING[sight.state.set][priority]
    if priority == RELOAD:
        return like * RELOAD_AT[min(sum(PRIORITY[card] != RELOAD for card in cards), 6)]
    opponents = sight.opponents()
    for hand in opponents:
        if any(PRIORITY[card] == priority for card in hand):
            like *= 1 - 1 / len(hand)
    if len(opponents) == 1 and all(PRIORITY[card] < priority for card in opponents[0]):
        like *= ABOVE_ALL
    return like


def hard_shares(sight: Sight, cards: Sequence[str]) -> list[float]:
    """By playing rounds through. A mixture, unless a card cannot be wrong; after a last round nobody can read it."""
    found = plan(sight.state, sight.seat, sight.budget)
    if found.sure:
        return [float(card == found.sure) for card in cards]
    return mixed(sight, cards, found.shares, 1.0 if sight.may_be_the_last_round() else GREATEST_SHARE)


def mixed(sight: Sight, cards: Sequence[str], weights: Sequence[float], most: float = GREATEST_SHARE) -> list[float]:
    """The weights as shares, bent by temper, without the rare ones, and with no number above the share `most`."""
    kinds = [PRIORITY[card] for card in cards]
    shares = [weight * sight.temper.of(kind) for kind, weight in zip(kinds, weights, strict=True)]
    shares = capped(kinds, shares, most)
    least = LEAST_SHARE * max(shares)
    return capped(kinds, [share if share >= least else 0.0 for share in shares], most)


def capped(kinds: Sequence[int], weights: Sequence[float], most: float = GREATEST_SHARE) -> list[float]:
    """Shares of 1 in all; what one kind has above `most` goes to the others, if there are any."""
    total = sum(weights)
    by_kind = dict.fromkeys(kinds, 0.0)
    for kind, weight in zip(kinds, weights, strict=True):
        by_kind[kind] += weight / total
    top = max(by_kind, key=by_kind.__getitem__)
    rest = 1 - by_kind[top]
    if by_kind[top] <= most or rest <= 0:
        return [weight / total for weight in weights]
    down, up = most / by_kind[top], (1 - most) / rest
    return [weight / total * (down if kind == top else up) for kind, weight in zip(kinds, weights, strict=True)]


# ── Answering a question ──────────────────────────────────────────────────────────────────────────────────────────


def easy_answer(sight: Sight, answers: Sequence[Command]) -> Command:
    """Any answer, but none that gets the own seat shot where another would not."""
    return sight.rng.choice(safe_answers(sight.state, sight.seat, answers))


def normal_answer(sight: Sight, answers: Sequence[Command]) -> Command:
    """What looks best if shooting came now."""
    return best_now(sight.state, sight.budget, sight.temper.aim)


def hard_answer(sight: Sight, answers: Sequence[Command]) -> Command:
    """What leaves the best chance to win when the round is played out."""
    return best_answer(sight.state, sight.seat, answers, sight.budget)


Choose = Callable[[Sight, Sequence[str]], list[float]]
Answer = Callable[[Sight, Sequence[Command]], Command]

LEVELS: dict[str, tuple[Choose, Answer]] = {
    "easy": (easy_shares, easy_answer),
    "normal": (normal_shares, normal_answer),
    "hard": (hard_shares, hard_answer),
}
"""For each level, how it chooses cards and how it answers questions."""
