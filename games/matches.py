"""The door: every command, from whomever, is applied here; nothing else writes a match.

One transaction locks the match, checks, applies, saves state, move and version, and announces after the commit.
"""

from __future__ import annotations

import logging
import random
import secrets
import threading
import time
import uuid
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db import connection, transaction
from django.db.models import F, QuerySet
from django.utils.translation import gettext as _

from . import broadcast, deals, engine, metrics, names, results, tables
from .models import Match, Move, Person, Room, Seat
from .refusals import MovedOn, NotYours, Refused

logger = logging.getLogger(__name__)

GRACE = timedelta(seconds=0.5)
"""A command that arrives so long after zero still counts; only then is anyone played for."""

BOT_DELAY = (0.8, 2.5)
"""Seconds that a bot seems to think, drawn from chance alone."""

_turnstile = threading.Lock()


@contextmanager
def door() -> Iterator[None]:
    """One transaction, entered in turn: SQLite's own queue is not fair under many writers."""
    if connection.vendor == "sqlite" and not connection.in_atomic_block:
        with _turnstile, transaction.atomic():
            yield
    else:
        with transaction.atomic():
            yield


def locked(match_id: int) -> Match:
    """Return the match with its room, locked until the transaction ends."""
    return _lock(Match.objects.filter(pk=match_id)).get()


def _lock(found: QuerySet[Match]) -> QuerySet[Match]:
    """Lock the matches that are found, not their rooms, which come with them."""
    return found.select_for_update(of=("self",)).select_related("room")


def match_time(match: Match, now: datetime) -> float:
    """Return `env.now`: seconds since the match started, pauses left out."""
    return max(0.0, ((match.paused_at or now) - match.started_at).total_seconds() - match.paused_seconds)


def chance_of(match: Match, version: int) -> engine.Chance:
    """Return the chance of one command: of the match's seed and the version that it leads to."""
    return deals.chance(match.seed, version)


def start(room: Room, now: datetime) -> Match:
    """Start the next match of a room with its seats as they are. Call inside a transaction."""
    game = engine.get(room.game)
    called = list(room.seats.order_by("number").values_list("name", flat=True))
    number = room.matches.count() + 1
    match = Match(
        room=room, number=number, game=room.game, options=game.clean_options(room.options), names=called,
        seed=secrets.token_hex(16), started_at=now,
    )  # fmt: skip
    state = game.setup(match.options, called, engine.World(0.0, chance_of(match, 0)))
    match.state = game.dump(state)
    _set_clock(match, state, now, bots=_bots_in(room.pk), moved=None)
    match.save()
    results.enter(match, room)
    return match


def play(
    match_id: int,
    actor: int | str,
    command: Any,
    *,
    cause: str,
    now: datetime,
    decided_on: int | None = None,
    wait: str | None = None,
) -> Match:
    """Apply a command and return the match after it.

    `decided_on` is the version that the actor saw (None: the present one); with `wait`, the command is for that wait
    only. Raises `IllegalCommand`, `MovedOn` when the picture was too old, `Refused` while paused or after the end.
    The same command given again on the same version changes nothing and is no error.
    """
    with door():
        match = locked(match_id)
        if wait is not None and match.wait != wait:
            raise MovedOn(_("The match has moved on."))
        return _play(match, _seats(match.room_id), actor, command, cause, decided_on, now)


def play_as(room_id: int, person: Person | None, command: Any, *, decided_on: int, now: datetime) -> Match:
    """Apply the command of a person in the latest match of a room, as `play` does. `NotYours` for who has no seat."""
    with door():
        match = _lock(Match.objects.filter(room=room_id)).order_by("-number").first()
        if match is None:
            raise Refused(_("The match has not begun."))
        seats = _seats(room_id)
        actor = _actor(match, seats, person, command)
        return _play(match, seats, actor, command, Move.Cause.PLAYER, decided_on, now)


def _actor(match: Match, seats: list[Sitting], person: Person | None, command: Any) -> int | str:
    """Return who gives this command: a seat, or the host. `NotYours` for everyone else.

    A player who became host in a game whose host has commands of their own gives those as the host.
    """
    own = next((one for one in seats if person is not None and one.person == person.pk), None)
    if person is not None and match.room.host_id == person.pk and (own is None or command in host_commands(match)):
        return "host"
    if own is None:
        raise NotYours(_("You are watching. Only those with a seat can play."))
    if own.bot:
        raise NotYours(_("A bot plays your seat. Take it back first."))
    return own.number


