"""The data that the modules of the extraction pass to one another."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import NamedTuple


class DocumentType(Enum):
    """The file types that can be read; the values are those of the configuration."""

    PDF = "pdf"
    POSTSCRIPT = "ps"
    TEXT = "txt"


class Kind(Enum):
    """What can be extracted from a document; the values are the last part of each URL."""

    HEADER = "header"
    CITATIONS = "citations"
    ACKNOWLEDGEMENTS = "acknowledgements"
    CAPTIONS = "captions"
    BODY = "body"
    TEXT = "text"


class Line(NamedTuple):
    """A line of a document and its position, in points from the lower left corner of the page.

    `bottom` is its baseline; rotated lines have the size 0. In plain text, the vertical position is
    minus the line number, `left` and `right` count characters, and the size is 0.
    """

    text: str
    page: int
    left: float
    right: float
    bottom: float
    top: float
    size: float
    """The font size in points."""
    hyphenated: bool
    """Whether the last word continues on the next line."""
    bold: bool = False
    raised: tuple[tuple[int, int], ...] = ()
    """The spans of the text that are raised, such as marks of footnotes; on pages other than the
    first, only of numbers."""
    stated: bool = False
    """Whether it is of the title that the properties of the document state; only on first pages."""
    font: str = ""
    """The name of the font of its first character."""
    lead: int = 0
    """The number of characters before the first word in another font, if the line begins with a
    number or in a font that few lines begin in."""

    def text_from(self, start: int) -> "Line":
        """Return the line with its text from a character on, in the same position."""
        raised = tuple((a - start, b - start) for a, b in self.raised if a >= start)
        return self._replace(text=self.text[start:], raised=raised)


def by_page(lines: Iterable[Line]) -> dict[int, list[Line]]:
    """Return the lines of each page, in their order."""
    pages: dict[int, list[Line]] = {}
    for line in lines:
        pages.setdefault(line.page, []).append(line)
    return pages


@dataclass(frozen=True, slots=True)
class DocumentFiles:
    """The type of an accepted document, its file, and the file with the lines read from it."""

    type: DocumentType
    document: Path
    lines: Path


@dataclass(frozen=True, slots=True)
class Author:
    """An author of the document; what is not printed is empty."""

    name: str
    """The name as printed."""
    given: str = ""
    family: str = ""
    affiliations: tuple[str, ...] = ()
    email: str = ""
    orcid: str = ""
    """The identifier without its address, such as `0000-0002-1825-0097`."""


@dataclass(frozen=True, slots=True)
class Header:
    """The fields at the beginning of a scholarly document."""

    title: str = ""
    authors: tuple[Author, ...] = ()
    abstract: str = ""
    venue: str = ""
    date: str = ""
    doi: str = ""
    keywords: str = ""
    affiliations: tuple[str, ...] = ()
    emails: tuple[str, ...] = ()
    confidence: Mapping[str, float] = field(default_factory=dict)
    """How certain each field that is not empty is, by its name, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class Citation:
    """An entry of the list of references."""

    raw: str
    authors: tuple[str, ...] = ()
    title: str = ""
    year: str = ""
    venue: str = ""
    volume: str = ""
    issue: str = ""
    pages: str = ""
    publisher: str = ""
    doi: str = ""
    url: str = ""
    contexts: tuple[str, ...] = ()
    """Excerpts of the text that cite it."""
    reference_list: int = 1
    """The number of the list that it is in, from 1: supplements and chapters can have their own."""
    confidence: Mapping[str, float] = field(default_factory=dict)
    """How certain each field that a model finds is, by its name, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class Funder:
    """An organisation that the acknowledgements thank for money, and the numbers of its grants."""

    name: str
    awards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Acknowledgements:
    """The acknowledgements of a document, and the funders that they name."""

    text: str = ""
    funders: tuple[Funder, ...] = ()


@dataclass(frozen=True, slots=True)
class Caption:
    """The caption of a table or figure, and its place, in points from the lower left corner."""

    type: str
    """`table` or `figure`."""
    label: str
    """The number as printed, such as `2` or `A.1`."""
    text: str
    page: int
    """The number of the page, from 1."""
    left: float
    bottom: float
    right: float
    top: float
