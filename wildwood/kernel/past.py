"""Papers of issues by number, and their targets, in memory and in files that tasks share."""

import datetime
import json
import struct
import zlib
from array import array
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice, pairwise
from pathlib import Path
from typing import IO, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from wildwood.kernel.errors import WorkerError
from wildwood.kernel.feature_columns import (
    Column,
    FeatureColumns,
    FeatureTable,
    Ints,
    Mask,
    PackedTexts,
    Texts,
    columns_of,
    joined_columns,
    joined_texts,
    packed_wording,
    unpacked_wording,
)
from wildwood.kernel.model import Paper, Totals
from wildwood.kernel.targets import IssueText, Target, issue_texts
from wildwood.kernel.tolerant import Names, Wording, wording_of

_SUM = struct.Struct("<I")
_FILES = 10_000


@dataclass(frozen=True, slots=True)
class Spill:
    """The files of one attempt at a task: those in a folder with a common prefix."""

    folder: Path
    stem: str

    def path(self, name: str) -> Path:
        return self.folder / f"{self.stem}-{name}"

    def write(self, name: str, array: npt.NDArray[Any]) -> None:
        with self._array(name).open("xb") as stream:
            np.save(stream, array, allow_pickle=False)
            stream.write(_SUM.pack(_sum_of(array)))

    def read(self, name: str) -> npt.NDArray[Any]:
        return read_array(self._array(name))

    def _array(self, name: str) -> Path:
        return self.path(f"{name}.npy")


def read_array(path: Path) -> npt.NDArray[Any]:
    """Map an array; raise `WorkerError` if its file is damaged."""
    _compare_sum(path)
    return _mapped(path)


def damaged(path: Path) -> WorkerError:
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
    form = zlib.crc32(f"{array.dtype.str}{array.shape}".encode())
    return zlib.crc32(np.ascontiguousarray(array).data, form)


@dataclass(frozen=True, slots=True)
class Papers:
    first: int  # the number of the first one, among all papers of all issues
    columns: FeatureColumns
    handles: Texts
    packed_words: Texts  # empty if the formula does not compare words
    are_targets: Mask
    dates: Ints  # the date of each paper's issue, as an ordinal, ascending

    def __len__(self) -> int:
        return len(self.are_targets)

    @property
    def end(self) -> int:
        return self.first + len(self)

    def wording(self, position: int) -> Wording:
        return unpacked_wording(self.packed_words[position])

    def parts(self, cuts: Sequence[int]) -> Iterator["Papers"]:
        for (start, end), columns in zip(pairwise(cuts), self.columns.parts(cuts), strict=True):
            yield Papers(
                self.first + start,
                columns,
                self.handles.part(start, end),
                self.packed_words.part(start, end),
                self.are_targets[start:end],
                self.dates[start:end],
            )

    def issues(self) -> dict[datetime.date, "Papers"]:
        ordinals, starts = np.unique(self.dates, return_index=True)
        dates = map(datetime.date.fromordinal, ordinals.tolist())
        return dict(zip(dates, self.parts([*starts.tolist(), len(self)]), strict=True))

    def exclude(self, unstored: Collection[tuple[datetime.date, str]]) -> "Papers":
        """Return the papers; those with these dates and handles are no targets."""
        if not unstored:
            return self
        are_targets = np.array(self.are_targets)
        for date, issue in self.issues().items():
            for position in range(len(issue)):
                if (date, issue.handles[position]) in unstored:
                    are_targets[issue.first - self.first + position] = False
        return replace(self, are_targets=are_targets)


def joined(parts: Sequence[Papers]) -> Papers:
    return Papers(
        parts[0].first,
        joined_columns([part.columns for part in parts]),
        joined_texts([part.handles for part in parts]),
        joined_texts([part.packed_words for part in parts]),
        np.concatenate([part.are_targets for part in parts]),
        np.concatenate([part.dates for part in parts]),
    )


def write_papers(spill: Spill, papers: Papers) -> None:
    spill.write("targets", papers.are_targets)
    spill.write("dates", papers.dates)
    for name, column in zip(papers.columns._fields, papers.columns, strict=True):
        spill.write(f"{name}-hashes", column.hashes)
        spill.write(f"{name}-totals", column.totals)
    for name, texts in (("handles", papers.handles), ("texts", papers.packed_words)):
        encoded, cuts = texts.arrays()
        spill.write(f"{name}-bytes", encoded)
        spill.write(f"{name}-cuts", cuts)


