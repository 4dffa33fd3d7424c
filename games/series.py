"""Best of three or five: who has won how many matches of the series that a room plays, and when it is decided.

A win is a person's, whichever seat they had; a bot's by its name. Nothing is stored but `Room.best_of` and
`Room.series_from`: the rest follows from who won which match.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass

from .models import Player, Room, Seat

SHOWN = 4
"""Up to so many contenders all stand in the score; of more, only those who have won something."""


@dataclass(frozen=True)
class Score:
    """A contender and how many matches of the series they have won."""

    name: str
    wins: int


@dataclass(frozen=True)
class Series:
    """How a series stands. `scores`: those who have a seat, in seat order, then those who have won something and left.

    `wins` are the same by seat number. A match that everybody loses counts as played, one that was ended early does
    not. `over`: somebody has won enough, or so many matches were drawn that it ends without.
    """

    best_of: int
    scores: tuple[Score, ...]
    wins: Mapping[int, int]
    played: int

    @property
    def needed(self) -> int:
        """How many wins decide it."""
        return self.best_of // 2 + 1

    @property
    def most(self) -> int:
        """After how many matches it ends, decided or not."""
        return 2 * self.best_of

    @property
    def best(self) -> int:
        return max((score.wins for score in self.scores), default=0)

    @property
    def over(self) -> bool:
        return self.best >= self.needed or self.played >= self.most

    @property
    def winners(self) -> list[str]:
        """Who has won the series; nobody before it is over, and where nobody won a match."""
        return [score.name for score in self.scores if score.wins == self.best > 0] if self.over else []

    @property
    def shown(self) -> list[Score]:
        """The scores that there is room for."""
        return [score for score in self.scores if len(self.scores) <= SHOWN or score.wins]


@dataclass(frozen=True)
class Outing:
    """One seat of one finished match: who played it, by person (None: a bot, or somebody gone) and by name."""

    match: int
    person: Hashable
    name: str
    won: bool


def standing(best_of: int, seats: Iterable[tuple[int, Hashable, str]], outings: Iterable[Outing]) -> Series:
    """Return how a series stands, from the seats (number, person or None, name) and the outings of its matches.

    A person whom a bot stood in for when a match began is known by the name on their seat.
    """
    seats, outings = list(seats), list(outings)
    people = {outing.name: outing.person for outing in outings if outing.person is not None}
    people |= {name: person for _number, person, name in seats if person is not None}
    wins: dict[Hashable, int] = {}
    names: dict[Hashable, str] = {}
    for outing in outings:
        who = outing.person if outing.person is not None else people.get(outing.name, outing.name)
        wins[who] = wins.get(who, 0) + outing.won
        names[who] = outing.name
    seated = {number: name if person is None else person for number, person, name in seats}
    here = [Score(name, wins.get(seated[number], 0)) for number, _person, name in seats]
    left = [Score(names[who], n) for who, n in wins.items() if n and who not in seated.values()]
    return Series(
        best_of=best_of,
        scores=(*here, *left),
        wins={number: wins.get(who, 0) for number, who in seated.items()},
        played=len({outing.match for outing in outings}),
    )


def of(room: Room, seats: Iterable[Seat]) -> Series | None:
    """Return how the series of a room stands; None for a room that plays one match at a time."""
    if room.best_of == Room.BestOf.ONE:
        return None
    players = Player.objects.filter(
        match__room=room, match__number__gte=room.series_from, match__ended_at__isnull=False, match__broken_off=False
    ).order_by("match__number", "seat")
    return standing(
        room.best_of,
        [(seat.number, seat.person_id, seat.name) for seat in seats],
        [
            Outing(number, person, names[seat], bool(won))
            for number, person, names, seat, won in players.values_list(
                "match__number", "person", "match__names", "seat", "won"
            )
        ],
    )
