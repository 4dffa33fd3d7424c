"""The talk as one viewer reads it, and what they may do about it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games import hearing
from games.models import Message
from games.tables import Table, Who


def facts(table: Table, who: Who, asked: Mapping[str, str]) -> dict[str, Any]:
    """Return what the fragment `chat` is rendered from; nothing for those who have not joined.

    `lines`, oldest first: {id, name, words, mine, aside}. `newest`: the last id that they may read, also of somebody
    they muted: what is older is not news when they hear them again. `aside`: what this viewer says now only spectators
    read. `typed`: words that were refused, to be mended.
    """
    if not who.joined:
        return {}
    asides = hearing.hears_asides(at_table=who.at_table, running=table.running)
    open_to_them = table.talk.heard(hearing.Ear(), asides=asides)
    lines = [
        {
            "id": remark.id,
            "name": remark.name,
            "words": remark.words,
            "mine": remark.person is not None and remark.person == who.ear.voice,
            "aside": remark.aside,
        }
        for remark in table.talk.heard(who.ear, asides=asides)
    ]
    silence = who.ear.silence
    return {
        "lines": lines,
        "newest": open_to_them[-1].id if open_to_them else 0,
        "may_write": table.room.talk and silence is None and not table.room.closed,
        "silence": silence,
        "aside": table.running and not who.at_table,
        "muted": who.ear.muted,
        "phrases": Message.Phrase.choices,
        "typed": asked.get("text", ""),
    }
