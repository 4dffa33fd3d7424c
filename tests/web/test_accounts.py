"""Accounts, if one wants: in and out, a guest's things becoming the account's, passwords, and what must not leak."""

import re
import threading

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.core.exceptions import ImproperlyConfigured
from django.utils import translation

from games.models import Person
from tests.drive import Player as Browser
from tests.drive import Window, table

pytestmark = pytest.mark.django_db

PASSWORD = "seven spent bullets"


def signs_up(browser, name="calamity", password=PASSWORD, **fields):
    return browser.client.post(
        "/account/sign-up/", {"username": name, "password1": password, "password2": password, **fields}
    )


def signs_in(browser, name="calamity", password=PASSWORD, **fields):
    return browser.client.post("/account/sign-in/", {"username": name, "password": password, **fields})


def signs_out(browser):
    return browser.client.post("/account/sign-out/")


def elsewhere(like, name="calamity"):
    """Another browser of the same account, looking at the same room."""
    other = Browser(like.name)
    other.code = like.code
    assert signs_in(other, name).status_code == 302
    return other


def account(name="calamity", **facts):
    return User.objects.create_user(name, password=PASSWORD, **facts)


def sentence(answer):
    return re.sub(r"\s+", " ", answer.content.decode())


# In and out -----------------------------------------------------------------------------------------------------------


def test_a_guest_who_signs_up_stays_who_they_are():
    ann, _bob = table(2)
    person, key = ann.person, ann.client.session.session_key
    answer = signs_up(ann)
    assert answer["Location"] == "/account/"
    assert ann.person == person
    assert ann.person.user.username == "calamity"
    assert ann.sees()["viewer"] == 0
    assert ann.client.session.session_key != key


def test_who_was_nobody_before_signs_up_and_plays_under_the_accounts_name():
    ann = Browser("Ann")
    signs_up(ann, "calamity")
    assert ann.person.name == "calamity"


@pytest.mark.parametrize("name", ["x" * 40, "@@@@@", "小美"])
def test_every_name_that_an_account_may_have_gives_a_name_to_play_under(name):
    ann = Browser("Ann")
    assert signs_up(ann, name).status_code == 302
    assert ann.person.name == name[:20]


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"username": ""}, "This field is required"),
        ({"username": "x" * 41}, "at most 40"),
        ({"username": "two words"}, "valid username"),
        ({"username": "CALAMITY"}, "already exists"),
        ({"password2": "another one"}, "match"),
        ({"password1": "12345678", "password2": "12345678"}, "too common"),
        ({"email": "nowhere"}, "valid email"),
    ],
)
def test_a_sign_up_that_is_refused_says_why_and_makes_nothing(client, fields, words):
    account("calamity")
    answer = client.post(
        "/account/sign-up/", {"username": "doc", "password1": PASSWORD, "password2": PASSWORD} | fields
    )
    assert answer.status_code == 422
    assert words in sentence(answer)
    assert PASSWORD not in answer.content.decode()
    assert User.objects.count() == 1
    assert not Person.objects.exists()


def test_signed_in_elsewhere_one_has_the_same_seat_and_both_browsers_may_act():
    ann, bob = table(2)
    signs_up(ann)
    phone = elsewhere(ann)
    assert phone.sees()["viewer"] == ann.sees()["viewer"] == 0
    assert phone.gives({"type": "choose", "card": "0:5"}).status_code == 302
    assert ann.sees()["view"]["seats"][0]["submitted"]
    bob.gives({"type": "choose", "card": "1:1"})
    assert ann.gives(ann.sees()["commands"][0]).status_code == 302


def test_an_unknown_name_and_a_wrong_password_are_answered_alike(client):
    account("calamity")
    unknown = client.post("/account/sign-in/", {"username": "nobody", "password": "wrong"})
    wrong = client.post("/account/sign-in/", {"username": "calamity", "password": "wrong"})
    told = [
        re.sub(r'(csrfmiddlewaretoken" value=|X-CSRFToken": |value=)"[^"]*"', "", answer.content.decode())
        for answer in (unknown, wrong)
    ]
    assert unknown.status_code == wrong.status_code == 422
    assert told[0] == told[1]


