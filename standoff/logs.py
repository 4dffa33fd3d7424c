"""Logs that an operator can act on and that give nothing away: codes are masked, faults told without their words."""

import logging
import re
import traceback
from types import TracebackType

from django.db import InterfaceError, OperationalError

CODE = re.compile(r"(/r/|/account/reset/[^/\s]+/)[^/\s]+")


class MaskCodes(logging.Filter):
    """Replace the code in every `/r/<code>/` of a message, which opens a room, and the one in a mail that opens an
    account. Django's requests, whose addresses JSON would show beside the message, go."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.__dict__.pop("request", None)
        message = record.getMessage()
        masked = CODE.sub(r"\1…", message)
        if masked != message:
            record.msg, record.args = masked, ()
        return True


class OneLine(logging.Filter):
    """Let what Django refuses for safety's sake (a wrong host, a body too large) be one line: nothing is broken."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.name.startswith("django.security"):
            record.exc_info, record.levelno, record.levelname = None, logging.WARNING, "WARNING"
        return True


HARMLESS = (OSError, OperationalError, InterfaceError)
"""Faults whose own words are of files, addresses and services that do not answer, and never of what people do."""

DEEPEST = 8
"""How many faults that led to one another are told."""


class PlacesOnly(logging.Filter):
    """Tell what kind of fault happened and where, line by line, but not its words: they may quote a card, a name, what
    somebody said, a code or a token. The lines of source that a traceback shows are the same for everybody.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        if record.exc_info and record.exc_info[1] is not None:
            record.exc_text = "\n".join(places(record.exc_info[1]))
        if record.name == "asyncio":  # its messages name the fault with its words, from their second line on
            record.msg, record.args = record.getMessage().split("\n", 1)[0], ()
        record.exc_info = None
        return True


def places(fault: BaseException) -> list[str]:
    """Return a traceback without words: the kinds of the faults that led to this one, and the lines they come from."""
    told: list[list[str]] = []
    one: BaseException | None = fault
    while one is not None and len(told) < DEEPEST:
        words = f": {one}" if isinstance(one, HARMLESS) else ""
        told.append([*_frames(one.__traceback__), f"{type(one).__qualname__}{words}"])
        one = one.__cause__ or (None if one.__suppress_context__ else one.__context__)
    return [line for lines in reversed(told) for line in lines]


def _frames(trace: TracebackType | None) -> list[str]:
    frames = traceback.extract_tb(trace).format()
    return ["Traceback (most recent call last):", *(frame.rstrip("\n") for frame in frames)]
