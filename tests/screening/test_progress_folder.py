"""The folder in which a harvest keeps its pages and how far it is."""

import os
import socket
import sys
from pathlib import Path
from types import ModuleType

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


class TestOnWindows:
    @pytest.fixture(autouse=True)
    def _msvcrt(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Stand in for the lock of Windows, which also keeps a process from its own."""
        held: dict[int, int] = {}

        def locking(file: int, mode: int, length: int) -> None:
            assert (mode, length) == (2, 1)
            if held:
                raise PermissionError(13, "Permission denied")
            held[file] = length

        msvcrt = ModuleType("msvcrt")
        monkeypatch.setattr(msvcrt, "LK_NBLCK", 2, raising=False)
        monkeypatch.setattr(msvcrt, "locking", locking, raising=False)
        monkeypatch.setitem(sys.modules, "fcntl", None)
        monkeypatch.setitem(sys.modules, "msvcrt", msvcrt)

    def test_a_folder_is_kept_apart(self, tmp_path: Path) -> None:
        holder = f"process {os.getpid()} on {socket.gethostname()}"
        message = rf"^Cannot harvest into {tmp_path}: {holder} does; "
        with (
            HarvestFolder(tmp_path).locked(),
            pytest.raises(InputError, match=message),
            HarvestFolder(tmp_path).locked(),
        ):
            pytest.fail("it is locked twice")
