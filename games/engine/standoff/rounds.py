"""The flow of a match in the rulebook's order: choose, reveal, resolve, shoot, clean up, and on to the next round."""

from __future__ import annotations

from ..contract import Command
from .cards import CardSet, carry_out
from .sets import SETS
from .state import PENDING, PRIORITIES, PRIORITY, RELOAD, InPlay, LastRound, Outcome, Seat, State
from .table import Table

MAX_ROUNDS = 200
"""G-5."""


def new_match(card_set: int, lives: int, names: list[str]) -> State:
    """G-1, G-2: everyone has seven cards in hand, and the first round is there."""
    ids = [[f"{number}:{priority}" for priority in sorted(PRIORITIES)] for number in range(len(names))]
    return State(card_set, lives, [Seat(name, lives, hand) for name, hand in zip(names, ids, strict=True)])


def rules_of(state: State) -> CardSet:
    return SETS[state.set]


# A round


def choose(table: Table, seat: int, card: str) -> None:
    """R-1: the choice is secret and final; the last one brings the reveal (R-2)."""
    table.seats[seat].chosen = card
    table.tell("submitted", seat=seat)
    if not table.state.to_act:
        reveal(table)
        resolve(table)


def reveal(table: Table) -> None:
    """R-2: all chosen cards come into play together."""
    for number, seat in enumerate(table.seats):
        card = seat.chosen
        if card is not None:
            seat.hand.remove(card)
            seat.played, seat.chosen = card, None
            table.cards.append(InPlay(card, PRIORITY[card], number, number, PRIORITY[card]))
    table.tell("revealed", cards=[{"seat": card.seat, "card": card.id} for card in table.cards])
    rules = rules_of(table.state)
    if rules.when_revealed:
        rules.when_revealed(table)
    come_up(table, PRIORITIES[0])


def come_up(table: Table, priority: int) -> None:
    """R-3: a priority comes up, and first its duplicates cancel each other (Sn-D).

    Ruling: where a bullet that was brought into play (S3-2) makes the duplicate, it shows as cancelled like the rest:
    the rule says all of them. It would not have activated anyway.
    """
    table.state.priority = priority
    rules = rules_of(table.state)
    if priority in rules.cancels:
        same = rules.duplicates(table, priority)
        if len(same) > 1:
            for card in same:
                table.cancel(card, "duplicate")


def resolve(table: Table) -> None:
    """R-3: from 6 down to 0, until a decision is open (R-7) or the round is done."""
    state = table.state
    while not state.decision:
        card = next_up(table)
        if card:
            take_turn(table, card)
        elif state.priority > RELOAD:
            come_up(table, state.priority - 1)
        else:
            finish_round(table)
            return


def next_up(table: Table) -> InPlay | None:
    """R-3, R-4: the first pending card of the priority that is up, in seat order of the controllers."""
    for card in table.cards:
        if card.priority == table.state.priority and card.status == PENDING:
            return card
    return None


def take_turn(table: Table, card: InPlay) -> None:
    """R-3: the card activates, for its controller at this time."""
    row = rules_of(table.state).row(card.priority)
    table.activate(card, row.effect)
    carry_out(table, card, row)
    end_turn(table, card)


def answer(table: Table, command: Command) -> None:
    """R-7: the open decision is answered, and the round goes on, or the answer opens another one."""
    decision = table.state.decision
    assert decision is not None
    table.state.decision = None
    card = table.card(decision.card)
    question = rules_of(table.state).questions[decision.kind]
    question.answer(table, card, decision.seat, command)
    end_turn(table, card)
    resolve(table)


def end_turn(table: Table, card: InPlay) -> None:
    """What follows an effect in this set, once no question of it is open."""
    rules = rules_of(table.state)
    if rules.after_effect and not table.state.decision:
        rules.after_effect(table, card)


def finish_round(table: Table) -> None:
    """R-9, R-10, R-12: shoot, clean up, and go on."""
    shot = rules_of(table.state).shoot(table)
    table.tell("shot", seats=shot)
    table.state.last_round = record(table, shot)
    clean_up(table, shot)
    go_on(table)


