"""Compare lists of papers, without a database: a list within itself, or with an older one."""

from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from operator import attrgetter
from typing import Any, NamedTuple, overload

from wildwood.analysis.record_evidence import judged
from wildwood.analysis.running_numbers import RunningNumbers, without_columns
from wildwood.analysis.stated_facts import StatedFacts
from wildwood.errors import TooManyPairsError
from wildwood.lists import Entry
from wildwood.matching.indexed_papers import NumberedPapers
from wildwood.matching.packed_texts import PackedTexts
from wildwood.matching.similar import find_earlier
from wildwood.model import Record, SimilarityType
from wildwood.progress import Progress, no_progress
from wildwood.records.entry import NO_SERIES, Series
from wildwood.report.shown import ReportPair, ReportPaper
from wildwood.scoring.features import paper_of
from wildwood.scoring.formulas import Formula
from wildwood.scoring.similarity import DECIMALS, shared_totals

MAX_PAIRS = 1_000_000
"""The most pairs that are kept."""

_PIECE = 1000
"""Papers that are looked up at once."""
_PARTS = attrgetter(*Series.__slots__)
_KINDS = {one.name: one.type for one in fields(ReportPaper) if one.name != "key"}
_TEXTS = [name for name, kind in _KINDS.items() if kind is str]
_SEVERAL = [name for name, kind in _KINDS.items() if kind == tuple[str, ...]]
"""The fields of a paper that are one text, and those that are several."""
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

    def add(self, paper: ReportPaper) -> None:
        """Add a paper; what only issues have is not kept."""
        record, series = paper.record, paper.series
        several = (record.titles, record.names, *(getattr(paper, name) for name in _SEVERAL))
        parts = () if series == NO_SERIES else _PARTS(series)
        texts = (record.handle, *(getattr(paper, name) for name in _TEXTS))
        self._texts.append(_FIELD.join((*texts, *map(_VALUE.join, (*several, parts)))))

    @overload
    def __getitem__(self, number: int) -> ReportPaper: ...
    @overload
    def __getitem__(self, number: slice) -> list[ReportPaper]: ...
    def __getitem__(self, number: int | slice) -> ReportPaper | list[ReportPaper]:
        """Return a paper by its number, which is also its key."""
        if isinstance(number, slice):
            return [self[one] for one in range(len(self))[number]]
        handle, *values, series = self._texts[number].split(_FIELD)
        texts, lists = values[: len(_TEXTS)], values[len(_TEXTS) :]
        titles, names, *several = (tuple(filter(None, text.split(_VALUE))) for text in lists)
        facts: dict[str, Any] = dict(zip((*_TEXTS, *_SEVERAL), (*texts, *several), strict=True))
        record, place = Record(handle, names, titles), Series(*series.split(_VALUE))
        return ReportPaper(str(number), record, series=place, **facts)


