"""The five actions: what each needs, what it pays (S4), and how the SWIPES are settled (S5)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache

from ..contract import Command, Shape
from ..text import mark as _
from .state import EMPTY, SAFE, SPENT, SUCCESS, Choice, Record, Swipe

BANK = "bank"
TEAM_UP = "team_up"
SWIPE = "swipe"
PREDICT = "predict"
DOUBLE_DOWN = "double_down"
PASS = "pass"  # noqa: S105  (a command)

GUESSES = (BANK, TEAM_UP, SWIPE, DOUBLE_DOWN)
"""S4-3: what PREDICT may guess, in the order in which it is listed."""

NO_CHOICE = Choice()


@dataclass(slots=True)
class Play:
    """A round while it is being scored. `scores` and the lists change; each has one entry a seat."""

    choices: Sequence[Choice]
    scores: list[int]
    counts: dict[str, int]
    top: list[str]
    hit: list[bool]
    earned: list[int]
    lost: list[int]
    swipes: list[Swipe] = field(default_factory=list)


# S4: each returns whether the action hit, and its points: gained, or lost when negative.


def bank(play: Play, seat: int) -> tuple[bool, int]:
    """S4-1: 1 point, 2 for the only banker."""
    is_alone = play.counts[BANK] == 1
    return is_alone, 2 if is_alone else 1


def team_up(play: Play, seat: int) -> tuple[bool, int]:
    """S4-2: 3 points when the named seat chose TEAM UP too and named this one."""
    mutual = is_mutual(play.choices, seat)
    return mutual, 3 if mutual else 0


def predict(play: Play, seat: int) -> tuple[bool, int]:
    """S4-3: 2 points for a guess among the most chosen. S4-4: 1, and no hit, when nobody chose any of the four."""
    if not play.top:
        return False, 1
    is_right = play.choices[seat].guess in play.top
    return is_right, 2 if is_right else 0


def double_down(play: Play, seat: int) -> tuple[bool, int]:
    """S4-5: 3 points alone, else minus 1."""
    is_alone = play.counts[DOUBLE_DOWN] == 1
    return is_alone, 3 if is_alone else -1


@dataclass(frozen=True)
class Action:
    """One row of the table. `needs` is the command's field, if any; `points` is None for what S5 settles."""

    id: str
    name: str
    text: str
    needs: str | None = None
    points: Callable[[Play, int], tuple[bool, int]] | None = None


ACTIONS = (
    Action(BANK, _("BANK"), _("+1, or +2 if nobody else banks"), points=bank),
    Action(TEAM_UP, _("TEAM UP"), _("+3 each if you name each other"), needs="player", points=team_up),
    Action(SWIPE, _("SWIPE"), _("take 1 from someone who banks or teams up"), needs="player"),
    Action(PREDICT, _("PREDICT"), _("+2 if your guess is the most common"), needs="action", points=predict),
    Action(DOUBLE_DOWN, _("DOUBLE DOWN"), _("+3 alone; −1 each if not"), points=double_down),
)
BY_ID = {action.id: action for action in ACTIONS}

FIELD_TYPES: dict[str, tuple[type, ...]] = {"player": (int,), "action": (str,)}
SHAPES = {action.id: Shape({action.needs: FIELD_TYPES[action.needs]} if action.needs else {}) for action in ACTIONS} | {
    PASS: Shape()
}


@cache
def listed(seats: int, seat: int) -> tuple[Command, ...]:
    """S2-2: every choice of `seat` at a table of `seats`, in the page's order. Shared: for reading only."""
    others = [player for player in range(seats) if player != seat]
    values: dict[str, Sequence[int | str]] = {"player": others, "action": GUESSES}
    commands: list[Command] = []
    for action in ACTIONS:
        if action.needs is None:
            commands.append({"type": action.id})
        else:
            commands += [{"type": action.id, action.needs: value} for value in values[action.needs]]
    return (*commands, {"type": PASS})


def as_choice(command: Command) -> Choice:
    """The choice that a command locks in; a `pass` is no choice (S3-1)."""
    if command["type"] == PASS:
        return NO_CHOICE
    return Choice(command["type"], command.get("player"), command.get("action"))


def as_command(choice: Choice) -> Command:
    """The command that locked this choice in."""
    if choice.action is None:
        return {"type": PASS}
    needs = BY_ID[choice.action].needs
    if needs is None:
        return {"type": choice.action}
    return {"type": choice.action, needs: choice.player if needs == "player" else choice.guess}


def count(choices: Sequence[Choice]) -> dict[str, int]:
    """How many chose each action; a missing choice counts towards none (S3-1)."""
    counts = {action.id: 0 for action in ACTIONS}
    for choice in choices:
        if choice.action is not None:
            counts[choice.action] += 1
    return counts


def most_chosen(counts: dict[str, int]) -> list[str]:
    """S4-3: the guessable actions with the highest count; none when nobody chose any of them (S4-4)."""
    highest = max(counts[action] for action in GUESSES)
    return [action for action in GUESSES if counts[action] == highest] if highest else []


def is_mutual(choices: Sequence[Choice], seat: int) -> bool:
    """S4-2: this seat and the one it names both chose TEAM UP and named each other."""
    choice = choices[seat]
    if choice.action != TEAM_UP or choice.player is None:
        return False
    partner = choices[choice.player]
    return partner.action == TEAM_UP and partner.player == seat


def resolve(number: int, captain: int, choices: Sequence[Choice], scores: Sequence[int]) -> Record:
    """S4, then S5: what these choices come to in round `number` when the scores stand so at its start."""
    seats = len(choices)
    counts = count(choices)
    play = Play(choices, list(scores), counts, most_chosen(counts), [False] * seats, [0] * seats, [0] * seats)
    score_actions(play)
    settle_swipes(play, captain)
    return Record(
        number,
        captain,
        tuple(choices),
        tuple(play.hit),
        tuple(play.earned),
        tuple(play.lost),
        tuple(play.swipes),
        tuple(scores),
        tuple(play.scores),
    )


def score_actions(play: Play) -> None:
    """S4 and S4-6: every action but SWIPE pays or costs at once. S4-5: nobody loses what is not there."""
    for seat, choice in enumerate(play.choices):
        if choice.action is None:
            continue
        points = BY_ID[choice.action].points
        if points is None:
            continue
        play.hit[seat], gain = points(play, seat)
        if gain >= 0:
            play.earned[seat] = gain
        else:
            play.lost[seat] = min(-gain, play.scores[seat])
        play.scores[seat] += play.earned[seat] - play.lost[seat]


def settle_swipes(play: Play, captain: int) -> None:
    """S5-1: one by one from the Round Captain, clockwise. S5-3, S5-4: a success moves one point, a failure none."""
    seats = len(play.choices)
    for step in range(seats):
        seat = (captain + step) % seats
        player = play.choices[seat].player
        if play.choices[seat].action != SWIPE or player is None:
            continue
        outcome = swipe_outcome(play, player)
        if outcome == SUCCESS:
            play.hit[seat] = True
            play.earned[seat] = play.lost[player] = 1
            play.scores[seat] += 1
            play.scores[player] -= 1
        play.swipes.append(Swipe(seat, player, outcome))


def swipe_outcome(play: Play, player: int) -> str:
    """S5-2: the first reason to fail. S3-2: a missing choice is safe."""
    if play.choices[player].action not in (BANK, TEAM_UP):
        return SAFE
    if play.lost[player]:  # a banker or a team can have lost to a SWIPE only
        return SPENT
    return SUCCESS if play.scores[player] else EMPTY
