"""What every game promises (the engine contract), as checks of recorded random matches.

A check is a function of a match that raises AssertionError where a promise is broken. Its name says the promise.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from games.engine import IllegalCommand, IllegalOption, Scripted, World
from games.engine.contract import HOST, Command, Game
from games.engine.playout import any_command, by_default, owing, play, seeded

from .recording import (
    LATE,
    Match,
    Position,
    can_do,
    canonical,
    dumped,
    give,
    is_lazy,
    listed,
    owes,
    sight,
    visible,
)

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


NO_LUCK = World(LATE, Scripted({}))


def brief(value: Any) -> str:
    try:
        return repr(value)[:200]
    except (RecursionError, ValueError):
        return "a monster"


def is_sentence(refusal: ValueError) -> bool:
    """Whole, short, printable, with its braces filled."""
    text = str(refusal)
    return bool(re.fullmatch(r"\S.*[.!?]", text)) and len(text) < 400 and text == text.encode().decode()


def must_refuse(kind: type[ValueError], act: Callable[..., object], *arguments: Any) -> None:
    """Assert that an act is refused by an exception of this kind, in a sentence."""
    try:
        act(*arguments)
    except kind as refusal:
        said = refusal
    except Exception as error:
        raise AssertionError(f"{type(error).__name__} instead of a refusal of {brief(arguments)}") from error
    else:
        raise AssertionError(f"not refused: {brief(arguments)}")
    assert is_sentence(said), f"{brief(arguments)} is refused with {str(said)!r}"


def refuse(match: Match, at: Position, actor: Any, command: Any) -> None:
    """Assert that a command is refused; a failure tells who gave it, after how many moves of which match."""

    def act(actor: Any, command: Any, after: int, seed: str) -> None:
        match.game.apply(at.state, actor, command, NO_LUCK)

    must_refuse(IllegalCommand, act, actor, command, at.version, match.seed)


def same_state(match: Match, at: Position, doing: str) -> None:
    assert dumped(match.game, at.state) == at.text, (
        f"{doing} changed the state after {at.version} moves of {match.seed}"
    )


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


# --- state and saving ---


def an_old_state_is_never_changed(match: Match) -> None:
    for at in match.positions:
        same_state(match, at, "playing on")


def dump_and_load_lose_nothing(match: Match) -> None:
    game = match.game
    for at in match.some(6, "load"):
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
    for at in match.some(6, "accept"):
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
        for actor in rng.sample(match.actors, 3):
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
    for at in match.some(10, "default"):
        to_act = owing(game, at.state)
        assert [actor for actor in match.actors if owes(game, at.state, actor)] == to_act
        for actor in to_act:
            default = game.default(at.state, actor)
            commands = listed(game, at.state, actor)
            assert is_lazy(commands) or canonical(default) in map(canonical, commands)
            give(match, at.state, actor, default, now=at.now)
        for actor in match.actors:
            if actor not in to_act:
                must_refuse(IllegalCommand, game.default, at.state, actor)
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
    for at in match.some(25, "view"):
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
    for at in match.some(25, "public"):
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
            assert json.loads(json.dumps(event, allow_nan=False)) == event, "an event is read again as it was written"
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
    for at in match.some(20, "choices"):
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
    for at in match.some(15, "worlds"):
        rng = random.Random(f"{match.seed}/{at.version}")
        if not owing(game, at.state):
            continue
        actor = rng.choice(owing(game, at.state))
        command = any_command(game, at.state, actor, seeded(match.seed, at.version))
        others = [(one, "luck") for one in can_do(match, at, actor, rng, 4)]
        for other, luck in [(command, "other luck"), *others]:
            ours = give(match, at.state, actor, command, seed="luck")
            theirs = give(match, at.state, actor, other, seed=luck)
            watchers = [one for one in rng.sample(match.viewers, 4) if one != actor or other == command]
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
    odd_values = [{option.key: odd} for option in game.options for odd in ODD if not takes(option.allowed, odd)]
    for raw in [None, [], "", 3, True, {"no such": 1}, {"": 1}, {1: 1}, {None: 1}, {"\ud800": 1}, *odd_values]:
        must_refuse(IllegalOption, game.clean_options, raw)
    for count in (0, 1, game.min_seats - 1, game.max_seats + 1, 50):
        names = [f"P{seat}" for seat in range(count)]
        must_refuse(IllegalOption, game.setup, match.options, names, NO_LUCK)


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
