"""What each viewer may know: the public table, and a seat's own choice and mission."""

from __future__ import annotations

from typing import Any

from ..contract import HOST, View, Viewer
from . import actions, missions
from .state import CHOOSE, OVER, RESULTS, ROUNDS, Record, Table


def view(table: Table, viewer: Viewer, slug: str) -> View:
    """The same for every viewer, but for `you`."""
    return {
        "game": slug,
        "phase": table.phase,
        "to_act": [HOST] if table.host_owes() else table.owing(),
        "seats": [seat_facts(table, seat) for seat in range(len(table.names))],
        "you": own_facts(table, viewer) if table.is_seat(viewer) else None,
        "over": table.phase == OVER,
        "winners": table.winners(),
        "options": {
            "round_seconds": table.options.round_seconds,
            "host": table.options.host,
            "missions": table.options.missions,
        },
        "round": table.round,
        "rounds": ROUNDS,
        "completed": len(table.history),
        "captain": table.captain,
        "started": table.started,
        "deadline": table.deadline,
        "history": [round_facts(table, record) for record in table.history],
    }


def seat_facts(table: Table, seat: int) -> dict[str, Any]:
    """S6-2, S7-3: a mission is shown once it is completed, or the match over."""
    done = table.done_in[seat] > 0
    is_shown = bool(table.missions) and (done or table.phase == OVER)
    is_ready = (table.phase == CHOOSE and table.choices[seat] is not None) or (
        table.phase == RESULTS and table.has_read[seat]
    )
    return {
        "name": table.names[seat],
        "score": table.scores[seat],
        "ready": is_ready,
        "mission_done": done,
        "mission": table.missions[seat] if is_shown else None,
    }


def round_facts(table: Table, record: Record) -> dict[str, Any]:
    """One completed round, bonuses included."""
    counts = actions.count(record.choices)
    seats = []
    for seat, choice in enumerate(record.choices):
        done_in = table.done_in[seat]
        # `after` counts the bonuses of earlier rounds; one of this round came later (S6-1).
        bonus = missions.BONUS if done_in == record.round else 0
        seats.append(
            {
                "action": choice.action,
                "player": choice.player,
                "guess": choice.guess,
                "hit": record.hit[seat],
                "earned": record.earned[seat],
                "lost": record.lost[seat],
                "bonus": bonus,
                "score": record.after[seat] + bonus,
            }
        )
    return {
        "round": record.round,
        "captain": record.captain,
        "counts": counts,
        "top": actions.most_chosen(counts),
        "seats": seats,
        "swipes": [{"seat": swipe.seat, "player": swipe.player, "outcome": swipe.outcome} for swipe in record.swipes],
    }


def own_facts(table: Table, seat: int) -> dict[str, Any]:
    """S6-5: only its owner knows the mission and how far it is; the locked choice until the reveal."""
    choice = table.choices[seat]
    mission = table.missions[seat] if table.missions else None
    return {
        "seat": seat,
        "choice": None if choice is None else actions.as_command(choice),
        "mission": mission,
        "mission_done": table.done_in[seat] > 0,
        "progress": missions.progress(mission, table.history, seat) if mission else None,
        "goal": missions.BY_ID[mission].goal if mission else None,
    }
