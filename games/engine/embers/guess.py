"""A full table that fits what one seat sees, with all that it cannot see drawn at random from what is possible."""

from __future__ import annotations

import itertools
from collections import Counter
from random import Random
from typing import Any

from ..chance import Chance
from ..contract import View, World
from . import GAME, fiend, piles, round_end, turns
from .cards import CARDS
from .sight import unseen
from .state import BOSS, DEAD, GHOST, OVER, TEAMS, Loan, Play, Seat, Table, Turn, in_turn_order, wearer

HELD = {
    "conjure": 0.55, "extra_turn": 0.5, "top_plunderer": 0.4, "top_scavenger": 0.75, "plunderer": 0.9,
    "defuse": 1.5, "one": 1.5, "two": 1.5, "three": 1.5, "four": 1.5, "gamble": 1.5, "detonate": 1.35, "bedrock": 1.4,
    "scavenger": 1.15, "goodwill": 1.2, "inferno": 1.2, "heirblade": 1.25,
}  # fmt: skip
"""How much rather than another an unseen card is in a hand and not in the deck: some are played at once, some wait."""
WORN_AT_ONCE = {"shield": 0.3, "miracle": 0.02, "ghost": 0.02, "fatebinder": 0.02, "crown": 0.02}
"""The same for pieces, in the hand of one who has had its turn."""
DRAWN_LATELY = {"shield": 0.65, "miracle": 0.55, "ghost": 0.55, "fatebinder": 0.6, "crown": 0.55}
"""The same where the turn is still to come."""

ON_TIME = 0.9
"""How surely a Fiend that is here came in its round, where its attacks fit that; else a make-up roll brought it."""
ARMED = 0.5
"""How likely a Fatebinder who could invoke Fate has done so."""
GIVES_BOMBS = 0.9
"""How likely it is a Bomb that somebody gives, if there is one in the hand."""


def guess(view: View, rng: Random) -> Table:
    """A table whose view from the same seat is `view`.

    What no view tells is taken to be as it mostly is: no make-up roll is due, no Miracle was taken back this turn.
    """
    options = {"mode": view["mode"], "boss": view["boss"]["status"] != "off", "round_cap": view["round_cap"]}
    names = [seat["name"] for seat in view["seats"]]
    table = GAME.setup(GAME.clean_options(options), names, World(0.0, Chance(rng.getrandbits(32))))
    for field in ("phase", "round", "first", "detonator", "inferno"):
        setattr(table, field, view[field])
    for field in ("to_act", "order", "discard", "destroyed", "dying", "winners"):
        setattr(table, field, tuple(view[field]))
    for seat, shown in zip(table.seats, view["seats"], strict=True):
        dress(seat, shown)
    own = table.seats[view["you"]["seat"]]
    own.hand, own.given, own.owed = tuple(view["you"]["hand"]), tuple(view["you"]["given"]), view["you"]["owed"]
    bring_fiend(table, view["boss"], rng)
    run_turns(table, view["turn"], rng)
    if view["play"]:
        table.play = Play(**view["play"], gift=view["you"]["gift"])
    deal(table, view, rng)
    if table.play:
        lay_secrets(table, table.play, view["you"], rng)
    table.will_given = table.phase == "bequeath" or any(seat.will_due for seat in table.seats)
    table.agenda = what_follows(table, rng)
    return table


def dress(seat: Seat, shown: dict[str, Any]) -> None:
    """What everybody sees of a seat; its hand is still to be dealt."""
    for field in ("status", "shields", "lent", "bombs", "bedrock", "ghost_until", "silenced", "returning", "will_due"):
        setattr(seat, field, shown[field])
    seat.borrowed = tuple(Loan(loan["from"], loan["count"]) for loan in shown["borrowed"])
    seat.equipment, seat.hand, seat.given, seat.owed = tuple(shown["equipment"]), (), (), 0


