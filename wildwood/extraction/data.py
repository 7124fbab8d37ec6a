"""The data that the modules of the extraction pass to one another, and their records."""

import csv
import io
import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import chain, count
from pathlib import Path
from typing import NamedTuple, TypeVar

from wildwood.biblio.entry import Entry, Series, localized
from wildwood.biblio.field_texts import cleaned, iso_date
from wildwood.biblio.person import Person
from wildwood.biblio.words import words
from wildwood.extraction import names
from wildwood.kernel.errors import WildwoodError

NO_SPACE = "The service has no space left for documents; try again later."


class ExtractionError(WildwoodError):
    """A document cannot be processed."""


class UnknownTypeError(ExtractionError):
    """A document is not PDF, PostScript or text, or the configuration excludes its type."""


class TooLargeError(ExtractionError):
    """A document has more bytes than the configuration allows."""


class NothingToExtractError(ExtractionError):
    """A document is broken, locked, without text, or not scholarly."""


class ScanError(NothingToExtractError):
    """The pages of a document are pictures."""


class LimitExceededError(NothingToExtractError):
    """Processing a document takes more time or memory than the configuration allows."""


class BusyError(ExtractionError):
    """No capacity is left; the same request may succeed later."""


class FullError(ExtractionError):
    """No space is left for documents."""


class WorkerKilledError(ExtractionError):
    """Something other than the document ended the process that worked on it."""


class UnknownResourceError(ExtractionError):
    """No document has this token, or it has been deleted."""


class MissingProgramError(ExtractionError):
    """A required program is not installed."""


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
    TABLES = "tables"
    FIGURES = "figures"
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
    size: float  # font size in points
    hyphenated: bool  # whether the last word continues on the next line
    bold: bool = False
    raised: tuple[tuple[int, int], ...] = ()  # spans, e.g. of marks; after page 1 of numbers
    stated: bool = False  # whether it is of the title in the properties; only on first pages
    font: str = ""  # name of the font of its first character
    lead: int = 0  # characters before another font, if the line begins with a number or a rare font

    @property
    def box(self) -> "Box":
        return Box(self.left, self.bottom, self.right, self.top)

    def text_from(self, start: int) -> "Line":
        raised = tuple((a - start, b - start) for a, b in self.raised if a >= start)
        return self._replace(text=self.text[start:], raised=raised)

    def with_prefix(self, before: str) -> "Line":
        raised = tuple((a + len(before), b + len(before)) for a, b in self.raised)
        return self._replace(text=f"{before}{self.text}", raised=raised)


_COVER_CHARACTERS = 900  # the characters below which a page is a cover


def is_cover(page: Sequence[Line], pages: int = 1) -> bool:
    """Return whether a page has as little text as `pages` covers."""
    return sum(len(line.text) for line in page) < pages * _COVER_CHARACTERS


def group_by_page(lines: Iterable[Line]) -> dict[int, list[Line]]:
    pages: dict[int, list[Line]] = {}
    for line in lines:
        pages.setdefault(line.page, []).append(line)
    return pages


_Item = TypeVar("_Item")
_Rows = tuple[tuple[str, ...], ...]


def grouped(
    items: Iterable[_Item], joins: Callable[[list[_Item], _Item], bool]
) -> list[list[_Item]]:
    """Divide a sequence before each item that does not join those before it."""
    groups: list[list[_Item]] = []
    for item in items:
        if groups and joins(groups[-1], item):
            groups[-1].append(item)
        else:
            groups.append([item])
    return groups


@dataclass(frozen=True, slots=True)
class DocumentFiles:
    type: DocumentType
    document: Path
    lines: Path


@dataclass(frozen=True, slots=True)
class Author:
    name: str  # name as printed
    given: str = ""
    family: str = ""
    affiliations: tuple[str, ...] = ()
    email: str = ""
    orcid: str = ""  # identifier without its address, such as `0000-0002-1825-0097`


