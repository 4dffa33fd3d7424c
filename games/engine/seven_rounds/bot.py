"""The bots: three levels that choose from what their own seat may see, and from nothing else."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ..chance import Chance
from ..contract import Command, Outcomes, View, World
from . import missions, rounds
from .actions import (
    ACTIONS,
    BANK,
    DOUBLE_DOWN,
    GUESSES,
    PASS,
    PREDICT,
    SWIPE,
    TEAM_UP,
    as_choice,
    count,
    listed,
    resolve,
)
from .state import RESULTS, ROUNDS, Choice, Record, Swipe, Table

# ── What a bot is like ────────────────────────────────────────────────────────────────────────────────────────────

EQUILIBRIUM = {
    3: (0.35, 0.29, 0.34),
    4: (0.30, 0.22, 0.46),
    5: (0.27, 0.18, 0.54),
    6: (0.24, 0.15, 0.60),
    7: (0.21, 0.13, 0.64),
    8: (0.19, 0.11, 0.68),
    9: (0.18, 0.10, 0.70),
    10: (0.17, 0.09, 0.72),
    11: (0.16, 0.09, 0.74),
    12: (0.15, 0.08, 0.76),
}
"""Shares of BANK, DOUBLE DOWN and PREDICT among equals without missions, by seats; TEAM UP and SWIPE split the rest."""

PEOPLE = {TEAM_UP: 0.24, SWIPE: 0.19}
"""People team up and swipe more than pays: an assumption, which nobody has measured."""

TEMPERS: tuple[dict[str, float], ...] = (
    {DOUBLE_DOWN: 1.25, SWIPE: 1.15, BANK: 0.9},  # bold
    {BANK: 1.2, PREDICT: 1.1, DOUBLE_DOWN: 0.8},  # careful
    {TEAM_UP: 1.25, SWIPE: 0.8},  # sociable
)

WANTED_BY = {
    "solo_banker": (BANK,),
    "trust_builder": (TEAM_UP,),
    "clean_swipe": (SWIPE,),
    "sharp_eye": (PREDICT,),
    "lone_doubler": (DOUBLE_DOWN,),
    "big_turn": (TEAM_UP, DOUBLE_DOWN),
    "narrow_escape": (PREDICT,),
    "steady_saver": (BANK,),
    "two_good_guesses": (PREDICT,),
    "trusted_partner": (TEAM_UP,),
    "comeback": (PREDICT, DOUBLE_DOWN),
    "versatile": (BANK, PREDICT, DOUBLE_DOWN),
}
"""The actions that a mission asks for, as far as they can be told apart."""

LEAST_SHARE = 0.04
"""What is drawn less often than this, beside the best, is not drawn at all."""
GREATEST_SHARE = 0.65
EARLY_SHARE = 0.45
EARLY_ROUNDS = 2
"""So long nobody knows the others: the bots mix more."""

DRAWS = 90
"""How many rounds of the others hard imagines: a bound of the work, so that a decision replays exactly."""
OTHERS_PULL = 0.35
BEST_PULL, LATE_BEST_PULL = 0.2, 0.35
"""What a point is worth to hard when the others have it: their mean, and the best of them (more in the last three)."""
LEVEL_ON_TOP = 0.45
"""What ending level with the best is worth to hard, beside 1 for ending above."""
RESULT = 0.03
"""What a point of the own result is worth beside that: who cannot win any more still plays on."""
HEAT, LAST_HEAT = 0.15, 0.05
EARLY_USUAL, USUAL = 0.3, 0.12
"""How much of hard's mixture is chosen as normal would."""


def policy(view: View, commands: Iterable[Command], chance: Outcomes, level: str) -> Command:
    """Return one of `commands`, chosen from the view of the bot's own seat. `ValueError` for an unknown level."""
    if level not in LEVELS:
        raise ValueError(f"there is no level {level!r}")
    rng = random.Random(10_000 * chance.pick("bot_a", range(10_000)) + chance.pick("bot_b", range(10_000)))  # noqa: S311
    options = [command for command in commands if command["type"] != PASS]
    if len(options) == 1:
        return options[0]
    table, seat = guess(view, rng), view["you"]["seat"]
    choices = [as_choice(command) for command in options]
    weights = LEVELS[level](table, seat, choices, rng)
    temper = random.Random(table.names[seat]).choice(TEMPERS)  # noqa: S311
    weights = [weight * temper.get(kind(choice), 1) for choice, weight in zip(choices, weights, strict=True)]
    return rng.choices(options, mixed(choices, weights, greatest_share(table)))[0]


