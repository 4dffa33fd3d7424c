"""An account in browsers: a guest at a table signs up, plays on, and goes on in another browser."""

import re

import pytest

from tests.browser.steps import tab_to

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PASSWORD = "seven spent bullets"


def signs_up(page, name):
    page.fill("[name=username]", name)
    page.fill("[name=password1]", PASSWORD)
    page.fill("[name=password2]", PASSWORD)
    page.locator("main form button.primary").click()


def gives(who, card):
    who.gives({"type": "choose", "card": card})


def test_a_guest_signs_up_at_the_table_and_the_seat_is_theirs_in_every_browser(browsers):
    ann, bob = browsers("Ann"), browsers("Bob")
    bob.joins(ann.opens_room("standoff", lives=1))
    ann.page.wait_for_selector("#seats >> text=Bob")
    ann.starts()

    # By the bar's own link to the account and back to the table; another tab that was open there heals by itself.
    tab = ann.context.new_page()
    tab.goto(ann.url)
    tab.wait_for_selector("#hand .card")
    ann.page.locator(".bar .account").click()
    ann.page.locator("main a[href^='/account/sign-up/']").click()
    with tab.expect_navigation(timeout=6000):
        signs_up(ann.page, "calamity")
    ann.page.wait_for_url(ann.url)
    assert "Ann" in ann.page.locator(".bar .account").text_content()
    assert "Ann" in tab.locator(".bar .account").text_content()
    tab.close()

    # On another device, where she had looked in as a guest, she has her seat and its hand, and plays.
    phone = browsers("Ann's phone", viewport={"width": 320, "height": 640})
    phone.watches(ann.url)
    phone.page.wait_for_selector("#status:not([data-joined])")
    phone.page.locator(".bar .account").click()
    phone.page.fill("[name=username]", "calamity")
    phone.page.fill("[name=password]", PASSWORD)
    phone.page.keyboard.press("Enter")
    phone.page.wait_for_url(phone.url)
    phone.page.wait_for_selector("#hand .card")
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 320
    gives(phone, "0:5")
    ann.page.wait_for_selector("#prompt >> text=Locked in")
    gives(bob, "1:1")
    for who in (ann, phone):
        who.page.wait_for_function("() => document.getElementById('status').dataset.stamp.split('.')[2] === '2'")

    # Signed out, the phone knows nobody any more; what Ann has stays hers.
    phone.page.locator(".bar .account").click()
    phone.page.locator("form[action='/account/sign-out/'] button").click()
    phone.page.wait_for_url("**/")
    phone.page.goto(ann.url)
    phone.page.wait_for_selector("#status:not([data-joined])")
    ann.page.wait_for_selector("#status[data-seat='0']")
    for who in (ann, bob, phone):
        who.stays_clean()


def test_an_account_is_made_and_deleted_by_keyboard_alone(browsers):
    ann = browsers("Ann")
    ann.page.goto(f"{ann.site.url}/account/")
    tab_to(ann.page, "main a[href='/account/sign-up/']")
    ann.page.keyboard.press("Enter")
    ann.page.wait_for_url("**/account/sign-up/")
    for field, words in (("username", "calamity"), ("password1", PASSWORD), ("password2", PASSWORD)):
        tab_to(ann.page, f"[name={field}]") if field != "username" else ann.page.focus("[name=username]")
        ann.page.keyboard.type(words)
    ann.page.keyboard.press("Enter")
    ann.page.wait_for_url("**/account/")
    tab_to(ann.page, "a[href='/account/delete/']")
    ann.page.keyboard.press("Enter")
    ann.page.wait_for_url("**/account/delete/")
    tab_to(ann.page, "[name=password]")
    ann.page.keyboard.type("wrong")
    ann.page.keyboard.press("Enter")
    fault = ann.page.locator(".fault")
    fault.wait_for()
    assert ann.page.locator("[name=password]").get_attribute("aria-invalid") == "true"
    assert fault.get_attribute("id") in ann.page.locator("[name=password]").get_attribute("aria-describedby")
    tab_to(ann.page, "[name=password]")
    ann.page.keyboard.type(PASSWORD)
    ann.page.keyboard.press("Enter")
    ann.page.wait_for_url(re.compile(r"//[^/]+/$"))
    ann.page.goto(f"{ann.site.url}/account/")
    assert "Guest" in ann.reads("main header")
    ann.stays_clean()
