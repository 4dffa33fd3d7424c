"""`manage.py prune`: forget rooms that nobody has been in for long, guests who are in none, and old records."""

from datetime import timedelta

from django.core.management import BaseCommand, CommandError, call_command
from django.db.models import Max, Q
from django.utils import timezone

from games.models import Person, Record, Room


class Command(BaseCommand):
    """Rooms with a running match are kept, however old, unless their people are long gone too."""

    help = "Delete rooms that nobody has been in for some days, guests without a room, and sessions that have expired."

    def add_arguments(self, parser):
        parser.add_argument("--days", type=int, default=30, help="how long nobody has been there (default: 30)")
        parser.add_argument("--dry-run", action="store_true", help="only say what would go")

    def handle(self, *, days, dry_run, **options):
        if days < 1:
            raise CommandError("At least one day.")
        since = timezone.now() - timedelta(days=days)
        stale = Room.objects.annotate(last=Max("presences__until")).filter(
            Q(last__lt=since) | Q(last=None), created_at__lt=since
        )
        idle = Person.objects.filter(user=None, created_at__lt=since).exclude(
            presences__room__in=Room.objects.exclude(pk__in=stale.values("pk"))
        )
        rooms, people = stale.count(), idle.count()
        if not dry_run:
            Room.objects.filter(pk__in=list(stale.values_list("pk", flat=True))).delete()
            Person.objects.filter(user=None, created_at__lt=since, presences=None, seats=None).delete()
            Record.objects.filter(made_at__lt=since).delete()
            call_command("clearsessions")
        verb = "would go" if dry_run else "gone"
        self.stdout.write(f"{rooms} rooms and {people} guests {verb}.")