def record(table: Table, shot: list[int]) -> LastRound:
    """What lay where at the shooting."""
    outcomes: list[Outcome | None] = [None] * len(table.seats)
    for card in table.cards:
        seat = table.seats[card.seat]
        assert seat.played is not None
        outcomes[card.seat] = Outcome(
            seat.played, card.id, card.value, card.status, card.locked, card.protected,
            seat.marked, seat.no_cover, seat.suppressed, seat.reloaded, card.seat in shot,
        )  # fmt: skip
    state = table.state
    return LastRound(state.standoff, state.round, state.armed, tuple(outcomes))


def clean_up(table: Table, shot: list[int]) -> None:
    """R-10: cards go home, then players reload (R-11), then the shot are dead; what belonged to the round ends."""
    for card in table.cards:
        table.take_home(card)
    reloads_now = rules_of(table.state).reloads_at_cleanup
    for number, seat in enumerate(table.seats):
        if seat.reloaded and reloads_now:
            table.restore(number, "reloaded")
        if number in shot:
            seat.living = False
        seat.played = None
        seat.reloaded = seat.suppressed = seat.marked = seat.no_cover = False
    table.cards.clear()
    table.state.armed = ()
    table.state.decisions = 0


# Standoffs and the match


def go_on(table: Table) -> None:
    """R-12, G-2, G-5: another round, another standoff, or the end of the match."""
    state = table.state
    survivors = [number for number, seat in enumerate(state.seats) if seat.living]
    ended = len(survivors) < 2
    if ended:
        end_standoff(table, survivors[0] if survivors else None)
    active = [number for number, seat in enumerate(state.seats) if seat.lives]
    if len(active) < 2:
        end_match(table, active)
    elif state.rounds == MAX_ROUNDS:
        end_match(table, most_lives(state))
    else:
        if ended:
            open_standoff(state)
        else:
            state.round += 1
        start_round(table)


def end_standoff(table: Table, survivor: int | None) -> None:
    """G-3: everyone still in the match loses a life but the one survivor, whom a Medic! may heal (S2-1).

    Ruling: the events keep the rule's order: lives lost, who is out by it, and then the healing.
    """
    state = table.state
    losers = [number for number, seat in enumerate(state.seats) if seat.lives and number != survivor]
    table.tell("standoff_ended", standoff=state.standoff, survivor=survivor, losers=losers)
    for number in losers:
        state.seats[number].lives -= 1
        if not state.seats[number].lives:
            table.tell("eliminated", seat=number)
    if survivor is not None and state.seats[survivor].medic and state.seats[survivor].lives < state.start_lives:
        state.seats[survivor].lives += 1
        table.tell("healed", seat=survivor)
    for seat in state.seats:
        seat.medic = False


def open_standoff(state: State) -> None:
    """G-2: everyone with a life stands again; ammunition stays as it was (G-1)."""
    state.standoff += 1
    state.round = 1
    for seat in state.seats:
        seat.living = seat.lives > 0


def start_round(table: Table) -> None:
    """R-1, R-14: the next choose phase; in Set 3 somebody may have to be given their spent pile first.

    Ruling: the round is announced, and then who is restocked for it.
    """
    state = table.state
    state.rounds += 1
    table.tell("round_started", standoff=state.standoff, round=state.round)
    for number, seat in enumerate(state.seats):
        if seat.living and not seat.hand:
            table.restore(number, "restocked")


def most_lives(state: State) -> list[int]:
    """G-5: the seats that share the win of a match that was broken off."""
    most = max(seat.lives for seat in state.seats)
    return [number for number, seat in enumerate(state.seats) if seat.lives == most]


def end_match(table: Table, winners: list[int]) -> None:
    """G-4, G-5. Who was standing when the last round ended stays on view.

    Ruling: a standoff that G-5 breaks off has not ended, so a Medic! mark (S2-1) is left as it is.
    """
    table.state.over = True
    table.state.winners = tuple(winners)
    table.tell("match_ended", winners=winners)
