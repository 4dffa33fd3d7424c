"""What every game promises (the engine contract), as checks of recorded random matches.

A check is a function of a match that raises AssertionError where a promise is broken. Its name says the promise.
"""

from __future__ import annotations

import hashlib
import json
import random
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Any

from games import engine
from games.engine import IllegalCommand, IllegalOption, World
from games.engine.contract import HOST, Actor, Command, Event, Game, Viewer
from games.engine.playout import PATIENCE, Played, any_command, by_default, owing, play, seeded

LISTED = 300
"""Commands of a list that are looked at; only a lazy list is longer."""

LATE = 1e9
"""A `now` at which time allows everything."""

NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal", "Ida", "Jo", "Kit", "Lou")

DEEP: list[Any] = []
for _ in range(3000):
    DEEP = [DEEP]

ODD = (
    None, True, False, -1, 0, 1, 2, 99, 10**30, -(10**5000), 0.0, 1.0, 2.5, float("nan"), float("inf"),
    "", " ", "0", "1", "true", "\ud800", "x" * 5000, "{}", "{0}", "\x00\n", "boss", "host",
    [], [[]], [True], [0], [1.0], [None], ["\ud800"], [[["x"]]], DEEP, {}, {"type": "pass"}, {"\ud800": 1},
)  # fmt: skip
"""Values that a careless or hostile client might send in any field."""

ODD_COMMANDS = (
    None, True, 0, 1.0, "", "pass", "\ud800", [], [{"type": "pass"}], DEEP, {}, {"type": None}, {"type": True},
    {"type": 0}, {"type": []}, {"type": {}}, {"type": DEEP}, {"type": ""}, {"type": "\ud800"}, {"type": "no such"},
    {"type": "{type}"}, {"type": "x" * 5000}, {1: 2}, {"type": "pass", 1: 2}, {None: None}, {"Type": "pass"},
)  # fmt: skip


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
        """Some positions, drawn anew for each topic; the first and the last are always among them."""
        middle = self.positions[1:-1]
        drawn = random.Random(f"{self.seed}/{topic}").sample(middle, min(count, len(middle)))
        return [self.positions[0], *sorted(drawn, key=lambda at: at.version), self.positions[-1]]


# --- recording ---


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
    if actor == HOST and luck >= 20 or 7 <= luck < 15:
        return actor, game.default(state, actor)
    return actor, any_command(game, state, actor, chance)


@cache
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


def canonical(command: Command) -> str:
    """A text that is the same for equal commands, and tells 1, 1.0 and True apart."""
    try:
        return json.dumps(command, sort_keys=True)
    except (RecursionError, ValueError):  # nested too deep, a number beyond Python's print limit
        return "no JSON"


def brief(value: Any) -> str:
    try:
        return repr(value)[:200]
    except (RecursionError, ValueError):
        return "a monster"


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


def give(match: Match, state: Any, actor: Any, command: Any, now: float = LATE, seed: int | str = 0) -> Any:
    return match.game.apply(state, actor, command, World(now, seeded(seed, 0)))


def is_sentence(refusal: ValueError) -> bool:
    """Whole, short, printable, with its braces filled."""
    text = str(refusal)
    return bool(re.fullmatch(r"\S.*[.!?]", text)) and len(text) < 400 and text == text.encode().decode()


def refuse(match: Match, at: Position, actor: Any, command: Any) -> None:
    """Assert that a command is refused with a sentence, and nothing else."""
    what = f"{actor!r}: {brief(command)} after {at.version} moves of {match.seed}"
    try:
        give(match, at.state, actor, command)
    except IllegalCommand as refusal:
        assert is_sentence(refusal), f"the refusal of {what} is {str(refusal)!r}"
    except Exception as error:
        raise AssertionError(f"{type(error).__name__} instead of a refusal of {what}") from error
    else:
        raise AssertionError(f"accepted, though it is not listed, {what}")


def same_state(match: Match, at: Position, doing: str) -> None:
    assert dumped(match.game, at.state) == at.text, f"{doing} changed the state after {at.version} moves of {match.seed}"


def visible(events: Iterable[Event], viewer: Viewer) -> list[Event]:
    return [event for event in events if "only" not in event or viewer in event["only"]]


