"""The us and ps directories of the tests."""

from pathlib import Path

import pytest

from wildwood.rif import PsFolder, UsFolder


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
