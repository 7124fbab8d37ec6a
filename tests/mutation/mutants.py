"""Small changes of a module, each of which a test should notice."""

import ast
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

_OPERATORS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.Div: ast.Mult, ast.Pow: ast.Mult,
    ast.FloorDiv: ast.Div, ast.Mod: ast.Add, ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr,
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE,
    ast.GtE: ast.Gt, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
    ast.And: ast.Or, ast.Or: ast.And, ast.Not: ast.UAdd,
}  # fmt: skip


@dataclass(frozen=True)
class Mutant:
    """A module with one change."""

    tree: ast.Module
    node: ast.AST
    attributes: dict[str, object]
    """What the change gives the node."""

    @property
    def line(self) -> int:
        """Where the change is."""
        return getattr(self.node, "lineno", 0)

    @property
    def before(self) -> str:
        """The changed part as it was."""
        return ast.unparse(self.node)

    @property
    def after(self) -> str:
        """The changed part as it is."""
        with self._changed():
            return ast.unparse(self.node)

    @property
    def source(self) -> str:
        """The changed module."""
        with self._changed():
            return ast.unparse(self.tree)

    @contextmanager
    def _changed(self) -> Iterator[None]:
        usual = {name: getattr(self.node, name) for name in self.attributes}
        vars(self.node).update(self.attributes)
        try:
            yield
        finally:
            vars(self.node).update(usual)


def mutants(source: str) -> Iterator[Mutant]:
    """Yield each change of a module: operators, numbers, truth values and returned values."""
    tree = ast.parse(source)
    guards = {id(part) for node in ast.walk(tree) for part in _guards(node)}
    for node in ast.walk(tree):
        for changed in _changes(node) if id(node) not in guards else ():
            yield Mutant(tree, node, changed)


def _guards(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the parts of a node that guard against mistakes only.

    These are decorators such as `frozen=True`, annotations, and `strict=True` of `zip`.
    """
    guards = [*getattr(node, "decorator_list", ()), getattr(node, "annotation", None)]
    guards.append(getattr(node, "returns", None))
    if isinstance(node, ast.keyword) and node.arg == "strict":
        guards.append(node)
    for guard in filter(None, guards):
        yield from ast.walk(guard)


def _changes(node: ast.AST) -> Iterator[dict[str, object]]:
    """Yield the attributes that a change gives a node."""
    if isinstance(node, ast.BinOp | ast.BoolOp | ast.UnaryOp) and type(node.op) in _OPERATORS:
        yield {"op": _OPERATORS[type(node.op)]()}
    elif isinstance(node, ast.Compare) and type(node.ops[0]) in _OPERATORS:
        yield {"ops": [_OPERATORS[type(node.ops[0])](), *node.ops[1:]]}
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield {"value": not node.value}
    elif isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        yield {"value": node.value + 1}
    elif isinstance(node, ast.Return) and not isinstance(node.value, ast.Constant | None):
        yield {"value": ast.Constant(None)}
