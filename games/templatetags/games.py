"""Small tags for templates: a command as a form, a list of names in words."""

import json

from django import template
from django.middleware.csrf import get_token
from django.utils.html import format_html

from games.forms import of_room
from games.phrases import people

register = template.Library()
register.filter(people)


def as_json(command: dict) -> str:
    """Return a command as `data-command` carries it: keys sorted, no spaces."""
    return json.dumps(command, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


@register.simple_block_tag(takes_context=True)
def command(context, content, command, **attributes):
    """`{% command c class="btn" %}Pass{% endcommand %}`: a form that gives one whole command, with one button.

    Attributes go to the button; underscores become hyphens (`aria_label`), and `form_id` names the form.
    """
    form_id = attributes.pop("form_id", "")
    text = as_json(command)
    return format_html(
        '<form method="post" action="{url}command/" hx-post="{url}command/" hx-swap="none" class="give"{form_id}'
        ' data-command="{text}">{csrf}<input type="hidden" name="command" value="{text}">'
        '<input type="hidden" name="version" value="{version}"><button{attributes}>{content}</button></form>',
        url=context["room"].url,
        form_id=format_html(' id="{}"', form_id) if form_id else "",
        text=text,
        csrf=csrf(context),
        version=context["match"].version,
        attributes=_attributes(attributes),
        content=content,
    )


@register.simple_block_tag(takes_context=True)
def act(context, content, action, **attributes):
    """`{% act "host/skip" class="btn" %}Skip{% endact %}`: a form with one button that posts to a route of the room.

    `field_x="1"` adds a hidden field x; other attributes go to the button.
    """
    fields = {
        name.removeprefix("field_"): attributes.pop(name) for name in list(attributes) if name.startswith("field_")
    }
    return format_html(
        '<form method="post" action="{url}" hx-post="{url}" hx-swap="none" class="give">{csrf}{fields}'
        "<button{attributes}>{content}</button></form>",
        url=f"{context['room'].url}{action}/",
        csrf=csrf(context),
        fields=format_html(
            "".join('<input type="hidden" name="{}" value="{}">' for _ in fields),
            *(part for pair in fields.items() for part in pair),
        )
        if fields
        else "",
        attributes=_attributes(attributes),
        content=content,
    )


def csrf(context):
    """A page's forms carry the token; a fragment that came by the socket has none: htmx sends it as a header."""
    request = context.get("request")
    return (
        format_html('<input type="hidden" name="csrfmiddlewaretoken" value="{}">', get_token(request))
        if request
        else ""
    )


def _attributes(attributes):
    pairs = [(name.replace("_", "-"), value) for name, value in attributes.items() if value not in (None, False, "")]
    return format_html("".join(' {}="{}"' for _ in pairs), *(part for pair in pairs for part in pair)) if pairs else ""


register.simple_tag(of_room, name="options_form")
