"""Sessions in the database, asked for only by keys such as this site gives."""

from django.contrib.sessions.backends.db import SessionStore as DatabaseStore


class SessionStore(DatabaseStore):
    """A made-up key is no key: PostgreSQL, for one, can be asked for no NUL."""

    def _validate_session_key(self, key):
        return super()._validate_session_key(key) and key.isascii() and key.isalnum()
