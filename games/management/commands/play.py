"""`manage.py play`: one command from nothing to a site that people play on."""

import os
import sys
from getpass import getpass
from pathlib import Path

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import BaseCommand, CommandError, call_command
from django.db import connections
from django.utils.crypto import get_random_string

from games import serving


class Command(BaseCommand):
    """Set up the data folder, migrate, and serve."""

    help = "Set up and run Standoff: makes the database, serves the site with its static files, keeps the clocks."
    requires_system_checks = ()

    def add_arguments(self, parser):
        parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (default: 127.0.0.1)")
        parser.add_argument("--port", type=int, default=8000, help="the port to listen on (default: 8000)")
        parser.add_argument(
            "--data", type=Path, metavar="DIR", help=f"the folder for database and key (default: {settings.DATA_DIR})"
        )
        parser.add_argument("--admin", metavar="NAME", help="make an administrator with this name, unless there is one")

    def handle(self, *, host, port, data, admin, **options):
        folder = (data or settings.DATA_DIR).expanduser().absolute()
        try:
            serving.prepare(folder)
            serving.check_port(host, port)
            claimed = None if settings.REDIS_URL else serving.claim(folder)
        except serving.CannotServe as error:
            raise CommandError(str(error)) from None
        if folder != settings.DATA_DIR.absolute() or not os.environ.get("STANDOFF_SERVING"):
            # Settings were read before --data was, and perhaps before there was a key: read them again, with both.
            if claimed is not None:
                claimed.close()
            os.environ |= {"STANDOFF_DATA": str(folder), "STANDOFF_SERVING": "1"}
            os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])  # noqa: S606  (this very command, once more)
        call_command("migrate", verbosity=0, interactive=False)
        if admin:
            self._make_admin(admin)
        connections.close_all()
        shown = f"[{host}]" if ":" in host else host
        serving.serve(
            host,
            port,
            lambda: self._say(f"Standoff is open at http://{shown}:{port}/  (Ctrl+C stops it; data in {folder})"),
        )

    def _make_admin(self, name):
        users = get_user_model().objects
        if users.filter(username=name).exists():
            self._say(f"There is an account {name} already; its password stays as it is.")
            return
        password = os.environ.get("STANDOFF_ADMIN_PASSWORD", "")
        if not password and sys.stdin.isatty():
            password = getpass(f"Password for the administrator {name} (empty: make one): ")
        made = not password
        password = password or get_random_string(16)
        users.create_superuser(name, "", password)
        self._say(
            f"Administrator {name} made"
            + (f", password {password}  (shown once)" if made else "")
            + "; sign in at /admin/."
        )

    def _say(self, words):
        self.stdout.write(words)
        self.stdout.flush()