def sight(game: Game[Any], state: Any, viewer: Viewer) -> dict[str, Any]:
    """All that the web sends a viewer: the view, what it may do, what stands in for it, and what the table waits for."""
    return {
        "view": game.view(state, viewer),
        "commands": [] if viewer is None else list(islice(game.commands(state, viewer), 60)),
        "owes": owes(game, state, viewer),
        "wait": game.wait(state),
        "seconds": game.seconds(state),
    }


def spoil(value: Any) -> None:
    """Empty every list and dict in a value, the innermost first."""
    if isinstance(value, dict):
        for one in value.values():
            spoil(one)
        value.clear()
    elif isinstance(value, list):
        for one in value:
            spoil(one)
        value.clear()


def digest() -> str:
    """Return a match of each game in a few words that tell any two apart."""
    told: list[Any] = []
    for game in engine.all():
        names = NAMES[: max(3, game.min_seats)]
        moves = list(play(game, game.clean_options({}), names, "everywhere the same"))
        told += [[move.actor, move.command, move.step.events] for move in moves]
        told += [game.dump(moves[-1].step.state), [game.view(moves[-1].before, seat) for seat in range(len(names))]]
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()


# --- state and saving ---


def an_old_state_is_never_changed(match: Match) -> None:
    for at in match.positions:
        same_state(match, at, "playing on")


def dump_and_load_lose_nothing(match: Match) -> None:
    game = match.game
    for at in match.some(12, "load"):
        loaded = game.load(json.loads(at.text))
        assert type(loaded) is type(at.state)
        assert dumped(game, loaded) == at.text
        for actor in match.actors:
            assert listed(game, loaded, actor) == listed(game, at.state, actor)
        for viewer in match.viewers:
            assert sight(game, loaded, viewer) == sight(game, at.state, viewer)
        if at.version < len(match.moves):
            move = match.moves[at.version]
            ours = game.apply(at.state, move.actor, move.command, World(move.now, seeded(1, 0)))
            theirs = game.apply(loaded, move.actor, move.command, World(move.now, seeded(1, 0)))
            assert theirs.events == ours.events
            assert dumped(game, theirs.state) == dumped(game, ours.state)


def nothing_is_shared_with_the_caller(match: Match) -> None:
    game = match.game
    names, options = list(match.names), dict(match.options)
    state = game.setup(options, names, World(0.0, seeded(match.seed, 0)))
    spoil([names, options])
    assert dumped(game, state) == match.positions[0].text
    for at in match.some(8, "spoil"):
        for viewer in match.viewers:
            before = json.dumps(game.view(at.state, viewer))
            spoil(game.view(at.state, viewer))
            same_state(match, at, "emptying a view")
            assert json.dumps(game.view(at.state, viewer)) == before, "emptying a view changed the next one"
        spoil(game.dump(at.state))
        same_state(match, at, "emptying a dump")
        data = json.loads(at.text)
        loaded = game.load(data)
        spoil(data)
        assert dumped(game, loaded) == at.text
        if at.version < len(match.moves):
            move = match.moves[at.version]
            command = json.loads(json.dumps(move.command))
            step = game.apply(at.state, move.actor, command, World(move.now, seeded(match.seed, at.version + 1)))
            spoil([command, step.events])
            assert dumped(game, step.state) == match.positions[at.version + 1].text


# --- what may be done ---


def every_listed_command_is_accepted(match: Match) -> None:
    game = match.game
    for at in match.some(8, "accept"):
        for actor in match.actors:
            commands = listed(game, at.state, actor)
            texts = [canonical(command) for command in commands]
            assert len(set(texts)) == len(texts), "listed twice"
            assert [canonical(command) for command in listed(game, at.state, actor)] == texts, "another order"
            rng = random.Random(f"{match.seed}/{at.version}/{actor}")
            for command in can_do(match, at, actor, rng, 60):
                assert command["type"] in game.shapes
                try:
                    give(match, at.state, actor, command)
                except IllegalCommand as refusal:
                    raise AssertionError(
                        f"{actor!r} is offered {command} after {at.version} moves of {match.seed}, then: {refusal}"
                    ) from refusal
        same_state(match, at, "a command")


