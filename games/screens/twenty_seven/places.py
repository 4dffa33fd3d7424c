"""The places at the table: a seat's HP, cards and PASSES, what is in effect there, and how its last round ended."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext

from games.engine.twenty_seven.reveal import THREE_NINES
from games.engine.twenty_seven.state import HIDDEN
from games.engine.twenty_seven.turns import MOST_PASSES

from ..screen import View
from .show import BETWEEN, Changes, Show
from .words import hit_points, listed, mark, passes_used, powers_held, slot_name, standing, sum_of, team_name

IN_EFFECT = ("frozen", "armor", "lifeline", "ward")


def places(view: View, staged: Show | None, changed: Changes) -> list[dict[str, Any]]:
    """Everybody's place in turn order, the viewer's own last: it is left out while its cards lie larger elsewhere."""
    you = view["you"]["seat"] if view["you"] else None
    count = len(view["seats"])
    seats = range(count) if you is None else [(you + step) % count for step in range(1, count + 1)]
    apart = you is not None and bool(view["seats"][you]["visible"])
    return [place(view, seat, staged, changed) for seat in seats if not (apart and seat == you)]


def place(view: View, seat: int, staged: Show | None, changed: Changes) -> dict[str, Any]:
    """A seat's place. `now` is what it holds, `last` how the last round ended for it; one of them, or neither."""
    facts = view["seats"][seat]
    last = ending(view, seat, staged) if view["phase"] in BETWEEN else None
    made = whose(view, seat) | {
        "turn": seat in view["to_act"],
        "out": not facts["alive"],
        "winner": seat in view["winners"],
        "hp": hp(view, seat, staged),
        "powers": facts["powers"],
        "now": holding(view, seat, changed) if facts["visible"] else None,
        "last": last,
        "fell": staged.paid if staged and last and not facts["alive"] else None,
        "marks": marks(view, seat),
        "state": state_of(view, seat),
    }
    return made | {"spoken": spoken(view, seat, made)}


def whose(view: View, seat: int) -> dict[str, Any]:
    """Who sits here, seen from the viewer's seat."""
    facts, you = view["seats"][seat], view["you"] and view["you"]["seat"]
    team = facts["team"]
    return {
        "number": seat,
        "name": facts["name"],
        "me": seat == you,
        "team": team,
        "letter": "" if team is None else "AB"[team],
        "team_name": "" if team is None else team_name(team),
        "mate": team is not None and you is not None and seat != you and view["seats"][you]["team"] == team,
        "passes": pips(view, seat),
    }


def pips(view: View, seat: int) -> dict[str, Any] | None:
    """The PASSES used, as marks and in words; None under Random Reveal, where nothing is counted."""
    if view["options"]["random_reveal"]:
        return None
    used = view["seats"][seat]["passes"]
    return {"used": list(range(used)), "left": list(range(MOST_PASSES - used)), "words": passes_used(used)}


def hp(view: View, seat: int, staged: Show | None) -> list[dict[str, Any]]:
    """HP, and before it what it was until the show has come to the losses."""
    left = view["seats"][seat]["hp"]
    lost = view["last_round"]["losses"][seat] if staged else 0
    if not staged or not lost:
        return [{"n": left}]
    return [{"n": left + lost, "until": staged.paid}, {"n": left, "step": staged.paid}]


def holding(view: View, seat: int, changed: Changes) -> dict[str, Any]:
    """The cards before a seat as the viewer sees them: two open, and the back of the third or what Spyglass saw."""
    facts = view["seats"][seat]
    known = view["you"]["known"][seat] if view["you"] else None
    total = sum(facts["visible"])
    return {
        "cards": [face(seat, slot, card, changed) for slot, card in enumerate(facts["visible"])],
        "hidden": face(seat, HIDDEN, known, changed),
        "sum": total if known is None else total + known,
        "open": known is None,
        "standing": "" if known is None else standing(total + known, view["threshold"]),
    }


def face(seat: int, slot: int, card: int | None, changed: Changes) -> dict[str, Any]:
    """A card, and what lay there before the newest move if that changed it. `id` is new where the card is."""
    fresh = (seat, slot) in changed.was
    return {
        "n": card,
        "slot": slot,
        "fresh": fresh,
        "was": changed.was.get((seat, slot)),
        "id": f"card-{seat}-{slot}-{changed.version}" if fresh else "",
        "where": slot_name(slot),
    }


