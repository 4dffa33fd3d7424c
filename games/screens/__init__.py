"""A room at one moment, drawn for one viewer: {element id: HTML}."""

from .draw import FRAGMENTS, commands, draw, html
from .registry import get, playable
from .screen import Screen

__all__ = ["FRAGMENTS", "Screen", "commands", "draw", "get", "html", "playable"]