def mutants(match: Match, command: Command, others: list[Command], rng: random.Random) -> Iterator[Command]:
    """A command with one thing changed: a field dropped, added, of an odd value, of another command's, another type."""
    for name in command:
        yield {key: value for key, value in command.items() if key != name}
        for odd in ODD:
            yield command | {name: odd}
            if isinstance(command[name], list) and command[name]:
                yield command | {name: [*command[name], odd]}
    yield command | {"extra": 1}
    yield command | {"\ud800": 1}
    for kind, shape in match.game.shapes.items():
        yield command | {"type": kind}
        for name in (*shape.required, *shape.optional):
            yield command | {name: rng.choice(ODD)}
    for other in others:
        for name, value in other.items():
            if name in command and not isinstance(value, list):
                yield command | {name: value}


def what_is_not_listed_is_refused(match: Match) -> None:
    game = match.game
    for at in match.some(4, "refuse"):
        rng = random.Random(f"{match.seed}/{at.version}")
        for actor in match.actors:
            commands = listed(game, at.state, actor)
            legal = {canonical(command) for command in commands}
            for odd in ODD_COMMANDS:
                refuse(match, at, actor, odd)
            rng.shuffle(commands)
            for command in {command["type"]: command for command in commands}.values():
                others = rng.sample(commands, min(8, len(commands)))
                for mutant in mutants(match, command, others, rng):
                    if canonical(mutant) not in legal:
                        refuse(match, at, actor, mutant)
        same_state(match, at, "a refusal")


def nobody_acts_out_of_turn(match: Match) -> None:
    game = match.game
    for at in match.some(8, "strangers"):
        rng = random.Random(f"{match.seed}/{at.version}")
        known = {actor: can_do(match, at, actor, rng, 6) for actor in match.actors}
        everything = [command for commands in known.values() for command in commands]
        for actor in match.strangers:
            assert listed(game, at.state, actor) == [], f"{actor!r} has commands"
            assert not owes(game, at.state, actor), f"{actor!r} owes a command"
            for command in everything:
                refuse(match, at, actor, command)
        for actor in match.actors:
            if not known[actor]:
                for command in everything:
                    refuse(match, at, actor, command)


def a_default_stands_in_for_whoever_owes_a_command(match: Match) -> None:
    game = match.game
    for at in match.some(25, "default"):
        to_act = owing(game, at.state)
        assert [actor for actor in match.actors if owes(game, at.state, actor)] == to_act
        for actor in to_act:
            default = game.default(at.state, actor)
            commands = listed(game, at.state, actor)
            assert is_lazy(commands) or canonical(default) in map(canonical, commands)
            give(match, at.state, actor, default, now=at.now)
        for actor in match.actors:
            if actor not in to_act:
                try:
                    game.default(at.state, actor)
                except IllegalCommand as refusal:
                    assert is_sentence(refusal), str(refusal)
        same_state(match, at, "a default")


# --- the course of a match ---


def a_match_ends(match: Match) -> None:
    game, at = match.game, match.positions[-1]
    view = game.view(at.state, None)
    assert view["over"]
    assert view["phase"] == "over"
    assert game.seconds(at.state) is None
    for actor in match.actors:
        assert listed(game, at.state, actor) == []
        for move in match.moves[-5:]:
            refuse(match, at, actor, move.command)


def a_match_that_everybody_has_left_ends(match: Match) -> None:
    moves = list(play(match.game, match.options, match.names, match.seed, choose=by_default, pace=20.0, commands=3000))
    assert match.game.view(moves[-1].step.state, None)["over"]


def one_seed_gives_one_match(match: Match) -> None:
    game = match.game
    state = game.setup(match.options, match.names, World(0.0, seeded(match.seed, 0)))
    for version, move in enumerate(match.moves, 1):
        step = game.apply(state, move.actor, move.command, World(move.now, seeded(match.seed, version)))
        assert step.events == move.step.events, f"move {version} of {match.seed}"
        state = step.state
    assert dumped(game, state) == match.positions[-1].text


def waits_and_seconds_keep_their_meaning(match: Match) -> None:
    """A wait has a name. While it lasts, phase and time stay, and nobody comes to owe a command who did not."""
    game = match.game
    for at in match.positions:
        wait, seconds = game.wait(at.state), game.seconds(at.state)
        assert type(wait) is str
        assert wait
        assert seconds is None or (type(seconds) is int and seconds > 0), seconds
    for move in match.moves:
        before, after = move.before, move.step.state
        if game.wait(before) == game.wait(after):
            what = f"the wait stays {game.wait(after)!r} after {move.actor!r}: {move.command} in {match.seed}"
            assert game.view(before, None)["phase"] == game.view(after, None)["phase"], what
            assert game.seconds(before) == game.seconds(after), what
            assert set(owing(game, after)) <= set(owing(game, before)), what


