"""What machines ask of the site: is it well, and what does it count."""

from __future__ import annotations

import hmac
import ipaddress
import logging

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.conf import settings
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from . import limits, metrics

logger = logging.getLogger(__name__)


@never_cache
@require_GET
def healthz(request: HttpRequest) -> HttpResponse:
    """200 and `ok` when the database and the channel layer answer, else 503 and which of them does not."""
    faults = []
    for name, ask in (("database", _ask_database), ("channel layer", async_to_sync(_ask_layer))):
        try:
            ask()
        except Exception:
            logger.exception("the %s does not answer; is it running, and is its address right?", name)
            faults.append(f"the {name} does not answer")
    if faults:
        return HttpResponse("\n".join(faults), status=503, content_type="text/plain")
    return HttpResponse("ok", content_type="text/plain")


def _ask_database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


async def _ask_layer() -> None:
    layer = get_channel_layer()
    name = await layer.new_channel()
    await layer.send(name, {"type": "health"})
    await layer.receive(name)


@never_cache
@require_GET
def prometheus(request: HttpRequest) -> HttpResponse:
    """The site's metrics: for whoever brings the token, or, where none is set, for this machine alone."""
    if not _may_scrape(request):
        return HttpResponse(
            "Metrics are for this machine, or for STANDOFF_METRICS_TOKEN.", status=403, content_type="text/plain"
        )
    return HttpResponse(metrics.exposition(), content_type="text/plain; version=0.0.4; charset=utf-8")


def _may_scrape(request: HttpRequest) -> bool:
    token = settings.METRICS_TOKEN
    if token:
        return hmac.compare_digest(request.headers.get("Authorization", "").encode(), f"Bearer {token}".encode())
    try:
        return ipaddress.ip_address(limits.address(request)).is_loopback
    except ValueError:
        return False
