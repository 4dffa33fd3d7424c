"""Tags of the lobby: the join link as a QR code, the places at the table, and what is agreed in words."""

from functools import lru_cache

import segno
from django import template
from django.utils.safestring import mark_safe

register = template.Library()


@register.simple_tag
@lru_cache(maxsize=500)
def qr(url):
    """Return a QR code of `url` as inline SVG: dark on white in every theme, or scanners would not read it."""
    code = segno.make(url, error="m", micro=False)
    return mark_safe(  # noqa: S308  (segno writes a path; the address is in the modules, not in the markup)
        code.svg_inline(dark="#211a15", light="#ffffff", border=3, omitsize=True, svgclass="qr", lineclass=None)
    )


@register.simple_tag
def places(room, game):
    """Return the places at the table in order: who sits there, or None for a free one."""
    free = game.max_seats - len(room.seats)
    return [*room.seats, *[None] * free]


@register.filter
def spoken(field):
    """Return what a form field is set to, in the words of its choice."""
    choices = getattr(field.field.widget, "choices", ())
    return next((words for value, words in choices if str(value) == str(field.value())), field.value())
