"""`manage.py simulate standoff --matches 200 --seats 4 --set random`: random matches, and how fast they are played."""

from __future__ import annotations

import json
import time

from django.core.management import BaseCommand, CommandError

from games import engine
from games.engine import playout
from games.engine.contract import Game
from games.engine.options import IllegalOption

NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal", "Ida", "Jo", "Kit", "Lou")


class Command(BaseCommand):
    help = "Plays random matches of a game, all from one seed, and says how long they are and how fast."
    requires_system_checks = ()

    def add_arguments(self, parser):
        parser.add_argument("slug", help=", ".join(game.slug for game in engine.all()))
        parser.add_argument("--matches", type=int, default=100, help="how many (100)")
        parser.add_argument("--seats", type=int, help="how many play (the fewest that the game takes)")
        parser.add_argument("--seed", default="0", help="another seed, other matches (0)")
        parser.add_argument(
            "--option",
            action="append",
            default=[],
            metavar="KEY=VALUE",
            help="an option of the game, as often as needed",
        )
        keys = {option.key: None for game in engine.all() for option in game.options}
        options = parser.add_argument_group("options of the games, in short")
        for key in keys:
            options.add_argument(f"--{key}", dest=f"option_{key}", metavar="VALUE")

    def handle(self, *, slug, matches, seats, seed, option, **given):
        try:
            game = engine.get(slug)
        except KeyError:
            known = ", ".join(game.slug for game in engine.all())
            raise CommandError(f"There is no game “{slug}”, only {known}.") from None
        if matches < 1:
            raise CommandError("At least one match has to be played.")
        short = {key.removeprefix("option_"): text for key, text in given.items() if key.startswith("option_")}
        pairs = dict(map(key_and_value, option)) | {key: text for key, text in short.items() if text is not None}
        count = game.min_seats if seats is None else seats
        try:
            options = game.clean_options({key: value_of(game, key, text) for key, text in pairs.items()})
            names = [NAMES[seat] if seat < len(NAMES) else f"Seat {seat}" for seat in range(count)]
            lengths, winners, seconds = simulate(game, options, names, seed, matches)
        except IllegalOption as refusal:
            raise CommandError(str(refusal)) from refusal

        settled = ", ".join(f"{key} {json.dumps(value)}" for key, value in options.items())
        total = sum(lengths)
        self.stdout.write(f"{game.name}: {count} seats, {settled}, seed {seed}")
        self.stdout.write(f"{matches:,} matches, {total:,} commands in {seconds:.2f} s")
        self.stdout.write(f"{total / seconds:,.0f} commands a second, {matches / seconds:,.1f} matches a second")
        self.stdout.write(f"{total / matches:,.1f} commands a match, from {min(lengths):,} to {max(lengths):,}")
        one, none = sum(len(won) == 1 for won in winners), winners.count([])
        self.stdout.write(f"{one:,} with one winner, {matches - one - none:,} with several, {none:,} with none")
        self.stdout.write(
            "wins by seat: " + ", ".join(f"{sum(seat in won for won in winners):,}" for seat in range(count))
        )


def key_and_value(text: str) -> tuple[str, str]:
    key, equals, value = text.partition("=")
    if not key or not equals:
        raise CommandError(f"“{text}” is no option: write --option key=value.")
    return key, value


def value_of(game: Game, key: str, text: str) -> object:
    """What was typed, as the number, truth or word that this option takes; the text itself when it takes none such."""
    for option in game.options:
        if option.key == key and not option.takes(text):
            try:
                return json.loads(text)
            except ValueError:
                return text
    return text


def simulate(
    game: Game, options: dict, names: list[str], seed: str, matches: int
) -> tuple[list[int], list[list[int]], float]:
    """Return how many commands each match took, which seats won it, and the seconds that all of them took."""
    lengths, winners = [], []
    start = time.perf_counter()
    for number in range(matches):
        moves = 0
        for moves, move in enumerate(playout.play(game, options, names, f"{seed}/{number}"), 1):  # noqa: B007
            last = move.step.state
        lengths.append(moves)
        winners.append(game.view(last, None)["winners"])
    return lengths, winners, time.perf_counter() - start
