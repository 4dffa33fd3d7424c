"""What one seat knows of a table, and the sums it does about danger: who falls at the round end, and how surely."""

from __future__ import annotations

import math
from collections import Counter
from functools import cached_property

from . import fiend, piles, turns
from .cards import DECK
from .damage import BLOWS
from .minds import Mind
from .state import ALIVE, DEAD, Table, are_mates, opponents

IN_DECK = Counter(DECK)

TURN_OVER = 0.95
"""How surely one falls who is doomed and has no turn any more: an Extra Turn or a rescue may still come between."""
HELD_DEFUSES = 1.5
"""Who can't use a Defuse keeps it: it is in a hand more often than elsewhere."""
NEW_CARDS = 2
"""Older cards in a hand are no Shields: they would be worn."""
UNORDERLY = 0.6
"""How surely a doomed one falls, for who does not look whose turn is over."""
OWN_DEFUSE, OWN_SHIELDS, OWN_BEDROCK, NO_WAY_OUT = 0.25, 0.1, 0.25, 0.9
"""How surely one falls oneself with a turn to come, by what is in the hand; others can override it."""


def unseen(table: Table, seat: int) -> Counter[str]:
    """The cards of the deck that this seat sees nowhere: they are in other hands, set aside, or in the deck."""
    own = table.seats[seat]
    left = IN_DECK.copy()
    for kind in (*own.hand, *own.given, *table.discard, *table.destroyed):
        left[kind] -= 1
    for other in table.seats:
        for kind in other.equipment:
            left[kind] -= 1
        left["shield"] -= other.worn
        left["bomb"] -= other.bombs
    left["bomb"] -= table.fiend.bombs
    if table.detonator is not None:
        left["detonate"] -= 1
    if table.play is not None:
        for kind in piles.pieces(table.play.card):
            left[kind] -= 1
    return Counter({kind: left[kind] for kind in piles.KINDS if left[kind] > 0})


