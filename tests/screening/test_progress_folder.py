"""The folder in which a harvest keeps its pages and how far it is."""

from pathlib import Path

import pytest

from wildwood.kernel.errors import InputError
from wildwood.screening.harvest_folder import HarvestFolder, HarvestState


def test_a_damaged_state_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "harvest.json").write_text("{", encoding="utf-8")
    with pytest.raises(InputError, match=r"remove it to start again\.$"):
        HarvestFolder(tmp_path).state()


def test_a_folder_that_cannot_be_created_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    folder = HarvestFolder(tmp_path / "file" / "inside")
    with pytest.raises(InputError, match=r"^Cannot write to "):
        folder.add(b"", HarvestState("http://archive.example/oai"))