# --- what may be known ---


def keys_of(value: Any) -> Iterator[Any]:
    if isinstance(value, dict):
        for key, one in value.items():
            yield key
            yield from keys_of(one)
    elif isinstance(value, (list, tuple)):
        for one in value:
            yield from keys_of(one)


def a_view_has_the_fields_of_the_contract(match: Match) -> None:
    game, seats = match.game, list(range(len(match.names)))
    for at in match.some(40, "view"):
        for viewer in match.viewers:
            view = game.view(at.state, viewer)
            json.dumps(view, allow_nan=False)
            assert all(type(key) is str for key in keys_of(view))
            assert view["game"] == game.slug
            assert type(view["phase"]) is str
            assert view["phase"]
            assert type(view["to_act"]) is list
            assert view["to_act"] == [actor for actor in match.actors if actor in view["to_act"]], "not in order"
            assert all(next(iter(game.commands(at.state, actor)), None) for actor in view["to_act"])
            assert [seat["name"] for seat in view["seats"]] == list(match.names)
            assert all(type(seat) is dict for seat in view["seats"])
            assert type(view["you"]) is (dict if viewer in seats else type(None))
            assert type(view["over"]) is bool
            assert view["over"] == (view["to_act"] == []) == (view["phase"] == "over")
            assert type(view["winners"]) is list
            assert view["winners"] == [seat for seat in seats if seat in view["winners"]], "not in order"
            assert view["over"] or view["winners"] == []


def only_you_differs_between_views(match: Match) -> None:
    """A host and a spectator see the same, and a seat sees that too, with its private facts in `you`."""
    game = match.game
    for at in match.some(40, "public"):
        public = game.view(at.state, None)
        assert game.view(at.state, HOST) == public
        for seat in range(len(match.names)):
            assert game.view(at.state, seat) | {"you": None} == public


def events_are_facts_with_a_type(match: Match) -> None:
    for move in match.moves:
        for event in move.step.events:
            assert type(event) is dict
            assert type(event.get("type")) is str, event
            assert event["type"], event
            assert all(type(key) is str for key in keys_of(event)), event
            json.dumps(event, allow_nan=False)
            if "only" in event:
                seats = event["only"]
                assert type(seats) is list, event
                assert seats, event
                assert seats == [seat for seat in range(len(match.names)) if seat in seats], event


def secret_choices_stay_secret(match: Match) -> None:
    """Where several owe a choice, one who gives another one looks the same to all others till the wait is over.

    Then the others choose too, the same in both worlds.
    """
    game = match.game
    for at in match.some(30, "choices"):
        to_act = owing(game, at.state)
        if len(to_act) < 2:
            continue
        rng = random.Random(f"{match.seed}/{at.version}")
        chooser = rng.choice(to_act)
        kind, wait = game.default(at.state, chooser)["type"], game.wait(at.state)
        choices = [one for one in can_do(match, at, chooser, rng, 8) if one["type"] == kind]
        worlds = [give(match, at.state, chooser, one) for one in [game.default(at.state, chooser), *choices]]
        worlds = [world for world in worlds if game.wait(world.state) == wait]
        others = [viewer for viewer in match.viewers if viewer != chooser]
        turns = [actor for actor in rng.sample(to_act, len(to_act)) if actor != chooser]
        while True:
            for viewer in others:
                for world in worlds[1:]:
                    what = f"{viewer!r} can tell what {chooser} chose after {at.version} moves of {match.seed}"
                    assert visible(world.events, viewer) == visible(worlds[0].events, viewer), what
                    assert sight(game, world.state, viewer) == sight(game, worlds[0].state, viewer), what
            if not turns or not worlds:
                break
            actor = turns.pop()
            if not owes(game, worlds[0].state, actor):
                continue
            command = any_command(game, worlds[0].state, actor, seeded(match.seed, at.version))
            worlds = [give(match, world.state, actor, command) for world in worlds]
            worlds = [world for world in worlds if game.wait(world.state) == wait]


