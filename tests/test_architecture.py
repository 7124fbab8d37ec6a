"""One library, one room; and data flows one way (see docs/decisions.md)."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import wildwood

PACKAGE = Path(wildwood.__file__).parent

ROOMS = {
    "pymongo": {"store"},
    "bson": {"store"},
    "pymongo_migrate": {"store"},
    "lxml": {"rif"},
    "click": {"cli"},
    "click_default_group": {"cli"},
    "rich": {"cli"},
    "tomllib": {"config"},
    "numpy": {"bounds", "pairs", "memory"},
    "psutil": {"mongod", "store"},
    "matplotlib": {"plots"},
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
    {"cli"},
    {"__main__"},
]


def imports() -> Iterator[tuple[str, str]]:
    """Each module's room (itself, or its subpackage) with each name that it imports."""
    for path in PACKAGE.rglob("*.py"):
        inside = path.relative_to(PACKAGE)
        if inside.parts[0] in {"migrations", "config"}:
            continue
        room = inside.parts[0].removesuffix(".py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                yield from ((room, alias.name) for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module == "wildwood":
                yield from ((room, f"wildwood.{alias.name}") for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module:
                yield room, node.module


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
