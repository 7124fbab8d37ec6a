"""The folder in which a harvest keeps its pages and how far it is."""

import os
import socket
import sys
from pathlib import Path

import pytest

from wildwood.kernel.errors import InputError, WildwoodError
from wildwood.screening.harvest_folder import HarvestFolder, HarvestState, Window


@pytest.mark.parametrize(
    "content",
    [
        "{",
        "[]",
        "null",
        200_000 * "[",
        '{"url": 5, "pages": 1}',
        '{"url": null, "pages": 1}',
        '{"url": "somewhere", "pages": 1}',
        '{"url": "http://archive.example:99999/oai", "pages": 1}',
    ],
)
def test_a_damaged_state_file_is_named(tmp_path: Path, content: str) -> None:
    (tmp_path / "harvest" / "harvest.json").parent.mkdir()
    (tmp_path / "harvest" / "harvest.json").write_text(content, encoding="utf-8")
    with pytest.raises(InputError, match=r"it is damaged; remove it to start again\.$"):
        HarvestFolder(tmp_path / "harvest").state()
    assert list(HarvestFolder.all_in(tmp_path)) == []


def test_a_state_is_read_as_it_was_written(tmp_path: Path) -> None:
    folder = HarvestFolder(tmp_path)
    wide = Window("2024-01-01", "2024-01-02", "a token", parent=5, is_wide=True)
    state = HarvestState("http://archive.example/oai", windows=(wide, Window()), repeats=3)
    folder.write_state(state)
    assert folder.state() == state


def test_a_folder_that_cannot_be_created_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    folder = HarvestFolder(tmp_path / "file" / "inside")
    with pytest.raises(InputError, match=r"^Cannot write to "):
        folder.add(b"", HarvestState("http://archive.example/oai"))


def test_a_folder_is_kept_apart(tmp_path: Path) -> None:
    holder = f"process {os.getpid()} on {socket.gethostname()}"
    message = rf"^Cannot harvest into {tmp_path}: {holder} does; "
    with (
        HarvestFolder(tmp_path).locked(),
        pytest.raises(InputError, match=message),
        HarvestFolder(tmp_path).locked(),
    ):
        pytest.fail("it is locked twice")


def test_nothing_is_harvested_on_windows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fcntl", None)
    message = r"needs Linux or macOS \(fcntl is missing"
    with pytest.raises(WildwoodError, match=message), HarvestFolder(tmp_path).locked():
        pytest.fail("it is locked")
