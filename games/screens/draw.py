"""Fragments for one viewer, from the view that the engine built for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from django.utils import translation
from django.utils.functional import SimpleLazyObject
from django.utils.safestring import mark_safe

from games.tables import MatchFacts, Table, Told, Who

from . import chat
from .drawings import Drawings, rendered
from .registry import get

FRAGMENTS = ("status", "board", "hand", "prompt", "seats", "log", "host", "chat")
PUBLIC = frozenset({"seats"})
"""Fragments that are the same for everybody who reads the same language: they get no viewer at all."""

ON_SCREEN = ("status", "board", "seats", "log")
"""The fragments of the big screen, which shows what everybody may see, and takes no commands."""

LISTED = 500
"""How many legal commands a page or `view.json` lists."""

LOBBY = {name: f"room/{name}.html" for name in FRAGMENTS}
SHARED = {name: f"match/{name}.html" for name in ("status", "seats", "log", "host")} | {"chat": LOBBY["chat"]}


@dataclass(frozen=True)
class Basis:
    """The version that a choice on this page is decided on. Two are equal while its viewer has not moved in between
    (`moved`: the version that their last move led to): a form stays good while others move."""

    version: int = field(compare=False)
    moved: int

    def __str__(self) -> str:
        return str(self.version)


def commands(table: Table, who: Who) -> list[dict[str, Any]]:
    """Return what this viewer may do now, the first 500; nothing while paused, after the end, in the past, or for a
    spectator."""
    match = table.match
    if match is None or match.over or match.paused or match.past or who.viewer is None:
        return []
    return list(islice(table.game.commands(table.state, who.viewer), LISTED))


def context(table: Table, who: Who, asked: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Return what the fragments are rendered from: public facts of room and match, and this viewer's view.

    `asked` are the fields of a form with a choice that is not given yet.
    """
    screen = get(table.room.game)
    facts = {
        "room": table.room, "match": None, "who": who, "game": table.game, "screen": screen,
        "stamp": ".".join(map(str, table.stamp)), "invite": who.origin + table.room.url,
        "chat": chat.Heard(table.talk, table.room, who, table.running, (asked or {}).get("text", "")),
    }  # fmt: skip
    if table.match is None:
        return facts
    match, names = table.match, table.match.names
    view = table.game.view(table.state, who.viewer)
    legal = commands(table, who)
    told = match.told if match.open else [move.seen_by(who.seat) for move in match.told]
    acting = [] if match.over else view["to_act"]
    hosting = who.host and not match.over and not match.paused
    return facts | {
        "match": match,
        "view": view,
        "commands": legal,
        "basis": Basis(match.version, next((move.version for move in reversed(told) if who.is_among([move.actor])), 0)),
        "host_commands": list(table.game.commands(table.state, "host")) if hosting else [],
        "my_move": who.is_among(acting) and not match.past,
        "names": names,
        "waiting": [name_of(actor, names) for actor in acting if match.past or not who.is_among([actor])],
        "winners": [names[seat] for seat in view["winners"]],
        "ratings": [{"name": names[one.seat], "own": one.seat == who.seat, "rated": one} for one in match.ratings],
        "headline": SimpleLazyObject(lambda: screen.status(view, names)),
        "deadline_ms": match.deadline and int(match.deadline.timestamp() * 1000),
        "told": told,
        "lines": SimpleLazyObject(lambda: lines(screen, match, told)),
        "skippable": SimpleLazyObject(lambda: skippable(screen, view, acting, names)),
        "layout": screen.layout(view, legal, told),
        "draft": screen.draft(view, legal, asked or {}) if screen.draft and not match.past else None,
    }


def skippable(screen: Any, view: Any, acting: list[int | str], names: list[str]) -> list[dict[str, Any]]:
    """Return who would be skipped now, and what would be chosen for them."""
    return [{"seat": actor, "name": name_of(actor, names), "choice": screen.stand_in(view, actor)} for actor in acting]


def name_of(actor: int | str, names: list[str]) -> str:
    """Return the display name of a seat, or the word for the host."""
    return names[actor] if isinstance(actor, int) else translation.gettext("the host")


def lines(screen: Any, match: MatchFacts, told: list[Told]) -> str:
    """Return the log as HTML, oldest first: an item a move that has something to say. Each is drawn once a language."""
    language = translation.get_language()
    drawn = []
    for move in told:
        if language not in move.drawn:
            move.drawn[language] = _line(screen, match, move)
        drawn.append(move.drawn[language])
    return mark_safe("".join(drawn))  # noqa: S308  (our own template's output)


def _line(screen: Any, match: MatchFacts, move: Told) -> str:
    sentences = screen.tell(move.events, match.names)
    cause = "player" if move.actor == "host" else move.cause  # the host's own command was made for nobody
    if not sentences and cause not in ("clock", "host", "staff"):
        return ""
    facts = {
        "match": match,
        "version": move.version,
        "cause": cause,
        "who": name_of(move.actor, match.names),
        "sentences": sentences,
    }
    return rendered("match/_line.html", facts)


def templates(table: Table) -> dict[str, str]:
    """Return the template of each fragment: the room's in the lobby, the game's and the shared ones in a match."""
    if table.match is None:
        return LOBBY
    slug = table.room.game
    return SHARED | {name: f"{slug}/{name}.html" for name in ("board", "hand", "prompt")}


def draw(
    table: Table, who: Who, request: Any = None, drawings: Drawings | None = None, only: Sequence[str] = FRAGMENTS
) -> dict[str, str]:
    """Return the fragments of this viewer, `only` these, as {element id: HTML}.

    With a `request` forms carry its CSRF token. `drawings` are what other viewers have been shown of this moment, and
    all have been shown of the moment before.
    """
    drawings = drawings or Drawings(request=request)
    with translation.override(who.language):
        facts = context(table, who, request.POST if request else None)
        public = _public(table, facts)
        everyone: dict[str, Any] = {}
        drawn = {}
        for name, template in templates(table).items():
            if name not in only:
                continue
            if name not in public:
                drawn[name] = drawings.draw(who, template, facts)
                continue
            if not drawings.has(who.language, template):
                everyone = everyone or context(table, Who(language=who.language))
            drawn[name] = drawings.draw(who.language, template, everyone)
    return {name: drawn[name] for name in FRAGMENTS if name in only}


def _public(table: Table, facts: dict[str, Any]) -> frozenset[str]:
    """Return the fragments that are the same for all who read one language; the log is, if nothing in it is private."""
    if table.match is None:
        return PUBLIC
    told = {"log"} if table.match.open else set()
    return PUBLIC | facts["screen"].public | told


def html(fragments: dict[str, str]) -> str:
    """Return fragments as one text, each a whole element with its id."""
    return "\n".join(fragments.values())
