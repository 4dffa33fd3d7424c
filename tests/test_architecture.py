"""Who may import whom, read from the source: the rules are pure, and each layer knows only those below it."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

LAYERS = (
    {"admin", "apps", "management", "urls", "routing"},
    {"serving", "gate"},
    {"views", "pages", "replays", "probes", "consumers", "forms", "templatetags"},
    {"clock"},
    {"pairing", "accounts"},
    {"lounge", "pictures", "rooms", "talk", "sanctions"},
    {"matches", "screens", "records"},
    {"results"},
    {"ladder", "series", "tables", "hearing", "history"},
    {"broadcast", "models", "migrations", "names", "limits", "metrics", "deals", "bots"},
    {"refusals"},
    {"phrases", "turns"},
    {"engine"},
)
"""The parts of `games`, the highest first: each may use its own line and those below it."""

SHARED_WITH_GAMES = {"contract", "options", "snapshot", "text", "chance"}
"""What a game may use of `games.engine`, beside its own package."""

PURE = {
    "__future__", "abc", "bisect", "collections", "copy", "dataclasses", "enum", "fractions", "functools", "heapq",
    "itertools", "json", "math", "operator", "re", "string", "types", "typing",
}  # fmt: skip
"""Standard modules without clock, files, network, threads or chance."""

GAMES = {path.parent.name for path in (ROOT / "games/engine").glob("*/__init__.py")}

ENGINE_MODULES = sorted((ROOT / "games/engine").rglob("*.py"))


BOTS = {
    "answers",
    "bot",
    "danger",
    "draft",
    "foresight",
    "guess",
    "judge",
    "minds",
    "position",
    "sensible",
    "sight",
    "worth",
}
"""The modules that bots think with, in any game: they are handed a generator, made in `bot` of two drawn numbers."""


def may_also_import(path: Path) -> set[str]:
    """The exceptions to PURE: chance draws, a bot makes a generator of two drawn numbers, the registry finds bots."""
    if path == ROOT / "games/engine/registry.py":
        return {"importlib"}
    return {"random"} if path == ROOT / "games/engine/chance.py" or path.stem in BOTS else set()


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def is_module(name: str) -> bool:
    path = ROOT / name.replace(".", "/")
    return path.is_dir() or path.with_suffix(".py").is_file()


def imports(path: Path) -> set[str]:
    package = module_name(path if path.name == "__init__.py" else path.with_name("__init__.py"))
    return set(imports_of(path.read_text(encoding="utf-8"), package))


def imports_of(source: str, package: str) -> Iterator[str]:
    """Every module that a file of a package imports, at its top or anywhere else, by its full name."""
    parents = package.split(".")
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            start = parents[: len(parents) - node.level + 1] if node.level else []
            origin = ".".join([*start, node.module] if node.module else start)
            for alias in node.names:
                deeper = f"{origin}.{alias.name}"
                yield deeper if origin.startswith("games") and is_module(deeper) else origin


def layer_of(module: str) -> int:
    part = module.split(".")[1]
    lines = [number for number, line in enumerate(LAYERS) if part in line]
    assert lines, f"games.{part} has no place in LAYERS: say there whom it may import"
    return lines[0]


def part_of_games(module: str) -> bool:
    return module.startswith("games.")


@pytest.mark.parametrize("path", sorted((ROOT / "games").rglob("*.py")), ids=module_name)
def test_a_module_imports_only_its_own_layer_and_those_below(path):
    name = module_name(path)
    if not part_of_games(name):
        return
    for imported in filter(part_of_games, imports(path)):
        assert layer_of(imported) >= layer_of(name), f"{name} imports {imported}, which is above it"


@pytest.mark.parametrize("path", sorted((ROOT / "games").rglob("*.py")), ids=module_name)
def test_the_app_does_not_import_the_project_or_the_tests(path):
    """What the app needs of the settings it asks of `django.conf`; only `serving` runs the project as a whole."""
    outside = {name for name in imports(path) if name.split(".")[0] in ("standoff", "tests", "manage")}
    assert outside <= ({"standoff.asgi"} if module_name(path) == "games.serving" else set())


@pytest.mark.parametrize("path", ENGINE_MODULES, ids=module_name)
def test_the_engine_imports_only_itself_and_what_is_pure(path):
    allowed = PURE | may_also_import(path) | {"games"}
    assert {name.split(".")[0] for name in imports(path)} <= allowed


@pytest.mark.parametrize("path", ENGINE_MODULES, ids=module_name)
def test_games_never_import_one_another(path):
    """A game uses itself and a few modules of the engine. Of the others only the registry knows the games."""
    own = path.relative_to(ROOT / "games/engine").parts[0]
    for imported in filter(part_of_games, imports(path)):
        part = imported.removeprefix("games.engine").strip(".").split(".")[0]
        if own in GAMES:
            assert part == own or part in SHARED_WITH_GAMES, f"{module_name(path)} imports {imported}"
        else:
            assert part not in GAMES or own == "registry.py", f"{module_name(path)} imports {imported}"


@pytest.mark.parametrize("path", ENGINE_MODULES, ids=module_name)
def test_the_engine_keeps_no_generator_and_asks_python_for_nothing_impure(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    called = {node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    assert not called & {"open", "input", "print", "eval", "exec", "compile", "__import__", "globals", "id", "hash"}
    assert not [node for node in ast.walk(tree) if isinstance(node, ast.Global)]
    attributes = {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "random"
    }
    assert attributes <= {"Random"}, "the functions of `random` share one generator in the whole process"
    assert not {"Random", "Chance", "Scripted"} & set(called_while_imported(tree))


def called_while_imported(node: ast.AST) -> Iterator[str]:
    """The names of all that is called outside of functions."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            continue
        if isinstance(child, ast.Call):
            yield child.func.attr if isinstance(child.func, ast.Attribute) else getattr(child.func, "id", "")
        yield from called_while_imported(child)


def test_the_root_package_is_empty():
    assert (ROOT / "games/__init__.py").read_bytes() == b""


def test_the_engine_is_imported_without_django_and_without_settings():
    script = (
        "import sys, games.engine as engine\n"
        "assert engine.all()\n"
        "assert not [name for name in sys.modules if name.split('.')[0] in ('django', 'channels', 'standoff')]\n"
        "assert 'games.models' not in sys.modules\n"
    )
    settings = {"DJANGO_SETTINGS_MODULE"}
    env = {key: value for key, value in os.environ.items() if key not in settings}
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("import time", "time"),
        ("from os import path", "os"),
        ("def f():\n    import random", "random"),
        ("if TYPE_CHECKING:\n    from ..embers import GAME", "games.engine.embers"),
        ("from .. import text", "games.engine.text"),
        ("from ..contract import Game", "games.engine.contract"),
        ("from .state import Table", "games.engine.standoff.state"),
        ("from games import engine", "games.engine"),
        ("from games.models import Match", "games.models"),
    ],
)
def test_imports_are_found_wherever_they_stand(source, found):
    assert set(imports_of(source, "games.engine.standoff")) == {found}