class PaperLists:
    """Lists to be compared: an older one, or none, and a new one."""

    def __init__(self) -> None:
        self._papers, self._index = PackedPapers(), NumberedPapers()
        self._numbers = RunningNumbers()
        self._has_nameless = False

    def __len__(self) -> int:
        return len(self._papers)

    def add(self, entry: Entry, source: str = "") -> None:
        """Add a paper of a list, which is called `source`; those of the older lists go first."""
        record = entry.record
        self._papers.add(replace(ReportPaper.of(entry), source=source))
        self._numbers.add(entry, source)
        self._has_nameless |= not record.names
        self._index.add(paper_of(record).features)

    @property
    def running_numbers(self) -> set[tuple[str, str]]:
        """The names of lists, each with a field that numbers its records and is not compared."""
        return self._numbers.columns

    def pairs(
        self, known: int, limit: float, formula: Formula, progress: Progress = no_progress
    ) -> Iterator[ReportPair]:
        """Yield the pairs of papers of the new list with those of any list, strongest first.

        Args:
            known: how many of the papers belong to the older list.
            limit: the limit of the strength.
            formula: the formula of the strength.
            progress: shows how far it is.

        Raises:
            TooManyPairsError: there are more than `MAX_PAIRS`.
        """
        facts: dict[int, tuple[ReportPaper, StatedFacts]] = {}
        running = self.running_numbers
        for pair in self._found(known, limit, formula, progress):
            for number in pair[:2]:
                if number not in facts:
                    paper = replace(self._papers[number], is_new=number >= known)
                    facts[number] = paper, StatedFacts(without_columns(paper, running))
            (new, ours), (earlier, theirs) = facts[pair.new], facts[pair.earlier]
            kind = SimilarityType.INTERNAL if earlier.is_new else SimilarityType.EXTERNAL
            yield ReportPair(new, earlier, pair.strength, kind, *judged(ours, theirs))

    def _found(
        self, known: int, limit: float, formula: Formula, progress: Progress
    ) -> list[_NumberPair]:
        """Find the pairs; of those of one strength, the ones that are more alike by Dice first."""
        index = self._index.indexed()
        found: list[_NumberPair] = []
        starts = range(known, len(self._papers), _PIECE)
        for start in progress(starts, len(starts), "comparing"):
            papers = range(start, min(start + _PIECE, len(self._papers)))
            found += (
                _NumberPair(papers[match.position], match.key, match.strength, match.tie)
                for match in find_earlier(index, papers, limit, formula)
            )
            _check_number(found, limit)
        found = self._with_one_title(found, known, limit, formula)
        _check_number(found, limit)
        return sorted(found, key=lambda pair: (-pair.strength, -pair.tie, pair.new, pair.earlier))

    def _with_one_title(
        self, found: Sequence[_NumberPair], known: int, limit: float, formula: Formula
    ) -> list[_NumberPair]:
        """Return the pairs, and those of one title where there are no authors to compare."""
        if not self._has_nameless:
            return list(found)
        pairs = {pair[:2]: pair for pair in found}
        for new, earlier in pairs_of_one_title(self._papers):
            strength = self._strength_of_titles(new, earlier, formula)
            before = pairs.get((new, earlier))
            if new >= known and strength > (before.strength if before else limit):
                pairs[new, earlier] = _NumberPair(new, earlier, strength, strength)
        return list(pairs.values())

    def _strength_of_titles(self, new: int, earlier: int, formula: Formula) -> float:
        """Return the title ratio, which is the strength where there are no authors to compare."""
        ours, theirs = (paper_of(self._papers[number].record).features for number in (new, earlier))
        _, total = formula.definition.denominators(ours.totals, theirs.totals)
        shared = shared_totals(ours, theirs).titles
        return round(shared / total, DECIMALS) if shared else 0.0


def _check_number(found: Sequence[_NumberPair], limit: float) -> None:
    if len(found) > MAX_PAIRS:
        raise TooManyPairsError(
            f"There are more than {MAX_PAIRS:,} pairs above {limit:g}; raise the limit."
        )


def pairs_of_one_title(papers: Sequence[ReportPaper]) -> Iterator[tuple[int, int]]:
    """Yield the numbers of papers with one title, of which one has no authors; the later first.

    Papers with a short title must also have the first page, a DOI or all of the text in common.
    """
    nameless = {StatedFacts(paper).title for paper in papers if not paper.record.names}
    by_place: dict[tuple[str, int | str], list[tuple[int, bool]]] = {}
    pairs: set[tuple[int, int]] = set()
    for number, paper in enumerate(papers):
        facts = StatedFacts(paper)
        for place in _places(facts) if facts.title in nameless else ():
            earlier = by_place.setdefault(place, [])
            has_names = bool(paper.record.names)
            for other, other_has_names in earlier:
                if not (has_names and other_has_names) and (number, other) not in pairs:
                    pairs.add((number, other))
                    yield number, other
            earlier.append((number, has_names))


def _places(facts: StatedFacts) -> Iterator[tuple[str, int | str]]:
    """Yield what one of two papers must have in common with the other."""
    if facts.has_long_title:
        yield facts.title, ""
        return
    if facts.paper.digest:
        yield facts.title, facts.paper.digest
    if facts.pages:
        yield facts.title, facts.pages.first
    for doi in facts.dois:
        yield facts.title, doi
