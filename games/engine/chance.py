"""Every random outcome of a game, asked for by name: from a seeded generator, or from a case's script."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any


class Chance:
    """Outcomes from a generator seeded with `seed`: the same seed and the same questions give the same answers."""

    def __init__(self, seed: int | str) -> None:
        self._random = random.Random(seed)  # noqa: S311  (games are replayed from their seed; nothing is encrypted)

    def shuffle(self, name: str, items: Sequence[Any]) -> list[Any]:
        """Return the items in a random order."""
        order = list(items)
        self._random.shuffle(order)
        return order

    def pick(self, name: str, items: Sequence[Any]) -> Any:
        """Return one of the items; `IndexError` when there are none."""
        return self._random.choice(items)

    def roll(self, name: str, probability: float) -> bool:
        """Return True with this probability."""
        return self._random.random() < probability


class Scripted:
    """Outcomes from `script`, name -> list, used in order, each name on its own.

    Where a list has run out: the items as given, the first item, False. An outcome that was not among what was asked
    raises `ValueError`.
    """

    def __init__(self, script: Mapping[str, Sequence[Any]]) -> None:
        self._script = {name: list(outcomes) for name, outcomes in script.items()}

    def _next(self, name: str) -> Any:
        outcomes = self._script.get(name)
        return outcomes.pop(0) if outcomes else None

    def shuffle(self, name: str, items: Sequence[Any]) -> list[Any]:
        """Return the scripted start of the order, then the rest as given."""
        start = self._next(name)
        rest = list(items)
        for item in start or ():
            if item not in rest:
                raise ValueError(f"the script for {name!r} gives {item!r}, which is not among {rest!r}")
            rest.remove(item)
        return [*(start or ()), *rest]

    def pick(self, name: str, items: Sequence[Any]) -> Any:
        """Return the scripted item, else the first."""
        wanted = self._next(name)
        if wanted is None:
            return items[0]
        if wanted not in items:
            raise ValueError(f"the script for {name!r} gives {wanted!r}, which is not among {list(items)!r}")
        return wanted

    def roll(self, name: str, probability: float) -> bool:
        """Return the scripted outcome, else False."""
        wanted = self._next(name)
        if wanted is None:
            return False
        if not isinstance(wanted, bool):
            raise ValueError(f"the script for {name!r} gives {wanted!r}, which is neither true nor false")
        return wanted
