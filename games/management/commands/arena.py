"""`manage.py arena standoff --a hard --b normal --matches 200 --seats 4`: how much better one kind of bot is."""

from __future__ import annotations

import json
import time

from django.core.management import BaseCommand, CommandError

from games import engine
from games.engine import arena
from games.engine.arena import Contest, Pace, Result
from games.engine.options import IllegalOption

from .simulate import key_and_value, value_of


class Command(BaseCommand):
    help = (
        "Plays one seat of one level among others of another level, at every number of seats that the game takes or "
        "at one, and says how large its share of wins is beside the fair share."
    )
    requires_system_checks = ()

    def add_arguments(self, parser):
        sides = ", ".join(arena.SIDES)
        parser.add_argument("slug", help=", ".join(game.slug for game in engine.all()))
        parser.add_argument("--a", default="hard", metavar="LEVEL", help=f"the tested seat: {sides} (hard)")
        parser.add_argument("--b", default="normal", metavar="LEVEL", help="all other seats (normal)")
        parser.add_argument("--matches", type=int, default=200, help="how many at each number of seats (200)")
        parser.add_argument(
            "--seats", type=int, help="how many play (one number after another, all that the game takes)"
        )
        parser.add_argument("--seed", default="0", help="another seed, other matches (0)")
        parser.add_argument(
            "--option",
            action="append",
            default=[],
            metavar="KEY=VALUE",
            help="an option of the game, as often as needed",
        )

    def handle(self, *, slug, a, b, matches, seats, seed, option, **given):
        try:
            game = engine.get(slug)
        except KeyError:
            known = ", ".join(game.slug for game in engine.all())
            raise CommandError(f"There is no game “{slug}”, only {known}.") from None
        if matches < 1:
            raise CommandError("At least one match has to be played.")
        pairs = dict(map(key_and_value, option))
        counts = range(game.min_seats, game.max_seats + 1) if seats is None else [seats]
        try:
            options = game.clean_options({key: value_of(game, key, text) for key, text in pairs.items()})
            # What the machine does meanwhile for others is not the bots' time.
            contest = Contest(game, options, a, b, seed, time.thread_time)
            settled = ", ".join(f"{key} {json.dumps(value)}" for key, value in options.items())
            self.stdout.write(f"{game.name}: one {a} among {b}, {settled}, seed {seed}")
            for count in counts:
                for line in report(contest.play(count, matches), a, b):
                    self.stdout.write(line)
                self.stdout.flush()
        except (IllegalOption, arena.CannotPlay) as refusal:
            raise CommandError(str(refusal)) from refusal


def report(result: Result, tested: str, others: str) -> list[str]:
    """What came of a contest, in a few lines."""
    drawn, capped = (f"{number:,} ({number / result.matches:.0%})" for number in (result.draws, result.capped))
    lines = [
        f"{result.seats} seats: {result.matches:,} matches, {result.wins:,.6g} won, {drawn} drawn, {capped} capped",
        f"  ratio {interval(result, result.matches)}",
    ]
    if 0 < result.draws < result.matches:
        lines.append(f"  in decided matches {interval(result, result.decided)}")
    paces = [(f"the tested {tested}", result.tested), (f"the other {others}", result.others)]
    lines += [f"  {side}: {spent(pace)}" for side, pace in paces if pace.decisions]
    return lines


def interval(result: Result, matches: int) -> str:
    """The ratio in so many matches, with what it may well be in truth."""
    ratio, low, high = result.ratio(matches)
    return f"{ratio:.2f} (95 %: {low:.2f} to {high:.2f})"


def spent(pace: Pace) -> str:
    return f"{1000 * pace.mean:.2f} ms a decision, {1000 * pace.worst:.0f} ms at worst"
