"""The big screen: what a stranger sees, whoever opened it, by page and by socket."""

import re

import pytest
from django.utils import timezone

from games import engine, screens
from games.models import Match, Presence
from tests.drive import Player, Window, commands_on, room_of, table
from tests.factories import play_on

pytestmark = pytest.mark.django_db(transaction=True)

SLUGS = [game.slug for game in engine.all()]
SCREEN = "?screen=1"


@pytest.fixture
def windows(loop):
    opened = []

    def window(player, query=SCREEN):
        opened.append(Window(player, loop, query=query))
        return opened[-1]

    yield window
    for one in opened:
        one.closes()


def screen(player, **headers):
    return player.client.get(f"/r/{player.code}/screen/", headers=headers)


def stranger(code):
    zed = Player("Zed")
    zed.code = code
    return zed


def pieces(text):
    """The fragments in a page or a frame, by their ids, without tokens."""
    text = re.sub(r'<input type="hidden" name="csrfmiddlewaretoken"[^>]*>', "", text)
    return {
        name: found
        for name in screens.FRAGMENTS
        for found in re.findall(rf'<section id="{name}".*?</section>', text, re.S)
    }


@pytest.mark.parametrize("slug", SLUGS)
def test_every_browser_shows_the_screen_of_a_stranger(slug, windows):
    players = table(4, slug, **({"host": "false"} if slug == "seven_rounds" else {}))
    zed = stranger(players[0].code)
    play_on(Match.objects.select_related("room").get(), seed=4, commands=7)
    wanted = {name: text for name, text in pieces(zed.page().content.decode()).items() if name in screens.ON_SCREEN}
    assert set(wanted) == set(screens.ON_SCREEN)
    ordinary = windows(zed, query="")
    ordinary.catches_up()
    for who in (*players, zed):
        html = screen(who).content.decode()
        assert pieces(html) == wanted
        assert not commands_on(html)
        window = windows(who)
        window.catches_up()
        (frame,) = window.frames
        assert pieces(frame) == wanted == {name: pieces(ordinary.frames[0])[name] for name in wanted}


def test_the_screen_is_live(windows):
    ann, bob = table(2, start=False)
    window = windows(ann)
    window.catches_up()
    Player("Zoë").joins(ann.code)
    window.catches_up()
    assert "Zoë" in window.frames[-1]
    ann.posts("start")
    bob.gives({"type": "choose", "card": "1:5"})
    window.catches_up()
    assert "Bob has locked in." in window.frames[-1]
    assert not [
        frame for frame in window.frames if 'id="hand"' in frame or 'id="prompt"' in frame or 'id="host"' in frame
    ]


def test_the_way_in_can_be_scanned_read_and_hidden():
    ann, _bob = table(2)
    html = screen(ann).content.decode()
    corner = html.split('<details class="corner" open>')[1].split("</details>")[0]
    assert '<svg class="qr"' in corner or 'class="qr"' in corner
    assert ann.code in corner
    assert "Hide the code" in corner.split("</summary>")[0]


def test_nobody_is_at_the_table_by_a_screen(windows):
    _ann, bob = table(2)
    window = windows(bob)
    window.catches_up()
    Presence.objects.filter(person=bob.person).update(until=timezone.now())
    before = Presence.objects.get(person=bob.person).until
    assert not window.waits(lambda: Presence.objects.get(person=bob.person).until > before, seconds=3)


def test_who_may_not_see_the_room_has_no_screen_of_it(windows):
    ann, bob = table(2)
    window = windows(bob)
    window.catches_up()
    ann.posts("host/kick", seat="1")
    assert window.waits(lambda: window.closed == 4403, seconds=2)
    assert screen(bob).status_code == 403
    ann.posts("host/lock")
    zed = stranger(ann.code)
    assert screen(zed).status_code == 404
    late = windows(zed)
    assert late.waits(lambda: late.closed == 4404)
    assert screen(ann).status_code == 200


def test_a_screen_that_shows_the_present_picture_is_told_nothing():
    ann, _bob = table(2)
    stamp = Window.STAMP.search(screen(ann).content.decode()).group(0).split('"')[1]
    assert screen(ann, **{"HX-Request": "true", "X-Stamp": stamp}).status_code == 204
    ann.gives({"type": "choose", "card": "0:5"})
    answer = screen(ann, **{"HX-Request": "true", "X-Stamp": stamp})
    assert answer.status_code == 200
    assert set(pieces(answer.content.decode())) == set(screens.ON_SCREEN)


def test_a_screen_shows_the_lobby_and_the_result_too():
    ann, _bob = table(2, start=False, lives="1")
    assert room_of(ann).code in screen(ann).content.decode().split('id="board"')[1]
    ann.posts("start")
    play_on(Match.objects.select_related("room").get(), seed=1)
    assert 'data-scene="over"' in screen(ann).content.decode()
