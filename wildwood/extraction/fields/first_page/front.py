"""The first page of a document: its lines by place, and what each of them can be."""

import re
from collections.abc import Iterable, Sequence

from wildwood.extraction.extracted import Line
from wildwood.lexicon.patterns import entries, pattern
from wildwood.names.name_words import AND

NUMBER = r"(?:\d{1,2}[.)]?|[IVX]{1,4}[.)]?|[■□▪●◆►])?\s*"
"""The number of a heading or a sign before it, if any, as a pattern."""
_ABSTRACT = pattern("abstract_headings", spaced=True)
ABSTRACT = re.compile(rf"[*_]?{_ABSTRACT}(?:\s*[–—/-]\s*{_ABSTRACT})?\b\s*[.:—–-]*\s*")
"""The heading of an abstract; small capitals can leave a space after the first letter."""
_KEYWORDS = pattern("keyword_headings", spaced=True)
KEYWORDS = re.compile(rf"{_KEYWORDS}\b(?:\s*[/—–-]\s*{_KEYWORDS}\b)*\s*[.:—–-]*\s*")
_INTRODUCTION = pattern("introduction_headings", spaced=True)
INTRODUCTION = re.compile(
    rf"{NUMBER}{_INTRODUCTION}(?:\s{AND}\s.{{3,40}})?[.:]?",
    re.IGNORECASE,
)
_END_OF_AUTHORS = re.compile(rf"{pattern('front_matter')}(?!\w)|©|\(c\)|https?:", re.IGNORECASE)
_ARTICLE_TYPES = frozenset(one.replace(" ", "") for one in entries("article_types")) | {""}
"""What kinds of articles are called, without spaces."""
LEADER = re.compile(r"(?:\.\s?){4}")
"""The dots of a table of contents."""
_JOINTS = re.compile(r"[\s:–—•|]+")
_PUNCTUATION = "(,.;:)"
_SIZE_TOLERANCE = 0.06
"""How much the sizes of lines in one style can differ, relative to the first."""
_COVER_CHARACTERS = 900
"""The characters below which a page is a cover."""
ROW = 0.5
"""How much the baselines of one row can differ, in font sizes."""
_MIN_PROSE_WORDS = 8
_PROSE_SHARE = 0.55
"""The least share of words in lower case in a line of prose."""


def first_page(lines: Sequence[Line]) -> list[Line]:
    """Return the lines of the first page that has any."""
    return [line for line in lines if line.page == lines[0].page] if lines else []


def from_top(lines: Iterable[Line]) -> list[Line]:
    """Return the lines with a size, from the top and from the left."""
    sized = (line for line in lines if line.size)
    return sorted(sized, key=lambda line: (-line.bottom, line.left))


def is_cover(page: Sequence[Line], pages: int = 1) -> bool:
    """Return whether a page has as little text as a cover, or as this many of them."""
    return sum(len(line.text) for line in page) < pages * _COVER_CHARACTERS


def usual_size(lines: Sequence[Line]) -> float:
    """Return the median font size of the characters, in points; 0 in plain text.

    The lines of a figure are many, but short.
    """
    sized = sorted((line for line in lines if line.size), key=lambda line: line.size)
    half = sum(len(line.text) for line in sized) / 2
    for line in sized:
        half -= len(line.text)
        if half <= 0:
            return line.size
    return 0.0


def is_article_type(text: str) -> bool:
    """Return whether a line says what kind of article it begins, such as `Research Article`.

    Letters can be spaced, and two such labels can be on one line.
    """
    parts = [part for part in re.split(r"\s*[/•|]\s*", text.lower().strip(" .:*")) if part]
    squeezed = _JOINTS.sub("", "".join(parts))
    return squeezed in _ARTICLE_TYPES


def heading(pattern: re.Pattern[str], text: str) -> re.Match[str] | None:
    """Return the heading that a line begins with, unless it is part of a sentence."""
    found = pattern.match(text)
    if found is None or LEADER.search(text):
        return None
    end = found[0].rstrip()[-1]
    if end in ":—–":
        return found
    is_apart = not text[found.end() :][:1].islower()
    return found if is_apart and (end != "." or text[0].isupper()) else None


def is_heading(text: str) -> bool:
    """Return whether a line is, or begins with, the heading of the abstract, keywords or text."""
    if heading(ABSTRACT, text) or heading(KEYWORDS, text):
        return True
    return INTRODUCTION.fullmatch(text) is not None


def is_contents(page: Iterable[Line]) -> bool:
    """Return whether a page has the dots of a table of contents."""
    return any(LEADER.search(line.text) for line in page)


def is_front_matter(text: str) -> bool:
    """Return whether a line is nothing but the heading of a table of contents or of notices."""
    return _END_OF_AUTHORS.fullmatch(text.strip(" .:")) is not None


def ends_authors(text: str) -> bool:
    """Return whether no author can be on this line or after it."""
    return is_heading(text) or _END_OF_AUTHORS.match(text) is not None


def is_prose(text: str) -> bool:
    """Return whether most words of a line are in lower case, as in a paragraph.

    Those of a script without capitals are.
    """
    words = [word.strip(_PUNCTUATION) for word in text.split()]
    if len(words) < _MIN_PROSE_WORDS:
        return False
    lower = sum(word.isalpha() and not word[0].isupper() for word in words)
    return lower >= _PROSE_SHARE * len(words)


def same_size(one: Line, other: Line, tolerance: float = _SIZE_TOLERANCE) -> bool:
    """Return whether two lines are equally large, within a share of the size of the first."""
    return abs(one.size - other.size) <= tolerance * one.size


def same_style(one: Line, other: Line, tolerance: float = _SIZE_TOLERANCE) -> bool:
    """Return whether two lines are equally bold and, within a share, equally large."""
    return same_size(one, other, tolerance) and one.bold == other.bold


def is_beside(line: Line, other: Line) -> bool:
    """Return whether another line is to the right of a line, in its row."""
    return abs(line.bottom - other.bottom) < ROW * line.size and other.left > line.right


def overlap(one: Line, other: Line) -> float:
    """Return how much of the width of the narrower line is above or below the other, to 1."""
    narrower = min(one.right - one.left, other.right - other.left)
    shared = min(one.right, other.right) - max(one.left, other.left)
    return shared / narrower if narrower > 0 else float(shared >= 0)
