"""The tutorials: what they tell the reader to do works, and prints what they show."""

import doctest
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pymongo.database import Database

from tests.support.databases import Databases
from tests.support.fork_server import ForkServer
from tests.support.page_steps import blocks, linked_checkout, path_of, run_steps
from tests.support.paths import DOCS

PAGES = sorted((DOCS / "tutorials").glob("*.md"))
WITH_PYTHON = [page for page in PAGES if "```pycon" in page.read_text(encoding="utf-8")]


@pytest.fixture
def server(
    databases: Databases, unused_database: Database[dict[str, Any]], fork_server: ForkServer
) -> Iterator[dict[str, str]]:
    """Name a server to the commands, and have them forked, which saves starting both for each."""
    path = path_of(fork_server.programs)
    yield {"WILDWOOD_MONGODB_URI": databases.uri, "PATH": path}
    unused_database.client.drop_database("wildwood")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_each_step_prints_what_the_tutorial_shows(
    page: Path, tmp_path: Path, server: dict[str, str]
) -> None:
    wrong = [
        f"{step.commands}prints\n{printed}"
        for step, printed in run_steps(page, linked_checkout(tmp_path), server)
        if not step.is_right(printed)
    ]
    assert wrong == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_first_commands_of_a_tutorial_install_wildwood(page: Path) -> None:
    first = next(block for block in blocks(page.read_text("utf-8")) if block.language == "sh")
    assert first.text.startswith("python3 -m venv .venv && .venv/bin/pip install -q '.[")


@pytest.mark.parametrize("page", WITH_PYTHON, ids=lambda page: page.stem)
def test_each_line_of_python_returns_what_the_tutorial_shows(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(linked_checkout(tmp_path))
    failed, tried = doctest.testfile(str(page), module_relative=False)
    assert (failed, tried > 0) == (0, True)