def kind(choice: Choice) -> str:
    """The action, as the key of a table of shares or weights."""
    return choice.action or PASS


def greatest_share(table: Table) -> float:
    """How much of a decision one action may have: all in the last round, where nobody can read the bot any more."""
    if table.round == ROUNDS:
        return 1
    return EARLY_SHARE if table.round <= EARLY_ROUNDS else GREATEST_SHARE


def mixed(choices: Sequence[Choice], weights: Sequence[float], most: float) -> list[float]:
    """The weights without the rare ones, and with no action above the share `most` of all."""
    least = LEAST_SHARE * max(weights)
    kept = [weight if weight >= least else 0.0 for weight in weights]
    actions = {choice.action for choice, weight in zip(choices, kept, strict=True) if weight}
    if len(actions) * most < 1:  # so few cannot keep below it: the rare ones are wanted
        kept = list(weights)
    totals = {action.id: 0.0 for action in ACTIONS}
    for choice, weight in zip(choices, kept, strict=True):
        totals[kind(choice)] += weight
    shares = held_down(totals, most)
    return [
        weight * shares[kind(choice)] / totals[kind(choice)] if weight else 0.0
        for choice, weight in zip(choices, kept, strict=True)
    ]


def held_down(totals: dict[str, float], most: float) -> dict[str, float]:
    """Shares in proportion to `totals`, but `most` for those that would have more."""
    high: set[str] = set()
    while True:
        free = 1 - most * len(high)
        rest = sum(total for action, total in totals.items() if action not in high)
        over = {action for action, total in totals.items() if action not in high and total * free > most * rest}
        if not over:
            break
        high |= over
    return {action: most if action in high else total * free / rest for action, total in totals.items()}


# ── What a bot knows, and what it has to guess ────────────────────────────────────────────────────────────────────


def guess(view: View, rng: random.Random) -> Table:
    """A full state that this seat's view fits: unknown missions, and what others have locked, are drawn."""
    names = [facts["name"] for facts in view["seats"]]
    table = rounds.setup(view["options"], names, World(0.0, Chance(rng.getrandbits(32))))
    table.phase, table.round = view["phase"], view["round"]
    table.started, table.deadline = view["started"], view["deadline"]
    table.scores = [facts["score"] for facts in view["seats"]]
    before = (0,) * len(names)
    for facts in view["history"]:
        table.history = (*table.history, as_record(facts, before))
        before = tuple(result["score"] for result in facts["seats"])
        for seat, result in enumerate(facts["seats"]):
            if result["bonus"]:
                table.done_in[seat] = facts["round"]
    known = {seat: facts["mission"] for seat, facts in enumerate(view["seats"])} | {
        view["you"]["seat"]: view["you"]["mission"]
    }
    if table.missions:
        table.missions = deal(table, {seat: mission for seat, mission in known.items() if mission}, rng)
    for seat, facts in enumerate(view["seats"]):
        if facts["ready"] and table.phase == RESULTS:
            table.has_read[seat] = True
        elif facts["ready"]:
            is_own = seat == view["you"]["seat"]
            table.choices[seat] = as_choice(view["you"]["choice"]) if is_own else rng.choices(*habits(table, seat))[0]
    return table


def as_record(facts: dict[str, Any], before: tuple[int, ...]) -> Record:
    """A round as it was, from its public facts and the scores at its start."""
    seats = facts["seats"]
    return Record(
        facts["round"],
        facts["captain"],
        tuple(Choice(seat["action"], seat["player"], seat["guess"]) for seat in seats),
        tuple(seat["hit"] for seat in seats),
        tuple(seat["earned"] for seat in seats),
        tuple(seat["lost"] for seat in seats),
        tuple(Swipe(swipe["seat"], swipe["player"], swipe["outcome"]) for swipe in facts["swipes"]),
        before,
        tuple(seat["score"] - seat["bonus"] for seat in seats),
    )


