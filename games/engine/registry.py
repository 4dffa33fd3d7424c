"""The games, in menu order."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable
from typing import Any

from .contract import Game

Policy = Callable[[dict[str, Any], Iterable[dict[str, Any]], Any, str], dict[str, Any]]

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


def policy(slug: str) -> Policy | None:
    """Return the bots' policy of a game, as BOTS describes it; None for a game without bots."""
    try:
        module = importlib.import_module(f"games.engine.{slug}.bot")
    except ModuleNotFoundError:
        return None
    found: Policy = module.policy
    return found
