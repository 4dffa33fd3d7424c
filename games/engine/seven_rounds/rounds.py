"""The course of a match: setup (S1), the rounds (S2, S3, S6), the end (S7); who may do what, and refusals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from ..contract import HOST, Actor, Command, Env, Event, IllegalCommand, MalformedCommand, Shape
from ..text import mark as _
from ..text import shown
from . import actions, missions
from .state import CHOOSE, OVER, RESULTS, ROUNDS, Options, Record, Table

EXTRA_SECONDS = 30
READING_SECONDS = 30

NEXT = "next"

# ── S1 Setup ──────────────────────────────────────────────────────────────────────────────────────────────────────


def setup(options: dict[str, Any], names: Sequence[str], env: Env) -> Table:
    """S1-1: every score at 0, round 1 open. S1-2: seat i gets the i-th of the shuffled missions."""
    seats = len(names)
    dealt: Sequence[str] = ()
    if options["missions"]:
        dealt = env.chance.shuffle("missions", [mission.id for mission in missions.MISSIONS])[:seats]
    table = Table(
        options=Options(**options),
        names=tuple(names),
        missions=tuple(dealt),
        phase=CHOOSE,
        round=1,
        attempt=1,
        started=None,
        deadline=None,
        choices=[None] * seats,
        has_read=[False] * seats,
        scores=[0] * seats,
        done_in=[0] * seats,
        history=(),
    )
    start_clock(table, env.now)
    return table


# ── S2 The course of a round ──────────────────────────────────────────────────────────────────────────────────────


def start_clock(table: Table, now: float) -> None:
    """S2-5: a hosted, timed round runs until its deadline; the web keeps the time of every other."""
    if table.options.host and table.is_timed:
        table.started = now
        table.deadline = now + table.options.round_seconds


def close_round(table: Table, phase: str) -> None:
    """Leave `choose` for another phase: no choice stays on the table, and no clock runs."""
    table.phase = phase
    table.choices = [None] * len(table.names)
    table.started = table.deadline = None


def open_round(table: Table, now: float, events: list[Event]) -> None:
    """Begin `table.round` with nothing chosen and fresh time."""
    table.phase = CHOOSE
    table.choices = [None] * len(table.names)
    table.has_read = [False] * len(table.names)
    start_clock(table, now)
    events.append({"type": "round_started", "round": table.round, "captain": table.captain, "deadline": table.deadline})


def lock(table: Table, seat: int, command: Command, events: list[Event]) -> None:
    """S2-1: the choice stands. S2-3: without a host, the last one reveals the round."""
    table.choices[seat] = actions.as_choice(command)
    events.append({"type": "locked", "seat": seat})
    if not table.options.host and None not in table.choices:
        reveal(table, events)


def skip_missing(table: Table, events: list[Event]) -> None:
    """S3-1: reveal with the missing seats as having made no choice."""
    events.append({"type": "missing", "seats": table.missing()})
    reveal(table, events)


def reveal(table: Table, events: list[Event]) -> None:
    """S2-4: score the round completely, then show the results, or end the match after round 7 (S7-1).

    S3-3: a round without a single choice is scored like any other.
    """
    choices = [choice or actions.NO_CHOICE for choice in table.choices]
    record = actions.resolve(table.round, table.captain, choices, table.scores)
    announce(record, events)
    table.history = (*table.history, record)
    table.scores = list(record.after)
    pay_missions(table, events)
    events.append({"type": "round_scored", "round": table.round, "scores": list(table.scores)})
    if table.round == ROUNDS:
        end_match(table, events)
    else:
        close_round(table, RESULTS)


def announce(record: Record, events: list[Event]) -> None:
    """Tell a reveal in order: the choices, what S4 paid by seat, the SWIPES as they were settled."""
    events.append(
        {
            "type": "revealed",
            "round": record.round,
            "captain": record.captain,
            "choices": [
                {"action": choice.action, "player": choice.player, "guess": choice.guess} for choice in record.choices
            ],
        }
    )
    for seat, choice in enumerate(record.choices):
        if choice.action is None or choice.action == actions.SWIPE:
            continue
        # A doubler cannot be robbed (S5-2), so its loss is of S4; any other loss is told by its SWIPE.
        lost = record.lost[seat] if choice.action == actions.DOUBLE_DOWN else 0
        events.append(
            {
                "type": "scored",
                "seat": seat,
                "action": choice.action,
                "hit": record.hit[seat],
                "points": record.earned[seat] - lost,
            }
        )
    for swipe in record.swipes:
        events.append({"type": "swipe", "seat": swipe.seat, "player": swipe.player, "outcome": swipe.outcome})


def pay_missions(table: Table, events: list[Event]) -> None:
    """S6-1: after all SWIPES, judge every open mission on the same facts, then pay. S6-2: each pays once."""
    completed = [
        seat
        for seat, mission in enumerate(table.missions)
        if not table.done_in[seat] and missions.is_completed(mission, table.history, seat)
    ]
    for seat in completed:
        table.done_in[seat] = table.round
        table.scores[seat] += missions.BONUS
        events.append({"type": "mission", "seat": seat, "mission": table.missions[seat], "points": missions.BONUS})


def add_time(table: Table, now: float, events: list[Event]) -> None:
    """S2-7: thirty seconds more, from the deadline, or from now when it has passed."""
    assert table.deadline is not None
    table.deadline = max(table.deadline, now) + EXTRA_SECONDS
    events.append({"type": "time_added", "seconds": EXTRA_SECONDS, "deadline": table.deadline})


def end_round(table: Table, now: float, events: list[Event]) -> None:
    """S2-8: drop the choices unseen and play the round again: same number, same Captain (S1-3), fresh time."""
    events.append({"type": "round_voided", "round": table.round})
    table.attempt += 1
    open_round(table, now, events)


def read_on(table: Table, seat: int, now: float, events: list[Event]) -> None:
    """S2-9, hostless: this seat has read the results; the last one starts the next round."""
    table.has_read[seat] = True
    events.append({"type": "ready", "seat": seat})
    if all(table.has_read):
        next_round(table, now, events)


def next_round(table: Table, now: float, events: list[Event]) -> None:
    """S2-9: the next round starts now."""
    table.round += 1
    table.attempt = 1
    open_round(table, now, events)


# ── S7 The end ────────────────────────────────────────────────────────────────────────────────────────────────────


def end_match(table: Table, events: list[Event]) -> None:
    """S7-1, S7-4: the match is over as the scores of the completed rounds stand; S7-3: all missions are public."""
    close_round(table, OVER)
    events.append(
        {
            "type": "match_over",
            "winners": table.winners(),
            "scores": list(table.scores),
            "missions": list(table.missions) or [None] * len(table.names),
        }
    )


# ── Who may do what ───────────────────────────────────────────────────────────────────────────────────────────────

Refusal = IllegalCommand | None


def named(table: Table, seats: Sequence[int]) -> tuple[str, ...]:
    return tuple(table.names[seat] for seat in seats)


def unless_choosing(table: Table) -> Refusal:
    if table.phase == OVER:
        return IllegalCommand(_("The match is over."))
    if table.phase == RESULTS:
        return IllegalCommand(_("Round {round} has been revealed. Wait for the next round."), round=table.round)
    return None


def unless_all_ready(table: Table) -> Refusal:
    """S2-3"""
    if refusal := unless_choosing(table):
        return refusal
    if missing := table.missing():
        return IllegalCommand(_("Not everybody has locked in yet. Missing: {names}."), names=named(table, missing))
    return None


def unless_missing(table: Table) -> Refusal:
    if refusal := unless_choosing(table):
        return refusal
    if not table.missing():
        return IllegalCommand(_("Everybody has locked in. Reveal the round."))
    return None


def unless_timed(table: Table) -> Refusal:
    if refusal := unless_missing(table):
        return refusal
    if table.deadline is None:
        return IllegalCommand(_("This match has no time limit, so there is no time to add."))
    return None


def unless_results(table: Table) -> Refusal:
    if table.phase == OVER:
        return IllegalCommand(_("The match is over."))
    if table.phase == CHOOSE:
        return IllegalCommand(_("Round {round} has not been revealed yet."), round=table.round)
    return None


def unless_running(table: Table) -> Refusal:
    return IllegalCommand(_("The match is over.")) if table.phase == OVER else None


HOST_COMMANDS: dict[str, Callable[[Table], Refusal]] = {
    "reveal": unless_all_ready,
    "skip_missing": unless_missing,
    "add_time": unless_timed,
    NEXT: unless_results,
    "end_round": unless_choosing,
    "end_match": unless_running,
}
"""What the host may give, in the page's order, each with what stands against it."""

