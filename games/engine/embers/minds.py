"""How the bots weigh things: what a card is worth in the hand, what a level minds, and what a name adds to it.

Everything is counted in one unit, of which a worn Shield is worth about 3.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from random import Random

KEEP = {
    "shield": 3.0, "defuse": 4.0, "bomb": 2.0, "scavenger": 2.5, "plunderer": 2.1, "swap": 3.8, "gift": 3.0,
    "conjure": 5.0, "goodwill": 1.0, "one": 1.0, "two": 1.0, "three": 1.0, "four": 1.0, "top_scavenger": 4.1,
    "top_plunderer": 5.0, "extra_turn": 6.0, "gamble": 2.0, "detonate": 4.0, "miracle": 9.0, "ghost": 8.0,
    "heirblade": 2.0, "crown": 0.8, "bedrock": 3.0, "inferno": 2.1, "fatebinder": 2.4, "will": 4.0, "great_will": 7.0,
    "ember": 5.0,
}  # fmt: skip
"""What a card is worth in the hand; playing it costs as much. Bombs, numbers and the Life Wager are worth more in
company: see `worth.keep`."""
SMALL_BOMB = 6.0
"""What the four numbers of a Small Bomb cost together."""


@dataclass(frozen=True)
class Mind:
    """What a player minds, and how well it knows what it wants."""

    noise: float = 0.5
    """Each worth is off by up to so much."""
    heeds_order: bool = True
    """Does it mind whose turn is over, and how many rivals share a loss?"""
    overrides_freely: bool = True
    """Does it override for its own good too, or only against a threat?"""
    ignored: float = 0.0
    """Threats up to so much are let pass."""
    blind: float = 0.0
    """The share of polls that it passes without a look."""
    wagers: bool = True

    life: float = 100.0
    spare_life: float = 16.0
    """The same with a Miracle or a Ghost equipped."""
    duel: float = 60.0
    """The death of the last opponent."""
    kill: float = 30.0
    """The death of another one."""
    spared_kill: float = 9.6
    """A death that a Miracle or a Ghost will turn aside."""
    unhurried: float = 0.65
    """A kill while the Fiend is still awaited."""
    strip: float = 0.63
    """A Shield broken on an opponent, if it were the only one."""
    own_strip: float = 1.4
    draw: float = 5.0
    steal: float = 1.8
    """A stolen card, to a drawn one."""
    rivalry: float = 0.75
    """What an opponent gains counts so much against it, among all opponents."""
    eager: float = 1.4
    """What a play gains, to what the card was worth in the hand."""
    averted: float = 1.35
    """What an override averts."""
    caution: float = 1.7
    """What an override has to be worth at least."""
    half_point: float = 4.0
    fell: float = 40.0
    """Damage to the Fiend, and its fall."""


NORMAL = Mind(
    noise=5.0, heeds_order=False, overrides_freely=False, ignored=5.0, life=60.0, spare_life=10.0, spared_kill=8.0,
    unhurried=1.0, strip=1.8, own_strip=1.0, draw=3.0, steal=1.1, rivalry=1.0, eager=0.85, averted=0.8, caution=2.0,
)  # fmt: skip
EASY = dataclasses.replace(NORMAL, noise=8.0, blind=0.4, wagers=False)
HARD = Mind()

TEMPERS = (
    {"kill": 1.2, "duel": 1.1, "life": 0.9},
    {"kill": 0.9, "duel": 0.95, "life": 1.2},
    {"kill": 0.9, "half_point": 1.25, "fell": 1.15},
)
"""A bold, a careful and a sociable one: what is shifted, and how far."""


def with_temper(mind: Mind, name: str) -> Mind:
    """The mind of the bot of this name, the same in every match."""
    temper = Random(name).choice(TEMPERS)  # noqa: S311  (a character, not a secret)
    return dataclasses.replace(mind, **{field: getattr(mind, field) * factor for field, factor in temper.items()})
