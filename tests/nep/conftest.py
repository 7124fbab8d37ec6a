"""The us and ps directories of the tests."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from wildwood.kernel import settings
from wildwood.nep.folders import PsFolder, UsFolder
from wildwood.nep.session import writing_store
from wildwood.nep.store import Store

from tests.support.installation import Installation


@pytest.fixture
def us(tmp_path: Path) -> UsFolder:
    """Make an empty us directory."""
    folder = UsFolder(tmp_path / "us")
    folder.path.mkdir()
    return folder


@pytest.fixture
def ps(tmp_path: Path) -> PsFolder:
    """Make an empty ps directory."""
    folder = PsFolder(tmp_path / "ps")
    folder.path.mkdir()
    return folder


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
    with writing_store(settings.load_config(installation.config), "a test") as opened:
        yield opened
