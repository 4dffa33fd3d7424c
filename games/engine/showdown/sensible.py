"""A sensible plan: what a decent player lays without looking ahead, and what a bot expects of everybody else."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from .aiming import MOST, STEP, aim_points
from .bearings import step_to
from .draft import Draft
from .guns import need
from .hexes import RELATIVE, distance, in_zone, sees
from .state import DOWN, FIGHTING, FULL_ENDURANCE, HAND, HOLSTER, NO_GUN, TURN_POINTS, Character, Plan, Table


@dataclass(frozen=True, slots=True)
class Temper:
    """What is a fighter's own: how gladly it aims first, walks up to others and drops, about 1."""

    aims: float = 1.0
    nears: float = 1.0
    drops: float = 1.0


EVEN = Temper()

AIM_FIRST = 0.45
AIM_TWICE = 0.4
"""When nobody covers one."""
ENOUGH_AIM = MOST - 2 * STEP
WALK_UP = 0.6
STEP_NEARER = 0.4
"""After a shot."""
SHOOT_AGAIN = 0.5
DROP = 0.5
FAR_ODDS = -7
"""From here on a shot is hardly worth a shell: rather nearer."""
LOAD = 0.6
BRAWL = 0.8
"""How readily one without a gun strikes at who is in reach, with a gun lying somewhere."""
BLOWS = {"12f": 3, "11f": 2, "10f": 1}
STEPS = {"1f": ("ahead_left", "ahead", "ahead_right"), "1b": ("back_left", "back", "back_right")}


def sensible(table: Table, seat: int, rng: Random, temper: Temper = EVEN) -> Plan:
    """A plan of a fighter, drawn from those that make sense at a glance."""
    who = table.characters[seat]
    foes = [other for other in table.characters if other.status == FIGHTING and other is not who]
    if who.delay >= TURN_POINTS:
        return ()
    draft = Draft(who, choose_prey(who, foes, rng))
    if who.gun == NO_GUN:
        seek_gun(draft, table, rng)
    elif who.gun == HOLSTER:
        draw(draft, rng, temper)
    elif who.shells:
        fight(draft, table, foes, rng, temper)
    else:
        make_do(draft, table, rng)
    return draft.plan


def choose_prey(who: Character, foes: list[Character], rng: Random) -> Character:
    """Rather who is near, in the aim zone, hurt, armed, or aimed at already."""
    if len(foes) == 1:
        return foes[0]
    weights = []
    for foe in foes:
        weight = 1 / (1 + 0.35 * distance(who.hex, foe.hex))
        weight *= 1 + 0.08 * (FULL_ENDURANCE - foe.endurance)
        if in_zone(who.hex, who.facing, foe.hex):
            weight *= 2.5
        if foe.gun == HAND:
            weight *= 1.5
        if who.aim is not None and who.aim.target == f"@{foe.seat}":
            weight *= 2
        weights.append(weight)
    return rng.choices(foes, weights)[0]


# With a gun


def draw(draft: Draft, rng: Random, temper: Temper) -> None:
    """The gun out of the holster, then an aim, or a shot and a drop."""
    draft.face(draft.prey.hex)
    if draft.make_ready() and not (rng.random() < AIM_FIRST * temper.aims and draft.aim()):
        draft.shoot()
        take_cover(draft, rng, temper)


def fight(draft: Draft, table: Table, foes: list[Character], rng: Random, temper: Temper) -> None:
    """Turn, cock, aim and shoot; or nearer, when the shot would be a bad one and nobody covers one."""
    who, prey = draft.who, draft.prey
    covered = is_covered(who, foes)
    far = odds(table, who, prey) <= FAR_ODDS and not covered and rng.random() < WALK_UP * temper.nears
    if far or not sees(who.hex, who.posture == DOWN, prey.hex, prey.posture == DOWN):
        draft.make_ready()
        draft.walk(prey.hex, 1)
        return
    draft.face(prey.hex)
    if not draft.make_ready():
        return
    aimed = who.aim.points if who.aim else 0
    if aimed < ENOUGH_AIM and draft.left > STEP and rng.random() < AIM_FIRST * temper.aims:
        draft.aim()
        if not covered and rng.random() < AIM_TWICE:
            draft.aim()
    if draft.shoot():
        go_on(draft, rng, temper)


