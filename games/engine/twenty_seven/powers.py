"""The seventeen Powers (T9): a table, and above it what each of them does."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import product

from ..contract import Command, Event, Outcomes
from ..text import mark as _
from .cards import hidden_card, put, replace, take
from .state import HIDDEN, Table, living

Effect = Callable[[Table, int, Command, Outcomes, list[Event]], None]
VISIBLE_SLOTS = (0, 1)
ALL_SLOTS = (0, 1, HIDDEN)
LOWEST, HIGHEST = 1, 13


@dataclass(frozen=True)
class Power:
    """A row of the table. Fields of its `play` are those that have values here, in this order."""

    id: str
    name: str
    text: str
    effect: Effect
    slots: tuple[int, ...] = ()
    aims: bool = False
    target_slots: tuple[int, ...] = ()
    deltas: tuple[int, ...] = ()
    in_effect: Callable[[Table, int], bool] | None = None
    """T9-4: is the mark that it sets already there for this seat?"""
    spares: Callable[[Table, int], str | None] | None = None
    """Why this seat cannot be its target (beyond T9-3), as a sentence."""
    misfit: Callable[[Table, int, Command], str | None] | None = None
    """Why these fields do not go together, as a sentence."""
    teams: bool = True
    random_reveal: bool = True

    @cached_property
    def fields(self) -> tuple[str, ...]:
        values = {"slot": self.slots, "target": self.aims, "target_slot": self.target_slots, "delta": self.deltas}
        return tuple(field for field, allowed in values.items() if allowed)


# What each does. `seat` is its player; the choice holds the fields of the command.


def move_threshold(table: Table, seat: int, choice: Command, chance: Outcomes, events: list[Event]) -> None:
    """T9-unstable: 18 or 36, never what it is already."""
    table.threshold = chance.pick("unstable", [number for number in (18, 36) if number != table.threshold])
    events.append({"type": "threshold_changed", "threshold": table.threshold})


def hold_on(table: Table, seat: int, choice: Command, chance: Outcomes, events: list[Event]) -> None:
    """T9-lifeline: this round one keeps 1 HP."""
    table.players[seat].lifeline = True


def has_lifeline(table: Table, seat: int) -> bool:
    return table.players[seat].lifeline


def look(table: Table, seat: int, choice: Command, chance: Outcomes, events: list[Event]) -> None:
    """T9-spyglass: the target's hidden card, as long as it stays that card."""
    target = table.players[choice["target"]]
    target.seen_by = (*target.seen_by, seat) if seat not in target.seen_by else target.seen_by
    seen = {"type": "hidden_seen", "seat": seat, "target": choice["target"], "card": target.cards[HIDDEN]}
    events.append({**seen, "only": [seat]})


def renew_hidden(table: Table, seat: int, choice: Command, chance: Outcomes, events: list[Event]) -> None:
    """T9-sleight: a new hidden card; the old one is discarded face up."""
    old = replace(table, seat, HIDDEN, take(table, chance, events))
    tell_hidden(table, seat, old, events)


def turn_over(table: Table, seat: int, choice: Command, chance: Outcomes, events: list[Event]) -> None:
    """T9-turncoat: the hidden and a visible card change places."""
    shown, hidden = table.players[seat].cards[choice["slot"]], table.players[seat].cards[HIDDEN]
    put(table, seat, HIDDEN, shown)
    change(table, seat, choice["slot"], hidden, events)
    tell_hidden(table, seat, None, events)


def trade(table: Table, seat: int, choice: Command, chance: Outcomes, events: list[Event]) -> None:
    """T9-trade: two visible cards of two players change places."""
    slot, target, target_slot = choice["slot"], choice["target"], choice["target_slot"]
    mine, theirs = table.players[seat].cards[slot], table.players[target].cards[target_slot]
    change(table, seat, slot, theirs, events)
    change(table, target, target_slot, mine, events)


def renew_theirs(table: Table, seat: int, choice: Command, chance: Outcomes, events: list[Event]) -> None:
    """T9-hex: a new card for a visible slot of the target's."""
    renew(table, choice["target"], choice["target_slot"], chance, events)


def freeze(table: Table, seat: int, choice: Command, chance: Outcomes, events: list[Event]) -> None:
    """T9-freeze: the target's next turn of the round will be skipped."""
    table.players[choice["target"]].frozen = True


def is_frozen(table: Table, target: int) -> str | None:
    return _("{name} is frozen already. Choose someone else.") if table.players[target].frozen else None


def put_on_armor(table: Table, seat: int, choice: Command, chance: Outcomes, events: list[Event]) -> None:
    """T9-armor: this side pays 10 less (T7-4)."""
    table.players[seat].armor = True


