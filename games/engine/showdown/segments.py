"""The segments of a turn, each in the steps of SD-R4."""

from __future__ import annotations

from . import aiming, hits, moves
from .cards import Entry, Step
from .resolution import Resolution
from .state import Character

SEGMENTS = range(1, 6)


def play(turn: Resolution, segment: int) -> None:
    """SD-R4, steps 1 to 12. Who is in the fight now acts, whatever hits it meanwhile."""
    turn.events.append({"type": "segment", "segment": segment})
    fighters = turn.table.fighters
    up = [(who, entry) for who in fighters if (entry := next_card(turn, who, segment))]
    if not up:
        return  # without a card nothing changes: no hit, no delay, and every AIM was checked in the last segment
    for who, entry in up:
        come_up(turn, who, entry)
    for who, entry in sorted(up, key=step):  # stable: in seat order within a step
        entry.action.act(turn, who, entry)
    moves.crowding(turn, fighters)
    hits.apply_hits(turn)
    add_delay(turn)
    hits.outs(turn, fighters)
    aiming.check_aims(turn)
    turn.entered.clear()
    turn.hits.clear()


def step(coming_up: tuple[Character, Entry]) -> Step:
    """SD-R4: when in the segment a card is carried out."""
    return coming_up[1].action.step


def next_card(turn: Resolution, who: Character, segment: int) -> Entry | None:
    """SD-R2, SD-R4.1: the card of this fighter that comes up in this segment, if one does; its time is used."""
    coming = turn.coming[who.seat]
    if not coming or turn.used[who.seat] + coming[-1].cost + who.delay > segment:
        return None
    entry = coming.pop()
    turn.used[who.seat] += entry.cost
    return entry


def come_up(turn: Resolution, who: Character, entry: Entry) -> None:
    """SD-R4.1, SD-A3: a stance ends; AIM is lost unless the card is a Turn, an aim or a shot."""
    who.stance = ""
    if not entry.action.keeps_aim:
        aiming.lose_aim(who, turn.events)


def add_delay(turn: Resolution) -> None:
    """SD-R4.10: what was gained in this segment counts from the next one."""
    for who in turn.table.characters:
        who.delay += turn.gained[who.seat]
        turn.gained[who.seat] = 0