def is_covered(who: Character, foes: list[Character]) -> bool:
    """Could one of them shoot at this fighter at once?"""
    return any(foe.gun == HAND and foe.cocked and foe.shells and in_zone(foe.hex, foe.facing, who.hex) for foe in foes)


def odds(table: Table, who: Character, prey: Character) -> int:
    """SD-G5 as long as nobody moves: by how much a shot of fire 0 would exceed its need."""
    range_ = distance(who.hex, prey.hex)
    bonus = aim_points(table, who, prey.hex) - 2 * who.arm_wounds
    if who.posture == DOWN:
        bonus += 1
    if prey.posture == DOWN and range_ >= 2:
        bonus -= 2
    return bonus - need(range_)


def go_on(draft: Draft, rng: Random, temper: Temper) -> None:
    """After a shot: ready for the next one, and nearer or lower."""
    if draft.range > 1 and not draft.is_down and rng.random() < STEP_NEARER * temper.nears:
        way = step_to(draft.here, draft.facing, draft.prey.hex)
        if way is not None:
            draft.step("1f", RELATIVE[way[0]], way[0])
    if draft.make_ready() and draft.left >= STEP:
        if rng.random() < SHOOT_AGAIN:
            draft.shoot()
        else:
            draft.aim()
    take_cover(draft, rng, temper)


def take_cover(draft: Draft, rng: Random, temper: Temper) -> None:
    """DOWN, where that makes one harder to hit."""
    if draft.range >= 2 and rng.random() < DROP * temper.drops:
        draft.drop()


def dodge(table: Table, seat: int, rng: Random) -> Plan:
    """A plan with a step or two out of a gun's way, and the own gun at work before and after."""
    who = table.characters[seat]
    foes = [other for other in table.characters if other.status == FIGHTING and other is not who]
    draft = Draft(who, choose_prey(who, foes, rng))
    if rng.random() < 0.5:
        draft.face(draft.prey.hex)
        if draft.make_ready():
            draft.shoot()
    code = rng.choice(("1f", "1f", "1f", "1b"))
    word = rng.choice(STEPS[code])
    if draft.step(code, RELATIVE[word], word) and code == "1f" and rng.random() < 0.3:
        draft.step("2f", RELATIVE[word], word)
    draft.face(draft.prey.hex)
    if rng.random() < 0.5 or draft.is_cocked:
        draft.make_ready()
        draft.shoot()
    draft.make_ready()
    return draft.plan


# Without one that shoots


def seek_gun(draft: Draft, table: Table, rng: Random) -> None:
    """To the nearest gun, or at somebody's throat."""
    here, prey = draft.here, draft.prey
    guns = [gun for gun in table.ground if gun.shells or not table.brawling]
    under_foot = next((gun for gun in guns if gun.hex == here), None)
    if under_foot and draft.pick_up(under_foot.shells):
        draft.face(prey.hex)
        draft.shoot()
        return
    goal = min((gun.hex for gun in guns), key=lambda hex_: distance(here, hex_), default=None)
    if table.brawling and draft.range <= 1 and (goal is None or rng.random() < BRAWL):
        brawl(draft, rng)
    elif goal is not None and (not table.brawling or distance(here, goal) <= draft.range + 1):
        draft.walk(goal, 0)
    elif table.brawling:
        draft.walk(prey.hex, 1)


def make_do(draft: Draft, table: Table, rng: Random) -> None:
    """No shells: blows for who is in reach, else load, or walk up to them."""
    if table.brawling and draft.range <= 1:
        brawl(draft, rng)
    elif rng.random() < LOAD and draft.lay("8f"):
        draft.shells += 1
        draft.make_ready()
    elif table.brawling:
        draft.walk(draft.prey.hex, 1)


def brawl(draft: Draft, rng: Random) -> None:
    """Blows at who is in reach, as long as there is time, and a Duck."""
    draft.get_up()
    draft.face(draft.prey.hex)
    for _blow in BLOWS:
        draft.lay(f"{rng.choices(*zip(*BLOWS.items(), strict=True))[0]}:@{draft.prey.seat}")
    draft.lay("10b")