def has_armor(table: Table, seat: int) -> bool:
    return table.players[seat].armor


def raise_price(table: Table, seat: int, choice: Command, chance: Outcomes, events: list[Event]) -> None:
    """T9-raise: the round costs 5 more (T7-2)."""
    table.raises += 1


def steal(table: Table, seat: int, choice: Command, chance: Outcomes, events: list[Event]) -> None:
    """T9-pickpocket: chance names the Power; only the two of them learn which."""
    thief, victim = table.players[seat], table.players[choice["target"]]
    stolen = chance.pick("pickpocket", list(victim.powers))
    victim.powers = without(victim.powers, stolen)
    thief.powers = (*thief.powers, stolen)
    both = {"seat": seat, "target": choice["target"]}
    events.append({"type": "stolen", **both})
    events.append({"type": "stolen_power", **both, "power": stolen, "only": sorted(both.values())})


def holds_nothing(table: Table, target: int) -> str | None:
    return None if table.players[target].powers else _("{name} holds no Power to steal. Choose someone else.")


def mirror(table: Table, seat: int, choice: Command, chance: Outcomes, events: list[Event]) -> None:
    """T9-mirror: a visible card takes the value of one of the target's. No card moves."""
    theirs = table.players[choice["target"]].cards[choice["target_slot"]]
    change(table, seat, choice["slot"], theirs, events)


def tweak(table: Table, seat: int, choice: Command, chance: Outcomes, events: list[Event]) -> None:
    """T9-tweak: one up or down; by how much is public even where the card is hidden (T9-5)."""
    slot = choice["slot"]
    value = table.players[seat].cards[slot] + choice["delta"]
    if slot == HIDDEN:
        put(table, seat, slot, value)
        tell_hidden(table, seat, None, events)
    else:
        change(table, seat, slot, value, events)


def leaves_the_deck(table: Table, seat: int, choice: Command) -> str | None:
    value = table.players[seat].cards[choice["slot"]] + choice["delta"]
    return None if LOWEST <= value <= HIGHEST else _("A card stays between 1 and 13.")


def renew_all(table: Table, seat: int, choice: Command, chance: Outcomes, events: list[Event]) -> None:
    """T9-tempest: its player first, then on in turn order."""
    for one in sorted(living(table), key=lambda other: (other < seat, other)):
        renew(table, one, choice["slot"], chance, events)


def call(table: Table, seat: int, choice: Command, chance: Outcomes, events: list[Event]) -> None:
    """T9-last_call: the Reveal comes when the turn would reach its player (T5-5)."""
    table.last_call = seat


def is_called(table: Table, seat: int) -> bool:
    """Not while anybody's Last Call is in effect."""
    return table.last_call is not None


def put_up_ward(table: Table, seat: int, choice: Command, chance: Outcomes, events: list[Event]) -> None:
    """T9-ward: no target for others from now on; what is in effect stays."""
    table.players[seat].ward = True


def has_ward(table: Table, seat: int) -> bool:
    return table.players[seat].ward


def press(table: Table, seat: int, choice: Command, chance: Outcomes, events: list[Event]) -> None:
    """T9-pressure: one PASS of the target's is used up, which is not to have passed (T5-3)."""
    target = table.players[choice["target"]]
    target.passes += 1
    events.append({"type": "pressed", "seat": choice["target"], "passes": target.passes})


# What effects are made of.


def change(table: Table, seat: int, slot: int, card: int, events: list[Event]) -> None:
    """A visible slot holds another value, and nothing is discarded."""
    old = put(table, seat, slot, card)
    events.append({"type": "card_changed", "seat": seat, "slot": slot, "old": old, "card": card})


def renew(table: Table, seat: int, slot: int, chance: Outcomes, events: list[Event]) -> None:
    """T3-3: a card taken replaces a visible one, which is discarded."""
    card = take(table, chance, events)
    old = replace(table, seat, slot, card)
    events.append({"type": "card_changed", "seat": seat, "slot": slot, "old": old, "card": card})


def tell_hidden(table: Table, seat: int, discarded: int | None, events: list[Event]) -> None:
    """All learn that the hidden card is another and what was discarded face up for it; its owner learns the value."""
    events.append({"type": "card_changed", "seat": seat, "slot": HIDDEN, "discarded": discarded})
    events.append(hidden_card(table, seat))


def without(powers: tuple[str, ...], power: str) -> tuple[str, ...]:
    """A hand less one copy of a Power, the first."""
    at = powers.index(power)
    return powers[:at] + powers[at + 1 :]


