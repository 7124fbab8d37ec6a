"""Find where a document begins, and its title and authors there, behind or on a cover."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from wildwood.extraction.documents.joined_lines import Words
from wildwood.extraction.extracted import Line
from wildwood.extraction.fields.byline import authors
from wildwood.extraction.fields.byline.authors import NO_BYLINE, Byline
from wildwood.extraction.fields.first_page import front, zones
from wildwood.extraction.fields.first_page.zones import Zone
from wildwood.extraction.fields.title import title
from wildwood.extraction.fields.title.title import NO_TITLE, Title
from wildwood.records.field_text import letters

_MAX_PAGE_LINES = 400
"""Lines of a page in which title and authors are sought."""
_MAX_FURTHER_LINES = 70
"""Lines of the next page on which authors can go on."""
_ZONED_LINES = 210
"""The first lines that are labelled; an abstract can be behind a cover."""
COVER_PAGES = 3
"""The covers that have less text than a cover with the notices of an archive, or with a jury."""
_DOUBTFUL = 0.72
"""The confidence below which a cover has no title, if the page after it has one."""
_MAX_REPEATING_LINES, _REPEATING_PAGES = 150, 2
"""The lines and pages after a cover that can repeat what it says."""


@dataclass(frozen=True, slots=True)
class Start:
    """A document from its first page on that is no notice of an archive."""

    lines: Sequence[Line]
    page: Sequence[Line]
    """The lines of its first page."""
    title: Title = NO_TITLE
    byline: Byline = NO_BYLINE
    zoned: Sequence[tuple[Line, Zone]] = ()
    """The lines of the first page and of some after it, with their zones."""

    @property
    def zoned_page(self) -> Sequence[tuple[Line, Zone]]:
        """Return the lines of the first page with their zones."""
        return self.zoned[: len(self.page)]

    @property
    def after(self) -> Sequence[Line]:
        """Return the lines of the pages after the first."""
        return self.lines[len(front.first_page(self.lines)) :]


def beginning(lines: Sequence[Line]) -> Sequence[Line]:
    """Return the lines of a document that its header is read from, behind a cover or on it."""
    first = front.first_page(lines)[:_MAX_PAGE_LINES]
    second = front.first_page(lines[len(first) :])[:_MAX_PAGE_LINES]
    further = max(_ZONED_LINES, len(second) + _MAX_FURTHER_LINES)
    return lines[: len(first) + further]


def start(lines: Sequence[Line], words: Words) -> Start:
    """Return where a document begins, with its title and authors.

    A first page that is one notice of an archive is left out. The title or the authors that a
    cover lacks are those of the page after it.
    """
    after_cover = _after_cover(lines)
    first = _with_authors(_titled(lines, words, after_cover))
    if not after_cover or not front.usual_size(first.page):
        return first
    second = _titled(first.after, words)
    is_titled = first.title.confidence >= _DOUBTFUL or front.is_contents(second.page)
    if not is_titled and second.title.confidence >= _DOUBTFUL:
        behind = _with_authors(second)
        return _with_byline(behind, first.byline) if first.byline.authors else behind
    return _completed(first, _with_authors(second)) if _is_same(first, second) else first


def _after_cover(lines: Sequence[Line]) -> str:
    """Return the letters of the pages after a cover; empty if the first page is none."""
    page = front.first_page(lines)
    if not front.is_cover(page, COVER_PAGES):
        return ""
    after = lines[len(page) : len(page) + _MAX_REPEATING_LINES]
    near = (line for line in after if line.page <= page[0].page + _REPEATING_PAGES)
    return "".join(letters(line.text) for line in near)


def _titled(lines: Sequence[Line], words: Words, after_cover: str = "") -> Start:
    """Return the first page of some lines with its title."""
    page = front.first_page(lines)[:_MAX_PAGE_LINES]
    found = title.find(page, words, after_cover)
    first = lines[: max(_ZONED_LINES, len(page))]
    zoned = zip(first, zones.label(first, found.places), strict=True)
    return Start(lines, page, found, zoned=tuple(zoned))


def _with_authors(start: Start) -> Start:
    if not start.title.places:
        return start
    further = front.first_page(start.after[:_MAX_FURTHER_LINES])
    return replace(start, byline=authors.find(start.zoned_page, start.title.places, further))


def _is_same(cover: Start, second: Start) -> bool:
    """Return whether the page after a cover has its title."""
    own = letters(cover.title.text)
    return bool(own) and own == letters(second.title.text)


def _completed(cover: Start, second: Start) -> Start:
    """Return a cover with what only the page after it has: authors, affiliations."""
    own, other = cover.byline.authors, second.byline.authors
    is_bare = not any(one.affiliations for one in own)
    if len(other) < len(own) or (len(other) == len(own) and not is_bare):
        return cover
    return _with_byline(cover, second.byline)


def _with_byline(page: Start, other: Byline) -> Start:
    """Return a page with the authors of the page before or after it."""
    return replace(page, byline=replace(other, places=page.byline.places))
