"""What is stored of a text and of those like it, and when a service can return it."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Any

from wildwood.extraction.extracted import Kind
from wildwood.extraction.service.document_store import ExtractionStore, NearText
from wildwood.extraction.service.reading import Reading


class Reuse(Enum):
    """When a service can return what it has extracted from another document."""

    NEVER = "never"
    """Nothing is looked up, and nothing is stored."""
    AGREEING = "agreeing"
    """Only what it would extract again, since both documents agree in what it is made of."""
    CLOSEST = "closest"
    """The data of the closest near duplicate that has any."""


class Source(Enum):
    """Where data comes from."""

    EXTRACTED = "extracted"
    SAME_TEXT = "same text"
    AGREEING = "agreeing near duplicate"
    """All of it, or what both documents cite."""
    CLOSEST = "closest near duplicate"


@dataclass(frozen=True, slots=True)
class ExtractionOptions:
    """How a client wants data to be extracted."""

    distance: int
    """The number of bits in which the fingerprint of a near duplicate can differ."""
    fresh: bool = False
    """Whether to extract again, even if the data is stored."""
    reuse: Reuse = Reuse.AGREEING


@dataclass(frozen=True, slots=True)
class NearDuplicate:
    """A text like that of a document, of which the same kind of data is stored."""

    id: str
    """The digest of the text; no token, so that it does not lead to a document."""
    distance: int
    """The number of bits in which the fingerprints differ."""
    reused: bool = False
    """Whether the data is from that text."""


@dataclass(frozen=True, slots=True)
class Extracted:
    """Extracted data, and the closest text of which such data is stored."""

    data: Any
    source: Source = Source.EXTRACTED
    near: NearDuplicate | None = None

    @property
    def is_empty(self) -> bool:
        """Whether the document contains nothing of the kind."""
        return is_empty(self.data)


def is_empty(data: Any) -> bool:
    """Return whether extracted data is nothing but empty fields."""
    if isinstance(data, str):
        return not data.strip()
    return not any(data.values() if isinstance(data, dict) else data)


@dataclass(frozen=True, slots=True)
class KnownNear:
    """A near duplicate, and its data of a kind."""

    text: str
    distance: int
    data: Any


@dataclass(frozen=True, slots=True)
class KnownData:
    """What a version of the extractor has stored of a kind, for one text and those like it."""

    store: ExtractionStore
    reading: Reading
    kind: Kind
    version: str

    def own(self) -> Any:
        """Return the data of the same text, or None."""
        return self.store.data(self.reading.text, self.kind, self.version)

    def closest(self, near: Iterable[NearText]) -> KnownNear | None:
        """Return the first of the near duplicates that has data; `near` has the closest first.

        If the closest one lacks it, the next one is used. This follows the text of Williams et al.
        2014, not its Algorithm 1 (docs/specification.md, "Extraction service").
        """
        for one in near:
            data = self.store.data(one.text, self.kind, self.version)
            if data is not None:
                return KnownNear(one.text, one.distance, data)
        return None

    def agreeing(self, near: Iterable[NearText]) -> Any:
        """Return the header of a near duplicate with the same front, or None."""
        if self.kind is not Kind.HEADER:
            return None
        found = self.closest(one for one in near if one.front == self.reading.front)
        return found.data if found else None

    def save(self, data: Any, keep: datetime.timedelta | None) -> None:
        """Store data of the text, for a time or without end."""
        self.store.save(self.reading, self.kind, self.version, data, keep)