def read_papers(spill: Spill, first: int) -> Papers:
    columns = FeatureColumns(
        *(
            Column(spill.read(f"{name}-hashes"), spill.read(f"{name}-totals"))
            for name in FeatureColumns._fields
        )
    )
    handles, texts = (
        Texts(spill.read(f"{name}-bytes"), spill.read(f"{name}-cuts"))
        for name in ("handles", "texts")
    )
    return Papers(first, columns, handles, texts, spill.read("targets"), spill.read("dates"))


NO_PAPERS = Papers(
    0,
    columns_of([]),
    PackedTexts(),
    PackedTexts(),
    np.empty(0, dtype=np.bool_),
    np.empty(0, dtype=np.int64),
)


class PastIssues:
    """The issues of a rebuild, or some in a row, added in date order."""

    def __init__(self, *, with_words: bool = True, hash_of: Callable[[str], int] = hash) -> None:
        """Processes that share papers need `stable_hash`."""
        self._with_words = with_words
        self._table = FeatureTable(hash_of, with_words=with_words)
        self._words, self._handles = PackedTexts(), PackedTexts()
        self._dates = array("q")
        self._not_targets: list[int] = []

    def add_issue(
        self, date: datetime.date, papers: Sequence[Paper], unstored: Collection[str] = ()
    ) -> None:
        """Add an issue later than all before; `unstored` papers are no targets themselves."""
        self.add_texts(date, issue_texts(papers), unstored)

    def add_texts(
        self, date: datetime.date, texts: Iterable[IssueText], unstored: Collection[str]
    ) -> None:
        for handle, features, is_version in texts:
            if handle in unstored or not is_version:
                self._not_targets.append(len(self._handles))
            wording = wording_of(features) if self._with_words else None
            self._table.add(features, wording)
            if wording:
                self._words.append(packed_wording(wording))
            self._handles.append(handle)
            self._dates.append(date.toordinal())

    def papers(self) -> Papers:
        are_targets = np.ones(len(self._handles), dtype=np.bool_)
        are_targets[self._not_targets] = False
        dates = np.frombuffer(self._dates, dtype=np.int64)
        return Papers(0, self._table.columns(), self._handles, self._words, are_targets, dates)


KnownPaper = int | str  # a position in the same issue, or a handle of an earlier one

_AT_ONCE = 10_000
_TARGETS, _PLACES = "found", "places"


class _Place(NamedTuple):
    date: int
    start: int
    size: int
    checksum: int


class FoundTargets:
    """The targets of issues in a file, written as they are found and read as they are needed."""

    def __init__(self, file: IO[bytes], places: Iterable[_Place] = ()) -> None:
        self._file = file
        self._places: dict[int, list[_Place]] = {}
        for place in places:
            self._places.setdefault(place.date, []).append(place)

    def add(self, date: datetime.date, targets: Iterator[Target[KnownPaper]]) -> None:
        places = self._places.setdefault(date.toordinal(), [])
        while some := list(islice(targets, _AT_ONCE)):
            data = json.dumps(some).encode()
            start = self._file.seek(0, 2)
            self._file.write(data)
            places.append(_Place(date.toordinal(), start, len(data), zlib.crc32(data)))

    def read(self, date: datetime.date) -> Iterator[Target[KnownPaper]]:
        """Yield the targets of an issue; raise `WorkerError` if they are damaged."""
        for _, start, size, checksum in self._places.get(date.toordinal(), ()):
            self._file.seek(start)
            data = self._file.read(size)
            if zlib.crc32(data) != checksum:
                raise damaged(Path(self._file.name))
            for position, key, shared, totals, (names, title) in json.loads(data):
                wording = Wording(Names(*map(tuple, names)), tuple(title))
                yield Target(position, key, Totals(*shared), Totals(*totals), wording)

    def places(self) -> list[_Place]:
        return [place for places in self._places.values() for place in places]


@contextmanager
def new_targets(spill: Spill) -> Iterator[FoundTargets]:
    """Write targets, which are complete at the end of the block."""
    with spill.path(_TARGETS).open("xb") as file:
        targets = FoundTargets(file)
        yield targets
    spill.write(
        _PLACES, np.array(targets.places(), dtype=np.int64).reshape(-1, len(_Place._fields))
    )


@contextmanager
def opened_targets(spill: Spill) -> Iterator[FoundTargets]:
    """Read written targets; raise `WorkerError` if they are damaged."""
    path = spill.path(_TARGETS)
    places = map(_Place._make, spill.read(_PLACES).tolist())
    try:
        file = path.open("rb")
    except OSError as error:
        raise damaged(path) from error
    with file:
        yield FoundTargets(file, places)
