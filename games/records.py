"""Records: a finished match as one file that anybody can play again, and check.

A record is a golden case of the engine contract: options, seats, every random outcome, every move, and at the end what
a spectator and each seat see. Under `record` stands what makes it checkable: the seed that all chance follows from, the
commitment to it that the table showed from the start (`games.deals`), why each move was made, and a chain of digests.
Digest number `v` is the SHA-256 of one line of JSON (keys sorted, no spaces): before the first move of `[commitment,
state]`, after move `v` of `[digest before it, actor, command, cause, time, events, state]`. So the last digest, the
fingerprint, fixes the whole match, and the first one that differs says from which move on.
"""

from __future__ import annotations

import json
import math
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from . import deals, engine, names
from .models import Match, Move, Record
from .refusals import Refused, sentence
from .tables import MatchFacts, RoomFacts, SeatFacts, Table, Told

RULE = "record"
FORMAT = 1

LARGEST = 512 * 1024
"""Bytes of a file that is read."""
MOST_MOVES = 5000
"""Moves of a file that are played again."""
LATEST = 1e9
"""Seconds of match time; no match lasts longer."""
LONG_AGO = datetime.fromtimestamp(0, UTC)
"""When a match that is played again began: no clock runs in it."""
LONGEST_SEED = 64

KEPT = 200
"""How many records that were brought are kept, the newest."""


@dataclass(frozen=True)
class Given:
    """A move as it was given: by whom, why, at which match time."""

    actor: int | str
    command: Any
    cause: str
    now: float


@dataclass(frozen=True)
class Account:
    """All that a match follows from."""

    game: str
    options: dict[str, Any]
    names: list[str]
    seed: str = field(repr=False)
    moves: list[Given] = field(repr=False)

    @property
    def sealed(self) -> str:
        """The line that was sealed before the match began."""
        return deals.sealed(self.game, self.options, self.names, self.seed)


@dataclass(frozen=True)
class Playback:
    """A match played again: the state before the first move and after each, what each move led to, every random outcome
    by name, and the chain of digests."""

    account: Account
    states: list[Any] = field(repr=False)
    events: list[list[dict[str, Any]]] = field(repr=False)
    script: dict[str, list[Any]] = field(repr=False)
    digests: list[str] = field(repr=False)

    @property
    def last(self) -> int:
        """The number of the last step; step 0 is the table before the first move."""
        return len(self.states) - 1

    @property
    def fingerprint(self) -> str:
        return self.digests[-1]

    @property
    def commitment(self) -> str:
        return deals.digest(self.account.sealed)

    def table(self, step: int, code: str = "", number: int = 1) -> Table:
        """The table as it was after so many moves, with all that had been told by then. Nobody sits at it any more."""
        account, state = self.account, self.states[step]
        game = engine.get(account.game)
        over = game.view(state, None)["over"]
        seats = tuple(
            SeatFacts(seat, name, person=None, bot="", here=True, host=False)
            for seat, name in enumerate(account.names)
        )  # fmt: skip
        room = RoomFacts(
            id=0, code=code, game=account.game, options=account.options, clock=0, at_zero="", visibility="",
            locked=False, closed=False, host=None, host_name="", seats=seats, spectators=(), people=frozenset(),
            kicked=frozenset(),
        )  # fmt: skip
        told = [
            Told(version, given.actor, given.cause, events)
            for version, (given, events) in enumerate(zip(account.moves[:step], self.events, strict=False), 1)
        ]
        match = MatchFacts(
            id=0, number=number, version=step, options=account.options, names=account.names,
            over=over or step == self.last, broken_off=step == self.last and not over, paused=False,
            started_at=LONG_AGO, paused_seconds=0.0, wait_seconds=None, deadline=None, automatic=False, told=told,
            commitment=self.commitment, past=True,
        )  # fmt: skip
        return Table((0, 0, 0), room, match, state)


class Noting:
    """Chance that writes every outcome down, by name, as a case's script has it."""

    def __init__(self, chance: Any, script: dict[str, list[Any]]) -> None:
        self._chance, self._script = chance, script

    def _note(self, name: str, outcome: Any) -> None:
        self._script.setdefault(name, []).append(outcome)

    def shuffle(self, name: str, items: Sequence[Any]) -> list[Any]:
        order: list[Any] = self._chance.shuffle(name, items)
        self._note(name, list(order))
        return order

    def pick(self, name: str, items: Sequence[Any]) -> Any:
        item = self._chance.pick(name, items)
        self._note(name, item)
        return item

    def roll(self, name: str, probability: float) -> bool:
        came = self._chance.roll(name, probability)
        self._note(name, came)
        return came


