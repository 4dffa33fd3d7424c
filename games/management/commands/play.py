"""`manage.py play`: one command from nothing to a site that people play on."""

import os
import sys
from argparse import SUPPRESS
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
        default = settings.DATA_DIR
        parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (default: 127.0.0.1)")
        parser.add_argument("--port", type=int, default=8000, help="the port to listen on (default: 8000)")
        parser.add_argument(
            "--data", type=Path, metavar="DIR", help=f"the folder for database and key (default: {default})"
        )
        parser.add_argument("--admin", metavar="NAME", help="make an administrator with this name, unless there is one")
        parser.add_argument(
            "--processes", type=int, metavar="N", help="how many processes serve (default: 1); more need REDIS_URL"
        )
        parser.add_argument("--serve-fd", type=int, help=SUPPRESS)
        parser.add_argument("--ready-fd", type=int, help=SUPPRESS)

    def handle(self, *, host, port, data, admin, processes, serve_fd, ready_fd, **options):
        if serve_fd is not None:
            serving.serve(f"fd:fileno={serve_fd}", lambda: os.close(ready_fd))
            return
        folder = (data or settings.DATA_DIR).expanduser().absolute()
        processes = processes or settings.PROCESSES
        try:
            if processes > 1 and not settings.REDIS_URL:
                raise serving.CannotServe("Several processes need REDIS_URL, so that they hear of each other's moves.")
            serving.prepare(folder)
            serving.check_port(host, port)
            claimed = None if settings.REDIS_URL else serving.claim(folder)
        except serving.CannotServe as error:
            raise CommandError(str(error)) from None
        if folder != settings.DATA_DIR.absolute() or not os.environ.get("STANDOFF_SERVING"):
            # Settings were read before --data was, and perhaps before there was a key: read them again, with both.
            if claimed is not None:
                claimed.close()
            os.environ |= {"STANDOFF_DATA": str(folder), "STANDOFF_SERVING": "1", "STANDOFF_PROCESSES": str(processes)}
            os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])  # noqa: S606  (this very command, once more)
        serving.share_metrics(folder, processes)
        call_command("migrate", verbosity=0, interactive=False)
        if admin:
            self._make_admin(admin)
        connections.close_all()
        self._serve(host, port, processes, folder)

    def _serve(self, host, port, processes, folder):
        shown = f"[{host}]" if ":" in host else host
        where = f"Standoff is open at http://{shown}:{port}/  (Ctrl+C stops it; data in {folder})"
        try:
            if processes == 1:
                if settings.ONE_CORE and not settings.REDIS_URL:
                    serving.keep_to_one_core()
                serving.serve(serving.tcp(host, port), lambda: self._say(where))
            else:
                crew = serving.Crew(host, port, processes, [sys.executable, sys.argv[0], "play"])
                crew.run(lambda: self._say(f"{where}\n{processes} processes; SIGHUP renews them one by one"))
        except serving.CannotServe as error:
            raise CommandError(str(error)) from None

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
