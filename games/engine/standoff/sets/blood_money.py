"""Set 6, Blood Money: bullets of the hand are money, and everything has its price."""

from collections.abc import Callable
from dataclasses import dataclass

from ...contract import Command, IllegalCommand
from ...text import mark as _
from ...text import shown
from ..cards import NOT_ITSELF, Card, CardSet, Question, off_the_table, put, reload
from ..state import PRIORITY, InPlay, highest
from ..table import Table
from .classic import swap_with

PROTECTION_COSTS = 4
NO_BULLET = _("Only bullets in your hand can pay, and “{card}” is none.")


@dataclass(frozen=True)
class Opponent(Question):
    """Choose another living player, one of those `among` which to choose."""

    among: Callable[[Table, int], list[int]]
    then: Callable[[Table, InPlay, int], None]

    def answers(self, table: Table, card: InPlay, seat: int) -> list[Command]:
        return [{"type": "target", "seat": other} for other in self.among(table, seat)]

    def answer(self, table: Table, card: InPlay, seat: int, command: Command) -> None:
        table.tell("targeted", seat=seat, card=card.id, target_seat=command["seat"])
        self.then(table, card, command["seat"])

    def refusal(self, table: Table, card: InPlay, seat: int, command: Command) -> IllegalCommand:
        if command["type"] != "target":
            return IllegalCommand(_("“{type}” is no answer here: choose another player."), type=command["type"])
        if command.keys() != {"type", "seat"}:
            return IllegalCommand(_("Choose one player, and nothing else."))
        if command["seat"] == seat:
            return IllegalCommand(_("You can't choose yourself. Pick another player."))
        if command["seat"] not in table.opponents(seat):
            return IllegalCommand(
                _("Nobody at seat {seat} is in this round. Pick another player."), seat=shown(command["seat"])
            )
        return IllegalCommand(
            _("{name} has no bullet in hand. Pick a player who has one."), name=table.seats[command["seat"]].name
        )


@dataclass(frozen=True)
class Payment(Question):
    """S6-P: pay a bullet of one's hand, or decline. `price` says that “{card}” is not among what can pay."""

    paid: Callable[[Table, InPlay, str], None]
    declined: Callable[[Table, InPlay, int], None]
    among: Callable[[Table, int], list[str]] = Table.bullets
    price: str = NO_BULLET

    def answers(self, table: Table, card: InPlay, seat: int) -> list[Command]:
        return offer([{"type": "pay", "card": bullet} for bullet in self.among(table, seat)])

    def answer(self, table: Table, card: InPlay, seat: int, command: Command) -> None:
        if command["type"] == "decline":
            table.tell("declined", seat=seat, card=card.id)
            self.declined(table, card, seat)
        else:
            table.pay(seat, command["card"])
            self.paid(table, card, command["card"])

    def refusal(self, table: Table, card: InPlay, seat: int, command: Command) -> IllegalCommand:
        if command["type"] != "pay":
            return IllegalCommand(_("“{type}” is no answer here: pay a bullet, or decline."), type=command["type"])
        if "target" in command:
            return IllegalCommand(_("Pay one bullet, and choose nothing else with it."))
        return IllegalCommand(self.price, card=shown(command["card"]))


@dataclass(frozen=True)
class PayToSwap(Question):
    """S6-5: a bullet and another card in play, chosen together; or neither."""

    def answers(self, table: Table, card: InPlay, seat: int) -> list[Command]:
        return offer(
            [
                {"type": "pay", "card": bullet, "target": other.id}
                for bullet in table.bullets(seat)
                for other in table.others(card)
            ]
        )

    def answer(self, table: Table, card: InPlay, seat: int, command: Command) -> None:
        if command["type"] == "decline":
            table.tell("declined", seat=seat, card=card.id)
        else:
            target = table.card(command["target"])
            table.pay(seat, command["card"])
            table.tell("targeted", seat=seat, card=card.id, target=target.id)
            swap_with(table, card, target)

    def refusal(self, table: Table, card: InPlay, seat: int, command: Command) -> IllegalCommand:
        if command["type"] != "pay":
            return IllegalCommand(
                _("“{type}” is no answer here: pay a bullet for a swap, or decline."), type=command["type"]
            )
        if "target" not in command:
            return IllegalCommand(_("Choose the card to swap with, together with the bullet that you pay."))
        if command["card"] not in table.bullets(seat):
            return IllegalCommand(NO_BULLET, card=shown(command["card"]))
        return off_the_table(table, command["target"]) or IllegalCommand(NOT_ITSELF)


