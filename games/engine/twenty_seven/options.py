"""The options: what each mode allows, and the check of what a host sent."""

from __future__ import annotations

from typing import Any

from ..options import Option, clean

MODES = ("quick", "ranked", "custom")
MODE = Option("mode", "quick", MODES)
TEAMS = Option("teams", False, (False, True))

OPTIONS = (
    MODE,
    TEAMS,
    Option("goal", 27, (9, 18, 27, 36)),
    Option("seconds", 20, range(5, 121)),
    Option("powers", 3, (1, 2, 3, 4)),
    Option("random_reveal", False, (False, True)),
)
"""Every key with all that any mode allows: just what a custom match takes."""


def fixed(seconds: int, powers: int) -> tuple[Option, ...]:
    """The options of a mode that fixes all but the teams: one value each, which may be given and nothing else."""
    return (
        MODE,
        TEAMS,
        Option("goal", 27, (27,)),
        Option("seconds", seconds, (seconds,)),
        Option("powers", powers, (powers,)),
        Option("random_reveal", False, (False,)),
    )


BY_MODE = {
    "quick": fixed(seconds=20, powers=3),
    "ranked": fixed(seconds=15, powers=4),
    "custom": OPTIONS,
}


def clean_options(raw: object) -> dict[str, Any]:
    """Return all six options, defaults filled in as the mode sets them. Raises `IllegalOption`."""
    mode = raw.get("mode", MODE.default) if isinstance(raw, dict) else MODE.default
    return clean(BY_MODE[mode] if MODE.takes(mode) else OPTIONS, raw)
