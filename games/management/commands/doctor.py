"""`manage.py doctor`: is this site well, and if not, what to do."""

import os
import shutil
import stat
import time
from datetime import timedelta

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.conf import settings
from django.core.management import BaseCommand, CommandError
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from games import engine
from games.models import Match, Room

LATE = timedelta(seconds=5)
LEAST_SPACE = 500 * 2**20


class Command(BaseCommand):
    """Exit status 1 when something is wrong; a warning alone is no failure."""

    help = "Check settings, database, channel layer, clock, stuck rooms and disk, and say what to do."
    requires_system_checks = ()

    def handle(self, **options):
        self._bad = 0
        for check in (self._settings, self._database, self._layer, self._clock, self._rooms, self._disk):
            try:
                check()
            except Exception as error:
                self._fails(check.__name__.strip("_"), f"cannot be checked: {error}")
        if self._bad:
            raise CommandError(f"{self._bad} checks failed.")

    def _well(self, what, words):
        self.stdout.write(f"ok    {what}: {words}")

    def _warns(self, what, words):
        self.stdout.write(self.style.WARNING(f"warn  {what}: {words}"))

    def _fails(self, what, words):
        self._bad += 1
        self.stdout.write(self.style.ERROR(f"FAIL  {what}: {words}"))

    def _settings(self):
        if settings.PRODUCTION:
            self._well("settings", f"production, for {', '.join(settings.ALLOWED_HOSTS)}")
        else:
            self._warns("settings", "development; set STANDOFF_ENV=production before others reach this site")
        if settings.KEY_FILE.is_file() and stat.S_IMODE(settings.KEY_FILE.stat().st_mode) & 0o077:
            self._fails("secret key", f"others can read {settings.KEY_FILE}; chmod 600 it")

    def _database(self):
        started = time.perf_counter()
        connection.ensure_connection()
        waiting = MigrationExecutor(connection).migration_plan(
            MigrationExecutor(connection).loader.graph.leaf_nodes()
        )  # fmt: skip
        if waiting:
            self._fails("database", f"{len(waiting)} migrations are missing; run manage.py migrate")
            return
        count = Room.objects.count()
        milliseconds = (time.perf_counter() - started) * 1000
        self._well("database", f"{connection.vendor}, {count} rooms, {milliseconds:.0f} ms")
        if connection.vendor == "sqlite":
            with connection.cursor() as cursor:
                mode = cursor.execute("PRAGMA journal_mode").fetchone()[0]
            if mode != "wal":
                self._fails("database", f"journal mode is {mode}, not WAL; is the folder on a network disk?")

    def _layer(self):
        started = time.perf_counter()
        async_to_sync(self._ask)()
        name = "Redis" if settings.REDIS_URL else "in memory, for one process"
        self._well("channel layer", f"{name}, {(time.perf_counter() - started) * 1000:.0f} ms")

    async def _ask(self):
        layer = get_channel_layer()
        channel = await layer.new_channel()
        await layer.send(channel, {"type": "doctor"})
        await layer.receive(channel)

    def _clock(self):
        late = Match.objects.filter(due_at__lt=timezone.now() - LATE, paused_at=None, ended_at=None).select_related(
            "room"
        )
        if not late:
            self._well("clock", "nobody is overdue")
        for match in late:
            over = (timezone.now() - match.due_at).total_seconds()
            self._fails(
                "clock", f"match {match.pk} is overdue by {over:.0f} s; is the site, or manage.py clock, running?"
            )

    def _rooms(self):
        broken = 0
        for match in Match.objects.filter(ended_at=None):
            game = engine.get(match.game)
            try:
                state = game.load(match.state)
                for actor in game.view(state, None)["to_act"]:
                    game.default(state, actor)
            except Exception as error:
                broken += 1
                self._fails("rooms", f"match {match.pk} cannot be read ({error}); end it in the admin")
        if not broken:
            self._well("rooms", f"{Match.objects.filter(ended_at=None).count()} running matches can all go on")

    def _disk(self):
        free = shutil.disk_usage(settings.DATA_DIR).free
        words = f"{free / 2**30:.1f} GiB free in {settings.DATA_DIR}"
        if not os.access(settings.DATA_DIR, os.W_OK):
            self._fails("disk", f"{settings.DATA_DIR} cannot be written")
        elif free < LEAST_SPACE:
            self._fails("disk", f"only {words}; make room, or run manage.py prune")
        else:
            self._well("disk", words)
