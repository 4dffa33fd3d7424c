"""A turn (T4), the PASSES (T5) and Random Reveal (T11): what an action does, and what comes after it.

Each action changes the table and returns how the round ended, or None while it goes on.
"""

from __future__ import annotations

from collections.abc import Callable

from ..contract import Command, Event, Outcomes
from .cards import replace, take
from .powers import POWERS, without
from .reveal import Ending, reveal, triple_nine
from .state import HIDDEN, Table, living, next_living, teammate

MOST_PASSES = 3
MOST_TURNS_EACH = 99

Action = Callable[[Table, int, Command, Outcomes, list[Event]], Ending | None]


def begin(table: Table, seat: int, events: list[Event]) -> None:
    """T4-1: this seat may do one thing."""
    table.phase, table.active = "turn", seat
    events.append({"type": "turn_started", "seat": seat})


def act(table: Table, seat: int, command: Command, chance: Outcomes, events: list[Event]) -> Ending | None:
    """Carry out a legal `draw`, `place`, `play` or `pass`; the ending of the round, if it brought one about."""
    return ACTIONS[command["type"]](table, seat, command, chance, events)


def draw(table: Table, seat: int, command: Command, chance: Outcomes, events: list[Event]) -> Ending | None:
    """T4-2: the player takes a card and sees it; the turn is not over before it lies."""
    forget_passes(table, seat)
    table.drawn = take(table, chance, events)
    table.phase = "place"
    events.append({"type": "drew", "seat": seat})
    events.append({"type": "drawn", "seat": seat, "card": table.drawn, "only": [seat]})
    return None


def slots(table: Table, seat: int) -> tuple[int, ...]:
    """T4-3: where the drawn card may go. T4-4, the helping hand: a 9 beside two visible 9s also to the hidden slot."""
    helped = table.drawn == 9 and table.players[seat].cards[:HIDDEN] == (9, 9)
    return (0, 1, HIDDEN) if helped else (0, 1)


def place(table: Table, seat: int, command: Command, chance: Outcomes, events: list[Event]) -> Ending | None:
    """T4-3, T4-4: the drawn card replaces one that lies there."""
    slot, card = command["slot"], table.drawn
    assert card is not None
    table.drawn = None
    old = replace(table, seat, slot, card)
    events.append({"type": "placed", "seat": seat, "slot": slot, "card": card, "old": old})
    return triple_nine(table, events) or complete(table, seat, chance, events)


def play(table: Table, seat: int, command: Command, chance: Outcomes, events: list[Event]) -> Ending | None:
    """T4-5: the Power leaves the hand, the count of PASSES falls (T5-2), then the effect applies."""
    player = table.players[seat]
    power = POWERS[command["power"]]
    player.powers = without(player.powers, power.id)
    forget_passes(table, seat)
    events.append({**command, "type": "power_played", "seat": seat})
    power.effect(table, seat, command, chance, events)
    return triple_nine(table, events) or complete(table, seat, chance, events)


def pass_(table: Table, seat: int, command: Command, chance: Outcomes, events: list[Event]) -> Ending | None:
    """T4-6, T5-1: count it. T11-1: under Random Reveal nothing is counted."""
    player = table.players[seat]
    if not table.options.random_reveal:
        player.passes += 1
        player.passed = True
    events.append({"type": "passed", "seat": seat, "passes": player.passes})
    return complete(table, seat, chance, events)


ACTIONS: dict[str, Action] = {"draw": draw, "place": place, "play": play, "pass": pass_}


def forget_passes(table: Table, seat: int) -> None:
    """T5-2: one's own count is 0 again. T5-3: and passing "one after another" starts anew for all."""
    table.players[seat].passes = 0
    for player in table.players:
        player.passed = False


def complete(table: Table, seat: int, chance: Outcomes, events: list[Event]) -> Ending | None:
    """T4-7: what follows an action, once no Triple Nine has stopped the round."""
    seats = living(table)
    reason = reveal_by_passes(table, seats)
    if reason is None:
        table.turns += 1
        reason = reveal_by_turns(table, len(seats), chance, events) or next_turn(table, seat, events)
    return reveal(table, reason, chance, events) if reason else None


def reveal_by_passes(table: Table, seats: list[int]) -> str | None:
    """T5-4, the third PASS, goes ahead of T5-3, when all have passed. No count comes to 3 but by a PASS or Pressure."""
    passed = 0
    for seat in seats:
        player = table.players[seat]
        if player.passes >= MOST_PASSES:
            return "third_pass"
        passed += player.passed
    return "passes" if passed == len(seats) else None


def reveal_by_turns(table: Table, players: int, chance: Outcomes, events: list[Event]) -> str | None:
    """T11-2: the roll after each turn once all could have had one. T5-6: the limit, which is there anyway (T11-3)."""
    if table.options.random_reveal and table.turns >= players:
        hit = chance.roll("random_reveal", 1 / (2 * players))
        events.append({"type": "random_reveal", "hit": hit})
        if hit:
            return "random"
    return "limit" if table.turns >= MOST_TURNS_EACH * players else None


def next_turn(table: Table, seat: int, events: list[Event]) -> str | None:
    """T4-8: on to the next player. Last Call (T5-5) comes before ice, so Freeze never delays it."""
    while True:
        seat = next_living(table, seat)
        if seat == table.last_call:
            return "last_call"
        player = table.players[seat]
        if not player.frozen:
            begin(table, seat, events)
            return None
        player.frozen = False
        events.append({"type": "skipped", "seat": seat})


def give(table: Table, seat: int, command: Command, events: list[Event]) -> None:
    """T10-3: a Power goes to the end of the teammate's hand. It is no action, and only the two learn which."""
    mate = teammate(table, seat)
    assert mate is not None
    giver, receiver = table.players[seat], table.players[mate]
    giver.powers = without(giver.powers, command["power"])
    receiver.powers = (*receiver.powers, command["power"])
    events.append({"type": "given", "seat": seat, "to": mate})
    told = {"type": "given_power", "seat": seat, "to": mate, "power": command["power"]}
    events.append({**told, "only": sorted((seat, mate))})
