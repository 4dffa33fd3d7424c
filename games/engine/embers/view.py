"""What each viewer may know of a table, built from nothing."""

from __future__ import annotations

from typing import Any

from ..contract import View, Viewer
from . import fiend
from .state import OVER, TEAMS, Play, Seat, Table, Turn


def view(table: Table, viewer: Viewer) -> View:
    """The public facts, and for a seat its private ones."""
    return {
        "game": "embers",
        "phase": table.phase,
        "to_act": list(table.to_act),
        "seats": [public_seat(table, number, seat) for number, seat in enumerate(table.seats)],
        "you": private(table, viewer) if type(viewer) is int and 0 <= viewer < len(table.seats) else None,
        "over": table.phase == OVER,
        "winners": list(table.winners),
        "mode": table.mode,
        "round": table.round,
        "round_cap": table.round_cap,
        "first": table.first,
        "order": list(table.order),
        "turn": running_turn(table.turn) if table.turns else None,
        "deck_count": len(table.deck),
        "discard": list(table.discard),
        "destroyed": list(table.destroyed),
        "detonator": table.detonator,
        "inferno": table.inferno,
        "boss": public_fiend(table),
        "play": card_on_table(table.play),
        "dying": list(table.dying),
    }


def public_seat(table: Table, number: int, seat: Seat) -> dict[str, Any]:
    return {
        "name": seat.name,
        "team": number % 2 if table.mode == TEAMS else None,
        "status": seat.status,
        "hand_count": len(seat.hand),
        "shields": seat.shields,
        "borrowed": [{"from": loan.lender, "count": loan.count} for loan in seat.borrowed],
        "lent": seat.lent,
        "equipment": list(seat.equipment),
        "bombs": seat.bombs,
        "bedrock": seat.bedrock,
        "ghost_until": seat.ghost_until,
        "silenced": seat.silenced,
        "returning": seat.returning,
        "will_due": seat.will_due,
    }


def running_turn(turn: Turn) -> dict[str, Any]:
    return {"seat": turn.seat, "played": turn.played, "lend_used": turn.lend_used, "extra": turn.extra}


def public_fiend(table: Table) -> dict[str, Any]:
    """Its target and damage of this round, and nothing of coming ones."""
    boss = table.fiend
    return {
        "status": boss.status,
        "half_hp": boss.half_hp,
        "bombs": boss.bombs,
        "target": boss.target,
        "half_damage": fiend.half_damage(boss) if boss.present else None,
        "helpers": list(boss.helpers),
    }


def card_on_table(play: Play | None) -> dict[str, Any] | None:
    """The chosen Gift and the Fate on it are not public."""
    if play is None:
        return None
    return {
        "seat": play.seat,
        "card": play.card,
        "target": play.target,
        "guess": play.guess,
        "actor": play.actor,
        "rewritten": play.rewritten,
    }


def private(table: Table, viewer: int) -> dict[str, Any]:
    """What this seat alone may know."""
    seat, play = table.seats[viewer], table.play
    robs = table.phase == "rob" and viewer in table.to_act
    return {
        "seat": viewer,
        "hand": list(seat.hand),
        "gift": play.gift if play is not None and play.seat == viewer else None,
        "fate_armed": play is not None and play.fate == viewer,
        "given": list(seat.given),
        "owed": seat.owed,
        "seen": list(table.seen or ()) if robs else None,
    }
