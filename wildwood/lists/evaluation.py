"""Read labelled pairs, and measure formulas on them, each figure with its interval.

The pairs of a work depend on each other, as do the unlabelled pairs of a paper such as “Editorial”.
So each interval takes works, not pairs, as independent: a labelled pair belongs to its work, and an
unlabelled one to both of its works.
"""

import csv
import math
from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from wildwood.biblio.entry import Entry, Record
from wildwood.kernel.candidate_index import indexed
from wildwood.kernel.decisions import DecidedPair, has_decisions, parse_decisions
from wildwood.kernel.errors import InputError
from wildwood.kernel.model import Paper, SimilarityType
from wildwood.kernel.pairs import ReportPair, ReportPaper
from wildwood.kernel.relation import Decision, DisjointSets, values_by_key
from wildwood.kernel.similar import find_matches
from wildwood.kernel.strength import Formula
from wildwood.kernel.text import counted, csv_error, listed, quoted, read_text, rows_in
from wildwood.lists.content import content_of
from wildwood.lists.reading import told_apart
from wildwood.lists.redif import links_in

HandlePair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Labels:
    same: Sequence[HandlePair]
    different: Collection[HandlePair] | None = None  # as decided; None: all pairs but the same
    unsure: int = 0
    papers: Sequence[Record] = ()
    declared: int | None = None  # the number of links, of which `same` are those between papers

    def all(self) -> list[HandlePair]:
        return [*self.same, *(self.different or ())]

    def between(self, handles: Iterable[str]) -> "Labels":
        """Return the links between papers, whose case can differ; other labels as they are."""
        if self.declared is None:
            return self
        linked = {handle for link in self.same for handle in link}
        own = {handle.casefold(): handle for handle in handles if handle.casefold() in linked}
        same = [(own[left], own[right]) for left, right in self.same if {left, right} <= own.keys()]
        if not same:
            raise InputError(f"Of {counted(self.declared, 'link')}, none is between stored papers.")
        return replace(self, same=same)


def read_labels(file: Path, *, by_id: bool) -> Labels:
    """Read labels or decisions; if not `by_id`, with their papers, or links."""
    if not by_id and (links := _read_links(file)) is not None:
        return Labels(sorted(links), (), declared=len(links))
    text = read_text(file)
    if not has_decisions(text):
        rows = rows_in(text)
        try:
            return Labels(pairs_of(rows, f"{file}: "))
        except csv.Error as error:
            raise csv_error(str(file), rows, error) from error
    labels = _decided(parse_decisions(text, str(file)), by_id=by_id)
    if not labels.same:
        raise InputError(f"{file} has no pair that is decided to be the same; decide at least one.")
    return labels


def _decided(pairs: Sequence[DecidedPair], *, by_id: bool) -> Labels:
    papers = dict.fromkeys(chain.from_iterable(pair.papers for pair in pairs))
    handles = {paper: paper.id for paper in papers}
    has_papers = not by_id and any(paper.title for paper in papers)
    if has_papers:
        times: dict[str, int] = {}
        handles = {each: told_apart(Entry(each.id, (), ()), times).handle for each in papers}
    decided = ((*pair.papers, pair.decision) for pair in pairs)
    decisions = {(handles[left], handles[right]): decision for left, right, decision in decided}
    settled = values_by_key((decision, pair) for pair, decision in decisions.items())
    same, different = (settled.get(each, []) for each in (Decision.SAME, Decision.DIFFERENT))
    unsure = len(decisions) - len(same) - len(different)
    records = [Record.parse(handle, each.authors, each.title) for each, handle in handles.items()]
    return Labels(same, different, unsure, records if has_papers else ())


def pairs_of(rows: Iterable[Any], name: str = "") -> list[HandlePair]:
    """Return labelled pairs, each two ids, or a dictionary with the keys `left` and `right`."""
    pairs: list[HandlePair] = []
    for number, row in enumerate(rows, 1):
        ids = [row.get("left"), row.get("right")] if isinstance(row, Mapping) else row
        match ids:
            case (left, right) if left is not None and right is not None:
                pairs.append((str(left), str(right)))
            case _:
                fault = f"{name}Labelled pair {number} is {row!r}"
                raise InputError(f"{fault}; give two ids, or columns left and right.")
    if not pairs:
        raise InputError(f"{name}There are no labelled pairs; each is two ids.")
    return pairs