@dataclass(frozen=True, slots=True)
class Header:
    title: str = ""
    authors: tuple[Author, ...] = ()
    abstract: str = ""
    venue: str = ""
    date: str = ""
    doi: str = ""
    keywords: str = ""
    affiliations: tuple[str, ...] = ()
    emails: tuple[str, ...] = ()
    confidence: Mapping[str, float] = field(default_factory=dict)  # from 0 to 1, by field
    corrected: Mapping[str, str | tuple[str, ...]] = field(default_factory=dict)
    """What was read in the fields that a person has corrected."""


@dataclass(frozen=True, slots=True)
class Citation:
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
    contexts: tuple[str, ...] = ()  # excerpts of the text that cite it
    reference_list: int = 1  # from 1: supplements and chapters can have their own
    confidence: Mapping[str, float] = field(default_factory=dict)  # from 0 to 1, by field
    corrected: Mapping[str, str | tuple[str, ...]] = field(default_factory=dict)
    """What was read in the fields that a person has corrected."""


@dataclass(frozen=True, slots=True)
class Funder:
    """An organisation thanked for money, with its grant numbers."""

    name: str
    awards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Acknowledgements:
    text: str = ""
    funders: tuple[Funder, ...] = ()


@dataclass(frozen=True, slots=True)
class Caption:
    """A caption and its place, in points from the lower left corner."""

    type: str  # `table` or `figure`
    label: str  # number as printed, such as `2` or `A.1`
    text: str
    page: int  # number of the page, from 1
    left: float
    bottom: float
    right: float
    top: float
    corrected: Mapping[str, str] = field(default_factory=dict, hash=False)  # what was read there

    @property
    def box(self) -> "Box":
        return Box(self.left, self.bottom, self.right, self.top)


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle, in points from the lower left corner of the page."""

    left: float
    bottom: float
    right: float
    top: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.top - self.bottom

    @property
    def middle(self) -> tuple[float, float]:
        return (self.left + self.right) / 2, (self.bottom + self.top) / 2

    def contains(self, x: float, y: float) -> bool:
        return self.left <= x <= self.right and self.bottom <= y <= self.top

    def touches(self, box: "Box", margin: float = 0.0) -> bool:
        is_level = self.bottom - margin <= box.top and box.bottom - margin <= self.top
        return is_level and self.left - margin <= box.right and box.left - margin <= self.right


def enclosing(boxes: Iterable[Box]) -> Box:
    """Return the smallest box that contains others, at least one."""
    sides = [(box.left, box.bottom, box.right, box.top) for box in boxes]
    lefts, bottoms, rights, tops = zip(*sides, strict=True)
    return Box(min(lefts), min(bottoms), max(rights), max(tops))


def intersection(box: Box, second: Box) -> Box:
    """Return what two boxes that touch have in common."""
    return Box(
        max(box.left, second.left), max(box.bottom, second.bottom),
        min(box.right, second.right), min(box.top, second.top),
    )  # fmt: skip


Sides = tuple[float, float, float, float]  # left, bottom, right and top
Matrix = tuple[float, float, float, float, float, float]


def moved(sides: Sequence[float], matrices: Iterable[Matrix]) -> Sides:
    """Return the box around a box that is moved, scaled and turned by matrices."""
    left, bottom, right, top = sides
    for a, b, c, d, e, f in matrices:
        if b or c:
            corners = (left, top), (left, bottom), (right, top), (right, bottom)
            xs, ys = zip(*((a * x + c * y + e, b * x + d * y + f) for x, y in corners), strict=True)
        else:
            xs, ys = (a * left + e, a * right + e), (d * bottom + f, d * top + f)
        left, bottom, right, top = min(xs), min(ys), max(xs), max(ys)
    return left, bottom, right, top


@dataclass(frozen=True, slots=True)
class Cell:
    row: int  # from 0
    column: int  # the first that it takes
    columns: int  # how many it takes
    text: str
    is_head: bool
    box: Box | None = None  # none if a person has added it
    rows: int = 1  # how many it takes


@dataclass(frozen=True, slots=True)
class Figure:
    label: str  # as in its caption; empty if it has none
    caption: str
    page: int  # number of the page, from 1
    box: Box | None = None  # of the picture or the cells; none if they were not found
    contexts: tuple[str, ...] = ()  # excerpts of the text that name it
    corrected: Mapping[str, str | _Rows] = field(default_factory=dict, hash=False)
    """What was read in the fields, or the rows, that a person has corrected."""


@dataclass(frozen=True, slots=True)
class Table(Figure):
    cells: tuple[Cell, ...] = ()  # those with a text
    notes: tuple[str, ...] = ()  # printed below the cells

    @property
    def rows(self) -> list[list[str]]:
        """The texts by row and column; those of a span are in its first place."""
        height = max((cell.row + cell.rows for cell in self.cells), default=0)
        width = max((cell.column + cell.columns for cell in self.cells), default=0)
        rows = [[""] * width for _ in range(height)]
        for cell in self.cells:
            rows[cell.row][cell.column] = cell.text
        return rows


_NOT_IN_LABELS = re.compile(r"[^\w.-]+")  # of files
_MAX_LABEL = 16  # characters of it
FILES = {Kind.TABLES: "csv", Kind.FIGURES: "png"}  # suffixes, of a file for each that was found


def float_files(kind: Kind, items: Sequence[Figure]) -> dict[str, Figure]:
    """Return the tables or figures that have a file by its name, such as `tables/1.csv`.

    Further ones with a label are `1-2.csv` and so on, and those without a label are named by `p`
    and their number. Those without cells or a place have none.
    """
    files: dict[str, Figure] = {}
    for number, item in enumerate(items, 1):
        if item.box or (isinstance(item, Table) and item.cells):
            label = _NOT_IN_LABELS.sub("-", item.label)[:_MAX_LABEL].strip(".") or f"p{number}"
            names = chain([label], (f"{label}-{copy}" for copy in count(2)))
            paths = (f"{kind.value}/{name}.{FILES[kind]}" for name in names)
            files[next(path for path in paths if path not in files)] = item
    return files


_FORMULA = re.compile(r"[=@]|[+-](?![\d.,]+[eE][+-]?\d+$).*[^\W\d_]")


def as_csv(table: Table) -> str:
    """Return CSV in which a cell that a spreadsheet would calculate begins with an apostrophe."""
    rows = [[f"'{c}" if _FORMULA.match(c) else c for c in row] for row in table.rows]
    written = io.StringIO()
    csv.writer(written, lineterminator="\n").writerows(rows)
    return written.getvalue()


Span = tuple[int, int]  # first character, and one after the last


class Called(Enum):
    """What a callout can refer to; the values are the types in TEI."""

    CITATION = "bibr"
    FIGURE = "figure"
    TABLE = "table"


class Part(Enum):
    """Where a section belongs; the values are those of GROBID's divisions."""

    BODY = "body"
    ACKNOWLEDGEMENTS = "acknowledgement"
    ANNEX = "annex"  # what follows the text, such as a statement on interests


