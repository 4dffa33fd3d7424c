"""How often something may be tried: counted per address and for the whole site."""

from __future__ import annotations

import ipaddress

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext as _
from limits import RateLimitItemPerMinute
from limits.storage import storage_from_string
from limits.strategies import FixedWindowRateLimiter

from .refusals import TooMany

_limiter = FixedWindowRateLimiter(storage_from_string(settings.REDIS_URL or "memory://"))

WRONG_CODES = RateLimitItemPerMinute(20)
WRONG_CODES_SITE = RateLimitItemPerMinute(600)
NEW_ROOMS = RateLimitItemPerMinute(300)
NEW_RECORDS = RateLimitItemPerMinute(20)


def address(request: HttpRequest) -> str:
    """Return the client's address; behind our own proxy, the last one that the proxy vouches for."""
    if settings.BEHIND_PROXY and (forwarded := request.headers.get("X-Forwarded-For")):
        return forwarded.rsplit(",", 1)[-1].strip()
    return request.META.get("REMOTE_ADDR", "")


def neighbourhood(request: HttpRequest) -> str:
    """Return what is counted as one: an IPv4 address, or an IPv6 network of the size that one household is given."""
    text = address(request)
    try:
        found = ipaddress.ip_address(text)
    except ValueError:
        return text
    if found.version == 4:
        return text
    return str(found.ipv4_mapped or ipaddress.ip_network((found.packed, 64), strict=False))


def check_codes(request: HttpRequest) -> None:
    """Raise `TooMany` when too many wrong codes came from this address, or to the whole site."""
    if not _limiter.test(WRONG_CODES, "code", neighbourhood(request)) or not _limiter.test(WRONG_CODES_SITE, "code"):
        raise TooMany(_("Too many wrong codes. Wait a minute and try again."))


def wrong_code(request: HttpRequest) -> None:
    """Count a wrong code."""
    _limiter.hit(WRONG_CODES, "code", neighbourhood(request))
    _limiter.hit(WRONG_CODES_SITE, "code")


def new_room(request: HttpRequest) -> None:
    """Count a new room; raise `TooMany` past the limit."""
    if not _limiter.hit(NEW_ROOMS, "room", neighbourhood(request)):
        raise TooMany(_("Too many new rooms from here. Wait a minute and try again."))


def new_record(request: HttpRequest) -> None:
    """Count a record that is brought; raise `TooMany` past the limit."""
    if not _limiter.hit(NEW_RECORDS, "record", neighbourhood(request)):
        raise TooMany(_("Too many records from here. Wait a minute and try again."))


def forget() -> None:
    """Forget all counts."""
    _limiter.storage.reset()
