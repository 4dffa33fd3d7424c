"""Set 3, Permanent exchange: cards change hands for good, and everyone still owns seven."""

from bisect import insort
from dataclasses import dataclass

from ...contract import Command, IllegalCommand
from ...text import mark as _
from ...text import shown
from ..cards import Card, CardSet, Question, Target, carry_out
from ..state import PENDING, PRIORITY, RESOLVED, InPlay, highest, order
from ..table import Table


def lower_pending_bullets(table: Table, card: InPlay) -> list[InPlay]:
    """S3-6: a card of printed priority 1 to 5 that has not had its turn; no Reload."""
    return [other for other in table.cards if other.status == PENDING and 1 <= other.priority <= 5]


def exchange_with(table: Table, card: InPlay, target: InPlay) -> None:
    """S3-6."""
    table.exchange(card, target)


def below_five(table: Table, card: InPlay) -> list[InPlay]:
    """S3-5: a card of printed priority 0 to 4, whatever its status."""
    return [other for other in table.cards if other.priority <= 4]


def copy_effect(table: Table, card: InPlay, target: InPlay) -> None:
    """S3-5: the effect is carried out with this card as the card that has it; the copied one is not touched."""
    carry_out(table, card, EXCHANGE.row(target.priority))


def exchange_highest_and_lowest(table: Table, card: InPlay) -> None:
    """S3-4: of the cards whose printed priority is there once, the highest and the lowest, Reloads included."""
    unique = [other for other in table.cards if len(table.printed(other.priority)) == 1]
    if len(unique) < 2:
        table.no_effect(card)
    else:
        by_priority = sorted(unique, key=lambda other: other.priority)
        table.exchange(by_priority[-1], by_priority[0])


@dataclass(frozen=True)
class SpentForSpent(Question):
    """S3-3: a card of one's own spent pile for one of another living player's; both stay spent."""

    def answers(self, table: Table, card: InPlay, seat: int) -> list[Command]:
        return [
            {"type": "trade", "give": give, "take": take}
            for give in table.seats[seat].spent
            for other in table.opponents(seat)
            for take in table.seats[other].spent
        ]

    def answer(self, table: Table, card: InPlay, seat: int, command: Command) -> None:
        give, take = command["give"], command["take"]
        other = next(one for one in table.opponents(seat) if take in table.seats[one].spent)
        change_pile(table, give, seat, other)
        change_pile(table, take, other, seat)
        table.tell("traded", seat=seat, other=other, give=give, take=take)

    def refusal(self, table: Table, card: InPlay, seat: int, command: Command) -> IllegalCommand:
        if command["type"] != "trade":
            return IllegalCommand(
                _("“{type}” is no answer here: trade one of your spent cards for another player's."),
                type=command["type"],
            )
        if command["give"] not in table.seats[seat].spent:
            return IllegalCommand(
                _("The card “{card}” isn't in your spent pile: give one that is."), card=shown(command["give"])
            )
        return IllegalCommand(
            _("The card “{card}” isn't in the spent pile of another living player: take one that is."),
            card=shown(command["take"]),
        )


def change_pile(table: Table, card: str, giver: int, taker: int) -> None:
    """S3-3, S3-2: a spent card gets another owner."""
    table.seats[giver].spent.remove(card)
    insort(table.seats[taker].spent, card, key=order)


def pick_a_pocket(table: Table, card: InPlay) -> None:
    """S3-2: the best spent bullet of whoever lies lowest comes into play here, this card goes to that spent pile."""
    thief = card.seat
    lowest = table.printed(min(other.priority for other in table.cards))
    victim = lowest[0].seat
    if len(lowest) > 1 or victim == thief or not table.seats[victim].spent:
        table.no_effect(card)
        return
    prize = highest(table.seats[victim].spent)
    table.seats[victim].spent.remove(prize)
    insort(table.seats[victim].spent, card.id, key=order)
    priority = PRIORITY[prize]
    table.cards[table.cards.index(card)] = InPlay(prize, priority, thief, thief, priority, RESOLVED)
    table.tell("stolen", seat=thief, card=prize, left=card.id, **{"from": victim})


def protect_a_pair(table: Table, card: InPlay) -> None:
    """S3-1: protected if a printed priority is twice among the controller's card in play and spent pile."""
    visible = [table.card_of(card.seat).priority, *(PRIORITY[spent] for spent in table.seats[card.seat].spent)]
    if len(set(visible)) < len(visible):
        table.protect(card)
    else:
        table.no_effect(card)


def reload_at_once(table: Table, card: InPlay) -> None:
    """S3-0: what the controller owns and has spent returns now, and nothing more at cleanup."""
    table.seats[card.seat].reloaded = True
    table.restore(card.seat, "reloaded")


EXCHANGE = CardSet(
    number=3,
    name=_("Permanent exchange"),
    cancels=frozenset({6, 5, 4, 3, 2}),  # S3-D
    reloads_at_cleanup=False,
    cards=(
        Card(
            6, _("Hijack"), _("Exchange this card for good with a bullet that has not had its turn yet."), "S3-6",
            "hijack",
            Target(
                lower_pending_bullets, exchange_with,
                _("Hijack takes a card of 1 to 5 that has not had its turn, which {name}'s {number} is not."),
            ),
        ),
        Card(
            5, _("Copycat"), _("Carry out the effect of a card from 0 to 4, as if this card had it."), "S3-5",
            "copycat", Target(below_five, copy_effect, _("Copycat copies a card from 0 to 4, not {name}'s {number}.")),
        ),
        Card(
            4, _("Land Grab"),
            _("Of the numbers that lie on the table once, the highest and the lowest card are exchanged for good."),
            "S3-4", "land_grab", exchange_highest_and_lowest,
        ),
        Card(
            3, _("Fence"), _("Trade one of your spent cards for one of another player's."), "S3-3",
            "fence", SpentForSpent(),
        ),
        Card(
            2, _("Pickpocket"),
            _("Take the best spent bullet of whoever lies lowest alone; it lies here now, and this card goes there."),
            "S3-2", "pickpocket", pick_a_pocket,
        ),
        Card(
            1, _("Inside Man"), _("Protected if your card in play and your spent pile show some number twice."), "S3-1",
            "inside_man", protect_a_pair,
        ),
        Card(
            0, _("Reload"), _("All your spent cards come back to your hand at once."), "S3-0",
            "reload", reload_at_once,
        ),
    ),
)  # fmt: skip