def bring_fiend(table: Table, shown: dict[str, Any], rng: Random) -> None:
    """E10-3: how many rounds it has been here is not shown, only what it deals in this one."""
    boss = table.fiend
    boss.status, boss.half_hp, boss.bombs, boss.target = (
        shown["status"], shown["half_hp"], shown["bombs"], shown["target"],
    )  # fmt: skip
    boss.helpers = tuple(shown["helpers"])
    boss.rounds = 0
    if boss.present:
        longest = table.round - fiend.ROUND + 1
        cycle = len(fiend.ATTACKS)
        fitting = [n for n in range(1, longest + 1) if fiend.ATTACKS[(n - 1) % cycle] == shown["half_damage"]]
        boss.rounds = longest if longest in fitting and rng.random() < ON_TIME else rng.choice(fitting)


def run_turns(table: Table, shown: dict[str, Any] | None, rng: Random) -> None:
    """The running turn, and after an Extra Turn out of turn the one that it interrupts, which may be any other's."""
    table.turns, table.upcoming = [], ()
    if shown is None:
        return
    running = Turn(**shown)
    interrupted = running.seat
    if running.extra:
        interrupted = rng.choice([seat for seat in table.order if seat != running.seat])
        table.turns.append(Turn(interrupted, played=True))
    table.turns.append(running)
    table.upcoming = table.order[table.order.index(interrupted) + 1 :]


# ── Hidden cards ──────────────────────────────────────────────────────────────────────────────────────────────────


def deal(table: Table, view: View, rng: Random) -> None:
    """The unseen cards into the other hands, what others have set aside, and the deck.

    More places than cards: there are cards from outside the deck in those hands (E8, E10-7).
    """
    me = view["you"]["seat"]
    pool = unseen(table, me)
    counts = {number: seat["hand_count"] for number, seat in enumerate(view["seats"]) if number != me}
    set_aside = guess_given(table, view, pool.total(), rng)
    hands: dict[int, list[str]] = {number: [] for number in counts}
    on_top: list[str] = []
    if view["you"]["seen"] is not None:
        table.seen = tuple(view["you"]["seen"])
        aim = view["play"]["target"]
        (on_top if aim == BOSS else hands[aim]).extend(table.seen)
        for kind in table.seen:
            if kind not in piles.FROM_OUTSIDE:
                pool[kind] -= 1
        pool = +pool
    places = [number for number, count in counts.items() for _card in range(count - len(hands[number]))]
    places += [number for number, count in set_aside.items() for _card in range(count)]
    rng.shuffle(places)
    outside = from_outside(table, len(places) + view["deck_count"] - len(on_top) - pool.total(), rng)
    for number, kind in zip(places, outside, strict=False):
        hands[number].append(kind)
    for number in places[len(outside) :]:
        hands[number].append(draw(table, number, pool, rng))
    deck = [*on_top, *pool.elements()]
    rng.shuffle(deck)
    table.deck = tuple(deck)
    for number, hand in hands.items():
        aside = set_aside.get(number, 0)
        table.seats[number].given, table.seats[number].hand = piles.in_order(hand[:aside]), piles.in_order(hand[aside:])
        if number in table.to_act and table.phase == "swap":
            table.seats[number].owed = min(2, len(hand)) - aside


def draw(table: Table, number: int, pool: Counter[str], rng: Random) -> str:
    """One of the unseen cards for this seat's hand, rather one of those that people hold."""
    seat = table.seats[number]
    to_wear = WORN_AT_ONCE if number not in table.upcoming else DRAWN_LATELY
    if seat.status == GHOST:
        to_wear = {}
    kinds = list(pool)
    weights = [count * (to_wear.get(kind) or HELD.get(kind, 1.0)) for kind, count in pool.items()]
    if turns.open_slots(table, number) <= 0 and "shield" in pool:
        weights[kinds.index("shield")] = pool["shield"]
    kind = rng.choices(kinds, weights)[0]
    pool[kind] -= 1
    if not pool[kind]:
        del pool[kind]
    return kind


