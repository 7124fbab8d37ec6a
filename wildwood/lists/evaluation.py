"""Evaluate strengths on labelled pairs, which CSV files or decisions have."""

import csv
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, product
from pathlib import Path
from typing import Literal

import numpy as np

from wildwood.biblio.entry import Entry, Record
from wildwood.kernel.candidate_index import indexed
from wildwood.kernel.decisions import DecidedPaper, has_decisions, parse_decisions
from wildwood.kernel.errors import InputError
from wildwood.kernel.explanation import explain
from wildwood.kernel.model import Paper, Version
from wildwood.kernel.pairs import Decision
from wildwood.kernel.similar import find_matches
from wildwood.kernel.strength import Formula, issue_versions
from wildwood.kernel.text import counted, is_no_csv, listed, quoted, read_text, rows_in
from wildwood.lists.content import ANY_RECORD, Need, content_of
from wildwood.lists.reading import read_list
from wildwood.lists.redif import links_in

HandlePair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class ScoredPair:
    pair: HandlePair
    strength: float
    tie: float
    true: bool


@dataclass(frozen=True, slots=True)
class Point:
    strength: float
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
    decided: bool = False  # whether a person decided all pairs, so that the unlabelled are false

    @property
    def candidates(self) -> int:
        return sum(pair.true for pair in self.judged)

    def points(self) -> list[Point]:
        """Return a point for each distinct strength, which reports the pairs of that strength."""
        return self.points_at(sorted({pair.strength for pair in self.judged})[::-1], "right")

    def points_at(
        self, strengths: Sequence[float], side: Literal["left", "right"] = "left"
    ) -> list[Point]:
        """Return the points that report stronger pairs, or with the side "right" equal ones too."""
        weakest_last = [-pair.strength for pair in self.judged]
        reported = np.searchsorted(weakest_last, np.negative(strengths), side)
        matches = np.cumsum([0, *(pair.true for pair in self.judged)])[reported]
        precision = np.where(reported, matches / np.maximum(reported, 1), 1.0)
        recall = matches / max(len(self.labelled), 1)
        f1 = 2 * matches / np.maximum(reported + len(self.labelled), 1)
        columns = (values.tolist() for values in (reported, precision, recall, f1))
        return [Point(*row) for row in zip(strengths, *columns, strict=True)]

    def best(self) -> Point:
        nothing = Point(1.0, 0, 1.0, 0.0, 0.0)
        return max([nothing, *self.points()], key=lambda point: point.f1)

    def unlabelled(self, limit: float) -> list[ScoredPair]:
        return [pair for pair in self.judged if pair.strength > limit and not pair.true]

    def missed(self, limit: float) -> list[ScoredPair]:
        """Return the labelled pairs below a limit; those not compared have strength 0."""
        weak = [pair for pair in self.judged if pair.true and pair.strength <= limit]
        without = self.labelled - {pair.pair for pair in self.judged}
        return weak + [ScoredPair(pair, 0.0, 0.0, true=True) for pair in sorted(without)]


def evaluate_pairs(
    left: Sequence[Paper],
    right: Sequence[Paper] | None,
    labelled: Collection[HandlePair],
    formula: Formula = Formula.SPECIFIED,
) -> Evaluation:
    """Compare papers with those on the right; without these, with each other."""
    one_set = right is None
    new = left if right is None else right
    papers = left if one_set else list(issue_versions(left).values())
    index = indexed((paper.features for paper in papers), is_open=not one_set)
    true = frozenset(_unordered(*pair) if one_set else pair for pair in labelled)
    judged = []
    for match in find_matches([paper.features for paper in new], index, 0.0, formula):
        if one_set and match.key >= match.position:
            continue
        handles = papers[match.key].handle, new[match.position].handle
        pair = _unordered(*handles) if one_set else handles
        judged.append(ScoredPair(pair, match.strength, match.tie, pair in true))
    judged.sort(key=lambda pair: (-pair.strength, -pair.tie, pair.pair))
    return Evaluation(judged, true, one_set)


def evaluate_links(
    links: Sequence[HandlePair], versions: Mapping[str, Sequence[Version]], formula: Formula
) -> Evaluation:
    """Compare the papers of links alone, each as the issue of the later one does."""
    judged = []
    for link in links:
        pairs = product(*(versions[handle] for handle in link))
        explained = [explain(left.paper, right.paper, formula) for left, right in pairs]
        if strengths := [of.strength for of in explained if of.are_candidates]:
            judged.append(ScoredPair(link, max(strengths), max(strengths), true=True))
    judged.sort(key=lambda pair: (-pair.strength, pair.pair))
    return Evaluation(judged, frozenset(links), one_set=True)


