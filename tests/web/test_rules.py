"""The rules pages: whole, in both languages, with every card of the engines' tables."""

import html
import re

import pytest
from django.utils import translation

from games.engine.embers.cards import TABLE
from games.engine.seven_rounds.actions import ACTIONS
from games.engine.seven_rounds.missions import MISSIONS
from games.engine.showdown.cards import SIDES
from games.engine.showdown.results import CARDS as RESULTS
from games.engine.standoff.sets import SETS
from games.engine.twenty_seven.powers import POWERS
from tests.factories import make_room

pytestmark = pytest.mark.django_db

LANGUAGES = ("en", "zh-hans")
ROWS = {
    "standoff": [(f"{number}-{row.priority}", row) for number, chapter in SETS.items() for row in chapter.cards],
    "embers": [(row.kind, row) for row in TABLE],
    "seven_rounds": [(row.id, row) for row in (*ACTIONS, *MISSIONS)],
    "showdown": [(row.code, row) for row in SIDES],
    "twenty_seven": [(row.id, row) for row in POWERS.values()],
}
CARD = re.compile(r'<li id="card-([^"]+)">(.*?)</li>', re.DOTALL)


@pytest.fixture(params=[(slug, language) for slug in ROWS for language in LANGUAGES], ids="-".join)
def page(request, client):
    """A game's rules as a reader of this language gets them: slug, language, text."""
    slug, language = request.param
    answer = client.get(f"/rules/{slug}/", headers={"accept-language": language})
    assert answer.status_code == 200
    return slug, language, answer.content.decode()


def test_a_page_is_written_in_the_readers_language(page):
    _slug, language, text = page
    heading = {"en": "Play in two minutes", "zh-hans": "两分钟上手"}[language]
    assert re.search(rf'<section id="[^"]+"><h2>{heading}</h2>', text)
    assert f'<html lang="{language}">' in text


def test_every_card_is_on_its_page_with_its_name_and_its_text(page):
    slug, language, text = page
    told = {id_: html.unescape(inside) for id_, inside in CARD.findall(text)}
    assert list(told) == [id_ for id_, _row in ROWS[slug]]
    with translation.override(language):
        for id_, row in ROWS[slug]:
            assert translation.gettext(row.name) in told[id_]
            assert f"<p>{translation.gettext(row.text)}</p>" in told[id_]


def test_the_list_of_contents_names_every_section_and_nothing_else(page):
    _slug, _language, text = page
    linked = re.findall(r'<a href="#([^"]+)">', text.partition('class="contents"')[2].partition("</nav>")[0])
    assert linked == re.findall(r"<section id=\"([^\"]+)\"", text)
    assert len(linked) == len(set(linked)) > 8


def test_no_two_things_on_a_page_have_one_id(page):
    ids = re.findall(r'\sid="([^"]+)"', page[2])
    assert sorted(ids) == sorted(set(ids))


def test_both_languages_have_the_same_sections(client):
    for slug in ROWS:
        texts = [client.get(f"/rules/{slug}/", headers={"accept-language": one}).content.decode() for one in LANGUAGES]
        english, chinese = (re.findall(r"<section id=\"([^\"]+)\"", text) for text in texts)
        assert english == chinese
        items = [len(re.findall(r"<(?:li|dt|tr)\b", text)) for text in texts]
        assert items[0] == items[1], slug


def test_showdown_shows_all_result_cards(client):
    text = client.get("/rules/showdown/", headers={"accept-language": "en"}).content.decode()
    rows = re.findall(r'<tr id="card-result-(\d+)"><th scope="row">\d+</th><td>(\w+)</td><td>(\d)</td>', text)
    assert rows == [
        (str(card.number), "dud" if card.fire is None else str(card.fire), str(card.delay)) for card in RESULTS
    ]


def test_a_game_that_does_not_exist_has_no_rules(client):
    assert client.get("/rules/poker/").status_code == 404


def test_the_table_opens_the_rules_in_another_tab(client):
    room = make_room("embers", visibility="public")
    text = client.get(f"/r/{room.code}/").content.decode()
    assert '<a class="btn small" href="/rules/embers/" target="_blank" rel="noopener">' in text


def test_home_and_the_form_for_a_new_room_lead_to_the_rules(client):
    home = client.get("/").content.decode()
    for slug in ROWS:
        assert f'href="/rules/{slug}/"' in home
        assert f'href="/rules/{slug}/"' in client.get(f"/new/{slug}/").content.decode()
