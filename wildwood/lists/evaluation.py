"""Read labelled pairs, and measure formulas on them, with intervals from resampled works.

The pairs of a work depend on each other, as do the unlabelled pairs of a paper such as “Editorial”.
So a sample draws works: a labelled pair counts as often as its work was drawn, and an unlabelled
one as often as the product of the numbers of its works. These are Poisson, as in a bootstrap of a
large set, so that works without any pair need not be known.
"""

import csv
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from wildwood.biblio.entry import Record
from wildwood.kernel.candidate_index import indexed
from wildwood.kernel.decisions import DecidedPaper, has_decisions, parse_decisions
from wildwood.kernel.errors import InputError
from wildwood.kernel.model import Paper
from wildwood.kernel.pairs import Decision, DisjointSets
from wildwood.kernel.similar import find_matches
from wildwood.kernel.strength import Formula
from wildwood.kernel.text import counted, is_no_csv, listed, quoted, read_text, rows_in
from wildwood.lists.content import ANY_RECORD, content_of
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
            raise is_no_csv(str(file), rows, error) from error
    pairs = parse_decisions(text, str(file))
    papers = [paper for pair in pairs for paper in pair.papers]
    has_papers = not by_id and any(paper.title for paper in papers)
    handles = _handles(papers) if has_papers else {paper: paper.id for paper in papers}
    decisions = {
        (handles[left], handles[right]): pair.decision
        for pair in pairs
        for left, right in [pair.papers]
    }
    same, different = (
        [pair for pair, decided in decisions.items() if decided is decision]
        for decision in (Decision.SAME, Decision.DIFFERENT)
    )
    if not same:
        raise InputError(f"{file} has no pair that is decided to be the same; decide at least one.")
    unsure = len(decisions) - len(same) - len(different)
    records = (Record.parse(handle, of.authors, of.title) for of, handle in handles.items())
    return Labels(same, different, unsure, list(records) if has_papers else ())


def _handles(papers: Iterable[DecidedPaper]) -> dict[DecidedPaper, str]:
    """Return handles that tell papers with one id apart."""
    handles: dict[DecidedPaper, str] = {}
    times: Counter[str] = Counter()
    for paper in dict.fromkeys(papers):
        times[paper.id] += 1
        number = times[paper.id]
        handles[paper] = paper.id if number == 1 else f"{paper.id} ({number})"
    return handles


def pairs_of(rows: Iterable[Any], name: str = "") -> list[HandlePair]:
    """Return labelled pairs, each two ids, or a dictionary with the keys `left` and `right`."""
    pairs: list[HandlePair] = []
    for number, row in enumerate(rows, 1):
        ids = [row.get("left"), row.get("right")] if isinstance(row, Mapping) else row
        match ids:
            case (left, right) if left is not None and right is not None:
                pairs.append((str(left), str(right)))
            case _:
                raise InputError(
                    f"{name}Labelled pair {number} is {row!r}; give two ids, or columns left and"
                    " right."
                )
    if not pairs:
        raise InputError(f"{name}There are no labelled pairs; each is two ids.")
    return pairs


def _read_links(path: Path) -> set[HandlePair] | None:
    """Read the links that a file or folder declares, each once in lower case; None if it cannot."""
    inside = [file for end in ("rdf", "redif", "dat") for file in path.rglob(f"*.{end}")]
    links: set[HandlePair] = set()
    declares = path.is_dir()
    for file in inside if path.is_dir() else [path]:
        declared = links_in(content_of(file, None, ANY_RECORD, details=False).text)
        declares |= declared is not None
        links |= {(left.casefold(), right.casefold()) for left, right in declared or ()}
    return {(min(link), max(link)) for link in links if link[0] != link[1]} if declares else None


Array = npt.NDArray[Any]
Works = Mapping[tuple[int, str], int]  # their numbers, by the side and handle of a paper

ENOUGH_WORKS = 50  # labelled; with fewer, intervals are too narrow (tests/benchmarks/README.md)

_RESAMPLES = 1000
_SEED = 1
_OUTSIDE = 0.025

_LIMITS = tuple(hundredths / 100 for hundredths in range(100))  # finer ones would follow chance
_SMOOTHED = 5  # the limits over which F1 is averaged, so that no single pair decides
_EQUAL = 1e-9

FIGURES = (
    "average_precision", "best_f1", "best_limit", "limit", "precision", "recall", "f1", "compared",
)  # fmt: skip
_OF_LINKS = ("limit", "recall", "compared")  # since a pair without a link can be the same work


@dataclass(frozen=True, slots=True)
class ScoredPair:
    pair: HandlePair
    strength: float
    true: bool


@dataclass(frozen=True, slots=True)
class Point:
    limit: float
    reported: int
    precision: float
    recall: float
    f1: float