SHAPES = actions.SHAPES | {command: Shape() for command in HOST_COMMANDS}


def commands(table: Table, actor: Actor) -> list[Command]:
    """Every command `actor` may give, in the page's order; all new, so that the caller may change them.

    The clock is not known here, so a timed `skip_missing` is listed whenever a seat is missing (S2-6).
    """
    if actor == HOST:
        if not table.options.host:
            return []
        return [{"type": command} for command, refusal in HOST_COMMANDS.items() if not refusal(table)]
    if not table.is_seat(actor) or not table.owes(actor):
        return []
    if table.phase == RESULTS:
        return [{"type": NEXT}]
    return [dict(command) for command in actions.listed(len(table.names), actor)]


def refuse(table: Table, actor: Actor, command: Command, now: float) -> None:
    """Raise `IllegalCommand` unless `actor` may give this well-formed command now."""
    kind = command["type"]
    if actor == HOST:
        refuse_host(table, kind, now)
    elif not table.is_seat(actor):
        raise IllegalCommand(_("There is no seat {seat} at this table."), seat=shown(actor))
    elif kind == NEXT:
        refuse_next(table, actor)
    elif kind in HOST_COMMANDS:
        raise IllegalCommand(_("“{type}” is for the host, not for players."), type=kind)
    else:
        refuse_choice(table, actor, command)


