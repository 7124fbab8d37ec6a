"""No test can vanish: each is defined on every machine, and what it needs is installed or named."""

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.support import needs
from tests.support.paths import CHECKOUT, TESTS, python_files

CONDITIONS = ast.If | ast.Try | ast.For | ast.While | ast.With | ast.Match
FILES = python_files()
PROGRAMS = (TESTS / "programs").read_text(encoding="utf-8")
NEEDY = """
import pytest

@pytest.mark.root
def test_needs_root(): pass

@pytest.mark.program("no-such-program")
def test_needs_a_program(): pass

def test_needs_nothing(): pass
"""


@pytest.fixture(scope="module")
def trees() -> dict[Path, ast.Module]:
    return {path: ast.parse(path.read_bytes()) for path in FILES}


def conditional(tree: ast.AST, *, is_below: bool = False) -> Iterator[str]:
    """Yield the names of the tests that are defined under a condition."""
    for node in ast.iter_child_nodes(tree):
        name = getattr(node, "name", None) or ""
        if is_below and name.lower().startswith("test"):
            yield name
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.expr):
            yield from conditional(node, is_below=is_below or isinstance(node, CONDITIONS))


def test_every_test_is_always_defined(trees: dict[Path, ast.Module]) -> None:
    assert {name: path for path, tree in trees.items() for name in conditional(tree)} == {}


@pytest.mark.parametrize(
    "text",
    [
        "if root:\n def test_it(): pass",
        "try:\n pass\nexcept OSError:\n def test_it(): pass",
        "class It:\n for one in some:\n  with one:\n   def test_it(): pass",
        "match one:\n case 1:\n  class test_it: pass",
    ],
)
def test_a_condition_around_a_test_is_found(text: str) -> None:
    assert [*conditional(ast.parse(text))] == ["test_it"]


def test_only_a_marker_skips_a_test(trees: dict[Path, ast.Module]) -> None:
    words = {"skip", "skipif", "importorskip", "xfail", "SkipTest", "skipTest"}
    skipping = {
        path.name
        for path, tree in trees.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr in words
    }
    assert skipping == {"conftest.py"}


def test_what_markers_name_is_installed_by_the_script(trees: dict[Path, ast.Module]) -> None:
    programs = {
        argument.value
        for tree in trees.values()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and getattr(node.func, "attr", "") == "program"
        and ast.unparse(node.func) == "pytest.mark.program"
        for argument in node.args
        if isinstance(argument, ast.Constant)
    }
    shells = {"bash", "zsh", "fish"}  # given to the marker by tests/cli/test_completion.py
    match = re.search(r"^for program in (.*); do$", PROGRAMS, re.MULTILINE)
    assert match is not None
    assert (programs | shells) - {"bash"} <= {*match[1].split()}


@pytest.mark.parametrize(("ci", "status"), [("", 0), ("true", 1)])
def test_without_root_missing_programs_are_named_and_fail_in_ci_only(
    tmp_path: Path, ci: str, status: int
) -> None:
    user = tmp_path / "id"
    user.write_text("#!/bin/sh\necho 1000\n", encoding="ascii")
    user.chmod(0o755)
    done = subprocess.run(
        ["/bin/sh", str(TESTS / "programs")],
        env={"PATH": str(tmp_path), "CI": ci},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (status, "")
    assert "left out: gs tesseract curl " in done.stderr
    assert "apt-get install -y ghostscript" in done.stderr


def report(folder: Path, *options: str) -> tuple[int, str]:
    """Run three tests, of which two need something, and return the status and what is printed."""
    (folder / "test_needy.py").write_text(NEEDY, encoding="utf-8")
    (folder / "pytest.ini").write_text(
        "[pytest]\nmarkers =\n    root\n    program(name)\n", encoding="utf-8"
    )
    command = [sys.executable, "-m", "pytest", "-p", "tests.conftest", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [*command, "-p", "no:schemathesis", "-rs", *options, str(folder)],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"PYTHONPATH": str(CHECKOUT)},
        cwd=folder,
    )
    return done.returncode, done.stdout


def test_a_test_that_lacks_something_is_skipped_and_says_what(tmp_path: Path) -> None:
    status, shown = report(tmp_path)
    assert status == 0
    assert "test_needy.py::test_needs_a_program needs no-such-program." in shown


def test_without_skips_such_a_test_fails_the_run(tmp_path: Path) -> None:
    assert report(tmp_path, "--no-skips")[0] == 1


def test_the_longest_tests_are_first(request: pytest.FixtureRequest) -> None:
    names = ["tests/api/a", "tests/promises/b", "tests/kernel/c", "tests/nep/cluster/d"]
    items = [SimpleNamespace(nodeid=name) for name in names]
    conftest = request.config.pluginmanager.get_plugin(str(TESTS / "conftest.py"))
    assert conftest is not None
    conftest.pytest_collection_modifyitems(items)
    assert [item.nodeid[-1] for item in items] == ["b", "d", "a", "c"]


@pytest.mark.parametrize(("user", "lacking"), [(0, ""), (1000, "root")])
def test_only_root_runs_the_tests_for_root(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, user: int, lacking: str
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: user)
    request.node.add_marker("root")
    assert needs.lacking(request.node) == lacking
