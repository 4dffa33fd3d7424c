"""The games, in menu order, and the policies that their bots play by."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable
from typing import Any

from . import embers, seven_rounds, showdown, standoff, twenty_seven
from .contract import Game

Policy = Callable[[dict[str, Any], Iterable[dict[str, Any]], Any, str], dict[str, Any]]

GAMES: dict[str, Game[Any]] = {
    game.slug: game
    for game in (standoff.GAME, embers.GAME, seven_rounds.GAME, showdown.GAME, twenty_seven.GAME)
}  # fmt: skip


def get(slug: str) -> Game[Any]:
    """Return the game with this slug; `KeyError` for an unknown one."""
    return GAMES[slug]


def all() -> list[Game[Any]]:  # noqa: A001  (the contract's name)
    """Return every game, in menu order."""
    return list(GAMES.values())


def policy(slug: str) -> Policy | None:
    """Return the policy of a game's bots; None for a game that has no bots."""
    try:
        module = importlib.import_module(f"games.engine.{slug}.bot")
    except ModuleNotFoundError:
        return None
    found: Policy = module.policy
    return found
