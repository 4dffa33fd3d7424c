"""What it is worth to one seat that a card takes effect, whoever plays it at whom; and what playing it costs."""

from __future__ import annotations

from collections.abc import Callable

from ..contract import Command
from . import piles
from .cards import CARDS
from .damage import BLOWS
from .minds import KEEP, SMALL_BOMB
from .sight import Sight
from .state import ALIVE, Body, are_mates, living, others
from .thefts import PREY

Effect = Callable[[Sight, int, Body | None, str | None], float]
"""(sight, who carries it out, target, the Gift if it is known) -> worth."""

NUMBERS = piles.PIECES["minibomb"]
NUMBER_IN_COMPANY, SPARE_NUMBER = 1.6, 0.8
"""What a number gains by each other number held, and a second copy loses."""
READY_BOMB = 6.0
"""A Bomb in a hand that can hang it."""
HOT_WAGER, LONE_WAGER = 3.0, 8.0
"""By how much more a Life Wager is kept beside the Fiend, and what is added alone with it: one stroke fells it."""

DOOMED_ALREADY = 0.05, 0.3
"""What remains of a kill by a further bomb, and by a blow at once, when the victim falls at the round end anyway."""
GIFT_IS_BOMB, SWAP_HAS_BOMB = 0.85, 0.5
"""How likely others' Gifts and Swaps hang a Bomb on whom they are aimed at."""
SWAPPED_CARD, JUNK, SWAP_RISK = 1.6, 1.25, 0.8
"""Of a Swap: a card received, cards given, and the Bombs that may come back."""
FIEND_SWAPPED = 2
SEARCHED, SEARCHED_EACH, SEARCHED_MOST, FIENDS_BEST = 3.0, 0.9, 7.0, 5.0
"""What a Master Plunderer finds: in a hand, more for each card there, at most so much; and at the Fiend's."""
FRESH_TURN = 2.0
BURNS = 2.0
"""How many of an Inferno's three round ends are counted."""
BEDROCK_SAVES, DEFUSE_SAVES = 0.9, 0.95
CALLED_BACK = 20.0
SURE_WAGER = 100.0
"""Alone with the Fiend nothing else ends the match in time."""
WAGERED_KILL, WAGERED_LIFE = 0.65, 1.5
"""A Life Wager is a last resort: what it wins counts less, what it risks more."""


# ── Cards in the hand ─────────────────────────────────────────────────────────────────────────────────────────────


def keep(sight: Sight, kind: str) -> float:
    """What a card is worth in the own hand."""
    if kind == "bomb":
        return READY_BOMB if sight.held["gift"] or sight.held["swap"] else KEEP["bomb"]
    if kind in NUMBERS:
        company = sum(1 for other in NUMBERS if other != kind and sight.held[other])
        return KEEP[kind] + NUMBER_IN_COMPANY * company - (SPARE_NUMBER if sight.held[kind] > 1 else 0)
    if kind == "gamble" and sight.fiend.present:
        return KEEP[kind] * HOT_WAGER + (0 if sight.foes else LONE_WAGER)
    return KEEP[kind]


def cost(sight: Sight, play: Command) -> float:
    """What leaves the hand by a play."""
    if play["card"] == "minibomb":
        return SMALL_BOMB
    return keep(sight, play["card"]) + (keep(sight, play["gift"]) if play["card"] == "gift" else 0)


# ── Deaths, blows and bombs ───────────────────────────────────────────────────────────────────────────────────────


def death(sight: Sight, seat: int) -> float:
    """What it is worth that this seat dies. Beside the Fiend nobody wins: there a kill is worth less."""
    mind = sight.mind
    spared = sight.has_spare_life(seat)
    if seat == sight.seat:
        return -(mind.spare_life if spared else mind.life)
    if sight.is_mate(seat):
        return -(5.0 if spared else 25.0)
    kill = mind.spared_kill if spared else whole_kill(sight)
    boss = sight.fiend
    if boss.status == "waiting":
        return kill * mind.unhurried
    if not boss.present:
        return kill
    if sight.rivals == 1:
        return 1.0
    if boss.half_hp <= boss.bombs * BLOWS["bomb"] * sight.factor:
        return kill * 0.8
    return kill * (0.5 if boss.half_hp <= 6 else 0.3)


