"""Every page on the narrowest phone, and zoomed in to twice its size: nothing is scrolled sideways, every control is in
sight and large enough for a thumb, and nothing moves for those who asked for that. With the longest names and the most
seats, in both languages, with all that can be opened open.
"""

import pytest

from tests.browser.scenes import ROOMS, Eyes, around, tour

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NARROW = {"width": 320, "height": 640}
ZOOMED = {"width": 640, "height": 400}
"""A window of 1280 by 800 at 200 %: browsers lay the page out in half as many pixels, and draw each twice as large."""
HELD = {"width": 360, "height": 740}

STICKS_OUT = """() => {
  const page = document.scrollingElement, wide = page.clientWidth, found = [];
  const scrolls = (one) => one.scrollWidth > one.clientWidth && /auto|scroll/.test(getComputedStyle(one).overflowX);
  const parents = (one) => (one && one !== page ? [one, ...parents(one.parentElement)] : []);
  const control = 'a[href], button, input:not(.sr, [type=hidden]), select, summary, label:not(.sr)';
  if (page.scrollWidth > wide) found.push(`the page is ${page.scrollWidth} wide`);
  for (const one of document.querySelectorAll(page.scrollWidth > wide ? 'main *' : control)) {
    if (!one.checkVisibility({ visibilityProperty: true }) || one.closest('.map, .sr')) continue;
    const { left, right, width } = one.getBoundingClientRect();
    if (width && (left < -0.5 || right > wide + 0.5) && !parents(one.parentElement).some(scrolls)) {
      found.push(`${left} to ${right}: ${one.outerHTML.slice(0, 90)}`);
    }
  }
  return found.slice(0, 12);
}"""
"""Hexes of Showdown's map are left out: it is a view of its own, whose hexes are also taken by name."""

TOO_SMALL = """() => {
  const links = 'a[href]:not(.rule, [tabindex="-1"])', fields = 'input:not([type=hidden]), select, label[for].btn';
  return [...document.querySelectorAll(`main:not([data-face]) :is(${links}, button, summary, ${fields})`)]
    .map((one) => one.closest('label') ?? one)
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest('.sr, .map'))
    .filter((one) => getComputedStyle(one).display !== 'inline')
    .map((one) => [one.getBoundingClientRect(), one])
    .filter(([box]) => box.width < 43.9 || box.height < 43.9)
    .map(([box, one]) => `${box.width} by ${box.height}: ${one.outerHTML.slice(0, 120)}`);
}"""
"""A label is a control's whole target; a link within a text (as card names are) is as large as its line; what no
key reaches is a second way to something; the big screen is not tapped."""

MOVES = """() => document.getAnimations()
  .filter((one) => one.effect.getComputedTiming().endTime > 10)
  .map((one) => `${one.animationName ?? one.transitionProperty} of ${one.effect.target.outerHTML.slice(0, 120)}`)"""


def faults(browsers, scenes):
    """What sticks out at each of these, is too small for a thumb, or moves."""
    eyes, found = Eyes(browsers("Ann")), []
    for scene in scenes:
        for language in ("en", "zh-hans"):
            eyes.page.set_viewport_size(NARROW)
            eyes.look(scene.person, scene.path, language, unfold=True)
            seen = eyes.page.evaluate(STICKS_OUT)
            eyes.page.set_viewport_size(ZOOMED)
            seen += eyes.page.evaluate(STICKS_OUT)
            eyes.page.set_viewport_size(HELD)
            seen += eyes.page.evaluate(TOO_SMALL) + eyes.page.evaluate(MOVES)
            found += [f"{scene.kind}, {language}: {words}" for words in seen]
    eyes.browser.stays_clean()
    return "\n".join(found)


@pytest.mark.parametrize(("game", "options"), ROOMS)
def test_everything_at_a_table_is_in_sight_in_reach_of_a_thumb_and_still(browsers, game, options):
    found = faults(browsers, tour(game, **options))
    assert not found, found


def test_everything_on_the_pages_around_is_in_sight_in_reach_of_a_thumb_and_still(browsers):
    found = faults(browsers, around())
    assert not found, found


def test_what_sticks_out_is_small_or_moves_is_found(browsers):
    eyes = Eyes(browsers("Ann", viewport=NARROW, reduced_motion="no-preference"))
    scene = next(scene for scene in tour("standoff", seats=3) if scene.kind == "over")
    eyes.look(scene.person, scene.path)
    assert any("captions" in words for words in eyes.page.evaluate(MOVES))
    eyes.page.evaluate("document.querySelector('#host .btn').style = 'min-height: 40px; width: 400px'")
    assert "40: " in eyes.page.evaluate(TOO_SMALL)[0]
    assert len(eyes.page.evaluate(STICKS_OUT)) > 1
