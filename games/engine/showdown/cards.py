"""The card table: twelve cards, two sides each, and every entry that a plan can be written with (SD-N1)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import IntEnum

from ..text import mark as _
from . import aiming, brawl, guns, moves
from .hexes import OPEN_HEXES, RELATIVE, STARTS
from .resolution import Resolution
from .state import Character, named_seat


class Step(IntEnum):
    """SD-R4: the step of a segment in which a card is carried out."""

    STANCES = 2
    SHOTS = 3
    BLOWS = 4
    HAND = 5
    TURNS = 6
    MOVES = 7


@dataclass(frozen=True, slots=True)
class Choices:
    """What may be written behind an action, in order, and the samples of it that a refusal shows."""

    values: tuple[str, ...]
    samples: tuple[str, ...]


SEATS = tuple(f"@{seat}" for seat, _start in enumerate(STARTS))
AHEAD = Choices(("ahead_left", "ahead", "ahead_right"), ("ahead_left", "ahead", "ahead_right"))
BACK = Choices(("back_left", "back", "back_right"), ("back_left", "back", "back_right"))
SOMEBODY = Choices(SEATS, ("@1",))
TARGET = Choices(SEATS + OPEN_HEXES, ("@1", "A-F6"))


@dataclass(frozen=True, slots=True)
class Action:
    """What a side does: when, how, and how it is written behind the side: a word, a choice, both or neither."""

    step: Step
    act: Callable[[Resolution, Character, Entry], None]
    word: str = ""
    choices: Choices | None = None
    keeps_aim: bool = False
    """SD-A3: does AIM outlast its coming up?"""


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a card; without actions it is not played."""

    code: str
    name: str
    cost: int
    text: str
    actions: tuple[Action, ...] = ()
    needs: str | None = None
    """SD-N4: the side that must stand in the same plan."""
    is_brawling: bool = False

    @property
    def number(self) -> int:
        return int(self.code[:-1])

    @property
    def samples(self) -> str:
        """How it is written, by example."""
        return ", ".join(
            written(self.code, action.word, choice)
            for action in self.actions
            for choice in (action.choices.samples if action.choices else ("",))
        )


@dataclass(frozen=True, slots=True, eq=False)
class Entry:
    """One thing that can stand in a plan: a side with its choice."""

    written: str
    side: Side
    number: int
    cost: int
    action: Action
    sixths: int = 0
    """SD-B6: a direction, clockwise from ahead."""
    target: str = ""
    seat: int | None = None
    """Of a target that is a character."""


def written(code: str, word: str, choice: str) -> str:
    """SD-N1: an entry as it stands in a plan."""
    return ":".join(part for part in (code, word, choice) if part)


GUNPLAY = (
    Action(Step.HAND, guns.cock, "cock"),
    Action(Step.HAND, aiming.aim, "aim", TARGET, keeps_aim=True),
    Action(Step.SHOTS, guns.shoot, "shoot", TARGET, keeps_aim=True),
)