def guess_given(table: Table, view: View, unseen_cards: int, rng: Random) -> dict[int, int]:
    """How many cards the other sides of a running Swap have set aside (E5-7): cards that are in no hand now.

    That is hidden, but no card is ever lost: only some numbers leave a place for every card.
    """
    if table.phase != "swap":
        return {}
    sides = [side for side in (table.card.actor, table.card.target) if side not in (view["you"]["seat"], BOSS)]
    counts = [view["seats"][side]["hand_count"] for side in sides]
    possible = [
        (0, 1) if side in table.to_act else (2,) if count else (0, 1, 2)
        for side, count in zip(sides, counts, strict=True)
    ]
    places = view["deck_count"] + sum(seat["hand_count"] for seat in view["seats"]) - len(view["you"]["hand"])
    fitting = [given for given in itertools.product(*possible) if places + sum(given) >= unseen_cards]
    if not may_hold_outside_cards(table):
        fitting = [given for given in fitting if places + sum(given) == unseen_cards]
    return dict(zip(sides, rng.choice(fitting), strict=True))  # type: ignore[arg-type]


def may_hold_outside_cards(table: Table) -> bool:
    """Somebody has died, if only to come back, or the Fiend has."""
    someone_died = any(seat.status == DEAD for seat in table.seats) or "miracle" in table.destroyed
    return someone_died or table.fiend.status == DEAD


def from_outside(table: Table, count: int, rng: Random) -> list[str]:
    """So many Last Wills, and perhaps the Ember."""
    kinds = ["great_will" if table.mode == TEAMS and rng.random() < 0.5 else "will" for _card in range(count)]
    if count and table.fiend.status == DEAD and "ember" not in table.destroyed and rng.random() < 0.5:
        kinds[0] = "ember"
    return kinds


# ── Hidden choices, and what the table will do next ───────────────────────────────────────────────────────────────


def lay_secrets(table: Table, play: Play, you: dict[str, Any], rng: Random) -> None:
    """Who is still to be asked, the Gift that was chosen, and the Fate that may lie on the card."""
    if table.phase == "poll":
        order = [seat for seat in in_turn_order(table, play.seat)[1:] if is_asked(table, seat)]
        table.polled = tuple(order[order.index(table.to_act[0]) + 1 :])
    else:
        table.polled = ()
    if play.card == "gift" and play.seat != you["seat"]:
        hand = table.seats[play.seat].hand
        if play.actor != play.seat or not hand:
            play.gift = rng.choice(hand) if hand else "bomb"
        else:
            play.gift = "bomb" if "bomb" in hand and rng.random() < GIVES_BOMBS else rng.choice(hand)
    play.fate = who_armed(table, play, you, rng)


def is_asked(table: Table, seat: int) -> bool:
    """E4-3."""
    return table.seats[seat].able and bool(table.seats[seat].hand)


def who_armed(table: Table, play: Play, you: dict[str, Any], rng: Random) -> int | None:
    """E9-4: to the others it was a pass."""
    if table.phase == "fate":
        return table.to_act[0]
    if you["fate_armed"]:
        return int(you["seat"])
    bearer = wearer(table, "fatebinder")
    if bearer is None or bearer in (you["seat"], play.seat, *table.to_act, *table.polled) or table.phase != "poll":
        return None
    could = is_asked(table, bearer) and CARDS[play.card].fate is not None and piles.pairs(table.seats[bearer].hand)
    return bearer if could and rng.random() < ARMED else None


def what_follows(table: Table, rng: Random) -> tuple[str, ...]:
    """The agenda: in a turn it goes on, at a round end with the steps after one that can have killed."""
    if table.phase in (OVER, "turn", "poll", "fate"):
        return ()
    if table.turns:
        rest: tuple[str, ...] = ("go_on",)
    else:
        rest = round_end.STEPS[round_end.STEPS.index(rng.choice(deadly_steps(table))) + 1 :]
    return ("settle", *rest) if table.phase == "rescue" else rest


def deadly_steps(table: Table) -> list[str]:
    """E2-3: the steps of the round end at which these can be dying, or any step for those who are dead already."""
    if table.phase != "rescue":
        return ["bombs", "attack", "inferno", "ghosts"]
    if any(table.seats[seat].ghost_until == table.round for seat in table.dying):
        return ["ghosts"]
    steps = ["bombs"]
    if table.dying == (table.fiend.target,):
        steps.append("attack")
    if len(table.dying) == 1:
        steps.append("inferno")
    return steps
