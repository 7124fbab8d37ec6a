"""Arrays in files: read back as written, and refused if a file is damaged."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from wildwood.kernel.errors import WorkerError
from wildwood.kernel.past import Spill

from tests.support.damage import DAMAGES


@pytest.fixture
def spill(tmp_path: Path) -> Spill:
    """The files of a task."""
    made = Spill(tmp_path, "read-1")
    made.write("array", np.arange(20))
    return made


def with_another_type(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b"'<i8'", b"'<f8'"))


def test_all_is_read_as_it_was_written(spill: Spill) -> None:
    assert spill.read("array").tolist() == list(range(20))


def test_arrays_without_elements_are_read_as_they_were_written(tmp_path: Path) -> None:
    spill = Spill(tmp_path, "read-2")
    spill.write("array", np.arange(0))
    assert len(spill.read("array")) == 0


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_named(spill: Spill, damage: Callable[[Path], None]) -> None:
    path = spill.path("array.npy")
    damage(path)
    with pytest.raises(WorkerError) as caught:
        spill.read("array")
    assert str(caught.value) == (
        f"{path}, which this rebuild has written, is gone or damaged; check the storage that the"
        " workers share, and run the command again."
    )


def test_a_damaged_type_is_noticed(spill: Spill) -> None:
    with_another_type(spill.path("array.npy"))
    with pytest.raises(WorkerError):
        spill.read("array")
