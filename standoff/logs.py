"""Logs that an operator can act on and that give nothing away: room codes are masked wherever a path names one."""

import logging
import re

CODE = re.compile(r"(/r/)[^/\s]+")


class MaskCodes(logging.Filter):
    """Replace the code in every `/r/<code>/` of a message; a code opens a room."""

    def filter(self, record: logging.LogRecord) -> bool:
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
