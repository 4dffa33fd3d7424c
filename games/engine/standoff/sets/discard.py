"""Set 5, Discard and retrieval: every bullet has a main effect, then a discard sequence, then what that sets off.

A chain (S5-E) is the list of bullets discarded or triggered in it so far: none of them can be retrieved in it.
"""

from ...text import mark as _
from ..cards import Card, CardSet, Target, reload
from ..state import CANCELLED, PENDING, PRIORITY, RELOAD, InPlay, highest, lowest
from ..table import Table


def disable_duplicates(table: Table) -> None:
    """S5-D: at the reveal, every bullet whose printed priority is on several cards is cancelled."""
    for card in table.cards:
        if card.priority != RELOAD and len(table.printed(card.priority)) > 1:
            table.cancel(card, "duplicate")


# Sequences and chains


def finish_the_turn(table: Table, card: InPlay) -> None:
    """S5-M: after the main effect one discard sequence, or two; a Reload has none (S5-0)."""
    if card.priority != RELOAD:
        for _turn in range(2 if card.double else 1):
            sequence(table, card)


def sequence(table: Table, card: InPlay) -> None:
    """S5-Q: discard, add, retrieve, and then what the discarded bullet does; or nothing of it."""
    seat = card.seat
    bullets = able_to_discard(table, seat)
    if not bullets:
        table.no_effect(card)
        return
    starts_low = (card.priority >= 4) != card.reversed
    pick = lowest if starts_low else highest
    gone = pick(bullets)
    chain = [gone]
    table.discard(seat, gone, "sequence")
    table.set_value(card, card.value + PRIORITY[gone])
    if eligible(table, seat, chain):
        table.retrieve(seat, pick(eligible(table, seat, chain)))
    set_off(table, seat, gone, chain)


def able_to_discard(table: Table, seat: int) -> list[str]:
    """The bullets that a seat may have to discard: none while it is suppressed (S5-5)."""
    return [] if table.seats[seat].suppressed else table.bullets(seat)


def eligible(table: Table, seat: int, chain: list[str]) -> list[str]:
    """S5-E: the spent bullets that the chain has not discarded or triggered itself."""
    return [card for card in table.seats[seat].spent if card not in chain]


def set_off(table: Table, seat: int, bullet: str, chain: list[str]) -> None:
    """S5-W: carry out, for its owner, what a bullet does when discarded."""
    table.tell("when_discarded", seat=seat, card=bullet)
    effect = DISCARD.row(PRIORITY[bullet]).when_discarded
    assert effect is not None
    effect(table, seat, chain)


def lowest_bullets(table: Table) -> list[InPlay]:
    """S5-6, S5-5: the cards of the lowest printed priority from 1 to 6 in play, cancelled ones included."""
    return table.printed(min(card.priority for card in table.cards if card.priority != RELOAD))


# Main effects


def grant_a_second_sequence(table: Table, card: InPlay) -> None:
    """S5-6: to the lowest bullet in play, unless duplicates have disabled it."""
    granted = [other for other in lowest_bullets(table) if other.status != CANCELLED]
    for other in granted:
        other.double = True
        table.tell("granted", seat=other.seat, card=other.id)
    if not granted:
        table.no_effect(card)


def suppress(table: Table, card: InPlay, target: InPlay) -> None:
    """S5-5: the player there cannot discard for the rest of the round."""
    table.seats[target.seat].suppressed = True
    table.tell("suppressed", seat=target.seat)


def this_or_pending_bullets(table: Table, card: InPlay) -> list[InPlay]:
    """S5-4: this card, or a bullet that has not had its turn."""
    return [other for other in table.cards if other is card or (other.status == PENDING and other.priority != RELOAD)]


def reverse(table: Table, card: InPlay, target: InPlay) -> None:
    """S5-4: lowest and highest change roles in the sequences of that card."""
    target.reversed = True
    table.tell("reversed", seat=target.seat, card=target.id)


def all_in_play(table: Table, card: InPlay) -> list[InPlay]:
    """S5-3: any card at all, this one too."""
    return table.cards


def trigger_the_highest_spent(table: Table, card: InPlay, target: InPlay) -> None:
    """S5-3: the best spent bullet of the player there does what it does when discarded, and stays spent."""
    spent = table.seats[target.seat].spent
    if not spent:
        table.no_effect(card)
    else:
        bullet = highest(spent)
        set_off(table, target.seat, bullet, [bullet])


