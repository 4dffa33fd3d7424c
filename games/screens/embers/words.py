"""Embers' words: names and amounts, the sentences of its log, its questions. Half-points are never shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from django.utils.translation import gettext, ngettext, ngettext_lazy, npgettext, pgettext

from games.engine.embers import CARDS
from games.engine.text import mark as _
from games.phrases import people

from ..result import won
from ..screen import Event

Names = list[str]
Sentence = Callable[[Event, Names], str]

BOSS = "boss"
"""The Fiend, where the engine names a body."""


# Names and amounts ----------------------------------------------------------------------------------------------------


def card_name(kind: str) -> str:
    return gettext(CARDS[kind].name)


def listed(parts: Iterable[str]) -> str:
    return gettext(", ").join(part for part in parts if part)


def counted(kinds: list[str]) -> list[tuple[str, int]]:
    """Each kind once, with how many there are, in the order given."""
    return [(kind, kinds.count(kind)) for kind in dict.fromkeys(kinds)]


def card_list(kinds: list[str]) -> str:
    """Cards in words: Shield ×2, Gift."""
    return listed(
        gettext("{card} ×{n}").format(card=card_name(kind), n=n) if n > 1 else card_name(kind)
        for kind, n in counted(kinds)
    )


def amount(half_points: int) -> str:
    """Half-points as a number of points: 2 for 4, 1.5 for 3."""
    return f"{half_points // 2}.5" if half_points % 2 else str(half_points // 2)


def points(half_points: int) -> str:
    """An amount with its unit; only one whole point is singular."""
    return npgettext("Embers", "{n} point", "{n} points", 1 if half_points == 2 else 2).format(n=amount(half_points))


def cards(n: int) -> str:
    return npgettext("Embers", "{n} card", "{n} cards", n).format(n=n)


# Sentences ------------------------------------------------------------------------------------------------------------


PEOPLE = {"name": "seat", "other": "target", "actor": "actor", "by": "by", "first": "first"}
"""Placeholder -> the field of an event with the seat whose name fills it."""


def words(event: Event, names: Names) -> dict[str, Any]:
    """What a sentence may be filled with: people by their names, cards by theirs, amounts in points."""
    filled = {key: value for key, value in event.items() if isinstance(value, int)}
    for key, field in PEOPLE.items():
        if isinstance(event.get(field), int):
            filled[key] = names[event[field]]
    filled |= {key: card_name(event[key]) for key in ("card", "pair", "guess") if event.get(key)}
    if "cards" in event:
        filled["cards"] = card_list(event["cards"])
    if "half_damage" in event:
        filled["points"] = points(event["half_damage"])
    return filled


def about(text: str) -> Sentence:
    """A sentence with the event's own facts in it."""
    return lambda event, names: gettext(text).format_map(words(event, names))


def many(text: Any) -> Sentence:
    """A sentence, lazy in its `count`, that counts."""
    return lambda event, names: text.format(**words(event, names))


def aimed(somebody: str, fiend: str = "", nobody: str = "") -> Sentence:
    """A sentence that depends on whether the target is somebody, the Fiend or nobody, as far as each can be."""
    texts = {int: somebody, str: fiend, type(None): nobody}
    return lambda event, names: about(texts[type(event["target"])])(event, names)


def either(field: str, if_so: Sentence, if_not: Sentence) -> Sentence:
    """One of two sentences, by a flag of the event."""
    return lambda event, names: (if_so if event[field] else if_not)(event, names)