class PageSize(NamedTuple):
    """The size of a page and its lower left corner, in points."""

    width: float
    height: float
    left: float = 0.0
    bottom: float = 0.0

    @property
    def box(self) -> Box:
        return Box(self.left, self.bottom, self.left + self.width, self.bottom + self.height)


class Place(NamedTuple):
    """A rectangle on a page (from 1), in points from its upper left corner."""

    page: int
    left: float
    top: float
    width: float
    height: float


_DESCENT = 0.3  # depth of characters below the baseline, relative to the height of a line


@dataclass(frozen=True, slots=True)
class Row:
    start: int  # character of the text at which the line begins
    page: int  # number of the page, from 1
    box: Box


@dataclass(frozen=True, slots=True)
class Callout:
    """A place in a text that cites entries, or names a figure or table."""

    start: int
    end: int
    called: Called
    targets: tuple[int, ...]  # indexes, from 0, in the list of citations or captions


@dataclass(frozen=True, slots=True)
class Passage:
    text: str
    rows: tuple[Row, ...] = ()
    raised: tuple[Span, ...] = ()  # spans of the text that are raised

    def page_of(self, place: int) -> int:
        """Return the page (from 1) of a character; 0 if it is not known."""
        number = bisect_right(self.rows, place, key=lambda row: row.start)
        return self.rows[max(number - 1, 0)].page if self.rows else 0