# fmt: off
POWERS: dict[str, Power] = {power.id: power for power in (
    Power("unstable", _("Unstable"), _("The threshold jumps to 18 or 36 for this round: chance says which."),
        move_threshold),
    Power("lifeline", _("Lifeline"), _("If this round would take your last HP, you keep 1."),
        hold_on, in_effect=has_lifeline, teams=False),
    Power("spyglass", _("Spyglass"), _("Peek at one player's hidden card. Only you see it, for as long as it stays."),
        look, aims=True),
    Power("sleight", _("Sleight"), _("Swap your hidden card for the next one of the deck."),
        renew_hidden),
    Power("turncoat", _("Turncoat"), _("Your hidden card and one of your visible cards change places."),
        turn_over, slots=VISIBLE_SLOTS),
    Power("trade", _("Trade"), _("Swap one of your visible cards with a visible card of another player."),
        trade, slots=VISIBLE_SLOTS, aims=True, target_slots=VISIBLE_SLOTS),
    Power("hex", _("Hex"), _("The next card of the deck replaces a visible card of another player."),
        renew_theirs, aims=True, target_slots=VISIBLE_SLOTS),
    Power("freeze", _("Freeze"), _("Another player's next turn this round is skipped."),
        freeze, aims=True, spares=is_frozen),
    Power("armor", _("Armor"), _("Losing this round costs your side 10 HP less."),
        put_on_armor, in_effect=has_armor),
    Power("raise", _("Raise"), _("Losing this round costs 5 HP more. Adds up."),
        raise_price),
    Power("pickpocket", _("Pickpocket"), _("Steal a Power from another player: chance says which."),
        steal, aims=True, spares=holds_nothing),
    Power("mirror", _("Mirror"), _("One of your visible cards takes the value of another player's visible card."),
        mirror, slots=VISIBLE_SLOTS, aims=True, target_slots=VISIBLE_SLOTS),
    Power("tweak", _("Tweak"), _("One of your three cards goes up or down by 1, within 1 to 13."),
        tweak, slots=ALL_SLOTS, deltas=(-1, 1), misfit=leaves_the_deck),
    Power("tempest", _("Tempest"), _("Everybody's visible card in one slot is replaced from the deck, yours first."),
        renew_all, slots=VISIBLE_SLOTS),
    Power("last_call", _("Last Call"), _("Everybody else has one more turn, then the cards are revealed."),
        call, in_effect=is_called),
    Power("ward", _("Ward"), _("Nobody else can choose you as a target this round."),
        put_up_ward, in_effect=has_ward),
    Power("pressure", _("Pressure"), _("Another player uses up one PASS. Their third reveals the cards."),
        press, aims=True, random_reveal=False),
)}
# fmt: on


@cache
def pool(teams: bool, random_reveal: bool) -> tuple[str, ...]:
    """The ids that offers are made from: Lifeline is not for teams, Pressure not for Random Reveal (T11-1)."""
    return tuple(
        power.id
        for power in POWERS.values()
        if (power.teams or not teams) and (power.random_reveal or not random_reveal)
    )


# What may be played.


def targets(table: Table, seat: int) -> tuple[int, ...]:
    """T9-3: every other living player, teammates too, who is not under Ward."""
    players, hp = table.players, table.hp
    return tuple(
        other
        for other, player in enumerate(players)
        if other != seat and not player.ward and hp[player.side] > 0
    )  # fmt: skip


@cache
def spelled(id: str, targets: tuple[int, ...]) -> tuple[Command, ...]:  # noqa: A002
    """Every way to fill in a Power's fields, in the order of the fields, each ascending."""
    power = POWERS[id]
    values = {"slot": power.slots, "target": targets, "target_slot": power.target_slots, "delta": power.deltas}
    fillings = product(*(values[field] for field in power.fields))
    return tuple({"type": "play", "power": id, **dict(zip(power.fields, filling, strict=True))} for filling in fillings)


def plays(table: Table, seat: int) -> Iterator[Command]:
    """T9-1, T9-4: every `play` that this seat may give on its turn, in hand order, each id once."""
    anybody = targets(table, seat)
    for id in dict.fromkeys(table.players[seat].powers):  # noqa: A001
        power = POWERS[id]
        if power.in_effect and power.in_effect(table, seat):
            continue
        chosen = anybody if power.aims else ()
        if power.spares:
            chosen = tuple(target for target in anybody if not power.spares(table, target))
        for command in spelled(id, chosen):
            if not (power.misfit and power.misfit(table, seat, command)):
                yield command.copy()
