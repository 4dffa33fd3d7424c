"""Standoff's words: the sentences of its log, its questions, its marks. A card is named by its number and its place."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from django.utils.translation import gettext, ngettext

from games.engine.standoff.sets import SETS, Card
from games.engine.text import mark as _
from games.phrases import people

from ..result import won
from ..screen import Event, View

Names = list[str]
Sentence = Callable[[Event, Names], str | None]


def number(card: str) -> int:
    """The number printed on a card."""
    return int(card.partition(":")[2])


def owner(card: str) -> int:
    """The seat that began with a card."""
    return int(card.partition(":")[0])


EFFECTS = {row.effect: row for chapter in SETS.values() for row in chapter.cards}
"""The name of an effect, in events and decisions -> the card that has it."""


def about(text: str) -> Sentence:
    """A sentence about a seat, and about its card where the event has one."""

    def sentence(event: Event, names: Names) -> str:
        card = number(event["card"]) if "card" in event else ""
        return gettext(text).format(name=names[event["seat"]], n=card)

    return sentence


def by(field: str, texts: dict[str, str]) -> Sentence:
    """A sentence that depends on one field of the event."""
    sentences = {value: about(text) for value, text in texts.items()}
    return lambda event, names: sentences[event[field]](event, names)


def revealed(event: Event, names: Names) -> str:
    cards = [gettext("{name} {n}").format(name=names[row["seat"]], n=number(row["card"])) for row in event["cards"]]
    return gettext("Cards up! {cards}.").format(cards=gettext(", ").join(cards))


def activated(event: Event, names: Names) -> str:
    return gettext("{name}'s {n}: {effect}.").format(
        name=names[event["seat"]], n=number(event["card"]), effect=gettext(EFFECTS[event["name"]].name)
    )


def targeted(event: Event, names: Names) -> str:
    name = names[event["seat"]]
    if "target_seat" in event:
        return gettext("{name} picks {other}.").format(name=name, other=names[event["target_seat"]])
    return gettext("{name} picks a {n}.").format(name=name, n=number(event["target"]))


def swapped(event: Event, names: Names) -> str:
    text = (
        gettext("{name}'s {n} and {other}'s {m} change owners for good.")
        if event["permanent"]
        else gettext("{name}'s {n} and {other}'s {m} change places.")
    )
    (one, other), (card, for_card) = event["seats"], event["cards"]
    return text.format(name=names[one], other=names[other], n=number(card), m=number(for_card))


def traded(event: Event, names: Names) -> str:
    return gettext("{name} gives {other} a spent {n} and takes a spent {m}, for good.").format(
        name=names[event["seat"]], other=names[event["other"]], n=number(event["give"]), m=number(event["take"])
    )


def stolen(event: Event, names: Names) -> str:
    return gettext("{name} steals a {n} from {other} and leaves the {m} there.").format(
        name=names[event["seat"]], other=names[event["from"]], n=number(event["card"]), m=number(event["left"])
    )


def valued(event: Event, names: Names) -> str:
    return gettext("{name}'s {n} goes from {old} to {new}.").format(
        name=names[event["seat"]], n=number(event["card"]), old=event["from"], new=event["to"]
    )


ARMED = {
    "high_noon": _("High Noon: every 6 is shot, and nobody else."),
    "bounty": _("Bounty: above 6, the highest value is shot instead of the lowest."),
    "last_stand": _("Last Stand: the two lowest values are shot."),
}


def armed(event: Event, names: Names) -> str:
    return gettext(ARMED[event["what"]])


def shot(event: Event, names: Names) -> str:
    seats = [names[seat] for seat in event["seats"]]
    if not seats:
        return gettext("Nobody is shot.")
    return ngettext("{names} is shot.", "{names} are shot.", len(seats)).format(names=people(seats))


def standoff_ended(event: Event, names: Names) -> str:
    if event["survivor"] is None:
        return gettext("Nobody is left standing: everyone loses a life.")
    losers = [names[seat] for seat in event["losers"]]
    return ngettext(
        "{name} is the last one standing. {losers} loses a life.",
        "{name} is the last one standing. {losers} lose a life each.",
        len(losers),
    ).format(name=names[event["survivor"]], losers=people(losers))


def round_started(event: Event, names: Names) -> str:
    return gettext("Standoff {standoff}, round {round}.").format(standoff=event["standoff"], round=event["round"])


def match_ended(event: Event, names: Names) -> str:
    return gettext("{result}.").format(result=won(event["winners"], names))


SENTENCES: dict[str, Sentence] = {
    "submitted": about(_("{name} has locked in.")),
    "revealed": revealed,
    "activated": activated,
    "cancelled": by("reason", {
        "duplicate": _("{name}'s {n} is cancelled: it is not the only {n}."),
        "disarm": _("{name}'s {n} is cancelled: disarmed."),
    }),
    "no_effect": about(_("{name}'s {n} changes nothing.")),
    "targeted": targeted,
    "declined": about(_("{name} declines.")),
    "paid": about(_("{name} pays the {n}.")),
    "retrieved": about(_("{name} takes the {n} back in hand.")),
    "discarded": by("cause", {
        "sharpshooter": _("{name} shows the highest number and discards the {n}."),
        "attrition": _("{name} has spent the most and discards the {n}."),
        "shakedown": _("{name} has to spend the {n}."),
        "sequence": _("{name} discards the {n}."),
        "forced": _("{name} discards the {n} as well."),
        "collateral_damage": _("{name} is hit by Collateral Damage and discards the {n}."),
    }),
    "swapped": swapped,
    "traded": traded,
    "stolen": stolen,
    "value": valued,
    "locked": about(_("{name}'s {n} is locked: its value stays.")),
    "protected": about(_("{name}'s {n} is protected.")),
    "granted": about(_("{name}'s {n} gets two sequences.")),
    "reversed": about(_("{name}'s {n} is reversed: lowest and highest change roles.")),
    "armed": armed,
    "when_discarded": about(_("The {n} that {name} discarded goes off.")),
    "suppressed": about(_("{name} cannot discard this round.")),
    "marked": about(_("{name} is marked: shot, unless protected.")),
    "no_cover": about(_("{name} has no cover: nothing protects that card this round.")),
    "medic": about(_("A medic waits for {name}, should nobody else survive.")),
    "reloaded": about(_("{name} reloads: all spent bullets are back.")),
    "healed": about(_("{name} gets a life back.")),
    "eliminated": about(_("{name} has no life left and is out of the match.")),
    "restocked": about(_("{name} has no card left to play: the spent ones come back.")),
    "shot": shot,
    "standoff_ended": standoff_ended,
    "round_started": round_started,
    "match_ended": match_ended,
}  # fmt: skip


def tell(events: Iterable[Event], names: Names) -> list[str]:
    return [line for event in events if (line := SENTENCES[event["type"]](event, names))]


QUESTIONS = {
    "quick_draw": _("Swap Quick Draw with which card?"),
    "take_you_with_me": _("Which card becomes 3?"),
    "opportunist": _("Swap with which duplicate?"),
    "disarm": _("Cancel which card?"),
    "tumble": _("Take back which bullet?"),
    "hijack": _("Take which card for good?"),
    "copycat": _("Copy which card?"),
    "fence": _("Give which card, for which?"),
    "double_down": _("Double which card?"),
    "kneecap": _("Take 2 off which card?"),
    "suppressing_fire": _("Suppress whom?"),
    "double_cross": _("Reverse which card's sequence?"),
    "dead_mans_hand": _("Wake whose highest discard?"),
    "shakedown": _("Shake down whom?"),
    "bribe": _("Pay which bullet, to swap with which card?"),
    "extortion": _("Extort whom?"),
    "extortion_payment": _("Pay a bullet, or fall to 0?"),
    "double_load": _("Pay a bullet to add its number?"),
    "paid_protection": _("Pay a 4, 5 or 6 to be protected?"),
}
MAY_DECLINE = frozenset({"bribe", "extortion_payment", "double_load", "paid_protection"})


def asking(view: View) -> Card:
    """The card whose effect asks: where a Copycat does, the one that it copies."""
    prompt = view["prompt"]
    return EFFECTS.get(prompt["kind"]) or SETS[view["set"]].row(number(prompt["card"]))


def card_name(view: View, card: str) -> str:
    return gettext(SETS[view["set"]].row(number(card)).name)


def rule_of(view: View, card: str) -> str:
    """The name of a card's place in the rules."""
    return f"{view['set']}-{number(card)}"


