"""Know what a document with a cover says twice: its title stands on the next page too."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from wildwood.extraction.extracted import Line
from wildwood.extraction.fields.first_page import front

_COVER_CHARACTERS = 2_600
"""The characters below which a first page can be a cover with the notices of an archive."""
_MAX_LINES = 150
"""Lines of the next pages that are compared."""
_PAGES = 2
_MIN_WORDS = 4
"""Words from which on a text is not said twice by chance."""


@dataclass(frozen=True, slots=True)
class Repeats:
    """The letters of a cover and of the pages after it; empty if the first page is no cover."""

    cover: str = ""
    after: str = ""

    def on_cover(self, text: str) -> bool:
        """Return whether a cover has a text twice, as if it cites the paper."""
        return _is_long(text) and self.cover.count(front.letters(text)) > 1

    def after_cover(self, text: str) -> bool:
        """Return whether the pages after a cover have a text too."""
        return _is_long(text) and front.letters(text) in self.after


NOTHING = Repeats()


def of(lines: Sequence[Line]) -> Repeats:
    """Return what the first pages of a document can repeat."""
    page = front.first_page(lines)
    if not page or sum(len(line.text) for line in page) > _COVER_CHARACTERS:
        return NOTHING
    end = page[0].page + _PAGES
    after = [line for line in islice(lines, len(page), len(page) + _MAX_LINES) if line.page <= end]
    return Repeats(_letters(page), _letters(after))


def _letters(lines: Sequence[Line]) -> str:
    return "".join(front.letters(line.text) for line in lines)


def _is_long(text: str) -> bool:
    return sum(len(word) > 1 for word in text.split()) >= _MIN_WORDS
