"""Compare lists of papers, without a database: a list within itself, or with an older one."""

import re
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import partial
from operator import attrgetter
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from wildwood.biblio.entry import NO_SERIES, Entry, Record, Series
from wildwood.kernel.candidate_index import NumberedPapers
from wildwood.kernel.errors import InputError, TooManyPairsError
from wildwood.kernel.feature_columns import PackedTexts
from wildwood.kernel.features import paper_of
from wildwood.kernel.interruption import Progress, no_progress
from wildwood.kernel.model import PairVerdict, SimilarityType
from wildwood.kernel.pairs import Report, ReportPair, ReportPaper
from wildwood.kernel.similar import find_earlier
from wildwood.kernel.strength import DECIMALS, Formula, shared_totals
from wildwood.kernel.text import counted
from wildwood.lists.content import STDIN, Need
from wildwood.lists.evidence import Field, RecordEvidence, Titles, judged
from wildwood.lists.reading import ReadList, read_list, told_apart
from wildwood.lists.stated_facts import EAST_ASIAN, StatedFacts, have_near_titles

_NEIGHBOURS = 4  # papers that each is paired with, of those with one key, as of a book's chapters
_MIN_TITLE = 4  # characters of an East Asian title, which has no spaces between words
_SMALL = re.compile(r"\D*\d{1,3}")  # numbers that programs give the records of each list


def _keys_of(facts: StatedFacts) -> Iterator[tuple[str, str]]:
    paper = facts.paper
    yield from (("doi", doi) for doi in facts.dois)
    for kind, numbers in (("pmid", (paper.pmid,)), *facts.identifiers.items()):
        yield from ((kind, each) for each in numbers if each and not _SMALL.fullmatch(each))
    if paper.series.volume and facts.pages:
        yield from (("", f"{place} {facts.pages.first} {facts.year}") for place in facts.volumes)
    if EAST_ASIAN.search("".join(paper.record.titles[:1])) and len(facts.title) >= _MIN_TITLE:
        yield "title", facts.title


def are_connected(left: StatedFacts, right: StatedFacts) -> bool:
    """Return whether a key is the same; at one place, also the journal, and nearly the titles."""
    kinds = {kind for kind, _ in {*_keys_of(left)} & {*_keys_of(right)}}
    if kinds - {""}:
        return True
    evidence = RecordEvidence(left, right)
    are_near = evidence.titles is not Titles.OTHER or have_near_titles(left, right)
    return bool(kinds) and are_near and Field.JOURNAL in evidence.agree


class KeyIndex:
    def __init__(self) -> None:
        self._hashes, self._papers = array("q"), array("q")

    def add(self, number: int, facts: StatedFacts) -> None:
        for key in _keys_of(facts):
            self._hashes.append(hash(key))
            self._papers.append(number)

    def pairs(self) -> set[tuple[int, int]]:
        """Return papers with one key, the later first."""
        order = np.argsort(self._hashes, kind="stable")
        hashes, papers = np.array(self._hashes)[order], np.array(self._papers)[order]
        pairs: set[tuple[int, int]] = set()
        for step in range(1, _NEIGHBOURS):
            equal = hashes[step:] == hashes[:-step]
            later, earlier = (part[equal].tolist() for part in (papers[step:], papers[:-step]))
            pairs.update(zip(later, earlier, strict=True))
        return pairs


MAX_PAIRS = 1_000_000

_PIECE = 1000
_PARTS = attrgetter(*Series.__slots__)
_KINDS = {part.name: part.type for part in fields(ReportPaper) if part.name != "key"}
TEXTS = [name for name, kind in _KINDS.items() if kind is str]
SEVERAL = [name for name, kind in _KINDS.items() if kind == tuple[str, ...]]
_FIELD, _VALUE = "\x1f", "\x1e"  # separators, which count as white space in an entry's texts


class _NumberPair(NamedTuple):
    new: int
    earlier: int
    strength: float
    tie: float


class PackedPapers:
    def __init__(self) -> None:
        self._texts = PackedTexts()

    def __len__(self) -> int:
        return len(self._texts)

    def add(self, paper: ReportPaper) -> None:
        record, series = paper.record, paper.series
        several = (record.titles, record.names, *(getattr(paper, name) for name in SEVERAL))
        parts = () if series == NO_SERIES else _PARTS(series)
        texts = (record.handle, *(getattr(paper, name) for name in TEXTS))
        self._texts.append(_FIELD.join((*texts, *map(_VALUE.join, (*several, parts)))))

    def __iter__(self) -> Iterator[ReportPaper]:
        return map(self.__getitem__, range(len(self)))

    def __getitem__(self, number: int) -> ReportPaper:
        handle, *values, series = self._texts[number].split(_FIELD)
        texts, lists = values[: len(TEXTS)], values[len(TEXTS) :]
        titles, names, *several = (tuple(filter(None, text.split(_VALUE))) for text in lists)
        facts: dict[str, Any] = dict(zip((*TEXTS, *SEVERAL), (*texts, *several), strict=True))
        record, place = Record(handle, names, titles), Series(*series.split(_VALUE))
        return ReportPaper(str(number), record, series=place, **facts)