def whole_kill(sight: Sight) -> float:
    """What an opponent's death is worth by itself."""
    return sight.mind.duel if sight.rivals == 1 else sight.mind.kill


def strip(sight: Sight, seat: int) -> float:
    """What it is worth that this seat loses a worn Shield."""
    return -sight.mind.own_strip if seat == sight.seat else -sight.mind.strip * sight.share(seat)


def hurt_fiend(sight: Sight, amount: int) -> float:
    """E6-8: half-points off the Fiend, those that its hung bombs will take not counted again."""
    left = sight.fiend.half_hp - sight.fiend.bombs * BLOWS["bomb"] * sight.factor
    if not sight.fiend.present or left <= 0:
        return 0.0
    return min(amount, left) * sight.mind.half_point + (sight.mind.fell if amount >= left else 0)


def hang(sight: Sight, body: Body, bombs: int = 1) -> float:
    """So many more bombs on a body."""
    if isinstance(body, str):
        return hurt_fiend(sight, bombs * BLOWS["bomb"] * sight.factor)
    if sight.table.seats[body].status != ALIVE:
        return 0.0
    falls, blocked = sight.outlook(body)
    if falls:
        return DOOMED_ALREADY[0] * death(sight, body)
    falls, will_block = sight.outlook(body, bombs)
    if falls:
        return death(sight, body) * sight.doom(body, sight.lacks(body, bombs))
    return (will_block - blocked) * strip(sight, body)


def blow(sight: Sight, body: Body, amount: int) -> float:
    """E6-1: a blow at once; one that only breaks Shields may still doom its victim."""
    amount *= sight.factor
    if isinstance(body, str):
        return hurt_fiend(sight, amount)
    if sight.table.seats[body].status != ALIVE:
        return 0.0
    doomed = sight.falls(body)
    if amount > sight.cover(body):
        return death(sight, body) * (DOOMED_ALREADY[1] if doomed else 1)
    if not doomed and sight.falls(body, shields=-amount):
        return death(sight, body) * sight.doom(body, 1)
    return amount * strip(sight, body)


# ── Effects, card by card ─────────────────────────────────────────────────────────────────────────────────────────


def draw_two(sight: Sight, actor: int, target: Body | None, gift: str | None) -> float:
    return sight.share(actor) * 2 * sight.mind.draw


def act_again(sight: Sight, actor: int, target: Body | None, gift: str | None) -> float:
    return sight.share(actor) * (2 * sight.mind.draw + FRESH_TURN)


def scavenge(sight: Sight, actor: int, target: Body | None, gift: str | None) -> float:
    return sight.share(actor) * best_of(sight, actor, PREY.intersection(sight.table.discard))


def scavenge_any(sight: Sight, actor: int, target: Body | None, gift: str | None) -> float:
    return sight.share(actor) * best_of(sight, actor, set(sight.table.discard))


def best_of(sight: Sight, actor: int, kinds: set[str] | frozenset[str]) -> float:
    """The best of these cards, in the own hand or in another."""
    return max((keep(sight, kind) if actor == sight.seat else KEEP[kind] for kind in kinds), default=0.0)


def plunder(sight: Sight, actor: int, target: Body | None, gift: str | None) -> float:
    if not isinstance(target, int):
        return sight.share(actor) * sight.mind.draw
    if not sight.table.seats[target].hand:
        return 0.0
    return sight.mind.draw * sight.mind.steal * (sight.share(actor) - sight.share(target))


