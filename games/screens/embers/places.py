"""The places at the table: a seat's plates, bombs and equipment, where it stands, and what has just become of it."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext, npgettext, pgettext, pgettext_lazy

from games.engine.embers.turns import SLOTS

from ..screen import View
from .show import Show
from .words import amount, card_name, cards, listed

OUTER = 12
"""Plates that the outer ring of borrowed shields has room for."""


def place(view: View, seat: int, staged: Show | None, passed: list[int]) -> dict[str, Any]:
    """A seat's place. `passed`: who has let the card on the table pass."""
    facts = view["seats"][seat]
    tag = tag_of(view, seat, passed)
    made = {
        "number": seat,
        "name": facts["name"],
        "team": facts["team"],
        "letter": team_letter(facts["team"]),
        "status": facts["status"],
        "turn": seat in view["to_act"],
        "winner": seat in view["winners"],
        "nth": view["order"].index(seat) + 1 if seat in view["order"] and facts["status"] != "dead" else None,
        "hand_count": facts["hand_count"],
        "plates": plates(facts),
        "shards": shards(view, seat, staged),
        "bombs": list(range(facts["bombs"])),
        "going_off": going_off(seat, staged),
        "marks": marks(view, seat),
        "tag": tag,
        "spots": spots(seat, staged),
        "fell": staged.fell.get(seat) if staged and facts["status"] == "dead" else None,
        "came": staged.came.get(seat) if staged and facts["status"] != "dead" else None,
    }
    return made | {"spoken": spoken(view, made)}


TEAM_LETTERS = (pgettext_lazy("team", "A"), pgettext_lazy("team", "B"))


def team_letter(team: int | None) -> str:
    return "" if team is None else str(TEAM_LETTERS[team])


def tag_of(view: View, seat: int, passed: list[int]) -> dict[str, Any] | None:
    """What this seat is at, in a word: it is waited for, it has the turn, it has passed."""
    if seat in view["winners"]:
        return {"word": gettext("winner"), "tone": "good"}
    if seat in view["to_act"]:
        return {"word": str(AT_WORK[view["phase"]]), "tone": "accent"}
    if view["turn"] and view["turn"]["seat"] == seat:
        return {"word": pgettext("Embers", "turn"), "tone": "quiet"}
    if seat in passed:
        return {"word": pgettext("Embers", "passed"), "tone": "quiet"}
    return None


AT_WORK = {
    "turn": pgettext_lazy("Embers", "turn"),
    "poll": pgettext_lazy("Embers", "asked"),
    "fate": pgettext_lazy("Embers", "decides"),
    "give": pgettext_lazy("Embers", "gives"),
    "swap": pgettext_lazy("Embers", "gives"),
    "scavenge": pgettext_lazy("Embers", "searches"),
    "rob": pgettext_lazy("Embers", "plunders"),
    "rescue": pgettext_lazy("Embers", "may rescue"),
    "bequeath": pgettext_lazy("Embers", "bequeaths"),
}


def plates(facts: dict[str, Any]) -> list[dict[str, Any]]:
    """Shields as plates around the seat: its own slots on the inner ring, borrowed shields on the outer."""
    states = ["own"] * facts["shields"] + ["lent"] * facts["lent"]
    states = (states + ["open"] * SLOTS)[: max(SLOTS, len(states))]
    borrowed = min(OUTER, sum(loan["count"] for loan in facts["borrowed"]))
    return [inner(number, state) for number, state in enumerate(states[:SLOTS])] + [
        outer(number, "borrowed") for number in range(borrowed)
    ]


