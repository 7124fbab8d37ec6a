"""Label each line of the first pages once, for all fields that are read from them."""

import re
from collections.abc import Container, Sequence
from enum import Enum

from wildwood.extraction.extracted import Line, by_page
from wildwood.extraction.fields.first_page import abstracts, front
from wildwood.lexicon.patterns import pattern, words
from wildwood.records.dates import MONTH, YEAR


class Zone(Enum):
    """What a line of a first page is part of."""

    FRONT = "front"
    """What stands around the title: names, institutions, the name of a series."""
    TITLE = "title"
    DATE = "date"
    REMARK = "remark"
    """A remark on the state of the paper, such as `Job Market Paper`."""
    ABSTRACT = "abstract"
    KEYWORDS = "keywords"
    NOTE = "note"
    """A note at the foot of the page."""
    TEXT = "text"


_YEARS = re.compile(rf"\b(?:{MONTH}(?!\w)|{YEAR}\b)", re.IGNORECASE)
_MAX_DATE = 60
"""The most characters of a date with the words beside it."""
_DATE_PARTS = re.compile(
    rf"\b(?:{MONTH}|{pattern('date_words')})(?!\w)|\d+(?:st|nd|rd|th|er)?\b", re.IGNORECASE
)
_REMARK = words("remarks")
_REMARK_WORDS = words("remarks", "joining_words")
_PUNCTUATION = " .,:;()[]*†‡–—-"
CONTACT = re.compile(rf"{pattern('contacts')}(?:\s\w+)?\s?:")
"""The label of a contact."""
_MARK = re.compile(rf"\(?[*†‡§¶#∗⋆⇤]|{pattern('acknowledgement_headings')}[.:—]|{CONTACT.pattern}")
"""The beginning of a note."""
_CLASSIFICATION = re.compile(rf"\(?{pattern('classifications')}\b")
_SMALLER = 0.97
"""The greatest font size of a note, relative to that of the line above it."""
_APART = 1.8
"""The least distance of a note from the line above it, in font sizes."""
_SAME = 1.03


def is_date(text: str) -> bool:
    """Return whether a text is a date, perhaps that of a version, and nothing else."""
    if len(text) > _MAX_DATE or not any(map(str.isdigit, text)) or not _YEARS.search(text):
        return False
    return not any(map(str.isalnum, _DATE_PARTS.sub("", text)))


def is_remark(text: str) -> bool:
    """Return whether a text says in which state a paper is."""
    return _REMARK.match(text.lstrip(_PUNCTUATION)) is not None


def is_whole_remark(text: str) -> bool:
    """Return whether a text says nothing but in which state a paper is, as no title does."""
    if not is_remark(text):
        return False
    return not any(map(str.isalnum, _DATE_PARTS.sub("", _REMARK_WORDS.sub("", text))))


def label(lines: Sequence[Line], title: Sequence[int] = ()) -> tuple[Zone, ...]:
    """Return the zone of each line.

    Args:
        lines: those of the first page, or of the first pages.
        title: the indexes of those of the title.
    """
    notes = {line for page in by_page(lines).values() for line in _notes(page)}
    abstract = set(abstracts.places(lines, notes, title))
    return tuple(_zone(place, line, notes, (title, abstract)) for place, line in enumerate(lines))


def _zone(
    place: int, line: Line, notes: Container[Line], known: tuple[Container[int], Container[int]]
) -> Zone:
    title, abstract = known
    if place in title:
        return Zone.TITLE
    if line in notes:
        return Zone.NOTE
    return Zone.ABSTRACT if place in abstract else _by_text(line.text)


def _by_text(text: str) -> Zone:
    if is_date(text):
        return Zone.DATE
    if is_remark(text):
        return Zone.REMARK
    if front.heading(front.KEYWORDS, text) or _CLASSIFICATION.match(text):
        return Zone.KEYWORDS
    return Zone.FRONT


def _notes(page: Sequence[Line]) -> list[Line]:
    """Return the lines of the notes at the foot of a page, column by column."""
    found: list[Line] = []
    for line in page:
        if line.size and line not in found and _begins_note(line, page):
            found += [line, *(one for one in _column(line, page) if one.bottom < line.bottom)]
    return found


def _begins_note(line: Line, page: Sequence[Line]) -> bool:
    """Return whether a line is the first of the notes: above it is text, below it nothing larger.

    It has a mark or thanks somebody, and is apart from the line above it or smaller.
    """
    if not _is_marked(line):
        return False
    column = _column(line, page)
    below = [one for one in column if one.bottom < line.bottom]
    over = [one for one in column if one.bottom > line.bottom]
    if not over or any(one.size > _SAME * line.size for one in below):
        return False
    if not any(one.bottom > line.bottom and front.is_prose(one.text) for one in page):
        return False
    above = min(over, key=lambda one: one.bottom)
    is_smaller = line.size < _SMALLER * above.size
    return is_smaller or above.bottom - line.bottom > _APART * line.size


def _is_marked(line: Line) -> bool:
    is_raised = bool(line.raised) and line.raised[0][0] == 0
    return is_raised or _MARK.match(line.text) is not None


def _column(line: Line, page: Sequence[Line]) -> list[Line]:
    """Return the other lines of a page that are above or below a line."""
    return [one for one in page if one is not line and one.size and front.overlap(one, line) > 0]
