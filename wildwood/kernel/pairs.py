"""Papers, pairs and families as reports, and their columns in outputs."""

import datetime
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from math import comb
from operator import attrgetter
from typing import Any, Generic, Self, TypeVar

from wildwood.biblio.entry import NO_SERIES, Entry, Record, Series
from wildwood.kernel.files import DECISION, ID, KEEP
from wildwood.kernel.model import PairVerdict, SimilarityType
from wildwood.kernel.relation import Decision, DisjointSets, values_by_key
from wildwood.kernel.text import write_rows


class Keep(Enum):
    """The values of the column `keep`."""

    FIRST = "1"
    SECOND = "2"

    @property
    def opposite(self) -> "Keep":
        return Keep.SECOND if self is Keep.FIRST else Keep.FIRST


@dataclass(frozen=True, slots=True)
class ReportPaper:
    key: str  # Unique, unlike handles, which two lists can share
    record: Record
    is_new: bool = True  # whether it is in the new list or issue, not in what this is compared with
    date: str = ""
    kind: str = ""
    issue: datetime.date | None = None
    first_seen: datetime.date | None = None  # the first issue with its handle
    dois: tuple[str, ...] = ()
    urls: tuple[str, ...] = ()
    pmid: str = ""
    identifiers: tuple[str, ...] = ()
    edition: str = ""
    series: Series = NO_SERIES
    source: str = ""
    digest: str = ""

    @classmethod
    def make(cls, entry: Entry, source: str = "") -> Self:
        return cls(
            entry.handle, entry.record, date=entry.date, kind=entry.kind, dois=entry.dois,
            urls=entry.urls, pmid=entry.pmid, identifiers=entry.identifiers,
            edition=entry.edition, series=entry.series, source=source, digest=entry.digest,
        )  # fmt: skip

    @property
    def was_seen_before(self) -> bool:
        return bool(self.issue and self.first_seen and self.first_seen < self.issue)


@dataclass(frozen=True, slots=True)
class ReportPair:
    left: ReportPaper
    right: ReportPaper
    strength: float
    type: SimilarityType
    verdict: PairVerdict | None = None  # None for pairs of issues
    reasons: tuple[str, ...] = ()
    against: tuple[str, ...] = ()  # the names of fields that contradict, in the plural
    decision: Decision | None = None
    keep: Keep | None = None
    values: tuple[tuple[str, Keep], ...] = ()  # the sides of the values to keep, by their names

    def __repr__(self) -> str:
        left, right = self.left.record.handle, self.right.record.handle
        return f"<ReportPair: {left} and {right}, {self.printed}>"

    @property
    def settled(self) -> PairVerdict | None:
        return PairVerdict[self.decision.name] if self.decision else self.verdict

    @property
    def is_sure(self) -> bool:
        """Whether the fields settle it, and no person has decided."""
        return self.decision is None and self.verdict not in {None, PairVerdict.UNSURE}

    @property
    def both_stay(self) -> bool:
        keeps_new = self.keep is Keep.FIRST and not self.right.is_new
        return self.decision is Decision.UNSURE or keeps_new

    @property
    def kept(self) -> ReportPaper:
        """The paper that a person keeps; the second if none is chosen."""
        return self.left if self.keep is Keep.FIRST else self.right

    @property
    def sources(self) -> Iterator[tuple[str, ReportPaper]]:
        """Yield the names of values that a person chose, and the papers that they are from."""
        for name, side in self.values:
            yield name, self.left if side is Keep.FIRST else self.right

    @property
    def values_apart(self) -> dict[str, tuple[str, str]]:
        """The values of both papers of which a person can keep either; none without a verdict."""
        both = {name: (value(self.left), value(self.right)) for name, value in VALUES.items()}
        apart = {name: each for name, each in both.items() if all(each) and each[0] != each[1]}
        return apart if self.verdict else {}

    @property
    def choices(self) -> str:
        """What a person keeps, as in the column `keep`."""
        record = [self.keep.value] if self.keep else []
        return "; ".join([*record, *(f"{name} {side.value}" for name, side in self.values)])

    @property
    def printed(self) -> str:
        return f"{self.strength:.4f}"

    @property
    def keys(self) -> frozenset[str]:
        """The keys of both papers; one key for versions of one handle."""
        return frozenset((self.left.key, self.right.key))


VALUES: Mapping[str, Callable[[ReportPaper], str]] = {
    "title": attrgetter("record.title_line"),
    "authors": attrgetter("record.name_line"),
    "date": attrgetter("date"),
    "journal": attrgetter("series.title"),
    "volume": attrgetter("series.volume"),
    "issue": attrgetter("series.issue"),
    "pages": attrgetter("series.pages"),
    "doi": lambda paper: ", ".join(paper.dois),
}
"""What a person can keep of either record, whichever stays."""