def marks(view: View, seat: int) -> list[dict[str, Any]]:
    """What is in effect on a seat, and who it is to the viewer."""
    facts = view["seats"][seat]
    kinds = [kind for kind in IN_EFFECT if facts[kind]]
    kinds += ["last_call"] if view["last_call"] == seat else []
    kinds += ["passed"] if facts["passed"] else []
    kinds += ["mate"] if whose(view, seat)["mate"] else []
    return [mark(kind) for kind in kinds]


def state_of(view: View, seat: int) -> str:
    """A word or two for what the table waits for from a seat."""
    facts = view["seats"][seat]
    if not facts["alive"]:
        return gettext("out")
    if view["over"]:
        return ""
    if facts["picks_left"]:
        return gettext("{n} to pick").format(n=facts["picks_left"])
    if view["phase"] == "pick":
        return gettext("has picked")
    if seat == view["active"]:
        return gettext("places a card") if view["phase"] == "place" else gettext("to move")
    return ""


def ending(view: View, seat: int, staged: Show | None) -> dict[str, Any] | None:
    """How the last round ended for a seat: its cards, the totals it came to, and what that cost; None if it was out."""
    last = view["last_round"]
    if not last or last["hands"][seat] is None:
        return None
    *visible, hidden = last["hands"][seat]
    drawn, totals = [hidden], [last["totals"][seat]]
    steps = [(staged.turn, staged.totals) if staged else (None, None)]
    for number, decision in enumerate(last["decisions"]):
        if seat in decision["seats"]:
            at = decision["seats"].index(seat)
            drawn.append(decision["cards"][at])
            totals.append(decision["totals"][at])
            steps.append((staged.decisions[number], staged.decisions[number] + 1) if staged else (None, None))
    return {
        "cards": [{"n": card} for card in visible],
        "hidden": in_turn(drawn, [card for card, _total in steps]),
        "flips": staged is not None,
        "totals": in_turn(totals, [total for _card, total in steps]),
        "standing": standing(totals[-1], last["threshold"]),
        "decided": len(drawn) - 1,
        "marks": verdict(view, seat, totals[-1], steps[-1][1], staged),
        "lost": last["losses"][seat],
        "paid": staged.paid if staged else None,
    }


def in_turn(values: list[int], steps: list[int | None]) -> list[dict[str, Any]]:
    """Values each of which stands until the next one comes."""
    return [
        {"n": value, "step": step, "until": until, "last": until is None and number == len(values) - 1}
        for number, (value, step, until) in enumerate(zip(values, steps, [*steps[1:], None], strict=True))
    ]


def verdict(view: View, seat: int, total: int, counted: int | None, staged: Show | None) -> list[dict[str, Any]]:
    """The marks that a round left on a seat, each with the beat at which it comes."""
    last = view["last_round"]
    won = seat in last["winners"]
    found = []
    if last["reason"] == "triple_nine" and tuple(last["hands"][seat]) == THREE_NINES:
        found.append(mark("triple_nine", counted))
    elif total > last["threshold"] and not won:
        found.append(mark("bust", counted))
    if won:
        found.append(mark("shares" if last["outcome"] == "shared" else "wins", staged.taken if staged else None))
    return found


def spoken(view: View, seat: int, made: dict[str, Any]) -> str:
    """A place in words, in the order in which an eye takes it in."""
    facts, now, last = view["seats"][seat], made["now"], made["last"]
    parts = [made["name"], made["team_name"], gettext("you") if made["me"] else "", hit_points(facts["hp"])]
    parts.append(powers_held(facts["powers"]))
    if now:
        parts.append(gettext("visible: {cards}").format(cards=sum_of(card["n"] for card in now["cards"])))
        if now["open"]:
            parts.append(gettext("{n} and a hidden card").format(n=now["sum"]))
        else:
            parts.append(gettext("hidden, seen by you: {n}").format(n=now["hidden"]["n"]))
            parts.append(gettext("total {n}").format(n=now["sum"]))
            parts.append(now["standing"])
        if made["passes"]:
            parts.append(made["passes"]["words"])
    if last:
        cards = [card["n"] for card in last["cards"]] + [last["hidden"][-1]["n"]]
        parts.append(gettext("last round: {cards}").format(cards=sum_of(cards)))
        parts.append(gettext("total {n}").format(n=last["totals"][-1]["n"]))
        parts.append(last["standing"])
        parts += [one["word"] for one in last["marks"] if one["kind"] != "bust"]
        if last["lost"]:
            parts.append(gettext("lost {n} HP").format(n=last["lost"]))
    parts += [one["word"] for one in made["marks"]]
    return listed(part for part in [*parts, made["state"]] if part)
