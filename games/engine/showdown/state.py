"""The table as data: the characters, the guns on the ground, and where the match stands."""

from __future__ import annotations

from dataclasses import dataclass, field

PLACE, PLAN, OVER = "place", "plan", "over"
FIGHTING, KILLED, PASSED_OUT, SURRENDERED = "fighting", "killed", "passed_out", "surrendered"
UP, DOWN = "up", "down"
HOLSTER, HAND, NO_GUN = "holster", "hand", "none"
STILL, MOVED, RAN = "still", "moved", "ran"

FULL_ENDURANCE = 10
FULL_GUN = 6
TURN_POINTS = 5

Plan = tuple[str, ...]
"""Card sides with their choices, as written on the page: `1f:ahead_left`."""


@dataclass(frozen=True, slots=True)
class Aim:
    """SD-A2: `points` put on `target`, which is written as in a plan (`@1` or `A-F6`)."""

    target: str
    points: int


@dataclass(frozen=True, slots=True)
class Fallen:
    """A gun on the ground."""

    hex: str
    shells: int


@dataclass
class Character:
    """One seat's character. A fighter is one whose status is `fighting`."""

    seat: int
    name: str
    status: str = FIGHTING
    hex: str = ""
    """Empty until it is placed."""
    facing: int = 0
    posture: str = UP
    delay: int = 0
    endurance: int = FULL_ENDURANCE
    gun: str = HOLSTER
    shells: int = FULL_GUN
    cocked: bool = False
    aim: Aim | None = None
    arm_wounds: int = 0
    leg_wounds: int = 0
    bleeding: int = 0
    plan: Plan | None = None
    """Sent for this turn, until it is resolved."""
    movement: str = STILL
    """This and the next two are marks of the turn that is being resolved (SD-M5, SD-F4)."""
    stance: str = ""
    strong: bool = False

    @property
    def is_fighter(self) -> bool:
        return self.status == FIGHTING

    @property
    def is_placed(self) -> bool:
        return self.hex != ""

    @property
    def is_down(self) -> bool:
        return self.posture == DOWN


@dataclass
class Table:
    """A match of Showdown."""

    turn_cap: int
    plan_seconds: int
    brawling: bool
    characters: list[Character]
    phase: str = PLACE
    turn: int = 0
    ground: list[Fallen] = field(default_factory=list)
    """In the order in which they fell."""
    last_plans: tuple[Plan | None, ...] | None = None
    winners: tuple[int, ...] = ()
    end_reason: str | None = None

    @property
    def fighters(self) -> list[Character]:
        """In seat order."""
        return [character for character in self.characters if character.status == FIGHTING]


def to_act(table: Table) -> list[int]:
    """The seats that owe a command: the next to place, or the fighters without a plan."""
    if table.phase == PLACE:
        return [character.seat for character in table.characters if not character.is_placed][:1]
    if table.phase == PLAN:
        return [fighter.seat for fighter in table.fighters if fighter.plan is None]
    return []


def budget(character: Character) -> int:
    """SD-N3: the time points that a plan may cost."""
    return max(0, TURN_POINTS - character.delay)


def named_seat(target: str) -> int | None:
    """The seat in a target written `@1`; None for a hex."""
    return int(target[1:]) if target.startswith("@") else None


def place_of(table: Table, target: str) -> str:
    """SD-A2: the hex that a target names, or where the character it names stands now."""
    seat = named_seat(target)
    return target if seat is None else table.characters[seat].hex
