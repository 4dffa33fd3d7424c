"""How a bot answers each question of the table, by what its answers are worth at first sight."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from ..contract import Command
from . import fate, piles, worth
from .minds import KEEP, Mind
from .sight import Sight
from .state import BOSS, GHOST, TEAMS, Table, others

END: Command = {"type": "end"}
PASS: Command = {"type": "pass"}

CHOICE_NOISE = 0.2
"""How much of a mind's noise blurs a choice among cards."""

Scored = list[tuple[float, Command]]


def answer(table: Table, seat: int, commands: Sequence[Command], rng: Random, mind: Mind) -> Command:
    """One of these commands, which the table waits for from this seat."""
    if len(commands) == 1:
        return commands[0]
    return ANSWERS[table.phase](Sight(table, seat, mind), commands, rng)


def best(sight: Sight, scored: Scored, otherwise: Command, rng: Random) -> Command:
    """The command that seems worth most, if it seems worth anything."""
    noise = sight.mind.noise
    found, most = otherwise, 0.0
    for value, command in scored:
        value += rng.uniform(-noise, noise)
        if value > most:
            found, most = command, value
    return found


def plays(sight: Sight, commands: Sequence[Command]) -> list[Command]:
    """The plays to think about: of Life Wagers only those with the likeliest guess, if any."""
    listed = [command for command in commands if command["type"] == "play"]
    if not any(command["card"] == "gamble" for command in listed):
        return listed
    guess = sight.best_guess()[0] if sight.mind.wagers else None
    return [command for command in listed if command["card"] != "gamble" or command["guess"] == guess]


# ── The own turn ──────────────────────────────────────────────────────────────────────────────────────────────────


def take_turn(sight: Sight, commands: Sequence[Command], rng: Random) -> Command:
    """Wear what there is to wear, play what is worth most, help a team-mate, and end."""
    worn = equip(sight, commands)
    if worn is not None:
        return worn
    end = lend(sight, commands) or END
    return best(sight, [(worth.play(sight, command), command) for command in plays(sight, commands)], end, rng)


def equip(sight: Sight, commands: Sequence[Command]) -> Command | None:
    """All at once; but Heir's Blade only for a death in sight, and a ghost, whom nothing hurts, keeps its cards."""
    for command in commands:
        if command["type"] != "equip":
            continue
        kind = command["card"]
        if kind == "heirblade":
            wanted = any(sight.falls(seat) for seat in others(sight.table, sight.seat))
        else:
            wanted = kind not in ("shield", "miracle") or sight.own.status != GHOST
        if wanted:
            return command
    return None


def lend(sight: Sight, commands: Sequence[Command]) -> Command | None:
    """E8-4: the fewest Shields that save a team-mate and leave oneself safe."""
    if sight.table.mode != TEAMS:
        return None
    for command in commands:
        if command["type"] == "lend" and sight.is_mate(command["target"]):
            mate, count = command["target"], command["count"]
            saves = sight.falls(mate) and not sight.falls(mate, shields=count)
            if saves and not sight.falls(sight.seat, shields=-count):
                return command
    return None


# ── The poll ──────────────────────────────────────────────────────────────────────────────────────────────────────


def threat(sight: Sight) -> float:
    """What it is worth that the card on the table does not take effect."""
    card = sight.table.card
    return -worth.effect(sight, card.card, card.actor, card.target)


def answer_poll(sight: Sight, commands: Sequence[Command], rng: Random) -> Command:
    """Override what threatens, or what a free play is worth more than its card; else pass."""
    if rng.random() < sight.mind.blind:
        return PASS
    return best(sight, overrides(sight, commands), PASS, rng)


def overrides(sight: Sight, commands: Sequence[Command]) -> Scored:
    """Every override, and Fate, with its worth."""
    mind = sight.mind
    averted = threat(sight)
    if not mind.overrides_freely:
        if averted <= mind.ignored:
            return []
        averted -= mind.ignored
    gain = averted * mind.averted - mind.caution
    scored = [(worth.play(sight, command) + gain, command) for command in plays(sight, commands)]
    for command in commands:
        if command["type"] == "fate":
            scored.append((best_rewrite(sight)[0] + averted - mind.caution, command))
    return scored


