"""The bibliographic records of documents and citations."""

import re
from collections.abc import Iterable

from wildwood.biblio import person
from wildwood.biblio.entry import Entry, Series, cleaned, iso_date, localized
from wildwood.biblio.person import Person
from wildwood.biblio.words import words
from wildwood.extraction.data import Author, Citation, Header

_PROCEEDINGS = words("proceedings")
_PAGES = re.compile(r"(\w+)\s*[-–—]+\s*(\w+)")
_LIST = re.compile(r"\s*[,;]\s*")


def person_of(author: Author) -> Person:
    return Person(author.family, author.given) if author.family else person.divided(author.name)


def header_entry(header: Header) -> Entry:
    return Entry(
        id="",
        titles=localized([header.title]),
        authors=tuple(map(person_of, header.authors)),
        kind=_kind(header.venue),
        date=iso_date(header.date),
        abstracts=localized([header.abstract]),
        keywords=keywords_of(header),
        dois=cleaned([header.doi]),
        series=Series(header.venue),
    )


def citation_entries(citations: Iterable[Citation]) -> list[Entry]:
    return list(map(citation_entry, citations))


def keywords_of(header: Header) -> tuple[str, ...]:
    return tuple(filter(None, _LIST.split(header.keywords)))


def citation_entry(citation: Citation) -> Entry:
    pages = _PAGES.search(citation.pages)
    return Entry(
        id="",
        titles=localized([citation.title]),
        authors=tuple(map(person.cited, citation.authors)),
        kind=_kind(citation.venue, citation.publisher),
        date=iso_date(citation.year),
        dois=cleaned([citation.doi]),
        urls=cleaned([citation.url]),
        series=Series(
            title=citation.venue,
            volume=citation.volume,
            issue=citation.issue,
            pages=f"{pages[1]}-{pages[2]}" if pages else citation.pages.strip(),
            publisher=citation.publisher,
        ),
        note="" if citation.title else citation.raw,
    )


def _kind(venue: str, publisher: str = "") -> str:
    if venue:
        return "inproceedings" if _PROCEEDINGS.search(venue) else "article"
    return "book" if publisher else "misc"