def play(account: Account) -> Playback:
    """Play a match again from its seed. Raises `Refused` where its moves cannot be played."""
    game = engine.get(account.game)
    script: dict[str, list[Any]] = {}

    def world(version: int, now: float) -> engine.World:
        return engine.World(now, Noting(deals.chance(account.seed, version), script))

    try:
        states = [game.setup(account.options, account.names, world(0, 0.0))]
    except engine.IllegalOption as refusal:
        raise Refused(_("This record does not hold. {why}").format(why=sentence(refusal))) from None
    told = []
    digests = [deals.digest(deals.canonical([deals.digest(account.sealed), game.dump(states[0])]))]
    for version, given in enumerate(account.moves, 1):
        try:
            step = game.apply(states[-1], given.actor, given.command, world(version, given.now))
        except engine.IllegalCommand as refusal:
            words = _("This record does not hold: move {n} cannot be played. {why}")
            raise Refused(words.format(n=version, why=sentence(refusal))) from None
        states.append(step.state)
        told.append(step.events)
        link = [digests[-1], given.actor, given.command, given.cause, given.now, step.events, game.dump(step.state)]
        digests.append(deals.digest(deals.canonical(link)))
    return Playback(account, states, told, script, digests)


# From a match of ours -------------------------------------------------------------------------------------------------


def of(match: Match) -> Playback:
    """Play a finished match again. `Refused` where its moves no longer lead to how it ended: the rules have changed."""
    return _of(match.pk, match.seed, match.version, tuple(match.names))


@lru_cache(maxsize=8)
def _of(match_id: int, seed: str, version: int, called: tuple[str, ...]) -> Playback:
    match = Match.objects.get(pk=match_id)
    moves = [
        Given(move.actor if move.actor == "host" else int(move.actor), move.command, move.cause, move.now)
        for move in match.moves.order_by("version")
    ]
    played = play(Account(match.game, match.options, list(called), seed, moves))
    if engine.get(match.game).dump(played.states[-1]) != match.state:
        raise Refused(_("This match was played by other rules than today's, so it cannot be shown again."))
    return played


# As a file ------------------------------------------------------------------------------------------------------------


def write(played: Playback) -> dict[str, Any]:
    """Return a match as a record."""
    account, game = played.account, engine.get(played.account.game)
    end = played.states[-1]
    steps: list[dict[str, Any]] = [
        {"as": given.actor, "do": given.command, "at": given.now} for given in account.moves
    ]  # fmt: skip
    steps.append({"see": game.view(end, None)})
    steps += [{"see_as": seat, "see": {"you": game.view(end, seat)["you"]}} for seat in range(len(account.names))]
    story = {
        "game": account.game,
        "title": f"{game.name}: {', '.join(account.names)}",
        "rule": RULE,
        "options": account.options,
        "seats": account.names,
        "chance": played.script,
        "steps": steps,
        "record": {
            "format": FORMAT,
            "seed": account.seed,
            "commitment": played.commitment,
            "causes": [given.cause for given in account.moves],
            "digests": played.digests,
        },
    }
    written: dict[str, Any] = json.loads(json.dumps(story))
    return written


