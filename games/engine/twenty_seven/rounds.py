"""The match round by round: start (T1), picking (T2), deal (T3), price and HP (T7), reward (T8-5), end (T12)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..contract import Env, Event, Outcomes
from . import cards, turns
from .powers import pool
from .reveal import Ending, triple_nine
from .state import (
    MAX_HIT_POINTS,
    MAX_POWERS,
    LastRound,
    Options,
    Player,
    Table,
    is_alive,
    living,
    members,
    next_living,
    told,
)

OFFER = 3
REWARD_OFFER = 9
REWARD_PICKS = 3

PRICES = (5, 10, 15)
"""T7-1, first row: by the round's number, the last for all later ones."""
LONG_SECONDS, LONG_PRICE = 900, 15
SUDDEN_DEATH_SECONDS, SUDDEN_DEATH_PRICE = 1800, 30
RAISE = 5
GENERAL_BUST = 5
ARMOR = 10


def start(options: dict[str, Any], names: Sequence[str], env: Env) -> Table:
    """T1-1, T1-2: the sides, 30 HP each. T1-3: chance says who starts, and round 1 starts at once."""
    chosen = Options(**options)
    sides = 2 if chosen.teams else len(names)
    table = Table(
        options=chosen,
        players=[Player(name, seat % sides) for seat, name in enumerate(names)],
        hp=[MAX_HIT_POINTS] * sides,
        phase="pick",
        starter=env.chance.pick("first", list(range(len(names)))),
        threshold=chosen.goal,
    )
    start_round(table, env, [])
    return table


def start_round(table: Table, env: Env, events: list[Event]) -> None:
    """T2-1: count the round and its time. T2-2: fix what each owes. T2-5: deal at once if nobody owes a pick."""
    table.phase = "pick"
    table.round += 1
    table.round_started = env.now
    events.append(
        {"type": "round_started", "round": table.round, "starter": table.starter, "threshold": table.threshold}
    )
    for seat in living(table):
        player = table.players[seat]
        player.picks_left = min(table.options.powers, MAX_POWERS - len(player.powers))
        if player.picks_left:
            offer(table, seat, env.chance, events)
    deal_when_picked(table, env, events)


def offer(table: Table, seat: int, chance: Outcomes, events: list[Event]) -> None:
    """T2-3: three of the whole pool, whatever the player holds."""
    player = table.players[seat]
    player.offer = tuple(chance.shuffle(f"offer_{seat}", whole_pool(table))[:OFFER])
    told = {"type": "offered", "seat": seat, "powers": list(player.offer), "left": player.picks_left}
    events.append({**told, "only": [seat]})


def whole_pool(table: Table) -> tuple[str, ...]:
    return pool(table.options.teams, table.options.random_reveal)


def pick(table: Table, seat: int, power: str, env: Env, events: list[Event]) -> None:
    """T2-4, T8-5: the Power is in hand at once; in a reward the rest of the offer stays, else it is gone."""
    player = table.players[seat]
    player.powers = (*player.powers, power)
    player.picks_left -= 1
    rewarded = table.phase == "reward" and player.picks_left
    player.offer = tuple(other for other in player.offer if other != power) if rewarded else ()
    events.append({"type": "picked", "seat": seat, "power": power, "only": [seat]})
    events.append({"type": "pick_made", "seat": seat, "left": player.picks_left})
    if table.phase == "pick":
        if player.picks_left:
            offer(table, seat, env.chance, events)
        deal_when_picked(table, env, events)
    elif not player.picks_left:
        next_round(table, env, events)


def deal_when_picked(table: Table, env: Env, events: list[Event]) -> None:
    """T2-5, T3-5: when no one owes a pick, deal; a Triple Nine may end the round there, else the starter has a turn."""
    if any(player.picks_left for player in table.players):
        return
    cards.deal(table, env.chance, events)
    ending = triple_nine(table, events)
    if ending:
        end_round(table, ending, env, events)
    else:
        turns.begin(table, table.starter, events)


def least_price(table: Table) -> int:
    """What the round costs whatever the clock: T7-1's first row, and T7-2."""
    return PRICES[min(table.round, len(PRICES)) - 1] + RAISE * table.raises