def _read_links(path: Path) -> set[HandlePair] | None:
    """Read declared links from a file or folder, each once in lower case; None for other files."""
    inside = [file for end in ("rdf", "redif", "dat") for file in path.rglob(f"*.{end}")]
    links: set[HandlePair] = set()
    declares = path.is_dir()
    for file in inside if path.is_dir() else [path]:
        declared = links_in(content_of(file).text)
        declares |= declared is not None
        links |= {(left.casefold(), right.casefold()) for left, right in declared or ()}
    return {(min(link), max(link)) for link in links if link[0] != link[1]} if declares else None


Array = npt.NDArray[Any]
NumberPair = tuple[int, int]  # the places of two papers

ENOUGH_WORKS = 50  # labelled; with fewer, intervals are too narrow (tests/benchmarks/README.md)

_LIMITS = tuple(twentieths / 20 for twentieths in range(20))  # finer ones would follow chance
_Z = 1.96  # the standard deviations in which 95 % of a normal distribution are


@dataclass(frozen=True, slots=True)
class Estimate:
    """A share, and its 95 % confidence interval: that of Wilson for independent works."""

    value: float
    low: float
    high: float

    @classmethod
    def of(cls, matches: Array, counted: Array, total: int) -> Self:
        """Estimate a share from that of each work, as if of as many works as have its variance.

        Its variance is that of a ratio of sums. What two works have counts in both, but once in
        the total.
        """
        value = float(matches.sum()) / total if total else 1.0
        # Whole numbers, so that works that are alike have no deviation by rounding.
        deviations = (matches * total - matches.sum() * counted) / max(total, 1)
        errors = float(np.square(deviations).sum())
        works = float(np.count_nonzero(counted))
        if errors:
            works = min(value * (1 - value) * total**2 / errors, total)
        divisor = works + _Z**2
        middle = (value * works + _Z**2 / 2) / divisor
        reach = _Z * math.sqrt(value * (1 - value) * works + _Z**2 / 4) / divisor
        low, high = max(middle - reach, 0.0), min(middle + reach, 1.0)
        return cls(value, min(low, value), max(high, value))  # rounding can pass the share

    def __str__(self) -> str:
        return f"{self.value:.3f} ({self.low:.3f}-{self.high:.3f})"


@dataclass(frozen=True, slots=True)
class Figures:
    formula: Formula
    limit: float
    precision: Estimate
    recall: Estimate
    f1: Estimate
    reported: int

    def as_dict(self) -> dict[str, Any]:
        return {**asdict(self), "formula": self.formula.value}


