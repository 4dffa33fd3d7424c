"""The list of public tables in a real browser: it lives by itself, and leaves the reader where they are."""

import pytest
from django.utils import timezone

from games import rooms
from games.models import Person
from tests.browser.scenes import aside

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def opens(name, slug="standoff"):
    """Somebody opens a public room, elsewhere."""

    def done():
        person = Person.objects.create(name=name)
        return rooms.open_room(person, name, slug, {}, now=timezone.now(), visibility="public").code

    return aside(done)


def test_new_tables_appear_and_the_focus_stays_on_the_table_that_one_reads(browsers):
    ann = browsers("Ann")
    first = opens("Bob")
    ann.page.goto(f"{ann.site.url}/tables/")
    ann.page.locator(f"#table-{first}").focus()
    second = opens("Cy", "embers")
    ann.page.wait_for_selector(f"#table-{second}", timeout=9_000)
    assert ann.page.evaluate("document.activeElement.id") == f"table-{first}"
    ann.page.get_by_role("link", name="Embers", exact=True).click()
    ann.page.wait_for_selector(f"#table-{second}")
    assert ann.page.locator(f"#table-{first}").count() == 0
    assert ann.page.evaluate("document.scrollingElement.scrollWidth") <= 360
    ann.stays_clean()


def test_without_script_the_list_is_there_with_a_way_to_look_again(browsers):
    ann = browsers("Ann", java_script_enabled=False)
    code = opens("Bob")
    ann.page.goto(f"{ann.site.url}/tables/?game=standoff")
    assert ann.page.locator(f"#table-{code}").is_visible()
    ann.page.get_by_role("link", name="Look again").click()
    assert ann.page.url.endswith("/tables/?game=standoff")
