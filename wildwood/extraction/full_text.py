"""The structured full text of a document: sections, paragraphs, and what they call.

Positions are in points, as in `Line`; those within a line are interpolated.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

from wildwood.extraction.extracted import Acknowledgements, Caption, Citation

Span = tuple[int, int]
"""The first character of a part of a text, and the one after its last."""


class Called(Enum):
    """What a callout can refer to; the values are the types in TEI."""

    CITATION = "bibr"
    FIGURE = "figure"
    TABLE = "table"


class Part(Enum):
    """Where a section belongs; the values are those of GROBID's divisions."""

    BODY = "body"
    ACKNOWLEDGEMENTS = "acknowledgement"
    ANNEX = "annex"
    """What follows the text, such as a statement on interests."""


class PageSize(NamedTuple):
    """The size of a page, and the coordinates of its lower left corner, in points."""

    width: float
    height: float
    left: float = 0.0
    bottom: float = 0.0


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the document in a text, and its place."""

    start: int
    """The character of the text at which the line begins."""
    page: int
    """The number of the page, from 1."""
    left: float
    right: float
    bottom: float
    top: float


@dataclass(frozen=True, slots=True)
class Callout:
    """A place in a text that cites entries of the bibliography, or names a figure or table."""

    start: int
    end: int
    called: Called
    targets: tuple[int, ...]
    """The places, from 0, in the list of citations or captions; empty if it has none of these."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A text and the lines that it is made of."""

    text: str
    rows: tuple[Row, ...] = ()
    raised: tuple[Span, ...] = ()
    """The spans of the text that are raised."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph with its callouts and sentences, in order."""

    passage: Passage
    callouts: tuple[Callout, ...] = ()
    sentences: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class Section:
    """A section without the sections below it."""

    level: int
    """1 for a section of the text, 2 for one of a section; 0 for the text before the first head."""
    number: str
    """As printed, such as `2.1`."""
    head: Passage
    paragraphs: tuple[Paragraph, ...]
    part: Part = Part.BODY


@dataclass(frozen=True, slots=True)
class FullText:
    """All of a document but its header."""

    sections: tuple[Section, ...] = ()
    citations: tuple[Citation, ...] = ()
    captions: tuple[Caption, ...] = ()
    acknowledgements: Acknowledgements = field(default_factory=Acknowledgements)
    pages: tuple[PageSize, ...] = ()
    """The sizes of the pages; empty if they are not known."""


def rows_of(passage: Passage, span: Span) -> Iterator[Row]:
    """Yield the parts of the lines of a passage that a span of its text is on."""
    after = [*(row.start for row in passage.rows), len(passage.text)]
    for row, end in zip(passage.rows, after[1:], strict=False):
        first, last = max(span[0], row.start), min(span[1], end)
        if first < last and end > row.start:
            width = (row.right - row.left) / (end - row.start)
            left = row.left + (first - row.start) * width
            right = row.left + (last - row.start) * width
            yield Row(first, row.page, left, right, row.bottom, row.top)


def nested(sections: Sequence[Section]) -> Iterator[tuple[Section, Sequence[Section]]]:
    """Yield each section of the highest level, with the sections below it.

    The text before the first head has no sections below it.
    """
    start = 0
    while start < len(sections):
        end, level = start + 1, max(sections[start].level, 1)
        while end < len(sections) and sections[end].level > level:
            end += 1
        yield sections[start], sections[start + 1 : end]
        start = end
