"""Random matches, recorded with every state on the way, and small questions that one asks of them."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from typing import Any

from games import engine
from games.engine import IllegalCommand, IllegalOption, World
from games.engine.contract import HOST, Actor, Command, Event, Game, Viewer
from games.engine.playout import Played, any_command, play, seeded

LISTED = 500
"""Commands of a list that are looked at; only a lazy list is longer."""

LATE = 1e9
"""A `now` at which time allows everything."""

PLAYED, SCOUTED, MOST = 14, 80, 400
"""Matches that are recorded whatever they show (for ten numbers of seats, seven card sets), looked through, at most."""

NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal", "Ida", "Jo", "Kit", "Lou")


@dataclass(frozen=True)
class Position:
    """A state met in a match, as it was dumped then, at which `now`, and after how many moves."""

    state: Any
    text: str
    now: float
    version: int


@dataclass(frozen=True)
class Match:
    """A recorded match."""

    game: Game[Any]
    seed: str
    options: dict[str, Any]
    names: tuple[str, ...]
    moves: tuple[Played[Any], ...]
    positions: tuple[Position, ...]
    highlights: frozenset[int] = frozenset()
    """After how many moves something happened that no recorded match had shown before."""

    @property
    def actors(self) -> list[Actor]:
        return [*range(len(self.names)), HOST]

    @property
    def viewers(self) -> list[Viewer]:
        return [*range(len(self.names)), HOST, None]

    @property
    def strangers(self) -> list[Any]:
        """What is no actor of this match, though some of it equals one."""
        n = len(self.names)
        return [-1, -n, n, n + 1, 10**9, True, False, None, "0", "", "Host", "\ud800", 0.0, 1.0]

    def some(self, count: int, topic: str) -> list[Position]:
        """Some positions, drawn anew for each topic; always the first, the last and what comes of a highlight."""
        middle = self.positions[1:-1]
        drawn = random.Random(f"{self.seed}/{topic}").sample(middle, min(count, len(middle)))
        versions = {0, len(self.moves), *self.highlights, *(at.version for at in drawn)}
        return [self.positions[version] for version in sorted(versions)]


def draw_options(game: Game[Any], number: int, rng: random.Random) -> dict[str, Any]:
    """Cleaned options: one has its turn with each of its values, some keys are left out, the rest are random.

    Drawn again while they do not fit together.
    """
    round_number, theme = divmod(number, len(game.options))
    while True:
        raw = {option.key: rng.choice(option.allowed) for option in game.options if rng.random() < 0.6}
        allowed = game.options[theme].allowed
        raw[game.options[theme].key] = allowed[round_number % len(allowed)]
        try:
            return game.clean_options(raw)
        except IllegalOption:
            continue


def anyone(game: Game[Any], state: Any, actors: Sequence[Actor], chance: Any) -> tuple[Actor, Command]:
    """Mostly let one who owes a command give any; now and then let anybody who may, host included, do something."""
    luck = chance.pick("luck", range(100))
    if luck < 7:
        everybody = [*range(len(game.view(state, None)["seats"])), HOST]
        actors = [actor for actor in everybody if next(iter(game.commands(state, actor)), None)]
    actor = chance.pick("actor", actors)
    if (actor == HOST and luck >= 20) or 7 <= luck < 15:
        return actor, game.default(state, actor)
    return actor, any_command(game, state, actor, chance)


@cache
def recorded(game: Game[Any]) -> tuple[Match, ...]:
    """Return the first matches of a game, and of many more those that have something new to show.

    More are played until every command of the game was given.
    """
    kept: list[Match] = []
    shown: set[tuple[str, str]] = set()
    commands = {("command", kind) for kind in game.shapes}
    for number in range(MOST):
        if number >= SCOUTED and commands <= shown:
            break
        match = record(game, number)
        highlights = set()
        for at in match.positions:
            news = kinds(match, at) - shown
            if news:
                highlights.add(at.version)
                shown |= news
        if number < PLAYED or highlights:
            kept.append(replace(match, highlights=frozenset(highlights)))
    return tuple(kept)


def kinds(match: Match, at: Position) -> set[tuple[str, str]]:
    """What there is to see at a position: its phase, what happened just before, and the command that follows."""
    seen = {("phase", match.game.view(at.state, None)["phase"])}
    if at.version > 0:
        seen |= {("event", event["type"]) for event in match.moves[at.version - 1].step.events}
    if at.version < len(match.moves):
        seen.add(("command", match.moves[at.version].command["type"]))
    return seen


def record(game: Game[Any], number: int) -> Match:
    """Play match `number` of a game: the numbers go through the seat counts, options and paces."""
    seed = f"{game.slug}/{number}"
    rng = random.Random(seed)
    count = game.min_seats + number % (game.max_seats - game.min_seats + 1)
    pace = rng.choice((0.0, 1.0, 7.5, 40.0, 400.0))
    while True:
        names, options = NAMES[:count], draw_options(game, number, rng)
        try:
            moves = tuple(play(game, options, names, seed, choose=anyone, pace=pace))
            break
        except IllegalOption:  # teams are of four
            count = rng.randint(game.min_seats, game.max_seats)
    states = [moves[0].before, *(move.step.state for move in moves)]
    clock = [0.0, *(move.now for move in moves)]
    positions = tuple(
        Position(state, dumped(game, state), now, version)
        for version, (state, now) in enumerate(zip(states, clock, strict=True))
    )
    return Match(game, seed, options, names, moves, positions)


def dumped(game: Game[Any], state: Any) -> str:
    return json.dumps(game.dump(state), allow_nan=False)


def digest() -> str:
    """Return a match of each game in a few words that tell any two apart."""
    told: list[Any] = []
    for game in engine.all():
        names = NAMES[: max(3, game.min_seats)]
        moves = list(play(game, game.clean_options({}), names, "everywhere the same"))
        told += [[move.actor, move.command, move.step.events] for move in moves]
        told += [game.dump(moves[-1].step.state), [game.view(moves[-1].before, seat) for seat in range(len(names))]]
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()


def listed(game: Game[Any], state: Any, actor: Any) -> list[Command]:
    """The commands of an actor, or as many as may be looked at of a list that is made lazily."""
    return list(islice(game.commands(state, actor), LISTED))


def is_lazy(commands: list[Command]) -> bool:
    return len(commands) == LISTED


def can_do(match: Match, at: Position, actor: Actor, rng: random.Random, most: int) -> list[Command]:
    """Some legal commands of an actor: listed ones, and one from the game's own sampling where the list is lazy."""
    commands = listed(match.game, at.state, actor)
    drawn = rng.sample(commands, min(most, len(commands)))
    if is_lazy(commands):
        drawn.append(any_command(match.game, at.state, actor, seeded(rng.random(), 0)))
    return drawn


def owes(game: Game[Any], state: Any, actor: Any) -> bool:
    try:
        game.default(state, actor)
    except IllegalCommand:
        return False
    return True


def canonical(command: Command) -> str:
    """A text that is the same for equal commands, and tells 1, 1.0 and True apart."""
    try:
        return json.dumps(command, sort_keys=True)
    except (RecursionError, ValueError):  # nested too deep, a number beyond Python's print limit
        return "no JSON"


def give(match: Match, state: Any, actor: Any, command: Any, now: float = LATE, seed: int | str = 0) -> Any:
    return match.game.apply(state, actor, command, World(now, seeded(seed, 0)))


def visible(events: Iterable[Event], viewer: Viewer) -> list[Event]:
    return [event for event in events if "only" not in event or viewer in event["only"]]


def sight(game: Game[Any], state: Any, viewer: Viewer) -> dict[str, Any]:
    """All that a viewer is sent: the view, what it may do, whether it owes that, and what the table waits for."""
    return {
        "view": game.view(state, viewer),
        "commands": [] if viewer is None else list(islice(game.commands(state, viewer), 25)),
        "owes": owes(game, state, viewer),
        "wait": game.wait(state),
        "seconds": game.seconds(state),
    }
