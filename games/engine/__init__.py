"""The face of the engine: five games as pure state machines (no Django, no clock, no global randomness)."""

from .chance import Chance, Scripted
from .contract import Game, IllegalCommand, MalformedCommand, Step, World
from .options import IllegalOption
from .registry import all, get, policy  # noqa: A004  (the contract's names)

__all__ = [
    "Chance",
    "Game",
    "IllegalCommand",
    "IllegalOption",
    "MalformedCommand",
    "Scripted",
    "Step",
    "World",
    "all",
    "get",
    "policy",
]
