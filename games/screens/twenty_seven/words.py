"""Twenty-Seven's words: the sentences of its log, its Powers in a few words, its marks, why a Reveal came."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from django.utils.translation import gettext, ngettext, npgettext, pgettext

from games.engine.text import mark as _
from games.engine.twenty_seven.powers import POWERS
from games.engine.twenty_seven.state import HIDDEN
from games.engine.twenty_seven.turns import MOST_PASSES
from games.phrases import people

from ..result import won
from ..screen import Event, View

Names = list[str]
Sentence = Callable[[Event, Names], str | None]


def listed(parts: Iterable[str]) -> str:
    return gettext(", ").join(parts)


def power_name(power: str) -> str:
    return gettext(POWERS[power].name)


def power_names(powers: Iterable[str]) -> str:
    return people([power_name(power) for power in powers])


def slot_name(slot: int) -> str:
    """What a player's card is called by where it lies."""
    return (pgettext("card", "left"), pgettext("card", "right"), pgettext("card", "hidden"))[slot]


def team_name(team: int) -> str:
    return gettext("Team A") if team == 0 else gettext("Team B")


def passes_used(passes: int) -> str:
    return gettext("PASS {n} of {most}").format(n=passes, most=MOST_PASSES)


def hit_points(n: int) -> str:
    return gettext("{n} HP").format(n=n)


def powers_held(n: int) -> str:
    return npgettext("Twenty-Seven", "{n} Power", "{n} Powers", n).format(n=n)


def standing(total: int, threshold: int) -> str:
    """A total in words: how far it is from the threshold, or by how much it is Bust."""
    if total > threshold:
        return gettext("Bust by {n}").format(n=total - threshold)
    if total == threshold:
        return gettext("exact")
    return npgettext("Twenty-Seven", "{n} to go", "{n} to go", threshold - total).format(n=threshold - total)


# Powers ---------------------------------------------------------------------------------------------------------------

BRIEF = {
    "unstable": _("threshold to 18 or 36"),
    "lifeline": _("keep 1 HP this round"),
    "spyglass": _("see one hidden card"),
    "sleight": _("a new hidden card"),
    "turncoat": _("turn your hidden card up"),
    "trade": _("swap visible cards"),
    "hex": _("replace someone's card"),
    "freeze": _("someone skips a turn"),
    "armor": _("lose 10 HP less"),
    "raise": _("losing costs 5 more"),
    "pickpocket": _("steal a Power"),
    "mirror": _("copy a visible card"),
    "tweak": _("one of your cards ±1"),
    "tempest": _("a new card for everyone"),
    "last_call": _("a turn each, then Reveal"),
    "ward": _("nobody can target you"),
    "pressure": _("someone uses up a PASS"),
}
"""What each Power does, for a tile on a phone."""

ASKS = {
    "spyglass": _("Whose hidden card?"),
    "freeze": _("Freeze whom?"),
    "pickpocket": _("Steal from whom?"),
    "pressure": _("Press whom?"),
    "turncoat": _("Which card goes under?"),
    "tempest": _("Which card of everybody's?"),
    "tweak": _("Which card, up or down?"),
    "hex": _("Which card is replaced?"),
    "trade": _("For which card?"),
    "mirror": _("Into which card?"),
}
"""What a Power that is to be played asks for; of one's own card first:"""
ASKS_FIRST = {"trade": _("You give which card?"), "mirror": _("You change which card?")}

MARKS = {
    "frozen": ("bad", _("frozen")),
    "armor": ("good", _("Armor")),
    "lifeline": ("good", _("Lifeline")),
    "ward": ("good", _("Ward")),
    "last_call": ("", _("Last Call")),
    "passed": ("quiet", _("passed")),
    "mate": ("quiet", _("team-mate")),
    "out": ("bad", _("out")),
    "bust": ("bad", _("Bust")),
    "triple_nine": ("gold", _("Triple Nine")),
    "wins": ("good", _("wins the round")),
    "shares": ("good", _("shares the win")),
}
"""Kind -> (tone, word)."""

OF_POWERS = {"frozen": "freeze"} | {power: power for power in ("armor", "lifeline", "ward", "last_call")}
"""Kind of a mark -> the Power that left it."""


def mark(kind: str, step: int | None = None) -> dict[str, Any]:
    tone, word = MARKS[kind]
    return {"kind": kind, "tone": tone, "word": gettext(word), "step": step, "rule": OF_POWERS.get(kind)}


# Why a round ended, and what came of it -------------------------------------------------------------------------------

