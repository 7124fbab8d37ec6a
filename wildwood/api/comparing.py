"""Compare papers: two of them, a list within itself, or a list with an older one."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any, overload

from wildwood.api import given
from wildwood.kernel.decisions import applied, read_all_decisions
from wildwood.kernel.errors import InputError
from wildwood.kernel.explanation import Explanation
from wildwood.kernel.explanation import explain as explain_pair
from wildwood.kernel.features import paper_of
from wildwood.kernel.files import check_outputs, write_file
from wildwood.kernel.pairs import Family, Report, ReportPair, pair_facts, write_csv
from wildwood.kernel.pairs import families as families_of
from wildwood.kernel.settings import Choice, member_of
from wildwood.kernel.strength import Formula
from wildwood.lists.comparison import FORMULA, LIMIT, ComparedFile, ComparedList, Comparison

Decisions = str | Path | Sequence[str | Path]
"""A CSV that the page has downloaded, or several."""


def strength(left: given.Paper, right: given.Paper, *, formula: str = FORMULA.value) -> float:
    """Return how strongly two papers resemble each other, from 0 to 1; see docs/strength.md.

    >>> import wildwood
    >>> old = {"title": "Inside and Outside Liquidity", "authors": "Patrick Bolton"}
    >>> new = {"title": "Outside and Inside Liquidity", "authors": "Bolton, P."}
    >>> wildwood.strength(old, new)
    0.666666667

    Args:
        left: a paper, such as a dictionary with `title` and `authors`.
        right: another one.
        formula: the name of one; see docs/strength.md.

    Raises:
        InputError: one is not a paper or has no title, or there is no such formula.
    """
    return explain(left, right, formula=formula).strength


def explain(left: given.Paper, right: given.Paper, *, formula: str = FORMULA.value) -> Explanation:
    """Return the strength of two papers with every step; printed, it reads like a calculation.

    Raises:
        InputError: one is not a paper or has no title, or there is no such formula.
    """
    ours = paper_of(given.entry_with_title(left, "the left paper").record)
    theirs = paper_of(given.entry_with_title(right, "the right paper").record)
    return explain_pair(ours, theirs, choice_of(Formula, "The formula", formula))


def choice_of(choices: type[Choice], name: str, value: str) -> Choice:
    """Return the member with a value that a program gives."""
    try:
        return member_of(choices, name, value)
    except ValueError as error:
        raise InputError(f"{error}.") from None


_SHOWN = 20  # pairs in a notebook


@dataclass(frozen=True)
class Pairs(Sequence[ReportPair]):
    """Pairs of papers that resemble each other, strongest first.

    A pair has `left` and `right`, each with its `record` (handle, names, titles), `strength`,
    `verdict` (same record, version, different, or related or unsure) and its `reasons`.
    """

    report: Report
    left_out: tuple[str, ...] = ()
    """A sentence on each paper that could not be compared."""
    files: tuple[Path, ...] = ()
    """The files that the papers were read from."""

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

    def _repr_html_(self) -> str:
        """Return the strongest pairs as a table, which notebooks show."""
        columns = "strength", "verdict", "title", "similar_title", "id", "similar_id"
        rows = [columns, *([row[name] for name in columns] for row in self.as_dicts()[:_SHOWN])]
        cells = ("<td>".join(escape(str(cell)) for cell in row) for row in rows)
        return f"{escape(repr(self))}<table><tr><td>{'<tr><td>'.join(cells)}</table>"

    def as_dicts(self) -> list[dict[str, Any]]:
        """Return a dictionary for each pair, with the columns of the CSV, for a data frame."""
        return [facts.cells() for facts in pair_facts(self.report.pairs)]

    def write(self, file: str | Path) -> None:
        """Write the pairs into a `.csv` file, or into a `.html` page on which a person decides.

        Raises:
            InputError: the file has another suffix, was read, has decisions that would be lost, or
                cannot be written.
        """
        path = given.checked_path(file)
        if path.suffix not in (".csv", ".html"):
            raise InputError(f"{path} must end in .csv or .html.")
        check_outputs([path], self.files)
        write_file(path, as_file(self.report, path.suffix))


def as_file(report: Report, suffix: str) -> bytes:
    """Return a report as a file with the suffix .csv or .html."""
    if suffix == ".csv":
        return write_csv(report)
    from wildwood.page.page import page  # noqa: PLC0415 - it takes longer than the pairs

    return page(report)


def pairs(
    papers: given.Papers,
    older: given.Papers | None = None,
    *,
    together: bool = False,
    decisions: Decisions = (),
    limit: float = LIMIT,
    formula: str = FORMULA.value,
    columns: given.Columns = None,
) -> Pairs:
    """Find the likely repeats in a list of papers, within itself and in an older list.

    >>> import wildwood
    >>> found = wildwood.pairs([
    ...     {"id": "a", "title": "Trade and Tariffs in the Long Run", "authors": "Dora L. Costa"},
    ...     {"id": "b", "title": "Trade and tariffs in the long run", "authors": "Costa, Dora"},
    ...     {"id": "c", "title": "Labour Supply of Married Women", "authors": "Claudia Goldin"},
    ... ])
    >>> [(pair.left.record.handle, pair.right.record.handle, pair.printed) for pair in found]
    [('b', 'a', '0.9161')]

    Args:
        papers: a path in any format, a data frame of pandas or polars, or records one by
            one: dictionaries with `title`, `authors` and what else is known.
        older: papers that `papers` are compared with, but not with each other.
        together: compare all with each other, as one list: none is older.
        decisions: CSV files that the page has downloaded; pairs that are different are left out.
        limit: only stronger pairs are returned; from 0 to 1.
        formula: the name of one; see docs/strength.md.
        columns: the column or key of a field, if its name is unusual: `{"title": "Name"}`.

    Raises:
        InputError: a list cannot be read, or an argument has another value.
        TooManyPairsError: there are more than a million pairs.
        WildwoodError: the format needs the extra `lists`, which is not installed.
    """
    chosen = choice_of(Formula, "The formula", formula)
    check_limit(limit)
    given.check_lists(papers, older, columns)
    lists = [each for each in (papers, older) if isinstance(each, str | Path)]
    files = list(map(given.checked_path, lists))
    comparison, left_out = Comparison(columns, files, together=together), list[str]()
    before = [] if older is None else [add_papers(comparison, older, columns, left_out)]
    new = [add_papers(comparison, papers, columns, left_out)]
    new, before = ([*before, *new], []) if together else (new, before)
    report = apply_decisions(comparison.report(new, before, limit, chosen), decisions)
    return Pairs(report, tuple(left_out), tuple(file.absolute() for file in files))


def apply_decisions(
    report: Report, decisions: Decisions, *, with_different: bool = False
) -> Report:
    files = given.checked_paths(decisions)
    decided = read_all_decisions(files)
    return applied(report, decided, with_different=with_different) if files else report


def check_limit(limit: object) -> None:
    if not (isinstance(limit, int | float) and 0 <= limit <= 1):
        raise InputError(f"The limit is {limit!r}; use a number from 0 to 1, such as {LIMIT}.")


def families(found: Iterable[ReportPair]) -> list[Family]:
    """Group pairs, strongest first, into families: all papers that are connected by pairs.

    >>> import wildwood
    >>> title, authors = "Trade and Tariffs in the Long Run", "Dora L. Costa"
    >>> found = wildwood.pairs([{"id": id, "title": title, "authors": authors} for id in "abc"])
    >>> [[paper.record.handle for paper in one.papers] for one in wildwood.families(found)]
    [['b', 'a', 'c']]

    Args:
        found: what `pairs` returns, or some of it.

    Raises:
        InputError: these are not pairs.
    """
    some: list[Any] = list(found) if hasattr(found, "__iter__") else [found]
    if wrong := [item for item in some if not isinstance(item, ReportPair)]:
        fault = f"An object of the type {type(wrong[0]).__name__} is not a pair"
        raise InputError(f"{fault}; give what wildwood.pairs returns.")
    return families_of(some)


def add_papers(
    comparison: Comparison, papers: given.Papers, columns: given.Columns, left_out: list[str]
) -> ComparedList:
    """Add papers to a comparison, and to `left_out` a sentence on each without a title."""
    if isinstance(papers, str | Path):
        read: ComparedFile = comparison.read(given.checked_path(papers))
        left_out += read.read.not_compared
        return read
    entries = given.entries_of(papers, columns)
    left_out += (f"{e.id} has no title; it is not compared." for e in entries if not e.titles)
    return comparison.add(entry for entry in entries if entry.titles)
