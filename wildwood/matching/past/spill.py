"""Arrays in files, which tasks leave for other tasks."""

import struct
import zlib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from wildwood.errors import WorkerError

_SUM = struct.Struct("<I")
"""A checksum, after the array in a file."""
_FILES = 10_000
"""Files whose checksums were compared, to remember; each is written once."""


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