SIDES = (
    Side(
        "1f", _("Advance"), 2, _("Step one hex forward; the facing stays."),
        (Action(Step.MOVES, moves.walk, choices=AHEAD),),
    ),
    Side(
        "1b", _("Back Up"), 3, _("Step one hex backward; the facing stays."),
        (Action(Step.MOVES, moves.walk, choices=BACK),),
    ),
    Side(
        "2f", _("Run"), 1, _("One hex more, in a plan that has Advance."),
        (Action(Step.MOVES, moves.run, choices=AHEAD),), needs="1f",
    ),
    Side(
        "2b", _("Spin Around"), 2, _("Face one of the three backward directions."),
        (Action(Step.TURNS, moves.face, choices=BACK),),
    ),
    Side(
        "3f", _("Sprint"), 1, _("One hex straight ahead for a delay card, in a plan that has Run."),
        (Action(Step.MOVES, moves.sprint),), needs="2f",
    ),
    Side(
        "3b", _("Turn"), 1, _("Face one sixth to the left or right, or wait with your aim kept."),
        (Action(Step.TURNS, moves.face, choices=AHEAD, keeps_aim=True),),
    ),
    Side(
        "4f", _("Sprint"), 1, _("One hex straight ahead for a delay card, in a plan that has Run."),
        (Action(Step.MOVES, moves.sprint),), needs="2f",
    ),
    Side(
        "4b", _("Leap/Drop"), 1, _("Up or down at once, for two delay cards."),
        (Action(Step.TURNS, moves.leap_or_drop),),
    ),
    Side("5f", _("Cock/Aim/Shoot"), 2, _("Cock the gun, put 2 AIM on a target, or shoot at one."), GUNPLAY),
    Side(
        "5b", _("Get Up/Down"), 3, _("Up or down with care: no delay cards."),
        (Action(Step.TURNS, moves.get_up_or_down),),
    ),
    Side("6f", _("Cock/Aim/Shoot"), 2, _("Cock the gun, put 2 AIM on a target, or shoot at one."), GUNPLAY),
    Side("6b", _("(Throw)"), 2, _("Not played.")),
    Side(
        "7f", _("Shoot"), 1, _("Fire a cocked gun at a target."),
        (Action(Step.SHOTS, guns.shoot, "shoot", TARGET, keeps_aim=True),),
    ),
    Side(
        "7b", _("Strength"), 2, _("Your next blow this turn takes 1 endurance and 1 delay more."),
        (Action(Step.STANCES, brawl.gather_strength),), is_brawling=True,
    ),
    Side(
        "8f", _("Load"), 3, _("One shell into the gun in your hand, which is uncocked then."),
        (Action(Step.HAND, guns.load),),
    ),
    Side("8b", _("(Head Out/Back)"), 2, _("Not played.")),
    Side(
        "9f", _("Draw & Cock"), 3, _("Gun from the holster, or from the ground under you, into the hand, cocked."),
        (Action(Step.HAND, guns.draw), Action(Step.HAND, guns.pick_up, "ground")),
    ),
    Side("9b", _("(Head Out/Back)"), 2, _("Not played.")),
    Side(
        "10f", _("Jab"), 2, _("A quick blow at someone next to you: it lands easily and hurts little."),
        (Action(Step.BLOWS, brawl.jab, choices=SOMEBODY),), is_brawling=True,
    ),
    Side(
        "10b", _("Duck"), 1, _("Until your next card: best against Swing."),
        (Action(Step.STANCES, brawl.duck),), is_brawling=True,
    ),
    Side(
        "11f", _("Swing"), 3, _("A wide blow at someone next to you; a strong one knocks down."),
        (Action(Step.BLOWS, brawl.swing, choices=SOMEBODY),), is_brawling=True,
    ),
    Side(
        "11b", _("Block"), 2, _("Until your next card: best against Jab and Swing."),
        (Action(Step.STANCES, brawl.block),), is_brawling=True,
    ),
    Side(
        "12f", _("Belt"), 3, _("The hardest blow at someone next to you; a strong one knocks down."),
        (Action(Step.BLOWS, brawl.belt, choices=SOMEBODY),), is_brawling=True,
    ),
    Side(
        "12b", _("Guard"), 2, _("Until your next card: good against every blow."),
        (Action(Step.STANCES, brawl.guard),), is_brawling=True,
    ),
)  # fmt: skip
"""In the order of the page: 1f, 1b, 2f, 2b, ... 12b."""

BY_CODE = {side.code: side for side in SIDES}


def _entries(side: Side) -> Iterator[Entry]:
    """What can be written with this side, in the order of its actions and their choices."""
    for action in side.actions:
        for choice in action.choices.values if action.choices else ("",):
            is_direction = choice in RELATIVE
            target = "" if is_direction else choice
            yield Entry(
                written=written(side.code, action.word, choice),
                side=side,
                number=side.number,
                cost=side.cost,
                action=action,
                sixths=RELATIVE[choice] if is_direction else 0,
                target=target,
                seat=named_seat(target),
            )


ENTRIES = {entry.written: entry for side in SIDES for entry in _entries(side)}
"""SD-N1: everything that a plan can be written with, in listing order."""
