"""What each viewer may know (T13), built from nothing."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from ..contract import View, Viewer
from .rounds import least_price
from .state import HIDDEN, Table, is_alive, is_seat, to_act, told


def view(table: Table, viewer: Viewer) -> View:
    """All public facts, and for a seat its own (T13-2: for those out, an empty hand and nothing else)."""
    last_round = table.last_round
    return {
        "game": "twenty_seven",
        "phase": table.phase,
        "to_act": to_act(table),
        "seats": [public(table, seat) for seat in range(len(table.players))],
        "you": private(table, viewer) if is_seat(viewer, table) else None,
        "over": table.phase == "over",
        "winners": list(table.winners),
        "options": asdict(table.options),
        "round": table.round,
        "round_started": table.round_started,
        "starter": table.starter,
        "active": table.active,
        "turns": table.turns,
        "threshold": table.threshold,
        "raises": table.raises,
        "price": least_price(table),
        "last_call": table.last_call,
        "deck_count": len(table.deck),
        "discard": list(table.discard),
        "last_round": told(last_round) if last_round else None,
    }


def public(table: Table, seat: int) -> dict[str, Any]:
    """What everybody sees of a seat."""
    player = table.players[seat]
    return {
        "name": player.name,
        "team": player.side if table.options.teams else None,
        "hp": table.hp[player.side],
        "alive": is_alive(table, seat),
        "visible": list(player.cards[:HIDDEN]),
        "passes": player.passes,
        "passed": player.passed,
        "powers": len(player.powers),
        "picks_left": player.picks_left,
        "frozen": player.frozen,
        "armor": player.armor,
        "lifeline": player.lifeline,
        "ward": player.ward,
    }


def private(table: Table, seat: int) -> dict[str, Any]:
    """What a seat alone knows: its hidden and its drawn card, its Powers, its offer, and what Spyglass showed."""
    player = table.players[seat]
    return {
        "seat": seat,
        "hidden": player.cards[HIDDEN] if player.cards else None,
        "drawn": table.drawn if seat == table.active else None,
        "powers": list(player.powers),
        "offer": list(player.offer),
        "known": [other.cards[HIDDEN] if seat in other.seen_by else None for other in table.players],
    }
