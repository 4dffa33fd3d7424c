"""`manage.py` that ends by `kill -9` at a named point: `python -m tests.system.doomed POINT NTH play --port ...`.

The points stand in the way of a move from the lock to the windows. Nothing of the site knows of them: this wraps its
functions from outside before it starts.
"""

import itertools
import os
import signal
import sys

POINTS = ("before-commit", "before-announcement", "in-resolution", "in-the-clock", "in-a-bot")


def die():
    os.kill(os.getpid(), signal.SIGKILL)


def dooms(function, nth, after=False):
    """The function, but its nth call is the process's last act: before its work, or `after` it."""
    calls = itertools.count(1)

    def last(*args, **kwargs):
        fatal = next(calls) == nth
        if fatal and not after:
            die()
        result = function(*args, **kwargs)
        if fatal:
            die()
        return result

    return last


def doom(point, nth):
    """Wrap the function at this point."""
    from games import broadcast, engine, matches
    from games.engine.standoff import rounds
    from games.models import Move

    if point == "before-commit":
        Move.objects.create = dooms(Move.objects.create, nth, after=True)
    elif point == "before-announcement":
        broadcast.changed = dooms(broadcast.changed, nth)
    elif point == "in-resolution":
        rounds.take_turn = dooms(rounds.take_turn, nth)
    elif point == "in-the-clock":
        matches.default = dooms(matches.default, nth)
    elif point == "in-a-bot":
        policy = dooms(engine.policy("standoff"), nth)
        engine.policy = lambda slug: policy
    else:
        raise SystemExit(f"There is no point {point!r}, only {', '.join(POINTS)}.")


if __name__ == "__main__":
    os.environ["DJANGO_SETTINGS_MODULE"] = "standoff.settings"
    import django

    django.setup()
    doom(sys.argv[1], int(sys.argv[2]))
    from django.core.management import execute_from_command_line

    execute_from_command_line(["manage.py", *sys.argv[3:]])
