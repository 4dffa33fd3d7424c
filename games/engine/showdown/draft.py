"""A plan while a bot lays it: the time that is left, and where its own character and gun are after the cards so far."""

from __future__ import annotations

from .bearings import step_to, turn_to
from .cards import ENTRIES
from .hexes import NEIGHBOURS, TROUGH, distance, turned
from .state import DOWN, HAND, HOLSTER, TURN_POINTS, Character, Plan


class Draft:
    """A plan of one fighter against its prey. What is laid is legal, and each card has its use when it comes up."""

    __slots__ = ("cards", "facing", "gun", "here", "is_cocked", "is_down", "left", "prey", "shells", "used", "who")

    def __init__(self, who: Character, prey: Character) -> None:
        self.who, self.prey = who, prey
        self.left = TURN_POINTS - who.delay
        self.here, self.facing, self.is_down = who.hex, who.facing, who.posture == DOWN
        self.gun, self.is_cocked, self.shells = who.gun, who.cocked, who.shells
        self.cards: list[str] = []
        self.used: set[int] = set()

    @property
    def plan(self) -> Plan:
        return tuple(self.cards)

    @property
    def range(self) -> int:
        """To the prey, which stays where it is as far as anyone knows."""
        return distance(self.here, self.prey.hex)

    def lay(self, card: str) -> bool:
        """SD-N2, SD-N3: add a card, if there is time for it and it is not used yet."""
        entry = ENTRIES[card]
        if entry.cost > self.left or entry.number in self.used:
            return False
        self.cards.append(card)
        self.used.add(entry.number)
        self.left -= entry.cost
        return True

    # The gun

    def make_ready(self) -> bool:
        """Draw or cock; True when the gun is cocked then, or was."""
        if not self.is_cocked:
            if self.gun == HOLSTER and self.lay("9f"):
                self.gun, self.is_cocked = HAND, True
            elif self.gun == HAND and (self.lay("5f:cock") or self.lay("6f:cock")):
                self.is_cocked = True
        return self.is_cocked

    def pick_up(self, shells: int) -> bool:
        """Take the gun from the ground under one's feet."""
        if not self.lay("9f:ground"):
            return False
        self.gun, self.is_cocked, self.shells = HAND, True, shells
        return True

    def aim(self) -> bool:
        target = f"aim:@{self.prey.seat}"
        return self.lay(f"5f:{target}") or self.lay(f"6f:{target}")

    def shoot(self) -> bool:
        """A shot at the prey, with a gun that can shoot then."""
        target = f"shoot:@{self.prey.seat}"
        if not (self.is_cocked and self.shells):
            return False
        if not (self.lay(f"7f:{target}") or self.lay(f"5f:{target}") or self.lay(f"6f:{target}")):
            return False
        self.is_cocked = False
        self.shells -= 1
        return True

    # The feet

    def face(self, goal: str) -> None:
        """Bring a hex into the aim zone, if it is not and there is time."""
        way = turn_to(self.here, self.facing, goal)
        if way is not None and self.lay(way[0]):
            self.facing = way[1]

    def get_up(self) -> None:
        """With care, or else at once."""
        if self.is_down and (self.lay("5b") or self.lay("4b")):
            self.is_down = False

    def drop(self) -> None:
        if not self.is_down and self.lay("4b"):
            self.is_down = True

    def step(self, code: str, sixths: int, word: str) -> bool:
        """SD-M1: one hex with this card, in this direction from the facing."""
        there = NEIGHBOURS[self.here][turned(self.facing, sixths)]
        if there is None or there == TROUGH or not self.lay(f"{code}:{word}"):
            return False
        self.here = there
        return True

    def walk(self, goal: str, near: int) -> None:
        """Towards a hex, on one's feet, until it is that near or the time is up."""
        self.get_up()
        self.face(goal)
        for code in ("1f", "2f", "3f", "4f"):
            if distance(self.here, goal) <= near:
                return
            way = step_to(self.here, self.facing, goal)
            if way is None:
                return
            word, there = way
            is_sprint = code in ("3f", "4f")
            if (is_sprint and word != "ahead") or not self.lay(code if is_sprint else f"{code}:{word}"):
                return
            self.here = there