class Sight:
    """A table as one seat sees it: of other hands and of the deck it uses nothing but how many cards they have."""

    def __init__(self, table: Table, seat: int, mind: Mind) -> None:
        self.table, self.seat, self.mind = table, seat, mind
        self.own = table.seats[seat]
        self.hand = self.own.hand
        self.held = Counter(self.hand)
        self.foes = opponents(table, seat)
        self.rivals = max(1, len(self.foes))
        self.fiend = table.fiend
        self.factor = 2 if table.detonator is not None else 1
        """E6-4: by what the next blow is multiplied."""

    # Cards that lie where this seat can't see them

    @cached_property
    def unseen(self) -> Counter[str]:
        return unseen(self.table, self.seat)

    def chance_of(self, kind: str) -> float:
        """How likely an unseen card is of this kind."""
        if not self.mind.heeds_order:
            return IN_DECK[kind] / len(DECK)
        return self.unseen[kind] / (self.unseen.total() or 1)

    def best_guess(self) -> tuple[str, float]:
        """E5-14: the kind that the top card most likely is, and how likely. A deck made anew is the discard."""
        pile = self.unseen if self.table.deck else Counter(self.table.discard)
        kind = max(pile, key=lambda one: pile[one])
        return kind, pile[kind] / pile.total()

    # Who is who

    def is_mate(self, seat: int) -> bool:
        return are_mates(self.table, self.seat, seat)

    def share(self, seat: int) -> float:
        """How much of what this seat gains is a gain for oneself: all, some in a team, and a loss among opponents."""
        if seat == self.seat:
            return 1.0
        if self.is_mate(seat):
            return 0.6
        return -self.mind.rivalry / self.rivals if self.mind.heeds_order else -0.5

    def has_spare_life(self, seat: int) -> bool:
        equipment = self.table.seats[seat].equipment
        return "miracle" in equipment or "ghost" in equipment

    def is_expiring(self) -> bool:
        """E7-5: a ghost in its last round, without a Miracle."""
        return self.own.ghost_until == self.table.round and not self.held["miracle"]

    def acts(self, seat: int) -> bool:
        """Does this seat still have a turn before the round ends?"""
        running = bool(self.table.turns) and self.table.turn.seat == seat
        return running or seat in self.table.upcoming

    # Danger

    def cover(self, seat: int, shields: int = 0, bedrock: bool = False) -> int:
        """E6-1, E6-3: half-points that this seat's worn shields block, with so many more of them."""
        wearer = self.table.seats[seat]
        if not wearer.borrowed:
            return (wearer.shields + shields) * (2 if bedrock or wearer.bedrock else 1)
        each = 2 if bedrock or wearer.bedrock else 1
        lent = sum(loan.count * max(each, 1 + self.table.seats[loan.lender].bedrock) for loan in wearer.borrowed)
        return (wearer.shields + shields) * each + lent

    def blast(self, seat: int, bombs: int = 0, doubled: bool = False) -> int:
        """E6-6, E6-4: half-points of the bombs on this seat and of so many more."""
        return (self.table.seats[seat].bombs + bombs) * BLOWS["bomb"] * (2 if doubled else self.factor)

    def attack(self, seat: int) -> int:
        """E10-3: half-points that the Fiend deals this seat at the round end."""
        return fiend.half_damage(self.fiend) if self.fiend.present and self.fiend.target == seat else 0

    def outlook(
        self, seat: int, bombs: int = 0, shields: int = 0, bedrock: bool = False, doubled: bool = False
    ) -> tuple[bool, int]:
        """Does this seat fall at the round end, with so many more bombs and shields; and what has it to block then?"""
        if self.table.seats[seat].status != ALIVE:
            return False, 0
        cover = self.cover(seat, shields, bedrock)
        blow = self.blast(seat, bombs, doubled) + self.attack(seat)
        return blow > cover, min(blow, cover)

    def falls(self, seat: int, bombs: int = 0, shields: int = 0) -> bool:
        return self.outlook(seat, bombs, shields)[0]

    def lacks(self, seat: int, bombs: int = 0) -> int:
        """Half-points of cover by which this seat falls at the round end, with so many more bombs."""
        return self.blast(seat, bombs) + self.attack(seat) - self.cover(seat)

    def doom(self, seat: int, lacking: int) -> float:
        """How surely this seat falls that lacks so much cover."""
        if seat == self.seat:
            return self.own_doom(lacking)
        if not self.mind.heeds_order:
            return UNORDERLY
        doomed = self.table.seats[seat]
        cards = len(doomed.hand)
        if not cards or not self.acts(seat):
            return TURN_OVER
        no_defuse = (1 - min(0.5, HELD_DEFUSES * self.chance_of("defuse"))) ** cards
        shields = -(-lacking // (2 if doomed.bedrock else 1))
        new = min(cards, NEW_CARDS)
        if shields > min(new, turns.open_slots(self.table, seat)):
            return TURN_OVER * no_defuse
        found = self.chance_of("shield")
        too_few = sum(math.comb(new, n) * found**n * (1 - found) ** (new - n) for n in range(shields))
        return TURN_OVER * no_defuse * too_few

    def own_doom(self, lacking: int) -> float:
        """The same for oneself, by the own hand."""
        if not self.acts(self.seat):
            return 1.0
        if self.held["defuse"]:
            return OWN_DEFUSE
        shields = min(self.held["shield"], turns.open_slots(self.table, self.seat))
        if shields * (2 if self.own.bedrock else 1) >= lacking:
            return OWN_SHIELDS
        if self.held["bedrock"] and self.cover(self.seat, shields, True) - self.cover(self.seat) >= lacking:
            return OWN_BEDROCK
        return NO_WAY_OUT

    def is_lost(self) -> bool:
        """Nothing is left to lose: one's end comes with the round's."""
        if self.own.status != ALIVE:
            return self.own.status == DEAD or self.is_expiring()
        lacking = self.lacks(self.seat)
        return lacking > 0 and not self.has_spare_life(self.seat) and self.own_doom(lacking) >= NO_WAY_OUT
