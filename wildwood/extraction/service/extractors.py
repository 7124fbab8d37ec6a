"""What can be made of a document: a class a kind, from the document to plain data."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, Protocol

from wildwood.extraction.documents import text
from wildwood.extraction.fields import body, citations, header
from wildwood.extraction.fields.grobid import Grobid
from wildwood.extraction.model import DocumentType, Kind, SourceFile
from wildwood.extraction.service.files import read_lines


class Extractor(Protocol):
    """Makes one kind of data."""

    def extract(self, source: SourceFile) -> Any:
        """The data of a document: strings, sequences and dictionaries, as JSON has them."""


class HeaderExtractor:
    """Title, authors, abstract, venue and what else the header has."""

    def extract(self, source: SourceFile) -> dict[str, Any]:
        """A dictionary of the fields of `Header`."""
        return asdict(header.extract(read_lines(source.lines)))


class CitationsExtractor:
    """The citations, each with its fields and its places in the text."""

    def extract(self, source: SourceFile) -> list[dict[str, Any]]:
        """A dictionary a citation, of the fields of `Citation`."""
        return [asdict(found) for found in citations.extract(read_lines(source.lines))]


class BodyExtractor:
    """The text without header and citations."""

    def extract(self, source: SourceFile) -> str:
        """That text."""
        return body.extract(read_lines(source.lines))


class TextExtractor:
    """The whole text."""

    def extract(self, source: SourceFile) -> str:
        """That text."""
        return text.paragraphs(read_lines(source.lines))


class GrobidHeaderExtractor(HeaderExtractor):
    """The header as a GROBID server finds it; it reads PDF alone."""

    def __init__(self, grobid: Grobid) -> None:
        self._grobid = grobid

    def extract(self, source: SourceFile) -> dict[str, Any]:
        """A dictionary of the fields of `Header`."""
        if source.type is not DocumentType.PDF:
            return super().extract(source)
        return asdict(self._grobid.header(source.document))


class GrobidCitationsExtractor(CitationsExtractor):
    """The citations as a GROBID server finds them, with their places in our text."""

    def __init__(self, grobid: Grobid) -> None:
        self._grobid = grobid

    def extract(self, source: SourceFile) -> list[dict[str, Any]]:
        """A dictionary a citation, of the fields of `Citation`."""
        if source.type is not DocumentType.PDF:
            return super().extract(source)
        found = self._grobid.citations(source.document)
        return [asdict(one) for one in citations.with_places(found, read_lines(source.lines))]


EXTRACTORS: Mapping[Kind, Extractor] = {
    Kind.HEADER: HeaderExtractor(),
    Kind.CITATIONS: CitationsExtractor(),
    Kind.BODY: BodyExtractor(),
    Kind.TEXT: TextExtractor(),
}
REMEMBERED = frozenset({Kind.HEADER, Kind.CITATIONS})
"""What is kept for near duplicates; the texts are made anew in less time."""
EXPIRING = frozenset({Kind.CITATIONS})
"""What is kept for a while only: it takes most of the room (the paper, VI.C)."""


def extractors(grobid: Grobid | None) -> Mapping[Kind, Extractor]:
    """The extractor of every kind; some of them ask a GROBID server where there is one."""
    if grobid is None:
        return EXTRACTORS
    return {
        **EXTRACTORS,
        Kind.HEADER: GrobidHeaderExtractor(grobid),
        Kind.CITATIONS: GrobidCitationsExtractor(grobid),
    }
