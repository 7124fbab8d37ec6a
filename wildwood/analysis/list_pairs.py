"""Compare lists of papers, without a database: a list within itself, or with an older one."""

from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass, fields, replace
from typing import NamedTuple, overload

from wildwood.errors import TooManyPairsError
from wildwood.lists import Entry
from wildwood.matching.indexed_papers import NumberedPapers
from wildwood.matching.packed_texts import PackedTexts
from wildwood.matching.similar import find_matches
from wildwood.model import Record, SimilarityType
from wildwood.progress import Progress, no_progress
from wildwood.records.entry import Series
from wildwood.report.shown import ReportPair, ReportPaper
from wildwood.scoring.features import paper_of
from wildwood.scoring.formulas import Formula

MAX_PAIRS = 1_000_000
"""The most pairs that are kept."""

_PIECE = 1000
"""Papers that are looked up at once."""
_SERIES_FIELDS = len(fields(Series))
_FIELD, _VALUE = "\x1f", "\x1e"
"""Separators, which cannot be in the texts of an entry: they count as white space there."""


class _NumberPair(NamedTuple):
    """A paper of the new list and an earlier one, which was added before it."""

    new: int
    earlier: int
    strength: float
    tie: float


class PackedPapers(Sequence[ReportPaper]):
    """What a report shows of papers, which are numbered in the order in which they are added."""

    def __init__(self) -> None:
        self._texts = PackedTexts()

    def __len__(self) -> int:
        return len(self._texts)

    def add(self, entry: Entry, record: Record) -> None:
        """Add a paper, which is given as it is listed and as it is compared."""
        several = (record.titles, record.names, entry.dois, entry.urls)
        single = (record.handle, entry.date, entry.kind, *astuple(entry.series))
        self._texts.append(_FIELD.join((*single, *map(_VALUE.join, several))))

    @overload
    def __getitem__(self, number: int) -> ReportPaper: ...
    @overload
    def __getitem__(self, number: slice) -> list[ReportPaper]: ...
    def __getitem__(self, number: int | slice) -> ReportPaper | list[ReportPaper]:
        """Return a paper by its number, which is also its key."""
        if isinstance(number, slice):
            return [self[one] for one in range(len(self))[number]]
        handle, date, kind, *others = self._texts[number].split(_FIELD)
        series, several = Series(*others[:_SERIES_FIELDS]), others[_SERIES_FIELDS:]
        titles, names, dois, urls = (tuple(filter(None, text.split(_VALUE))) for text in several)
        return ReportPaper(
            str(number), Record(handle, names, titles),
            date=date, kind=kind, series=series, dois=dois, urls=urls,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class ComparedLists:
    """The pairs of lists."""

    papers: PackedPapers
    """Those of the older list, then those of the new one."""
    known: int
    """The number of papers of the older list."""
    found: list[_NumberPair]
    """Strongest first; of pairs of one strength, those that Dice's ratios find more alike."""

    def pairs(self) -> Iterator[ReportPair]:
        """Yield the pairs for a report, each once."""
        for pair in self.found:
            other = replace(self.papers[pair.earlier], is_new=pair.earlier >= self.known)
            kind = SimilarityType.INTERNAL if other.is_new else SimilarityType.EXTERNAL
            yield ReportPair(self.papers[pair.new], other, pair.strength, kind)


class PaperLists:
    """Lists to be compared: an older one, or none, and a new one."""

    def __init__(self) -> None:
        self._papers, self._index = PackedPapers(), NumberedPapers()

    def __len__(self) -> int:
        return len(self._papers)

    def add(self, entry: Entry) -> None:
        """Add a paper; those of the older list go first."""
        record = entry.record
        self._papers.add(entry, record)
        self._index.add(paper_of(record).features)

    def compared(
        self,
        known: int,
        limit: float,
        formula: Formula,
        progress: Progress = no_progress,
    ) -> ComparedLists:
        """Find the pairs of papers of the new list with those of either list.

        Args:
            known: how many of the papers belong to the older list.
            limit: the limit of the strength.
            formula: the formula of the strength.
            progress: shows how far it is.

        Raises:
            TooManyPairsError: there are more than `MAX_PAIRS`.
        """
        index = self._index.indexed()
        found: list[_NumberPair] = []
        starts = range(known, len(self._papers), _PIECE)
        for start in progress(starts, len(starts), "comparing"):
            piece = [
                paper_of(paper.record).features for paper in self._papers[start : start + _PIECE]
            ]
            for match in find_matches(piece, index, limit, formula):
                new = start + match.position
                if match.key < new:
                    found.append(_NumberPair(new, match.key, match.strength, match.tie))
            if len(found) > MAX_PAIRS:
                raise TooManyPairsError(
                    f"There are more than {MAX_PAIRS:,} pairs above {limit:g}; raise --limit."
                )
        found.sort(key=lambda pair: (-pair.strength, -pair.tie, pair.new, pair.earlier))
        return ComparedLists(self._papers, known, found)