def inner(number: int, state: str) -> dict[str, Any]:
    return {"ring": "inner", "state": state, "degrees": number * 360 // SLOTS - 90, "until": None}


def outer(number: int, state: str) -> dict[str, Any]:
    return {"ring": "outer", "state": state, "degrees": number * 360 // OUTER - 90, "until": None}


def shards(view: View, seat: int, staged: Show | None) -> list[dict[str, Any]]:
    """The shields that have just broken, where there is room for them now: until they break."""
    facts = view["seats"][seat]
    taken, lent_to = facts["shields"] + facts["lent"], sum(loan["count"] for loan in facts["borrowed"])
    free = [inner(number, "broken") for number in range(taken, SLOTS)]
    free += [outer(number, "broken") for number in range(lent_to, OUTER)]
    broken: list[dict[str, Any]] = []
    for shard in staged.shards.get(seat, []) if staged else []:
        broken += [plate | {"until": shard["until"]} for plate in free[len(broken) : len(broken) + shard["n"]]]
    return broken


def going_off(body: int | str, staged: Show | None) -> dict[str, Any] | None:
    """Bombs that hang there until they go off in the show."""
    bombs = staged.bombs.get(body) if staged else None
    return bombs and {"count": list(range(bombs["n"])), "until": bombs["until"]}


SPOTS = {
    "died": ("bad", pgettext_lazy("Embers", "dies")),
    "ghosted": ("", pgettext_lazy("Embers", "ghost")),
    "saved": ("good", pgettext_lazy("Embers", "saved")),
    "returned": ("good", pgettext_lazy("Embers", "alive again")),
    "came_back": ("good", pgettext_lazy("Embers", "back")),
    "boss_healed": ("bad", pgettext_lazy("Embers", "+1")),
}
"""Kind -> (tone, word)."""


def spots(body: int | str, staged: Show | None) -> list[dict[str, Any]]:
    """When to point at a body: a blow and how hard it is, or what becomes of them."""
    found = []
    for spot in staged.spots.get(body, []) if staged else []:
        if spot["kind"] == "hit":
            tone, word = "bad", gettext("−{n}").format(n=amount(spot["half_points"]))
        else:
            tone, word = SPOTS[spot["kind"]][0], str(SPOTS[spot["kind"]][1])
        found.append(spot | {"tone": tone, "word": word})
    return found


def marks(view: View, seat: int) -> list[dict[str, Any]]:
    """What holds for a seat, in words: its state, its shields' loans, its equipment."""
    facts, names = view["seats"][seat], [one["name"] for one in view["seats"]]
    found: list[tuple[str, str]] = []
    if seat in view["dying"]:
        found.append(("bad", gettext("dying")))
    if facts["status"] == "ghost":
        found.append(("", gettext("ghost till round {n}").format(n=facts["ghost_until"])))
    if facts["silenced"]:
        found.append(("bad", gettext("can't act this round")))
    if facts["status"] == "dead":
        found.append(("", pgettext("Embers", "comes back") if facts["returning"] else pgettext("Embers", "dead")))
    if facts["bedrock"]:
        found.append(("good", gettext("Bedrock: shields ×2")))
    for loan in facts["borrowed"]:
        found.append(("gold", gettext("+{n} from {name}").format(n=loan["count"], name=names[loan["from"]])))
    if facts["lent"]:
        found.append(("quiet", gettext("{n} lent").format(n=facts["lent"])))
    if facts["will_due"]:
        found.append(("quiet", gettext("{card} due").format(card=card_name(facts["will_due"]))))
    gear = [{"tone": "gear", "word": card_name(kind), "rule": kind} for kind in facts["equipment"]]
    return [{"tone": tone, "word": word} for tone, word in found] + gear


def spoken(view: View, made: dict[str, Any]) -> str:
    """A place in words, in the order in which an eye takes it in."""
    facts = view["seats"][made["number"]]
    parts = [
        facts["name"],
        gettext("Team {letter}").format(letter=made["letter"]) if made["letter"] else "",
        gettext("number {n} in this round").format(n=made["nth"]) if made["nth"] else "",
        made["tag"]["word"] if made["tag"] else "",
    ]
    if facts["status"] != "dead":
        parts += [
            cards(facts["hand_count"]),
            npgettext("Embers", "{n} shield worn", "{n} shields worn", facts["shields"]).format(n=facts["shields"]),
            npgettext("Embers", "{n} bomb on them", "{n} bombs on them", facts["bombs"]).format(n=facts["bombs"])
            if facts["bombs"] else "",
        ]  # fmt: skip
    return listed([*parts, *(mark["word"] for mark in made["marks"])])
