"""The games that can be played in the browser, each with its screen."""

from games import engine

from . import embers, seven_rounds, showdown, standoff, twenty_seven
from .screen import Screen

SCREENS: dict[str, Screen] = {
    screen.slug: screen
    for screen in (standoff.SCREEN, embers.SCREEN, seven_rounds.SCREEN, showdown.SCREEN, twenty_seven.SCREEN)
}


def get(slug: str) -> Screen:
    """Return a game's screen; `KeyError` for a game that has none."""
    return SCREENS[slug]


def playable() -> list[Screen]:
    """Return every game's screen, in menu order."""
    return [SCREENS[game.slug] for game in engine.all() if game.slug in SCREENS]
