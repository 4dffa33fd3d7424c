"""`manage.py clock`: keep the clocks of all rooms where no web process does."""

import signal
import threading

from django.core.management import BaseCommand

from games import clock


class Command(BaseCommand):
    """Tick until stopped."""

    help = "Play for those whose time is up, in every room. `manage.py play` does this too; both at once do no harm."

    def handle(self, **options):
        stopped = threading.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_signal: stopped.set())
        ticker = clock.Ticker()
        ticker.start()
        self.stdout.write("The clock ticks. Ctrl+C stops it.")
        self.stdout.flush()
        stopped.wait()
        ticker.stop()
