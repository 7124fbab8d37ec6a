"""Arrays and texts of many papers in files, of which a few can be read without the others."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from wildwood.matching.feature_columns import FeatureColumns, Hashes
from wildwood.matching.key_join import KeyRows
from wildwood.matching.pair_keys import ranges_of

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
        np.save(self._array(name), array, allow_pickle=False)

    def read(self, name: str) -> npt.NDArray[Any]:
        """Return an array whose elements are read from the file when they are used."""
        array: npt.NDArray[Any] = np.load(self._array(name), mmap_mode="r", allow_pickle=False)
        return array

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
        found = ranges_of(rows.keys, ranges)
        order = np.argsort(found, kind="stable")
        records = np.empty(len(order), dtype=_ROW)
        for field, array in zip(("key", "paper", "leads"), rows, strict=True):
            records[field] = array[order]
        self.write(name, records)
        self.write(f"{name}-cuts", np.searchsorted(found[order], np.arange(ranges + 1)))

    def read_rows(self, name: str, number: int) -> KeyRows:
        """Return the rows of one range."""
        records = self._range(name, number)
        return KeyRows(
            records["key"].copy(), records["paper"].astype(np.int64), records["leads"].copy()
        )

    def write_keys(self, name: str, keys: Hashes, ranges: int) -> None:
        """Write keys, range after range."""
        found = ranges_of(keys, ranges)
        order = np.argsort(found, kind="stable")
        self.write(name, keys[order])
        self.write(f"{name}-cuts", np.searchsorted(found[order], np.arange(ranges + 1)))

    def read_keys(self, name: str, number: int) -> Hashes:
        """Return the keys of one range."""
        return np.array(self._range(name, number))

    def _range(self, name: str, number: int) -> npt.NDArray[Any]:
        start, end = self.read(f"{name}-cuts")[number : number + 2].tolist()
        return self.read(name)[start:end]

    def _array(self, name: str) -> Path:
        return self.path(f"{name}.npy")