PLAYED = aimed(_("{name} plays {card} on {other}."), _("{name} plays {card} on the Fiend."), _("{name} plays {card}."))
OVERRIDES = aimed(
    _("{name} overrides with {card} on {other}."),
    _("{name} overrides with {card} on the Fiend."),
    _("{name} overrides with {card}."),
)
WAGERS = aimed(
    _("{name} wagers on {other}: the top card is “{guess}”."),
    _("{name} wagers on the Fiend: the top card is “{guess}”."),
)
OVERRIDES_BY_WAGER = aimed(
    _("{name} overrides with Life Wager on {other}: the top card is “{guess}”."),
    _("{name} overrides with Life Wager on the Fiend: the top card is “{guess}”."),
)
PLAYS = {
    (False, False): PLAYED, (False, True): OVERRIDES, (True, False): WAGERS, (True, True): OVERRIDES_BY_WAGER,
}  # fmt: skip
"""(with a guess, as an override) -> how a play is told."""


def played(event: Event, names: Names) -> str:
    return PLAYS[event["guess"] is not None, event["override"]](event, names)


def bomb_hung(event: Event, names: Names) -> str:
    if event["by"] == event["target"]:
        return gettext("A Bomb hangs on {name} now.").format(name=names[event["by"]])
    return aimed(
        _("A Bomb hangs on {other} now, thanks to {by}."), _("A Bomb hangs on the Fiend now, thanks to {by}.")
    )(event, names)


def bomb_taken(event: Event, names: Names) -> str:
    if event["seat"] == event["target"]:
        return gettext("{name} takes off a Bomb of their own.").format(name=names[event["seat"]])
    return aimed(_("{name} takes a Bomb off {other}."), _("{name} takes a Bomb off the Fiend."))(event, names)


def gave(event: Event, names: Names) -> str:
    return (GAVE_FIEND if event["target"] == BOSS else GAVE)(event, names)


GAVE = many(ngettext_lazy("{name} gives {other} {count} card.", "{name} gives {other} {count} cards.", "count"))
GAVE_FIEND = many(
    ngettext_lazy(
        "{name} gives the Fiend {count} card: it goes to the discard pile.",
        "{name} gives the Fiend {count} cards: they go to the discard pile.",
        "count",
    )
)


STRUCK = {
    "bomb": _("Bombs on {other} go off: {points}."),
    "minibomb": _("A Small Bomb hits {other}: {points}."),
    "will": _("A Last Will hits {other}: {points}."),
    "great_will": _("A Great Last Will hits {other}: {points}."),
    "ember": _("The Ember scorches {other}: {points}."),
    "inferno": _("Inferno burns {other}: {points}."),
    "boss": _("The Fiend strikes {other}: {points}."),
}
"""Source -> how damage to a player is told."""
FIEND_STRUCK = {
    "bomb": _("Bombs on the Fiend go off: {points}."),
    "minibomb": _("A Small Bomb hits the Fiend: {points}."),
    "will": _("A Last Will hits the Fiend: {points}."),
    "great_will": _("A Great Last Will hits the Fiend: {points}."),
}


def hit(event: Event, names: Names) -> str:
    texts = FIEND_STRUCK if event["target"] == BOSS else STRUCK
    told = about(texts[event["source"]])(event, names)
    if not event["broken"]:
        return told
    broke = ngettext("{n} shield breaks.", "{n} shields break.", event["broken"]).format(n=event["broken"])
    return gettext("{sentence} {another}").format(sentence=told, another=broke)


SAVED = {"miracle": about(_("The Miracle saves {name}.")), "rescue": about(_("A Miracle rescues {name}."))}


def saved(event: Event, names: Names) -> str:
    return SAVED[event["by"]](event, names)


def dying(event: Event, names: Names) -> str:
    return ngettext("{names} is dying.", "{names} are dying.", len(event["seats"])).format(
        names=people([names[seat] for seat in event["seats"]])
    )


def boss_healed(event: Event, names: Names) -> str:
    return gettext("Inferno feeds the Fiend: {n} of 8.").format(n=amount(event["half_hp"]))


def match_over(event: Event, names: Names) -> str:
    return gettext("{result}.").format(result=won(event["winners"], names))


