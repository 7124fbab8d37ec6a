"""Compare lists of papers, without a database: a list within itself, or with an older one."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from typing import NamedTuple

from wildwood.analysis.evidence import judged
from wildwood.analysis.packed_papers import PackedPapers
from wildwood.analysis.stated_facts import StatedFacts
from wildwood.errors import TooManyPairsError
from wildwood.lists import Entry
from wildwood.matching.in_memory import NumberedPapers
from wildwood.matching.similar import find_matches
from wildwood.model import SimilarityType
from wildwood.progress import Progress, no_progress
from wildwood.report.shown import ReportPair, ReportPaper
from wildwood.scoring.features import paper_of
from wildwood.scoring.formulas import Formula
from wildwood.scoring.similarity import DECIMALS, shared_totals

MAX_PAIRS = 1_000_000
"""The most pairs that are kept."""

_PIECE = 1000
"""Papers that are looked up at once."""


class _NumberPair(NamedTuple):
    """A paper of the new list and an earlier one, which was added before it."""

    new: int
    earlier: int
    strength: float
    tie: float


@dataclass(frozen=True, slots=True)
class ComparedLists:
    """The pairs of lists."""

    papers: PackedPapers
    """Those of the older list, then those of the new one."""
    known: int
    """The number of papers of the older list."""
    lists: "_Lists"
    found: list[_NumberPair]
    """Strongest first; of pairs of one strength, those that Dice's ratios find more alike."""

    def pairs(self) -> Iterator[ReportPair]:
        """Yield the pairs for a report, each once."""
        facts: dict[int, StatedFacts] = {}
        for pair in self.found:
            new, earlier = (
                facts.setdefault(number, StatedFacts(self._paper(number))) for number in pair[:2]
            )
            kind = SimilarityType.INTERNAL if earlier.paper.is_new else SimilarityType.EXTERNAL
            verdict, reasons = judged(new, earlier)
            yield ReportPair(new.paper, earlier.paper, pair.strength, kind, verdict, reasons)

    def _paper(self, number: int) -> ReportPaper:
        source = self.lists.name_of(number)
        return replace(self.papers[number], is_new=number >= self.known, source=source)


class _Lists:
    """Which papers are of which list."""

    def __init__(self) -> None:
        self._names, self._starts = list[str](), list[int]()

    def begin(self, name: str, start: int) -> None:
        """Begin a list with the paper of a number."""
        self._names.append(name)
        self._starts.append(start)

    def name_of(self, number: int) -> str:
        """Return the name of the list that a paper is of."""
        place = bisect_right(self._starts, number)
        return self._names[place - 1] if place else ""


class PaperLists:
    """Lists to be compared: an older one, or none, and a new one."""

    def __init__(self) -> None:
        self._papers, self._index = PackedPapers(), NumberedPapers()
        self._lists = _Lists()
        self._has_nameless = False

    def __len__(self) -> int:
        return len(self._papers)

    def begin(self, name: str) -> None:
        """Begin a list of this name; its papers follow."""
        self._lists.begin(name, len(self))

    def add(self, entry: Entry) -> None:
        """Add a paper; those of the older list go first."""
        record = entry.record
        self._papers.add(entry, record)
        self._has_nameless |= not record.names
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
            _check_number(found, limit)
        for new, earlier in self._of_one_title({pair[:2] for pair in found}):
            strength = self._strength_of_titles(new, earlier, formula)
            if new >= known and strength > limit:
                found.append(_NumberPair(new, earlier, strength, strength))
                _check_number(found, limit)
        found.sort(key=lambda pair: (-pair.strength, -pair.tie, pair.new, pair.earlier))
        return ComparedLists(self._papers, known, self._lists, found)

    def _of_one_title(self, found: AbstractSet[tuple[int, int]]) -> Iterator[tuple[int, int]]:
        """Yield the pairs of papers with one title of which one has no authors, later one first.

        Short titles must have something else in common.
        """
        nameless = self._nameless_titles()
        places: dict[tuple[str, object], list[int]] = {}
        pairs = set(found)
        for number, paper in enumerate(self._papers if nameless else ()):
            facts = StatedFacts(paper)
            if facts.title not in nameless:
                continue
            for key in _places(facts):
                earlier = places.setdefault(key, [])
                for other in earlier:
                    is_nameless = not (facts.names and self._papers[other].record.names)
                    if is_nameless and (number, other) not in pairs:
                        pairs.add((number, other))
                        yield number, other
                earlier.append(number)

    def _nameless_titles(self) -> set[str]:
        if not self._has_nameless:
            return set()
        return {StatedFacts(paper).title for paper in self._papers if not paper.record.names}

    def _strength_of_titles(self, new: int, earlier: int, formula: Formula) -> float:
        """Return the title ratio, which is the strength where there are no authors to compare."""
        ours, theirs = (paper_of(self._papers[number].record).features for number in (new, earlier))
        _, total = formula.definition.denominators(ours.totals, theirs.totals)
        shared = shared_totals(ours, theirs).titles
        return round(shared / total, DECIMALS) if shared else 0.0


def _check_number(found: Sequence[_NumberPair], limit: float) -> None:
    if len(found) > MAX_PAIRS:
        raise TooManyPairsError(
            f"There are more than {MAX_PAIRS:,} pairs above {limit:g}; raise --limit."
        )


def _places(facts: StatedFacts) -> Iterator[tuple[str, object]]:
    """Yield what one of two records without authors must have in common with the other."""
    if facts.has_long_title:
        yield facts.title, None
        return
    if facts.pages:
        yield facts.title, facts.pages.first
    for doi in facts.dois:
        yield facts.title, doi
