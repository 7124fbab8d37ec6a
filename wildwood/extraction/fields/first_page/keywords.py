"""Find the keywords of a paper: the list below or beside its heading."""

import re
from collections.abc import Sequence

from wildwood.extraction.documents.joined_lines import Words, join_lines
from wildwood.extraction.extracted import Line
from wildwood.extraction.fields.first_page import front

_MAX_KEYWORDS = 25
_MAX_KEYWORD_WORDS = 7
_MAX_CHARACTERS = 600
_MAX_PLACE = 200
"""The lines among which the heading is sought, some three pages; a cover can come first."""
_MAX_LINES = 8
_LEADING = 1.7
"""The greatest distance between two lines of a list, in font sizes."""
_SEPARATOR = re.compile(r"\s*[;,·•∙|–—]\s*|\s-\s|\.\s+")
_LISTED = re.compile(r"[;,·•∙|]")
_MIN_LISTED = 2
"""What is between keywords, and how often at least if their heading has no punctuation."""
_END = re.compile(
    r"(?:abbreviations|jel\b|pacs\b|msc\b|ams\b|correspond|doi\b|https?:|received|citation|©|"
    r"copyright|\d\.?\s+[A-Z])", re.IGNORECASE
)  # fmt: skip
_PUNCTUATION = " .,;:*†‡—–-|"


def find(lines: Sequence[Line], words: Words) -> str:
    """Return the keywords on the first pages as they are printed, or nothing without a list.

    Those on lines of their own are separated by semicolons.

    Args:
        lines: the lines of the document.
        words: the words of the document, which decide on hyphens at the end of a line.
    """
    for place, line in enumerate(lines[:_MAX_PLACE]):
        heading = _heading(line.text)
        if heading is None:
            continue
        rest = line.text[heading.end() :].strip()
        listed = [line._replace(text=rest)] if rest else []
        for other in lines[place + 1 : place + 1 + _MAX_LINES]:
            is_end = front.is_heading(other.text) or _END.match(other.text)
            if is_end or (listed and not _continues(listed[-1], other)):
                break
            listed.append(other)
        one_each = (
            not rest and len(listed) > 1 and not any(_SEPARATOR.search(one.text) for one in listed)
        )
        text = "; ".join(one.text for one in listed) if one_each else join_lines(listed, words)
        if found := _valid(text):
            return found
    return ""


def _heading(text: str) -> re.Match[str] | None:
    """Return the heading that a line begins with; a list can follow without punctuation."""
    if found := front.heading(front.KEYWORDS, text):
        return found
    found = front.KEYWORDS.match(text)
    if found is None or not text[0].isupper():
        return None
    return found if len(_LISTED.findall(text, found.end())) >= _MIN_LISTED else None


def _continues(before: Line, line: Line) -> bool:
    """Return whether a line is directly below another one, in letters of the same size."""
    if not line.size:
        return line.page == before.page and before.bottom - line.bottom <= 1
    is_below = 0 < before.bottom - line.bottom < _LEADING * line.size
    return is_below and front.same_size(line, before)


def _valid(text: str) -> str:
    """Return a list of keywords, or nothing if the text is no list of short phrases."""
    text = text.strip(_PUNCTUATION)
    parts = [part for part in _SEPARATOR.split(text) if part]
    if (
        front.KEYWORDS.fullmatch(text)
        or not parts
        or len(parts) > _MAX_KEYWORDS
        or len(text) > _MAX_CHARACTERS
    ):
        return ""
    if any(len(part.split()) > _MAX_KEYWORD_WORDS for part in parts) or "@" in text:
        return ""
    is_list = len(parts) > 1 or len(text.split()) <= _MAX_KEYWORD_WORDS
    return text if is_list else ""
