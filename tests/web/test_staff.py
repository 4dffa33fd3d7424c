"""Who may do what in the admin, by one table: every address of it, every kind of staff, every phase of a room."""

import pytest
from django.contrib import admin
from django.contrib.auth.models import Permission, User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games import matches, rooms
from games.models import Match, Message, Move, Player, Presence, Rating, Report, Room, Sanction, Seat, Ticket
from tests.factories import PersonFactory, choose, make_match, make_room
from tests.web.test_permissions import everything

pytestmark = pytest.mark.django_db

PHASES = ("lobby", "running", "paused", "over", "closed")

WHO = ("outsider", "player", "powerless", "looker", "moderator", "boss")
"""Nobody; a guest who plays; staff without any right; staff who may view; who may also moderate; a superuser."""

STATUSES = """
                        outsider player powerless looker moderator boss
GET  index                302     302     200       200    200      200
GET  changelist           302     302     403       200    200      200
GET  change               302     302     403       200    200      200
GET  history              302     302     403       200    200      200
GET  add                  302     302     403       403    403      403
POST add                  302     302     403       403    403      403
POST change               302     302     403       403    403      403
GET  delete               302     302     403       403    403      403
POST delete               302     302     403       403    403      403
GET  match_secrets        302     302     403       403    403      200
POST match_secrets        302     302     403       403    403      200
GET  report_decide        302     302     403       403    403      403
POST report_decide        302     302     403       403    302      302
GET  report_list          302     302     403       403    200      200
GET  sanction_list        302     302     403       403    200      200
"""

MODERATED = ("report", "sanction")
"""Tables that only those who moderate may see: `<table>_list` stands for their list, page and history."""


def rows():
    for line in STATUSES.strip().splitlines()[1:]:
        method, route, *statuses = line.split()
        yield method, route, dict(zip(WHO, map(int, statuses), strict=True))


def browsers(room):
    """A browser of each kind."""
    found = {name: Client() for name in WHO}
    session = found["player"].session
    session["person"] = str(room.host.pk)
    session.save()
    rights = Permission.objects.filter(content_type__app_label="games")
    for name, held in (
        ("powerless", rights.none()),
        ("looker", rights.filter(codename__startswith="view_")),
        ("moderator", rights.filter(codename__startswith="view_") | rights.filter(codename="moderate")),
    ):
        user = User.objects.create_user(name, is_staff=True)
        user.user_permissions.set(held)
        found[name].force_login(user)
    found["boss"].force_login(User.objects.create_superuser("boss"))
    return found


def scene(phase):
    """A room in this phase, with a row in every table of the admin."""
    now = timezone.now()
    if phase == "lobby":
        make_match()
        room = make_room()
    else:
        room = choose(make_match(clock=60), 0, 5).room
    match = room.matches.first()
    if phase == "paused":
        matches.pause(match.pk, now)
    if phase == "over":
        matches.end(match.pk, cause="host", now=now)
    if phase == "closed":
        rooms.close(room, now)
    about = PersonFactory()
    message = Message.objects.create(room=room, person=about, name="Zed", text="hm", made_at=now)
    Report.objects.create(room=room, about=about, about_name="Zed", message=message, reason="spam", made_at=now)
    Sanction.objects.create(person=about, kind="warning", reason="Calm down.", made_at=now)
    Rating.objects.create(person=about, game="standoff", mu=25, sigma=8, changed_at=now)
    Ticket.objects.create(person=about, game="standoff", since=now, until=now)
    if not Move.objects.exists():
        choose(Match.objects.first(), 0, 5)
    assert all(model.objects.exists() for model in (Room, Seat, Presence, Match, Player, Move, Report, Sanction))
    return room


def tables():
    """The tables of the games in the admin: {name: model}."""
    return {model._meta.model_name: model for model in admin.site._registry if model._meta.app_label == "games"}


def addresses(route):
    """Every address that a row of STATUSES stands for."""
    if route == "index":
        return [reverse("admin:index")]
    for name, model in tables().items():
        if route.startswith(f"{name}_") and route != f"{name}_list":
            return [reverse(f"admin:games_{route}", args=[model.objects.first().pk])]
    found = []
    for name, model in tables().items():
        kinds = ("changelist", "change", "history") if route == f"{name}_list" else (route,)
        if (name in MODERATED) == route.endswith("_list") or kinds[0] in ("add", "delete"):
            if route.endswith("_list") and route != f"{name}_list":
                continue
            for kind in kinds:
                args = [] if kind in ("changelist", "add") else [model.objects.first().pk]
                found.append(reverse(f"admin:games_{name}_{kind}", args=args))
    return found


@pytest.mark.parametrize("phase", PHASES)
def test_the_admin_is_for_staff_and_each_sees_what_is_theirs(phase):
    people = browsers(scene(phase))
    before, wrong, tried = everything(), [], 0
    for method, route, statuses in rows():
        for address in addresses(route):
            for name, status in statuses.items():
                fields = {"measure": "none of ours"} if method == "POST" else {}
                answer = getattr(people[name], method.lower())(address, fields)
                tried += 1
                if answer.status_code != status:
                    wrong.append(f"{method} {address} by {name}: {answer.status_code}, not {status}")
                if answer.status_code == 302 and status == 302 and name in ("outsider", "player"):
                    assert answer["Location"].startswith("/admin/login/")
    assert not wrong, "\n".join(wrong)
    assert tried > 300
    assert everything() == before


def test_every_address_of_the_admin_has_its_row():
    """A table or an address of one that is new needs a row in STATUSES."""
    own = {"changelist", "add", "history", "delete", "change"}
    named = set()
    for model, pages in admin.site._registry.items():
        if model._meta.app_label == "games":
            prefix = f"games_{model._meta.model_name}_"
            named |= {
                f"{model._meta.model_name}_{url.name.removeprefix(prefix)}"
                for url in pages.get_urls()
                if url.name and url.name.removeprefix(prefix) not in own
            }
    stands = {route for _method, route, _statuses in rows()}
    assert named <= stands, named - stands
    assert own <= stands
