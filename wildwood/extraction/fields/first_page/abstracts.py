"""Find the abstract by its heading, and tell it from the terms of an archive."""

import re
from collections.abc import Sequence

from wildwood.extraction.extracted import Line
from wildwood.extraction.fields.first_page import front
from wildwood.lexicon.patterns import words

_MAX_PLACE = 140
"""The lines among which the heading is sought."""
_MAX_LINES = 70
"""Lines that an abstract can have."""
_HEADING_SIZE = 1.12
"""The least font size of a heading, relative to that of the text."""
_AFTER = re.compile(
    rf"{front.INTRODUCTION.pattern}$|(?:index terms|jel\b|categories and|general terms|"
    r"ccs concepts|1\.? )|statement of need",
    re.IGNORECASE,
)
_MIN_WORDS = 6
_TERMS = words("terms_of_use")
"""What the covers of archives say about the use of a paper."""
_COPYRIGHT = re.compile(
    r"\s*(?:©|\(c\)\s|copyright\b)[^.]{0,60}\d{4}.{0,120}$|"
    r"(?<=\.)\s*\d{4}\s.{2,50}\ball\srights\sreserved\.?$",
    re.IGNORECASE | re.DOTALL,
)
"""What a publisher prints after an abstract."""


def span(lines: Sequence[Line]) -> tuple[int, int]:
    """Return the span from the heading of the abstract to the next heading; empty without one.

    A heading has a known text or a larger font size.
    """
    for start, line in enumerate(lines[:_MAX_PLACE]):
        if not front.heading(front.ABSTRACT, line.text):
            continue
        size = lines[start + 1].size if start + 1 < len(lines) else line.size
        for place in range(start + 1, min(start + _MAX_LINES, len(lines))):
            after = lines[place]
            if _ends(after.text) or (size and after.size > size * _HEADING_SIZE):
                return start, place
    return 0, 0


def valid(text: str) -> str:
    """Return an abstract without its heading and a notice at its end, or nothing if too short."""
    text = _COPYRIGHT.sub("", front.ABSTRACT.sub("", text, count=1))
    return text if len(text.split()) >= _MIN_WORDS else ""


def has_terms(lines: Sequence[Line]) -> bool:
    """Return whether a page says how its paper can be used, as the covers of archives do."""
    return _TERMS.search(" ".join(line.text for line in lines)) is not None


def _ends(text: str) -> bool:
    return front.is_heading(text) or _AFTER.match(text) is not None
