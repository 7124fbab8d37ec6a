"""Find the abstract by its heading or by its form, and tell it from what is around it."""

import re
from collections.abc import Container, Sequence
from itertools import pairwise, takewhile

from wildwood.extraction.extracted import Line
from wildwood.extraction.fields.first_page import front
from wildwood.lexicon.patterns import pattern
from wildwood.records.field_text import letters

_FRONT_PAGES, _LAST_PAGES = 30, 2
"""The first and the last pages that can begin with an abstract, as those of theses do."""
_TOP_LINES = 3
"""The first lines of such a page, among which the heading is sought."""
_HEADING = re.compile(rf"{front.ABSTRACT.pattern}(?:(?<=[.:—–-])|(?<=[.:—–-]\s)|$)")
"""The heading there: a whole line, or apart from what follows by its punctuation."""
_MAX_LINES = 70
"""Lines that an abstract can have."""
_HEADING_SIZE = 1.12
"""The least font size of a heading, relative to that of the text."""
_NOTE_SIZE = 0.94
"""The greatest font size of what is below an abstract and no part of it, relative to the text."""
_FAR = 3.0
"""The distance from which on smaller letters are no part of an abstract, in its font sizes."""
_PARAGRAPH = 1.3
"""The least distance of what can be apart from an abstract, relative to that of its lines."""
_AFTER = re.compile(
    rf"{front.INTRODUCTION.pattern}$|\(?(?:{pattern('classifications')}\b|index terms|1\.? |doi\b)|"
    rf"statement of need|{pattern('title_labels')}\s?:",
    re.IGNORECASE,
)
_MAX_REFERENCE_LINES = 8
"""The lines of a reference to the document itself, before its abstract."""
_MIN_TITLE = 20
"""The letters of a title that an abstract does not have by chance."""
_MAX_BESIDE_TITLE = 150
"""The letters of a reference beside those of the title."""
_LEADING = 1.7
"""The greatest distance of two lines of a paragraph, in font sizes."""
_INDENT = 3.0
"""The greatest indentation of a paragraph, in font sizes."""
_MIN_WORDS = 6
_SMALL = 0.3
"""The least share of words in small letters, or without capitals; German texts have about 0.6."""
_PUNCTUATION = "([„“”«»\"'.,;:)]"
_WORDS = range(25, 400)
"""The words of an abstract without a heading."""
_NOTICE = re.compile(rf"©|@|^{pattern('figure_labels')}\.?\s?\d")
"""What is between the authors and an abstract, and no part of it, such as a caption."""
_BEGINNING = 200
"""The first characters of a paragraph, which show that it is a notice."""
_ENDS_SENTENCE = tuple('.?!”"’)]')
_CLASSIFICATION = re.compile(rf"\s*\(?\b{pattern('classifications')}\b.*$", re.DOTALL)
"""What stands below some abstracts, or on their last line."""
_COPYRIGHT = re.compile(
    r"\s*(?:©|\(c\)\s|copyright\b)[^.]{0,60}\d{4}.{0,120}$|"
    r"(?<=\.)\s*\d{4}\s.{2,50}\ball\srights\sreserved\.?$",
    re.IGNORECASE | re.DOTALL,
)
"""What a publisher prints after an abstract."""


def places(lines: Sequence[Line], notes: Container[Line], title: Sequence[int]) -> list[int]:
    """Return the indexes of the lines of the abstract, with its heading if it has one.

    Args:
        lines: those of the first pages.
        notes: those of the notes at the foot of each page.
        title: the indexes of those of the title.
    """
    own = "".join(lines[place].text for place in title)
    for start in range(len(lines)):
        if found := _headed(lines, start, own, notes):
            return found
    return _without_heading(lines, notes, title) if title else []


def on_own_page(lines: Sequence[Line], title: str) -> list[int]:
    """Return the indexes of the lines of an abstract that begins one of the first or last pages.

    Args:
        lines: those of the document.
        title: its title.
    """
    tops = [place for place, line in enumerate(lines) if line.page != lines[place - 1].page]
    before_text = takewhile(lambda top: not _begins_text(lines, top), tops[:_FRONT_PAGES])
    for top in (*before_text, *tops[-_LAST_PAGES:]):
        for start, line in enumerate(lines[top : top + _TOP_LINES], start=top):
            if _HEADING.match(line.text) and (found := _headed(lines, start, title)):
                return found
    return []


def _headed(
    lines: Sequence[Line], start: int, title: str, notes: Container[Line] = ()
) -> list[int]:
    """Return the indexes of the abstract whose heading is on a line; none if that has none."""
    if not front.heading(front.ABSTRACT, lines[start].text):
        return []
    found, _ = _block(lines, _after_reference(lines, start + 1, letters(title)), notes)
    is_text = found and _is_text(" ".join(lines[place].text for place in (start, *found)))
    return [start, *found] if is_text else []


