"""`manage.py verify FILE`: play a record again from its seed, and say whether it holds, bit for bit."""

from pathlib import Path

from django.core.management import BaseCommand, CommandError

from games import engine, records
from games.refusals import Refused


class Command(BaseCommand):
    """Exit status 1 when the record does not hold. Needs no database."""

    help = "Play a record again from its seed: every random outcome, state and event must come out as it says."
    requires_system_checks = []

    def add_arguments(self, parser):
        parser.add_argument("file", type=Path, help="a record, as the replay page gives it")
        parser.add_argument("--commitment", default="", help="what the table showed when the match began")

    def handle(self, *, file, commitment, **options):
        try:
            played = records.check(records.parse(file.read_bytes()))
        except OSError as error:
            raise CommandError(f"{file} cannot be read ({error.strerror}).") from None
        except Refused as refusal:
            raise CommandError(str(refusal)) from None
        if commitment and commitment.strip().lower() != played.commitment:
            raise CommandError(
                f"This is not the match that was sealed as {commitment}; the record's commitment is "
                f"{played.commitment}."
            )
        account = played.account
        self.stdout.write(
            f"The record holds: {engine.get(account.game).name}, {len(account.moves)} moves, from the seed to the last "
            f"state and event.\nCommitment  {played.commitment}\nFingerprint {played.fingerprint}"
        )
        if not commitment:
            self.stdout.write("Compare the commitment with what the table showed when the match began.")