class PaperLists:
    def __init__(self) -> None:
        self._papers, self._index = PackedPapers(), NumberedPapers()
        self._keys = KeyIndex()
        self._has_nameless = False

    def __len__(self) -> int:
        return len(self._papers)

    def add(self, entry: Entry, source: str = "") -> None:
        """Add a paper of the list `source`; those of older lists go first."""
        paper = ReportPaper.make(entry, source)
        self._keys.add(len(self._papers), StatedFacts(paper))
        self._papers.add(paper)
        self._has_nameless |= not paper.record.names
        self._index.add(paper_of(paper.record).features)

    def pairs(
        self, older: int, limit: float, formula: Formula, progress: Progress = no_progress
    ) -> Iterator[ReportPair]:
        """Yield the pairs of the new list, strongest first; `older` papers precede them."""
        facts: dict[int, tuple[ReportPaper, StatedFacts]] = {}
        for pair in self._ranked(older, limit, formula, progress):
            for number in pair[:2]:
                if number not in facts:
                    paper = replace(self._papers[number], is_new=number >= older)
                    facts[number] = paper, StatedFacts(paper)
            (new, ours), (earlier, theirs) = facts[pair.new], facts[pair.earlier]
            kind = SimilarityType.INTERNAL if earlier.is_new else SimilarityType.EXTERNAL
            yield ReportPair(new, earlier, pair.strength, kind, *judged(ours, theirs))

    def _ranked(
        self, older: int, limit: float, formula: Formula, progress: Progress
    ) -> list[_NumberPair]:
        index = self._index.indexed()
        pairs: list[_NumberPair] = []
        starts = range(older, len(self._papers), _PIECE)
        for start in progress(starts, len(starts), "comparing"):
            papers = range(start, min(start + _PIECE, len(self._papers)))
            matches = find_earlier(index, papers, limit, formula)
            pairs += (_NumberPair(papers[m.position], m.key, m.strength, m.tie) for m in matches)
            _check_number(pairs, limit)
        pairs = self._add_connected(pairs, older, limit, formula)
        _check_number(pairs, limit)
        return sorted(pairs, key=lambda pair: (-pair.strength, -pair.tie, pair.new, pair.earlier))

    def _add_connected(
        self, pairs: Sequence[_NumberPair], older: int, limit: float, formula: Formula
    ) -> list[_NumberPair]:
        """Add pairs of one title, with its strength, and of one key, with the strength 1."""
        by_numbers = {pair[:2]: pair for pair in pairs}
        for new, earlier in pairs_of_one_title(self._papers) if self._has_nameless else ():
            strength = self._strength_of_titles(new, earlier, formula)
            before = by_numbers.get((new, earlier))
            if new >= older and strength > (before.strength if before else limit):
                by_numbers[new, earlier] = _NumberPair(new, earlier, strength, strength)
        for new, earlier in self._keys.pairs() - by_numbers.keys():
            facts = (StatedFacts(self._papers[number]) for number in (new, earlier))
            if new >= older and are_connected(*facts):
                by_numbers[new, earlier] = _NumberPair(new, earlier, 1.0, 0.0)
        return list(by_numbers.values())

    def _strength_of_titles(self, new: int, earlier: int, formula: Formula) -> float:
        ours, theirs = (paper_of(self._papers[number].record).features for number in (new, earlier))
        _, total = formula.definition.denominators(ours.totals, theirs.totals)
        shared = shared_totals(ours, theirs).titles
        return round(shared / total, DECIMALS) if shared else 0.0


def _check_number(pairs: Sequence[_NumberPair], limit: float) -> None:
    if len(pairs) > MAX_PAIRS:
        fault = f"There are more than {MAX_PAIRS:,} pairs above {limit:g}; raise the limit."
        raise TooManyPairsError(fault)


def pairs_of_one_title(papers: PackedPapers | Sequence[ReportPaper]) -> Iterator[tuple[int, int]]:
    """Yield papers with one title, one without authors; the later first."""
    nameless = {StatedFacts(paper).title for paper in papers if not paper.record.names}
    by_place: dict[tuple[str, int | str], list[tuple[int, bool]]] = {}
    for number, paper in enumerate(papers):
        facts, has_names = StatedFacts(paper), bool(paper.record.names)
        earlier: dict[int, bool] = {}
        for place in _places(facts) if facts.title in nameless else ():
            earlier.update(group := by_place.setdefault(place, []))
            group.append((number, has_names))
        yield from ((number, same) for same, named in earlier.items() if not (has_names and named))


