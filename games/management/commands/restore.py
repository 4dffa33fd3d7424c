"""`manage.py restore FILE`: a backup into an empty place."""

import gzip
import json
import tempfile
from pathlib import Path

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import BaseCommand, CommandError, call_command
from django.db import transaction

from games import serving
from games.models import Person, Room


class Command(BaseCommand):
    """Works from SQLite to PostgreSQL and back, too."""

    help = "Read a backup into an empty database; the site then goes on where it was."
    requires_system_checks = ()

    def add_arguments(self, parser):
        parser.add_argument("file", type=Path, help="a file that manage.py backup wrote")

    def handle(self, *, file, **options):
        try:
            with gzip.open(file, "rt", encoding="utf-8") as packed:
                backup = json.load(packed)
            rows = backup["rows"]
        except (OSError, EOFError, ValueError, KeyError, TypeError) as error:
            raise CommandError(f"{file} is no backup of this site ({error}).") from None
        try:
            serving.prepare(settings.DATA_DIR)
        except serving.CannotServe as error:
            raise CommandError(str(error)) from None
        call_command("migrate", verbosity=0, interactive=False)
        if Room.objects.exists() or Person.objects.exists() or get_user_model().objects.exists():
            raise CommandError("This place is not empty. Point STANDOFF_DATA or DATABASE_URL at an empty one.")
        with tempfile.NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as plain, transaction.atomic():
            json.dump(rows, plain)
            plain.flush()
            call_command("loaddata", plain.name, verbosity=0)
        if backup["secret_key"] != settings.SECRET_KEY:
            settings.KEY_FILE.write_text(backup["secret_key"])
        self.stdout.write(f"{len(rows)} rows are back. Start the site: everyone finds their seat again.")
