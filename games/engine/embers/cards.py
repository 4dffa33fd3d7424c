"""The cards: one row a kind, in table order, with what it needs, whom it is aimed at and what it does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..text import mark as _
from ..text import shown
from . import effects, piles, thefts, trades
from .state import BOSS, DEAD, Body, Play, Seat, Stage, Table, living, opponents, others

WORN, PLAY, NEVER, TOGETHER, EQUIPMENT = "worn", "play", "never", "together", "equipment"

Targets = Callable[[Table, int], Sequence[Body]]
Condition = Callable[[Table, int], bool]
Effect = Callable[[Table, Stage, Play], None]


@dataclass(frozen=True)
class Fate:
    """E9-5: what the Fatebinder may change about a card."""

    actor: bool
    target: bool
    onto_actor: bool = False
    """The target may be the actor too."""


BOTH_ENDS = Fate(actor=True, target=True)
WHOSE_BOMB = WHO_DRAWS = Fate(actor=False, target=True, onto_actor=True)
WHO_USES_IT = Fate(actor=True, target=False)


def anyway(table: Table, seat: int) -> bool:
    return True


@dataclass(frozen=True)
class Choice:
    """A further field of a play, and the kinds it may name."""

    field: str
    kinds: Callable[[Table, int], Sequence[str]]


@dataclass(frozen=True)
class Card:
    """A kind. `tier`: the smaller the stronger (E4-1). A card without `effect` is not played.

    Without what it `needs`, or without one of its `targets`, there is no legal play: `lacking` says why.
    """

    kind: str
    name: str
    chinese: str
    copies: int
    tier: int | None
    use: str
    text: str
    rule: str
    effect: Effect | None = None
    needs: Condition = anyway
    targets: Targets | None = None
    choice: Choice | None = None
    lacking: str = ""
    fate: Fate | None = None

    @property
    def polled(self) -> bool:
        """E4-2, E4-6: may it be overridden?"""
        return self.tier is not None and self.tier >= 1


def bodies_with_a_bomb(table: Table, seat: int) -> list[Body]:
    """E5-1: any living seat, oneself too, or the Fiend."""
    found: list[Body] = [number for number in living(table) if table.seats[number].bombs]
    return [*found, BOSS] if table.fiend.present and table.fiend.bombs else found


def with_fiend(table: Table, seats: Sequence[int]) -> list[Body]:
    """These seats, and the Fiend while it is present."""
    return [*seats, BOSS] if table.fiend.present else [*seats]


def opponents_and_fiend(table: Table, seat: int) -> list[Body]:
    return with_fiend(table, opponents(table, seat))


def others_and_fiend(table: Table, seat: int) -> list[Body]:
    return with_fiend(table, others(table, seat))


def hands_and_fiend(table: Table, seat: int) -> list[Body]:
    """Opponents with a hand; a card that lies on the table is in no hand."""
    return with_fiend(table, [other for other in opponents(table, seat) if table.seats[other].hand])


def riches_and_fiend(table: Table, seat: int) -> list[Body]:
    """E5-6: opponents with a hand or a worn shield."""

    def has_something(other: Seat) -> bool:
        return bool(other.hand) or other.worn > 0

    return with_fiend(table, [other for other in opponents(table, seat) if has_something(table.seats[other])])


def who_may_come_back(table: Table, seat: int) -> list[Body]:
    """E9-3: for the equipped Fatebinder in its turn, the dead who are not returning yet."""
    if "fatebinder" not in table.seats[seat].equipment:
        return []
    return [number for number, dead in enumerate(table.seats) if dead.status == DEAD and not dead.returning]


def has_another(table: Table, seat: int) -> bool:
    """A card besides this one; a second of its kind counts."""
    return len(table.seats[seat].hand) >= 2


def low_prey_lies(table: Table, seat: int) -> bool:
    return bool(thefts.low_prey(table))


def prey_lies(table: Table, seat: int) -> bool:
    return bool(table.discard)


def deck_or_discard(table: Table, seat: int) -> bool:
    """E5-14: there is a card to turn over."""
    return bool(table.deck or table.discard)


def gifts(table: Table, seat: int) -> list[str]:
    """E5-9: the other kinds in hand; a second Gift counts."""
    return list(dict.fromkeys(piles.less(table.seats[seat].hand, "gift")))


def guesses(table: Table, seat: int) -> Sequence[str]:
    """E5-14: any kind of the deck."""
    return DECK_KINDS


NO_BODY = _("There is nobody to aim {card} at now.")
NO_HAND = _("No opponent has a card in hand to take with {card}.")

TABLE = (
    Card(
        "shield", _("Shield"), "护盾", 16, 5, WORN,
        _("Wear it, up to four: each blocks half a point of damage."), "E3-3, E6-1",
    ),
    Card(
        "defuse", _("Defuse"), "解除", 4, 4, PLAY,
        _("Take one Bomb that hangs on anybody into your hand."), "E5-1",
        effects.take_bomb, targets=bodies_with_a_bomb, lacking=_("No bomb hangs anywhere, so {card} has no target."),
        fate=WHOSE_BOMB,
    ),
    Card(
        "bomb", _("Bomb"), "炸弹", 4, None, NEVER,
        _("Harmless in a hand; hung on somebody by Gift, Swap or Goodwill it deals 2 points at the round's end."),
        "E1-5",
    ),
    Card(
        "scavenger", _("Scavenger"), "拾荒者", 3, 4, PLAY,
        _("Fetch a Shield, Defuse, Plunderer, 1, 2, 3 or 4 from the discard pile."), "E5-3",
        effect=thefts.scavenge, needs=low_prey_lies, fate=WHO_USES_IT,
        lacking=_("The discard pile holds nothing that {card} can fetch."),
    ),
    Card(
        "plunderer", _("Plunderer"), "掠夺者", 3, 4, PLAY,
        _("Steal a card from an opponent's hand unseen, or draw one from the deck behind the Fiend's back."), "E5-5",
        effect=thefts.plunder, targets=hands_and_fiend, lacking=NO_HAND, fate=BOTH_ENDS,
    ),
    Card(
        "swap", _("Swap"), "交换", 3, 2, PLAY,
        _("You and an opponent give each other two cards in secret, and Bombs among them hang on whoever gets them."),
        "E5-7",
        effect=trades.swap, needs=has_another, targets=hands_and_fiend, fate=BOTH_ENDS,
        lacking=_("{card} needs another card in your hand, and an opponent with a hand."),
    ),
    Card(
        "gift", _("Gift"), "送礼", 3, 2, PLAY,
        _("Choose a card in secret and hand it to somebody; a Bomb hangs on them at once."), "E5-9",
        effect=trades.gift, needs=has_another, targets=others_and_fiend, choice=Choice("gift", gifts), fate=BOTH_ENDS,
        lacking=_("{card} needs another card in your hand to give."),
    ),
    Card(
        "conjure", _("Out of Nothing"), "无中生有", 3, 1, PLAY,
        _("Draw two cards."), "E5-2", effect=effects.draw_two,
    ),
    Card(
        "goodwill", _("Goodwill"), "示好", 3, 3, PLAY,
        _("Somebody else draws a card, and a Bomb drawn so hangs on them at once."), "E5-10",
        effect=effects.let_draw, targets=others, lacking=NO_BODY, fate=WHO_DRAWS,
    ),
    *(
        Card(
            kind, number, number, 2, 5, TOGETHER,
            _("Useless alone: 1, 2, 3 and 4 together make a Small Bomb."), "E5-12",
        )
        for kind, number in (("one", "1"), ("two", "2"), ("three", "3"), ("four", "4"))
    ),
    Card(
        "top_scavenger", _("Master Scavenger"), "顶级拾荒者", 1, 1, PLAY,
        _("Fetch any card from the discard pile."), "E5-4",
        effect=thefts.scavenge, needs=prey_lies, lacking=_("The discard pile holds nothing that {card} can fetch."),
    ),
    Card(
        "top_plunderer", _("Master Plunderer"), "顶级掠夺者", 1, 1, PLAY,
        _("Look into an opponent's hand and take a card that is no Bomb, or take a Shield they wear."), "E5-6",
        effect=thefts.search, targets=riches_and_fiend, lacking=_("No opponent has a card or a shield to take."),
    ),
    Card(
        "extra_turn", _("Extra Turn"), "额外回合卡", 1, 0, PLAY,
        _("Draw two cards and act once more; nothing overrides it."), "E5-11", effect=effects.act_again,
    ),
    Card(
        "gamble", _("Life Wager"), "赌命", 1, -1, PLAY,
        _("Guess the top card of the deck: right, and your target dies; wrong, and you do, beyond all rescue."),
        "E5-14",
        effect=effects.wager, needs=deck_or_discard, targets=others_and_fiend, choice=Choice("guess", guesses),
        lacking=_("{card} needs a card to turn over and somebody to aim at."),
    ),
    Card(
        "detonate", _("Detonator"), "引爆", 1, 3, PLAY,
        _("It waits on the table and doubles the next damage that hits somebody."), "E5-15",
        effect=effects.arm_detonator,
    ),
    Card(
        "miracle", _("Miracle"), "神迹", 1, None, EQUIPMENT,
        _("Equipped, it saves you from death once, at the price of all worn shields; then it is destroyed."),
        "E7-2, E9-3",
        effect=effects.call_back, targets=who_may_come_back,
        lacking=_("Only the Fatebinder can play {card}, in its turn and for a dead player; others equip it."),
    ),
    Card(
        "ghost", _("Ghost"), "幽灵", 1, None, EQUIPMENT,
        _("Equipped, it lets you play on for two more rounds after your death, and nothing hurts you."), "E7-3",
    ),
    Card(
        "heirblade", _("Heir's Blade"), "承志刃", 1, None, EQUIPMENT,
        _("Equipped, it gives you one Last Will when somebody dies this round."), "E8-1",
    ),
    Card(
        "crown", _("Crown"), "王权", 1, None, EQUIPMENT,
        _("Equipped, it lets you lend worn shields to somebody once a turn, till the next round."), "E8-4",
    ),
    Card(
        "bedrock", _("Bedrock"), "磐石", 1, 3, PLAY,
        _("Till the round ends, each shield you wear or have lent blocks a whole point."), "E5-16",
        effect=effects.make_bedrock, fate=WHO_USES_IT,
    ),
    Card(
        "inferno", _("Inferno"), "火焰地狱", 1, 3, PLAY,
        _("At three round ends it burns somebody at random for 1 point, or heals the Fiend."), "E5-17",
        effect=effects.set_inferno,
    ),
    Card(
        "fatebinder", _("Fatebinder"), "戏命师", 1, None, EQUIPMENT,
        _("Bound to you for good: rewrite others' cards with a pair, and rescue the dying with a Miracle in hand."),
        "E9-1",
    ),
    Card(
        "will", _("Last Will"), "遗志", 0, 4, PLAY,
        _("Deal 1 point to an opponent."), "E5-12",
        effect=effects.strike, targets=opponents_and_fiend, lacking=NO_BODY,
    ),
    Card(
        "great_will", _("Great Last Will"), "遗志（1.5 点）", 0, 4, PLAY,
        _("Deal one and a half points to an opponent."), "E5-12",
        effect=effects.strike, targets=opponents_and_fiend, lacking=NO_BODY,
    ),
    Card(
        "ember", _("Ember"), "余烬", 0, 4, PLAY,
        _("Deal 1 point to everybody else at the table."), "E5-13", effect=effects.scorch,
    ),
    Card(
        "minibomb", _("Small Bomb"), "小炸弹", 0, 2, PLAY,
        _("Play 1, 2, 3 and 4 together and deal 2 points to an opponent."), "E5-12",
        effect=effects.strike, targets=opponents_and_fiend, lacking=NO_BODY,
    ),
)  # fmt: skip

CARDS = {card.kind: card for card in TABLE}
DECK = tuple(card.kind for card in TABLE for _copy in range(card.copies))
"""E1-1: the 62 cards in table order."""
DECK_KINDS = tuple(card.kind for card in TABLE if card.copies)
EQUIPPABLE = frozenset(card.kind for card in TABLE if card.use in (WORN, EQUIPMENT))


def named(kind: object) -> str:
    """How a refusal names a card, or whatever else was sent in a card's place."""
    card = CARDS.get(kind) if isinstance(kind, str) else None
    return card.name if card is not None else shown(kind)