def cancelled_players_discard(table: Table, card: InPlay) -> None:
    """S5-2: in seat order, each with a chain of its own; the card in play loses what was discarded."""
    cancelled = [other for other in table.cards if other.status == CANCELLED]
    hit = [other for other in cancelled if able_to_discard(table, other.seat)]
    for other in hit:
        gone = lowest(table.bullets(other.seat))
        table.discard(other.seat, gone, "collateral_damage")
        table.set_value(other, other.value - PRIORITY[gone])
        set_off(table, other.seat, gone, [gone])
    if not hit:
        table.no_effect(card)


def make_a_last_stand(table: Table, card: InPlay) -> None:
    """S5-1."""
    table.arm("last_stand")


# When discarded


def discard_another(table: Table, seat: int, chain: list[str]) -> None:
    """S5-6: the lowest bullet of the hand goes too, in the same chain."""
    bullets = able_to_discard(table, seat)
    if bullets:
        forced = lowest(bullets)
        chain.append(forced)
        table.discard(seat, forced, "forced")
        set_off(table, seat, forced, chain)


def protect_the_lowest(table: Table, seat: int, chain: list[str]) -> None:
    """S5-5: all the lowest bullets in play, whoever has them."""
    for card in lowest_bullets(table):
        table.protect(card)


def mark(table: Table, seat: int, chain: list[str]) -> None:
    """S5-4."""
    if not table.seats[seat].marked:
        table.seats[seat].marked = True
        table.tell("marked", seat=seat)


def retrieve_the_lowest(table: Table, seat: int, chain: list[str]) -> None:
    """S5-3."""
    bullets = eligible(table, seat, chain)
    if bullets:
        table.retrieve(seat, lowest(bullets))


def protect_own_card(table: Table, seat: int, chain: list[str]) -> None:
    """S5-2."""
    table.protect(table.card_of(seat))


def lose_cover(table: Table, seat: int, chain: list[str]) -> None:
    """S5-1: the card in play loses its protection, and gets none for the rest of the round."""
    if not table.seats[seat].no_cover:
        table.seats[seat].no_cover = True
        table.card_of(seat).protected = False
        table.tell("no_cover", seat=seat)


def shoot_the_lowest_tiers(table: Table) -> list[int]:
    """S5-S: the lowest value, with Last Stand the two lowest; and the marked. Protected cards are safe from both."""
    exposed = [card for card in table.cards if not card.protected]
    tiers = 2 if "last_stand" in table.state.armed else 1
    low = sorted({card.value for card in exposed})[:tiers]
    return [card.seat for card in exposed if card.value in low or table.seats[card.seat].marked]


DISCARD = CardSet(
    number=5,
    name=_("Discard and retrieval"),
    when_revealed=disable_duplicates,
    after_effect=finish_the_turn,
    shoot=shoot_the_lowest_tiers,
    cards=(
        Card(
            6, _("Double Tap"),
            _("The lowest bullet on the table gets two sequences. When discarded: discard your lowest bullet as well."),
            "S5-6", "double_tap", grant_a_second_sequence, discard_another,
        ),
        Card(
            5, _("Suppressing Fire"),
            _("Another player cannot discard this round. When discarded: the lowest bullets in play are protected."),
            "S5-5", "suppressing_fire",
            Target(Table.others, suppress),
            protect_the_lowest,
        ),
        Card(
            4, _("Double Cross"),
            _("Swap lowest and highest for this or a waiting bullet. When discarded: you are shot unless protected."),
            "S5-4", "double_cross",
            Target(
                this_or_pending_bullets, reverse,
                _("Double Cross turns round itself or a bullet that has not had its turn, not {name}'s {number}."),
            ),
            mark,
        ),
        Card(
            3, _("Dead Man's Hand"),
            _("A player's highest spent bullet acts as if discarded. When discarded: take your lowest spent one back."),
            "S5-3", "dead_mans_hand",
            Target(all_in_play, trigger_the_highest_spent),
            retrieve_the_lowest,
        ),
        Card(
            2, _("Collateral Damage"),
            _("Those with a cancelled card discard their lowest bullet, and the card loses as much. "
              "When discarded: your card on the table is protected."),
            "S5-2", "collateral_damage", cancelled_players_discard, protect_own_card,
        ),
        Card(
            1, _("Last Stand"),
            _("The two lowest values are shot this round. When discarded: nothing protects your card this round."),
            "S5-1", "last_stand", make_a_last_stand, lose_cover,
        ),
        Card(
            0, _("Reload"), _("All your spent bullets come back to your hand at the end of the round."), "S5-0",
            "reload", reload,
        ),
    ),
)  # fmt: skip
