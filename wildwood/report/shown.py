"""What reports show: papers, pairs of them, and what was compared."""

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Self

from wildwood.model import PairVerdict, Record, SimilarityType
from wildwood.records.entry import NO_SERIES, Entry, Series


class Decision(Enum):
    """What a person has decided of a pair; the values of the column `decision`."""

    SAME = "same"
    DIFFERENT = "different"
    UNSURE = "unsure"


class Keep(Enum):
    """Which paper of a pair a person keeps; the values of the column `keep`."""

    FIRST = "1"
    SECOND = "2"

    @property
    def other(self) -> "Keep":
        """What it is if the papers change places."""
        return Keep.SECOND if self is Keep.FIRST else Keep.FIRST


@dataclass(frozen=True, slots=True)
class ReportPaper:
    """A paper, with what helps a reader to recognise it."""

    key: str
    """Tells papers apart, as two lists can have the same handle."""
    record: Record
    is_new: bool = True
    """Whether it is of the list or issue that is looked at, not of what this is compared with."""
    date: str = ""
    """When it was published: a year, a month (2021-10) or a day."""
    kind: str = ""
    """The type of publication, in the words of its list."""
    issue: datetime.date | None = None
    """The issue that it is shown from."""
    first_seen: datetime.date | None = None
    """The first issue with its handle."""
    dois: tuple[str, ...] = ()
    urls: tuple[str, ...] = ()
    pmid: str = ""
    """Its number in PubMed."""
    identifiers: tuple[str, ...] = ()
    """Its others, as `records.identifiers` makes them."""
    edition: str = ""
    series: Series = NO_SERIES
    """Its journal, series or book, and its place there."""
    source: str = ""
    """The list that it is of."""
    digest: str = ""
    """Of its text in the list."""

    @classmethod
    def of(cls, entry: Entry) -> Self:
        """Show an entry, whose handle is the key."""
        return cls(
            entry.handle, entry.record, date=entry.date, kind=entry.kind, dois=entry.dois,
            urls=entry.urls, pmid=entry.pmid, identifiers=entry.identifiers,
            edition=entry.edition, series=entry.series, digest=entry.digest,
        )  # fmt: skip

    @property
    def was_seen_before(self) -> bool:
        """Whether its handle was in an issue before the one that it is shown from."""
        return bool(self.issue and self.first_seen and self.first_seen < self.issue)


@dataclass(frozen=True, slots=True)
class ReportPair:
    """Two papers that resemble each other."""

    left: ReportPaper
    right: ReportPaper
    strength: float
    type: SimilarityType
    verdict: PairVerdict | None = None
    """What the other fields say, in lists; pairs of issues have none."""
    reasons: tuple[str, ...] = ()
    """What the verdict follows from, in words."""
    against: tuple[str, ...] = ()
    """The fields that contradict, in the plural."""
    decision: Decision | None = None
    """What a person has decided, or what follows from decisions on other pairs."""
    keep: Keep | None = None

    @property
    def settled(self) -> PairVerdict | None:
        """What a person has decided, or else what the fields say."""
        return PairVerdict[self.decision.name] if self.decision else self.verdict

    @property
    def is_sure(self) -> bool:
        """Whether the fields settle it, and no person has decided."""
        settles = {PairVerdict.SAME, PairVerdict.DIFFERENT}
        return self.decision is None and self.verdict in settles

    @property
    def both_stay(self) -> bool:
        """Whether a person wants both papers to stay."""
        keeps_new = self.keep is Keep.FIRST and not self.right.is_new
        return self.decision is Decision.UNSURE or keeps_new

    @property
    def kept(self) -> ReportPaper:
        """The paper that a person keeps; the second if none is chosen."""
        return self.left if self.keep is Keep.FIRST else self.right

    @property
    def printed(self) -> str:
        """The strength with four decimals, as in the ps rif."""
        return f"{self.strength:.4f}"

    @property
    def keys(self) -> frozenset[str]:
        """The keys of both papers; one key if a handle was there before."""
        return frozenset((self.left.key, self.right.key))


@dataclass(frozen=True, slots=True)
class Report:
    """Pairs, and how they were found."""

    title: str
    facts: Sequence[str]
    """Sentences on what was compared, and how."""
    limit: float
    """All pairs are stronger."""
    pairs: Sequence[ReportPair]
    """Strongest first, each once."""
    notes: Sequence[str] = ()
    """Sentences on what the fields of the lists say; also among the facts."""
    other_decisions: str = ""
    """Decisions on pairs that are not shown: lines of a CSV with the columns of the pairs."""


def once(pairs: Iterable[ReportPair]) -> list[ReportPair]:
    """Leave out internal pairs of an issue that are there with left and right exchanged."""
    seen: set[tuple[datetime.date | None, frozenset[str]]] = set()
    kept: list[ReportPair] = []
    for pair in pairs:
        if pair.type is SimilarityType.INTERNAL:
            known = pair.left.issue, pair.keys
            if known in seen:
                continue
            seen.add(known)
        kept.append(pair)
    return kept
