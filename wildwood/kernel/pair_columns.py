"""The columns of pairs: one table that CSV, JSON, the page and its script are made from."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from wildwood.kernel.output_files import DECISION, ID, KEEP
from wildwood.kernel.pairs import Report, ReportPair, ReportPaper, families
from wildwood.kernel.text import write_rows

_Of = TypeVar("_Of")
_SIMILAR = "similar_"


@dataclass(frozen=True, slots=True)
class Column(Generic[_Of]):
    name: str  # in CSV and in the page's script; for the second paper, after `similar_`
    value: Callable[[_Of], Any]  # returns the value for JSON, or None
    key: str = ""  # the name in JSON, if it differs
    separator: str = "; "

    def cell(self, of: _Of) -> Any:
        value = self.value(of)
        if isinstance(value, tuple):
            return self.separator.join(value)
        return "" if value is None else value


@dataclass(frozen=True, slots=True)
class PairFacts:
    """A pair, and the number of its family, from 1 in the order of the pairs."""

    pair: ReportPair
    family: int

    def cells(self) -> dict[str, Any]:
        pair = self.pair
        cells = (
            *(column.cell(self) for column in _OF_PAIR),
            *(column.cell(paper) for paper in (pair.left, pair.right) for column in _OF_PAPER),
            *(column.cell(self) for column in _OF_DECISION),
        )
        return dict(zip(COLUMNS, cells, strict=True))

    def data(self) -> dict[str, Any]:
        return {
            **_make_data((*_OF_PAIR, *_OF_DECISION), self),
            "paper": paper_as_data(self.pair.left),
            "similar": paper_as_data(self.pair.right),
        }


_OF_PAIR: tuple[Column[PairFacts], ...] = (
    Column("strength", lambda facts: facts.pair.strength),
    Column("type", lambda facts: facts.pair.type.value),
    Column("family", lambda facts: facts.family),
    Column("verdict", lambda facts: facts.pair.verdict and facts.pair.verdict.value),
    Column("reasons", lambda facts: facts.pair.reasons if facts.pair.verdict else None),
)
_OF_PAPER: tuple[Column[ReportPaper], ...] = (
    Column(ID, lambda paper: paper.record.handle, key="handle"),
    Column("title", lambda paper: paper.record.titles, key="titles", separator=" / "),
    Column("authors", lambda paper: paper.record.names, key="names"),
    Column("date", lambda paper: paper.date),
    Column("source", lambda paper: paper.source),
    Column("journal", lambda paper: paper.series.title),
    Column("doi", lambda paper: paper.dois, key="dois"),
)
_OF_DECISION: tuple[Column[PairFacts], ...] = (
    Column(DECISION, lambda facts: facts.pair.decision and facts.pair.decision.value),
    Column(KEEP, lambda facts: facts.pair.keep and facts.pair.keep.value),
)
COLUMNS = (
    *(column.name for column in _OF_PAIR),
    *(prefix + column.name for prefix in ("", _SIMILAR) for column in _OF_PAPER),
    *(column.name for column in _OF_DECISION),
)


def pair_facts(pairs: Sequence[ReportPair]) -> Iterator[PairFacts]:
    numbers = {
        paper.key: number
        for number, family in enumerate(families(pairs), 1)
        for paper in family.papers
    }
    for pair in pairs:
        yield PairFacts(pair, numbers[pair.left.key])


def paper_as_data(paper: ReportPaper) -> dict[str, Any]:
    return _make_data(_OF_PAPER, paper)


def _make_data(columns: Iterable[Column[_Of]], of: _Of) -> dict[str, Any]:
    values = ((column.key or column.name, column.value(of)) for column in columns)
    return {name: value for name, value in values if value is not None}


def write_csv(report: Report) -> bytes:
    """Return the pairs as CSV, then the decisions on pairs that are not shown."""
    rows = (facts.cells() for facts in pair_facts(report.pairs))
    text = write_rows(COLUMNS, rows) + report.other_decisions
    return text.encode(errors="replace")
