"""What the site stands on has no hole that is known here; and what could not be checked is never called well."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.version import Version

from tests.holes import FIXED, installed, verdict

PROJECT = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text())["project"]


def least():
    """{package: the least version that may be installed}, of all that the project names."""
    named = PROJECT["dependencies"] + [one for extra in PROJECT["optional-dependencies"].values() for one in extra]
    found = {}
    for one in named:
        name, version = re.match(r"([\w-]+)(?:\[.*?\])?.*?>=([\d.]+)", one).groups()
        found[name.lower()] = version
    return found


def test_nothing_that_is_installed_has_a_hole_known_here():
    here = installed()
    assert {"django", "daphne", "twisted"} <= set(here)
    holes = [f"{name} {here[name]} ({cve})" for name, (fixed, cve) in FIXED.items() if older(here.get(name), fixed)]
    assert not holes


def older(version, fixed):
    return version is not None and Version(version) < Version(fixed)


def test_the_least_versions_that_may_be_installed_have_none_either():
    """Also of packages that only others ask for, where those would take an older one."""
    bounds = least()
    lower = [
        f"{name}>={bounds[name]} ({cve})" for name, (fixed, cve) in FIXED.items() if older(bounds.get(name), fixed)
    ]
    assert not lower
    assert set(FIXED) - set(bounds) <= {"cbor2", "redis"}  # what asks for these takes no older ones


PACKAGES = {"django": "5.2.17", "daphne": "4.2.2"}
WELL = [{"name": "django", "version": "5.2.17", "vulns": []}, {"name": "daphne", "version": "4.2.2", "vulns": []}]
HOLE = {"id": "PYSEC-1", "fix_versions": ["5.2.99"]}


@pytest.mark.parametrize(
    ("report", "says", "status"),
    [
        ({"dependencies": WELL}, "no known holes in 2 packages", 0),
        ({"dependencies": [WELL[0], WELL[1] | {"vulns": [HOLE]}]}, "HOLE: daphne 4.2.2: PYSEC-1, fixed in 5.2.99", 1),
        ({"dependencies": [{"name": "django", "skip_reason": "?"}, WELL[1]]}, "NOT CHECKED for known holes: 1 of 2", 0),
        ({"dependencies": [{"name": "django", "skip_reason": "?"}, WELL[1] | {"vulns": [HOLE]}]}, "HOLE: daphne", 1),
        ({"dependencies": []}, "NOT CHECKED for known holes: 2 of 2", 0),
        (None, "NOT CHECKED for known holes: 2 of 2", 0),
    ],
)  # fmt: skip
def test_what_was_not_checked_is_never_called_well(report, says, status):
    lines, found = verdict(report, PACKAGES)
    assert says in "\n".join(lines)
    assert found == status
    if says.startswith("NOT"):
        assert "no known holes" not in "\n".join(lines)