def _places(facts: StatedFacts) -> Iterator[tuple[str, int | str]]:
    if facts.has_long_title:
        yield facts.title, ""
        return
    if facts.paper.digest:
        yield facts.title, facts.paper.digest
    if facts.pages:
        yield facts.title, facts.pages.first
    yield from ((facts.title, doi) for doi in facts.dois)


LIMIT = 0.6
FORMULA = Formula.TOLERANT

_NEEDS = frozenset({Need.TITLE})


@dataclass(frozen=True, slots=True)
class ComparedList:
    name: str  # of its file; empty for the papers of a program
    papers: int

    def __str__(self) -> str:
        return counted(self.papers, "paper")


@dataclass(frozen=True, slots=True)
class ComparedFile(ComparedList):
    read: ReadList  # without its entries, unless they are kept

    def __str__(self) -> str:
        encoding = self.read.encoding
        guess = "probably " * bool(encoding and not encoding.startswith("UTF"))
        form = ", ".join(filter(None, (self.read.format.value, f"{guess}{encoding}")))
        return f"{counted(self.papers, 'paper')} of {self.name} ({form})"


class Comparison:
    def __init__(
        self,
        columns: Mapping[str, str] | None = None,
        files: Sequence[Path] = (),
        *,
        keeps: bool = False,
        together: bool = False,
    ) -> None:
        """With `together`, the handles of all lists differ; `files` are those that have a name."""
        times = Counter(file.resolve() for file in files if file != STDIN)
        if again := [file for file in files if times[file.resolve()] > 1]:
            raise InputError(f"The list {again[0]} is given twice; name each list once.")
        self._papers, self._columns, self._keeps = PaperLists(), columns, keeps
        self._files = files
        self._handles: dict[str, int] | None = {} if together else None
        self.entries: list[Entry] = []  # those of all lists, if they are kept

    def read(self, file: Path) -> ComparedFile:
        """Add the papers of a file; the path `-` is standard input."""
        before, name = len(self._papers), name_of(file, self._files)
        take = partial(self._take, name)
        read = read_list(file, self._columns, _NEEDS, details=self._keeps, take=take)
        kept = replace(read, entries=tuple(self.entries[before:]))
        return ComparedFile(name, len(self._papers) - before, kept)

    def add(self, entries: Iterable[Entry]) -> ComparedList:
        before = len(self._papers)
        for entry in entries:
            self._take("", entry)
        return ComparedList("", len(self._papers) - before)

    def _take(self, name: str, entry: Entry) -> None:
        entry = entry.identified
        entry = entry if self._handles is None else told_apart(entry, self._handles)
        self._papers.add(entry, name)
        if self._keeps:
            self.entries.append(entry)

    def report(
        self,
        new: Sequence[ComparedList],
        older: Sequence[ComparedList],
        limit: float = LIMIT,
        formula: Formula = FORMULA,
        progress: Progress = no_progress,
    ) -> Report:
        """Find the pairs of the new lists, which were read last, with any list."""
        count = sum(compared.papers for compared in older)
        pairs = list(self._papers.pairs(count, limit, formula, progress))
        files = list(filter(None, dict.fromkeys(compared.name for compared in (*new, *older))))
        names = " and ".join(filter(None, (", ".join(files[:-1]), *files[-1:])))
        notes = list(_notes_on(pairs))
        facts = [_what_was_compared(new, older), f"Formula {formula.value}, limit {limit:g}."]
        title = f"Likely repeats in {names}" if names else "Likely repeats"
        return Report(title, [*facts, *notes], limit, pairs, notes)


def name_of(file: Path, files: Iterable[Path] = ()) -> str:
    """Return the name of a list among others, with its folders if another one has its name."""
    if file == STDIN:
        return "standard input"
    is_shared = any(each.name == file.name and each != file for each in files)
    return str(file) if is_shared else file.name


def _notes_on(pairs: Sequence[ReportPair]) -> Iterator[str]:
    """Count the versions, and name the field that contradicts most often in the other pairs."""
    verdicts = Counter(pair.verdict for pair in pairs)
    if versions := verdicts[PairVerdict.VERSION]:
        yield f"{counted(versions, 'pair')} of versions, such as a preprint and its article."
    doubtful = verdicts[PairVerdict.UNSURE] + verdicts[PairVerdict.DIFFERENT]
    fields = Counter(field for pair in pairs for field in pair.against)
    for field, count in fields.most_common(1):
        most = f"{count:,} of {counted(doubtful, 'other pair')}"
        yield f"Against the same record most often: {field} ({most})."


def _what_was_compared(new: Sequence[ComparedList], older: Sequence[ComparedList]) -> str:
    if not older:
        return f"{' and '.join(map(str, new))}, compared with each other."
    against, own = " and ".join(map(str, older)), new[0].name or "the first list"
    return f"{new[0]} compared with {against}; the papers of {own} also with each other."
