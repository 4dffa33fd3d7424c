"""From each card that lies open one tap leads to its rule; the rules have a place for each card, in both languages."""

import random
import re
from html.parser import HTMLParser

import pytest
from django.test import Client

from games import engine, matches, screens, tables
from games.screens.rulebook import REFERENCE
from games.tables import Who
from tests.factories import PACE, make_match

pytestmark = pytest.mark.django_db

SLUGS = [screen.slug for screen in screens.playable()]
SEATS = {"standoff": 3, "embers": 4, "seven_rounds": 3, "showdown": 2, "twenty_seven": 3}
OPTIONS = PACE | {"seven_rounds": {"host": False, "missions": True}, "twenty_seven": {"mode": "quick"}}
LANGUAGES = ("en", "zh-hans")
VOID = {"meta", "link", "input", "img", "br", "hr", "use", "path", "circle", "rect"}


class Links(HTMLParser):
    """The links to rules of a piece of HTML: {address: what it stands in}; and the ids there are."""

    def __init__(self, html):
        super().__init__()
        self.open, self.found, self.ids, self.facts = [], {}, set(), {}
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        facts = dict(attrs)
        self.ids.add(facts.get("id"))
        if tag == "a" and facts.get("href", "").startswith("/rules/"):
            self.found.setdefault(facts["href"], set()).update(name for name, _hidden in self.open)
            self.facts.setdefault(facts["href"], []).append(facts | {"hidden": any(hid for _name, hid in self.open)})
        if tag not in VOID:
            self.open.append((tag, facts.get("aria-hidden") == "true"))

    def handle_startendtag(self, tag, attrs):
        self.ids.add(dict(attrs).get("id"))

    def handle_endtag(self, tag):
        for at in range(len(self.open) - 1, -1, -1):
            if self.open[at][0] == tag:
                del self.open[at:]
                return


def rules_of(slug, language):
    return Links(Client(headers={"accept-language": language}).get(f"/rules/{slug}/").content.decode()).ids


def tables_of(slug, moves=40):
    """The table of a match by chance after each move, as one seat sees it, and as spectators do."""
    rng, game = random.Random(slug), engine.get(slug)
    match = make_match(slug, SEATS[slug], OPTIONS.get(slug))
    now = match.started_at
    for _move in range(moves):
        found = tables.load(match.room_id)
        for who in (Who(seat=rng.randrange(SEATS[slug]), joined=True), Who(joined=True)):
            yield screens.html(screens.draw(found, who))
        if match.ended_at is not None:
            return
        state = game.load(match.state)
        actor = rng.choice(game.view(state, None)["to_act"])
        command = game.sample(state, actor, engine.Chance(rng.random()))
        match = matches.play(match.pk, actor, command, cause="player", now=now)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", SLUGS)
def test_the_rules_have_a_place_for_every_card(slug, language):
    cards = {f"card-{card['id']}" for group in REFERENCE[slug]().values() for card in group}
    assert len(cards) >= 10
    assert cards <= rules_of(slug, language)


@pytest.mark.parametrize("slug", SLUGS)
def test_links_from_the_table_lead_to_places_that_there_are_and_stand_where_links_may(slug):
    places = {language: rules_of(slug, language) for language in LANGUAGES}
    met = set()
    for html in tables_of(slug):
        links = Links(html)
        for address, inside in links.found.items():
            page, _hash, anchor = address.partition("#")
            assert page == f"/rules/{slug}/"
            assert not inside & {"button", "label", "a", "summary", "select"}, address
            for language in LANGUAGES:
                assert anchor in places[language], (address, language)
            for facts in links.facts[address]:
                assert (facts["target"], facts["rel"]) == ("_blank", "noopener")
                assert facts["hidden"] == (facts.get("tabindex") == "-1"), address
            met.add(anchor)
    assert len(met) >= 5


@pytest.mark.parametrize("slug", SLUGS)
def test_a_player_reaches_the_rule_of_every_card_they_hold_by_keyboard(slug):
    match = make_match(slug, SEATS[slug], OPTIONS.get(slug))
    if slug == "showdown":
        for seat in range(2):
            command = engine.get(slug).default(engine.get(slug).load(match.state), seat)
            match = matches.play(match.pk, seat, command, cause="player", now=match.started_at)
    found = tables.load(match.room_id)
    view = found.game.view(found.state, 0)
    held = {
        "standoff": lambda: [f"{view['set']}-{card.partition(':')[2]}" for card in view["you"]["hand"]],
        "embers": lambda: view["you"]["hand"],
        "seven_rounds": lambda: [view["you"]["mission"], "bank", "team_up", "swipe", "predict", "double_down"],
        "showdown": lambda: ["1f", "2f", "3f", "4f"],
        "twenty_seven": lambda: [command["power"] for command in found.game.commands(found.state, 0)],
    }[slug]()
    assert held
    links = Links(screens.html(screens.draw(found, Who(seat=0, joined=True))))
    reached = {
        address.partition("#card-")[2]
        for address, all_facts in links.facts.items()
        if any(facts.get("tabindex") != "-1" for facts in all_facts)
    }
    assert set(held) <= reached


def test_a_card_that_lies_face_down_leads_nowhere():
    match = make_match("standoff", 2, {"set": 1})
    match = matches.play(match.pk, 1, {"type": "choose", "card": "1:5"}, cause="player", now=match.started_at)
    html = screens.draw(tables.load(match.room_id), Who(seat=0, joined=True))["board"]
    assert 'class="card back"' in html
    assert not re.search(r'<a [^>]*class="card', html)