def test_a_closed_account_does_not_open(client):
    account("calamity", is_active=False)
    assert client.post("/account/sign-in/", {"username": "calamity", "password": PASSWORD}).status_code == 422


def test_signing_out_leaves_a_newcomer():
    ann, _bob = table(2)
    signs_up(ann)
    answer = signs_out(ann)
    assert answer["Location"] == "/"
    assert "person" not in ann.client.session
    assert ann.sees()["viewer"] is None
    signs_in(ann)
    assert ann.sees()["viewer"] == 0


def test_a_guest_cannot_sign_out_and_keeps_the_seat():
    ann, _bob = table(2)
    signs_out(ann)
    assert ann.sees()["viewer"] == 0


@pytest.mark.parametrize("page", ["sign-in", "sign-up"])
@pytest.mark.parametrize(
    ("asked", "leads"),
    [
        ("/r/ABC234/", "/r/ABC234/"),
        ("https://evil.example/", "/account/"),
        ("//evil.example/", "/account/"),
        ("/\\evil.example/", "/account/"),
        ("javascript:alert(1)", "/account/"),
        ("", "/account/"),
    ],
)
def test_who_signs_in_is_led_back_within_this_site_only(client, page, asked, leads):
    if page == "sign-in":
        account("calamity")
    fields = {"username": "calamity", "password": PASSWORD, "password1": PASSWORD, "password2": PASSWORD}
    form = client.get(f"/account/{page}/", {"next": asked}).content.decode().split("<main")[1]
    assert ('name="next"' in form) == (leads != "/account/")
    assert client.post(f"/account/{page}/", fields | {"next": asked})["Location"] == leads


def test_who_is_signed_in_already_is_led_on():
    ann = Browser("Ann")
    signs_up(ann)
    for page in ("sign-in", "sign-up"):
        assert ann.client.get(f"/account/{page}/")["Location"] == "/account/"


def test_the_bar_of_every_page_says_who_is_signed_in_and_leads_back_here():
    ann, _bob = table(2)
    assert f'href="/account/sign-in/?next=%2Fr%2F{ann.code}%2F"' in ann.page().content.decode()
    signs_up(ann)
    page = ann.page().content.decode()
    assert 'href="/account/"' in page
    assert "/account/sign-in/" not in page


# Passwords are not guessed --------------------------------------------------------------------------------------------


def test_wrong_passwords_are_limited_by_address_whatever_the_name(client):
    for number in range(20):
        signs = client.post("/account/sign-in/", {"username": f"n{number}", "password": "wrong"})
        assert signs.status_code == 422
    account("calamity")
    answer = client.post("/account/sign-in/", {"username": "calamity", "password": PASSWORD})
    assert answer.status_code == 429
    assert "Wait ten minutes" in sentence(answer)
    other = client.post("/account/sign-in/", {"username": "calamity", "password": PASSWORD}, REMOTE_ADDR="192.0.2.9")
    assert other.status_code == 302


@pytest.mark.parametrize("real", [True, False])
def test_wrong_passwords_are_limited_by_name_whatever_the_address(client, real):
    if real:
        account("calamity")
    for number in range(40):
        facts = {"username": "Calamity" if number % 2 else "calamity", "password": "wrong"}
        assert client.post("/account/sign-in/", facts, REMOTE_ADDR=f"192.0.2.{number}").status_code == 422
    answer = client.post(
        "/account/sign-in/", {"username": "calamity", "password": PASSWORD}, REMOTE_ADDR="198.51.100.1"
    )
    assert answer.status_code == 429


@pytest.mark.parametrize(
    ("page", "fields"),
    [
        ("delete", {"password": "wrong"}),
        ("email", {"password": "wrong", "email": "doc@example.org"}),
        ("password", {"old_password": "wrong", "new_password1": PASSWORD[::-1], "new_password2": PASSWORD[::-1]}),
    ],
)
def test_an_open_browser_does_not_help_to_guess_the_password(page, fields):
    ann = Browser("Ann")
    signs_up(ann)
    for _try in range(20):
        assert ann.client.post(f"/account/{page}/", fields).status_code == 422
    assert ann.client.post(f"/account/{page}/", fields).status_code == 429
    user = User.objects.get()
    assert user.check_password(PASSWORD)
    assert user.email == ""