def price(table: Table, seconds: float) -> int:
    """T7-1, T7-2: what a round of this length costs a side that loses it."""
    if seconds >= SUDDEN_DEATH_SECONDS:
        return SUDDEN_DEATH_PRICE + RAISE * table.raises
    if seconds >= LONG_SECONDS:
        return LONG_PRICE + RAISE * table.raises
    return least_price(table)


def end_round(table: Table, ending: Ending, env: Env, events: list[Event]) -> None:
    """T7: pay, show the round, clear the table; then the match ends, a reward is due, or the next round starts."""
    losses = pay(table, ending, env.now - table.round_started)
    table.last_round = LastRound(
        round=table.round,
        threshold=table.threshold,
        reason=ending.reason,
        outcome=ending.outcome,
        hands=tuple(player.cards or None for player in table.players),
        totals=tuple(sum(player.cards) if player.cards else None for player in table.players),
        decisions=ending.decisions,
        winners=ending.winners,
        losses=losses,
    )
    events.append({"type": "round_over", **told(table.last_round)})
    tell_losses(table, losses, events)
    clear(table)
    if len({table.players[seat].side for seat in living(table)}) <= 1:
        end_match(table, events)
    elif ending.nine is None or not reward(table, ending.nine, env.chance, events):
        next_round(table, env, events)


def pay(table: Table, ending: Ending, seconds: float) -> tuple[int, ...]:
    """T7-3 to T7-5, T8-3: every side that did not win pays, all at once; what each seat's side really lost.

    T6-7: a General Bust costs 5, whatever else. T8-4: a void round costs nothing. T6-6: who shares a win pays nothing.
    """
    if ending.outcome == "void":
        return (0,) * len(table.players)
    due = GENERAL_BUST if ending.outcome == "general_bust" else price(table, seconds)
    before = list(table.hp)
    for side, hp in enumerate(before):
        seats = members(table, {side})
        if hp > 0 and seats[0] not in ending.winners:
            armor = sum(table.players[seat].armor for seat in seats)
            least = 1 if any(table.players[seat].lifeline for seat in seats) else 0
            table.hp[side] = max(least, hp - max(0, due - ARMOR * armor))
    return tuple(before[player.side] - table.hp[player.side] for player in table.players)


def tell_losses(table: Table, losses: tuple[int, ...], events: list[Event]) -> None:
    """T7-6: who lost HP, and who is out by it."""
    lost = [seat for seat, loss in enumerate(losses) if loss]
    for seat in lost:
        hp = table.hp[table.players[seat].side]
        events.append({"type": "hp_changed", "seat": seat, "hp": hp, "lost": losses[seat]})
    events.extend({"type": "eliminated", "seat": seat} for seat in lost if not is_alive(table, seat))


def clear(table: Table) -> None:
    """T7-7: no cards, nothing in effect, nothing known. T7-6: who is out loses their Powers. T12-3: so a match ends."""
    for seat, player in enumerate(table.players):
        powers = player.powers if is_alive(table, seat) else ()
        table.players[seat] = Player(player.name, player.side, powers=powers)
    table.deck = table.discard = ()
    table.threshold = table.options.goal
    table.active = table.last_call = table.drawn = None
    table.turns = table.raises = 0


def end_match(table: Table, events: list[Event]) -> None:
    """T12-1: the side that is left has won. T12-2: nobody, where the last fell together."""
    table.phase = "over"
    table.winners = tuple(living(table))
    events.append({"type": "match_over", "winners": list(table.winners)})


def reward(table: Table, seat: int, chance: Outcomes, events: list[Event]) -> bool:
    """T8-5: nine Powers on offer, up to three to pick. False where the hand has no room: then there is no reward."""
    player = table.players[seat]
    picks = min(REWARD_PICKS, MAX_POWERS - len(player.powers))
    if not picks:
        return False
    table.phase = "reward"
    player.picks_left = picks
    player.offer = tuple(chance.shuffle("reward", whole_pool(table))[:REWARD_OFFER])
    told = {"type": "reward_offered", "seat": seat, "powers": list(player.offer), "left": picks}
    events.append({**told, "only": [seat]})
    events.append({"type": "reward_started", "seat": seat, "left": picks})
    return True


def next_round(table: Table, env: Env, events: list[Event]) -> None:
    """T7-8: the next living seat after the last starter starts, whatever kind of round the last one was."""
    table.starter = next_living(table, table.starter)
    start_round(table, env, events)
