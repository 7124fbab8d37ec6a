"""The facts that travel between the modules."""

import datetime
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple


class SimilarityType(Enum):
    """Where a similar paper was found; the values are those of the `type` attribute."""

    EXTERNAL = "ext"
    INTERNAL = "int"


class Punctuation(Enum):
    """What normalising puts in the place of punctuation and symbols."""

    SPACE = "space"
    DELETE = "delete"


class Ratio(Enum):
    """What the co-features of a type are divided by; see `wildwood.similarity`."""

    OVERLAP = "overlap"
    DICE = "dice"
    DAMPED = "damped"


class Weights(Enum):
    """How much authors and titles weigh against each other; see `wildwood.similarity`."""

    OPPOSITE = "opposite"
    EQUAL = "equal"


@dataclass(frozen=True, slots=True)
class Formula:
    """Which strength is meant; the specification's, unless something else is chosen."""

    ratio: Ratio = Ratio.OVERLAP
    weights: Weights = Weights.OPPOSITE


SPECIFIED = Formula()


class Totals(NamedTuple):
    """How many features of each type: of a paper, or in common to two."""

    authors: int
    titles: int


@dataclass(frozen=True, slots=True)
class Features:
    """The two feature multisets of a paper, each occurrence listed once (bags of tokens)."""

    authors: tuple[str, ...]
    titles: tuple[str, ...]

    @property
    def totals(self) -> Totals:
        """The sizes of both multisets, occurrences counted."""
        return Totals(len(self.authors), len(self.titles))


@dataclass(frozen=True, slots=True)
class Record:
    """What a rif says of a paper, as written there."""

    handle: str
    names: tuple[str, ...]
    titles: tuple[str, ...]


class Wording(NamedTuple):
    """A title or an abstract, with its `xml:lang`."""

    text: str
    language: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """What a catalogue says of a paper that tells its language, as written there."""

    id: str
    titles: tuple[Wording, ...]
    abstracts: tuple[Wording, ...]
    languages: tuple[str, ...]
    """Those that are declared for the paper as a whole."""


@dataclass(frozen=True, slots=True)
class Annotation:
    """An empty element that a paper is given in the ps rif."""

    name: str
    attributes: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Paper:
    """A record with its features."""

    record: Record
    features: Features

    @property
    def handle(self) -> str:
        """The paper's handle."""
        return self.record.handle


@dataclass(frozen=True, slots=True)
class Similar:
    """One `<similar>`: a paper that may be the same, and how likely."""

    handle: str
    strength: float
    type: SimilarityType
    tie: float = field(default=0.0, compare=False)
    """What decides between equal printed strengths, the greater first; it is not printed."""

    @property
    def printed(self) -> str:
        """The strength as the ps rif shows it, in four decimals."""
        return f"{self.strength:.4f}"


@dataclass(frozen=True, slots=True)
class Limits:
    """The strengths that a pair must pass, strictly, to be reported."""

    external: float
    internal: float


@dataclass(frozen=True, slots=True)
class PsRun:
    """How the ps rif of an issue was made."""

    limits: Limits
    presort: bool
    history: str
    """Fingerprint of the earlier issues it was compared with; see `wildwood.history`."""
    formula: Formula = SPECIFIED


@dataclass(frozen=True, slots=True)
class Issue:
    """What the store records of one issue."""

    date: datetime.date
    rif: str
    """Name of the us rif."""
    digest: str | None
    """SHA-256 of the us rif as it lies on disk; None while the issue is half stored."""
    papers: int
    ps: PsRun | None
