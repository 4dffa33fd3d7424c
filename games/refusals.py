"""What the web answers when something may not be done: a sentence for a person, and a status for the protocol."""

from django.utils.translation import gettext


class Refused(Exception):
    """`str()` is a sentence in the reader's language, `status` the answer's HTTP status."""

    status = 422


class NotYours(Refused):
    """The person may not do this."""

    status = 403


class NoRoom(Refused):
    """No such room, or a closed door: the two look the same from outside."""

    status = 404


class MovedOn(Refused):
    """Decided on an old picture, and no longer possible."""

    status = 409


class TooMany(Refused):
    """Too many tries."""

    status = 429


def sentence(refusal) -> str:
    """Return an engine's refusal in the reader's language. Values that are marked words are translated too."""
    values = {
        key: gettext(value) if isinstance(value, str) and value else value for key, value in refusal.values.items()
    }
    return gettext(refusal.message).format(**values)