def effect_text(view: View, card: str) -> str:
    """What a card of this set does, in a short sentence or two."""
    return gettext(SETS[view["set"]].row(number(card)).text)


MARKS = {
    "cancelled": ("gone", _("cancelled")),
    "locked": ("", _("value locked")),
    "protected": ("good", _("protected")),
    "reversed": ("", _("reversed")),
    "double": ("", _("two sequences")),
    "suppressed": ("bad", _("suppressed")),
    "marked": ("bad", _("marked")),
    "no_cover": ("bad", _("no cover")),
    "medic": ("good", _("medic")),
    "reloaded": ("good", _("reloaded")),
    "shot": ("bad", _("shot")),
}
"""Kind -> (tone, word), in the order in which they stand."""
COMMON_RULES = (
    _("Everyone alive chooses one card in secret. All are turned together."),
    _("Numbers take their turns from 6 down to 0; equal ones in seat order, each card once a round."),
    _("A cancelled card stays where it lies and counts at the shooting."),
    _("Then the lowest value is shot; all who tie for it are. Protected cards are left out."),
    _("Bullets stay spent, in the next standoff too, until something brings them back. A Reload is never spent."),
    _("The last one standing keeps their life. Everyone else loses one; if nobody stands, all do."),
)


def mark(kind: str, step: int | None = None) -> dict[str, Any]:
    tone, word = MARKS[kind]
    return {"kind": kind, "tone": tone, "word": gettext(word), "step": step}