def _play(
    match: Match, seats: list[Sitting], actor: int | str, command: Any, cause: str, decided_on: int | None,
    now: datetime,
) -> Match:  # fmt: skip
    started = time.perf_counter()
    decided_on = match.version if decided_on is None else decided_on
    if not 0 <= decided_on <= match.version:
        raise Refused(_("This page shows a version of the match that never was. Load it again."))
    own = match.moves.filter(actor=str(actor), version__gt=decided_on) if decided_on < match.version else None
    if own is not None:
        if own.filter(decided_on=decided_on, command=command).exists():
            return match
        if own.exists():
            raise MovedOn(_("The match has moved on since your page was drawn. Here is how it stands now."))
    if match.ended_at is not None:
        raise MovedOn(_("The match is over.")) if decided_on < match.version else Refused(_("The match is over."))
    if match.paused_at is not None:
        raise Refused(_("The match is paused. The host can resume it."))
    try:
        _apply(match, _bots(seats), actor, command, cause, decided_on, now)
    except engine.IllegalCommand:
        metrics.REFUSED.labels(match.game).inc()
        raise
    metrics.SECONDS.labels(match.game).observe(time.perf_counter() - started)
    return match


def _apply(
    match: Match, bots: dict[int, str], actor: int | str, command: Any, cause: str, decided_on: int, now: datetime
) -> None:
    game = engine.get(match.game)
    state = game.load(match.state)
    version = match.version + 1
    at = match_time(match, now)
    try:
        step = game.apply(state, actor, command, engine.World(at, chance_of(match, version)))
    except engine.MalformedCommand:
        raise
    except engine.IllegalCommand:
        if decided_on < match.version:
            raise MovedOn(_("The match has moved on since your page was drawn. Here is how it stands now.")) from None
        raise
    except Exception:
        # The transaction is rolled back, so the match stands as it was. The command may be a secret: it is not logged.
        metrics.FAULTS.labels(match.game).inc()
        logger.exception(
            "match %s version %s: applying a command of %s failed; the match stands as it was",
            match.pk, match.version, actor, extra={"match": match.pk, "version": match.version},
        )  # fmt: skip
        raise Refused(
            _(
                "Something in the game went wrong, and nothing was changed. "
                "The host can skip this choice or end the match."
            )
        ) from None
    match.state = game.dump(step.state)
    match.version = version
    shown = game.view(step.state, None)
    if shown["over"]:
        match.ended_at = now
    _set_clock(match, step.state, now, bots=bots, moved=actor)
    match.save(
        update_fields=[
            "state",
            "version",
            "ended_at",
            "wait",
            "wait_seconds",
            "deadline",
            "automatic",
            "bots_due",
            "due_at",
        ]
    )
    Move.objects.create(
        match=match, version=version, decided_on=decided_on, actor=str(actor), command=command, cause=cause, now=at,
        events=step.events, made_at=now,
    )  # fmt: skip
    if shown["over"]:
        results.settle(match, shown, now)
    metrics.COMMANDS.labels(match.game, cause).inc()
    transaction.on_commit(lambda: tables.past.add(match, tables.Told(version, actor, cause, step.events)))
    announce(match.room_id, match)


class Sitting(NamedTuple):
    """Who sits where: a person (None: nobody ever did), and the level of the bot that plays there now, if one does."""

    number: int
    person: uuid.UUID | None
    bot: str


def _seats(room_id: int) -> list[Sitting]:
    rows = Seat.objects.filter(room=room_id).order_by().values_list("number", "person", "bot")
    return [Sitting(*row) for row in rows]


def _bots(seats: Iterable[Sitting]) -> dict[int, str]:
    """Return the seats that bots play, with their levels."""
    return {one.number: one.bot for one in seats if one.bot}


def _bots_in(room_id: int) -> dict[int, str]:
    return _bots(_seats(room_id))


def _set_clock(match: Match, state: Any, now: datetime, bots: dict[int, str], moved: int | str | None) -> None:
    """Set what is due when, for the wait that `state` is in. `moved`: who has just moved; their bot draws anew."""
    game = engine.get(match.game)
    view = game.view(state, None)
    wait = game.wait(state)
    anew = wait != match.wait
    match.wait = wait
    if anew:
        seconds = game.seconds(state)
        own = view.get("deadline")
        automatic = seconds is not None
        if seconds is None and match.room.clock and "deadline" not in view:
            seconds = match.room.clock
            automatic = match.room.at_zero == Room.AtZero.AUTO
        if view["over"]:
            seconds = None
        match.wait_seconds = seconds
        match.automatic = automatic
        match.deadline = None if seconds is None else now + timedelta(seconds=seconds)
    own = view.get("deadline")
    if "deadline" in view and game.seconds(state) is None:
        # Its host keeps the game's own time, which it shows in its view, in seconds of match time.
        match.deadline = None if own is None else match.started_at + timedelta(seconds=match.paused_seconds + own)
        match.wait_seconds = None if own is None else own - view["started"]
    _set_due(match, view["to_act"], now, bots, fresh=anew, moved=moved)


