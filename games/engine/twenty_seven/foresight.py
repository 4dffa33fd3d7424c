"""Hard's way to judge: play the round out on many guessed tables, by the rules the engine itself plays by."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from .. import snapshot
from ..chance import Chance
from ..contract import Command, Event, Outcomes
from .guess import Dice, fill, seen
from .powers import HIGHEST, LOWEST, VISIBLE_SLOTS, targets
from .reveal import Ending
from .rounds import PRICES, pay
from .sight import Sight, best_slot, quality
from .state import MAX_POWERS, Table
from .turns import act, draw, pass_, place, play, slots

FIRST_LOOK, SECOND_LOOK, SHORT_LIST = 20, 60, 5
"""Every command is judged on so many guessed tables, and the best few again on more."""
BEHIND = 0.25
"""What is behind by this share of the stakes after the first look is not looked at again."""
PATIENCE = 6
"""After so many turns each, beyond the usual, one who is content with what they hold by then draws no more."""
MOST_WAYS = 3
"""Of a Power that sets an own card, so many of the best ways are looked at."""

MOST_DRAWS = 6
"""Draws of each player in a playout: a hidden card may leave no good total to wait for."""
MOST_CONTENT = 3
"""Players of a playout are content at 0 to this many points below the threshold, each as drawn for it."""

KEPT, FULL_HAND = 0.15, 0.015
"""What a Power kept adds to the odds of later rounds, and one that the next picks would have brought anyway."""
REWARD = 0.02
"""What the Powers of a Triple Nine add."""


@dataclass
class Sample:
    """A guessed table, and how far below the threshold each of its players is content."""

    table: Table
    content: list[int]


def foresee(sight: Sight, rng: Dice) -> Command:
    """The command whose rounds, played out, are worth most: a look at all, a longer one at those not yet behind."""
    chance = Chance(rng.randrange(2**32))
    base = seen(sight.view, rng)
    commands = candidates(sight, rng)
    tables = samples(sight, base, FIRST_LOOK, rng)
    worths = [[worth(command, sample, sight, chance) for sample in tables] for command in commands]
    means = [sum(found) / FIRST_LOOK for found in worths]
    stakes = max(map(max, worths)) - min(map(min, worths))
    ranked = sorted(range(len(commands)), key=lambda at: -means[at])
    close = [at for at in ranked[:SHORT_LIST] if means[at] >= means[ranked[0]] - BEHIND * stakes]
    if len(close) > 1:
        tables = samples(sight, base, SECOND_LOOK, rng)
        for at in close:
            worths[at] += [worth(commands[at], sample, sight, chance) for sample in tables]
    return commands[max(close, key=lambda at: sum(worths[at]))]


def samples(sight: Sight, base: Table, count: int, rng: Dice) -> list[Sample]:
    """That many guesses, each a copy of what can be seen, filled in."""
    found = []
    for _ in range(count):
        table = snapshot.copy(base)
        fill(table, sight.view, rng)
        found.append(Sample(table, [rng.randrange(MOST_CONTENT + 1) for _player in table.players]))
    return found


def candidates(sight: Sight, rng: Dice) -> list[Command]:
    """What is worth a look: the best few ways to set an own card, any one of those that a playout cannot tell apart."""
    stays = sight.patience_lost >= PATIENCE and sight.is_content(MOST_CONTENT)
    found = [one for one in sight.commands if one["type"] in (("pass",) if stays else ("draw", "pass", "place"))]
    for power in dict.fromkeys(sight.powers):
        plays = sight.plays(power)
        if power in ("trade", "mirror", "tweak"):
            plays = sorted(plays, key=lambda play: -quality(sight.after(play), sight.threshold))[:MOST_WAYS]
        elif power in ("spyglass", "pickpocket", "turncoat"):
            plays = rng.sample(plays, min(1, len(plays)))
        found += plays
    return found


def worth(command: Command, sample: Sample, sight: Sight, chance: Outcomes) -> float:
    """The odds of the match once the round has been played out on a copy of the sample, `command` given first."""
    table = snapshot.copy(sample.table)
    events: list[Event] = []
    ending = act(table, sight.seat, command, chance, events)
    if ending is None and table.phase == "place":
        ending = put_down(table, chance, events)
    if ending is None:
        ending = play_out(table, sample.content, chance, events)
    kept = len(table.players[sight.seat].powers)
    pay(table, ending, 0.0)  # the length of the round is left out: a view has no clock
    mine = table.players[sight.seat].side
    odds = odds_of(table.hp[mine], tuple(sorted(table.hp[:mine] + table.hp[mine + 1 :])), table.round + 1)
    room = MAX_POWERS - table.options.powers
    stock = KEPT * min(kept, room) + FULL_HAND * max(0, kept - room)
    return odds + odds * (1 - odds) * stock + REWARD * (ending.nine == sight.seat)


@cache
def odds_of(mine: int, others: tuple[int, ...], number: int) -> float:
    """The chance that a side with so much HP wins the match, if from round `number` on all sides win as often."""
    others = tuple(hp for hp in others if hp > 0)
    if not others or mine <= 0:
        return float(mine > 0)
    price = PRICES[min(number, len(PRICES)) - 1]
    following = min(number + 1, len(PRICES))
    after = [hp - price for hp in others]
    odds = odds_of(mine, tuple(after), following)
    for at, hp in enumerate(others):
        odds += odds_of(mine - price, tuple(sorted([*after[:at], hp, *after[at + 1 :]])), following)
    return odds / (1 + len(others))


def play_out(table: Table, content: list[int], chance: Outcomes, events: list[Event]) -> Ending:
    """Go on until the round ends: whoever can land on a good total does, whoever is content passes, the others draw."""
    draws = [MOST_DRAWS] * len(content)
    ending = None
    while ending is None:
        seat = table.active
        assert seat is not None
        gap = table.threshold - sum(table.players[seat].cards)
        landing = land(table, seat, gap)
        if landing:
            ending = play(table, seat, landing, chance, events)
        elif 0 <= gap <= content[seat] + (gap == content[seat] + 1 and is_late(table)) or not draws[seat]:
            ending = pass_(table, seat, {}, chance, events)
        else:
            draws[seat] -= 1
            draw(table, seat, {}, chance, events)
            ending = put_down(table, chance, events)
    return ending


def is_late(table: Table) -> bool:
    """One is content with one less when a Last Call or two passes are out."""
    return table.last_call is not None or sum(player.passed for player in table.players) >= 2


def land(table: Table, seat: int, gap: int) -> Command | None:
    """A Power in hand that lands at 0 or 1 below the threshold, or the Last Call of one who lies there."""
    player = table.players[seat]
    if 0 <= gap <= 1:
        is_calling = table.last_call is None and "last_call" in player.powers
        return {"type": "play", "power": "last_call"} if is_calling else None
    if gap in (-1, 2) and "tweak" in player.powers:
        delta = 1 if gap > 0 else -1
        for slot, card in enumerate(player.cards):
            if LOWEST <= card + delta <= HIGHEST:
                return {"type": "play", "power": "tweak", "slot": slot, "delta": delta}
    for power in ("mirror", "trade"):
        if power in player.powers:
            return land_by_card(table, seat, gap, power)
    return None


def land_by_card(table: Table, seat: int, gap: int, power: str) -> Command | None:
    """Another's visible card in place of an own one."""
    cards = table.players[seat].cards
    for target in targets(table, seat):
        theirs = table.players[target].cards
        for slot in VISIBLE_SLOTS:
            for target_slot in VISIBLE_SLOTS:
                if 0 <= gap + cards[slot] - theirs[target_slot] <= 1:
                    where = {"slot": slot, "target": target, "target_slot": target_slot}
                    return {"type": "play", "power": power, **where}
    return None


def put_down(table: Table, chance: Outcomes, events: list[Event]) -> Ending | None:
    """Place the drawn card where it does most good."""
    seat, card = table.active, table.drawn
    assert seat is not None
    assert card is not None
    slot = best_slot(table.players[seat].cards, card, slots(table, seat), table.threshold)
    return place(table, seat, {"slot": slot}, chance, events)