@dataclass(frozen=True)
class Evaluation:
    """The labelled pairs, and all pairs with a strength, strongest first."""

    papers: Sequence[Paper]
    labelled: frozenset[NumberPair]
    strengths: Mapping[NumberPair, float]
    formula: Formula = Formula.SPECIFIED
    type: SimilarityType = SimilarityType.EXTERNAL

    def at(self, limit: float) -> Figures:
        """Return the figures of the pairs that are stronger than a limit."""
        reported = sum(strength > limit for strength in self.strengths.values())
        judged, true = (column[:reported] for column in self.judged)
        left, right = self.works[judged].T
        labelled = self._by_work(self.works[[pair[0] for pair in self.labelled]])
        compared = self._by_work(left) + self._by_work(right[left != right])
        matches, total = self._by_work(left[true]), len(self.labelled)
        precision = Estimate.of(matches, compared, reported)
        recall = Estimate.of(matches, labelled, total)
        f1 = Estimate.of(2 * matches, compared + labelled, reported + total)
        return Figures(self.formula, limit, precision, recall, f1, reported)

    def _by_work(self, works: Array) -> Array:
        return np.bincount(works, minlength=len(self.papers))

    @cached_property
    def rows(self) -> list[Figures]:
        """The figures at every limit, from 0, which all compared pairs pass."""
        return list(map(self.at, _LIMITS))

    @property
    def best(self) -> Figures:
        """The row with the best F1; of several, the middle one."""
        most = max(row.f1.value for row in self.rows)
        rows = [row for row in self.rows if row.f1.value == most]
        return rows[len(rows) // 2]

    def false(self, limit: float) -> list[ReportPair]:
        unlabelled = (pair for pair in self.strengths if pair not in self.labelled)
        return [self._report(pair) for pair in unlabelled if self.strengths[pair] > limit]

    def missed(self, limit: float) -> list[ReportPair]:
        """Return the labelled pairs below a limit; those not compared have strength 0."""
        strengths = ((-self.strengths.get(pair, 0.0), pair) for pair in self.labelled)
        return [self._report(pair) for weak, pair in sorted(strengths) if -weak <= limit]

    def _report(self, pair: NumberPair) -> ReportPair:
        left, right = (ReportPaper(str(number), self.papers[number].record) for number in pair)
        return ReportPair(left, right, self.strengths.get(pair, 0.0), self.type)

    @cached_property
    def works(self) -> Array:
        """The work of each paper; papers joined by labelled pairs are one."""
        sets = DisjointSets(self.labelled)
        return np.array([sets.root(number) for number in range(len(self.papers))], np.intp)

    @cached_property
    def judged(self) -> tuple[Array, Array]:
        """The pairs with a strength, and whether each is labelled."""
        true = np.array([pair in self.labelled for pair in self.strengths], bool)
        return np.array([*self.strengths], np.intp).reshape(-1, 2), true


def evaluate_pairs(
    labels: Labels, sides: Sequence[Sequence[Paper]], formula: Formula = Formula.SPECIFIED
) -> Evaluation:
    """Compare papers with those of a second side; without one, with each other.

    Of several papers with one handle, as the versions of a stored one, the strongest pair counts.
    Of decisions and links, their pairs alone count.
    """
    old, new = sides[0], sides[-1]
    has_two = len(sides) > 1
    left = {paper.handle: number for number, paper in enumerate(old)}
    right = {paper.handle: number for number, paper in enumerate(new, len(old) * has_two)}
    _check_handles(labels, left, right)

    def numbered(pair: HandlePair) -> NumberPair:
        numbers = left[pair[0]], right[pair[1]]
        return min(numbers), max(numbers)

    same = frozenset(map(numbered, labels.same))
    decided = same.union(map(numbered, labels.different or ()))
    index = indexed((paper.features for paper in old), is_open=has_two)
    strengths: dict[NumberPair, tuple[float, float]] = {}
    for match in find_matches([paper.features for paper in new], index, 0.0, formula):
        pair = numbered((old[match.key].handle, new[match.position].handle))
        if pair[0] != pair[1] and (labels.different is None or pair in decided):
            strong = match.strength, match.tie
            strengths[pair] = max(strengths.get(pair, strong), strong)
    ranked = sorted((-strength, -tie, pair) for pair, (strength, tie) in strengths.items())
    judged = {pair: -weak for weak, _, pair in ranked}
    kind = SimilarityType.EXTERNAL if has_two else SimilarityType.INTERNAL
    return Evaluation([*chain.from_iterable(sides)], same, judged, formula, kind)


def _check_handles(labels: Labels, left: Container[str], right: Container[str]) -> None:
    labelled = chain.from_iterable(zip(pair, (left, right), strict=True) for pair in labels.all())
    if unknown := dict.fromkeys(handle for handle, side in labelled if handle not in side):
        fault = f"The labelled pairs contain {counted(len(unknown), 'handle')} that no paper has"
        raise InputError(f"{fault}: {listed(list(map(quoted, unknown)))}.")


@dataclass(frozen=True)
class SideBySide:
    """Formulas on the same labelled pairs, the one in use first."""

    evaluations: Sequence[Evaluation]
    limit: float | None = None  # the best one of each formula if None

    @cached_property
    def rows(self) -> list[Figures]:
        """The figures of each formula."""
        limit = self.limit
        return [each.best if limit is None else each.at(limit) for each in self.evaluations]

    @cached_property
    def works(self) -> int:
        """The number of works with a label."""
        first = self.evaluations[0]
        return len({first.works[left] for left, _ in first.labelled})

    @property
    def is_enough(self) -> bool:
        return self.works >= ENOUGH_WORKS

    @property
    def recommended(self) -> Figures:
        """The row with the best F1; that of the formula in use if others are no better."""
        return max(self.rows if self.is_enough else self.rows[:1], key=lambda row: row.f1.value)

    def as_dicts(self) -> list[dict[str, Any]]:
        return [row.as_dict() for row in self.rows]