SHOWN_ONLY = {"embers": ("discard", "destroyed")}
"""Public fields in which secret cards come to lie, those of the dead, without an event that names them."""


def shown_cards(game: Game[Any], state: Any) -> list[Any]:
    view = game.view(state, None)
    return [view[field] for field in SHOWN_ONLY.get(game.slug, ())]


def who_is_told_the_same_sees_the_same(match: Match) -> None:
    """Two worlds part by another command of one actor or by other luck, then go on alike.

    Whoever has been told the same events in both cannot tell them apart by anything else.
    """
    game = match.game
    for at in match.some(25, "worlds"):
        rng = random.Random(f"{match.seed}/{at.version}")
        if not owing(game, at.state):
            continue
        actor = rng.choice(owing(game, at.state))
        command = any_command(game, at.state, actor, seeded(match.seed, at.version))
        others = [(one, "luck") for one in can_do(match, at, actor, rng, 4)]
        for other, luck in [(command, "other luck"), *others]:
            ours = give(match, at.state, actor, command, seed="luck")
            theirs = give(match, at.state, actor, other, seed=luck)
            watchers = [viewer for viewer in match.viewers if viewer != actor or other == command]
            for turn in range(6):
                watchers = [one for one in watchers if visible(ours.events, one) == visible(theirs.events, one)]
                if shown_cards(game, ours.state) != shown_cards(game, theirs.state):
                    break
                for viewer in watchers:
                    what = f"{viewer!r} can tell {actor!r}: {command} from {other} ({luck}), {turn} moves later"
                    ours_seen, theirs_seen = sight(game, ours.state, viewer), sight(game, theirs.state, viewer)
                    assert ours_seen == theirs_seen, f"{what}, after {at.version} moves of {match.seed}"
                to_act = owing(game, ours.state)
                if not watchers or not to_act:
                    break
                following = rng.choice(to_act)
                move = any_command(game, ours.state, following, seeded(rng.random(), 0))
                ours = give(match, ours.state, following, move, seed=f"then {turn}")
                try:
                    theirs = give(match, theirs.state, following, move, seed=f"then {turn}")
                except IllegalCommand:
                    assert following not in watchers, f"{following!r} is offered what is refused in an equal world"
                    break


# --- options and seats ---


def odd_options_are_refused(match: Match) -> None:
    game = match.game
    assert game.clean_options(match.options) == match.options
    assert set(game.clean_options({})) == {option.key for option in game.options} == set(match.options)
    raw: Any
    odd_values = [
        {option.key: odd} for option in game.options for odd in ODD if not takes(option.allowed, odd)
    ]
    for raw in [None, [], "", 3, True, {"no such": 1}, {"": 1}, {1: 1}, {None: 1}, {"\ud800": 1}, *odd_values]:
        try:
            game.clean_options(raw)
        except IllegalOption as refusal:
            assert is_sentence(refusal), str(refusal)
        else:
            raise AssertionError(f"{game.slug} takes the options {brief(raw)}")
    for count in (0, 1, game.min_seats - 1, game.max_seats + 1, 50):
        try:
            game.setup(match.options, [f"P{seat}" for seat in range(count)], World(0.0, seeded(0, 0)))
        except IllegalOption as refusal:
            assert is_sentence(refusal), str(refusal)
        else:
            raise AssertionError(f"{game.slug} takes {count} players")


def takes(allowed: Sequence[Any], value: Any) -> bool:
    return any(type(value) is type(one) and value == one for one in allowed)


CHECKS: tuple[Callable[[Match], None], ...] = (
    an_old_state_is_never_changed,
    dump_and_load_lose_nothing,
    nothing_is_shared_with_the_caller,
    every_listed_command_is_accepted,
    what_is_not_listed_is_refused,
    nobody_acts_out_of_turn,
    a_default_stands_in_for_whoever_owes_a_command,
    a_match_ends,
    a_match_that_everybody_has_left_ends,
    one_seed_gives_one_match,
    waits_and_seconds_keep_their_meaning,
    a_view_has_the_fields_of_the_contract,
    only_you_differs_between_views,
    events_are_facts_with_a_type,
    secret_choices_stay_secret,
    who_is_told_the_same_sees_the_same,
    odd_options_are_refused,
)
