"""The games, in menu order, and the policies that their bots play by."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from . import embers, seven_rounds, showdown, standoff, twenty_seven
from .contract import Game
from .embers import bot as embers_bot
from .seven_rounds import bot as seven_rounds_bot
from .showdown import bot as showdown_bot
from .standoff import bot as standoff_bot
from .twenty_seven import bot as twenty_seven_bot

Policy = Callable[[dict[str, Any], Iterable[dict[str, Any]], Any, str], dict[str, Any]]
"""(a seat's view, its legal commands, chance of the bot's own, level) -> one of the commands."""

GAMES: dict[str, Game[Any]] = {
    game.slug: game
    for game in (standoff.GAME, embers.GAME, seven_rounds.GAME, showdown.GAME, twenty_seven.GAME)
}  # fmt: skip

POLICIES: dict[str, Policy] = {
    "standoff": standoff_bot.policy,
    "embers": embers_bot.policy,
    "seven_rounds": seven_rounds_bot.policy,
    "showdown": showdown_bot.policy,
    "twenty_seven": twenty_seven_bot.policy,
}


def get(slug: str) -> Game[Any]:
    """Return the game with this slug; `KeyError` for an unknown one."""
    return GAMES[slug]


def all() -> list[Game[Any]]:  # noqa: A001  (the contract's name)
    """Return every game, in menu order."""
    return list(GAMES.values())


def policy(slug: str) -> Policy:
    """Return how a game's bots decide; `KeyError` for an unknown game."""
    return POLICIES[slug]
