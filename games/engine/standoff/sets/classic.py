"""Set 1, Classic standoff: swaps, a lock, and cover for those who think alike."""

from ...text import mark as _
from ..cards import Card, CardSet, Target, reload
from ..state import PENDING, InPlay
from ..table import Table


def lower_pending(table: Table, card: InPlay) -> list[InPlay]:
    """S1-6: any card of printed priority 0 to 5 that has not had its turn."""
    return [other for other in table.cards if other.status == PENDING and other.priority <= 5]


def swap_with(table: Table, card: InPlay, target: InPlay) -> None:
    """S1-6, S1-2, S6-5: the two cards change controllers; what has activated stays activated."""
    table.swap(card, target)


def lock_value(table: Table, card: InPlay) -> None:
    """S1-5: the value of this card stays as it is, wherever the card goes."""
    table.lock(card)


def swap_highest_and_lowest(table: Table, card: InPlay) -> None:
    """S1-4: the highest and the lowest value change places, if neither is tied."""
    by_value = sorted(table.cards, key=lambda other: other.value)
    low, high = by_value[0], by_value[-1]
    if low.value == by_value[1].value or high.value == by_value[-2].value:
        table.no_effect(card)
    else:
        table.swap(high, low)


def others_unlocked(table: Table, card: InPlay) -> list[InPlay]:
    """S1-3: any other card whose value may change (S1-5)."""
    return [other for other in table.others(card) if not other.locked]


def value_becomes_three(table: Table, card: InPlay, target: InPlay) -> None:
    """S1-3."""
    table.set_values(card, [(target, 3)])


def duplicated(table: Table, card: InPlay) -> list[InPlay]:
    """S1-2: the cards, of any status, whose printed priority lies on the table more than once."""
    return [other for other in table.cards if len(table.printed(other.priority)) > 1]


def cover_each_other(table: Table, card: InPlay) -> None:
    """S1-1: two or more 1s are all protected. The first of them to activate does it for the rest."""
    ones = table.printed(1)
    if len(ones) == 1:
        table.no_effect(card)
        return
    for one in ones:
        table.protect(one)


CLASSIC = CardSet(
    number=1,
    name=_("Classic standoff"),
    cancels=frozenset({6, 5, 4, 3, 2}),  # S1-D
    cards=(
        Card(
            6, _("Quick Draw"), _("Swap this card with one that has not had its turn yet."), "S1-6",
            "quick_draw",
            Target(
                lower_pending, swap_with,
                _("Quick Draw swaps with a card of 0 to 5 that has not had its turn, which {name}'s {number} is not."),
            ),
        ),
        Card(
            5, _("Steady Hand"), _("The value of this card cannot change any more this round."), "S1-5",
            "steady_hand", lock_value,
        ),
        Card(
            4, _("Turn the Tables"), _("The cards of highest and lowest value change places, unless either is tied."),
            "S1-4", "turn_the_tables", swap_highest_and_lowest,
        ),
        Card(
            3, _("Take You With Me"), _("The value of another card that is not locked becomes 3."), "S1-3",
            "take_you_with_me",
            Target(
                others_unlocked, value_becomes_three,
                _("Take You With Me needs another card whose value isn't locked, not {name}'s {number}."),
            ),
        ),
        Card(
            2, _("Opportunist"), _("Swap this card with one whose number lies on the table more than once."), "S1-2",
            "opportunist",
            Target(
                duplicated, swap_with,
                _("{name}'s {number} is the only one of its number: Opportunist needs a number that is there twice."),
            ),
        ),
        Card(
            1, _("Mutual Cover"), _("If two or more 1s are on the table, all 1s are protected."), "S1-1",
            "mutual_cover", cover_each_other,
        ),
        Card(
            0, _("Reload"), _("All your spent bullets come back to your hand at the end of the round."), "S1-0",
            "reload", reload,
        ),
    ),
)  # fmt: skip
