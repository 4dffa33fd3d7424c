"""Display names: what people type, and what attackers type."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import names
from games.refusals import Refused


@pytest.mark.parametrize(
    ("raw", "clean"),
    [
        ("Ann", "Ann"),
        ("  Ann   Lee ", "Ann Lee"),
        ("小美", "小美"),
        ("A\u202enn", "Ann"),
        ("A\u200bn\u0000n", "Ann"),
        ("Zoë", "Zoë"),
        ("Zoe\u0308", "Zoë"),
        ("<b>Ann</b>", "<b>Ann</b>"),
        ("{{ 7*7 }}", "{{ 7*7 }}"),
        ("a" + "\u0301\u0302\u0303\u0304", "\xe1\u0302\u0303"),
    ],
)
def test_a_name_is_cleaned(raw, clean):
    assert names.clean(raw) == clean


@pytest.mark.parametrize("raw", ["", "   ", "\u202e\u200b", "\u3164", "\u2800", "\u0301", None, 7, "a" * 21, "字" * 21])
def test_a_name_that_cannot_be_read_is_refused(raw):
    with pytest.raises(Refused):
        names.clean(raw)


@given(st.text(max_size=60))
def test_a_cleaned_name_is_short_visible_and_stays_as_it_is(raw):
    try:
        name = names.clean(raw)
    except Refused:
        return
    assert 1 <= names.length(name) <= names.LONGEST
    assert name.isprintable()
    assert names.clean(name) == name


def test_names_that_look_alike_are_told_apart():
    assert names.unique("Ann", {"Bob"}) == "Ann"
    assert names.unique("Ann", {"ann"}) == "Ann 2"
    assert names.unique("Ａnn", {"Ann", "Ann 2"}) == "Ａnn 3"
    assert names.unique("a" * 20, {"A" * 20}) == "a" * 18 + " 2"
