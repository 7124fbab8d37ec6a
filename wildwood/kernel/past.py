"""Compare each issue with itself and those before it, in bounded memory.

The papers of consecutive issues are a section; these and all later issues are looked up in its
index. Targets of several sections go to files (`FoundTargets`). On a cluster, a section is a task.
"""

import datetime
import json
import math
import struct
import tempfile
import zlib
from array import array
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import islice, pairwise, starmap
from pathlib import Path
from typing import IO, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from wildwood.kernel import feature_columns, interruption, postings
from wildwood.kernel.candidate_index import CandidateIndex, NumberedPapers, bytes_while_made
from wildwood.kernel.errors import WorkerError
from wildwood.kernel.interruption import Progress, no_progress
from wildwood.kernel.model import IssueText, Paper, Totals, issue_texts
from wildwood.kernel.postings import IndexTooLargeError, Scope, cuts_of
from wildwood.kernel.relation import values_by_key
from wildwood.kernel.strength import Comparison, Formula, Target
from wildwood.kernel.tolerant import NO_WORDING, Names, Wording

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
        with self.path(f"{name}.npy").open("xb") as stream:
            np.save(stream, array, allow_pickle=False)
            stream.write(_SUM.pack(_sum_of(array)))

    def read(self, name: str) -> npt.NDArray[Any]:
        """Map an array; raise `WorkerError` if its file is damaged."""
        path = self.path(f"{name}.npy")
        _compare_sum(path)
        return _mapped(path)


def damaged(path: Path) -> WorkerError:
    cure = "check the storage that the workers share, and run the command again."
    return WorkerError(f"{path}, which this rebuild has written, is gone or damaged; {cure}")


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
    """The papers of issues in a row, in date order."""

    first: int  # the number of the first one, among all papers of all issues
    columns: feature_columns.FeatureColumns
    handles: feature_columns.Texts
    packed_words: feature_columns.Texts  # empty if the formula does not compare words
    are_targets: feature_columns.Mask
    dates: feature_columns.Ints  # the date of each paper's issue, as an ordinal, ascending

    def __len__(self) -> int:
        return len(self.are_targets)

    @property
    def end(self) -> int:
        return self.first + len(self)

    def wording(self, position: int) -> Wording:
        return feature_columns.unpacked_wording(self.packed_words[position])

    def parts(self, cuts: Sequence[int]) -> Iterator["Papers"]:
        for (start, end), columns in zip(pairwise(cuts), self.columns.parts(cuts), strict=True):
            handles, words = self.handles.part(start, end), self.packed_words.part(start, end)
            are_targets, dates = self.are_targets[start:end], self.dates[start:end]
            yield Papers(self.first + start, columns, handles, words, are_targets, dates)

    def issues(self) -> dict[datetime.date, "Papers"]:
        ordinals, starts = np.unique(self.dates, return_index=True)
        dates = map(datetime.date.fromordinal, ordinals.tolist())
        return dict(zip(dates, self.parts([*starts.tolist(), len(self)]), strict=True))

    def exclude(self, unstored: Collection[tuple[datetime.date, str]]) -> "Papers":
        """Return the papers; those with these dates and handles are not targets."""
        if not unstored:
            return self
        are_targets = np.array(self.are_targets)
        for date, issue in self.issues().items():
            for position in range(len(issue)):
                if (date, issue.handles[position]) in unstored:
                    are_targets[issue.first - self.first + position] = False
        return replace(self, are_targets=are_targets)


def joined(parts: Sequence[Papers]) -> Papers:
    columns = feature_columns.joined_columns([part.columns for part in parts])
    handles = feature_columns.joined_texts([part.handles for part in parts])
    words = feature_columns.joined_texts([part.packed_words for part in parts])
    are_targets = np.concatenate([part.are_targets for part in parts])
    dates = np.concatenate([part.dates for part in parts])
    return Papers(parts[0].first, columns, handles, words, are_targets, dates)


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
    names = feature_columns.FeatureColumns._fields
    stored = ((spill.read(f"{name}-hashes"), spill.read(f"{name}-totals")) for name in names)
    columns = feature_columns.FeatureColumns(*starmap(feature_columns.Column, stored))
    handles, texts = (
        feature_columns.Texts(spill.read(f"{name}-bytes"), spill.read(f"{name}-cuts"))
        for name in ("handles", "texts")
    )
    return Papers(first, columns, handles, texts, spill.read("targets"), spill.read("dates"))


