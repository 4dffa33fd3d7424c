"""The way to the account, in the bar of every page."""

from django import template
from django.contrib.auth import SESSION_KEY

from games.views import person_of

register = template.Library()


@register.inclusion_tag("account/_link.html", takes_context=True)
def account_link(context):
    """`{% account_link %}`: who is signed in, or the way to sign in and back to this page."""
    request = context.get("request")
    session = getattr(request, "session", None)
    if session is None:  # refused before it was looked at
        return {"guest": True}
    person = person_of(request) if SESSION_KEY in session else None
    if person is not None and person.user is not None:
        return {"name": person.name or person.user.get_username()}
    return {"guest": True, "back": request.get_full_path() if request.method == "GET" else ""}