def offer(payments: list[Command]) -> list[Command]:
    """R-7: "may" leaves the choice to decline, which comes first; with nothing to pay there is no choice."""
    return [{"type": "decline"}, *payments] if payments else []


def opponents_with_bullets(table: Table, seat: int) -> list[int]:
    """S6-6."""
    return [other for other in table.opponents(seat) if table.bullets(other)]


def shake_down(table: Table, card: InPlay, victim: int) -> None:
    """S6-6: the victim's highest bullet is spent, not paid: there is no choice in it."""
    table.discard_highest(victim, "shakedown")


def extort(table: Table, card: InPlay, victim: int) -> None:
    """S6-4: the victim is asked for a bullet; whoever has none is not asked, and ruined."""
    if table.bullets(victim):
        put(table, EXTORTION_PAYMENT, "extortion_payment", card, victim)
    else:
        ruin(table, card, victim)


def ruin(table: Table, card: InPlay, victim: int) -> None:
    """S6-4: what the victim controls by now is worth nothing."""
    table.set_values(card, [(table.card_of(victim), 0)])


def let_go(table: Table, card: InPlay, paid: str) -> None:
    """S6-4: the payment was all that was wanted."""


def salvage(table: Table, card: InPlay) -> None:
    """S6-3: the highest spent bullet returns, one that was spent this round included."""
    spent = table.seats[card.seat].spent
    if spent:
        table.retrieve(card.seat, highest(spent))
    else:
        table.no_effect(card)


def add_what_was_paid(table: Table, card: InPlay, paid: str) -> None:
    """S6-2."""
    table.set_value(card, card.value + PRIORITY[paid])


def high_bullets(table: Table, seat: int) -> list[str]:
    """S6-1: protection costs a 4, a 5 or a 6."""
    return [bullet for bullet in table.bullets(seat) if PRIORITY[bullet] >= PROTECTION_COSTS]


def be_protected(table: Table, card: InPlay, paid: str) -> None:
    """S6-1."""
    table.protect(card)


def stay_as_it_is(table: Table, card: InPlay, seat: int) -> None:
    """S6-2, S6-1: nothing paid, nothing gained."""


EXTORTION_PAYMENT = Payment(let_go, ruin)

BLOOD_MONEY = CardSet(
    number=6,
    name=_("Blood Money"),
    cancels=frozenset({6, 5, 4, 3, 2, 1}),  # S6-D
    follow_ups={"extortion_payment": EXTORTION_PAYMENT},
    cards=(
        Card(
            6, _("Shakedown"), _("Another player spends the highest bullet of their hand."), "S6-6",
            "shakedown",
            Opponent(opponents_with_bullets, shake_down),
        ),
        Card(
            5, _("Bribe"), _("You may pay a bullet to swap this card with another one."), "S6-5",
            "bribe", PayToSwap(),
        ),
        Card(
            4, _("Extortion"), _("Another player pays a bullet, or their card's value becomes 0."), "S6-4",
            "extortion", Opponent(Table.opponents, extort),
        ),
        Card(
            3, _("Salvage"), _("Your highest spent bullet comes back to your hand."), "S6-3",
            "salvage", salvage,
        ),
        Card(
            2, _("Double Load"), _("You may pay a bullet to add its number to this card's value."), "S6-2",
            "double_load", Payment(add_what_was_paid, stay_as_it_is),
        ),
        Card(
            1, _("Paid Protection"), _("You may pay a 4, 5 or 6 to protect this card."), "S6-1",
            "paid_protection",
            Payment(
                be_protected, stay_as_it_is, high_bullets,
                _("Paid Protection costs a 4, 5 or 6 of your hand, and “{card}” is none."),
            ),
        ),
        Card(
            0, _("Reload"), _("All your spent bullets come back to your hand at the end of the round."), "S6-0",
            "reload", reload,
        ),
    ),
)  # fmt: skip
