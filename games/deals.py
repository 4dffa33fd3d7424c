"""The fair deal: what chance decides in a match is sealed before the match begins, and opened when it is over.

Every random outcome follows from the match's secret seed: those of command number `v` (0: the setup) are drawn, in
order, from Python's `random.Random(f"{seed}:{v}")`. What is sealed is one line of JSON in UTF-8, its keys sorted and
without spaces:

    {"game":"standoff","names":["Ann","Bob"],"options":{"lives":3,"set":1},"seed":"0f…"}

The commitment is its SHA-256, in hexadecimal. The table shows it from the start; the line itself, seed and all, is
shown once the match is over. Any tool for SHA-256 tells whether the two belong together.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Any

from . import engine


def chance(seed: str, version: int) -> engine.Chance:
    """Return the chance of one command: of the match's seed and the version that it leads to."""
    return engine.Chance(f"{seed}:{version}")


def canonical(value: Any) -> str:
    """Return JSON-able data as the one text that stands for it."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def digest(text: str) -> str:
    """Return the SHA-256 of a text, in hexadecimal."""
    return hashlib.sha256(text.encode()).hexdigest()


def sealed(game: str, options: dict[str, Any], names: Sequence[str], seed: str) -> str:
    """Return the line that is sealed. It holds the seed: not to be shown before the end."""
    return canonical({"game": game, "options": options, "names": list(names), "seed": seed})


def commitment(game: str, options: dict[str, Any], names: Sequence[str], seed: str) -> str:
    """Return what may be shown of it from the start: it fixes the seed, and tells nothing of it."""
    return digest(sealed(game, options, names, seed))
