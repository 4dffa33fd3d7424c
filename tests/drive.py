"""Browsers without a browser: clients with sessions of their own, around one room."""

import json
import re

from django.test import Client

from games.models import Person, Room


class Player:
    """One person's browser, speaking HTTP: joins, looks, gives commands."""

    def __init__(self, name, **headers):
        self.name = name
        self.client = Client(headers=headers or None)

    def opens(self, game="standoff", **fields):
        """Open a room; return its code."""
        answer = self.client.post(f"/new/{game}/", {"name": self.name, **fields})
        assert answer.status_code == 302, answer.content.decode()
        self.code = answer["Location"].strip("/").split("/")[-1]
        return self.code

    def joins(self, code, **fields):
        """Join a room by its code."""
        self.code = code
        return self.client.post(f"/r/{code}/join/", {"name": self.name, **fields})

    def sees(self):
        """The engine's view, and the rest of view.json."""
        return self.client.get(f"/r/{self.code}/view.json").json()

    def page(self, **headers):
        """The room's page."""
        return self.client.get(f"/r/{self.code}/", headers=headers)

    def posts(self, action, live=False, **fields):
        """Post to one of the room's routes; `live`: as htmx does."""
        return self.client.post(f"/r/{self.code}/{action}/", fields, headers={"HX-Request": "true"} if live else None)

    def gives(self, command, version=None, live=False):
        """Give a command, decided on `version` (None: the present one)."""
        version = self.sees()["version"] if version is None else version
        text = command if isinstance(command, str) else json.dumps(command)
        return self.posts("command", live=live, command=text, version=version)

    @property
    def person(self):
        return Person.objects.get(pk=self.client.session["person"])


def table(count=2, game="standoff", start=True, **options):
    """People around a new table of this game; the first is the host. Returns them all."""
    from tests.factories import NAMES

    players = [Player(name) for name in NAMES[:count]]
    code = players[0].opens(game, **options)
    for player in players[1:]:
        player.joins(code)
    if start:
        players[0].posts("start")
    return players


def room_of(player):
    """The room that this player is in."""
    return Room.objects.get(code=player.code)


def commands_on(html):
    """Every command that a page offers, from its forms' `data-command`."""
    import html as entities

    return [json.loads(entities.unescape(text)) for text in re.findall(r'data-command="([^"]*)"', html)]