def test_sign_ups_are_limited_by_address(client):
    for _try in range(60):
        client.post("/account/sign-up/", {})
    assert client.post("/account/sign-up/", {}).status_code == 429


# Sessions and sockets -------------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_the_windows_of_the_guest_close_at_sign_in_and_those_of_the_account_at_sign_out(loop):
    ann, _bob = table(2)
    window = Window(ann, loop)
    window.catches_up()
    signs_up(ann)
    assert window.waits(lambda: window.closed == 4401, seconds=5)
    window = Window(ann, loop)
    window.catches_up()
    assert 'data-seat="0"' in "".join(window.frames)
    signs_out(ann)
    assert window.waits(lambda: window.closed == 4401, seconds=5)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("how", ["changed", "reset", "closed", "deleted"])
def test_a_new_password_or_a_closed_account_ends_every_other_browser(how, loop):
    ann, _bob = table(2)
    signs_up(ann)
    phone = elsewhere(ann)
    window = Window(phone, loop)
    window.catches_up()
    user = User.objects.get()
    if how == "changed":
        new = {"old_password": PASSWORD, "new_password1": "another one 27", "new_password2": "another one 27"}
        assert ann.client.post("/account/password/", new)["Location"] == "/account/"
        assert ann.sees()["viewer"] == 0
    elif how == "reset":
        user.set_password("another one 27")
        user.save()
    elif how == "closed":
        User.objects.update(is_active=False)
    else:
        assert ann.client.post("/account/delete/", {"password": PASSWORD}).status_code == 302
    assert window.waits(lambda: window.closed == 4401, seconds=5)
    assert phone.sees()["viewer"] is None
    assert phone.gives({"type": "choose", "card": "0:5"}, version=0).status_code == 403
    window = Window(phone, loop)
    assert window.waits(lambda: window.frames)
    assert 'data-seat="0"' not in "".join(window.frames)
    window.closes()
    assert phone.joins(ann.code, name="Neo").status_code == 302
    assert phone.person.name == "Neo"
    assert phone.sees()["viewer"] is None


def test_staff_who_sign_in_to_the_admin_are_no_players_by_it():
    ann, _bob = table(2)
    account("boss", is_staff=True, is_superuser=True)
    guest = ann.person
    ann.client.post("/admin/login/", {"username": "boss", "password": PASSWORD, "next": "/admin/"})
    assert ann.client.get("/admin/").status_code == 200
    assert ann.person == guest
    assert guest.user is None
    assert ann.sees()["viewer"] == 0
    assert "Sign up to keep" in ann.client.get("/account/").content.decode()
    assert ann.client.get("/account/password/")["Location"] == "/account/sign-in/?next=/account/password/"
    signs_in(ann, "boss")
    assert ann.person == guest
    assert ann.person.user.username == "boss"
    assert ann.client.get("/admin/").status_code == 200


# Name, password, address ----------------------------------------------------------------------------------------------


def test_the_display_name_is_cleaned_and_offered_at_the_next_table(client):
    assert client.post("/account/name/", {"name": "\u202eDoc  Holliday"}).status_code == 302
    assert Person.objects.get().name == "Doc Holliday"
    assert "Doc Holliday" in client.get("/new/standoff/").content.decode()


@pytest.mark.parametrize("name", ["", "\u200b", "x" * 21, "x" * 401])
def test_a_name_that_nobody_could_read_is_refused(client, name):
    answer = client.post("/account/name/", {"name": name})
    assert answer.status_code == 422
    assert 'class="fault"' in answer.content.decode()
    assert not Person.objects.exists()


def test_the_address_is_changed_by_the_password_alone():
    ann = Browser("Ann")
    signs_up(ann)
    assert ann.client.post("/account/email/", {"email": "a@example.org"}).status_code == 422
    assert ann.client.post("/account/email/", {"email": "a@example.org", "password": PASSWORD}).status_code == 302
    assert User.objects.get().email == "a@example.org"
    assert ann.client.post("/account/email/", {"email": "", "password": PASSWORD}).status_code == 302
    assert User.objects.get().email == ""


# A forgotten password -------------------------------------------------------------------------------------------------


