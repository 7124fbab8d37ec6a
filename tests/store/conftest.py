"""What tests of the private server share."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest


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
