"""Board A as a drawing: where hexes and pieces lie, the aim zone, and what the picture shows large.

Lengths are in the drawing's own unit. Numbers for the markup are text, so that no locale writes them its own way.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from math import cos, pi, sin, sqrt
from typing import Any

from django.template.loader import render_to_string
from django.utils.translation import get_language, gettext

from games.engine.showdown.hexes import (
    AXIAL,
    COLUMNS,
    CORRAL,
    HEXES,
    NEIGHBOURS,
    OPEN_HEXES,
    TROUGH,
    in_zone,
    sees,
)
from games.engine.showdown.state import Character, Table, place_of

from .words import hex_name, letter

SIZE = 20
"""From the centre of a hex to its corners."""
TALL = SIZE * sqrt(3)
WIDTH = SIZE * (1.5 * (len(COLUMNS) - 1) + 2)
HEIGHT = TALL * 13

OUTLINE = "l-{a} {b:.1f}h-{c}l-{a}-{b:.1f} {a}-{b:.1f}h{c}z".format(a=SIZE // 2, b=TALL / 2, c=SIZE)
"""A hex as the rest of a path that has begun at its eastern corner."""
CORNERS = [(SIZE * cos(k * pi / 3), SIZE * sin(k * pi / 3)) for k in range(6)]


def _centre(hex_: str) -> tuple[float, float]:
    q, r = AXIAL[hex_]
    return SIZE * (1 + 1.5 * q), TALL * (r + 1 + q / 2)


CENTRES = {hex_: _centre(hex_) for hex_ in HEXES}


def number(value: float) -> str:
    return f"{value:.1f}"


def at(hex_: str) -> dict[str, str]:
    """The centre of a hex, for the markup."""
    x, y = CENTRES[hex_]
    return {"x": number(x), "y": number(y)}


# What never changes


def still() -> str:
    """The hexes, the corral's fence and the trough, in the reader's language."""
    return _still(get_language())


@cache
def _still(_language: str) -> str:
    hexes = [at(hex_) | {"name": hex_name(hex_), "kind": _kind(hex_), "spoken": _spoken(hex_)} for hex_ in HEXES]
    return render_to_string(
        "showdown/_hexes.html",
        {"hexes": hexes, "outline": OUTLINE, "fence": _fence(), "trough": at(TROUGH)},
    )


def _kind(hex_: str) -> str:
    return "trough" if hex_ == TROUGH else "corral" if hex_ in CORRAL else ""


def _spoken(hex_: str) -> str:
    if hex_ == TROUGH:
        return gettext("{hex}, the trough").format(hex=hex_name(hex_))
    return gettext("{hex}, in the corral").format(hex=hex_name(hex_)) if hex_ in CORRAL else hex_name(hex_)


def _fence() -> str:
    """The corral's outer edge as a path: each side of its hexes that no other hex of it shares."""
    path = []
    for hex_ in sorted(CORRAL):
        x, y = CENTRES[hex_]
        for facing, beyond in enumerate(NEIGHBOURS[hex_]):
            if beyond not in CORRAL:
                (x1, y1), (x2, y2) = CORNERS[(facing + 4) % 6], CORNERS[(facing + 5) % 6]
                path.append(f"M{x + x1:.1f} {y + y1:.1f}L{x + x2:.1f} {y + y2:.1f}")
    return "".join(path)


# What is on it

STACKS = {
    1: [(0.0, 0.0)],
    2: [(-6.5, 0.0), (6.5, 0.0)],
    3: [(-6.5, 4.0), (6.5, 4.0), (0.0, -7.0)],
    4: [(-6.5, -6.0), (6.5, -6.0), (-6.5, 6.0), (6.5, 6.0)],
}
"""Where pieces stand that share a hex, from its centre."""


def pieces(characters: list[Character], you: int | None, plain: bool = False) -> list[dict[str, Any]]:
    """Everybody who is on the board; those who are out lie below those who fight. `plain`: no gun and no delay."""
    there = [who for who in characters if who.is_placed]
    made = []
    for who in sorted(there, key=lambda who: who.is_fighter):
        sharing = [other.seat for other in there if other.hex == who.hex]
        dx, dy = STACKS[len(sharing)][sharing.index(who.seat)]
        x, y = CENTRES[who.hex]
        made.append(
            piece(who)
            | {"x": number(x + dx), "y": number(y + dy), "you": who.seat == you, "small": len(sharing) > 1}
            | {"plain": plain}
        )
    return made


def piece(who: Character) -> dict[str, Any]:
    """One character as a piece in the middle of its hex."""
    return at(who.hex) | {
        "seat": who.seat,
        "letter": letter(who.seat),
        "degrees": 60 * who.facing,
        "posture": who.posture,
        "out": "" if who.is_fighter else who.status,
        "gun": "cocked" if who.cocked else who.gun,
        "delay": who.delay if who.is_fighter else 0,
    }


def guns(table: Table) -> list[dict[str, Any]]:
    """The guns on the ground, one mark a hex."""
    hexes = dict.fromkeys(gun.hex for gun in table.ground)
    return [at(hex_) | {"n": sum(gun.hex == hex_ for gun in table.ground)} for hex_ in hexes]


def aim_lines(table: Table) -> list[dict[str, Any]]:
    """From everybody with AIM to the place it is on."""
    lines = []
    for who in table.fighters:
        if who.aim:
            words = gettext("AIM {n}").format(n=who.aim.points)
            lines.append(line(who.hex, place_of(table, who.aim.target)) | {"seat": who.seat, "words": words})
    return lines


def line(here: str, there: str) -> dict[str, str]:
    """A line between the centres of two hexes, and a place on it for a word: nearer to its end."""
    (x1, y1), (x2, y2) = CENTRES[here], CENTRES[there]
    if here == there:
        y2 += 14
    return {
        "x1": number(x1), "y1": number(y1), "x2": number(x2), "y2": number(y2),
        "x": number(x1 + (x2 - x1) * 0.74), "y": number(y1 + (y2 - y1) * 0.74),
    }  # fmt: skip


def zone(who: Character) -> str:
    """SD-B7, SD-B8: the hexes that a character could aim at, as one path."""
    path = []
    for hex_ in OPEN_HEXES:
        if in_zone(who.hex, who.facing, hex_) and sees(who.hex, who.is_down, hex_, other_is_down=False):
            x, y = CENTRES[hex_]
            path.append(f"M{x + SIZE:.0f} {y:.1f}{OUTLINE}")
    return "".join(path)


# What the picture shows large

CLOSEST = 1.85
"""How much larger than the whole board the picture is at most."""
CORRAL_BOX = (CENTRES["A-D6"][0], CENTRES["A-F4"][1], CENTRES["A-H6"][0], CENTRES["A-F8"][1])
MARGIN = 1.5 * SIZE + SIZE


def camera(hexes: Iterable[str]) -> str:
    """The transform that shows the corral and these hexes, with room around them, as large as may be."""
    left, top, right, bottom = CORRAL_BOX
    for hex_ in hexes:
        x, y = CENTRES[hex_]
        left, top, right, bottom = min(left, x), min(top, y), max(right, x), max(bottom, y)
    across = max(right - left, bottom - top) + 2 * MARGIN
    scale = max(1.0, min(CLOSEST, HEIGHT / across))
    x, y = (left + right) / 2, (top + bottom) / 2
    return f"translate({WIDTH / 2 - scale * x:.1f} {HEIGHT / 2 - scale * y:.1f}) scale({scale:.3f})"


VIEW_BOX = f"0 0 {WIDTH:.0f} {HEIGHT:.0f}"
