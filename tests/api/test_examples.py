"""The examples in docs/api.md and in the docstrings of the API."""

import doctest
import shutil
from importlib import import_module
from pathlib import Path

import mypy.api
import pytest

from wildwood import api

from tests.support.paths import CHECKOUT

MODULES = sorted(path.stem for path in Path(api.__file__).parent.glob("[a-z]*.py"))


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_are_true(name: str) -> None:
    module = import_module(f"wildwood.api.{name}")
    assert doctest.testmod(module, verbose=False).failed == 0


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Set a home directory whose configuration has the issues of the demo in us, and no server."""
    shutil.copytree(CHECKOUT / "wildwood" / "demo", tmp_path / "us")
    file = tmp_path / ".config" / "wildwood" / "wildwood.toml"
    file.parent.mkdir(parents=True)
    file.write_text('[paths]\nus = "~/us"\nps = "~/ps"\ndb = "~/db"\n', encoding="utf-8")
    monkeypatch.setenv("HOME", str(tmp_path))


@pytest.mark.usefixtures("home")
def test_the_examples_of_the_page_are_true(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(CHECKOUT)
    failed, tried = doctest.testfile(str(CHECKOUT / "docs" / "api.md"), module_relative=False)
    assert (failed, tried > 10) == (0, True)


def test_the_examples_of_the_page_have_the_types_of_the_api(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = (CHECKOUT / "docs" / "api.md").read_text(encoding="utf-8")
    page, _, _ = page.partition("## Test your program without a server")  # of another package
    program = tmp_path / "examples.py"
    examples = doctest.DocTestParser().get_examples(page)
    program.write_text("".join(example.source for example in examples), encoding="utf-8")
    monkeypatch.chdir(CHECKOUT)
    printed, _, status = mypy.api.run([str(program)])  # with what mypy has stored of the package
    assert status == 0, printed
