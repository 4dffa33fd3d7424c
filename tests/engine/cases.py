"""Golden cases: JSON files, each a short story of one rule, told in the form of the engine contract."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from games import engine
from games.engine import IllegalCommand, Scripted, World

FOLDER = Path(__file__).parents[1] / "cases"

NEEDED = {"game", "title", "rule", "seats", "steps"}
OPTIONAL = {"options", "chance", "record"}
"""`record` is what `games.records` adds to a case that was played by people: nothing that a case says."""
STEP_KEYS = {"as", "do", "refused", "at", "default", "see", "see_as", "lacks", "legal", "includes", "excludes", "count"}

ABSENT = object()


@dataclass(frozen=True)
class Case:
    """One file of a game's folder."""

    path: Path
    story: dict[str, Any]

    def __str__(self) -> str:
        return f"{self.path.parent.name}/{self.story.get('rule')}: {self.story.get('title')}"


def all_cases() -> list[Case]:
    return [Case(path, json.loads(path.read_text(encoding="utf-8"))) for path in sorted(FOLDER.glob("*/*.json"))]


def misspelt(story: dict[str, Any]) -> Iterator[str]:
    """Say what is wrong with the form of a case; a key that nobody reads would prove nothing."""
    keys = set(story)
    if keys - OPTIONAL != NEEDED:
        yield f"its keys are {sorted(keys)}"
    for number, step in enumerate(story.get("steps", [])):
        keys = set(step)
        if keys - STEP_KEYS:
            yield f"step {number} has the unknown keys {sorted(keys - STEP_KEYS)}"
        if not keys & {"do", "default", "see", "lacks", "legal", "at"}:
            yield f"step {number} does nothing"
        if ("as" in keys) != ("do" in keys) or ("refused" in keys and "do" not in keys):
            yield f"step {number} has an actor without a command, or a command without an actor"
        if "see_as" in keys and not keys & {"see", "lacks"}:
            yield f"step {number} looks at nothing"
        if keys & {"includes", "excludes", "count"} and "legal" not in keys:
            yield f"step {number} says nobody's commands"
        if "legal" in keys and not keys & {"includes", "excludes", "count"}:
            yield f"step {number} says nothing of the commands"


class Table:
    """The match of a case while it is played: its state goes through JSON text before every step."""

    def __init__(self, story: dict[str, Any]) -> None:
        self.game = engine.get(story["game"])
        self.chance = Scripted(story.get("chance", {}))
        self.now = 0.0
        self.state = self.game.setup(self.game.clean_options(story.get("options", {})), story["seats"], self.env)

    @property
    def env(self) -> World:
        return World(self.now, self.chance)

    def dumped(self) -> str:
        return json.dumps(self.game.dump(self.state), sort_keys=True)

    def take(self, step: dict[str, Any]) -> None:
        """Play one step and assert all that it says, in the order: time, command, default, view, legal commands."""
        self.now = step.get("at", self.now)
        self.state = self.game.load(json.loads(self.dumped()))
        if "do" in step:
            self.do(step["as"], step["do"], refused=step.get("refused", False))
        if "default" in step:
            self.do(step["default"], self.game.default(self.state, step["default"]), refused=False)
        if "see" in step or "lacks" in step:
            self.see(step.get("see_as"), step.get("see", {}), step.get("lacks", []))
        if "legal" in step:
            self.legal(step)

    def do(self, actor: Any, command: Any, *, refused: bool) -> None:
        before, after, refusal = self.dumped(), self.state, None
        try:
            after = self.game.apply(self.state, actor, command, self.env).state
        except IllegalCommand as raised:
            refusal = raised
        assert bool(refusal) == refused, f"{command} of {actor} is {'' if refusal else 'not '}refused: {refusal}"
        assert self.dumped() == before, f"{command} of {actor} changed the state that it was given for"
        self.state = after

    def see(self, viewer: Any, wanted: dict[str, Any], lacking: list[str]) -> None:
        view = json.loads(json.dumps(self.game.view(self.state, viewer)))
        for path, value in wanted.items():
            seen = follow(view, path)
            shown = "nothing" if seen is ABSENT else json.dumps(seen)
            assert alike(seen, value), f"{path} is {shown} for {viewer}, not {json.dumps(value)}"
        for path in lacking:
            seen = follow(view, path)
            assert seen is ABSENT or seen is None, f"{viewer} sees {path}: {json.dumps(seen)}"

    def legal(self, step: dict[str, Any]) -> None:
        actor = step["legal"]
        legal = {json.dumps(command, sort_keys=True) for command in self.game.commands(self.state, actor)}
        for command in step.get("includes", []):
            assert json.dumps(command, sort_keys=True) in legal, f"{actor} may not {command}, only {sorted(legal)[:20]}"
        for command in step.get("excludes", []):
            assert json.dumps(command, sort_keys=True) not in legal, f"{actor} may {command}"
        assert len(legal) == step.get("count", len(legal)), f"{actor} may {sorted(legal)[:20]}"


def follow(view: Any, path: str) -> Any:
    """Return what a dotted path leads to (a number is an index of a list), or ABSENT."""
    for key in path.split("."):
        if isinstance(view, dict) and key in view:
            view = view[key]
        elif isinstance(view, list) and key.removeprefix("-").isdecimal() and -len(view) <= int(key) < len(view):
            view = view[int(key)]
        else:
            return ABSENT
    return view


def alike(seen: Any, wanted: Any) -> bool:
    """Equal, and true is not 1, however deep."""
    if isinstance(seen, dict) and isinstance(wanted, dict):
        return seen.keys() == wanted.keys() and all(alike(seen[key], wanted[key]) for key in wanted)
    if isinstance(seen, list) and isinstance(wanted, list):
        return len(seen) == len(wanted) and all(map(alike, seen, wanted))
    return isinstance(seen, bool) == isinstance(wanted, bool) and bool(seen == wanted)


def run(story: dict[str, Any]) -> None:
    """Play a case; AssertionError, with the step's number in a note, where it does not hold."""
    table = Table(story)
    for number, step in enumerate(story["steps"]):
        try:
            table.take(step)
        except Exception as error:
            error.add_note(f"in step {number}: {json.dumps(step)}")
            raise
