"""A plan tried out by its own player alone, by the rules of the turn: what would come of each card as things stand.

The engine's `preview` tells when cards come up and where they lead. This tells the rest: which of them would do
nothing, and how the table would look when the next card comes up. Hits are left out, and every drawn card is the
kindest: nobody can know more before the plans are turned up.
"""

from __future__ import annotations

from games.engine import snapshot
from games.engine.chance import Scripted
from games.engine.contract import Event
from games.engine.showdown import aiming, segments
from games.engine.showdown.cards import Entry
from games.engine.showdown.plans import laid_so_far
from games.engine.showdown.preview import NO_DELAY
from games.engine.showdown.resolution import begin
from games.engine.showdown.state import Table


def rehearse(table: Table, seat: int, cards: list[str]) -> tuple[Table, list[str]]:
    """The table after these well-written cards, and for each card the reason why it would do nothing, or ""."""
    table = snapshot.copy(table)
    who = table.characters[seat]
    events: list[Event] = []
    coming: list[list[Entry]] = [[] for _character in table.characters]
    coming[seat] = list(reversed(laid_so_far(cards)))
    turn = begin(table, Scripted({"result": [NO_DELAY]}), events, coming)
    reasons = []
    for segment in segments.SEGMENTS:
        entry = segments.next_card(turn, who, segment)
        if entry is None:
            continue
        events.clear()
        segments.come_up(turn, who, entry)
        entry.action.act(turn, who, entry)
        turn.hits.clear()
        segments.add_delay(turn)
        aiming.check_aims(turn)
        reasons.append(next((event["reason"] for event in events if event["type"] in ("cancelled", "held")), ""))
    return table, reasons + ["time"] * len(coming[seat])
