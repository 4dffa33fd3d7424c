"""What the web answers when something may not be done: a sentence for a person, and a status for the protocol."""

from django.utils.translation import gettext

from .phrases import people


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


AS_GIVEN = frozenset({"name", "names", "player", "seat", "field", "type", "value", "key", "choice", "actor", "target"})
"""Values that stand in a refusal as they are: what people are called, and what was sent."""


def sentence(refusal) -> str:
    """Return an engine's refusal in the reader's language: its sentence, and those of its values that are our words."""
    return gettext(refusal.message).format(**{key: _word(key, value) for key, value in refusal.values.items()})


def _word(key: str, value: object) -> object:
    if isinstance(value, tuple):
        return people(value)
    return gettext(value) if isinstance(value, str) and value and key not in AS_GIVEN else value