@dataclass(frozen=True, slots=True)
class Evaluation:
    """All pairs with a strength, in the order in which an editor would see them."""

    judged: Sequence[ScoredPair]
    labelled: frozenset[HandlePair]
    one_set: bool = False
    measured: Sequence[str] = FIGURES

    def points(self, limits: Sequence[float] = _LIMITS) -> list[Point]:
        """Return the figures of the pairs that are stronger than each limit."""
        reported = np.searchsorted([-pair.strength for pair in self.judged], np.negative(limits))
        matches = np.cumsum([0, *(pair.true for pair in self.judged)])[reported]
        shares = _shares(matches, reported, len(self.labelled))
        return [Point(*row) for row in zip(limits, reported.tolist(), *shares, strict=True)]

    def best_limit(self) -> float:
        """Return the limit with the best smoothed F1; of several, the middle one."""
        padded = np.pad([point.f1 for point in self.points()], _SMOOTHED // 2, mode="edge")
        smooth = np.convolve(padded, np.ones(_SMOOTHED) / _SMOOTHED, mode="valid")
        best = np.flatnonzero(smooth >= smooth.max() - _EQUAL)
        return _LIMITS[int(best[len(best) // 2])]

    def papers(self, pair: HandlePair) -> tuple[tuple[int, str], tuple[int, str]]:
        """Return the sides and handles of a pair, since two sets can share handles."""
        return (0, pair[0]), (0 if self.one_set else 1, pair[1])


def evaluate_pairs(
    left: Sequence[Paper],
    right: Sequence[Paper] | None,
    labels: Labels,
    formula: Formula = Formula.SPECIFIED,
) -> Evaluation:
    """Compare papers with those on the right; without these, with each other.

    Of several papers with one handle, as the versions of a stored one, the strongest pair counts.
    Of decisions and links, their pairs alone count.
    """
    one_set = right is None
    new = left if right is None else right
    true, decided = (
        frozenset(_unordered(pair) if one_set else pair for pair in pairs)
        for pairs in (labels.same, labels.all())
    )
    index = indexed((paper.features for paper in left), is_open=not one_set)
    strengths: dict[HandlePair, tuple[float, float]] = {}
    for match in find_matches([paper.features for paper in new], index, 0.0, formula):
        pair = left[match.key].handle, new[match.position].handle
        if one_set:
            if match.key >= match.position or pair[0] == pair[1]:
                continue
            pair = _unordered(pair)
        if labels.different is None or pair in decided:
            strong = match.strength, match.tie
            strengths[pair] = max(strengths.get(pair, strong), strong)
    ranked = sorted((-strength, -tie, pair) for pair, (strength, tie) in strengths.items())
    judged = [ScoredPair(pair, -weak, pair in true) for weak, _, pair in ranked]
    return Evaluation(judged, true, one_set, FIGURES if labels.declared is None else _OF_LINKS)


def _unordered(pair: HandlePair) -> HandlePair:
    return min(pair, pair[::-1])


@dataclass(frozen=True, slots=True)
class Benchmark:
    labels: Labels
    left: Sequence[Paper]
    right: Sequence[Paper] | None = None

    def __post_init__(self) -> None:
        sides = self.papers()
        handles = chain.from_iterable(zip(pair, sides, strict=True) for pair in self.labels.all())
        unknown = dict.fromkeys(handle for handle, papers in handles if handle not in papers)
        if unknown:
            raise InputError(
                f"The labelled pairs contain {counted(len(unknown), 'handle')} that no paper has:"
                f" {listed(list(map(quoted, unknown)))}."
            )

    def evaluate(self, formula: Formula) -> Evaluation:
        return evaluate_pairs(self.left, self.right, self.labels, formula)

    def papers(self) -> tuple[Mapping[str, Paper], Mapping[str, Paper]]:
        """Return the papers of both sides by their handles."""
        right = self.left if self.right is None else self.right
        of_left, of_right = ({paper.handle: paper for paper in side} for side in (self.left, right))
        return of_left, of_right


def number_works(evaluations: Sequence[Evaluation]) -> Works:
    """Number works, labelled ones first; papers joined by labelled pairs are one work."""
    papers, labelled = evaluations[0].papers, sorted(evaluations[0].labelled)
    sets = DisjointSets[tuple[int, str]]()
    for pair in labelled:
        sets.join(*papers(pair))
    judged = (scored.pair for evaluation in evaluations for scored in evaluation.judged)
    numbers: dict[tuple[int, str], int] = {}
    return {
        paper: numbers.setdefault(sets.root(paper), len(numbers))
        for pair in chain(labelled, judged)
        for paper in papers(pair)
    }


def resample(evaluation: Evaluation, works: Works, limit: float) -> Array:
    """Return the figures of `FormulaRow`: a row for the papers at hand, then one a resample."""
    weakest_last = np.array([-pair.strength for pair in evaluation.judged])
    true = np.array([pair.true for pair in evaluation.judged], bool)
    papers = (paper for pair in evaluation.judged for paper in evaluation.papers(pair.pair))
    left, right = np.array([works[paper] for paper in papers], np.intp).reshape(-1, 2).T
    labelled = np.array(
        [works[evaluation.papers(pair)[0]] for pair in evaluation.labelled], np.intp
    )
    ends = np.searchsorted(weakest_last, np.unique(weakest_last[true]), "right")
    cuts = np.append(ends, np.searchsorted(weakest_last, -limit))

    def figures(times: Array) -> list[float]:
        weights = times[left] * np.where(left == right, 1, times[right])
        reported, matches = (
            np.append(0, np.cumsum(column))[cuts] for column in (weights, weights * true)
        )
        precision, recall, f1 = _shares(matches, reported, int(times[labelled].sum()))
        area = np.dot(precision[:-1], np.diff(recall[:-1], prepend=0.0))
        return [area, max(f1[:-1], default=0.0), precision[-1], recall[-1], f1[-1]]

    random, size = np.random.default_rng(_SEED), len(set(works.values()))
    samples = (random.poisson(1.0, size) for _ in range(_RESAMPLES))
    return np.array([figures(times) for times in chain([np.ones(size, np.intp)], samples)])


def _shares(matches: Array, reported: Array, labelled: int) -> list[list[float]]:
    """Compute precision, recall and F1 of each number of matches among the reported pairs."""
    precision = np.where(reported == 0, 1.0, matches / np.maximum(reported, 1))
    f1 = 2 * matches / np.maximum(reported + labelled, 1)
    return [precision.tolist(), (matches / max(labelled, 1)).tolist(), f1.tolist()]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure, and its 95 % confidence interval."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:.3f} ({self.low:.3f}-{self.high:.3f})"


def estimate(values: Array, works: int) -> Estimate:
    """Estimate a share by its value in the papers at hand, the first, and in resamples.

    The interval is corrected for the average bias of resamples: a best F1 is higher in them than in
    their source. Where they do not vary, it is that of no error in as many works.
    """
    value, resampled = float(values[0]), values[1:]
    low, high = np.quantile(resampled, [_OUTSIDE, 1 - _OUTSIDE]) - (resampled.mean() - value)
    if resampled.min() == resampled.max():
        unseen = 1 - _OUTSIDE ** (1 / max(works, 1))
        low, high = value - unseen, value + unseen
    return Estimate(value, max(float(low), 0.0), min(float(high), 1.0))


@dataclass(frozen=True, slots=True)
class FormulaRow:
    formula: Formula
    evaluation: Evaluation
    best_limit: float
    limit: float  # the limit of precision, recall and F1, by default the best one
    average_precision: Estimate
    best_f1: Estimate
    precision: Estimate
    recall: Estimate
    f1: Estimate

    @property
    def compared(self) -> int:
        """The number of labelled pairs that have a strength."""
        return sum(pair.true for pair in self.evaluation.judged)

    @property
    def unlabelled(self) -> list[ScoredPair]:
        pairs = self.evaluation.judged
        return [pair for pair in pairs if pair.strength > self.limit and not pair.true]

    @property
    def missed(self) -> list[ScoredPair]:
        """The labelled pairs below the limit; those not compared have strength 0."""
        judged, labelled = self.evaluation.judged, self.evaluation.labelled
        weak = [pair for pair in judged if pair.true and pair.strength <= self.limit]
        without = labelled - {pair.pair for pair in judged}
        return weak + [ScoredPair(pair, 0.0, true=True) for pair in sorted(without)]

    def as_dict(self) -> dict[str, Any]:
        figures = ((name, getattr(self, name)) for name in self.evaluation.measured)
        return {"formula": self.formula.value} | {
            name: asdict(value) if isinstance(value, Estimate) else value for name, value in figures
        }


@dataclass(frozen=True, slots=True)
class SideBySide:
    rows: Sequence[FormulaRow]
    configured: FormulaRow
    works: int  # the number of works with a label

    @property
    def is_enough(self) -> bool:
        return self.works >= ENOUGH_WORKS

    @property
    def recommended(self) -> FormulaRow:
        """The row with the best F1; that of the configured formula if others are no better."""
        rows = [self.configured, *self.rows] if self.is_enough else [self.configured]
        return max(rows, key=lambda row: row.best_f1.value)

    def as_dicts(self) -> list[dict[str, Any]]:
        return [row.as_dict() for row in self.rows]


def side_by_side(
    evaluate: Callable[[Formula], Evaluation],
    configured: Formula = Formula.SPECIFIED,
    formulas: Iterable[Formula] = Formula,
    limit: float | None = None,
) -> SideBySide:
    """Evaluate formulas and the configured one, each at its best limit unless one is given."""
    evaluations = {formula: evaluate(formula) for formula in formulas}
    works = number_works(list(evaluations.values()))
    first = evaluations[configured]
    labelled = len({works[first.papers(pair)[0]] for pair in first.labelled})

    def row(formula: Formula, evaluation: Evaluation) -> FormulaRow:
        best = evaluation.best_limit()
        looked_at = best if limit is None else limit
        figures = resample(evaluation, works, looked_at).T
        estimates = (estimate(values, labelled) for values in figures)
        return FormulaRow(formula, evaluation, best, looked_at, *estimates)

    rows = {formula: row(formula, evaluation) for formula, evaluation in evaluations.items()}
    return SideBySide(list(rows.values()), rows[configured], labelled)