def _set_due(
    match: Match, to_act: list[int | str], now: datetime, bots: dict[int, str], *, fresh: bool, moved: int | str | None
) -> None:
    """Draw when each bot that owes a command gives it, keep what was drawn, and find the earliest alarm."""
    kept = {} if fresh else match.bots_due
    shorter = 0.25 if len(bots) == len(match.names) else 1.0
    due = {}
    for seat in to_act:
        if seat in bots:
            drawn = random.Random(f"{match.seed}:delay:{match.version}:{seat}").uniform(*BOT_DELAY) * shorter  # noqa: S311
            due[str(seat)] = round(now.timestamp() + drawn, 3)
            if seat != moved and str(seat) in kept:
                due[str(seat)] = kept[str(seat)]
    match.bots_due = due
    moments = [datetime.fromtimestamp(moment, tz=now.tzinfo) for moment in due.values()]
    if match.deadline is not None and match.automatic and to_act:
        moments.append(match.deadline + GRACE)
    match.due_at = min(moments, default=None) if match.paused_at is None and match.ended_at is None else None


def to_act(match: Match) -> list[int | str]:
    """Return who owes a command now."""
    game = engine.get(match.game)
    acting: list[int | str] = game.view(game.load(match.state), None)["to_act"]
    return acting


def host_commands(match: Match) -> list[dict[str, Any]]:
    """Return the commands of the game's own that its host may give now; none in most games."""
    game = engine.get(match.game)
    return list(game.commands(game.load(match.state), "host"))


def default(match: Match, actor: int | str) -> dict[str, Any]:
    """Return the command that stands in for a missing choice of `actor`."""
    game = engine.get(match.game)
    return game.default(game.load(match.state), actor)


def reseat(match: Match, now: datetime) -> None:
    """Draw the bots' times again after a seat changed hands. Call inside a transaction, with the match locked."""
    if match.ended_at is None:
        _set_due(match, to_act(match), now, _bots_in(match.room_id), fresh=False, moved=None)
        match.save(update_fields=["bots_due", "due_at"])


def skip(match_id: int, *, cause: str, now: datetime, decided_on: int | None = None) -> int:
    """Give everyone's missing choice by default, for the present wait; return how many were given.

    A second tap on a page as old as the first skips nobody else: `MovedOn`, where `decided_on` is given. In a game
    whose host has a command for it (Seven Rounds), that command is given instead.
    """
    match = Match.objects.select_related("room").get(pk=match_id)
    if decided_on is not None and match.moves.filter(version__gt=decided_on, cause=cause).exists():
        raise MovedOn(_("They have been skipped already. Here is how it stands now."))
    if match.deadline is not None and not match.paused_at and now < match.deadline and cause == Move.Cause.HOST:
        left = int((match.deadline - now).total_seconds()) + 1
        raise Refused(_("Their time is not up yet: {n} s are left. You can skip them then.").format(n=left))
    for command in host_commands(match):
        if command["type"] == "skip_missing":
            play(match_id, "host", command, cause=cause, now=now)
            return 1
    return stand_in(match, cause=cause, now=now)


def stand_in(match: Match, *, cause: str, now: datetime) -> int:
    """Play the default of everyone who owes a command in the wait that `match` shows; return how many were played."""
    wait, given = match.wait, 0
    while match.wait == wait and match.ended_at is None:
        actors = to_act(match)
        if not actors:
            break
        try:
            match = play(match.pk, actors[0], default(match, actors[0]), cause=cause, now=now, wait=wait)
        except (engine.IllegalCommand, MovedOn):
            match = Match.objects.select_related("room").get(pk=match.pk)  # another alarm, or the player, was first
            if match.wait == wait and actors[0] in to_act(match):
                raise
            continue
        given += 1
    return given


