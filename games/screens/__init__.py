"""A room at one moment, drawn for one viewer: {element id: HTML}."""

from .draw import FRAGMENTS, ON_SCREEN, commands, draw, html
from .drawings import Drawings
from .registry import get, playable
from .rulebook import rulebook
from .screen import Screen

__all__ = ["FRAGMENTS", "ON_SCREEN", "Drawings", "Screen", "commands", "draw", "get", "html", "playable", "rulebook"]
