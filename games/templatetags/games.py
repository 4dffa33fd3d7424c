"""Small tags for templates: a command as a form, a list of names in words, a piece that is drawn once."""

import json
from functools import lru_cache

from django import template
from django.core.serializers.json import DjangoJSONEncoder
from django.middleware.csrf import get_token
from django.template import Context
from django.template.loader import get_template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import get_language, gettext

from games import screens
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
        version=context["basis"],
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


@register.simple_tag
def piece(template_name, **facts):
    """`{% piece "standoff/_place.html" place=place %}`: a template that is drawn from these plain facts and no others.

    What it looks like depends on nothing else, so the same facts are drawn once and kept: a move changes a place or
    two of a table, for every window on it.
    """
    return _drawn(template_name, get_language(), json.dumps(facts, cls=DjangoJSONEncoder))


@lru_cache(maxsize=8192)
def _drawn(template_name, language, facts):
    """Draw a piece from its facts in JSON. `language` is the present one: it is among what tells pieces apart."""
    return get_template(template_name).template.render(Context(json.loads(facts), use_l10n=False))


@register.simple_tag(takes_context=True)
def part(context, template_name):
    """`{% part "room/manage.html" %}`: a template drawn from the page's facts alone, not from what is set around the
    tag; and drawn again only when something that it reads of them has changed."""
    return context["part"](template_name)


@register.simple_tag
@lru_cache(maxsize=1000)
def rule(slug, card):
    """Return where the rules of a game explain one of its cards."""
    return f"{reverse('rules', args=[slug])}#card-{card}"


@register.simple_tag
def named_rule(slug, card, name):
    """`{% named_rule "embers" "gift" "Gift" %}`: a card's name as a link to its rule, in a tab of its own."""
    return format_html('<a class="rule" href="{}" target="_blank" rel="noopener">{}</a>', rule(slug, card), name)


@register.simple_tag
def ask_rule(slug, card, name):
    """The same as a question mark, where the name stands on a button already."""
    return format_html(
        '<a class="ask-rule" href="{}" target="_blank" rel="noopener"><span aria-hidden="true">?</span>'
        '<span class="sr">{}</span></a>',
        rule(slug, card),
        gettext("The rule of {card}").format(card=name),
    )


@register.simple_tag
def guide(slug, kind):
    """`{% guide "standoff" "pick" %}`: what this kind of prompt of a game asks, for who meets it for the first time."""
    return piece("match/guide.html", key=f"{slug}:{kind}", words=screens.get(slug).guide.get(kind))


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