def add_time(match_id: int, seconds: int, *, cause: str, now: datetime) -> None:
    """Move the deadline of this wait, from now if it has passed already."""
    with door():
        match = locked(match_id)
        _check_running(match)
        if any(command["type"] == "add_time" for command in host_commands(match)):
            _apply(match, _bots_in(match.room_id), "host", {"type": "add_time"}, cause, match.version, now)
            return
        if match.deadline is None:
            raise Refused(_("There is no clock to add time to."))
        base = match.deadline if match.paused_at else max(match.deadline, now)
        match.deadline = base + timedelta(seconds=seconds)
        match.wait_seconds = (match.wait_seconds or 0) + seconds
        _set_due(match, to_act(match), now, _bots_in(match.room_id), fresh=False, moved=None)
        match.save(update_fields=["deadline", "wait_seconds", "bots_due", "due_at"])
        touch(match.room)


def pause(match_id: int, now: datetime) -> None:
    """Stop the clock and refuse commands until `resume`."""
    with door():
        match = locked(match_id)
        _check_running(match)
        if match.paused_at is None:
            match.paused_at = now
            match.due_at = None
            match.save(update_fields=["paused_at", "due_at"])
            touch(match.room)


def resume(match_id: int, now: datetime) -> None:
    """Let the clock run on: everyone has the time left that they had at the pause."""
    with door():
        match = locked(match_id)
        _check_running(match)
        if match.paused_at is not None:
            stood = now - match.paused_at
            match.paused_seconds += stood.total_seconds()
            match.paused_at = None
            if match.deadline is not None:
                match.deadline += stood
            match.bots_due = {seat: round(moment + stood.total_seconds(), 3) for seat, moment in match.bots_due.items()}
            _set_due(match, to_act(match), now, _bots_in(match.room_id), fresh=False, moved=None)
            match.save(update_fields=["paused_seconds", "paused_at", "deadline", "bots_due", "due_at"])
            touch(match.room)


def end(match_id: int, *, cause: str, now: datetime) -> None:
    """End the match. A game with a command of the host's for that scores it; any other is broken off, won by nobody."""
    with door():
        match = locked(match_id)
        _check_running(match)
        if match.paused_at is not None:
            match.paused_seconds += (now - match.paused_at).total_seconds()
            match.paused_at = None
        if any(command["type"] == "end_match" for command in host_commands(match)):
            match.save(update_fields=["paused_seconds", "paused_at"])
            _apply(match, _bots_in(match.room_id), "host", {"type": "end_match"}, cause, match.version, now)
            return
        match.ended_at, match.broken_off, match.due_at, match.deadline = now, True, None, None
        match.save(update_fields=["ended_at", "broken_off", "due_at", "deadline", "paused_seconds", "paused_at"])
        results.settle(match, None, now)
        touch(match.room)


def _check_running(match: Match) -> None:
    if match.ended_at is not None:
        raise Refused(_("The match is over."))


def replay(match: Match) -> tuple[Any, list[list[dict[str, Any]]]]:
    """Rebuild a match from its moves; return the state and the events of each move."""
    game = engine.get(match.game)
    state = game.setup(match.options, match.names, engine.World(0.0, chance_of(match, 0)))
    told = []
    for move in match.moves.order_by("version"):
        actor = move.actor if move.actor == "host" else int(move.actor)
        step = game.apply(state, actor, move.command, engine.World(move.now, chance_of(match, move.version)))
        state = step.state
        told.append(step.events)
    return state, told


def rename(match_id: int, seat: int, name: str) -> None:
    """Call a seat something else in all that is kept of a match, as if it had always been called so.

    Names decide nothing: the same moves lead to the same state but for them. Where the rules have changed since, so
    that the moves lead elsewhere, the name is replaced in the state as it is kept.
    """
    with door():
        match = locked(match_id)
        old, called = match.names[seat], list(match.names)
        called[seat] = names.unique(name, {*called[:seat], *called[seat + 1 :]})
        holds = _is_as_replayed(match)
        match.names = called
        if holds:
            match.state = engine.get(match.game).dump(replay(match)[0])
        else:
            match.state = names.replaced(match.state, old, called[seat])
        match.save(update_fields=["names", "state"])
        touch(match.room)


def _is_as_replayed(match: Match) -> bool:
    try:
        state, _told = replay(match)
    except (ValueError, LookupError):
        return False
    return bool(engine.get(match.game).dump(state) == match.state)


def touch(room: Room) -> None:
    """Let every window know, after the commit, that something of the room other than a move has changed."""
    Room.objects.filter(pk=room.pk).update(version=F("version") + 1)
    announce(room.pk)


def announce(room_id: int, match: Match | None = None) -> None:
    """Nudge everyone who looks at the room, once what was written is safe. `match`: as it is written, where all is."""
    transaction.on_commit(lambda: broadcast.changed(room_id, match))