SENTENCES: dict[str, Sentence] = {
    "round_started": about(_("Round {round}: {first} is first.")),
    "shields_back": many(
        ngettext_lazy(
            "{other} gives up {count} shield that {name} had lent.",
            "{other} gives up {count} shields that {name} had lent.",
            "count",
        )
    ),
    "blade_back": about(_("{name}'s Heir's Blade goes to the discard pile.")),
    "came_back": about(_("{name} comes back to life.")),
    "boss_roll": either("appears", about(_("The Fiend walks in.")), about(_("The Fiend does not come."))),
    "boss_target": about(_("The Fiend aims at {name} this round: {points}.")),
    "drew": many(ngettext_lazy("{name} draws {count} card.", "{name} draws {count} cards.", "count")),
    "drew_cards": about(_("You drew {cards}.")),
    "reshuffled": many(
        ngettext_lazy(
            "The discard pile is shuffled: {count} card makes the new deck.",
            "The discard pile is shuffled: {count} cards make the new deck.",
            "count",
        )
    ),
    "turn_started": either("extra", about(_("{name} has an extra turn.")), about(_("It is {name}'s turn."))),
    "turn_ended": about(_("{name}'s turn is over.")),
    "equipped": about(_("{name} equips {card}.")),
    "took_back": about(_("{name} takes the Miracle back in hand.")),
    "returned": about(_("{name} spends the Miracle and is alive again.")),
    "lent": many(
        ngettext_lazy("{name} lends {other} {count} shield.", "{name} lends {other} {count} shields.", "count")
    ),
    "played": played,
    "gift_chosen": about(_("Your gift is {card}; nobody else knows.")),
    "passed": about(_("{name} passes.")),
    "fate_armed": about(_("Your Fate lies on the card; nobody else knows.")),
    "overridden": about(_("{name} takes {card} back in hand.")),
    "fate_invoked": about(_("{name} invokes Fate.")),
    "rewritten": aimed(
        _("A pair of {pair} is spent: now {actor} plays it on {other}."),
        _("A pair of {pair} is spent: now {actor} plays it on the Fiend."),
        _("A pair of {pair} is spent: now {actor} plays it."),
    ),
    "resolved": aimed(
        _("{card} takes effect: {actor} on {other}."),
        _("{card} takes effect: {actor} on the Fiend."),
        _("{card} takes effect for {actor}."),
    ),
    "bomb_hung": bomb_hung,
    "bomb_taken": bomb_taken,
    "gave": gave,
    "gave_cards": about(_("For your eyes only: {cards}.")),
    "stole": aimed(
        _("{name} takes a card from {other}'s hand."), _("{name} takes a card from the deck, at the Fiend's.")
    ),
    "stole_card": about(_("For your eyes only: it is {card}.")),
    "saw": either("cards", about(_("For your eyes only: you see {cards}.")), about(_("You see an empty hand."))),
    "shield_stolen": about(_("{name} takes a shield that {other} wears.")),
    "fetched": about(_("{name} fetches {card} from the discard pile.")),
    "turned": either(
        "right",
        about(_("The top card is {card}: the guess is right.")),
        about(_("The top card is {card}: a wrong guess.")),
    ),
    "detonator_set": about(_("{name}'s Detonator lies ready: the next damage is doubled.")),
    "detonator_used": about(_("The Detonator has doubled it, and is used up.")),
    "bedrock_set": about(_("Bedrock holds for {name}: shields block double this round.")),
    "inferno_set": about(_("Inferno will burn at three round ends.")),
    "hit": hit,
    "boss_healed": boss_healed,
    "boss_fell": about(_("The Fiend falls.")),
    "loot": about(_("{name} picks up the Ember.")),
    "dying": dying,
    "saved": saved,
    "ghosted": about(_("{name} becomes a ghost, till the end of round {until}.")),
    "died": about(_("{name} dies.")),
    "will_gained": either(
        "due", about(_("{name} gets a {card} at the start of the next round.")), about(_("{name} gets a {card}."))
    ),
    "bequeathed": aimed(
        _("{name} leaves the Last Will to {other}."), nobody=_("{name} leaves the Last Will to nobody.")
    ),
    "burned": about(_("The Fiend burns a card of the discard pile: {card}.")),
    "match_over": match_over,
}  # fmt: skip


