"""The bots: three levels that see what a seat sees, and answer with one of its commands."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from random import Random

from ..contract import Command, Outcomes, View
from .foresight import foresee
from .guess import guess
from .sight import Sight, best_slot, quality

__all__ = ["LEVELS", "guess", "policy"]

LIKING = {
    "mirror": 0.95, "trade": 0.9, "tweak": 0.85, "last_call": 0.8, "armor": 0.75, "pressure": 0.6, "hex": 0.6,
    "unstable": 0.55, "lifeline": 0.5, "freeze": 0.5, "raise": 0.5, "sleight": 0.45, "pickpocket": 0.45,
    "tempest": 0.4, "ward": 0.4, "spyglass": 0.3, "turncoat": 0.2,
}  # fmt: skip
"""How gladly a Power is picked."""
COPY = 0.12
"""What each copy in hand takes off that."""

BOLD = frozenset({"last_call", "raise", "pressure", "hex"})
CAREFUL = frozenset({"armor", "lifeline", "ward"})


@dataclass(frozen=True)
class Temper:
    """What is a seat's own: how much it likes bold and careful Powers, about 1."""

    bold: float
    careful: float


def temper(name: str) -> Temper:
    """By the name, so that a bot is the same in every match: up to a quarter more or less."""
    rng = Random(name)  # noqa: S311  (a character, not a secret)
    return Temper(rng.uniform(0.75, 1.25), rng.uniform(0.75, 1.25))


def policy(view: View, commands: Iterable[Command], chance: Outcomes, level: str) -> Command:
    """One of `commands`, chosen by what `view` shows its own seat. `ValueError` for an unknown level."""
    if level not in LEVELS:
        raise ValueError(f"there is no level {level!r}")
    luck = [chance.pick(name, range(10000)) for name in ("bot_a", "bot_b")]
    rng = Random(luck[0] * 10000 + luck[1])  # noqa: S311  (one decision, which replays from the two numbers)
    legal = list(commands)
    sight = Sight(view, legal)
    if not sight.commands:
        return rng.choice(legal)  # one who owes nothing can only give
    mind = LEVELS[level]
    if view["phase"] in ("pick", "reward"):
        return pick(sight, rng, mind.noise)
    return (mind.place if view["phase"] == "place" else mind.turn)(sight, rng)


def pick(sight: Sight, rng: Random, noise: float) -> Command:
    """The Power liked best, less for each copy held, give or take some noise."""
    own = temper(sight.me["name"])

    def liking(command: Command) -> float:
        power = command["power"]
        leaning = own.bold if power in BOLD else own.careful if power in CAREFUL else 1
        return leaning * LIKING[power] - COPY * sight.powers.count(power) + rng.uniform(-noise, noise)

    return max(sight.commands, key=liking)


# Placing what was drawn


def place_well(sight: Sight, rng: Random) -> Command:
    """Where the card gives the highest total that is not Bust."""
    slots = [one["slot"] for one in sight.commands]
    return {"type": "place", "slot": best_slot(sight.cards, sight.drawn, slots, sight.threshold)}


def place_easily(sight: Sight, rng: Random) -> Command:
    """As well, but one card in five lands anywhere."""
    return rng.choice(sight.commands) if rng.random() < 0.2 else place_well(sight, rng)


# A turn


def easy_turn(sight: Sight, rng: Random) -> Command:
    """One turn in three as normal; else content with 4 below the threshold, and now and then any Power at all."""
    luck = rng.random()
    if luck < 1 / 3:
        return normal_turn(sight, rng)
    powers = [one for one in sight.commands if one["type"] == "play"]
    if luck > 0.85 and powers:
        return rng.choice(powers)
    return {"type": "pass" if sight.is_content(4) else "draw"}


def normal_turn(sight: Sight, rng: Random) -> Command:
    """By rules of thumb: hold a good total and press it home, land on one exactly, else draw."""
    if 0 <= sight.gap <= 1:
        return press_home(sight, rng)
    landing = best_landing(sight, 9 if sight.is_late else 1)
    if landing and rng.random() < 0.85:
        return landing
    if sight.gap < -6 and sight.plays("unstable"):
        return sight.plays("unstable")[0]
    insurance = insure(sight)
    if insurance and not 0 <= sight.gap <= 4:
        return insurance
    someone_passed = any(seat["passes"] for seat in sight.others)
    return {"type": "pass" if sight.is_content(2 + someone_passed) else "draw"}


def press_home(sight: Sight, rng: Random) -> Command:
    """With a total that will hardly get better: call the end, make it dearer, or keep others away from the cards."""
    own = temper(sight.me["name"])
    for power, share in (("last_call", 0.8 * own.bold), ("raise", 0.5 * own.bold), ("ward", 0.25 * own.careful)):
        if sight.plays(power) and rng.random() < share:
            return sight.plays(power)[0]
    return {"type": "pass"}


def best_landing(sight: Sight, most: int) -> Command | None:
    """The Power that makes the best hand, if that is better than now and within so many points below the threshold."""
    found, best = None, max(quality(sight.cards, sight.threshold), sight.threshold - most - 1)
    for play in sight.commands:
        made = quality(sight.after(play), sight.threshold) if play["type"] == "play" else best
        if made > best:
            found, best = play, made
    return found


def insure(sight: Sight) -> Command | None:
    """Lifeline where losing would be the end, Armor where it is dear."""
    if sight.me["hp"] <= sight.price and sight.plays("lifeline"):
        return sight.plays("lifeline")[0]
    if sight.price >= 10 and sight.plays("armor"):
        return sight.plays("armor")[0]
    return None


# Levels

Choice = Callable[[Sight, Random], Command]


@dataclass(frozen=True)
class Mind:
    """How a level goes about it."""

    turn: Choice
    place: Choice
    noise: float


LEVELS = {
    "easy": Mind(easy_turn, place_easily, noise=0.45),
    "normal": Mind(normal_turn, place_well, noise=0.45),
    "hard": Mind(foresee, foresee, noise=0.15),
}