def search(sight: Sight, actor: int, target: Body | None, gift: str | None) -> float:
    """E5-6: a card, or a Shield where that dooms."""
    share = sight.share(actor)
    if not isinstance(target, int):
        return share * FIENDS_BEST
    cards = len(sight.table.seats[target].hand)
    found = min(SEARCHED_MOST, SEARCHED + SEARCHED_EACH * cards) * (share - sight.share(target)) if cards else 0.0
    return max(found, rob_shield(sight, actor, target)) if share > 0 else min(found, rob_shield(sight, actor, target))


def rob_shield(sight: Sight, actor: int, target: int) -> float:
    if not sight.table.seats[target].worn:
        return 0.0
    worth = KEEP["shield"] * sight.share(actor) + strip(sight, target)
    if not sight.falls(target) and sight.falls(target, shields=-1):
        worth += death(sight, target) * sight.doom(target, 1)
    return worth


def let_draw(sight: Sight, actor: int, target: Body | None, gift: str | None) -> float:
    assert isinstance(target, int)
    bomb = sight.chance_of("bomb")
    return bomb * hang(sight, target) + (1 - bomb) * sight.mind.draw * sight.share(target)


def give(sight: Sight, actor: int, target: Body | None, gift: str | None) -> float:
    """E5-9: a card of the own hand, or one of another's that is likely a Bomb. Team-mates give each other none."""
    assert target is not None
    if actor != sight.seat:
        if isinstance(target, int) and are_mates(sight.table, actor, target):
            return 0.0
        return GIFT_IS_BOMB * hang(sight, target)
    if gift == "bomb":
        return hang(sight, target)
    assert gift is not None
    return KEEP[gift] * sight.share(target) if isinstance(target, int) else 0.0


def swap(sight: Sight, actor: int, target: Body | None, gift: str | None) -> float:
    """E5-7, E5-8: Bombs go, and Bombs may come."""
    assert target is not None
    if actor != sight.seat:
        return SWAP_HAS_BOMB * hang(sight, target) - (1.0 if target == sight.seat else 0.0)
    bombs = min(2, sight.held["bomb"])
    rest = list(sight.hand)
    if "swap" in rest:
        rest.remove("swap")
    junk = sorted(keep(sight, kind) for kind in rest if kind != "bomb")[: 2 - bombs]
    if isinstance(target, str):
        given = junk[0] if junk and not bombs else 0.0
        return hang(sight, target, bombs) + FIEND_SWAPPED * sight.mind.draw - given if bombs or junk else 0.0
    cards = len(sight.table.seats[target].hand)
    bomb_comes = 1 - (1 - sight.chance_of("bomb")) ** cards
    gained = min(2, cards) * SWAPPED_CARD - sum(junk) * JUNK
    return gained + (hang(sight, target, bombs) if bombs else 0) + bomb_comes * SWAP_RISK * hang(sight, sight.seat)


def strike(kind: str) -> Effect:
    def worth(sight: Sight, actor: int, target: Body | None, gift: str | None) -> float:
        assert target is not None
        return blow(sight, target, BLOWS[kind])

    return worth


def scorch(sight: Sight, actor: int, target: Body | None, gift: str | None) -> float:
    return sum(blow(sight, seat, BLOWS["ember"]) for seat in others(sight.table, actor))


def arm_detonator(sight: Sight, actor: int, target: Body | None, gift: str | None) -> float:
    """E6-4: what hangs already counts twice; the blow that comes first may be another."""
    worth = 0.0
    for seat in living(sight.table):
        falls, blocked = sight.outlook(seat)
        would_fall, would_block = sight.outlook(seat, doubled=True)
        if would_fall and not falls:
            worth += death(sight, seat) * sight.doom(seat, BLOWS["bomb"] if seat == sight.seat else 1)
        elif not would_fall:
            worth += (would_block - blocked) * strip(sight, seat)
    return worth + (hurt_fiend(sight, sight.fiend.bombs * BLOWS["bomb"]) if sight.fiend.bombs else 0)


