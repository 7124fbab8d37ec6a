"""Compare papers: two of them, a list within itself, or a list with an older one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, overload

from wildwood.analysis.list_pairs import PaperLists
from wildwood.api.papers import Fields, Listed, Papers, entry_of_one, read_papers
from wildwood.atomic_write import write_file
from wildwood.errors import InputError
from wildwood.lists import Entry
from wildwood.model import Record
from wildwood.report.as_csv import as_csv, as_rows
from wildwood.report.families import Family
from wildwood.report.families import families as families_of
from wildwood.report.shown import Report, ReportPair
from wildwood.scoring.explanation import Explanation
from wildwood.scoring.explanation import explain as explain_pair
from wildwood.scoring.features import paper_of
from wildwood.scoring.formulas import Formula, formula_named

LIMIT = 0.6
"""The limit of `pairs` and of `wildwood compare`."""


def strength(
    left: Entry | Record | Fields, right: Entry | Record | Fields, formula: str = "tolerant"
) -> float:
    """Return how strongly two papers resemble each other, from 0 to 1; see docs/strength.md.

    >>> import wildwood
    >>> old = {"title": "Inside and Outside Liquidity", "authors": "Patrick Bolton"}
    >>> new = {"title": "Outside and Inside Liquidity", "authors": "Bolton, P."}
    >>> wildwood.strength(old, new)
    0.642910051
    """
    return explain(left, right, formula).strength


def explain(
    left: Entry | Record | Fields, right: Entry | Record | Fields, formula: str = "tolerant"
) -> Explanation:
    """Return the strength of two papers with every step: features, ratios, how names agree.

    Raises:
        InputError: one is not a paper, or there is no such formula.
    """
    one, other = (paper_of(entry_of_one(paper).record) for paper in (left, right))
    return explain_pair(one, other, formula_named(formula))


@dataclass(frozen=True)
class Pairs(Sequence[ReportPair]):
    """Pairs of papers that resemble each other, strongest first.

    A pair has `left` and `right`, each with its `record` (handle, names, titles), `strength`,
    `verdict` (same record, different, or related or unsure, from all fields) and its `reasons`.
    """

    report: Report
    left_out: tuple[str, ...] = ()
    """A sentence on each paper that could not be compared."""

    def __len__(self) -> int:
        return len(self.report.pairs)

    @overload
    def __getitem__(self, number: int) -> ReportPair: ...
    @overload
    def __getitem__(self, number: slice) -> Sequence[ReportPair]: ...
    def __getitem__(self, number: int | slice) -> ReportPair | Sequence[ReportPair]:
        """Return a pair, or several, by its place."""
        return self.report.pairs[number]

    def __repr__(self) -> str:
        return f"<Pairs: {len(self)} above {self.report.limit:g}>"

    def as_dicts(self) -> list[dict[str, Any]]:
        """Return a dictionary for each pair, with the columns of the CSV, for a data frame."""
        return list(as_rows(self.report))

    def families(self) -> list[Family]:
        """Group the pairs into families: all papers that are connected by pairs."""
        return families_of(self.report.pairs)

    def write(self, file: str | Path) -> None:
        """Write the pairs into a `.csv` file, or into a `.html` page on which a person decides.

        Raises:
            InputError: the file has another suffix or cannot be written.
        """
        path = Path(file)
        if path.suffix == ".html":
            from wildwood.report.page import page  # noqa: PLC0415 - it takes longer than the pairs

            write_file(path, page(self.report))
        elif path.suffix == ".csv":
            write_file(path, as_csv(self.report))
        else:
            raise InputError(f"{path} must end in .csv or .html.")


def pairs(
    papers: Papers,
    older: Papers | None = None,
    *,
    limit: float = LIMIT,
    formula: str = "tolerant",
    columns: Mapping[str, str] | None = None,
) -> Pairs:
    """Find the likely repeats in a list of papers, within itself and in an older list.

    >>> import wildwood
    >>> found = wildwood.pairs([
    ...     {"id": "a", "title": "Trade and Tariffs in the Long Run", "authors": "Dora L. Costa"},
    ...     {"id": "b", "title": "Trade and tariffs in the long run", "authors": "Costa, Dora"},
    ...     {"id": "c", "title": "Labour Supply of Married Women", "authors": "Claudia Goldin"},
    ... ])
    >>> [(pair.left.record.handle, pair.right.record.handle, pair.printed) for pair in found]
    [('b', 'a', '0.9092')]

    Args:
        papers: a path in any of 22 formats, a data frame of pandas or polars, or records.
        older: papers that `papers` are compared with, but not with each other.
        limit: only stronger pairs are returned.
        formula: `tolerant`, `specified` or `dice`; see docs/strength.md.
        columns: the column or key of a field, if its name is unusual.

    Raises:
        InputError: a list cannot be read, or there is no such formula.
        TooManyPairsError: there are more than a million pairs.
    """
    lists = PaperLists()
    before = _add(lists, older, columns) if older is not None else None
    known = len(lists)
    new = _add(lists, papers, columns)
    found = lists.compared(known, limit, formula_named(formula)).pairs()
    read = [new, before] if before else [new]
    names = " and ".join(one.name for one in read if one.name) or "a list"
    report = Report(f"Likely repeats in {names}", (), limit, list(found))
    return Pairs(report, tuple(message for one in read for message in one.left_out))


def families(found: Sequence[ReportPair]) -> list[Family]:
    """Group pairs, strongest first, into families: all papers that are connected by pairs."""
    return families_of(found)


def _add(lists: PaperLists, papers: Papers, columns: Mapping[str, str] | None) -> Listed:
    listed = read_papers(papers, columns)
    lists.begin(listed.name)
    for entry in listed.entries:
        lists.add(entry)
    return listed
