"""A plan being laid: what its form has so far, and what may be done next. It lives in the form, nowhere on the server.

`asked` are the fields of that form: `draft`, the plan in the page's notation; `open`, the side whose choices lie open;
`do`, what was just tapped, a verb and what it is about.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext, ngettext

from games.engine.showdown import plans
from games.engine.showdown.cards import BY_CODE, ENTRIES, SIDES
from games.engine.showdown.hexes import CORRAL_MIDDLE
from games.engine.showdown.preview import Outlook, preview
from games.engine.showdown.state import PLAN, TURN_POINTS, Table, budget
from games.engine.showdown.view import table_of
from games.engine.text import mark as _
from games.refusals import sentence

from ..screen import View
from . import board, choices
from .rehearsal import rehearse
from .words import REASONS, Names, action_name, card_name, letter, plan_name, target_name

Asked = Mapping[str, str]

MOST_CARDS = 12
"""SD-N2: no legal plan has more."""
Command = dict[str, Any]


def written(text: str) -> Command:
    """The command that a plan in the page's notation stands for: `1f:ahead_left,2f:ahead,3f`."""
    return {"type": "plan", "cards": split(text)}


def split(text: str) -> list[str]:
    """The cards of a plan in the page's notation, also with blanks and with the commas of Chinese keyboards."""
    cards = [card.strip() for card in text.replace("，", ",").split(",")]
    return [] if cards == [""] else cards


@dataclass
class Draft:
    """`cards` could all stand in a plan of this seat, though some may lack another (SD-N4). `note`: why something that
    was asked for is not among them."""

    table: Table
    seat: int
    cards: list[str] = field(default_factory=list)
    open: str = ""
    note: str = ""

    def lay(self, card: str) -> None:
        """Add a card, or say why it cannot be added."""
        if card in plans.additions(self.table, self.seat, self.cards):
            self.cards.append(card)
        elif fault := plans.fault(self.table, self.seat, [*self.cards, card]):
            self.note = self.note or sentence(fault)

    def take(self, index: str) -> None:
        """Take a card back."""
        if index in map(str, range(len(self.cards))):
            del self.cards[int(index)]

    def show(self, stem: str) -> None:
        """Open the choices of a side, or say why none of them can be laid."""
        if stem not in BY_CODE and f"{stem}:{CORRAL_MIDDLE}" not in ENTRIES:
            return
        starting = [card for card in ENTRIES if f"{card}:".startswith(f"{stem}:")]
        addable = set(plans.additions(self.table, self.seat, self.cards))
        if any(card in addable for card in starting):
            self.open = stem
        elif fault := plans.fault(self.table, self.seat, [*self.cards, self._example(starting) or stem]):
            self.note = sentence(fault)

    def _example(self, starting: list[str]) -> str | None:
        """One of these cards that names nobody who could not be named: what is wrong with it is the card itself."""
        may_name = (None, *plans.foes(self.table, self.seat))
        return next((card for card in starting if ENTRIES[card].seat in may_name), None)

    def obstacle(self, card: str) -> str:
        """Why a card would do nothing after those that are laid, as things stand."""
        return rehearse(self.table, self.seat, [*self.cards, card])[1][-1]


def read(view: View, asked: Asked) -> Draft:
    """The draft that these fields stand for, after what was tapped."""
    made = Draft(table_of(view), view["you"]["seat"])
    for card in split(asked.get("draft", asked.get("plan", "")))[:MOST_CARDS]:
        made.lay(card)
    if stem := asked.get("open", ""):
        made.show(stem)
    verb, _blank, what = asked.get("do", "").partition(" ")
    if verb:
        made.note = made.open = ""
    if verb == "lay":
        made.lay(what)
    elif verb == "hex":
        made.lay(f"{what}:{asked.get('hex', '')}")
    elif verb == "take":
        made.take(what)
    elif verb == "open":
        made.show(what)
    return made


def draft(view: View, commands: list[Command], asked: Asked) -> dict[str, Any] | None:
    """The plan that this viewer is laying, for the templates; None for everyone who owes none."""
    you = view["you"]
    if view["phase"] != PLAN or not you or you["seat"] not in view["to_act"]:
        return None
    made, names = read(view, asked), [seat["name"] for seat in view["seats"]]
    table, seat, cards = made.table, made.seat, made.cards
    fault = plans.fault(table, seat, cards)
    outlooks = preview(table, seat, cards)
    after, reasons = rehearse(table, seat, cards)
    spend = budget(table.characters[seat])
    left = spend - plans.cost(plans.laid_so_far(cards))
    may_send = any(command["type"] == "plan" for command in commands)
    return {
        "turn": view["turn"],
        "text": ",".join(cards),
        "written": asked.get("plan", ",".join(cards)),
        "open": made.open,
        "touched": "draft" in asked or "plan" in asked,
        "note": made.note,
        "fault": sentence(fault) if fault else "",
        "command": {"type": "plan", "cards": cards} if may_send and not fault else None,
        "stopped": not may_send,
        "budget": spend,
        "left": left,
        "spoken": ngettext("{plan}: {n} time point left", "{plan}: {n} time points left", left).format(
            plan=plan_name(cards, names), n=left
        ),
        "timeline": timeline(table, seat, cards, outlooks, reasons, names),
        "cards": sheet(made) if spend else [],
        "choice": choices.choice(made, after, outlooks, names) if made.open else None,
        "ghost": ghost(table, seat, outlooks),
        "zone": board.zone(after.characters[seat]),
        "trail": trail(table, seat, outlooks),
    }


