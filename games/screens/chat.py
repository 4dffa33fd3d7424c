"""The talk as one viewer reads it, and what they may do about it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from games import hearing
from games.models import Message
from games.tables import RoomFacts, Who


@dataclass(frozen=True)
class Heard:
    """What the fragment `chat` is drawn from. `running`: a match is being played. `typed`: words that were refused, to
    be mended."""

    talk: hearing.Talk
    room: RoomFacts
    who: Who
    running: bool
    typed: str = ""

    @cached_property
    def lines(self) -> list[dict[str, Any]]:
        """What this viewer reads, oldest first: {id, name, words, mine, aside}."""
        return [
            {
                "id": remark.id,
                "name": remark.name,
                "words": remark.words,
                "mine": remark.person is not None and remark.person == self.who.ear.voice,
                "aside": remark.aside,
            }
            for remark in self.talk.heard(self.who.ear, asides=self._asides)
        ]

    @property
    def newest(self) -> int:
        """The last id that they may read, also of somebody they muted: what is older is not news when they hear them
        again."""
        said = self.talk.heard(hearing.Ear(), asides=self._asides)
        return said[-1].id if said else 0

    @property
    def may_write(self) -> bool:
        """Whether the talk takes words of theirs now."""
        return self.room.talk and self.silence is None and not self.room.closed

    @property
    def silence(self) -> hearing.Silence | None:
        """What keeps them from writing anywhere."""
        return self.who.ear.silence

    @property
    def aside(self) -> bool:
        """Whether only spectators read what they say now."""
        return self.running and not self.who.at_table

    @property
    def muted(self) -> tuple[hearing.Muted, ...]:
        """Whom they do not want to hear."""
        return self.who.ear.muted

    @property
    def phrases(self) -> list[tuple[str, Any]]:
        """Ready-made words: (key, words)."""
        return list(Message.Phrase.choices)

    @property
    def _asides(self) -> bool:
        return hearing.hears_asides(at_table=self.who.at_table, running=self.running)
