"""Pass over a first page that an archive or publisher has put before the paper."""

from collections.abc import Sequence

from wildwood.extraction.documents.text import Words
from wildwood.extraction.fields import authors, front, repeats, title
from wildwood.extraction.fields.repeats import Repeats
from wildwood.extraction.fields.title import Title
from wildwood.extraction.model import Line

_MIN_NOTICE_LINES, _MAX_NOTICE_LINES = 4, 20
"""The lines of a page that is nothing but a notice."""
_MIN_LETTERS = 3
"""Letters from which on a family name is looked for on a cover."""


def without_notice(lines: Sequence[Line], words: Words) -> Sequence[Line]:
    """Return the lines without a first page that is one notice of a publisher or repository."""
    page = front.first_page(lines)
    if len(page) == len(lines) or len(page) < _MIN_NOTICE_LINES or not front.usual_size(page):
        return lines
    said = repeats.of(lines)
    if said == repeats.NOTHING and len(page) > _MAX_NOTICE_LINES:
        return lines
    found = title.find(page, words, said)
    is_notice = _is_of_another(found, said, lines, words) if found.places else _is_prose(page)
    return lines[len(page) :] if is_notice else lines


def title_of(lines: Sequence[Line], page: Sequence[Line], words: Words) -> Title:
    """Return the title on the first page, with a subtitle that only the page after a cover has."""
    said = repeats.of(lines)
    found = title.find(page, words, said)
    if not found.text or said == repeats.NOTHING or len(page) == len(lines):
        return found
    longer = title.find(front.first_page(lines[len(page) :]), words).text
    name, colon, subtitle = longer.partition(":")
    goes_on = colon and front.letters(name) == front.letters(found.text) and " " in subtitle.strip()
    return Title(longer, found.places, found.confidence) if goes_on else found


def _is_prose(page: Sequence[Line]) -> bool:
    """Return whether most lines of a short page are in lower case, as in a paragraph."""
    prose = sum(front.is_prose(line.text) for line in page)
    return len(page) <= _MAX_NOTICE_LINES and prose > len(page) / 2


def _is_of_another(found: Title, said: Repeats, lines: Sequence[Line], words: Words) -> bool:
    """Return whether a cover is an archive's own, which names nobody.

    The next page has another title, with authors who are not on the cover.
    """
    if said == repeats.NOTHING or front.letters(found.text) in said.after:
        return False
    if authors.find(front.first_page(lines), found.places).authors:
        return False
    after = front.first_page(lines[len(front.first_page(lines)) :])
    has_abstract = any(front.ABSTRACT.fullmatch(line.text) for line in after)
    if not has_abstract and not lines[found.places[-1]].text.endswith("."):
        return False
    second = title.find(after, words)
    names = authors.find(after, second.places).authors if second.places else ()
    own = [front.letters(second.text), *(front.letters(one.family) for one in names)]
    return bool(names) and not any(text in said.cover for text in own if len(text) >= _MIN_LETTERS)