def _unordered(left: str, right: str) -> HandlePair:
    return (left, right) if left < right else (right, left)


PapersOfBothSides = tuple[Mapping[str, Paper], Mapping[str, Paper]]

_COLUMNS = ("left", "right")


@dataclass(frozen=True, slots=True)
class Labels:
    same: Sequence[HandlePair]
    different: Sequence[HandlePair] | None = None  # told apart by a person; None: all others
    unsure: int = 0
    papers: Sequence[Record] = ()

    def all(self) -> list[HandlePair]:
        return [*self.same, *(self.different or ())]


def read_labels(file: Path, *, by_id: bool) -> Labels:
    """Read labels or decisions; if not `by_id`, with their papers."""
    text = read_text(file)
    if not has_decisions(text):
        return Labels(_pairs(text, file))
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
    handles: dict[DecidedPaper, str] = {}
    times: Counter[str] = Counter()
    for paper in dict.fromkeys(papers):
        times[paper.id] += 1
        number = times[paper.id]
        handles[paper] = paper.id if number == 1 else f"{paper.id} ({number})"
    return handles


def _pairs(text: str, file: Path) -> list[HandlePair]:
    rows = rows_in(text)
    pairs: list[HandlePair] = []
    try:
        if missing := [name for name in _COLUMNS if name not in (rows.fieldnames or [])]:
            raise InputError(
                f"{file} has no column {missing[0]!r}; its first line must name"
                f" {', '.join(_COLUMNS)}."
            )
        for row in rows:
            left, right = (row[name] for name in _COLUMNS)
            if left is None or right is None:
                raise InputError(f"{file}: line {rows.line_num} has too few columns.")
            pairs.append((left, right))
    except csv.Error as error:
        raise is_no_csv(str(file), rows, error) from error
    if not pairs:
        raise InputError(f"{file} has no pairs; each line after the first is one.")
    return pairs


def read_papers(file: Path, columns: Mapping[str, str] | None = None) -> list[Record]:
    """Read the papers of a list; one needs only an id, since its label counts even if not found."""
    read = read_list(file, columns, needs=frozenset({Need.ID}), details=False)
    if read.messages:
        raise InputError(read.messages[0])
    return checked_records(str(file), read.entries)


def checked_records(name: str, entries: Sequence[Entry]) -> list[Record]:
    """Return papers whose ids tell them apart, or raise an error."""
    if repeated := next((entry for entry in entries if entry.number > 1), None):
        raise InputError(f"{name}: the id {repeated.id!r} occurs twice.")
    if not any(entry.authors for entry in entries):
        lack = "no paper has author names" if entries else "it has no papers"
        raise InputError(f"{name}: {lack}.")
    return [entry.record for entry in entries]


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

    def evaluation(self, formula: Formula) -> Evaluation:
        """Evaluate a formula; of decisions, on the pairs that are decided."""
        evaluation = evaluate_pairs(self.left, self.right, self.labels.same, formula)
        if self.labels.different is None:
            return evaluation
        decided = set(map(frozenset, self.labels.all()))
        judged = [scored for scored in evaluation.judged if frozenset(scored.pair) in decided]
        return replace(evaluation, judged=judged, decided=True)

    def papers(self) -> PapersOfBothSides:
        right = self.left if self.right is None else self.right
        of_left, of_right = ({paper.handle: paper for paper in side} for side in (self.left, right))
        return of_left, of_right


def read_links(path: Path) -> set[HandlePair] | None:
    """Read the links that a file or folder declares, each once in lower case; None for labels."""
    inside = [file for end in ("rdf", "redif", "dat") for file in path.rglob(f"*.{end}")]
    links: set[HandlePair] = set()
    declares = path.is_dir()
    for file in inside if path.is_dir() else [path]:
        declared = links_in(content_of(file, None, ANY_RECORD, details=False).text)
        declares |= declared is not None
        links |= {_unordered(left.casefold(), right.casefold()) for left, right in declared or ()}
    return {link for link in links if link[0] != link[1]} if declares else None


def links_between(handles: Iterable[str], declared: Collection[HandlePair]) -> list[HandlePair]:
    """Return the links of `read_links` between papers, or raise an error if there is none."""
    linked = {handle for link in declared for handle in link}
    stored = {handle.casefold(): handle for handle in handles if handle.casefold() in linked}
    links = [(stored[a], stored[b]) for a, b in sorted(declared) if {a, b} <= stored.keys()]
    if not links:
        raise InputError(f"Of {counted(len(declared), 'link')}, none is between stored papers.")
    return links
