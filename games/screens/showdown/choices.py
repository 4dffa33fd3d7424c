"""What is asked about a card before it is laid: which way, what to do with the gun, at whom."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext

from games.engine.showdown import plans
from games.engine.showdown.aiming import aim_fault
from games.engine.showdown.brawl import blow_fault
from games.engine.showdown.cards import BY_CODE, ENTRIES, Entry
from games.engine.showdown.guns import MODIFIERS, Sighting, find, gun_fault, sighting
from games.engine.showdown.hexes import NEIGHBOURS, OPEN_HEXES
from games.engine.showdown.preview import Outlook, preview
from games.engine.showdown.state import Table

from . import board
from .words import ACTIONS, DIRECTIONS, REASONS, Names, action_name, card_name, facing_name, hex_name, letter, signed

if TYPE_CHECKING:
    from .draft import Draft

BEST_FIRE = 9


def choice(made: Draft, after: Table, outlooks: list[Outlook], names: Names) -> dict[str, Any]:
    """The open choice. `after` is the table as it would be when the card comes up, as far as anyone can know."""
    addable = [
        ENTRIES[card]
        for card in plans.additions(made.table, made.seat, made.cards)
        if f"{card}:".startswith(f"{made.open}:")
    ]
    side = BY_CODE[made.open.partition(":")[0]]
    asked: dict[str, Any] = {
        "code": side.code, "title": gettext(side.name), "text": gettext(side.text), "ways": [], "targets": [],
    }  # fmt: skip
    directed = [entry for entry in addable if entry.written.rpartition(":")[2] in DIRECTIONS]
    if directed:
        asked["ways"] = [way(made, outlooks, entry) for entry in directed]
        asked["spots"] = [spot for spot in asked["ways"] if spot["x"]]
        return asked
    if made.open.count(":") == 1:
        word = gettext(ACTIONS[addable[0].action.word])
        title = gettext("{word} at which hex?").format(word=word)
        spots = [{"do": f"lay {made.open}:{hex_}", "words": hex_name(hex_)} | board.at(hex_) for hex_ in OPEN_HEXES]
        values = [{"value": hex_, "words": hex_name(hex_)} for hex_ in OPEN_HEXES]
        return asked | {"title": title, "hexes": values, "stem": made.open, "word": word, "spots": spots, "all": True}
    asked["plain"] = [
        {
            "do": f"lay {entry.written}",
            "words": action_name(entry),
            "reason": gettext(REASONS[reason]) if (reason := made.obstacle(entry.written)) else "",
        }
        for entry in addable if not entry.target
    ]  # fmt: skip
    asked["targets"] = [target(after, made.seat, foe, addable, names) for foe in plans.foes(made.table, made.seat)]
    words = dict.fromkeys(entry.action.word for entry in addable if entry.target and entry.seat is None)
    asked["hex_stems"] = [
        {"do": f"open {side.code}:{word}", "words": gettext("{word} at a hex…").format(word=gettext(ACTIONS[word]))}
        for word in words
    ]
    asked["spots"] = [
        {"do": row["does"][0]["do"], "words": row["does"][0]["spoken"]} | board.at(after.characters[row["seat"]].hex)
        for row in asked["targets"]
        if len(row["does"]) == 1
    ]
    return asked


def way(made: Draft, outlooks: list[Outlook], entry: Entry) -> dict[str, Any]:
    """One direction: where it would lead, or whither one would face."""
    before = outlooks[-1] if outlooks else None
    who = made.table.characters[made.seat]
    here, facing = (before.hex, before.facing) if before else (who.hex, who.facing)
    last = preview(made.table, made.seat, [*made.cards, entry.written])[-1]
    word = gettext(DIRECTIONS[entry.written.rpartition(":")[2]])
    made_way = {"do": f"lay {entry.written}", "words": word, "sixths": entry.sixths, "x": "", "y": ""}
    if last.segment is None:
        return made_way | {"note": gettext(REASONS["time"])}
    if last.is_cancelled:
        return made_way | {"note": gettext("no way there")}
    if last.hex != here:
        return made_way | board.at(last.hex) | {"note": hex_name(last.hex)}
    beyond = NEIGHBOURS[here][last.facing]
    note = facing_name(last.facing) if last.facing != facing else gettext("wait")
    return made_way | (board.at(beyond) if beyond else {}) | {"note": note}


def target(after: Table, seat: int, foe: int, addable: list[Entry], names: Names) -> dict[str, Any]:
    """One fighter as a target: what may be done to it, and what stands in the way or helps."""
    who, other = after.characters[seat], after.characters[foe]
    entries = [entry for entry in addable if entry.seat == foe]
    does = [
        {
            "do": f"lay {entry.written}",
            "words": action_name(entry),
            "spoken": card_name(entry.written, names),
            "reason": gettext(REASONS[reason]) if (reason := obstacle(after, seat, entry)) else "",
        }
        for entry in entries
    ]
    row: dict[str, Any] = {"seat": foe, "letter": letter(foe), "name": names[foe], "does": does, "facts": []}
    if any(entry.action.word == "shoot" for entry in entries):
        row["facts"] = odds(sighting(after, who, other))
    return row


def obstacle(after: Table, seat: int, entry: Entry) -> str | None:
    """Why this card would do nothing to its target, as things stand."""
    who = after.characters[seat]
    if entry.action.word == "aim":
        return aim_fault(after, who, entry.target)
    if entry.action.word == "shoot":
        found = find(after, who, entry.target)
        return gun_fault(who) or (found if isinstance(found, str) else None)
    assert entry.seat is not None
    return blow_fault(after, who, entry.seat)


def odds(sight: Sighting) -> list[str]:
    """SD-G5 before the card: range and need, what is added, and the fire that it leaves to the card."""
    facts = [gettext("range {range}, need {need}").format(range=sight.range, need=sight.need)]
    if sight.aim:
        facts.append(gettext("AIM {points}").format(points=signed(sight.aim)))
    facts += [
        gettext("{what} {points}").format(what=gettext(MODIFIERS[name]), points=signed(points))
        for name, points in sight.modifiers
    ]
    wanted = sight.need - sight.bonus
    if wanted > BEST_FIRE:
        return [*facts, gettext("no card hits")]
    return [*facts, gettext("hits with fire {n} or more").format(n=max(wanted, 0))]
