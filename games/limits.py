"""How often something may be tried: counted per address and for the whole site."""

from __future__ import annotations

import ipaddress

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext as _
from limits import RateLimitItemPerHour, RateLimitItemPerMinute, RateLimitItemPerSecond
from limits.storage import storage_from_string
from limits.strategies import FixedWindowRateLimiter

from .names import fold
from .refusals import TooMany

_limiter = FixedWindowRateLimiter(storage_from_string(settings.REDIS_URL or "memory://"))

WRONG_CODES = RateLimitItemPerMinute(20)
WRONG_CODES_SITE = RateLimitItemPerMinute(600)
NEW_ROOMS = RateLimitItemPerMinute(300)
NEW_RECORDS = RateLimitItemPerMinute(20)
NEW_TICKETS = RateLimitItemPerMinute(60)
WRONG_PASSWORDS = RateLimitItemPerMinute(20, 10)
WRONG_PASSWORDS_NAME = RateLimitItemPerMinute(40, 10)
NEW_ACCOUNTS = RateLimitItemPerHour(60)
RESETS = RateLimitItemPerHour(20)
RESETS_NAME = RateLimitItemPerHour(4)
REMARKS_AT_ONCE = RateLimitItemPerSecond(5, 10)
REMARKS = RateLimitItemPerMinute(30)
REPORTS = RateLimitItemPerHour(10)
MUTES = RateLimitItemPerMinute(30)


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


def remark(person: object) -> None:
    """Count something that a person says; raise `TooMany` past the limit."""
    within = [_limiter.hit(limit, "remark", str(person)) for limit in (REMARKS_AT_ONCE, REMARKS)]
    if not all(within):
        raise TooMany(_("You are talking too fast for the others. Wait a moment, then send it again."))


def report(person: object) -> None:
    """Count a report that a person makes; raise `TooMany` past the limit."""
    if not _limiter.hit(REPORTS, "report", str(person)):
        raise TooMany(_("You have made many reports. They are being looked at; wait an hour before you make more."))


def mute(person: object) -> None:
    """Count a mute, set or taken back; raise `TooMany` past the limit."""
    if not _limiter.hit(MUTES, "mute", str(person)):
        raise TooMany(_("That was quick. Wait a minute and try again."))


def check_passwords(request: HttpRequest, name: str) -> None:
    """Raise `TooMany` when too many wrong passwords came from this address, or for this account's name."""
    if not _limiter.test(WRONG_PASSWORDS, "password", neighbourhood(request)) or not _limiter.test(
        WRONG_PASSWORDS_NAME, "password of", fold(name)
    ):
        raise TooMany(_("Too many wrong passwords. Wait ten minutes and try again."))


def wrong_password(request: HttpRequest, name: str) -> None:
    """Count a wrong password, whether there is such an account or not."""
    _limiter.hit(WRONG_PASSWORDS, "password", neighbourhood(request))
    _limiter.hit(WRONG_PASSWORDS_NAME, "password of", fold(name))


def new_account(request: HttpRequest) -> None:
    """Count a try to sign up; raise `TooMany` past the limit."""
    if not _limiter.hit(NEW_ACCOUNTS, "account", neighbourhood(request)):
        raise TooMany(_("Too many new accounts from here. Wait an hour and try again."))


def reset(request: HttpRequest, email: str) -> None:
    """Count a mail for a forgotten password that is asked for; raise `TooMany` past the limit, for whatever address."""
    if not _limiter.hit(RESETS, "reset", neighbourhood(request)) or not _limiter.hit(
        RESETS_NAME, "reset of", fold(email)
    ):
        raise TooMany(_("Too many mails were asked for. Wait an hour and try again."))


def new_ticket(request: HttpRequest) -> None:
    """Count a place taken in a queue; raise `TooMany` past the limit."""
    if not _limiter.hit(NEW_TICKETS, "ticket", neighbourhood(request)):
        raise TooMany(_("You are joining queues too often. Wait a minute and try again."))


def forget() -> None:
    """Forget all counts."""
    _limiter.storage.reset()
