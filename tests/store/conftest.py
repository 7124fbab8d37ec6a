"""A store to write to, and a mongod on PATH."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from wildwood import config_file
from wildwood.runs.session import writing_store
from wildwood.store import Store

from tests.support.installation import Installation


@pytest.fixture
def on_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Path]:
    """A function that puts a program named mongod, with this text, first on PATH."""

    def put(text: str) -> Path:
        program = tmp_path / "bin" / "mongod"
        program.parent.mkdir()
        program.write_text(text)
        program.chmod(0o755)
        monkeypatch.setenv("PATH", str(program.parent), prepend=os.pathsep)
        return program

    return put


@pytest.fixture
def store(installation: Installation) -> Iterator[Store]:
    """A new store, with the writer's lock held."""
    with writing_store(config_file.load(installation.config), "a test") as opened:
        yield opened
