"""The targets of issues in a file, where each issue finds its own."""

import datetime
import json
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import IO, NamedTuple

import numpy as np

from wildwood.matching.past.spill import Spill, damaged
from wildwood.matching.target_index import Target
from wildwood.model import Totals
from wildwood.scoring.tolerant import Names

KnownPaper = int | str
"""The position of a paper of the same issue, or the handle of one of an earlier issue."""

_AT_ONCE = 10_000
"""Targets that are written at once."""
_TARGETS, _PLACES = "found", "places"


class _Place(NamedTuple):
    """Where some targets of an issue are in the file."""

    date: int
    start: int
    size: int
    checksum: int


class FoundTargets:
    """The targets of issues, as they are found and as they are needed."""

    def __init__(self, file: IO[bytes], places: Iterable[_Place] = ()) -> None:
        """Use a file that is empty, or has targets at these places."""
        self._file = file
        self._places: dict[int, list[_Place]] = {}
        for place in places:
            self._places.setdefault(place.date, []).append(place)

    def add(self, date: datetime.date, targets: Iterator[Target[KnownPaper]]) -> None:
        """Add targets of an issue."""
        places = self._places.setdefault(date.toordinal(), [])
        while some := list(islice(targets, _AT_ONCE)):
            data = json.dumps(some).encode()
            start = self._file.seek(0, 2)
            self._file.write(data)
            places.append(_Place(date.toordinal(), start, len(data), zlib.crc32(data)))

    def of(self, date: datetime.date) -> Iterator[Target[KnownPaper]]:
        """Yield the targets of an issue.

        Raises:
            WorkerError: the file is damaged.
        """
        for _, start, size, checksum in self._places.get(date.toordinal(), ()):
            self._file.seek(start)
            data = self._file.read(size)
            if zlib.crc32(data) != checksum:
                raise damaged(Path(self._file.name))
            for position, known, shared, totals, names in json.loads(data):
                yield Target(
                    position, known, Totals(*shared), Totals(*totals), Names(*map(tuple, names))
                )

    def places(self) -> list[_Place]:
        """Return where the targets are."""
        return [place for places in self._places.values() for place in places]


@contextmanager
def new_targets(spill: Spill) -> Iterator[FoundTargets]:
    """Write targets to files of a task; they are complete at the end of the block."""
    with spill.path(_TARGETS).open("xb") as file:
        found = FoundTargets(file)
        yield found
    spill.write(_PLACES, np.array(found.places(), dtype=np.int64).reshape(-1, len(_Place._fields)))


@contextmanager
def opened_targets(spill: Spill) -> Iterator[FoundTargets]:
    """Read targets that `new_targets` has written.

    Raises:
        WorkerError: the files are gone or damaged.
    """
    path = spill.path(_TARGETS)
    places = map(_Place._make, spill.read(_PLACES).tolist())
    try:
        file = path.open("rb")
    except OSError as error:
        raise damaged(path) from error
    with file:
        yield FoundTargets(file, places)