@dataclass(frozen=True, slots=True)
class Report:
    title: str
    facts: Sequence[str]  # sentences on what was compared, and how
    limit: float
    pairs: Sequence[ReportPair]  # strongest first, each once
    notes: Sequence[str] = ()  # sentences on what the fields of the lists say; also among the facts
    other_decisions: str = ""  # on pairs that are not shown, as CSV with the columns of pairs


def once(pairs: Iterable[ReportPair]) -> list[ReportPair]:
    """Drop internal pairs of an issue that repeat an earlier one with left and right swapped."""
    kept: dict[object, ReportPair] = {}
    for number, pair in enumerate(pairs):
        is_internal = pair.type is SimilarityType.INTERNAL
        kept.setdefault((pair.left.issue, pair.keys) if is_internal else number, pair)
    return list(kept.values())


_LOOSE_SHARE = 0.5


@dataclass(frozen=True, slots=True)
class Family:
    papers: tuple[ReportPaper, ...]  # each once, in the order of the pairs
    pairs: tuple[ReportPair, ...]
    holds_to: float  # the papers are all connected with every limit below this strength

    @property
    def compared(self) -> int:
        """How many pairs were compared: all but those of two known papers."""
        old = sum(not paper.is_new for paper in self.papers)
        return comb(len(self.papers), 2) - comb(old, 2)

    @property
    def found(self) -> int:
        return len({pair.keys for pair in self.pairs if len(pair.keys) > 1})

    @property
    def is_loose(self) -> bool:
        """Whether at most half of the compared pairs are above the limit."""
        return self.found <= self.compared * _LOOSE_SHARE if self.found else False


def families(pairs: Sequence[ReportPair]) -> list[Family]:
    """Group pairs, which must come strongest first, as the families do (Kruskal's algorithm)."""
    sets = DisjointSets[str]()
    holds_to: dict[str, float] = {}
    for pair in pairs:
        left, right = sets.root(pair.left.key), sets.root(pair.right.key)
        if left != right or left not in holds_to:
            sets.join(left, right)
            holds_to[left] = pair.strength
    members = values_by_key((sets.root(pair.left.key), pair) for pair in pairs)
    return [Family(_papers(each), tuple(each), holds_to[root]) for root, each in members.items()]


def _papers(pairs: Iterable[ReportPair]) -> tuple[ReportPaper, ...]:
    papers: dict[str, ReportPaper] = {}
    for pair in pairs:
        for paper in (pair.left, pair.right):
            if paper.key not in papers or (paper.is_new and not papers[paper.key].is_new):
                papers[paper.key] = paper
    return tuple(papers.values())


_Source = TypeVar("_Source")
_SIMILAR = "similar_"


@dataclass(frozen=True, slots=True)
class Column(Generic[_Source]):
    name: str  # in CSV and in the page's script; for the second paper, after `similar_`
    value: Callable[[_Source], Any]  # returns the value for JSON, or None
    key: str = ""  # the name in JSON, if it differs
    separator: str = "; "

    def cell(self, source: _Source) -> Any:
        value = self.value(source)
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
        left, right = paper_as_data(self.pair.left), paper_as_data(self.pair.right)
        return {**_make_data((*_OF_PAIR, *_OF_DECISION), self), "paper": left, "similar": right}


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
    Column(KEEP, lambda facts: facts.pair.choices or None),
)
COLUMNS = (
    *(column.name for column in _OF_PAIR),
    *(prefix + column.name for prefix in ("", _SIMILAR) for column in _OF_PAPER),
    *(column.name for column in _OF_DECISION),
)


def pair_facts(pairs: Sequence[ReportPair]) -> Iterator[PairFacts]:
    numbered = enumerate(families(pairs), 1)
    numbers = {paper.key: number for number, family in numbered for paper in family.papers}
    yield from (PairFacts(pair, numbers[pair.left.key]) for pair in pairs)


def paper_as_data(paper: ReportPaper) -> dict[str, Any]:
    return _make_data(_OF_PAPER, paper)


def _make_data(columns: Iterable[Column[_Source]], source: _Source) -> dict[str, Any]:
    values = ((column.key or column.name, column.value(source)) for column in columns)
    return {name: value for name, value in values if value is not None}


def write_csv(report: Report) -> bytes:
    """Return the pairs as CSV, then the decisions on pairs that are not shown."""
    rows = (facts.cells() for facts in pair_facts(report.pairs))
    return (write_rows(COLUMNS, rows) + report.other_decisions).encode(errors="replace")
