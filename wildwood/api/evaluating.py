"""Measure formulas and limits on pairs that are labelled as the same paper."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from wildwood.api.comparing import formula_named
from wildwood.api.given import (
    Frame,
    Papers,
    check_columns,
    checked_path,
    entries_of,
    plain,
    rows_of,
)
from wildwood.biblio.entry import Record
from wildwood.kernel.errors import InputError
from wildwood.kernel.features import paper_of
from wildwood.kernel.model import Paper, Punctuation
from wildwood.kernel.strength import Formula
from wildwood.lists.evaluation import Benchmark, Labels, checked_records, read_labels, read_papers
from wildwood.lists.intervals import SideBySide, side_by_side

LabelledPairs = str | Path | Frame | Iterable[tuple[str, str]]
"""A CSV or a data frame with the columns `left` and `right`, or pairs of ids."""


def evaluate(
    labelled: LabelledPairs,
    left: Papers | None = None,
    right: Papers | None = None,
    *,
    formula: str = "specified",
    columns: Mapping[str, str] | None = None,
) -> SideBySide:
    """Measure precision and recall of each formula on labelled pairs, with 95 % intervals.

    >>> import wildwood
    >>> title = "Trade and Tariffs in the Long Run"
    >>> left = [{"id": "a", "title": title, "authors": "Dora L. Costa"}]
    >>> right = [{"id": "b", "title": title, "authors": "Costa, D."}]
    >>> measured = wildwood.evaluate([("a", "b")], left, right)
    >>> best = measured.recommended
    >>> best.formula.value, best.average_precision.value
    ('specified', 1.0)

    All pairs that are not labelled count as false, unless the file has decisions, as the page of
    pairs downloads them: then only the pairs count that are decided.

    Args:
        labelled: a CSV or a data frame with the columns `left` and `right`, or pairs of ids; or a
            file of decisions, which needs no papers.
        left: the papers of the left ids; see `pairs`.
        right: those of the right ids; without them, the pairs are within `left`.
        formula: the formula in use, which stays `recommended` if no other has a better F1, or if
            there are fewer than 50 labelled works.
        columns: the column or key of a field of the papers, if its name is unusual.

    Returns:
        A row for each formula, with `average_precision`, `best_f1`, `limit` (the best one) and
        `at_limit` (precision, recall and F1 there); `recommended` is the row with the best F1, and
        `as_dicts()` returns all as `wildwood evaluate --all --json` does.

    Raises:
        InputError: a file or argument cannot be read, or a labelled paper is unknown.
    """
    current = formula_named(formula)
    check_columns(columns)
    labels = _labels(labelled, by_id=left is not None)
    return side_by_side(benchmark(labels, left, right, columns).evaluation, current, Formula)


def benchmark(
    labels: Labels,
    left: Papers | None,
    right: Papers | None,
    columns: Mapping[str, str] | None = None,
    punctuation: Punctuation = Punctuation.SPACE,
) -> Benchmark:
    """Return labelled pairs with their papers; see `evaluate`.

    Raises:
        InputError: papers cannot be read or are not given, or a labelled one is unknown.
    """

    def papers(records: Iterable[Record]) -> list[Paper]:
        return [paper_of(record, punctuation) for record in records]

    if left is None:
        if right is not None or not labels.papers:
            raise InputError("The labelled pairs have only ids; give their papers as left.")
        return Benchmark(labels, papers(labels.papers))
    papers_left = papers(_records(left, "left", columns))
    if right is None:
        if equal := next((ids[0] for ids in labels.all() if ids[0] == ids[1]), None):
            raise InputError(
                f"{equal!r} is labelled as a pair with itself; if the ids are of two lists, give"
                " the second one as right."
            )
        return Benchmark(labels, papers_left)
    return Benchmark(labels, papers_left, papers(_records(right, "right", columns)))


def _labels(labelled: LabelledPairs, *, by_id: bool) -> Labels:
    if isinstance(labelled, str | Path):
        return read_labels(checked_path(labelled), by_id=by_id)
    pairs = [_pair(row, number) for number, row in enumerate(rows_of(labelled, {}), 1)]
    if not pairs:
        raise InputError("There are no labelled pairs; each is two ids.")
    return Labels(pairs)


def _pair(row: Any, number: int) -> tuple[str, str]:
    """Return a labelled pair: two ids, or a dictionary with the keys `left` and `right`."""
    ids = [row.get("left"), row.get("right")] if isinstance(row, Mapping) else row
    match ids:
        case (left, right) if left is not None and right is not None:
            return str(plain(left)), str(plain(right))
        case _:
            raise InputError(
                f"Labelled pair {number} is {row!r}; give two ids, or columns left and right."
            )


def _records(papers: Papers, side: str, columns: Mapping[str, str] | None) -> list[Record]:
    if isinstance(papers, str | Path):
        return read_papers(checked_path(papers), columns)
    return checked_records(side, entries_of(papers, columns))
