"""What each viewer may know: everything but the plans of others, until they are resolved. And the way back."""

from __future__ import annotations

from ..contract import View, Viewer
from .hexes import STARTS
from .state import OVER, PLACE, PLAN, Aim, Character, Fallen, Table, budget, to_act
from .turns import seated


def view(table: Table, viewer: Viewer) -> View:
    """Everything `viewer` may know."""
    who = None if viewer is None else seated(table, viewer)
    return {
        "game": "showdown",
        "phase": table.phase,
        "to_act": to_act(table),
        "seats": [_seat(table, character) for character in table.characters],
        "you": None if who is None else _own(table, who),
        "over": table.phase == OVER,
        "winners": list(table.winners),
        "turn": table.turn,
        "turn_cap": table.turn_cap,
        "plan_seconds": table.plan_seconds,
        "brawling": table.brawling,
        "ground": [{"hex": gun.hex, "shells": gun.shells} for gun in table.ground],
        "last_plans": None
        if table.last_plans is None
        else [None if plan is None else list(plan) for plan in table.last_plans],
        "end_reason": table.end_reason,
    }


def _seat(table: Table, character: Character) -> View:
    """The public facts of a seat."""
    is_placed = character.is_placed
    return {
        "name": character.name,
        "character": STARTS[character.seat].character,
        "status": character.status,
        "ready": _is_ready(table, character),
        "hex": character.hex if is_placed else None,
        "facing": character.facing if is_placed else None,
        "posture": character.posture,
        "delay": character.delay,
        "endurance": character.endurance,
        "gun": {"place": character.gun, "shells": character.shells, "cocked": character.cocked},
        "aim": None if character.aim is None else {"target": character.aim.target, "points": character.aim.points},
        "arm_wounds": character.arm_wounds,
        "leg_wounds": character.leg_wounds,
        "bleeding": character.bleeding,
    }


def _is_ready(table: Table, character: Character) -> bool:
    """That a character is placed, or that a plan is in; never which."""
    if table.phase == PLACE:
        return character.is_placed
    return character.plan is not None


def _own(table: Table, who: Character) -> View:
    """The private facts of a seat."""
    may_plan = table.phase == PLAN and who.is_fighter
    return {
        "seat": who.seat,
        "plan": None if who.plan is None else list(who.plan),
        "budget": budget(who) if may_plan else 0,
    }


def table_of(shown: View) -> Table:
    """A table that looks as this view does. Whoever else has sent a plan has sent the empty one."""
    own = shown["you"]
    table = Table(
        turn_cap=shown["turn_cap"],
        plan_seconds=shown["plan_seconds"],
        brawling=shown["brawling"],
        characters=[_character(shown["phase"], seat, facts) for seat, facts in enumerate(shown["seats"])],
        phase=shown["phase"],
        turn=shown["turn"],
        ground=[Fallen(gun["hex"], gun["shells"]) for gun in shown["ground"]],
        last_plans=None
        if shown["last_plans"] is None
        else tuple(None if plan is None else tuple(plan) for plan in shown["last_plans"]),
        winners=tuple(shown["winners"]),
        end_reason=shown["end_reason"],
    )
    if own is not None and own["plan"] is not None:
        table.characters[own["seat"]].plan = tuple(own["plan"])
    return table


def _character(phase: str, seat: int, facts: View) -> Character:
    gun, aim = facts["gun"], facts["aim"]
    return Character(
        seat=seat,
        name=facts["name"],
        status=facts["status"],
        hex=facts["hex"] or "",
        facing=facts["facing"] or 0,
        posture=facts["posture"],
        delay=facts["delay"],
        endurance=facts["endurance"],
        gun=gun["place"],
        shells=gun["shells"],
        cocked=gun["cocked"],
        aim=None if aim is None else Aim(aim["target"], aim["points"]),
        arm_wounds=facts["arm_wounds"],
        leg_wounds=facts["leg_wounds"],
        bleeding=facts["bleeding"],
        plan=() if phase == PLAN and facts["ready"] else None,
    )
