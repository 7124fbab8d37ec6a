"""The imports of the package, as rooms and the arrows between them.

A room is a module or folder seen from its parent folder. An arrow from one room to another means
that a module in the first imports one in the second.
"""

import ast
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

import wildwood

Graph = Mapping[str, frozenset[str]]
"""For each room, the rooms that it imports."""

PACKAGE = Path(wildwood.__file__).parent
_DATA = {"migrations", "config", "demo"}


@cache
def modules() -> dict[str, Path]:
    """The modules of the package by their dotted names below `wildwood`."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        inside = path.relative_to(PACKAGE).with_suffix("")
        if inside.parts[0] not in _DATA:
            found[".".join(inside.parts)] = path
    return found


@cache
def imports() -> dict[str, frozenset[str]]:
    """For each module, the full names of the modules it imports, from anywhere."""
    return {name: frozenset(_imported(path)) for name, path in modules().items()}


def _imported(path: Path) -> Iterator[str]:
    pending: list[ast.AST] = [ast.parse(path.read_text(encoding="utf-8"))]
    while pending:
        node = pending.pop()
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (_resolved(node.module, alias.name) for alias in node.names)
        pending.extend(ast.iter_child_nodes(node))


def _resolved(module: str, name: str) -> str:
    """The module that a name is imported from: a package's module, or the package."""
    inside = f"{module}.{name}".removeprefix("wildwood.")
    known = inside in modules() or f"{inside}.__init__" in modules()
    return f"{module}.{name}" if known else module


def users(library: str) -> set[str]:
    """The modules that import a library."""
    return {
        name
        for name, imported in imports().items()
        if any(other.split(".")[0] == library for other in imported)
    }


@cache
def own_imports() -> dict[str, frozenset[str]]:
    """For each module, the modules of the package that it imports."""
    found = {}
    for name, imported in imports().items():
        own = (other.removeprefix("wildwood.") for other in imported if _is_own(other))
        found[name] = frozenset(
            f"{other}.__init__" if f"{other}.__init__" in modules() else other for other in own
        )
    return found


def _is_own(name: str) -> bool:
    return name.startswith("wildwood.")


def folders() -> set[str]:
    """The folders that hold modules; the package itself is the empty name."""
    return {"", *(name.rpartition(".")[0] for name in modules())}


def rooms(folder: str) -> Graph:
    """The rooms of a folder and their arrows."""
    prefix = f"{folder}." if folder else ""
    arrows: dict[str, set[str]] = {}
    for name, imported in own_imports().items():
        if not name.startswith(prefix):
            continue
        room = name.removeprefix(prefix).split(".")[0]
        others = {
            other.removeprefix(prefix).split(".")[0]
            for other in imported
            if other.startswith(prefix)
        }
        arrows.setdefault(room, set()).update(others - {room})
    arrows.pop("__init__", None)
    return {room: frozenset(others - {"__init__"}) for room, others in arrows.items()}


def floors(graph: Graph) -> list[list[str]]:
    """The rooms by level: each imports only rooms of the levels before its own.

    Raises:
        ValueError: rooms import each other in a circle.
    """
    levels: list[list[str]] = []
    placed: set[str] = set()
    while len(placed) < len(graph):
        ready = sorted(room for room in graph if room not in placed and graph[room] <= placed)
        if not ready:
            circle = sorted(set(graph) - placed)
            raise ValueError(f"these rooms import each other in a circle: {', '.join(circle)}")
        levels.append(ready)
        placed.update(ready)
    return levels


def longest_chain() -> list[str]:
    """The longest chain of modules in which each imports the next."""
    graph = own_imports()

    @cache
    def chain(name: str) -> tuple[str, ...]:
        return (name, *_longest(chain(other) for other in graph[name]))

    return list(_longest(map(chain, graph)))


def _longest(chains: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    return max(chains, key=len, default=())


def picture() -> str:
    """The rooms of the package, top level first, each with the rooms that it imports."""
    graph = rooms("")
    lines = []
    for number, level in reversed(list(enumerate(floors(graph), 1))):
        for place, room in enumerate(level):
            is_folder = f"{room}.__init__" in modules()
            label = f"{room}/" if is_folder else room
            heading = f"{number:>2}" if place == 0 else "  "
            lines.append(f"{heading}  {label:<14} {' '.join(sorted(graph[room]))}".rstrip())
    arrows = sum(map(len, graph.values()))
    chain = longest_chain()
    lines += [
        "",
        f"{len(graph)} rooms on {len(floors(graph))} levels, {arrows} arrows, no circle.",
        f"Longest chain of imports: {len(chain)} modules.",
    ]
    return "\n".join(lines) + "\n"
