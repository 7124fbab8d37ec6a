"""The facts that travel between the modules of the extraction."""

from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import NamedTuple


class DocumentType(Enum):
    """What kinds of file are read; the values are those of the configuration."""

    PDF = "pdf"
    POSTSCRIPT = "ps"
    TEXT = "txt"


class Kind(Enum):
    """What is made of a document; the values are the last parts of the addresses."""

    HEADER = "header"
    CITATIONS = "citations"
    BODY = "body"
    TEXT = "text"


class Line(NamedTuple):
    """A line of a document and where it stands, in points from the page's lower left corner.

    A plain text's line has its number below the page's top in place of a height, and the
    width of its indentation; its size is 0.
    """

    text: str
    page: int
    left: float
    right: float
    bottom: float
    top: float
    size: float
    """Of its letters."""
    hyphenated: bool
    """Whether its last word goes on in the next line."""


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A document that was taken up: the file as it came, and that of the lines read from it."""

    type: DocumentType
    document: Path
    lines: Path


@dataclass(frozen=True, slots=True)
class Author:
    """One author, as the header names them."""

    name: str


@dataclass(frozen=True, slots=True)
class Header:
    """What stands before the text of a paper."""

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
    """One entry of the list of references."""

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
    contexts: tuple[str, ...] = field(default=())
    """Where the text cites it."""
