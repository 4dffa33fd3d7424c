"""What each viewer may know: everything but the card that another seat has chosen and not yet revealed."""

from __future__ import annotations

from typing import Any

from ..contract import View, Viewer
from .state import InPlay, LastRound, Seat, State, order

SLUG = "standoff"


def view(state: State, viewer: Viewer) -> View:
    """The public table, and for a seat its own hand and choice."""
    decision = state.decision
    return {
        "game": SLUG,
        "phase": state.phase,
        "to_act": state.to_act,
        "set": state.set,
        "start_lives": state.start_lives,
        "standoff": state.standoff,
        "round": state.round,
        "prompt": {"seat": decision.seat, "kind": decision.kind, "card": decision.card} if decision else None,
        "armed": list(state.armed),
        "last_round": last_round(state.last_round) if state.last_round else None,
        "seats": [public(state, number, seat) for number, seat in enumerate(state.seats)],
        "you": private(state, viewer),
        "over": state.over,
        "winners": list(state.winners),
    }


def public(state: State, number: int, seat: Seat) -> dict[str, Any]:
    """A seat as everyone sees it. A chosen card still counts as one of the hand."""
    owned = [*seat.hand, *seat.spent, *(card.id for card in state.cards if card.owner == number)]
    in_front = next((card for card in state.cards if card.seat == number), None)
    return {
        "name": seat.name,
        "lives": seat.lives,
        "eliminated": seat.lives == 0,
        "alive": seat.living,
        "submitted": seat.chosen is not None,
        "cards": sorted(owned, key=order),
        "spent": list(seat.spent),
        "hand_size": len(seat.hand),
        "played": seat.played,
        "in_play": in_play(in_front) if in_front else None,
        "suppressed": seat.suppressed,
        "marked": seat.marked,
        "no_cover": seat.no_cover,
        "medic": seat.medic,
    }


def in_play(card: InPlay) -> dict[str, Any]:
    return {
        "card": card.id,
        "value": card.value,
        "status": card.status,
        "locked": card.locked,
        "protected": card.protected,
        "reversed": card.reversed,
        "double": card.double,
    }


def last_round(last: LastRound) -> dict[str, Any]:
    return {
        "standoff": last.standoff,
        "round": last.round,
        "armed": list(last.armed),
        "seats": [dict(vars(outcome)) if outcome else None for outcome in last.seats],
    }


def private(state: State, viewer: Viewer) -> dict[str, Any] | None:
    """A seat's own hand and choice; nothing for a spectator, the host or a stranger."""
    if type(viewer) is not int or not 0 <= viewer < len(state.seats):
        return None
    seat = state.seats[viewer]
    return {"seat": viewer, "hand": list(seat.hand), "chosen": seat.chosen}
