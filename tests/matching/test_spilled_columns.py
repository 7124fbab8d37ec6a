"""Arrays and texts in files: read back as written, and refused if a file is damaged."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from wildwood.errors import WorkerError
from wildwood.matching.key_join import KeyRows
from wildwood.matching.spilled_columns import Spill

RANGES = 3
KEYS = np.arange(9, dtype=np.uint64) * np.uint64(2**60)
ROWS = KeyRows(KEYS, np.arange(9, dtype=np.int64), np.arange(9) % 2 == 0)
TEXTS = ["Trade", "", "Größe"]
READERS: dict[str, Callable[[Spill], object]] = {
    "array.npy": lambda spill: spill.read("array"),
    "texts-bytes.npy": lambda spill: spill.read_texts("texts", [0]),
    "texts-ends.npy": lambda spill: spill.read_texts("texts", [0]),
    "rows.npy": lambda spill: [spill.read_rows("rows", number) for number in range(RANGES)],
    "rows-cuts.npy": lambda spill: spill.read_rows("rows", 0),
    "rows-sums.npy": lambda spill: spill.read_rows("rows", 0),
    "keys.npy": lambda spill: [spill.read_keys("keys", number) for number in range(RANGES)],
    "keys-cuts.npy": lambda spill: spill.read_keys("keys", 0),
}


@pytest.fixture
def spill(tmp_path: Path) -> Spill:
    """The files of a task."""
    made = Spill(tmp_path, "read-1")
    made.write("array", np.arange(20))
    made.write_texts("texts", TEXTS)
    made.write_rows("rows", ROWS, RANGES)
    made.write_keys("keys", KEYS, RANGES)
    return made


def cut_off(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-9])


def empty(path: Path) -> None:
    path.write_bytes(b"")


def overwritten(path: Path) -> None:
    path.write_bytes(bytes(path.stat().st_size))


def with_another_bit(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[128] ^= 16  # the first byte after the header
    path.write_bytes(content)


def with_another_type(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b"'<i8'", b"'<f8'"))


DAMAGES = [cut_off, empty, overwritten, with_another_bit, Path.unlink]


def test_all_is_read_as_it_was_written(spill: Spill) -> None:
    assert spill.read("array").tolist() == list(range(20))
    assert spill.read_texts("texts", [2, 1, 0]) == TEXTS[::-1]
    rows = [spill.read_rows("rows", number) for number in range(RANGES)]
    assert np.concatenate([part.papers for part in rows]).tolist() == list(range(9))
    keys = [spill.read_keys("keys", number) for number in range(RANGES)]
    assert np.concatenate(keys).tolist() == KEYS.tolist()


def test_arrays_without_elements_are_read_as_they_were_written(tmp_path: Path) -> None:
    spill = Spill(tmp_path, "read-2")
    spill.write("array", KEYS[:0])
    spill.write_keys("keys", KEYS[:0], RANGES)
    assert len(spill.read("array")) == len(spill.read_keys("keys", 1)) == 0


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("name", READERS)
def test_a_damaged_file_is_named(spill: Spill, name: str, damage: Callable[[Path], None]) -> None:
    path = spill.path(name)
    damage(path)
    with pytest.raises(WorkerError) as caught:
        READERS[name](spill)
    assert str(caught.value) == (
        f"{path}, which this rebuild has written, is gone or damaged; check the storage that the"
        " workers share, and run the command again."
    )


def test_a_damaged_type_is_noticed(spill: Spill) -> None:
    with_another_type(spill.path("array.npy"))
    with pytest.raises(WorkerError):
        spill.read("array")
