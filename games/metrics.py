"""What an operator can watch, for Prometheus: counted where it happens, or asked of the database at each scrape."""

from __future__ import annotations

import os
from collections.abc import Iterator

from django.utils import timezone
from prometheus_client import REGISTRY, CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector

COMMANDS = Counter("standoff_commands", "Commands applied, by game and by whom.", ["game", "cause"])
REFUSED = Counter("standoff_refused_commands", "Commands refused, by game.", ["game"])
FAULTS = Counter("standoff_faults", "Exceptions while a command was applied, by game.", ["game"])
SECONDS = Histogram(
    "standoff_command_seconds", "Seconds from taking the lock on a match to its commit.", ["game"],
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5),
)  # fmt: skip
LATE = Histogram(
    "standoff_late_seconds", "Seconds that somebody was played for after their moment had come.",
    buckets=(0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60),
)  # fmt: skip
SOCKETS = Gauge("standoff_sockets", "Open sockets.", multiprocess_mode="livesum")
FRAMES = Counter("standoff_frames", "Messages sent to sockets.")


class Stored:
    """What the database knows, asked at each scrape."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        from .models import Match, Room  # the models are not there yet when this module is first imported

        running = Match.objects.filter(ended_at=None)
        late = running.filter(due_at__lt=timezone.now(), paused_at=None)
        for name, words, value in (
            ("standoff_rooms", "Open rooms.", Room.objects.filter(closed_at=None).count()),
            ("standoff_matches_running", "Matches being played.", running.count()),
            ("standoff_matches_overdue", "Matches in which somebody's moment has come.", late.count()),
        ):
            yield GaugeMetricFamily(name, words, value=value)


def exposition() -> bytes:
    """Return everything in Prometheus' text format: of all processes, where they share a folder for it."""
    registry = CollectorRegistry()
    if os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        MultiProcessCollector(registry)
        text: bytes = generate_latest(registry)
    else:
        text = generate_latest(REGISTRY)
    registry = CollectorRegistry()
    registry.register(Stored())
    return text + generate_latest(registry)
