"""A sensible plan: what a decent player lays without looking ahead, and what a bot expects of everybody else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from .aiming import aim_points
from .bearings import step_to, turn_to
from .cards import ENTRIES
from .guns import need
from .hexes import distance, in_zone, sees
from .state import DOWN, FIGHTING, FULL_GUN, HAND, HOLSTER, NO_GUN, TURN_POINTS, Character, Plan, Table


@dataclass(frozen=True, slots=True)
class Temper:
    """What is a fighter's own: how gladly it aims first, walks up and drops, about 1."""

    aims: float = 1.0
    nears: float = 1.0
    drops: float = 1.0


EVEN = Temper()

AIM_FIRST = 0.45
WALK_UP = 0.6
DROP = 0.5
FAR_ODDS = -7
"""A shot whose bonus lies so far below its need is hardly worth a shell: rather nearer."""
BLOWS = (("12f", 3.0), ("11f", 2.0), ("10f", 1.0))


class Draft:
    """A plan being laid, by one fighter against its prey."""

    __slots__ = ("cards", "facing", "here", "left", "prey", "range", "rng", "table", "temper", "used", "who")

    def __init__(self, table: Table, who: Character, prey: Character, rng: Random, temper: Temper) -> None:
        self.table, self.who, self.prey, self.rng, self.temper = table, who, prey, rng, temper
        self.left = TURN_POINTS - who.delay
        self.here, self.facing = who.hex, who.facing
        self.range = distance(who.hex, prey.hex)
        self.cards: list[str] = []
        self.used: set[int] = set()

    def lay(self, card: str) -> bool:
        """Add a card if there is time for it and it is not used yet."""
        entry = ENTRIES[card]
        if entry.cost > self.left or entry.number in self.used:
            return False
        self.cards.append(card)
        self.used.add(entry.number)
        self.left -= entry.cost
        return True

    def hand(self, what: str) -> bool:
        """Cock or aim, with whichever card is free."""
        return self.lay(f"5f:{what}") or self.lay(f"6f:{what}")

    def cock(self) -> bool:
        return self.hand("cock")

    def aim(self) -> bool:
        return self.hand(f"aim:@{self.prey.seat}")

    def shoot(self) -> bool:
        shot = f"shoot:@{self.prey.seat}"
        return self.lay(f"7f:{shot}") or self.hand(shot)

    def turn_to(self, goal: str) -> None:
        """Bring a hex into the aim zone, if it is not and there is time."""
        way = turn_to(self.here, self.facing, goal)
        if way is not None and self.lay(way[0]):
            self.facing = way[1]

    def walk_to(self, goal: str, near: int) -> bool:
        """Step by step towards a hex, until it is that near or the time is up."""
        self.turn_to(goal)
        started = len(self.cards)
        for code in ("1f", "2f", "3f", "4f"):
            if distance(self.here, goal) <= near:
                break
            way = step_to(self.here, self.facing, goal)
            if way is None or (code in ("3f", "4f") and way[0] != "ahead"):
                break
            if not self.lay(code if code in ("3f", "4f") else f"{code}:{way[0]}"):
                break
            self.here = way[1]
        return len(self.cards) > started


def sensible(table: Table, seat: int, rng: Random, temper: Temper = EVEN) -> Plan:
    """A plan of a fighter, drawn from those that make sense at a glance."""
    who = table.characters[seat]
    foes = [other for other in table.characters if other.status == FIGHTING and other is not who]
    if who.delay >= TURN_POINTS or not foes:
        return ()
    prey = foes[0] if len(foes) == 1 else choose_prey(who, foes, rng)
    draft = Draft(table, who, prey, rng, temper)
    if who.gun == NO_GUN:
        unarmed(draft)
    elif who.gun == HOLSTER:
        draw(draft)
    elif who.shells:
        gunplay(draft, foes)
    else:
        empty(draft)
    return tuple(draft.cards)


def choose_prey(who: Character, foes: list[Character], rng: Random) -> Character:
    """Rather who is near, in the aim zone, hurt, armed, or aimed at already."""
    weights = []
    for foe in foes:
        weight = 1 / (1 + 0.35 * distance(who.hex, foe.hex))
        if in_zone(who.hex, who.facing, foe.hex):
            weight *= 2.5
        weight *= 1 + 0.08 * (10 - foe.endurance)
        if foe.gun == HAND:
            weight *= 1.5
        if who.aim is not None and who.aim.target == f"@{foe.seat}":
            weight *= 2
        weights.append(weight)
    return rng.choices(foes, weights)[0]


def is_covered(who: Character, foes: list[Character]) -> bool:
    """Could one of them shoot at this fighter at once?"""
    return any(
        foe.gun == HAND and foe.cocked and foe.shells and in_zone(foe.hex, foe.facing, who.hex) for foe in foes
    )