def best_rewrite(sight: Sight) -> tuple[float, Command]:
    """E9-5: the best new ends of the card on the table, for the pair that is missed least."""
    card = sight.table.card
    pair = min(piles.pairs(sight.hand), key=lambda kind: worth.keep(sight, kind))
    price = 2 * worth.keep(sight, pair)
    found: Scored = []
    for actor in fate.actors(sight.table):
        for target in fate.targets(sight.table, actor):
            command = {"type": "rewrite", "pair": pair, "actor": actor, "target": target}
            if card.card != "gift" or actor == card.actor:
                value = worth.effect(sight, card.card, actor, target)
            elif actor == sight.seat:
                value = max(
                    worth.effect(sight, "gift", actor, target, kind) - worth.keep(sight, kind) for kind in sight.hand
                )
            else:
                value = 0.0
            found.append((value - price, command))
    return max(found, key=lambda one: one[0])


def rewrite(sight: Sight, commands: Sequence[Command], rng: Random) -> Command:
    return best_rewrite(sight)[1]


# ── Cards to give and to take ─────────────────────────────────────────────────────────────────────────────────────


def blurred(sight: Sight, rng: Random) -> float:
    noise = sight.mind.noise * CHOICE_NOISE
    return rng.uniform(-noise, noise)


def give(sight: Sight, commands: Sequence[Command], rng: Random) -> Command:
    """E5-7 to E5-9: Bombs to an opponent, else what is missed least; to the Fiend nothing but Bombs that one need not.

    Of a Swap every side gives at once, so this is a draw among what is missed about as little.
    """
    card = sight.table.card
    receiver = card.target if card.actor == sight.seat else card.actor
    assert receiver is not None

    def value(command: Command) -> float:
        kind = command["card"]
        if kind == "bomb":
            return worth.hang(sight, receiver) + 2.0
        gained = KEEP[kind] * sight.share(receiver) if isinstance(receiver, int) else 0.0
        return gained - worth.keep(sight, kind) + blurred(sight, rng)

    gifts = [command for command in commands if command["type"] == "give"]
    given = max(gifts, key=value)
    if len(gifts) < len(commands) and given["card"] != "bomb":
        return commands[-1]
    return given


def scavenge(sight: Sight, commands: Sequence[Command], rng: Random) -> Command:
    return max(commands, key=lambda command: worth.keep(sight, command["card"]) + blurred(sight, rng))


def rob(sight: Sight, commands: Sequence[Command], rng: Random) -> Command:
    """E5-6: what helps most and is missed most, or the Shield, above all if that dooms."""
    robbed = sight.table.card.target

    def value(command: Command) -> float:
        if command["type"] == "rob_shield":
            assert isinstance(robbed, int)
            return worth.rob_shield(sight, sight.seat, robbed) + blurred(sight, rng)
        missed = 0.0 if robbed == BOSS else -KEEP[command["card"]] * sight.share(int(robbed or 0))
        return worth.keep(sight, command["card"]) + missed + blurred(sight, rng)

    return max(commands, key=value)


# ── The dying and the dead ────────────────────────────────────────────────────────────────────────────────────────


def rescue(sight: Sight, commands: Sequence[Command], rng: Random) -> Command:
    """E9-6: oneself, else a team-mate, and no opponent."""
    targets = [command for command in commands if command["type"] == "rescue"]
    for command in targets:
        if command["target"] == sight.seat:
            return command
    for command in targets:
        if sight.is_mate(command["target"]):
            return command
    return {"type": "let_die"}


def bequeath(sight: Sight, commands: Sequence[Command], rng: Random) -> Command:
    """E8-2: a team-mate, else nobody: the dead take no sides."""
    for command in commands:
        if command["target"] is not None and sight.is_mate(command["target"]):
            return command
    return {"type": "bequeath", "target": None}


ANSWERS: dict[str, Callable[[Sight, Sequence[Command], Random], Command]] = {
    "turn": take_turn,
    "poll": answer_poll,
    "fate": rewrite,
    "give": give,
    "swap": give,
    "scavenge": scavenge,
    "rob": rob,
    "rescue": rescue,
    "bequeath": bequeath,
}
