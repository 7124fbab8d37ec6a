"""Bibliographic entries: what BibTeX and RIS share."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from wildwood.extraction.formats import dates
from wildwood.extraction.model import Author, Citation, Header
from wildwood.names import parts
from wildwood.names.person import Person

_PROCEEDINGS = re.compile(
    r"\b(?:proc(?:eedings)?|conference|conf|symposium|workshop)\b", re.IGNORECASE
)
_PAGES = re.compile(r"(\w+)\s*[-–—]+\s*(\w+)")


_CONTROLS = dict.fromkeys((*range(0x09), *range(0x0E, 0x1C), 0x7F))
"""Control characters that are no white space."""


class EntryType(Enum):
    """What is cited."""

    ARTICLE = "article"
    BOOK = "book"
    PROCEEDINGS = "proceedings"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Entry:
    """The fields of an entry; what is unknown is empty."""

    authors: tuple[Person, ...] = ()
    title: str = ""
    year: str = ""
    venue: str = ""
    volume: str = ""
    issue: str = ""
    pages: str = ""
    publisher: str = ""
    doi: str = ""
    url: str = ""
    abstract: str = ""
    keywords: str = ""
    note: str = ""
    """The citation as printed, if nothing else is known."""

    @property
    def type(self) -> EntryType:
        """What the fields show to be cited."""
        if self.venue and _PROCEEDINGS.search(self.venue):
            return EntryType.PROCEEDINGS
        if self.venue:
            return EntryType.ARTICLE
        return EntryType.BOOK if self.publisher else EntryType.OTHER

    @property
    def page_range(self) -> tuple[str, str]:
        """The first and the last page; the last is empty if there is only one."""
        both = _PAGES.search(self.pages)
        return (both[1], both[2]) if both else (self.pages.strip(), "")


def one_line(value: str) -> str:
    """Return a value in one line, without control characters."""
    return " ".join(value.translate(_CONTROLS).split())


def person_of(author: Author) -> Person:
    """Return the parts of an author's name."""
    return Person(author.family, author.given) if author.family else parts.divided(author.name)


def of_header(header: Header) -> Entry:
    """Return the entry of a document."""
    return Entry(
        authors=tuple(map(person_of, header.authors)),
        title=header.title,
        year=dates.year(header.date),
        venue=header.venue,
        doi=header.doi,
        abstract=header.abstract,
        keywords=header.keywords,
    )


def of_citations(citations: Iterable[Citation]) -> list[Entry]:
    """Return the entries of citations."""
    return list(map(_of_citation, citations))


def _of_citation(citation: Citation) -> Entry:
    return Entry(
        authors=tuple(map(parts.cited, citation.authors)),
        title=citation.title,
        year=citation.year,
        venue=citation.venue,
        volume=citation.volume,
        issue=citation.issue,
        pages=citation.pages,
        publisher=citation.publisher,
        doi=citation.doi,
        url=citation.url,
        note="" if citation.title else citation.raw,
    )
