"""Known holes in what the site stands on: `python -m tests.holes`.

Asks pip-audit about every package of this environment. Ends with 1 where a hole is known. A package that its advisory
service does not tell about was not checked: that is said, package by package, and is no "all is well". What can be
known without asking anybody stands in FIXED, and `tests/test_holes.py` holds the project to it.
"""

import json
import subprocess
import sys
import tempfile
from importlib.metadata import distributions
from pathlib import Path

FIXED = {
    "cbor2": ("5.9.0", "CVE-2026-26209"),
    "cryptography": ("50.0.0", "CVE-2026-69247"),
    "daphne": ("4.2.2", "CVE-2026-44545, CVE-2026-44546"),
    "django": ("5.2.17", "CVE-2026-15307, CVE-2026-15337, CVE-2026-15830, CVE-2026-15920"),
    "idna": ("3.7", "CVE-2024-3651"),
    "msgpack": ("1.2.1", "CVE-2026-57585"),
    "pygments": ("2.20.0", "CVE-2026-4539"),
    "pyopenssl": ("26.0.0", "CVE-2026-27459"),
    "pytest": ("9.0.3", "CVE-2025-71176"),
    "python-json-logger": ("3.3.0", "CVE-2025-27607"),
    "redis": ("4.5.5", "CVE-2023-28858, CVE-2023-28859"),
    "sqlparse": ("0.6.0", "CVE-2026-54284, CVE-2026-59893, CVE-2026-59894, CVE-2026-71491"),
    "twisted": ("26.4.0", "CVE-2026-42304"),
    "ujson": ("5.13.0", "CVE-2026-54911"),
}
"""By package: the first version without the holes that were known in November 2026, and the newest of those."""

OURSELVES = "standoff"


def installed():
    """{package: version} of this environment, without the project itself and without pip."""
    found = {one.metadata["Name"].lower().replace("_", "-"): one.version for one in distributions()}
    return {name: version for name, version in found.items() if name not in (OURSELVES, "pip", "setuptools")}


def asked(report, packages):
    """Read pip-audit's report (None: it wrote none); return (holes in sentences, packages that were not checked)."""
    told = {one["name"]: one for one in (report or {}).get("dependencies", ())}
    unchecked = [name for name in packages if "vulns" not in told.get(name, {})]
    holes = [
        f"{name} {one['version']}: {hole['id']}, fixed in {', '.join(hole['fix_versions']) or 'no version yet'}"
        for name, one in told.items()
        for hole in one.get("vulns", ())
    ]
    return holes, unchecked


def verdict(report, packages):
    """What to say, and the exit status: 1 where a hole is known."""
    holes, unchecked = asked(report, packages)
    lines = [f"HOLE: {hole}" for hole in holes]
    if unchecked:
        which = "any of them" if len(unchecked) == len(packages) else ", ".join(sorted(unchecked))
        lines.append(
            f"NOT CHECKED for known holes: {len(unchecked)} of {len(packages)} packages; the advisory service told "
            f"nothing about {which}. Run `python -m tests.holes` where the service answers."
        )
    if not holes and not unchecked:
        lines.append(f"no known holes in {len(packages)} packages")
    return lines, int(bool(holes))


def main():
    packages = installed()
    with tempfile.TemporaryDirectory() as folder:
        wanted, written = Path(folder) / "packages.txt", Path(folder) / "report.json"
        wanted.write_text("".join(f"{name}=={version}\n" for name, version in packages.items()))
        words = ("-r", wanted, "--no-deps", "--disable-pip", "--timeout", "10", "--format", "json", "--output", written)
        done = subprocess.run(
            [sys.executable, "-m", "pip_audit", "--progress-spinner", "off", *map(str, words)],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        report = json.loads(written.read_text()) if written.is_file() else None
    if report is None:
        print("\n".join(done.stderr.strip().splitlines()[-1:]))
    lines, status = verdict(report, packages)
    print("\n".join(lines))
    sys.exit(status)


if __name__ == "__main__":
    main()
