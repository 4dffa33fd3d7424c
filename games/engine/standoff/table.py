"""What effects look at and do: one state, its cards in play, and the events that tell each change."""

from __future__ import annotations

from bisect import insort

from ..contract import Event
from .state import CANCELLED, PRIORITY, RELOAD, RESOLVED, Decision, InPlay, State, highest, order


class Table:
    """A state to look at, or a private copy to change: every change appends its event."""

    def __init__(self, state: State, events: list[Event]) -> None:
        self.state = state
        self.seats = state.seats
        self.cards = state.cards
        self.events = events

    def tell(self, kind: str, **facts: object) -> None:
        self.events.append({"type": kind, **facts})

    # Looking

    def card(self, card_id: str) -> InPlay:
        return next(card for card in self.cards if card.id == card_id)

    def card_of(self, seat: int) -> InPlay:
        """The one card that lies in front of a living seat."""
        return next(card for card in self.cards if card.seat == seat)

    def others(self, card: InPlay) -> list[InPlay]:
        return [other for other in self.cards if other is not card]

    def printed(self, priority: int) -> list[InPlay]:
        """The cards in play with this printed priority, whatever their status."""
        return [card for card in self.cards if card.priority == priority]

    def opponents(self, seat: int) -> list[int]:
        """R-13: the other living seats."""
        return [card.seat for card in self.cards if card.seat != seat]

    def bullets(self, seat: int) -> list[str]:
        """The bullets in a hand."""
        return [card for card in self.seats[seat].hand if PRIORITY[card] != RELOAD]

    # Cards in play

    def activate(self, card: InPlay, name: str) -> None:
        """R-3: the card is resolved before its effect is carried out."""
        card.status = RESOLVED
        self.tell("activated", seat=card.seat, card=card.id, name=name)

    def no_effect(self, card: InPlay) -> None:
        self.tell("no_effect", seat=card.seat, card=card.id)

    def cancel(self, card: InPlay, reason: str) -> None:
        card.status = CANCELLED
        self.tell("cancelled", seat=card.seat, card=card.id, reason=reason)

    def swap(self, one: InPlay, other: InPlay) -> None:
        """R-6: the places, and so the controllers, are exchanged; all else stays with each card."""
        self.tell("swapped", seats=[one.seat, other.seat], cards=[one.id, other.id], permanent=False)
        self._exchange_places(one, other)

    def exchange(self, one: InPlay, other: InPlay) -> None:
        """S3-X: places and ownership are exchanged."""
        self.tell("swapped", seats=[one.seat, other.seat], cards=[one.id, other.id], permanent=True)
        one.owner, other.owner = other.owner, one.owner
        self._exchange_places(one, other)

    def _exchange_places(self, one: InPlay, other: InPlay) -> None:
        one.seat, other.seat = other.seat, one.seat
        self.cards.sort(key=lambda card: card.seat)

    def set_value(self, card: InPlay, value: int) -> bool:
        """Give the card this value, never below 0 (R-5); return whether that changed it."""
        before, card.value = card.value, max(value, 0)
        if card.value == before:
            return False
        self.tell("value", seat=card.seat, card=card.id, **{"from": before, "to": card.value})
        return True

    def set_values(self, cause: InPlay, values: list[tuple[InPlay, int]]) -> None:
        """Give cards new values, all at once; the effect of `cause` did nothing if all were so before."""
        changed = [self.set_value(card, value) for card, value in values]
        if not any(changed):
            self.no_effect(cause)

    def lock(self, card: InPlay) -> None:
        card.locked = True
        self.tell("locked", seat=card.seat, card=card.id)

    def protect(self, card: InPlay) -> None:
        """R-8: set the card aside at the shooting; without cover (S5-1) it gets no protection."""
        if not card.protected and not self.seats[card.seat].no_cover:
            card.protected = True
            self.tell("protected", seat=card.seat, card=card.id)

    # Hands and spent piles

    def _spend(self, seat: int, card: str) -> None:
        self.seats[seat].hand.remove(card)
        insort(self.seats[seat].spent, card, key=order)

    def discard(self, seat: int, card: str, cause: str) -> None:
        self._spend(seat, card)
        self.tell("discarded", seat=seat, card=card, cause=cause)

    def discard_highest(self, seat: int, cause: str) -> bool:
        """Discard the highest bullet of a hand; return whether there was one."""
        bullets = self.bullets(seat)
        if bullets:
            self.discard(seat, highest(bullets), cause)
        return bool(bullets)

    def pay(self, seat: int, card: str) -> None:
        """S6-P: the bullet is spent at once and does not activate."""
        self._spend(seat, card)
        self.tell("paid", seat=seat, card=card)

    def retrieve(self, seat: int, card: str) -> None:
        self.seats[seat].spent.remove(card)
        insort(self.seats[seat].hand, card, key=order)
        self.tell("retrieved", seat=seat, card=card)

    def take_home(self, card: InPlay) -> None:
        """R-10: a card in play goes back to its owner, a bullet as spent, a Reload to the hand."""
        owner = self.seats[card.owner]
        insort(owner.hand if card.priority == RELOAD else owner.spent, card.id, key=order)

    def restore(self, seat: int, event: str) -> None:
        """Return a whole spent pile to hand (R-11, R-14)."""
        player = self.seats[seat]
        player.hand = sorted(player.hand + player.spent, key=order)
        player.spent = []
        self.tell(event, seat=seat)

    # The round

    def arm(self, what: str) -> None:
        """Change this round's shooting. Ruling: a second card that arms the same is silent, not without effect."""
        if what not in self.state.armed:
            self.state.armed = tuple(sorted((*self.state.armed, what)))
            self.tell("armed", what=what)

    def ask(self, seat: int, kind: str, card: InPlay) -> None:
        """R-7: the table waits for this seat's answer."""
        self.state.decision = Decision(seat, kind, card.id)
        self.state.decisions += 1
