"""`manage.py backup FILE`: everything in one file, while the site runs."""

import gzip
import io
import json
import os
from pathlib import Path

from django.conf import settings
from django.core.management import BaseCommand, CommandError, call_command
from django.db import connection, transaction

WITHOUT = ("contenttypes", "auth.permission")
"""What migrations make again by themselves."""


class Command(BaseCommand):
    """The file opens every secret of the site: it is made readable by its owner alone."""

    help = "Write rooms, matches, people, accounts, sessions and the secret key into one file, from one moment."

    def add_arguments(self, parser):
        parser.add_argument("file", type=Path, help="the file to write, for example standoff.json.gz")

    def handle(self, *, file, **options):
        if file.exists():
            raise CommandError(f"{file} exists already; choose another name.")
        out = io.StringIO()
        outermost = not connection.in_atomic_block
        with transaction.atomic():
            if connection.vendor == "postgresql" and outermost:
                with connection.cursor() as cursor:
                    cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            call_command("dumpdata", exclude=WITHOUT, stdout=out, verbosity=0, natural_foreign=True)
        rows = json.loads(out.getvalue())
        try:
            handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except OSError as error:
            raise CommandError(f"{file} cannot be written ({error.strerror}).") from None
        with os.fdopen(handle, "wb") as raw, gzip.open(raw, "wt", encoding="utf-8") as packed:
            json.dump({"standoff": 1, "secret_key": settings.SECRET_KEY, "rows": rows}, packed)
        self.stdout.write(f"{len(rows)} rows are in {file}. It contains every secret of the site: keep it safe.")
