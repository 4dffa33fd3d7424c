"""Set 4, Current value: numbers rise and fall, and the top is not always safe."""

from ...text import mark as _
from ..cards import Card, CardSet, Target, lowest_unprotected, reload
from ..state import InPlay
from ..table import Table

BOUNTY_ABOVE = 6


def double(table: Table, card: InPlay, target: InPlay) -> None:
    """S4-6."""
    table.set_values(card, [(target, 2 * target.value)])


def drop_by_two(table: Table, card: InPlay, target: InPlay) -> None:
    """S4-5."""
    table.set_values(card, [(target, target.value - 2)])


def shared(table: Table, card: InPlay) -> bool:
    """Whether another card in play has the value of this one now."""
    return any(other.value == card.value for other in table.others(card))


def exchange_extreme_values(table: Table, card: InPlay) -> None:
    """S4-4: of the values that one card alone has, the highest and the lowest; cards stay where they lie."""
    alone = sorted((other for other in table.cards if not shared(table, other)), key=lambda other: other.value)
    if len(alone) < 2:
        table.no_effect(card)
    else:
        low, high = alone[0], alone[-1]
        table.set_values(card, [(high, low.value), (low, high.value)])


def drop_shared_values(table: Table, card: InPlay) -> None:
    """S4-3: values tied at this moment drop by 3; ties that arise from it do not count."""
    table.set_values(card, [(other, other.value - 3) for other in table.cards if shared(table, other)])


def add_spent_counts(table: Table, card: InPlay) -> None:
    """S4-2: each card gains its controller's number of spent bullets, cards in play not counted."""
    table.set_values(card, [(other, other.value + len(table.seats[other.seat].spent)) for other in table.cards])


def set_a_bounty(table: Table, card: InPlay) -> None:
    """S4-1."""
    table.arm("bounty")


def shoot_for_the_bounty(table: Table) -> list[int]:
    """S4-1: with Bounty, all unprotected cards tied at the highest value, if that is above 6; else R-9."""
    exposed = [card for card in table.cards if not card.protected]
    top = max((card.value for card in exposed), default=0)
    if "bounty" in table.state.armed and top > BOUNTY_ABOVE:
        return [card.seat for card in exposed if card.value == top]
    return lowest_unprotected(table)


VALUE = CardSet(
    number=4,
    name=_("Current value"),
    cancels=frozenset({6, 5, 4, 3, 2, 1}),  # S4-D
    shoot=shoot_for_the_bounty,
    cards=(
        Card(
            6, _("Double Down"), _("Double the value of another card."), "S4-6",
            "double_down", Target(Table.others, double),
        ),
        Card(
            5, _("Kneecap"), _("The value of another card drops by 2."), "S4-5",
            "kneecap", Target(Table.others, drop_by_two),
        ),
        Card(
            4, _("Switchback"), _("Of the values that are there once, the highest and the lowest change cards."),
            "S4-4", "switchback", exchange_extreme_values,
        ),
        Card(
            3, _("Bottom Falls Out"), _("Every value that is there more than once drops by 3."), "S4-3",
            "bottom_falls_out", drop_shared_values,
        ),
        Card(
            2, _("Desperation"), _("Every card gains the number of bullets that its holder has spent."), "S4-2",
            "desperation", add_spent_counts,
        ),
        Card(
            1, _("Bounty"), _("If the highest value is above 6, it is shot instead of the lowest."), "S4-1",
            "bounty", set_a_bounty,
        ),
        Card(
            0, _("Reload"), _("All your spent bullets come back to your hand at the end of the round."), "S4-0",
            "reload", reload,
        ),
    ),
)  # fmt: skip