REASONS = {
    "passes": _("all passed"),
    "third_pass": _("third PASS"),
    "last_call": _("Last Call"),
    "limit": _("limit of turns"),
    "random": _("by chance"),
    "triple_nine": _("Triple Nine"),
}
CARDS_UP = {
    "passes": _("All have passed: cards up!"),
    "third_pass": _("A third PASS: cards up!"),
    "last_call": _("Last Call: cards up!"),
    "limit": _("The limit of turns is reached: cards up!"),
    "random": _("Chance says: cards up!"),
}


def outcome(ended: Event, names: Names) -> str:
    """Who took a round, as `round_over` and `last_round` tell it, in a sentence."""
    winners = people([names[seat] for seat in ended["winners"]])
    kind = ended["outcome"]
    if kind == "void":
        return gettext("Round {round} is void: nobody wins, nobody pays.").format(round=ended["round"])
    if kind == "general_bust":
        return gettext("General Bust: everybody is over {n}.").format(n=ended["threshold"])
    if kind == "shared":
        return gettext("{names} are still level after the last DECISION and share round {round}.").format(
            names=winners, round=ended["round"]
        )
    if kind == "triple_nine":
        text = ngettext(
            "{names} wins round {round} by Triple Nine.",
            "{names} win round {round} by Triple Nine.",
            len(ended["winners"]),
        )
    else:
        text = ngettext(
            "{names} wins round {round} with {n}.", "{names} win round {round} with {n}.", len(ended["winners"])
        )
    return text.format(names=winners, round=ended["round"], n=best_total(ended))


def best_total(ended: Event) -> int:
    """The total that took a round: the winners' highest that is not Bust, at the last DECISION if there was one."""
    totals = dict(enumerate(ended["totals"]))
    for decision in ended["decisions"]:
        totals = dict(zip(decision["seats"], decision["totals"], strict=True))
    won = [total for seat, total in totals.items() if seat in ended["winners"]]
    return max(total for total in won if total <= ended["threshold"])


# The log --------------------------------------------------------------------------------------------------------------


def about(text: str) -> Sentence:
    """A sentence about a seat, and about a number, another seat or a Power where the event has one."""

    def sentence(event: Event, names: Names) -> str:
        other = event.get("target", event.get("to"))
        return gettext(text).format(
            name=names[event["seat"]],
            other="" if other is None else names[other],
            power=power_name(event["power"]) if "power" in event else "",
            n=event.get("card", event.get("passes", "")),
        )

    return sentence


def round_started(event: Event, names: Names) -> str:
    return gettext("Round {round} begins: the threshold is {n}, and {name} has the first turn.").format(
        round=event["round"], n=event["threshold"], name=names[event["starter"]]
    )


def offered(event: Event, names: Names) -> str:
    return gettext("{name} is offered {powers}.").format(name=names[event["seat"]], powers=power_names(event["powers"]))


def pick_made(event: Event, names: Names) -> str:
    if not event["left"]:
        return gettext("{name} has picked.").format(name=names[event["seat"]])
    return npgettext(
        "Twenty-Seven",
        "{name} has picked, {n} Power is left.",
        "{name} has picked, {n} Powers are left.",
        event["left"],
    ).format(name=names[event["seat"]], n=event["left"])


def dealt(event: Event, names: Names) -> str:
    cards = [
        gettext("{name} {cards}").format(name=names[seat], cards=sum_of(visible))
        for seat, visible in enumerate(event["visible"])
        if visible
    ]
    return gettext("Three cards each, one of them hidden. {cards}.").format(cards=gettext("; ").join(cards))


def sum_of(cards: Iterable[int]) -> str:
    return " + ".join(map(str, cards))


def reshuffled(event: Event, names: Names) -> str:
    return gettext("The deck is empty: the {n} cards of the discard pile become a new one.").format(n=event["count"])


def placed(event: Event, names: Names) -> str:
    name, card, old = names[event["seat"]], event["card"], event["old"]
    if event["slot"] == HIDDEN:
        return gettext("{name} puts the {n} in place of the hidden {old}.").format(name=name, n=card, old=old)
    return gettext("{name} puts the {n} in place of the {old}.").format(name=name, n=card, old=old)


def passed(event: Event, names: Names) -> str:
    if not event["passes"]:
        return pgettext("Twenty-Seven", "{name} passes.").format(name=names[event["seat"]])
    return gettext("{name} passes: {n} of {most}.").format(
        name=names[event["seat"]], n=event["passes"], most=MOST_PASSES
    )


def power_played(event: Event, names: Names) -> str:
    if event.get("delta") and event["slot"] == HIDDEN:
        text = (
            gettext("{name} plays {power}: the hidden card goes up by 1.")
            if event["delta"] > 0
            else gettext("{name} plays {power}: the hidden card goes down by 1.")
        )
    elif "target" in event:
        text = gettext("{name} plays {power} on {other}.")
    else:
        text = gettext("{name} plays {power}.")
    return text.format(
        name=names[event["seat"]], power=power_name(event["power"]), other=names[event.get("target", event["seat"])]
    )


