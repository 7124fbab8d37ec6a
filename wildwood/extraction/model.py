"""The data that the modules of the extraction pass to one another."""

from dataclasses import dataclass
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
    BODY = "body"
    TEXT = "text"


class Line(NamedTuple):
    """A line of a document and its position, in points from the lower left corner of the page.

    In plain text, the vertical position is minus the line number, `left` and `right` count
    characters, and the size is 0.
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


@dataclass(frozen=True, slots=True)
class DocumentFiles:
    """The type of an accepted document, its file, and the file with the lines read from it."""

    type: DocumentType
    document: Path
    lines: Path


@dataclass(frozen=True, slots=True)
class Author:
    """An author, as named in the header."""

    name: str


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