def make_bedrock(sight: Sight, actor: int, target: Body | None, gift: str | None) -> float:
    falls, blocked = sight.outlook(actor)
    would_fall, _blocked = sight.outlook(actor, bedrock=True)
    if would_fall:
        return 0.0
    return -death(sight, actor) * BEDROCK_SAVES if falls else -strip(sight, actor) * blocked / 2


def set_inferno(sight: Sight, actor: int, target: Body | None, gift: str | None) -> float:
    """E11-2: everybody is as likely to be burned."""
    bodies = living(sight.table)
    worth = 0.0
    for seat in bodies:
        if sight.table.seats[seat].status == ALIVE:
            weak = sight.cover(seat) < BLOWS["inferno"]
            worth += death(sight, seat) / 2 if weak else BLOWS["inferno"] * strip(sight, seat)
    if sight.fiend.present:
        worth -= BLOWS["inferno"] * sight.mind.half_point
    return BURNS * worth / (len(bodies) + sight.fiend.present)


def defuse(sight: Sight, actor: int, target: Body | None, gift: str | None) -> float:
    """E5-1: a bomb less, and one in a hand."""
    bomb = sight.share(actor) * (keep(sight, "bomb") if actor == sight.seat else 3.0)
    if not isinstance(target, int):
        left = sight.fiend.half_hp - sight.fiend.bombs * BLOWS["bomb"]
        missed = BLOWS["bomb"] * sight.mind.half_point + (sight.mind.fell if -BLOWS["bomb"] < left <= 0 else 0)
        return bomb - missed
    if not sight.table.seats[target].bombs:
        return 0.0
    falls, blocked = sight.outlook(target)
    would_fall, would_block = sight.outlook(target, bombs=-1)
    if falls:
        return bomb if would_fall else bomb - death(sight, target) * DEFUSE_SAVES
    return bomb - (blocked - would_block) * strip(sight, target)


def call_back(sight: Sight, actor: int, target: Body | None, gift: str | None) -> float:
    assert isinstance(target, int)
    return CALLED_BACK * sight.share(target)


EFFECTS: dict[str, Effect] = {
    "defuse": defuse, "scavenger": scavenge, "plunderer": plunder, "swap": swap, "gift": give, "conjure": draw_two,
    "goodwill": let_draw, "top_scavenger": scavenge_any, "top_plunderer": search, "extra_turn": act_again,
    "detonate": arm_detonator, "miracle": call_back, "bedrock": make_bedrock, "inferno": set_inferno,
    "will": strike("will"), "great_will": strike("great_will"), "ember": scorch, "minibomb": strike("minibomb"),
}  # fmt: skip
"""All but the Life Wager, which nothing averts: see `wager`."""


def effect(sight: Sight, card: str, actor: int, target: Body | None, gift: str | None = None) -> float:
    """What it is worth that this card takes effect."""
    return EFFECTS[card](sight, actor, target, gift)


def play(sight: Sight, command: Command) -> float:
    """What a play is worth, as far as nobody overrides it, less what leaves the hand."""
    card = command["card"]
    if card == "gamble":
        return wager(sight, command)
    gained = effect(sight, card, sight.seat, command.get("target"), command.get("gift"))
    eager = sight.mind.eager if gained > 0 and CARDS[card].polled else 1
    return gained * eager - cost(sight, command)


def wager(sight: Sight, command: Command) -> float:
    """E5-14: right, and the target is gone for good; wrong, and oneself is."""
    right = sight.best_guess()[1]
    target = command["target"]
    if isinstance(target, str):
        if not sight.foes:
            return SURE_WAGER * right
        won = hurt_fiend(sight, sight.fiend.half_hp)
    elif sight.is_mate(target):
        won = death(sight, target)
    elif sight.has_spare_life(target):
        won = whole_kill(sight)
    else:
        won = death(sight, target)
    lost = 0.0 if sight.is_lost() else sight.mind.life
    return right * won * WAGERED_KILL - (1 - right) * lost * WAGERED_LIFE
