"""The imports between the members of each package.

A member of a package is a module or a package directly in it. One member imports another if a
module in the first imports a module in the second.
"""

import ast
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

import wildwood

Graph = Mapping[str, frozenset[str]]
"""For each member of a package, the other members that it imports."""

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


def members(folder: str) -> Graph:
    """The members of the package in a folder, with their imports of each other."""
    prefix = f"{folder}." if folder else ""
    graph: dict[str, set[str]] = {}
    for name, imported in own_imports().items():
        if not name.startswith(prefix):
            continue
        member = name.removeprefix(prefix).split(".")[0]
        others = {
            other.removeprefix(prefix).split(".")[0]
            for other in imported
            if other.startswith(prefix)
        }
        graph.setdefault(member, set()).update(others - {member})
    graph.pop("__init__", None)
    return {member: frozenset(others - {"__init__"}) for member, others in graph.items()}


def levels(graph: Graph) -> list[list[str]]:
    """The members by level: each imports only members of the levels before its own.

    Raises:
        ValueError: there is an import cycle.
    """
    found: list[list[str]] = []
    placed: set[str] = set()
    while len(placed) < len(graph):
        ready = sorted(name for name in graph if name not in placed and graph[name] <= placed)
        if not ready:
            rest = sorted(set(graph) - placed)
            raise ValueError(f"there is an import cycle among these: {', '.join(rest)}")
        found.append(ready)
        placed.update(ready)
    return found


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
    """The members of `wildwood`, top level first, each with the members that it imports."""
    graph = members("")
    lines = []
    for number, level in reversed(list(enumerate(levels(graph), 1))):
        for place, member in enumerate(level):
            is_package = f"{member}.__init__" in modules()
            label = f"{member}/" if is_package else member
            heading = f"{number:>2}" if place == 0 else "  "
            lines.append(f"{heading}  {label:<14} {' '.join(sorted(graph[member]))}".rstrip())
    edges = sum(map(len, graph.values()))
    chain = longest_chain()
    lines.append(
        f"{len(graph)} packages and modules on {len(levels(graph))} levels; {edges} imports between"
        f" them, no cycle; the longest chain of imports has {len(chain)} modules."
    )
    return "\n".join(lines) + "\n"