def parse(data: bytes) -> Any:
    """Return the JSON of a file; raise `Refused` when it is none, or too large."""
    if len(data) > LARGEST:
        raise Refused(_("This file is too large for a record: it can have {n} KiB at most.").format(n=LARGEST // 1024))
    try:
        return json.loads(data.decode(), parse_constant=_never)
    except (ValueError, RecursionError):
        raise Refused(_("This file is not a record of a match: it cannot be read as JSON.")) from None


def _never(text: str) -> Any:
    raise ValueError(text)


def check(story: Any) -> Playback:
    """Play a record again from its seed, and compare all that it says. Raises `Refused` where it does not hold."""
    played = play(read(story))
    fault = next(differences(story, write(played)), None)
    if fault is not None:
        raise Refused(fault)
    return played


def read(story: Any) -> Account:
    """Return what a record's match follows from. Raises `Refused` for what is no record."""
    try:
        record, steps, game = story["record"], story["steps"], engine.get(story["game"])
        options, people, seed, causes = story["options"], story["seats"], record["seed"], record["causes"]
        deeds = [step for step in steps if "do" in step]
        moves = [Given(deed["as"], deed["do"], cause, deed["at"]) for deed, cause in zip(deeds, causes, strict=True)]
    except (TypeError, KeyError, ValueError):
        raise Refused(_("This file is not a record of a match that was played here.")) from None
    if record.get("format") != FORMAT or not isinstance(seed, str) or not 0 < len(seed) <= LONGEST_SEED:
        raise Refused(_("This file is not a record of a match that was played here."))
    if len(moves) > MOST_MOVES:
        raise Refused(_("This record is too long: it can have {n} moves at most.").format(n=MOST_MOVES))
    if not seed.isascii() or not isinstance(people, list) or not all(map(_is_name, people)):
        raise Refused(_("This record does not hold: its names or its seed are none that this site gives."))
    for version, given in enumerate(moves, 1):
        if not _is_move(given):
            raise Refused(_("This record does not hold: move {n} cannot be read.").format(n=version))
    try:
        cleaned = game.clean_options(options)
    except engine.IllegalOption as refusal:
        raise Refused(_("This record does not hold. {why}").format(why=sentence(refusal))) from None
    moves = [Given(one.actor, one.command, one.cause, float(one.now)) for one in moves]
    return Account(game.slug, cleaned, people, seed, moves)


def _is_name(name: Any) -> bool:
    """Whether this could be a name at a table: nothing in it deceives the eye."""
    try:
        return isinstance(name, str) and names.clean(name) == unicodedata.normalize("NFC", name)
    except Refused:
        return False


def _is_move(given: Given) -> bool:
    actor, now = given.actor, given.now
    return (
        (type(actor) is int or actor == "host")
        and given.cause in Move.Cause.values
        and type(now) in (int, float)
        and 0 <= now < LATEST
        and math.isfinite(now)
    )


def differences(said: dict[str, Any], true: dict[str, Any]) -> Iterator[str]:
    """Say where a record differs from the match that its seed and its moves lead to, the deepest reason first."""
    if not alike(said["options"], true["options"]):
        yield _("This record does not hold: its options are not complete.")
    if said["record"].get("commitment") != true["record"]["commitment"]:
        yield _("This record does not hold: its commitment is not that of this seed, game, options and names.")
    digests = said["record"].get("digests")
    if not isinstance(digests, list) or len(digests) != len(true["record"]["digests"]):
        yield _("This record does not hold: it has not one digest for each move and one before the first.")
    else:
        pairs = enumerate(zip(digests, true["record"]["digests"], strict=True))
        wrong = next((version for version, (one, other) in pairs if one != other), None)
        if wrong == 0:
            yield _("This record does not hold: the match began otherwise.")
        elif wrong is not None:
            yield _("This record does not hold: from move {n} on the match went otherwise.").format(n=wrong)
    if not alike(said.get("chance"), true["chance"]):
        yield _("This record does not hold: its random outcomes are not those of its seed.")
    if not alike(said["steps"], true["steps"]):
        yield _("This record does not hold: after the moves, it does not say what everybody saw at the end.")
    if not alike(said, true):
        yield _("This record does not hold: it says something that no record says.")


def alike(said: Any, true: Any) -> bool:
    """Equal as JSON: 5 is 5.0, and true is not 1."""
    if isinstance(said, dict) and isinstance(true, dict):
        return said.keys() == true.keys() and all(alike(said[key], true[key]) for key in true)
    if isinstance(said, list) and isinstance(true, list):
        return len(said) == len(true) and all(map(alike, said, true))
    return isinstance(said, bool) == isinstance(true, bool) and bool(said == true)


# Brought from elsewhere -----------------------------------------------------------------------------------------------


def keep(played: Playback) -> str:
    """Keep a record that somebody has brought, and return its key. Only so many are kept: the oldest go."""
    key = played.fingerprint
    Record.objects.update_or_create(key=key, defaults={"story": write(played), "made_at": timezone.now()})
    newest = Record.objects.order_by("-made_at").values_list("pk", flat=True)[:KEPT]
    Record.objects.exclude(pk__in=list(newest)).delete()
    return key


@lru_cache(maxsize=8)
def kept(key: str) -> Playback:
    """Play a record that was brought again. `Record.DoesNotExist` when it is gone."""
    return check(Record.objects.get(pk=key).story)
