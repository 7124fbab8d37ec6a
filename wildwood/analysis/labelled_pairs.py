"""Labelled pairs in CSV files: benchmarks of record linkage, or decisions, and their papers."""

import csv
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from wildwood import csv_text
from wildwood.analysis.evaluation import (
    Evaluation,
    HandlePair,
    evaluate_deduplication,
    evaluate_linkage,
)
from wildwood.display import counted, listed, quoted
from wildwood.errors import InputError
from wildwood.lists import Entry, Need, read_list
from wildwood.model import Paper, Record
from wildwood.report.decisions import DecidedPaper, has_decisions, parse_decisions
from wildwood.report.shown import Decision
from wildwood.scoring.formulas import Formula

PapersOfBothSides = tuple[Mapping[str, Paper], Mapping[str, Paper]]
"""The left and the right papers, by handle."""

_COLUMNS = ("left", "right")


@dataclass(frozen=True, slots=True)
class Labels:
    """Pairs that are labelled."""

    same: Sequence[HandlePair]
    different: Sequence[HandlePair] | None = None
    """Those that a person told apart; None if all pairs are that are not the same."""
    unsure: int = 0
    """The number of pairs that a person was unsure about; they count neither way."""
    papers: Sequence[Record] = ()
    """Their papers, if the file has more than their ids."""

    def all(self) -> list[HandlePair]:
        """Return all pairs that count."""
        return [*self.same, *(self.different or ())]


def read_labels(file: Path, *, by_id: bool) -> Labels:
    """Read labelled pairs: the columns `left` and `right`, or those of decisions.

    Args:
        file: the file.
        by_id: whether the ids of decisions are those of papers that are read elsewhere. If not,
            the papers are those of the file, and two with one id are told apart by a number.

    Raises:
        InputError: the file cannot be read, lacks a column, or has no pairs.
    """
    text = csv_text.read_text(file)
    if not has_decisions(text):
        return Labels(_pairs(text, file))
    pairs = parse_decisions(text, str(file))
    described = any(paper.title for pair in pairs for paper in pair.papers)
    if by_id or not described:
        return _labels(file, {pair.ids: pair.decision for pair in pairs})
    handles = _handles(paper for pair in pairs for paper in pair.papers)
    decisions = {
        (handles[one], handles[other]): pair.decision
        for pair in pairs
        for one, other in [pair.papers]
    }
    papers = [
        Record.of_lines(handle, paper.authors, paper.title) for paper, handle in handles.items()
    ]
    return replace(_labels(file, decisions), papers=papers)


def _labels(file: Path, decisions: Mapping[HandlePair, Decision]) -> Labels:
    by_decision = {
        decision: [pair for pair, decided in decisions.items() if decided is decision]
        for decision in Decision
    }
    same, different, unsure = by_decision.values()
    if not same:
        raise InputError(f"{file} has no pair that is decided to be the same; decide at least one.")
    return Labels(same, different, len(unsure))


def _handles(papers: Iterable[DecidedPaper]) -> dict[DecidedPaper, str]:
    """Return the id of each paper, with a number if others have the same."""
    handles: dict[DecidedPaper, str] = {}
    times: Counter[str] = Counter()
    for paper in papers:
        if paper not in handles:
            times[paper.id] += 1
            number = times[paper.id]
            handles[paper] = paper.id if number == 1 else f"{paper.id} ({number})"
    return handles


def _pairs(text: str, file: Path) -> list[HandlePair]:
    rows = csv_text.rows_in(text)
    try:
        pairs = _pairs_in(rows, file)
    except csv.Error as error:
        raise csv_text.is_no_csv(str(file), rows, error) from error
    if not pairs:
        raise InputError(f"{file} has no pairs; each line after the first is one.")
    return pairs


def _pairs_in(rows: "csv.DictReader[str]", file: Path) -> list[HandlePair]:
    if missing := [name for name in _COLUMNS if name not in (rows.fieldnames or [])]:
        raise InputError(
            f"{file} has no column {missing[0]!r}; its first line must name {', '.join(_COLUMNS)}."
        )
    pairs: list[HandlePair] = []
    for row in rows:
        left, right = (row[name] for name in _COLUMNS)
        if left is None or right is None:
            raise InputError(f"{file}: line {rows.line_num} has too few columns.")
        pairs.append((left, right))
    return pairs


def read_papers(file: Path, columns: Mapping[str, str] | None = None) -> list[Record]:
    """Read the papers of a list in any format; in CSV, with the columns id, title and authors.

    A paper needs only an id, since its label counts even if it cannot be found.

    Raises:
        InputError: the file cannot be read, a paper cannot, or an id occurs twice.
    """
    read = read_list(file, columns, needs=frozenset({Need.ID}), details=False)
    if read.messages:
        raise InputError(read.messages[0])
    return checked_records(str(file), read.entries)


def checked_records(name: str, entries: Sequence[Entry]) -> list[Record]:
    """Return the papers of a list whose ids tell them apart.

    Raises:
        InputError: they do not, or no paper has authors. The message names the list.
    """
    if repeated := next((entry for entry in entries if entry.number > 1), None):
        raise InputError(f"{name}: the id {repeated.id!r} occurs twice.")
    if not any(entry.authors for entry in entries):
        lack = "no paper has author names" if entries else "it has no papers"
        raise InputError(f"{name}: {lack}.")
    return [entry.record for entry in entries]


@dataclass(frozen=True, slots=True)
class Benchmark:
    """Two sets of papers, or one, and the pairs that are labelled as the same paper."""

    labels: Labels
    left: Sequence[Paper]
    right: Sequence[Paper] | None = None

    def __post_init__(self) -> None:
        """Check that the papers of all labelled pairs are known.

        Raises:
            InputError: some are not.
        """
        known = [{paper.handle for paper in papers} for papers in self._sides]
        unknown = {
            handle: None
            for pair in self.labels.all()
            for handle, handles in zip(pair, known, strict=True)
            if handle not in handles
        }
        if unknown:
            raise InputError(
                f"The labelled pairs contain {counted(len(unknown), 'handle')} of no known paper:"
                f" {listed(list(map(quoted, unknown)))}."
            )

    @property
    def _sides(self) -> tuple[Sequence[Paper], Sequence[Paper]]:
        return self.left, self.left if self.right is None else self.right

    def evaluation(self, formula: Formula) -> Evaluation:
        """Evaluate a formula; of decisions, on the pairs that are decided."""
        same, different = self.labels.same, self.labels.different
        found = (
            evaluate_deduplication(self.left, same, formula)
            if self.right is None
            else evaluate_linkage(self.left, self.right, same, formula)
        )
        return found if different is None else found.among((*same, *different))

    def papers(self) -> PapersOfBothSides:
        """Return the papers by their handles."""
        left, right = ({paper.handle: paper for paper in papers} for papers in self._sides)
        return left, right
