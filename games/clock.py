"""Time: playing for those whose time is up.

A deadline stands in the database, with the match. `settle` decides from it alone, so that any number of processes may
ask, at any time, twice: the door lets the first one through. `Ticker` asks in every process that serves the site, and
`manage.py clock` does where none does.
"""

from __future__ import annotations

import logging
import threading
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import datetime, timedelta

from django.db import close_old_connections, connections
from django.utils import timezone

from . import bots, engine, matches, metrics, pairing, rooms
from .models import Match, Move, Seat
from .refusals import MovedOn, Refused

logger = logging.getLogger(__name__)


def settle(match_id: int, now: datetime) -> int:
    """Play for everyone whose moment has come; return how many commands were given. Safe to call at any time, twice."""
    match = Match.objects.select_related("room").get(pk=match_id)
    if match.due_at is None or match.due_at > now or match.paused_at is not None or match.ended_at is not None:
        return 0
    metrics.LATE.observe((now - match.due_at).total_seconds())
    given = _bots(match, now)
    match.refresh_from_db()
    if (
        match.due_at is not None
        and match.automatic
        and match.deadline is not None
        and match.deadline + matches.GRACE <= now
    ):
        try:
            given += matches.stand_in(match, cause=Move.Cause.CLOCK, now=now)
        except (engine.IllegalCommand, Refused):
            logger.exception("match %s version %s: nobody could be played for at zero", match.pk, match.version)
    return given


def _bots(match: Match, now: datetime) -> int:
    """Let each bot whose time has come give its command."""
    given = 0
    levels = dict(Seat.objects.filter(room=match.room_id).exclude(bot="").values_list("number", "bot"))
    for seat in sorted(int(seat) for seat, moment in match.bots_due.items() if moment <= now.timestamp()):
        if seat not in levels:
            continue
        try:
            match = _bot(match, seat, levels[seat], now)
        except MovedOn:
            break
        except (engine.IllegalCommand, Refused):
            logger.exception("match %s version %s: the bot of seat %s could not move", match.pk, match.version, seat)
        else:
            given += 1
    return given


def _bot(match: Match, seat: int, level: str, now: datetime) -> Match:
    """Give the command that the policy chose; the default when it failed or took too long."""
    try:
        command = bots.decide(match, seat, level)
        return matches.play(match.pk, seat, command, cause=Move.Cause.BOT, now=now, wait=match.wait)
    except (MovedOn, Refused):
        raise
    except Exception:
        logger.exception(
            "match %s version %s: the bot of seat %s failed; its default is played", match.pk, match.version, seat
        )
    return matches.play(match.pk, seat, matches.default(match, seat), cause=Move.Cause.BOT, now=now, wait=match.wait)


def due(now: datetime) -> list[int]:
    """Return the matches in which somebody's moment has come, the longest overdue first."""
    return list(Match.objects.filter(due_at__lte=now).order_by("due_at").values_list("pk", flat=True))


def tick(now: datetime) -> int:
    """Settle every match that is due; return how many commands were given."""
    return sum(_settle_safely(match_id, now) for match_id in due(now))


def _settle_safely(match_id: int, now: datetime) -> int:
    try:
        return settle(match_id, now)
    except Exception:
        logger.exception("match %s could not be settled; the others go on", match_id)
        return 0


class Ticker:
    """The loop that looks at the clock four times a second, in a thread of its own, until it is stopped; once a second
    it also looks who has gone, and who in the queues can be seated.

    Matches are settled side by side, so that a bot that thinks holds up no other table.
    """

    BEAT = 0.25
    ROUNDS = timedelta(seconds=1)

    def __init__(self, workers: int = 4) -> None:
        self._stopped = threading.Event()
        self._pool = ThreadPoolExecutor(workers, thread_name_prefix="settle")
        self._busy: dict[int, Future[None]] = {}
        self._thread = threading.Thread(target=self._run, name="clock", daemon=True)

    def start(self) -> None:
        """Begin to tick."""
        self._thread.start()

    def stop(self) -> None:
        """Stop after the present beat; what is under way is finished."""
        self._stopped.set()
        self._thread.join(5)
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _run(self) -> None:
        last = timezone.now()
        while not self._stopped.wait(self.BEAT):
            now = timezone.now()
            try:
                self._settle_due(now)
                if now - last >= self.ROUNDS:
                    rooms.sweep(now, last)
                    rooms.relieve(now)
                    pairing.pair(now)
                    last = now
            except Exception:
                logger.exception("the clock could not look at the database; it tries again")
            close_old_connections()
        connections.close_all()

    def _settle_due(self, now: datetime) -> None:
        self._busy = {match_id: job for match_id, job in self._busy.items() if not job.done()}
        for match_id in due(now):
            if match_id not in self._busy:
                self._busy[match_id] = self._pool.submit(self._settle, match_id, now)

    @staticmethod
    def _settle(match_id: int, now: datetime) -> None:
        try:
            _settle_safely(match_id, now)
        finally:
            close_old_connections()
