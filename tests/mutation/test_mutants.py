"""A mutant differs from its module in one place."""

import pytest

from tests.mutation.mutants import mutants
from tests.support.paths import CHECKOUT, TESTS

JUDGED = (TESTS / "mutation" / "judged.txt").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize(
    ("source", "changed"),
    [
        ("a + b", ["a - b"]),
        ("a < b < c", ["a <= b < c"]),
        ("a and b", ["a or b"]),
        ("x = True", ["x = False"]),
        ("x = 41", ["x = 42"]),
        ("x = 'text'", []),
        ("def f():\n    return a", ["def f():\n    return None"]),
        ("def f():\n    return", []),
        ("a == 1", ["a != 1", "a == 2"]),
        (
            "@dataclass(frozen=True)\nclass A:\n    b = True",
            ["@dataclass(frozen=True)\nclass A:\n    b = False"],
        ),
        ("a: int | None = b", []),
        ("def f(a: int | None) -> int | None:\n    pass", []),
        ("zip(a, b, strict=True)", []),
    ],
)
def test_each_operator_number_and_result_is_changed(source: str, changed: list[str]) -> None:
    assert [mutant.source for mutant in mutants(source)] == changed


def test_a_mutant_names_its_line_and_the_change() -> None:
    (mutant,) = mutants("x = a\ny = a - b\n")
    assert (mutant.line, mutant.before, mutant.after) == (2, "a - b", "a + b")


def test_the_judged_changes_are_of_modules_that_are_there() -> None:
    modules = {judged.partition(": ")[0] for judged in JUDGED}
    assert [module for module in sorted(modules) if not (CHECKOUT / module).exists()] == []


def test_a_judged_change_has_a_reason() -> None:
    assert [judged for judged in JUDGED if not judged.rpartition("  # ")[2]] == []