def tell(events: Iterable[Event], names: Names) -> list[str]:
    return [SENTENCES[event["type"]](event, names) for event in events]


# What is asked --------------------------------------------------------------------------------------------------------


def own_question(view: dict[str, Any], names: Names) -> str:
    """What the viewer is asked now, as a headline."""
    phase, you = view["phase"], view["you"]
    if phase == "turn":
        if view["turn"]["played"]:
            return gettext("Your turn: equip, or end")
        return gettext("Your turn: play a card, equip, or end")
    if phase == "poll":
        return gettext("{play}: override it?").format(play=on_table(view, names))
    if phase == "swap":
        if view["play"]["target"] == BOSS:
            return ngettext("Give the Fiend {n} card", "Give the Fiend up to {n} cards", you["owed"]).format(
                n=you["owed"]
            )
        return ngettext("Give {n} more card", "Give {n} more cards", you["owed"]).format(n=you["owed"])
    if phase == "rescue":
        return ngettext("{names} is dying: rescue them?", "{names} are dying: rescue one?", len(view["dying"])).format(
            names=people([names[seat] for seat in view["dying"]])
        )
    return gettext(QUESTIONS[phase])


QUESTIONS = {
    "fate": _("Which pair, who plays, on whom?"),
    "give": _("Which card do you give?"),
    "scavenge": _("Take which card from the discard pile?"),
    "rob": _("Take a card, or a shield"),
    "bequeath": _("Who gets your Last Will?"),
}


def others_doing(view: dict[str, Any], names: Names) -> str:
    """What happens while the viewer waits, as a headline."""
    phase = view["phase"]
    if phase in ("poll", "swap"):
        return on_table(view, names)
    if phase == "rescue":
        dying_now = [names[seat] for seat in view["dying"]]
        return ngettext("{names} is dying", "{names} are dying", len(dying_now)).format(names=people(dying_now))
    return gettext(DOING[phase]).format(name=names[view["to_act"][0]])


DOING = {
    "turn": _("{name}'s turn"),
    "fate": _("{name} invokes Fate"),
    "give": _("{name} chooses a gift"),
    "scavenge": _("{name} searches the discard pile"),
    "rob": _("{name} plunders"),
    "bequeath": _("{name} bequeaths a Last Will"),
}


def on_table(view: dict[str, Any], names: Names) -> str:
    """Who plays what on whom, without a full stop: the card on the table."""
    play = view["play"]
    you = view["you"]["seat"] if view["you"] else None
    facts = {"name": names[play["actor"]], "card": card_name(play["card"])}
    if play["target"] is None:
        return gettext("{name} plays {card}").format(**facts)
    if play["target"] == BOSS:
        return gettext("{name} plays {card} on the Fiend").format(**facts)
    if play["target"] == you:
        return gettext("{name} plays {card} on you").format(**facts)
    return gettext("{name} plays {card} on {other}").format(**facts, other=names[play["target"]])


STAND_INS = {
    "turn": _("end the turn"),
    "poll": _("pass"),
    "fate": _("the first pair in hand; who plays and on whom stays as it was"),
    "give": _("the first card in hand"),
    "swap": _("the first card in hand; the Fiend gets no second one"),
    "scavenge": _("the first card that can be fetched"),
    "rob": _("the first card seen that is no Bomb, else a shield"),
    "rescue": _("let them die"),
    "bequeath": _("nobody gets it"),
}
"""Phase -> what is played for a seat that is skipped."""


def body_name(body: int | str, names: Names) -> str:
    return pgettext("Embers", "Fiend") if body == BOSS else names[int(body)]