class PastIssues:
    """The issues of a rebuild, or some in a row, added in date order."""

    def __init__(self, *, with_words: bool = True, hash_of: Callable[[str], int] = hash) -> None:
        self._papers = NumberedPapers(hash_of, with_words=with_words)
        self._handles = feature_columns.PackedTexts()
        self._dates = array("q")
        self._not_targets: list[int] = []

    def add_issue(self, date: datetime.date, papers: Sequence[Paper]) -> None:
        self.add_texts(date, issue_texts(papers))

    def add_texts(
        self, date: datetime.date, texts: Iterable[IssueText], unstored: Collection[str] = ()
    ) -> None:
        """Add an issue later than all before; `unstored` papers are not targets."""
        for handle, features, is_version in texts:
            if handle in unstored or not is_version:
                self._not_targets.append(len(self._handles))
            self._papers.add(features)
            self._handles.append(handle)
            self._dates.append(date.toordinal())

    def papers(self) -> Papers:
        are_targets = np.ones(len(self._handles), dtype=np.bool_)
        are_targets[self._not_targets] = False
        dates = np.frombuffer(self._dates, dtype=np.int64)
        papers = self._papers
        return Papers(0, papers.columns(), self._handles, papers.words, are_targets, dates)


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
        self._places = values_by_key((place.date, place) for place in places)

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
    places = np.array(targets.places(), dtype=np.int64)
    spill.write(_PLACES, places.reshape(-1, len(_Place._fields)))


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


class PastIssue(NamedTuple):
    """The papers of an issue, and their targets in it and in the issues before."""

    papers: Papers
    targets: Iterable[Target[KnownPaper]]


NO_ISSUE = PastIssue(PastIssues().papers(), ())


@dataclass(frozen=True, slots=True)
class ComparableIssues:
    papers: Mapping[datetime.date, Papers]
    targets: Callable[[datetime.date], Iterable[Target[KnownPaper]]]

    def issue(self, date: datetime.date) -> PastIssue:
        if date not in self.papers:
            return NO_ISSUE
        return PastIssue(self.papers[date], self.targets(date))


def _look_up(
    issue: Papers, papers: Papers, index: CandidateIndex, comparison: Comparison
) -> Iterator[Target[KnownPaper]]:
    """Yield the targets of an issue among the papers of a section, which are in the index."""
    limits, formula = comparison.limits, comparison.formula
    own = issue.first - papers.first
    scope = Scope(papers.are_targets, own, own + len(issue))
    for target in index.targets(issue.columns, limits, formula, scope):
        position, number, shared, totals, _ = target
        if number - own != position:
            words = papers.wording(number) if formula.compares_words else NO_WORDING
            key = number - own if number >= own else papers.handles[number]
            yield Target(position, key, shared, totals, words)


@contextmanager
def comparable(
    papers: Papers,
    comparison: Comparison,
    most_bytes: float = math.inf,
    progress: Progress = no_progress,
) -> Iterator[ComparableIssues]:
    """Yield issues, oldest first, ready to be compared."""
    by_date, index = papers.issues(), None
    with suppress(IndexTooLargeError):
        index = CandidateIndex(papers.columns, most_bytes=most_bytes)
    if index:
        targets_of = partial(_look_up, papers=papers, index=index, comparison=comparison)
        yield ComparableIssues(by_date, lambda date: targets_of(by_date[date]))
        return
    with tempfile.TemporaryFile() as file:
        targets = FoundTargets(file)
        for section_papers in _sections(papers, by_date, comparison.formula, most_bytes):
            first = section_papers.first
            later = [item for item in by_date.items() if item[1].first >= first]
            search(section_papers, progress(later, len(later), "searching"), comparison, targets)
        yield ComparableIssues(by_date, targets.read)


def search(
    papers: Papers,
    later: Iterable[tuple[datetime.date, Papers]],
    comparison: Comparison,
    targets: FoundTargets,
) -> None:
    """Look up the issues from a section on in it; add their targets to `targets`."""
    index = CandidateIndex(papers.columns, is_open=True)
    for date, issue in interruption.check_each(later):
        candidates = _look_up(issue, papers, index, comparison)
        targets.add(date, islice(candidates, postings.MAX_COMPARED + 1))


def sections_of(sizes: Sequence[int], most_bytes: float) -> list[range]:
    cuts = cuts_of(np.array(sizes, dtype=np.int64), most_bytes)
    return [range(*cut) for cut in pairwise(cuts)]


def _sections(
    papers: Papers, by_date: Mapping[datetime.date, Papers], formula: Formula, most_bytes: float
) -> Iterator[Papers]:
    in_order = list(by_date.values())
    sizes = [bytes_while_made(issue.columns, formula) for issue in in_order]
    for section in sections_of(sizes, most_bytes):
        yield from papers.parts([in_order[section[0]].first, in_order[section[-1]].end])
