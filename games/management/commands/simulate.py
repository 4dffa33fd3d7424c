"""`manage.py simulate standoff --matches 200 --seats 4 --set random`: random matches, and how fast they are played."""

from __future__ import annotations

import json
import time
from collections import Counter

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
            "--option", action="append", default=[], metavar="KEY=VALUE", help="an option of the game, as often as needed"
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
            lengths, endings, seconds = simulate(game, options, names, seed, matches)
        except IllegalOption as refusal:
            raise CommandError(str(refusal)) from refusal

        settled = ", ".join(f"{key} {json.dumps(value)}" for key, value in options.items())
        total = sum(lengths)
        self.stdout.write(f"{game.name}: {count} seats, {settled}, seed {seed}")
        self.stdout.write(f"{matches:,} matches, {total:,} commands in {seconds:.2f} s")
        self.stdout.write(f"{total / seconds:,.0f} commands a second, {matches / seconds:,.1f} matches a second")
        self.stdout.write(f"{total / matches:,.1f} commands a match, from {min(lengths):,} to {max(lengths):,}")
        for ending, times in sorted(endings.items(), key=lambda one: (-one[1], one[0])):
            self.stdout.write(f"{times:,} ended: {ending}")


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


def simulate(game: Game, options: dict, names: list[str], seed: str, matches: int) -> tuple[list[int], Counter, float]:
    """Return the commands of each match, how often which seats won, and how many seconds all that took."""
    lengths, endings = [], Counter()
    start = time.perf_counter()
    for number in range(matches):
        length = 0
        for length, move in enumerate(playout.play(game, options, names, f"{seed}/{number}"), 1):  # noqa: B007
            pass
        lengths.append(length)
        endings[ending(game.view(move.step.state, None)["winners"], names)] += 1
    return lengths, endings, time.perf_counter() - start


def ending(winners: list[int], names: list[str]) -> str:
    if not winners:
        return "nobody won"
    return " and ".join(names[seat] for seat in winners) + " won"