def _is_text(text: str) -> bool:
    """Return whether a text has words that are no names or headings."""
    words = [
        word for word in (one.strip(_PUNCTUATION) for one in text.split()) if word[:1].isalpha()
    ]
    small = sum(not word[0].isupper() for word in words)
    return len(words) >= _MIN_WORDS and small >= _SMALL * len(words)


def _begins_text(lines: Sequence[Line], top: int) -> bool:
    return any(front.INTRODUCTION.fullmatch(line.text) for line in lines[top : top + _TOP_LINES])


def _after_reference(lines: Sequence[Line], start: int, title: str) -> int:
    """Return where the abstract begins: after a paragraph with the title, such as a reference.

    That has little more than the title, given by its letters: the author, the kind of document,
    the year.
    """
    near = lines[start : start + _MAX_REFERENCE_LINES]
    text = ""
    for place, (line, below, next_) in enumerate(zip(near, near[1:], near[2:], strict=False)):
        text += letters(line.text)
        is_far = line.bottom - below.bottom > _PARAGRAPH * (below.bottom - next_.bottom)
        if is_far or (_ends_sentence(line) and line.right < below.right - line.size):
            has_title = len(title) >= _MIN_TITLE and title in text
            is_mere = has_title and len(text) < len(title) + _MAX_BESIDE_TITLE
            return start + place + 1 if is_mere else start
    return start


def _without_heading(
    lines: Sequence[Line], notes: Container[Line], title: Sequence[int]
) -> list[int]:
    """Return the first paragraphs below the title, if something tells them from the text."""
    lowest = min(lines[place].bottom for place in title)
    below = {
        place: line
        for place, line in enumerate(lines)
        if line.page == lines[title[0]].page and line.size and line.bottom < lowest
    }
    starts = {
        _first(lines, place)
        for place, line in below.items()
        if line not in notes and front.is_prose(line.text)
    }
    for start in sorted(starts, key=lambda one: (-lines[one].bottom, lines[one].left)):
        found, is_apart = _block(lines, start, notes)
        text = " ".join(lines[place].text for place in found)
        if _NOTICE.search(text[:_BEGINNING]) or front.ends_authors(text):
            continue
        above = [one for one in below.values() if one.bottom > lines[start].bottom]
        has_heading = any(front.INTRODUCTION.fullmatch(one.text) for one in above)
        return found if is_apart and not has_heading and len(text.split()) in _WORDS else []
    return []


def _first(lines: Sequence[Line], place: int) -> int:
    """Return the index of the first line of a paragraph."""
    while place:
        above, line = lines[place - 1], lines[place]
        distance = above.bottom - line.bottom
        is_next = 0 < distance < _LEADING * line.size and front.same_size(above, line)
        if (
            not is_next
            or above.right < line.left + line.size
            or abs(above.left - line.left) > _INDENT * line.size
        ):
            break
        place -= 1
    return place


def _block(lines: Sequence[Line], start: int, notes: Container[Line]) -> tuple[list[int], bool]:
    """Return the lines of an abstract from its first one on, and whether its end is plain."""
    found: list[int] = []
    for place in range(start, min(start + _MAX_LINES, len(lines))):
        line = lines[place]
        if line in notes:
            continue
        if (
            _AFTER.match(line.text)
            or front.is_heading(line.text)
            or front.LEADER.search(line.text)
            or (found and _is_apart([lines[one] for one in found], line))
        ):
            return found, True
        found.append(place)
    return found, False


def _is_apart(block: Sequence[Line], line: Line) -> bool:
    """Return whether a line is no part of the paragraphs before it: a heading, a note, the text."""
    first, last = block[0], block[-1]
    if line.size > first.size * _HEADING_SIZE:
        return True
    is_smaller = line.size < first.size * _NOTE_SIZE
    if is_smaller and last.bottom - line.bottom > _FAR * first.size:
        return True
    if not line.size or not _ends_sentence(last):
        return False
    if line.page != last.page or is_smaller:
        return True
    distances = [one.bottom - other.bottom for one, other in pairwise(block)]
    distances = [distance for distance in distances if distance > 0]
    is_far = bool(distances) and last.bottom - line.bottom > _PARAGRAPH * min(distances)
    return is_far and (_has_other_margins(block, line) or line.text.count(";") > 1)


def _has_other_margins(block: Sequence[Line], line: Line) -> bool:
    left, right = min(one.left for one in block), max(one.right for one in block)
    return line.left < left - line.size or line.right > right + line.size


def _ends_sentence(line: Line) -> bool:
    return line.text.rstrip().endswith(_ENDS_SENTENCE)


def valid(text: str) -> str:
    """Return an abstract without its heading and a notice at its end, or nothing if no text."""
    text = front.ABSTRACT.sub("", text, count=1)
    text = _COPYRIGHT.sub("", _CLASSIFICATION.sub("", text))
    return text if _is_text(text) else ""
