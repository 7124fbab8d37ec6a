"""The data that the modules share: features, papers, issues and similar papers."""

import datetime
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, StrEnum
from typing import NamedTuple

from wildwood.biblio.entry import Record


class SimilarityType(Enum):
    EXTERNAL = "ext"
    INTERNAL = "int"


class PairVerdict(StrEnum):
    """What the fields of a pair say, apart from the strength."""

    SAME = "same record"
    VERSION = "version"  # of one work, in another publication
    UNSURE = "related or unsure"
    DIFFERENT = "different"


class Punctuation(Enum):
    SPACE = "space"
    DELETE = "delete"


class Totals(NamedTuple):
    """Numbers of author and title features, of one paper or shared by two."""

    authors: int
    titles: int
    words: int = 0  # title words, where a formula compares them


class Features(NamedTuple):
    """The feature multisets of a paper, one entry per occurrence."""

    authors: tuple[str, ...]
    titles: tuple[str, ...]
    initials: tuple[str, ...] = ()  # single letters of names; the tolerant formula counts them
    people: tuple[str, ...] = ()  # sorted pairs of words of one name, for the tolerant formula

    @property
    def totals(self) -> Totals:
        return Totals(len(self.authors), len(self.titles))


@dataclass(frozen=True, slots=True)
class Annotation:
    """An empty element to add to a paper in the ps rif."""

    name: str
    attributes: tuple[tuple[str, str], ...]


class Paper(NamedTuple):
    record: Record
    features: Features

    @property
    def handle(self) -> str:
        return self.record.handle


class IssueText(NamedTuple):
    """A paper of an issue, without what only its document needs."""

    handle: str
    features: Features
    is_version: bool  # whether `issue_versions` chooses it for its handle


def issue_texts(papers: Sequence[Paper]) -> list[IssueText]:
    versions = issue_versions(papers)
    return [IssueText(each.handle, each.features, versions[each.handle] is each) for each in papers]


def issue_versions(papers: Iterable[Paper]) -> dict[str, Paper]:
    """Return, for each handle, its last paper with a name or a title, or else its last paper."""
    chosen: dict[str, Paper] = {}
    for paper in papers:
        before = chosen.get(paper.handle)
        if before is None or paper.record.is_described or not before.record.is_described:
            chosen[paper.handle] = paper
    return chosen


@dataclass(frozen=True, slots=True)
class Version:
    date: datetime.date
    paper: Paper


@dataclass(frozen=True, slots=True)
class Similar:
    """One `<similar>` element: a paper that may be the same, and the strength of the pair."""

    handle: str
    strength: float
    type: SimilarityType
    tie: float = field(default=0.0, compare=False)  # orders equal printed strengths, greatest first
    is_same: bool = False

    @property
    def printed(self) -> str:
        return f"{self.strength:.4f}"


@dataclass(frozen=True, slots=True)
class Limits:
    """Pairs are reported above their limit, up to `most` for a paper (0 for all)."""

    external: float
    internal: float
    most: int = 0

    @property
    def lowest(self) -> float:
        return min(self.external, self.internal)


Part = str | int | float | bool


@dataclass(frozen=True, slots=True)
class Provenance:
    """All that a ps rif was made from, apart from its us rif (`nep.job`)."""

    parts: Mapping[str, Part]
    digest: str


@dataclass(frozen=True, slots=True)
class WrittenFile:
    """A file as it was written, to notice later changes."""

    name: str
    digest: str
    size: int


@dataclass(frozen=True, slots=True)
class PsRecord:
    """What the ps rif of an issue was made from, and what was written."""

    provenance: Provenance
    file: WrittenFile | None = None  # none until the issue of a rebuild is compared
    similar: int | None = None  # its documents in `similar`; none until they are written


@dataclass(frozen=True, slots=True)
class Issue:
    date: datetime.date
    rif: str
    digest: str | None  # SHA-256 of the us rif on disk; None while the issue is stored in part
    papers: int
    ps: PsRecord | None = None
    stamp: str | None = None  # what its stored papers carry to be told from others (`nep.job`)
    content: str = ""  # the digest of what later issues are compared with, if stored as a whole
    size: int = 0
    stored: int = 0  # papers, each handle once, without those too large
    omissions: tuple[str, ...] = ()  # messages on what was left out of the rif when it was read
    too_large: tuple[str, ...] = ()  # handles left out because their documents would be too large

    @property
    def ps_name(self) -> str:
        return self.ps.file.name if self.ps and self.ps.file else ""

    def drop(self, too_large: Sequence[str]) -> "Issue":
        return replace(self, stored=self.stored - len(too_large), too_large=tuple(too_large))


@dataclass(frozen=True, slots=True)
class Omission:
    date: datetime.date
    reason: str
    since: datetime.datetime  # when it failed first, by the server's clock
