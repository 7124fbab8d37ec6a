"""Find where a document begins, and its title and authors there, behind or on a cover."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from wildwood.extraction.documents.text import Words
from wildwood.extraction.fields import authors, front, repeats, title
from wildwood.extraction.fields.authors import NO_BYLINE, Byline
from wildwood.extraction.fields.repeats import Repeats
from wildwood.extraction.fields.title import NO_TITLE, Title
from wildwood.extraction.model import Line

_MAX_PAGE_LINES = 400
"""Lines of a page in which title and authors are sought."""
_MAX_FURTHER_LINES = 70
"""Lines of the next page on which authors can go on."""
_MIN_NOTICE_LINES, _MAX_NOTICE_LINES = 4, 20
"""The lines of a page that is nothing but a notice."""
_MIN_LETTERS = 3
"""Letters from which on a family name is looked for on a cover."""


@dataclass(frozen=True, slots=True)
class Start:
    """A document from its first page on that is no notice of an archive."""

    lines: Sequence[Line]
    page: Sequence[Line]
    """The lines of its first page."""
    title: Title = NO_TITLE
    byline: Byline = NO_BYLINE

    @property
    def after(self) -> Sequence[Line]:
        """Return the lines of the pages after the first."""
        return self.lines[len(front.first_page(self.lines)) :]


def start(lines: Sequence[Line], words: Words) -> Start:
    """Return where a document begins, with its title and authors.

    A first page that is one notice of a publisher or repository is left out. A subtitle or authors
    that a cover lacks are those of the page after it.
    """
    said = repeats.of(lines)
    first = _read(lines, words, said)
    if not first.after or not front.usual_size(first.page):
        return first
    if said == repeats.NOTHING:
        return _read(first.after, words, said) if _is_mere_notice(first) else first
    second = _read(first.after, words)
    if _is_mere_notice(first) or _is_of_another(first, second, said):
        return _again(second, words)
    return _completed(first, second)


def _read(lines: Sequence[Line], words: Words, said: Repeats = repeats.NOTHING) -> Start:
    """Return the first page of some lines with its title and authors."""
    page = front.first_page(lines)[:_MAX_PAGE_LINES]
    found = title.find(page, words, said)
    read = Start(lines, page, found)
    if not found.places:
        return read
    further = front.first_page(read.after[:_MAX_FURTHER_LINES])
    return replace(read, byline=authors.find(page, found.places, further))


def _again(read: Start, words: Words) -> Start:
    """Return what was read, with what the pages after it repeat if it is a cover itself."""
    said = repeats.of(read.lines)
    return read if said == repeats.NOTHING else _read(read.lines, words, said)


def _is_mere_notice(first: Start) -> bool:
    """Return whether a short page without a title is mostly in lower case, like a paragraph."""
    page = first.page
    if first.title.places or not _MIN_NOTICE_LINES <= len(page) <= _MAX_NOTICE_LINES:
        return False
    return sum(front.is_prose(line.text) for line in page) > len(page) / 2


def _is_of_another(first: Start, second: Start, said: Repeats) -> bool:
    """Return whether a cover is an archive's own, which names nobody.

    The next page has another title, with authors who are not on the cover.
    """
    if not first.title.places or len(first.page) < _MIN_NOTICE_LINES or first.byline.authors:
        return False
    if front.letters(first.title.text) in said.after:
        return False
    has_abstract = any(front.ABSTRACT.fullmatch(line.text) for line in second.page)
    if not has_abstract and not first.page[first.title.places[-1]].text.endswith("."):
        return False
    names = second.byline.authors
    own = [front.letters(second.title.text), *(front.letters(one.family) for one in names)]
    return bool(names) and not any(text in said.cover for text in own if len(text) >= _MIN_LETTERS)


def _completed(cover: Start, second: Start) -> Start:
    """Return a cover with the subtitle and the authors that only the page after it has."""
    own, other = front.letters(cover.title.text), front.letters(second.title.text)
    if not own or not other.startswith(own):
        return cover
    name, colon, subtitle = second.title.text.partition(":")
    has_subtitle = colon and front.letters(name) == own and " " in subtitle.strip()
    if has_subtitle:
        cover = replace(cover, title=replace(cover.title, text=second.title.text))
    if not (has_subtitle or own == other) or not _has_more(second.byline, cover.byline):
        return cover
    return replace(cover, byline=replace(second.byline, places=cover.byline.places))


def _has_more(byline: Byline, than: Byline) -> bool:
    """Return whether authors are more than others, and some are the same."""
    names = {front.letters(one.family) for one in than.authors}
    same = names & {front.letters(one.family) for one in byline.authors}
    return len(byline.authors) > len(than.authors) and (bool(same) or not names)