def deal(table: Table, known: dict[int, str], rng: random.Random) -> tuple[str, ...]:
    """The known missions, and for the other seats different ones that their rounds have not completed.

    Who completes much leaves few missions possible, so a seat may have to take one from another that can do without
    (augmenting paths): a plain draw could leave the last seat without any.
    """
    holders = {mission: seat for seat, mission in known.items()}
    possible = {
        seat: [
            mission
            for mission in rng.sample(list(missions.BY_ID), len(missions.BY_ID))
            if mission not in holders and not missions.is_completed(mission, table.history, seat)
        ]
        for seat in range(len(table.names))
        if seat not in known
    }

    def take(seat: int, tried: set[str]) -> bool:
        for mission in possible[seat]:
            if mission not in tried:
                tried.add(mission)
                if mission not in holders or take(holders[mission], tried):
                    holders[mission] = seat
                    return True
        return False

    for seat in rng.sample(list(possible), len(possible)):
        take(seat, set())
    dealt = {seat: mission for mission, seat in holders.items()}
    return tuple(dealt[seat] for seat in range(len(table.names)))


def base(seats: int) -> dict[str, float]:
    """Shares of the actions before anything is known: half as equals would choose, half as people do."""
    bank, double_down, predict = EQUILIBRIUM[seats]
    rare = (1 - bank - double_down - predict) / 2
    equals = {BANK: bank, TEAM_UP: rare, SWIPE: rare, PREDICT: predict, DOUBLE_DOWN: double_down}
    rest = (1 - sum(PEOPLE.values())) / (bank + double_down + predict)
    return {action: (share + PEOPLE.get(action, rest * share)) / 2 for action, share in equals.items()}


def crowd(table: Table) -> dict[str, float]:
    """How much each action was chosen in the last two rounds, with a grain of the base for the first."""
    seats = len(table.names)
    seen = {action: 0.2 * seats * share for action, share in base(seats).items()}
    for record in table.history[-2:]:
        for action, number in count(record.choices).items():
            seen[action] += number
    return seen


# ── Easy and normal: a weight for each choice ─────────────────────────────────────────────────────────────────────


def easy(table: Table, seat: int, choices: Sequence[Choice], rng: random.Random) -> list[float]:
    """Any action, then any target or guess."""
    alike = count(choices)
    return [1 / alike[kind(choice)] for choice in choices]


def normal(table: Table, seat: int, choices: Sequence[Choice], rng: random.Random) -> list[float]:
    """The base, bent to the own mission, to who offered a TEAM UP, to who is rich, and to what is chosen a lot."""
    shares = base(len(table.names))
    for action in wanted(table, seat):
        shares[action] *= 2.5
    others = len(table.names) - 1
    richest = max(score for other, score in enumerate(table.scores) if other != seat)
    lately = table.history[-2:]
    seen = crowd(table)
    all_seen = sum(seen[action] ** 2 for action in GUESSES)
    weights = []
    for choice in choices:
        weight = shares[kind(choice)]
        if choice.guess is not None:
            weight *= seen[choice.guess] ** 2 / all_seen
        elif choice.player is not None:
            weight /= others
            if choice.action == SWIPE and table.scores[choice.player] == richest:
                weight *= 2
            elif choice.action == TEAM_UP and offered(lately, choice.player, seat):
                weight *= 4
            elif choice.action == TEAM_UP and offered(lately, seat, choice.player):
                weight *= 0.6
        weights.append(weight)
    return weights


def wanted(table: Table, seat: int) -> list[str]:
    """The actions that the seat's open mission asks for in this round."""
    if not table.missions or table.done_in[seat]:
        return []
    mission = table.missions[seat]
    if mission == "comeback" and (table.round == 1 or table.scores[seat] > min(table.scores)):
        return []
    actions = WANTED_BY[mission]
    if mission == "versatile":
        done = {record.choices[seat].action for record in table.history if record.earned[seat]}
        return [action for action in actions if action not in done]
    return list(actions)


def offered(records: Sequence[Record], seat: int, other: int) -> bool:
    """True if `seat` named `other` for a TEAM UP in one of these rounds."""
    return any(record.choices[seat] == Choice(TEAM_UP, other) for record in records)