def card_changed(event: Event, names: Names) -> str:
    name = names[event["seat"]]
    if event["slot"] == HIDDEN:
        if event["discarded"] is None:
            return gettext("{name}'s hidden card is another now.").format(name=name)
        return gettext("{name} has a new hidden card; the old one was a {n}.").format(name=name, n=event["discarded"])
    if event["old"] == event["card"]:
        return gettext("{name}'s {old} becomes a {n} again.").format(name=name, old=event["old"], n=event["card"])
    return gettext("{name}'s {old} becomes a {n}.").format(name=name, old=event["old"], n=event["card"])


def threshold_changed(event: Event, names: Names) -> str:
    return gettext("The threshold is {n} now.").format(n=event["threshold"])


def pressed(event: Event, names: Names) -> str:
    return gettext("{name} uses up a PASS: {n} of {most}.").format(
        name=names[event["seat"]], n=event["passes"], most=MOST_PASSES
    )


def random_reveal(event: Event, names: Names) -> str:
    return gettext("Random Reveal: now!") if event["hit"] else gettext("Random Reveal: not yet.")


def reveal(event: Event, names: Names) -> str:
    hands = [
        gettext("{name} {cards} = {total}").format(name=names[seat], cards=sum_of(hand), total=sum(hand))
        for seat, hand in enumerate(event["hands"])
        if hand
    ]
    return gettext("{why} {hands}.").format(why=gettext(CARDS_UP[event["reason"]]), hands=gettext("; ").join(hands))


def triple_nine(event: Event, names: Names) -> str:
    who = people([names[seat] for seat in event["seats"]])
    return ngettext(
        "Triple Nine! {names} has three 9s.", "Triple Nine! {names} have three 9s.", len(event["seats"])
    ).format(names=who)


def decision(event: Event, names: Names) -> str:
    redrawn = [
        gettext("{name} turns a {n} and has {total}").format(name=names[seat], n=card, total=total)
        for seat, card, total in zip(event["seats"], event["cards"], event["totals"], strict=True)
    ]
    return gettext("DECISION: {cards}.").format(cards=gettext("; ").join(redrawn))


def hp_changed(event: Event, names: Names) -> str:
    return gettext("{name} loses {lost} HP and has {n}.").format(
        name=names[event["seat"]], lost=event["lost"], n=event["hp"]
    )


def reward_started(event: Event, names: Names) -> str:
    return npgettext(
        "Twenty-Seven", "{name} takes {n} Power as a reward.", "{name} takes {n} Powers as a reward.", event["left"]
    ).format(name=names[event["seat"]], n=event["left"])


def match_over(event: Event, names: Names) -> str:
    return gettext("{result}.").format(result=won(event["winners"], names))


def untold(event: Event, names: Names) -> None:
    """What the headline says anyway."""


SENTENCES: dict[str, Sentence] = {
    "round_started": round_started,
    "offered": offered,
    "picked": about(_("{name} takes {power}.")),
    "pick_made": pick_made,
    "dealt": dealt,
    "hidden_card": about(_("{name}'s hidden card is a {n}.")),
    "reshuffled": reshuffled,
    "turn_started": untold,
    "drew": about(_("{name} draws a card.")),
    "drawn": about(_("{name} has drawn a {n}.")),
    "placed": placed,
    "passed": passed,
    "power_played": power_played,
    "card_changed": card_changed,
    "threshold_changed": threshold_changed,
    "hidden_seen": about(_("{name} sees {other}'s hidden card: a {n}.")),
    "stolen": about(_("{name} steals a Power from {other}.")),
    "stolen_power": about(_("{name} has {power} now, from {other}.")),
    "pressed": pressed,
    "given": about(_("{name} gives {other} a Power.")),
    "given_power": about(_("{other} has {power} now, from {name}.")),
    "skipped": about(_("{name} is frozen and misses the turn.")),
    "random_reveal": random_reveal,
    "reveal": reveal,
    "triple_nine": triple_nine,
    "decision": decision,
    "round_over": outcome,
    "hp_changed": hp_changed,
    "eliminated": about(_("{name} is out.")),
    "reward_offered": offered,
    "reward_started": reward_started,
    "match_over": match_over,
}


def tell(events: Iterable[Event], names: Names) -> list[str]:
    return [line for event in events if (line := SENTENCES[event["type"]](event, names))]


def names_of(view: View) -> Names:
    return [seat["name"] for seat in view["seats"]]
