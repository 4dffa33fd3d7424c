"""`manage.py prune`: forget rooms nobody has been in for long, guests in none, old talk, records and reports."""

from datetime import timedelta

from django.core.management import BaseCommand, CommandError, call_command
from django.db.models import Exists, Max, OuterRef, Q
from django.utils import timezone

from games.models import Message, Person, Player, Record, Report, Room, Sanction

REPORTS_KEPT = timedelta(days=90)
"""How long a report and its evidence are kept after it was handled."""


class Command(BaseCommand):
    """Rooms with a running match are kept, however old, unless their people are long gone too; so are those in which an
    account has played, whose history they are, and people whom staff have something to do with."""

    help = (
        "Delete rooms that nobody has been in for some days, guests without a room, talk as old as that, reports that "
        "were handled three months ago, and sessions that have expired."
    )

    def add_arguments(self, parser):
        parser.add_argument("--days", type=int, default=30, help="how long nobody has been there (default: 30)")
        parser.add_argument("--dry-run", action="store_true", help="only say what would go")

    def handle(self, *, days, dry_run, **options):
        if days < 1:
            raise CommandError("At least one day.")
        now = timezone.now()
        since = now - timedelta(days=days)
        remembered = Player.objects.filter(match__room=OuterRef("pk"), person__user__isnull=False)
        stale = Room.objects.annotate(last=Max("presences__until")).filter(
            Q(last__lt=since) | Q(last=None), ~Exists(remembered), created_at__lt=since
        )
        in_force = Sanction.objects.in_force(now).filter(person=OuterRef("pk")).exclude(kind=Sanction.Kind.WARNING)
        complaints = Report.objects.filter(about=OuterRef("pk"), handled_at=None)
        guests = Person.objects.filter(~Exists(in_force), ~Exists(complaints), user=None, created_at__lt=since)
        kept = Room.objects.exclude(pk__in=stale.values("pk")).values("pk")
        idle = guests.exclude(presences__room__in=kept).exclude(seats__room__in=kept)
        rooms, people = stale.count(), idle.count()
        if not dry_run:
            Room.objects.filter(pk__in=list(stale.values_list("pk", flat=True))).delete()
            guests.filter(presences=None, seats=None).delete()
            Record.objects.filter(made_at__lt=since).delete()
            Message.objects.filter(made_at__lt=since).delete()
            Report.objects.filter(handled_at__lt=now - REPORTS_KEPT).delete()
            call_command("clearsessions")
        verb = "would go" if dry_run else "gone"
        self.stdout.write(f"{rooms} rooms and {people} guests {verb}.")
