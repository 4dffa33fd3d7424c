"""A plan before it is sent: when its cards would come up, and where they would leave one's own character.

Played by the rules of the turn itself, by this character alone: only its turns and moves are carried out. What nobody
can know yet is left out (hits, crowding), or taken at its best (drawn delay). Public facts are all that it needs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .. import snapshot
from ..chance import Scripted
from ..contract import Event
from . import segments
from .cards import Entry, Step
from .plans import laid_so_far
from .resolution import Resolution, begin
from .results import CARDS
from .state import Character, Table

NO_DELAY = [card.number for card in CARDS if card.delay == 0]


@dataclass(frozen=True, slots=True)
class Outlook:
    """One card of a plan, and the character after it.

    `segment` is the earliest in which the card can come up, None when that is too late for this turn; `draws` counts
    the delay cards drawn before it: with any, it may come up later. `is_cancelled`: a move off the board or into the
    trough.
    """

    card: str
    segment: int | None
    draws: int
    hex: str
    facing: int
    posture: str
    is_cancelled: bool


def preview(table: Table, seat: int, cards: Sequence[str]) -> list[Outlook]:
    """The outlook of each of these well-written cards, in order. The plan need not be complete or legal yet."""
    table = snapshot.copy(table)
    who = table.characters[seat]
    events: list[Event] = []
    coming: list[list[Entry]] = [[] for _character in table.characters]
    coming[seat] = list(reversed(laid_so_far(cards)))
    turn = begin(table, Scripted({"result": [NO_DELAY]}), events, coming)
    outlooks = []
    for segment in segments.SEGMENTS:
        draws = _draws(turn)
        entry = segments.next_card(turn, who, segment)
        if entry is None:
            continue
        if entry.action.step in (Step.TURNS, Step.MOVES):
            entry.action.act(turn, who, entry)
        segments.add_delay(turn)
        outlooks.append(_outlook(who, entry, segment, draws, any(event["type"] == "cancelled" for event in events)))
        events.clear()
    late = reversed(coming[seat])
    return outlooks + [_outlook(who, entry, None, _draws(turn), is_cancelled=False) for entry in late]


def _outlook(who: Character, entry: Entry, segment: int | None, draws: int, is_cancelled: bool) -> Outlook:
    return Outlook(entry.written, segment, draws, who.hex, who.facing, who.posture, is_cancelled)


def _draws(turn: Resolution) -> int:
    """How many cards of the deck were drawn so far."""
    return len(CARDS) - len(turn.deck)
