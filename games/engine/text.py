"""Words in the engine: marked here for translators, translated by the web."""


def mark(text: str) -> str:
    """Return `text` unchanged. Imported as `_`, so that `makemessages` finds names and refusals."""
    return text


class Refusal(ValueError):
    """A sentence for a player: `message` is marked for translation, `values` fill its braces; `str()` is English.

    A value may be a number, a marked word, what a player typed or is called, or a tuple of names.
    """

    def __init__(self, message: str, **values: object) -> None:
        super().__init__(message, values)
        self.message = message
        self.values = values

    def __str__(self) -> str:
        words = {key: ", ".join(value) if isinstance(value, tuple) else value for key, value in self.values.items()}
        return self.message.format(**words)


def shown(value: object) -> str:
    """`value` as it may stand in a refusal: short, and printable whatever was sent."""
    try:
        text = value if isinstance(value, str) else repr(value)
    except (ValueError, RecursionError):  # a number beyond Python's print limit, a list nested too deep
        return "…"
    text = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text[:40])
    return text if len(text) < 40 else text[:39] + "…"