def unarmed(draft: Draft) -> None:
    """To the nearest gun, or at somebody's throat."""
    table, who = draft.table, draft.who
    guns = [gun for gun in table.ground if gun.shells or not table.brawling]
    if any(gun.hex == who.hex for gun in guns) and draft.lay("9f:ground"):
        draft.turn_to(draft.prey.hex)
        draft.shoot()
        return
    if draft.range <= 1 and table.brawling and draft.rng.random() < 0.8:
        brawl(draft)
        return
    goal = min((gun.hex for gun in guns), key=lambda hex_: distance(who.hex, hex_), default=None)
    if goal is not None and (not table.brawling or distance(who.hex, goal) <= draft.range + 1):
        near(draft, goal, 0)
    elif table.brawling:
        near(draft, draft.prey.hex, 1)


def near(draft: Draft, goal: str, within: int) -> None:
    """Walk; on one's feet, for crawling is slow."""
    if draft.who.posture == DOWN:
        draft.lay("5b") or draft.lay("4b")
    draft.walk_to(goal, within)


def draw(draft: Draft) -> None:
    """The gun out of the holster, then a shot, an aim or a drop."""
    draft.turn_to(draft.prey.hex)
    if not draft.lay("9f"):
        return
    if draft.rng.random() < AIM_FIRST * draft.temper.aims and draft.aim():
        return
    draft.shoot()
    drop(draft)


def drop(draft: Draft) -> None:
    """DOWN, where that makes one harder to hit."""
    if draft.who.posture != DOWN and draft.range >= 2 and draft.rng.random() < DROP * draft.temper.drops:
        draft.lay("4b")


def odds(draft: Draft) -> int:
    """What the fire of a shot needs to be at least, below 0 the other way round: bonus less need."""
    who, prey = draft.who, draft.prey
    bonus = aim_points(draft.table, who, prey.hex) - 2 * who.arm_wounds
    if who.posture == DOWN:
        bonus += 1
    if prey.posture == DOWN and draft.range >= 2:
        bonus -= 2
    return bonus - need(draft.range)


def gunplay(draft: Draft, foes: list[Character]) -> None:
    """Turn, cock, aim and shoot; or nearer, when the shot would be a bad one and nobody covers one."""
    who, prey, rng = draft.who, draft.prey, draft.rng
    chance = odds(draft)
    covered = is_covered(who, foes)
    is_seen = sees(who.hex, who.posture == DOWN, prey.hex, prey.posture == DOWN)
    walk_up = WALK_UP * draft.temper.nears
    if not is_seen or (chance <= FAR_ODDS and not covered and rng.random() < walk_up):
        if not who.cocked:
            draft.cock()
        near(draft, prey.hex, 1)
        return
    draft.turn_to(prey.hex)
    aimed = who.aim.points if who.aim else 0
    if not who.cocked and not draft.cock():
        return
    if aimed < 4 and draft.left >= 3 and rng.random() < AIM_FIRST * draft.temper.aims:
        draft.aim()
        if not covered and rng.random() < 0.4:
            draft.aim()
    if not draft.shoot():
        return
    follow(draft)


def follow(draft: Draft) -> None:
    """After a shot: ready for the next one, and nearer or lower."""
    rng = draft.rng
    if draft.range > 1 and draft.who.posture != DOWN and draft.left >= 2 and rng.random() < 0.4 * draft.temper.nears:
        way = step_to(draft.here, draft.facing, draft.prey.hex)
        if way is not None:
            draft.lay(f"1f:{way[0]}")
    if draft.cock() and draft.left >= 2:
        if rng.random() < 0.5:
            draft.shoot()
        else:
            draft.aim()
    drop(draft)


def empty(draft: Draft) -> None:
    """No shells: blows for who is in reach, else load, or walk up to them."""
    if draft.range <= 1 and draft.table.brawling:
        brawl(draft)
        return
    if draft.who.shells < FULL_GUN and draft.rng.random() < 0.6 and draft.lay("8f"):
        draft.cock()
        return
    near(draft, draft.prey.hex, 1)


def brawl(draft: Draft) -> None:
    """Blows at who is in reach."""
    if draft.who.posture == DOWN:
        draft.lay("5b") or draft.lay("4b")
    draft.turn_to(draft.prey.hex)
    for _blow in BLOWS:
        codes = [code for code, _weight in BLOWS]
        weights = [weight for _code, weight in BLOWS]
        draft.lay(f"{draft.rng.choices(codes, weights)[0]}:@{draft.prey.seat}")
    if draft.left:
        draft.lay("10b")


Planner = Callable[[Table, int, Random], Plan]
