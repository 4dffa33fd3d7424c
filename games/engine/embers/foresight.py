"""Hard's second look: the round played out on guessed tables, by the rules the engine itself plays by."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from .. import snapshot
from ..chance import Chance
from ..contract import Command, View
from . import phases, rounds, worth
from .answers import END, PASS, answer, equip, overrides, plays
from .guess import guess
from .minds import Mind
from .position import prospects
from .sight import Sight
from .state import OVER, SETTLING, Stage, Table

FIRST_LOOK, MOST_LOOKS = 12, 200
"""Every option is tried on so many guessed tables, and those not yet behind on more."""
BUDGET, BESIDES = 6000, 5
"""Answers that all playouts of a decision may take: a bound of the work, so that a decision replays exactly. What else
a playout costs counts as so many."""
SHORT_LIST = 4
"""Of the plays, so many that seem worth most are looked at."""
HOPELESS = -20.0
"""And none that seems worth less."""
BEHIND = -0.5
SURE = 1.0
"""In standard errors: what an option may lie behind and be tried on, and what it must lie ahead to be preferred."""

LONGEST = 300
"""Answers after which a playout stops, wherever it stands."""


class Unheard(Stage):
    """A stage on which nobody tells anything."""

    def tell(self, kind: str, **facts: Any) -> None:
        pass

    def whisper(self, seats: Any, kind: str, **facts: Any) -> None:
        pass


@dataclass
class Option:
    """A command, and by how much its playouts ended better than those of the first choice."""

    command: Command
    gains: list[float] = field(default_factory=list)

    def lead(self) -> tuple[float, float]:
        """The mean gain, and its standard error."""
        count = len(self.gains)
        mean = sum(self.gains) / count
        variance = sum(gain * gain for gain in self.gains) / count - mean * mean
        return mean, math.sqrt(max(variance, 1e-6) / count)


def foresee(view: View, table: Table, seat: int, commands: Sequence[Command], rng: Random, mind: Mind) -> Command:
    """What seems best at first sight, unless another command surely turns out better. `table` fits the view."""
    first = answer(table, seat, commands, rng, mind)
    options = [Option(command) for command in short_list(Sight(table, seat, mind), commands) if command != first]
    spent = 0
    for look in range(MOST_LOOKS):
        if not options or spent > BUDGET:
            break
        guessed, seed = guess(view, rng), rng.getrandbits(32)
        usual, answers = play_out(guessed, seat, first, seed, mind)
        spent += answers + BESIDES
        for option in options:
            value, answers = play_out(guessed, seat, option.command, seed, mind)
            option.gains.append(value - usual)
            spent += answers + BESIDES
        if look + 1 in (FIRST_LOOK, 2 * FIRST_LOOK):
            options = [option for option in options if is_ahead(option, BEHIND)]
    better = [option for option in options if option.gains and is_ahead(option, SURE)]
    return max(better, key=lambda option: option.lead()[0] - SURE * option.lead()[1]).command if better else first


def is_ahead(option: Option, by: float) -> bool:
    mean, error = option.lead()
    return mean > by * error


def short_list(sight: Sight, commands: Sequence[Command]) -> list[Command]:
    """The commands that are worth a look; none where there is nothing to weigh."""
    phase = sight.table.phase
    if phase == "turn":
        if equip(sight, commands) is not None:
            return []
        scored = [(worth.play(sight, command), command) for command in plays(sight, commands)]
        free = [command for command in commands if command["type"] == "equip" and command["card"] == "heirblade"]
        return [END, *best_of(scored), *free]
    if phase == "poll":
        free_mind = dataclasses.replace(sight.mind, overrides_freely=True)
        scored = overrides(Sight(sight.table, sight.seat, free_mind), commands)
        return [PASS, *best_of(scored)]
    return list(commands) if phase in ("scavenge", "rob", "rescue") and len(commands) <= SHORT_LIST + 2 else []


def best_of(scored: list[tuple[float, Command]]) -> list[Command]:
    ranked = sorted(scored, key=lambda one: -one[0])[:SHORT_LIST]
    return [command for value, command in ranked if value > HOPELESS]


def play_out(guessed: Table, seat: int, command: Command, seed: int, mind: Mind) -> tuple[float, int]:
    """This command, then all first choices to the round's end: the chance to win then, and the answers given."""
    table = snapshot.copy(guessed)
    stage, rng = Unheard(Chance(seed), []), Random(seed)  # noqa: S311
    phases.carry_out(table, stage, seat, command)
    given = 1
    while not is_round_over(table, stage) and given < LONGEST:
        asked = table.to_act[0]
        answered = answer(table, asked, phases.list_commands(table, asked), rng, mind)
        phases.carry_out(table, stage, asked, answered)
        given += 1
    if table.phase == OVER:
        return float(seat in table.winners), given
    return prospects(table, seat), given


def is_round_over(table: Table, stage: Stage) -> bool:
    """Take the agenda's steps until somebody owes an answer; True when the round or the match is over."""
    while table.phase == SETTLING:
        step, *rest = table.agenda
        if step == "next_round":
            return True
        table.agenda = tuple(rest)
        rounds.STEPS[step](table, stage)
    return table.phase == OVER
