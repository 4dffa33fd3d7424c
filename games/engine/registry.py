"""The games, in menu order."""

from __future__ import annotations

import importlib
from typing import Any

from .contract import Game

GAMES: dict[str, Game[Any]] = {}
for _slug in ("standoff", "embers", "seven_rounds", "showdown", "twenty_seven"):
    try:  # TEMPORARY, while the packages are being written: final form lists the five by hand
        GAMES[_slug] = importlib.import_module(f"games.engine.{_slug}").GAME
    except ModuleNotFoundError:
        pass


def get(slug: str) -> Game[Any]:
    """Return the game with this slug; `KeyError` for an unknown one."""
    return GAMES[slug]


def all() -> list[Game[Any]]:  # noqa: A001  (the contract's name)
    """Return every game, in menu order."""
    return list(GAMES.values())
