"""Fragments for one viewer, from the view that the engine built for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any

from django.template.loader import get_template
from django.utils import translation

from games.tables import Table, Told, Who

from .registry import get

FRAGMENTS = ("status", "board", "hand", "prompt", "seats", "log", "host")
PUBLIC = frozenset({"seats"})
"""Fragments that are the same for everybody who reads the same language: they get no viewer at all."""

ON_SCREEN = ("status", "board", "seats", "log")
"""The fragments of the big screen, which shows what everybody may see, and takes no commands."""

LISTED = 500
"""How many legal commands a page or `view.json` lists."""

LOBBY = {name: f"room/{name}.html" for name in FRAGMENTS}
SHARED = {name: f"match/{name}.html" for name in ("status", "seats", "log", "host")}


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
    }  # fmt: skip
    if table.match is None:
        return facts
    match, names = table.match, table.match.names
    view = table.game.view(table.state, who.viewer)
    legal = commands(table, who)
    told = [_visible(move, who.seat) for move in match.told]
    acting = [] if match.over else view["to_act"]
    hosting = who.host and not match.over and not match.paused
    return facts | {
        "match": match,
        "view": view,
        "commands": legal,
        "host_commands": list(table.game.commands(table.state, "host")) if hosting else [],
        "my_move": who.is_among(acting) and not match.past,
        "names": names,
        "waiting": [name_of(actor, names) for actor in acting if match.past or not who.is_among([actor])],
        "winners": [names[seat] for seat in view["winners"]],
        "headline": screen.status(view, names),
        "deadline_ms": match.deadline and int(match.deadline.timestamp() * 1000),
        "told": told,
        "lines": lines(screen, told, names),
        "skippable": [
            {"seat": actor, "name": name_of(actor, names), "choice": screen.stand_in(view, actor)} for actor in acting
        ],
        "layout": screen.layout(view, legal, told),
        "draft": screen.draft(view, legal, asked or {}) if screen.draft and not match.past else None,
    }


def name_of(actor: int | str, names: list[str]) -> str:
    """Return the display name of a seat, or the word for the host."""
    return names[actor] if isinstance(actor, int) else translation.gettext("the host")


def lines(screen: Any, told: list[Told], names: list[str]) -> list[dict[str, Any]]:
    """Return the log, oldest first: one object a move that has something to say, {version, cause, who, sentences}."""
    entries = []
    for move in told:
        sentences = screen.tell(move.events, names)
        cause = "player" if move.actor == "host" else move.cause  # the host's own command was made for nobody
        if sentences or cause in ("clock", "host", "staff"):
            entries.append(
                {
                    "version": move.version,
                    "cause": cause,
                    "who": name_of(move.actor, names),
                    "sentences": sentences,
                }
            )
    return entries


def _visible(move: Told, seat: int | None) -> Told:
    """The move with only those events that this seat (None: a spectator) may see."""
    seen = [event for event in move.events if "only" not in event or seat in event["only"]]
    return Told(move.version, move.actor, move.cause, seen)


def templates(table: Table) -> dict[str, str]:
    """Return the template of each fragment: the room's in the lobby, the game's and the shared ones in a match."""
    if table.match is None:
        return LOBBY
    slug = table.room.game
    return SHARED | {name: f"{slug}/{name}.html" for name in ("board", "hand", "prompt")}


def draw(
    table: Table, who: Who, request: Any = None, shared: dict[Any, str] | None = None, only: Sequence[str] = FRAGMENTS
) -> dict[str, str]:
    """Return the fragments of this viewer, `only` these, as {element id: HTML}.

    With a `request` forms carry its CSRF token. `shared` keeps public fragments between viewers of one stamp.
    """
    shared = {} if shared is None else shared
    with translation.override(who.language):
        facts = context(table, who, request.POST if request else None)
        public = PUBLIC | facts["screen"].public if table.match else PUBLIC
        everyone: dict[str, Any] = {}
        drawn = {}
        for name, template in templates(table).items():
            if name not in only:
                continue
            if name not in public:
                drawn[name] = get_template(template).render(facts, request)
                continue
            key = (name, who.language)
            if key not in shared:
                everyone = everyone or context(table, Who(language=who.language))
                shared[key] = get_template(template).render(everyone, request)
            drawn[name] = shared[key]
    return {name: drawn[name] for name in FRAGMENTS if name in only}


def html(fragments: dict[str, str]) -> str:
    """Return fragments as one text, each a whole element with its id."""
    return "\n".join(fragments.values())
