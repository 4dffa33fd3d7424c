"""The first-match guide: each kind of prompt of each game has its sentence, the same for everybody, beside it."""

import random
import re
from itertools import islice

import pytest
from django.utils import translation

from games import engine, screens, tables
from games.tables import Told, Who
from tests.drive import table
from tests.factories import PACE, make_match, play_on

SLUGS = [screen.slug for screen in screens.playable()]
SEATS = {"standoff": 4, "embers": 5, "seven_rounds": 4, "showdown": 3, "twenty_seven": 3}
OPTIONS = PACE | {"standoff": {"lives": 2}}
MATCHES = {"embers": 10, "showdown": 10}
NO_QUESTION = {"waiting", "next", "stopped"}
"""Kinds of prompts that ask nothing and lead nowhere: somebody else moves, or the match is paused."""
STAGED = {
    "embers": {"give", "rescue", "bequeath"},
    "seven_rounds": {"host"},
    "showdown": {"passes", "surrendered", "down"},
}
"""Kinds that chance may not lead to within these matches."""


def kinds_met(slug):
    """Every kind of prompt that somebody is shown in some matches by chance, and whether they were to act."""
    game, screen = engine.get(slug), screens.get(slug)
    met = set()
    for seed in range(MATCHES.get(slug, 4)):
        rng, names = random.Random(f"{slug}{seed}"), ["Ann", "Bob", "Cy", "Dee", "Eve"][: SEATS[slug]]
        state = game.setup(game.clean_options(OPTIONS.get(slug, {})), names, engine.World(0.0, engine.Chance(seed)))
        told, now = [], 0.0
        for version in range(1, 260):
            public = game.view(state, None)
            for seat in range(len(names)):
                view = game.view(state, seat)
                seen = [move.seen_by(seat) for move in told[-3:]]
                prompt = screen.layout(view, list(islice(game.commands(state, seat), 500)), seen)["prompt"]
                if prompt:
                    kind = "passes" if prompt.get("passes") else prompt["kind"]
                    met.add((kind, seat in public["to_act"]))
            if public["over"]:
                break
            actor = rng.choice(public["to_act"])
            now += rng.uniform(0.5, 9)
            command = game.sample(state, actor, engine.Chance(rng.random()))
            step = game.apply(state, actor, command, engine.World(now, engine.Chance(rng.random())))
            state = step.state
            told.append(Told(version, actor, "player", step.events))
    return met


@pytest.fixture(scope="module", params=SLUGS)
def met(request):
    with translation.override("en"):
        return request.param, kinds_met(request.param)


def test_every_kind_of_prompt_that_asks_somebody_has_its_sentence(met):
    slug, kinds = met
    asked = {kind for kind, acting in kinds if acting}
    assert len(asked) >= 2
    assert asked - NO_QUESTION <= set(screens.get(slug).guide)


def test_every_sentence_belongs_to_a_kind_of_prompt_that_there_is(met):
    slug, kinds = met
    unmet = set(screens.get(slug).guide) - {kind for kind, _acting in kinds}
    assert unmet <= STAGED.get(slug, set())


@pytest.mark.parametrize("slug", SLUGS)
def test_a_sentence_is_short_enough_for_a_phone(slug):
    for kind, words in screens.get(slug).guide.items():
        assert 40 < len(str(words)) < 260, kind


@pytest.mark.django_db
@pytest.mark.parametrize("slug", SLUGS)
def test_the_prompt_carries_the_sentence_and_only_for_who_is_shown_it(slug):
    match = play_on(make_match(slug, SEATS[slug], PACE.get(slug)), seed=3, commands=9)
    found = tables.load(match.room_id)
    view = found.game.view(found.state, None)
    for seat in (seat for seat in view["to_act"] if isinstance(seat, int)):
        html = screens.draw(found, Who(seat=seat, joined=True), only=("prompt",))["prompt"]
        (key,) = re.findall(r'data-guide="([^"]+)"', html)
        game, _colon, kind = key.partition(":")
        assert game == slug
        with translation.override("en"):
            words = str(screens.get(slug).guide[kind])
        assert words[:30] in html.replace("&#x27;", "'").replace("&quot;", '"')
    watching = screens.draw(found, Who(joined=True))
    assert not [name for name, html in watching.items() if "data-guide" in html]


@pytest.mark.django_db
def test_the_host_without_a_seat_is_told_what_they_do():
    host, *_rest = table(5, "seven_rounds")
    assert 'data-guide="seven_rounds:host"' in host.page().content.decode()


@pytest.mark.django_db
def test_without_script_the_sentence_is_a_line_to_unfold_and_there_are_no_dead_buttons():
    ann, _bob = table(2)
    page = ann.page().content.decode()
    guide = page[page.index("<first-guide") : page.index("</first-guide>")]
    assert '<details id="guide-words">' in guide
    assert re.findall(r'<button class="btn small" type="button" data-hint="(\w+)">', guide) == ["seen", "off"]