@dataclass(frozen=True, slots=True)
class Paragraph:
    passage: Passage
    callouts: tuple[Callout, ...] = ()
    sentences: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class Section:
    level: int  # 1 for a section, 2 for one of a section; 0 for text before the first head
    number: str  # as printed, such as `2.1`
    head: Passage
    paragraphs: tuple[Paragraph, ...]
    part: Part = Part.BODY


@dataclass(frozen=True, slots=True)
class FullText:
    sections: tuple[Section, ...] = ()
    citations: tuple[Citation, ...] = ()
    captions: tuple[Caption, ...] = ()
    tables: tuple[Table, ...] = ()
    figures: tuple[Figure, ...] = ()
    acknowledgements: Acknowledgements = field(default_factory=Acknowledgements)
    pages: tuple[PageSize, ...] = ()  # sizes of the pages; empty if they are not known
    places: Mapping[str, tuple[Row, ...]] = field(default_factory=dict)  # of fields; see places.py

    def boxes(self, rows: Iterable[Row]) -> Iterator[Place]:
        """Yield where rows are on the pages whose sizes are known."""
        for row in rows:
            bottom = row.box.bottom - row.box.height * _DESCENT
            yield from self._places(row.page, replace(row.box, bottom=bottom))

    @property
    def floats(self) -> list[Figure | None]:
        """The table or figure of each caption, if it was extracted."""
        items = {"table": iter(self.tables), "figure": iter(self.figures)}
        return [next(items[caption.type], None) for caption in self.captions]

    def region(self, item: Figure | None) -> list[Place]:
        """Return where a table or figure is, if it was found."""
        return list(self._places(item.page, item.box)) if item and item.box else []

    def _places(self, number: int, box: Box) -> Iterator[Place]:
        if number <= len(self.pages):
            page = self.pages[number - 1]
            upper = page.height - (box.top - page.bottom)
            yield Place(number, box.left - page.left, upper, max(box.width, 0), box.height)

    @property
    def callouts(self) -> Iterator[tuple[Callout, Iterator[Row]]]:
        """The callouts in the text, with where they stand."""
        for section in self.sections:
            for paragraph in section.paragraphs:
                for callout in paragraph.callouts:
                    yield callout, rows_of(paragraph.passage, (callout.start, callout.end))


def rows_of(passage: Passage, span: Span) -> Iterator[Row]:
    """Yield the parts of lines that a span of the text covers."""
    after = [*(row.start for row in passage.rows), len(passage.text)]
    for row, end in zip(passage.rows, after[1:], strict=False):
        first, last = max(span[0], row.start), min(span[1], end)
        if first < last and end > row.start:
            width = row.box.width / (end - row.start)
            left, right = (row.box.left + (n - row.start) * width for n in (first, last))
            yield Row(first, row.page, replace(row.box, left=left, right=right))


def nested(sections: Sequence[Section]) -> Iterator[tuple[Section, Sequence[Section]]]:
    """Yield each top-level section with those below it; the text before a head has none."""
    start = 0
    while start < len(sections):
        end, level = start + 1, max(sections[start].level, 1)
        while end < len(sections) and sections[end].level > level:
            end += 1
        yield sections[start], sections[start + 1 : end]
        start = end


_PROCEEDINGS = words("proceedings")
_PAGES = re.compile(r"(\w+)\s*[-–—]+\s*(\w+)")
_LIST = re.compile(r"\s*[,;]\s*")


def person_of(author: Author) -> Person:
    return Person(author.family, author.given) if author.family else names.divided(author.name)


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


def keywords_of(header: Header) -> tuple[str, ...]:
    return tuple(filter(None, _LIST.split(header.keywords)))


def citation_entry(citation: Citation) -> Entry:
    pages = _PAGES.search(citation.pages)
    return Entry(
        id="",
        titles=localized([citation.title]),
        authors=tuple(map(names.cited, citation.authors)),
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