def asks_for_a_link(client, email="doc@example.org", **facts):
    answer = client.post("/account/reset/", {"email": email}, **facts)
    for thread in threading.enumerate():
        if thread.name == "mail":
            thread.join(5)
    return answer


def link():
    return re.search(r"https?://testserver(/account/reset/\S+)", mail.outbox[-1].body)[1]


@pytest.mark.django_db(transaction=True)
def test_a_forgotten_password_is_replaced_by_mail(client):
    account("doc", email="doc@example.org")
    assert asks_for_a_link(client)["Location"] == "/account/reset/sent/"
    assert mail.outbox[-1].to == ["doc@example.org"]
    assert "doc" in mail.outbox[-1].body
    assert not mail.outbox[-1].alternatives
    page = client.get(link(), follow=True)
    assert page.redirect_chain[0][0].endswith("/new/")
    new = {"new_password1": "another one 27", "new_password2": "another one 27"}
    answer = client.post(page.redirect_chain[0][0], new)
    assert answer["Location"] == "/account/sign-in/"
    assert client.post("/account/sign-in/", {"username": "doc", "password": "another one 27"}).status_code == 302
    used = client.get(link())
    assert used.status_code == 404
    assert "no longer good" in used.content.decode()


@pytest.mark.django_db(transaction=True)
def test_an_address_that_no_account_has_is_answered_like_one_that_an_account_has(client):
    account("doc", email="doc@example.org")
    known, unknown = asks_for_a_link(client), asks_for_a_link(client, "nobody@example.org")
    assert (known.status_code, known["Location"]) == (unknown.status_code, unknown["Location"])
    assert known.content == unknown.content
    assert len(mail.outbox) == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("email", ["doc@example.org", "nobody@example.org"])
def test_links_are_limited_by_address_whether_an_account_has_it_or_not(client, email):
    account("doc", email="doc@example.org")
    for number in range(4):
        assert asks_for_a_link(client, email, REMOTE_ADDR=f"192.0.2.{number}").status_code == 302
    answer = asks_for_a_link(client, email.upper(), REMOTE_ADDR="192.0.2.77")
    assert answer.status_code == 429
    assert len(mail.outbox) <= 4


@pytest.mark.django_db(transaction=True)
def test_the_mail_speaks_the_language_of_who_asks(client):
    account("doc", email="doc@example.org")
    client.cookies["django_language"] = "zh-hans"
    asks_for_a_link(client)
    with translation.override("zh-hans"):
        assert mail.outbox[-1].subject == translation.gettext("A new password for %(site_name)s") % {
            "site_name": "testserver"
        }


def test_without_a_mail_server_the_page_says_so_and_nothing_is_sent(client, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
    account("doc", email="doc@example.org")
    assert "changepassword" in client.get("/account/reset/").content.decode()
    assert client.post("/account/reset/", {"email": "doc@example.org"}).status_code == 422
    assert not mail.outbox


@pytest.mark.parametrize("path", ["MQ/abc-def", "MQ/new", "%00/x", "!!/!!", "OTk5OTk5OTk5OTk5OTk5OTk5OTk5/x-y"])
def test_a_made_up_link_opens_nothing(client, path):
    account("doc")
    assert client.get(f"/account/reset/{path}/").status_code == 404
    new = {"new_password1": "another one 27", "new_password2": "another one 27"}
    assert client.post(f"/account/reset/{path}/", new).status_code == 404
    assert User.objects.get().check_password(PASSWORD)


def test_a_mail_server_needs_an_address_that_mails_come_from(tmp_path):
    from tests.system.site import manage

    done = manage("check", STANDOFF_DATA=str(tmp_path), EMAIL_URL="smtp://mail.example.org:25", STANDOFF_MAIL_FROM="")
    assert done.returncode != 0
    assert ImproperlyConfigured.__name__ in done.stderr
    assert "STANDOFF_MAIL_FROM" in done.stderr


def test_no_link_stands_in_a_log(caplog):
    from standoff.logs import CODE

    assert CODE.sub(r"\1…", "Not Found: /account/reset/MQ/c0ffee-123/") == "Not Found: /account/reset/MQ/…/"
    assert CODE.sub(r"\1…", "/account/reset/sent/") == "/account/reset/sent/"