def timeline(
    table: Table, seat: int, cards: list[str], outlooks: list[Outlook], reasons: list[str], names: Names
) -> list[dict[str, Any]]:
    """A turn's time, from left to right: delay, cards, what is free, and last the cards that come too late.

    A block lies in the columns `start` to `segment`; its card comes up in the last of them.
    """
    blocks: list[dict[str, Any]] = []
    used = 0
    for index, (card, outlook, reason) in enumerate(zip(cards, outlooks, reasons, strict=True)):
        entry = ENTRIES[card]
        made: dict[str, Any] = {
            "kind": "card",
            "index": index,
            "code": card.partition(":")[0],
            "name": action_name(entry),
            "spoken": card_name(card, names),
            "sixths": entry.sixths if ":" in card and not entry.target and not entry.action.word else None,
            "target": "" if not entry.target
            else letter(entry.seat) if entry.seat is not None
            else target_name(entry.target, names),
            "reason": gettext(REASONS[reason]) if reason else "",
            "segment": outlook.segment,
            "later": outlook.draws > 0 and outlook.segment is not None,
            "span": entry.cost,
        }  # fmt: skip
        if outlook.segment is None:
            made |= {"kind": "late", "start": None}
        else:
            made["start"] = outlook.segment - entry.cost + 1
            if used < made["start"] - 1:
                blocks.append(_empty("delay", used + 1, made["start"] - 1))
            used = outlook.segment
        blocks.append(made)
    if not cards and table.characters[seat].delay:
        used = min(table.characters[seat].delay, TURN_POINTS)
        blocks.append(_empty("delay", 1, used))
    late = [block for block in blocks if block["kind"] == "late"]
    free = [_empty("free", n, n) for n in range(used + 1, TURN_POINTS + 1)]
    return [block for block in blocks if block["kind"] != "late"] + free + late


def _empty(kind: str, start: int, end: int) -> dict[str, Any]:
    return {"kind": kind, "start": start, "segment": end, "span": end - start + 1}


def ghost(table: Table, seat: int, outlooks: list[Outlook]) -> dict[str, Any] | None:
    """The piece as the plan would leave it, where that is elsewhere or otherwise than now."""
    who = table.characters[seat]
    if not outlooks:
        return None
    last = outlooks[-1]
    if (last.hex, last.facing, last.posture) == (who.hex, who.facing, who.posture):
        return None
    made = board.piece(who) | board.at(last.hex) | {"degrees": 60 * last.facing, "posture": last.posture}
    return made | {"you": True, "ghost": True}


def trail(table: Table, seat: int, outlooks: list[Outlook]) -> str:
    """The way that the plan leads, as the points of a line."""
    way = [table.characters[seat].hex, *(outlook.hex for outlook in outlooks)]
    steps = [hex_ for hex_, before in zip(way, [None, *way], strict=False) if hex_ != before]
    return " ".join("{x},{y}".format(**board.at(hex_)) for hex_ in steps) if len(steps) > 1 else ""


STATES = {"laid": _("in the plan"), "open": _("open"), "spent": _("not now"), "out": _("not played")}


def sheet(made: Draft) -> list[dict[str, Any]]:
    """The cards, each with its two sides, and what a tap on a side does; without those that nobody plays here."""
    addable: dict[str, list[str]] = {}
    for card in plans.additions(made.table, made.seat, made.cards):
        addable.setdefault(ENTRIES[card].side.code, []).append(card)
    laid = [entry.side.code for entry in plans.laid_so_far(made.cards)]
    cards: dict[int, list[dict[str, Any]]] = {}
    for side in SIDES:
        entries = addable.get(side.code, [])
        if side.code == "9f" and len(useful := [card for card in entries if not made.obstacle(card)]) == 1:
            entries = useful  # from the holster or from the ground: mostly only one of the two makes sense
        is_played = bool(side.actions) and (made.table.brawling or not side.is_brawling)
        state = (
            "out" if not is_played
            else "laid" if side.code in laid
            else "open" if made.open.partition(":")[0] == side.code
            else "free" if entries
            else "spent"
        )  # fmt: skip
        words = [gettext(STATES[state])] if state in STATES else []
        cards.setdefault(side.number, []).append(
            {
                "code": side.code,
                "name": gettext(side.name),
                "broken": gettext(side.name).replace("/", "/\u200b"),  # where a long name may go on in the next line
                "cost": side.cost,
                "text": gettext(side.text),
                "state": state,
                "spoken": gettext(", ").join(
                    [gettext(side.name), points(side.cost), gettext("card {n}").format(n=side.number), *words]
                ),
                "do": f"take {laid.index(side.code)}" if state == "laid"
                else "close" if state == "open"
                else f"lay {entries[0]}" if len(entries) == 1
                else f"open {side.code}",
            }
        )  # fmt: skip
    return [sides for sides in cards.values() if any(side["state"] != "out" for side in sides)]


def points(n: int) -> str:
    return ngettext("{n} time point", "{n} time points", n).format(n=n)