def refuse_host(table: Table, kind: str, now: float) -> None:
    """The host's commands; S2-6 is the one thing that only the clock decides."""
    if not table.options.host:
        raise IllegalCommand(_("This table runs by itself, without a host."))
    if kind not in HOST_COMMANDS:
        raise IllegalCommand(_("The host does not play: “{type}” is for players."), type=kind)
    if refusal := HOST_COMMANDS[kind](table):
        raise refusal
    if kind == "skip_missing" and table.deadline is not None and now < table.deadline:
        raise IllegalCommand(
            _("There is time left. You can skip once it is up. Missing: {names}."),
            names=named(table, table.missing()),
        )


def refuse_next(table: Table, seat: int) -> None:
    """S2-9: each seat says once that it has read the results, and only where there is no host."""
    if table.options.host:
        raise IllegalCommand(_("The host starts the next round."))
    if refusal := unless_results(table):
        raise refusal
    if table.has_read[seat]:
        raise IllegalCommand(
            _("You have read the results. The next round waits for {names}."), names=named(table, table.owing())
        )


def refuse_choice(table: Table, seat: int, command: Command) -> None:
    """S2-1, S2-2: one choice a round, and one of those that are listed."""
    if refusal := unless_choosing(table):
        raise refusal
    if table.choices[seat] is not None:
        raise IllegalCommand(_("You have locked in. Your choice stands until the reveal."))
    if command not in actions.listed(len(table.names), seat):
        explain(seat, command)


def explain(seat: int, command: Command) -> NoReturn:
    """Say what is wrong with the target or the guess of a choice that is not listed (S2-2)."""
    player, guess = command.get("player"), command.get("action")
    if guess == actions.PREDICT:
        raise IllegalCommand(_("PREDICT can't be guessed. Choose one of the other four."))
    if guess is not None:
        raise MalformedCommand(_("There is no action “{action}” to guess."), action=shown(guess))
    if player != seat:
        raise MalformedCommand(_("There is no player {player} at this table."), player=shown(player))
    if command["type"] == actions.SWIPE:
        raise IllegalCommand(_("You can't SWIPE from yourself. Choose another player."))
    raise IllegalCommand(_("You can't TEAM UP with yourself. Choose another player."))


def carry_out(table: Table, actor: Actor, command: Command, now: float, events: list[Event]) -> None:
    """Do what a legal command says."""
    kind = command["type"]
    if table.is_seat(actor):
        if kind == NEXT:
            read_on(table, actor, now, events)
        else:
            lock(table, actor, command, events)
    elif kind == "reveal":
        reveal(table, events)
    elif kind == "skip_missing":
        skip_missing(table, events)
    elif kind == "add_time":
        add_time(table, now, events)
    elif kind == NEXT:
        next_round(table, now, events)
    elif kind == "end_round":
        end_round(table, now, events)
    else:
        end_match(table, events)


# ── Missing choices and time ──────────────────────────────────────────────────────────────────────────────────────


def default(table: Table, actor: Actor) -> Command:
    """What stands in for a missing choice. Raises `IllegalCommand` if `actor` owes nothing."""
    choosing = table.phase == CHOOSE
    if actor == HOST and table.host_owes():
        return {"type": "reveal" if choosing else NEXT}
    if table.is_seat(actor) and table.owes(actor):
        return {"type": actions.PASS if choosing else NEXT}
    raise IllegalCommand(_("Nothing is missing from {actor} now."), actor=shown(actor))


def seconds(table: Table) -> int | None:
    """Hostless tables: the round's time, and a while for the results. A hosted round has its `deadline` instead."""
    if table.options.host or not table.is_timed or table.phase == OVER:
        return None
    return table.options.round_seconds if table.phase == CHOOSE else READING_SECONDS


def wait(table: Table) -> str:
    """A name for each round played or played again, each reveal that the host owes, each set of results, the end."""
    if table.phase == OVER:
        return OVER
    if table.phase == RESULTS:
        return f"{RESULTS} {table.round}"
    return f"{'reveal' if table.host_owes() else CHOOSE} {table.round}.{table.attempt}"
