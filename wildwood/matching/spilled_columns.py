"""Arrays and texts of many papers in files, of which a few can be read without the others."""

import struct
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from wildwood.errors import WorkerError
from wildwood.matching.feature_columns import FeatureColumns, Hashes
from wildwood.matching.key_join import KeyRows
from wildwood.matching.pair_keys import ranges_of

_SUM = struct.Struct("<I")
"""A checksum, after the array in a file."""
_FILES = 10_000
"""Files whose checksums were compared, to remember; each is written once."""
_ROW = np.dtype([("key", np.uint64), ("paper", np.int32), ("leads", np.bool_)])


@dataclass(frozen=True, slots=True)
class Spill:
    """The files of one attempt at one task: those of a folder whose names begin alike."""

    folder: Path
    stem: str

    def path(self, name: str) -> Path:
        """Return the path of one of the files."""
        return self.folder / f"{self.stem}-{name}"

    def write(self, name: str, array: npt.NDArray[Any]) -> None:
        """Write an array."""
        with self._array(name).open("xb") as stream:
            np.save(stream, array, allow_pickle=False)
            stream.write(_SUM.pack(_sum_of(array)))

    def read(self, name: str) -> npt.NDArray[Any]:
        """Return an array whose elements are read from the file when they are used."""
        return read_array(self._array(name))

    def write_texts(self, name: str, texts: Sequence[str]) -> None:
        """Write texts."""
        encoded = [text.encode() for text in texts]
        self.write(f"{name}-bytes", np.frombuffer(b"".join(encoded), dtype=np.uint8))
        self.write(f"{name}-ends", np.cumsum(np.fromiter(map(len, encoded), dtype=np.int64)))

    def read_texts(self, name: str, numbers: Sequence[int]) -> list[str]:
        """Return those of the texts that have these numbers, in their order."""
        if not numbers:
            return []
        data, ends = self.read(f"{name}-bytes"), self.read(f"{name}-ends")
        starts = [int(ends[number - 1]) if number else 0 for number in numbers]
        bounds = zip(starts, ends[list(numbers)].tolist(), strict=True)
        return [data[start:end].tobytes().decode() for start, end in bounds]

    def write_columns(self, columns: FeatureColumns) -> None:
        """Write the features of papers."""
        for name, array in zip(columns._fields, columns, strict=True):
            self.write(name, array)

    def read_columns(self) -> FeatureColumns:
        """Return the features of papers."""
        return FeatureColumns(*map(self.read, FeatureColumns._fields))

    def write_rows(self, name: str, rows: KeyRows, ranges: int) -> None:
        """Write rows of papers, range after range."""
        records = np.empty(len(rows.keys), dtype=_ROW)
        for field, array in zip(("key", "paper", "leads"), rows, strict=True):
            records[field] = array
        self._write_ranges(name, records, rows.keys, ranges)

    def read_rows(self, name: str, number: int) -> KeyRows:
        """Return the rows of one range."""
        records = self._range(name, number)
        return KeyRows(
            records["key"].copy(), records["paper"].astype(np.int64), records["leads"].copy()
        )

    def write_keys(self, name: str, keys: Hashes, ranges: int) -> None:
        """Write keys, range after range."""
        self._write_ranges(name, keys, keys, ranges)

    def read_keys(self, name: str, number: int) -> Hashes:
        """Return the keys of one range."""
        return np.array(self._range(name, number))

    def _write_ranges(
        self, name: str, records: npt.NDArray[Any], keys: Hashes, ranges: int
    ) -> None:
        """Write records sorted by the ranges of their keys, with a checksum for each range."""
        found = ranges_of(keys, ranges)
        order = np.argsort(found, kind="stable")
        cuts = np.searchsorted(found[order], np.arange(ranges + 1))
        pieces = np.split(records[order], cuts[1:-1])
        self.write(name, records[order])
        self.write(f"{name}-cuts", cuts)
        self.write(f"{name}-sums", np.array([_sum_of(piece) for piece in pieces], dtype=np.uint32))

    def _range(self, name: str, number: int) -> npt.NDArray[Any]:
        """Return the records of one range; the others are not read."""
        start, end = self.read(f"{name}-cuts")[number : number + 2].tolist()
        piece = _mapped(self._array(name))[start:end]
        if _sum_of(piece) != self.read(f"{name}-sums")[number]:
            raise damaged(self._array(name))
        return piece

    def _array(self, name: str) -> Path:
        return self.path(f"{name}.npy")


def read_array(path: Path) -> npt.NDArray[Any]:
    """Return an array that `Spill.write` has written, mapped from its file.

    Raises:
        WorkerError: the file is gone or damaged.
    """
    _compare_sum(path)
    return _mapped(path)


def damaged(path: Path) -> WorkerError:
    """Return the error about a file that a task has written and another one cannot read."""
    return WorkerError(
        f"{path}, which this rebuild has written, is gone or damaged; check the storage that the"
        " workers share, and run the command again."
    )


@lru_cache(_FILES)
def _compare_sum(path: Path) -> None:
    array = _mapped(path)
    with path.open("rb") as stream:
        stream.seek(-_SUM.size, 2)
        if stream.read() != _SUM.pack(_sum_of(array)):
            raise damaged(path)


def _mapped(path: Path) -> npt.NDArray[Any]:
    try:
        array: npt.NDArray[Any] = np.load(path, mmap_mode="r", allow_pickle=False)
    except (OSError, ValueError, EOFError) as error:
        raise damaged(path) from error
    return array


def _sum_of(array: npt.NDArray[Any]) -> int:
    """Return a checksum of an array, its type and its shape."""
    form = zlib.crc32(f"{array.dtype.str}{array.shape}".encode())
    return zlib.crc32(np.ascontiguousarray(array).data, form)
