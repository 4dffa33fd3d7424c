"""Which plans are legal (SD-N1 to SD-N6): to check one, to list them lazily, to draw one at random."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache

from ..contract import IllegalCommand, MalformedCommand
from ..text import mark as _
from ..text import shown
from .cards import BY_CODE, ENTRIES, SEATS, Entry, Side
from .hexes import CORRAL_MIDDLE, TROUGH
from .state import Plan, Table, budget

LACKING = {
    "2f": _("Run needs Advance in the same plan."),
    "3f": _("Sprint needs Run in the same plan."),
    "4f": _("Sprint needs Run in the same plan."),
}
"""SD-N4, by the side that is alone."""


def foes(table: Table, seat: int) -> tuple[int, ...]:
    """SD-N5: the seats that this one may name."""
    return tuple(fighter.seat for fighter in table.fighters if fighter.seat != seat)


def admits(entry: Entry, foes: tuple[int, ...], brawling: bool) -> bool:
    """SD-N5, SD-N6: may the entry stand in a plan that can name `foes`?"""
    return (entry.seat is None or entry.seat in foes) and (brawling or not entry.side.is_brawling)


def cost(laid: Sequence[Entry]) -> int:
    """SD-N3: time points."""
    return sum(entry.cost for entry in laid)


def is_used(laid: Sequence[Entry], entry: Entry) -> bool:
    """SD-N2: is the card of this entry laid already, on either side?"""
    return any(other.number == entry.number for other in laid)


def orphan(laid: Sequence[Entry]) -> Side | None:
    """SD-N4: the first side that lacks the one it needs, wherever that might stand."""
    codes = {entry.side.code for entry in laid}
    return next((entry.side for entry in laid if entry.side.needs and entry.side.needs not in codes), None)


# To check


def fault(table: Table, seat: int, cards: Sequence[object]) -> IllegalCommand | None:
    """What is wrong with this plan of a fighter, as a sentence; None when it is legal."""
    may_name = foes(table, seat)
    laid: list[Entry] = []
    for card in cards:
        if not isinstance(card, str):
            return MalformedCommand(_("A plan lists its cards as text, and “{card}” is none."), card=shown(card))
        entry = ENTRIES.get(card)
        if entry is None:
            return spelling_fault(card)
        if not admits(entry, may_name, table.brawling):
            return naming_fault(table, seat, entry)
        if is_used(laid, entry):
            return IllegalCommand(
                _("{card} is the second use of card {number}. Each card can be used once a turn, one side only."),
                card=card, number=entry.number,
            )  # fmt: skip
        laid.append(entry)
    if cost(laid) > budget(table.characters[seat]):
        return IllegalCommand(
            _("The plan costs {n}; you have {m}. Take something out."),
            n=cost(laid), m=budget(table.characters[seat]),
        )  # fmt: skip
    lonely = orphan(laid)
    return IllegalCommand(LACKING[lonely.code]) if lonely else None


def spelling_fault(card: str) -> IllegalCommand:
    """SD-N1: what is wrong with an entry that is no way to write a card."""
    code, _colon, _choice = card.partition(":")
    side = BY_CODE.get(code)
    if side is None:
        return IllegalCommand(
            _("“{card}” is no card: a plan is written with sides from 1f and 1b to 12f and 12b."), card=shown(card)
        )
    if not side.actions:
        return IllegalCommand(_("{side} is not played in this game. Take it out."), side=code)
    stem, _colon, target = card.rpartition(":")
    if f"{stem}:{SEATS[0]}" not in ENTRIES:
        return IllegalCommand(
            _("“{card}” is not how {side} is written. Write {samples}."),
            card=shown(card), side=code, samples=side.samples,
        )  # fmt: skip
    if f"{stem}:{CORRAL_MIDDLE}" not in ENTRIES:
        return IllegalCommand(
            _("In “{card}”, “{target}” is nobody. Name a fighter by seat, as in {samples}."),
            card=shown(card), target=shown(target), samples=side.samples,
        )  # fmt: skip
    if target == TROUGH:
        return IllegalCommand(_("{hex} is the trough: nobody can be there, so it is no target."), hex=target)
    return IllegalCommand(
        _("In “{card}”, “{target}” is no target. Name a fighter by seat or a hex, as in {samples}."),
        card=shown(card), target=shown(target), samples=side.samples,
    )  # fmt: skip


def naming_fault(table: Table, seat: int, entry: Entry) -> IllegalCommand:
    """SD-N5, SD-N6: what is wrong with an entry that is well written and yet not for this table."""
    card = entry.written
    if entry.side.is_brawling and not table.brawling:
        return IllegalCommand(_("This table plays without brawling: take {card} out."), card=card)
    assert entry.seat is not None
    if entry.seat == seat:
        return IllegalCommand(_("{card} names yourself. Name another fighter."), card=card)
    if entry.seat >= len(table.characters):
        return IllegalCommand(_("{card} names seat {seat}, and nobody sits there."), card=card, seat=entry.seat)
    return IllegalCommand(
        _("{name} is out of the fight, so {card} needs another target."),
        card=card, name=table.characters[entry.seat].name,
    )  # fmt: skip


# To list


def legal_plans(table: Table, seat: int) -> Iterator[list[str]]:
    """Every legal plan of a fighter, lazily and depth first, each before its extensions."""
    return _extensions((), foes(table, seat), table.brawling, budget(table.characters[seat]))


def _extensions(laid: tuple[Entry, ...], foes: tuple[int, ...], brawling: bool, left: int) -> Iterator[list[str]]:
    if orphan(laid) is None:
        yield [entry.written for entry in laid]
    for entry in palette(foes, brawling, left):
        if not is_used(laid, entry):
            yield from _extensions((*laid, entry), foes, brawling, left - entry.cost)


@cache
def palette(foes: tuple[int, ...], brawling: bool, left: int) -> tuple[Entry, ...]:
    """SD-N3, SD-N5, SD-N6: in listing order, all that may be laid next for `left` time points."""
    return tuple(entry for entry in ENTRIES.values() if entry.cost <= left and admits(entry, foes, brawling))


def laid_so_far(cards: Sequence[str]) -> tuple[Entry, ...]:
    """The entries of cards that are written as they should be."""
    return tuple(ENTRIES[card] for card in cards)


def additions(table: Table, seat: int, cards: Sequence[str]) -> list[str]:
    """What a fighter may lay next to these well-written cards, in listing order; SD-N4 is asked of whole plans only."""
    laid = laid_so_far(cards)
    left = budget(table.characters[seat]) - cost(laid)
    return [entry.written for entry in palette(foes(table, seat), table.brawling, left) if not is_used(laid, entry)]


# To draw


def drawn(table: Table, seat: int, below: Callable[[int], int]) -> Plan:
    """A legal plan at random: card after card until one stops, then without orphans. `below(n)` gives 0 to n-1.

    Every legal plan can come out. To stop is one choice beside each card that may be laid, all equally likely.
    """
    may_name = foes(table, seat)
    left = budget(table.characters[seat])
    laid: list[Entry] = []
    while True:
        choices = palette(may_name, table.brawling, left)
        index = below(len(choices) + 1)
        if index == len(choices):
            return without_orphans(laid)
        if not is_used(laid, choices[index]):
            laid.append(choices[index])
            left -= choices[index].cost


def without_orphans(laid: Sequence[Entry]) -> Plan:
    """SD-N4: the plan that is left when each side that lacks the one it needs is dropped."""
    kept = list(laid)
    while lonely := orphan(kept):
        kept = [entry for entry in kept if entry.side is not lonely]
    return tuple(entry.written for entry in kept)
