#!/usr/bin/env python
"""Django's command line for Standoff."""

import asyncio
import contextlib
import os
import sys

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "standoff.settings")
    with contextlib.suppress(ImportError):  # there is none for Windows, whose own loop serves as well
        import uvloop

        asyncio.set_event_loop_policy(uvloop.EventLoopPolicy())  # before daphne, which takes its loop when it is loaded
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)
