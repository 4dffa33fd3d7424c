"""Set 2, Punishment and recovery: bullets lost from the hand, one picked up again, and a life to win back."""

from dataclasses import dataclass

from ...contract import Command, IllegalCommand
from ...text import mark as _
from ...text import shown
from ..cards import Card, CardSet, Question, Target, lowest_unprotected, reload
from ..state import PENDING, InPlay
from ..table import Table


def pending_printed(table: Table, priority: int) -> list[InPlay]:
    """S2-D: only cards that still wait for their turn are duplicates; a disarmed one is none."""
    return [card for card in table.printed(priority) if card.status == PENDING]


def high_noon(table: Table, card: InPlay) -> None:
    """S2-6: two 6s change the shooting. They arm it together, so the second has nothing left to tell."""
    if len(table.printed(6)) > 1:
        table.arm("high_noon")
    else:
        table.no_effect(card)


def shoot_at_high_noon(table: Table) -> list[int]:
    """S2-6: at High Noon exactly the controllers of 6s, protected or not; else R-9."""
    if "high_noon" in table.state.armed:
        return [card.seat for card in table.printed(6)]
    return lowest_unprotected(table)


def pending_bullets_below_five(table: Table, card: InPlay) -> list[InPlay]:
    """S2-5: a card of printed priority 1 to 4 that has not had its turn."""
    return [other for other in table.cards if other.status == PENDING and 1 <= other.priority <= 4]


def disarm(table: Table, card: InPlay, target: InPlay) -> None:
    """S2-5."""
    table.cancel(target, "disarm")


def punish_the_highest(table: Table, card: InPlay) -> None:
    """S2-4: whoever controls the highest printed priority loses a bullet; any status counts, this card too."""
    top = max(other.priority for other in table.cards)
    lose_highest(table, card, [other.seat for other in table.printed(top)], "sharpshooter")


def punish_the_most_spent(table: Table, card: InPlay) -> None:
    """S2-3: whoever has the most spent bullets, be it none, loses another; cards in play do not count."""
    spent = {other.seat: len(table.seats[other.seat].spent) for other in table.cards}
    most = max(spent.values())
    lose_highest(table, card, [seat for seat, number in spent.items() if number == most], "attrition")


def lose_highest(table: Table, card: InPlay, seats: list[int], cause: str) -> None:
    """S2-4, S2-3: in seat order, each discards the highest bullet of the hand, if there is one."""
    lost = [table.discard_highest(seat, cause) for seat in seats]
    if not any(lost):
        table.no_effect(card)


@dataclass(frozen=True)
class OwnSpentBullet(Question):
    """S2-2: choose a bullet of one's own spent pile; it is back in hand at once."""

    def answers(self, table: Table, card: InPlay, seat: int) -> list[Command]:
        return [{"type": "target", "card": bullet} for bullet in table.seats[seat].spent]

    def answer(self, table: Table, card: InPlay, seat: int, command: Command) -> None:
        table.tell("targeted", seat=seat, card=card.id, target=command["card"])
        table.retrieve(seat, command["card"])

    def refusal(self, table: Table, card: InPlay, seat: int, command: Command) -> IllegalCommand:
        if command["type"] != "target":
            return IllegalCommand(
                _("“{type}” is no answer here: choose one of your spent bullets."), type=command["type"]
            )
        if command.keys() != {"type", "card"}:
            return IllegalCommand(_("Choose one of your spent bullets, and nothing else."))
        return IllegalCommand(
            _("The card “{card}” isn't in your spent pile. Choose one that is."), card=shown(command["card"])
        )


def medic(table: Table, card: InPlay) -> None:
    """S2-1: a mark until the standoff ends. It does not add up: marked twice is marked once."""
    player = table.seats[card.seat]
    if player.medic:
        table.no_effect(card)
    else:
        player.medic = True
        table.tell("medic", seat=card.seat)


PUNISHMENT = CardSet(
    number=2,
    name=_("Punishment and recovery"),
    cancels=frozenset({5, 4, 3, 2, 1}),  # S2-D
    duplicates=pending_printed,
    shoot=shoot_at_high_noon,
    cards=(
        Card(
            6, _("High Noon"), _("If two or more 6s are on the table, those who hold them are shot, and nobody else."),
            "S2-6", "high_noon", high_noon,
        ),
        Card(
            5, _("Disarm"), _("Cancel a card from 1 to 4 that has not had its turn yet."), "S2-5",
            "disarm",
            Target(
                pending_bullets_below_five, disarm,
                _("Disarm stops a card of 1 to 4 that has not had its turn, which {name}'s {number} is not."),
            ),
        ),
        Card(
            4, _("Sharpshooter"),
            _("Everyone who holds the highest number on the table discards the highest bullet of their hand."),
            "S2-4", "sharpshooter", punish_the_highest,
        ),
        Card(
            3, _("Attrition"), _("Everyone with the most spent bullets discards the highest bullet of their hand."),
            "S2-3", "attrition", punish_the_most_spent,
        ),
        Card(
            2, _("Tumble"), _("Take one of your spent bullets back into your hand."), "S2-2",
            "tumble", OwnSpentBullet(),
        ),
        Card(
            1, _("Medic!"), _("If you are the only survivor of this standoff, you get a life back."), "S2-1",
            "medic", medic,
        ),
        Card(
            0, _("Reload"), _("All your spent bullets come back to your hand at the end of the round."), "S2-0",
            "reload", reload,
        ),
    ),
)  # fmt: skip
