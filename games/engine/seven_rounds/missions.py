"""The twelve Secret Missions (S6): a row each, and above them what completes it, told from the completed rounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..text import mark as _
from .actions import BANK, DOUBLE_DOWN, PREDICT, SWIPE, TEAM_UP
from .state import SUCCESS, Record

BONUS = 3

Happened = Callable[[Record, int], bool]
Progress = Callable[[Sequence[Record], int], int]


def chose(action: str) -> Happened:
    """In this round the seat chose `action`."""
    return lambda record, seat: record.choices[seat].action == action


def hit_with(action: str) -> Happened:
    """In this round the seat chose `action` and it came off: alone, mutual, a point moved, a right guess."""
    return lambda record, seat: record.hit[seat] and record.choices[seat].action == action


def earned_three(record: Record, seat: int) -> bool:
    """S6-M6, S6-3: by action, whatever was swiped from it."""
    return record.earned[seat] >= 3


def escaped(record: Record, seat: int) -> bool:
    """S6-M7: named by at least one SWIPE, and robbed by none."""
    outcomes = [swipe.outcome for swipe in record.swipes if swipe.player == seat]
    return bool(outcomes) and SUCCESS not in outcomes


def came_back(record: Record, seat: int) -> bool:
    """S6-M11: from round 2 on, lowest at the start (alone, tied or all level), and 2 or more action points."""
    return record.round >= 2 and record.earned[seat] >= 2 and record.before[seat] == min(record.before)


def rounds_where(happened: Happened) -> Progress:
    """S6-4: in how many of the completed rounds it happened, in a row or not."""
    return lambda rounds, seat: sum(happened(record, seat) for record in rounds)


def most_with_one_partner(rounds: Sequence[Record], seat: int) -> int:
    """S6-M10: mutual TEAM UPS with the partner of most of them."""
    mutual = hit_with(TEAM_UP)
    partners = Counter(record.choices[seat].player for record in rounds if mutual(record, seat))
    return max(partners.values(), default=0)


def actions_that_earned(rounds: Sequence[Record], seat: int) -> int:
    """S6-M12, S6-3: with how many of the five actions the seat has earned a point, kept or not."""
    return len({record.choices[seat].action for record in rounds if record.earned[seat]})


@dataclass(frozen=True)
class Mission:
    """One row: completed once `progress` over the completed rounds reaches `goal` (S6-5)."""

    id: str
    name: str
    goal: int
    progress: Progress
    text: str


MISSIONS = (
    Mission("solo_banker", _("SOLO BANKER"), 1, rounds_where(hit_with(BANK)),  # S6-M1
            _("Be the only one to BANK in a round.")),
    Mission("trust_builder", _("TRUST BUILDER"), 1, rounds_where(hit_with(TEAM_UP)),  # S6-M2
            _("TEAM UP with someone who names you too.")),
    Mission("clean_swipe", _("CLEAN SWIPE"), 1, rounds_where(hit_with(SWIPE)),  # S6-M3
            _("SWIPE a point.")),
    Mission("sharp_eye", _("SHARP EYE"), 1, rounds_where(hit_with(PREDICT)),  # S6-M4
            _("PREDICT right once; a tie counts.")),
    Mission("lone_doubler", _("LONE DOUBLER"), 1, rounds_where(hit_with(DOUBLE_DOWN)),  # S6-M5
            _("Be the only one to DOUBLE DOWN in a round.")),
    Mission("big_turn", _("BIG TURN"), 1, rounds_where(earned_three),  # S6-M6
            _("Earn 3 points with one action.")),
    Mission("narrow_escape", _("NARROW ESCAPE"), 1, rounds_where(escaped),  # S6-M7
            _("Be swiped at in a round, and lose nothing to it.")),
    Mission("steady_saver", _("STEADY SAVER"), 3, rounds_where(chose(BANK)),  # S6-M8
            _("BANK in 3 rounds.")),
    Mission("two_good_guesses", _("TWO GOOD GUESSES"), 2, rounds_where(hit_with(PREDICT)),  # S6-M9
            _("PREDICT right in 2 rounds.")),
    Mission("trusted_partner", _("TRUSTED PARTNER"), 2, most_with_one_partner,  # S6-M10
            _("TEAM UP twice with the same player, each time naming each other.")),
    Mission("comeback", _("COMEBACK"), 1, rounds_where(came_back),  # S6-M11
            _("From round 2 on, start with the lowest score, tied or not, and earn 2 or more.")),
    Mission("versatile", _("VERSATILE"), 3, actions_that_earned,  # S6-M12
            _("Earn points with 3 different actions.")),
)  # fmt: skip
BY_ID = {mission.id: mission for mission in MISSIONS}


def progress(mission: str, rounds: Sequence[Record], seat: int) -> int:
    """S6-5: how far this seat is with this mission after these completed rounds, its goal at most."""
    row = BY_ID[mission]
    return min(row.goal, row.progress(rounds, seat))


def is_completed(mission: str, rounds: Sequence[Record], seat: int) -> bool:
    """S6-2: what has been completed stays so, since no progress is ever lost."""
    return progress(mission, rounds, seat) == BY_ID[mission].goal
