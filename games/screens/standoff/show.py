"""The reveal as a show: what lies where, beat by beat, from the events since the last reveal.

A beat is the unit that the style sheet paces. Only the newest move of a round is played; what came before it stands.
Nothing here decides anything: `agrees` tells whether the events have led to what the view says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from ..screen import LONGEST, Event, View

LEADING = frozenset(
    {"activated", "cancelled", "declined", "discarded", "paid", "revealed", "shot", "standoff_ended", "targeted",
     "when_discarded"}
)  # fmt: skip
"""What begins a step of its own; other events belong to the step that they follow."""
UNSEEN = frozenset({"submitted", "round_started", "restocked", "match_ended"})
"""What happens off the stage."""

CARD_MARKS = {"locked": "locked", "protected": "protected", "reversed": "reversed", "granted": "double"}
SEAT_MARKS = frozenset({"suppressed", "marked", "no_cover", "medic", "reloaded"})


@dataclass
class Lying:
    """A card on the table: the way of its value, and its marks, each with the beat at which it came (None: before)."""

    card: str
    path: list[tuple[int, int | None]]
    status: str = "pending"
    marks: dict[str, int | None] = field(default_factory=dict)

    @property
    def value(self) -> int:
        return self.path[-1][0]


@dataclass
class Frame:
    """A card in front of a seat, from one beat to another (None: from before the show, to its end)."""

    lying: Lying
    step: int | None
    until: int | None = None
    flips: bool = False
    """Whether it is turned face up when the show begins."""

    def path(self) -> list[dict[str, Any]]:
        """The values it had here, each with when it came and when the next one did; the last is what it is worth."""
        seen = [(value, self._here(beat)) for value, beat in self.lying.path if self._before_it_left(beat)]
        nexts = [beat for _value, beat in seen[1:]] + [None]
        return [
            {"value": value, "step": beat, "until": after} for (value, beat), after in zip(seen, nexts, strict=True)
        ]

    def marks(self) -> dict[str, int | None]:
        return {kind: self._here(beat) for kind, beat in self.lying.marks.items() if self._before_it_left(beat)}

    def _before_it_left(self, beat: int | None) -> bool:
        return beat is None or self.until is None or beat < self.until

    def _here(self, beat: int | None) -> int | None:
        return beat if beat is not None and (self.step is None or beat > self.step) else None


@dataclass
class Show:
    """A round since its reveal. `version` is the move that is played, `end` the beat at which the show is over."""

    frames: dict[int, list[Frame]] = field(default_factory=dict)
    seat_marks: dict[int, dict[str, int | None]] = field(default_factory=dict)
    spots: dict[int, list[dict[str, Any]]] = field(default_factory=dict)
    captions: list[dict[str, Any]] = field(default_factory=list)
    bullets: dict[str, int] = field(default_factory=dict)
    """Card -> the beat at which it leaves a hand, or comes back."""
    lost: list[int] = field(default_factory=list)
    healed: list[int] = field(default_factory=list)
    lives_step: int | None = None
    outcome: list[Event] = field(default_factory=list)
    """From the shots on: what a story of the round has to tell."""
    version: int = 0
    end: int = 0

    def lying(self, card: str) -> Lying:
        return next(lies for frames in self.frames.values() if (lies := frames[-1].lying).card == card)

    def agrees(self, view: View) -> bool:
        """Whether the view has the same cards in the same places, with the same values and marks."""
        rows = (
            view["last_round"] and view["last_round"]["seats"]
            if view["phase"] != "decide"
            else [seat["in_play"] for seat in view["seats"]]
        )
        if not rows or {seat for seat, row in enumerate(rows) if row} != self.frames.keys():
            return False
        return all(self._same(self.frames[seat][-1].lying, row) for seat, row in enumerate(rows) if row)

    @staticmethod
    def _same(lies: Lying, row: dict[str, Any]) -> bool:
        flags = [kind for kind in ("locked", "protected", "reversed", "double") if kind in row]
        return (lies.card, lies.value, lies.status) == (row["card"], row["value"], row["status"]) and all(
            (kind in lies.marks) == row[kind] for kind in flags
        )


def show(view: View, told: Iterable[Any], tell: Callable[[Iterable[Event]], list[str]]) -> Show | None:
    """Return the round since the last reveal; None where there is none to tell, or it ends elsewhere than the view."""
    moves = since_the_reveal(told)
    if not moves:
        return None
    staged = Show(version=moves[-1].version)
    for move in moves[:-1]:
        for event in move.events:
            play(staged, event, None)
    steps = grouped(moves[-1].events)
    slow = 2 if 4 + 2 * len(steps) <= LONGEST else 1
    beat = 0
    for events in steps:
        first = events[0]["type"]
        until = min(beat + (3 if first == "revealed" else slow), LONGEST)
        staged.captions.append({"step": beat, "until": until, "text": " ".join(tell(events)[:2])})
        for event in events:
            play(staged, event, beat)
        beat = until
    staged.end = min(beat + 2, LONGEST) if view["phase"] != "decide" else beat
    staged.captions[-1]["until"] = staged.end
    return staged if staged.agrees(view) else None


def since_the_reveal(told: Iterable[Any]) -> list[Any]:
    """The moves from the last reveal to the end of its round, or to now."""
    moves: list[Any] = []
    for move in told:
        kinds = {event["type"] for event in move.events}
        if "revealed" in kinds:
            moves = [move]
        elif moves and kinds - UNSEEN:
            moves.append(move)
    return moves


def grouped(events: Iterable[Event]) -> list[list[Event]]:
    """Events in steps: an effect and what it does, cards that cancel each other, the shots and what they lead to."""
    steps: list[list[Event]] = []
    for event in events:
        kind = event["type"]
        if kind in UNSEEN:
            continue
        before = steps[-1][-1]["type"] if steps else None
        if before is None or (kind in LEADING and not kind == before == "cancelled"):
            steps.append([event])
        else:
            steps[-1].append(event)
    return steps


def play(show: Show, event: Event, beat: int | None) -> None:
    """Let one event happen on the stage."""
    kind, seat = event["type"], event.get("seat")
    if kind == "revealed":
        for row in event["cards"]:
            printed = int(row["card"].partition(":")[2])
            show.frames[row["seat"]] = [Frame(Lying(row["card"], [(printed, None)]), beat, flips=beat is not None)]
    elif kind == "activated":
        show.lying(event["card"]).status = "resolved"
        spot(show, seat, beat, "acts")
    elif kind == "cancelled":
        show.lying(event["card"]).status = "cancelled"
        show.lying(event["card"]).marks["cancelled"] = beat
    elif kind == "value":
        show.lying(event["card"]).path.append((event["to"], beat))
    elif kind in CARD_MARKS:
        show.lying(event["card"]).marks[CARD_MARKS[kind]] = beat
    elif kind == "swapped":
        one, other = event["seats"]
        cards = show.frames[one][-1].lying, show.frames[other][-1].lying
        lay(show, one, cards[1], beat)
        lay(show, other, cards[0], beat)
    elif kind == "stolen":
        printed = int(event["card"].partition(":")[2])
        lay(show, seat, Lying(event["card"], [(printed, None)], "resolved"), beat)
    elif kind == "targeted":
        for hit in [event["target_seat"]] if "target_seat" in event else seats_of(show, event["target"]):
            spot(show, hit, beat, "target")
    elif kind == "no_effect":
        spot(show, seat, beat, "idle")
    elif kind in ("discarded", "paid", "retrieved"):
        if beat is not None:
            show.bullets[event["card"]] = beat
    elif kind in SEAT_MARKS:
        show.seat_marks.setdefault(seat, {})[kind] = beat
        if kind == "no_cover":
            show.frames[seat][-1].lying.marks.pop("protected", None)
    elif kind == "shot":
        for one in event["seats"]:
            show.seat_marks.setdefault(one, {})["shot"] = beat
    elif kind == "standoff_ended":
        show.lost, show.lives_step = event["losers"], beat
    elif kind == "healed":
        show.healed.append(seat)
    if kind in ("shot", "standoff_ended", "eliminated", "healed"):
        show.outcome.append(event)


def lay(show: Show, seat: int, lying: Lying, beat: int | None) -> None:
    """A card comes to lie in front of a seat, and what lay there goes."""
    if beat is None:
        show.frames[seat] = [Frame(lying, None)]
        return
    show.frames[seat][-1].until = beat
    show.frames[seat].append(Frame(lying, beat))


def seats_of(show: Show, card: str) -> list[int]:
    """In front of whom a card lies; of nobody, where it is a spent one."""
    return [seat for seat, frames in show.frames.items() if frames[-1].lying.card == card]


def spot(show: Show, seat: int, beat: int | None, kind: str) -> None:
    """Point at a place for the length of a step."""
    if beat is not None:
        show.spots.setdefault(seat, []).append({"step": beat, "until": min(beat + 2, LONGEST), "kind": kind})