# ── Hard: the mean of imagined rounds ─────────────────────────────────────────────────────────────────────────────


def hard(table: Table, seat: int, choices: Sequence[Choice], rng: random.Random) -> list[float]:
    """Try each choice in the same imagined rounds, prefer what they are worth, and mix in some of normal."""
    drawn = [rng.choices(*habits(table, other), k=DRAWS) for other in range(len(table.names))]
    values = [0.0] * len(choices)
    for profile in map(list, zip(*drawn, strict=True)):
        for index, choice in enumerate(choices):
            profile[seat] = choice
            record = resolve(table.round, table.captain, profile, table.scores)
            values[index] += worth(table, seat, record) / DRAWS
    heat = LAST_HEAT if table.round == ROUNDS else HEAT
    usual_share = EARLY_USUAL if table.round <= EARLY_ROUNDS else USUAL
    best = max(values)
    wise = [math.exp((value - best) / heat) for value in values]
    usual = normal(table, seat, choices, rng)
    all_wise, all_usual = sum(wise), sum(usual)
    return [
        (1 - usual_share) * one / all_wise + usual_share * other / all_usual
        for one, other in zip(wise, usual, strict=True)
    ]


def habits(table: Table, seat: int) -> tuple[list[Choice], list[float]]:
    """What another seat can choose, and how likely each is: the base, and its own rounds, the last ones more."""
    shares = base(len(table.names))
    partners = [1.0] * len(table.names)
    for record in table.history:
        memory = 0.75 ** (len(table.history) - record.round)
        own = record.choices[seat]
        if own.action is not None:
            shares[own.action] += memory * (1.6 if record.earned[seat] >= 2 else 0.55)
        for other, choice in enumerate(record.choices):
            asks = own.action == TEAM_UP and own.player == other
            if choice.action == TEAM_UP and choice.player == seat:
                partners[other] += memory * (2.2 if asks else 0.7)
            elif asks:
                partners[other] += memory * 0.9
    seen = crowd(table)
    choices = [as_choice(command) for command in listed(len(table.names), seat) if command["type"] != PASS]
    appeals = []
    for choice in choices:
        if choice.guess is not None:
            appeals.append(seen[choice.guess] ** 2)
        elif choice.player is not None:
            appeals.append(partners[choice.player] if choice.action == TEAM_UP else 1.0 + table.scores[choice.player])
        else:
            appeals.append(1.0)
    totals = dict.fromkeys(shares, 0.0)
    for choice, appeal in zip(choices, appeals, strict=True):
        totals[kind(choice)] += appeal
    return choices, [
        shares[kind(choice)] * appeal / totals[kind(choice)] for choice, appeal in zip(choices, appeals, strict=True)
    ]


def worth(table: Table, seat: int, record: Record) -> float:
    """What the round that `record` tells is worth to `seat`: in points, or in the last round as a chance to win."""
    own = record.after[seat] + mission_worth(table, seat, record)
    others = [score for other, score in enumerate(record.after) if other != seat]
    best = max(others)
    if table.round == ROUNDS:
        return RESULT * own + (LEVEL_ON_TOP if own == best else float(own > best))
    pull = LATE_BEST_PULL if table.round > ROUNDS - 3 else BEST_PULL
    return own - OTHERS_PULL * sum(others) / len(others) - pull * best


def mission_worth(table: Table, seat: int, record: Record) -> float:
    """The bonus when this round completes the mission; a part for a step on the way, less as rounds run out."""
    if not table.missions or table.done_in[seat]:
        return 0.0
    mission = missions.BY_ID[table.missions[seat]]
    progress = missions.progress(mission.id, (*table.history, record), seat)
    if progress == mission.goal:
        return missions.BONUS
    left = ROUNDS - table.round
    if mission.goal - progress > left or progress == missions.progress(mission.id, table.history, seat):
        return 0.0
    return missions.BONUS * (0.45 if mission.goal == 2 else 0.3) * left / (ROUNDS - 1)


LEVELS: dict[str, Callable[[Table, int, Sequence[Choice], random.Random], list[float]]] = {
    "easy": easy,
    "normal": normal,
    "hard": hard,
}
"""Each gives a weight for each of the seat's choices."""
