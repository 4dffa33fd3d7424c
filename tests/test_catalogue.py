"""The Chinese catalogue: whole, checked, and compiled from what is written."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import polib
import pytest

ROOT = Path(__file__).parents[1]
FOLDER = Path("standoff/locale/zh_Hans/LC_MESSAGES")
CATALOGUE = polib.pofile(str(ROOT / FOLDER / "django.po"))
ENTRIES = [entry for entry in CATALOGUE if not entry.obsolete]
HOLES = re.compile(r"\{\w*\}|%\(\w+\)s|<[^>]+>")


def said(entry):
    """The Chinese of an entry: of a plural, its one form."""
    return entry.msgstr_plural[0] if entry.msgid_plural else entry.msgstr


def test_every_message_is_translated_and_none_is_a_guess():
    assert len(ENTRIES) > 1500
    assert [entry.msgid for entry in ENTRIES if not said(entry).strip() or entry.fuzzy] == []


def test_every_hole_of_a_message_is_in_its_translation():
    def holes(text):
        return sorted(set(HOLES.findall(text)))

    wrong = [
        (entry.msgid, said(entry))
        for entry in ENTRIES
        if holes(said(entry)) not in (holes(entry.msgid), holes(entry.msgid_plural or entry.msgid))
    ]
    assert wrong == []


def test_chinese_is_punctuated_as_chinese():
    half = re.compile(r"[一-鿿][,;!?]|[,;!?][一-鿿]|[０-９]|您|《")
    assert [(entry.msgid, said(entry)) for entry in ENTRIES if half.search(said(entry))] == []


def test_what_is_compiled_is_what_is_written():
    compiled = polib.mofile(str(ROOT / FOLDER / "django.mo"))
    assert {(one.msgctxt, one.msgid): said(one) for one in compiled} == {
        (one.msgctxt, one.msgid): said(one) for one in ENTRIES
    }


@pytest.mark.skipif(not shutil.which("xgettext"), reason="no gettext tools on this machine")
def test_every_word_of_the_source_is_in_the_catalogue(tmp_path):
    for part in ("games", "standoff", "templates"):
        shutil.copytree(ROOT / part, tmp_path / part, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "manage.py", tmp_path)
    subprocess.run(
        [sys.executable, "manage.py", "makemessages", "-l", "zh_Hans", "--no-location", "--no-obsolete"],
        cwd=tmp_path, check=True, capture_output=True,
    )  # fmt: skip
    written = polib.pofile(str(tmp_path / FOLDER / "django.po"))
    assert [(entry.msgctxt, entry.msgid) for entry in written if entry.fuzzy or not said(entry)] == []
