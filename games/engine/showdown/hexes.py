"""Board A: its hexes, and what lies where seen from one of them (SD-B1 to SD-B8, SD-P2)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from ..text import mark as _

COLUMNS = "ABCDEFGHIJK"
SHORT_COLUMNS = "ACEGIK"
"""The columns that begin at row 1; the others begin at row 0."""
LAST_ROW = 12

CORRAL_MIDDLE = "A-F6"
TROUGH = "A-I11"

FACINGS = range(6)
COMPASS = (_("N"), _("NE"), _("SE"), _("S"), _("SW"), _("NW"))
STEPS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
"""SD-B3: the axial step of each facing."""
RELATIVE = {"ahead": 0, "ahead_right": 1, "back_right": 2, "back": 3, "back_left": 4, "ahead_left": 5}
"""SD-B6: sixths of a turn, clockwise from the facing."""


def turned(facing: int, sixths: int) -> int:
    """SD-B6: the facing that lies `sixths` clockwise from this one."""
    return (facing + sixths) % 6


def _rows(column: str) -> range:
    return range(1 if column in SHORT_COLUMNS else 0, LAST_ROW + 1)


def _axial(column: str, row: int) -> tuple[int, int]:
    """SD-B3."""
    q = COLUMNS.index(column)
    return q, row - 1 - q // 2


AXIAL = {f"A-{column}{row}": _axial(column, row) for column in COLUMNS for row in _rows(column)}
"""SD-B1, SD-B3: (q, r) of every hex, in board order."""
HEXES = tuple(AXIAL)
"""SD-B1: every hex, in board order."""
OPEN_HEXES = tuple(hex_ for hex_ in HEXES if hex_ != TROUGH)
"""SD-B4: where one can stand, and what can be a target."""

_AT = {axial: hex_ for hex_, axial in AXIAL.items()}
NEIGHBOURS: dict[str, tuple[str | None, ...]] = {
    hex_: tuple(_AT.get((q + dq, r + dr)) for dq, dr in STEPS) for hex_, (q, r) in AXIAL.items()
}
"""SD-B2: the neighbour of each hex in each direction N to NW; None where the board ends."""


@cache
def distance(here: str, there: str) -> int:
    """SD-B5: the range of two hexes."""
    (q, r), (to_q, to_r) = AXIAL[here], AXIAL[there]
    dq, dr = to_q - q, to_r - r
    return max(abs(dq), abs(dr), abs(dq + dr))


CORRAL = frozenset(hex_ for hex_ in HEXES if distance(hex_, CORRAL_MIDDLE) <= 2)
"""SD-B4."""
BESIDE_TROUGH = frozenset(hex_ for hex_ in HEXES if distance(hex_, TROUGH) == 1)


def crosses_fence(here: str, there: str) -> bool:
    """SD-B4: just one of the two is in the corral."""
    return (here in CORRAL) != (there in CORRAL)


@cache
def in_zone(here: str, facing: int, there: str) -> bool:
    """SD-B7: is `there` in the aim zone of a character in `here`?"""
    (q, r), (to_q, to_r) = AXIAL[here], AXIAL[there]
    dq, dr = to_q - q, to_r - r
    left_q, left_r = STEPS[turned(facing, RELATIVE["ahead_left"])]
    right_q, right_r = STEPS[turned(facing, RELATIVE["ahead_right"])]
    # How often either row's step goes into the difference; the two steps span a cell of area 1, so nothing is divided.
    along_left = dq * right_r - dr * right_q
    along_right = left_q * dr - left_r * dq
    return along_left >= 0 and along_right >= 0


@cache
def zone(here: str, facing: int) -> tuple[str, ...]:
    """SD-B7: the hexes of the aim zone that can be targets, in board order."""
    return tuple(there for there in OPEN_HEXES if in_zone(here, facing, there))


@cache
def crosses_trough(here: str, there: str) -> bool:
    """SD-B8: does the line between two hexes have a point strictly inside the trough? Exact, by fractions."""
    enters, leaves = Fraction(-1), Fraction(2)  # wider than the line itself, which runs from 0 to 1
    for start, end in zip(_slants(here), _slants(there), strict=True):
        if start == end:
            if abs(start) >= 1:
                return False
            continue
        first, last = sorted((Fraction(-1 - start, end - start), Fraction(1 - start, end - start)))
        enters, leaves = max(enters, first), min(leaves, last)
    return enters < leaves and enters < 1 and leaves > 0


def _slants(hex_: str) -> tuple[int, int, int]:
    """SD-B8: q-r, r-s and s-q of a hex, counted from the trough."""
    (q, r), (trough_q, trough_r) = AXIAL[hex_], AXIAL[TROUGH]
    q, r = q - trough_q, r - trough_r
    s = -q - r
    return q - r, r - s, s - q


def sees(here: str, is_down: bool, there: str, other_is_down: bool) -> bool:
    """SD-B8: do two characters see each other?"""
    if not crosses_trough(here, there):
        return True
    hidden = (is_down and here in BESIDE_TROUGH) or (other_is_down and there in BESIDE_TROUGH)
    return not hidden and not (is_down and other_is_down)


@dataclass(frozen=True, slots=True)
class Start:
    """SD-P2: where a character may start, and how it starts unless told otherwise."""

    character: str
    name: str
    hexes: tuple[str, ...]
    hex: str
    facing: int


def _block(columns: str, rows: range) -> tuple[str, ...]:
    return tuple(f"A-{column}{row}" for column in columns for row in rows)


STARTS = (
    Start("marshal", _("the Marshal"), _block("DE", range(5, 8)), "A-D6", 2),
    Start("kid", _("the Kid"), _block("GH", range(5, 8)), "A-H6", 5),
    Start("reb", _("the Reb"), _block("EFG", range(8, 9)), "A-F8", 0),
    Start("yankee", _("the Yankee"), _block("EFG", range(5, 6)), "A-F5", 3),
)
"""By seat."""
