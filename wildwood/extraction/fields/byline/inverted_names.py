"""Find names that begin with the family name, below or above a title."""

from collections.abc import Sequence

from wildwood.extraction.extracted import Line
from wildwood.extraction.fields.byline.affiliations import NamedLine
from wildwood.extraction.fields.first_page import banners, front
from wildwood.extraction.fields.first_page.people import inverted

_NEAR, _LIST_NEAR = 3.0, 4.0
"""How far from the title a name that begins with the family name, and a list, can be, in sizes."""


def find(page: Sequence[Line], title: Sequence[Line]) -> list[NamedLine]:
    """Return the closest lines below or above a title if their names begin with the family name.

    So repositories print them. A kind of paper can be between the names and the title.
    """
    others = [
        line
        for line in front.from_top(page)
        if line not in title
        and not banners.is_document_type(line.text)
        and any(front.overlap(line, one) > 0 for one in title)
    ]
    lowest = min(title, key=lambda line: line.bottom)
    top = max(title, key=lambda line: line.bottom)
    below = [line for line in others if 0 < lowest.bottom - line.bottom < _reach(line, lowest)]
    above = [line for line in others if 0 < line.bottom - top.bottom < _reach(line, top)]
    return _inverted_list(below) or _inverted_list(above[-1:])


def _reach(line: Line, title: Line) -> float:
    """Return how far from a title a line can be whose names begin with the family name."""
    return (_LIST_NEAR if ";" in line.text else _NEAR) * title.size


def _inverted_list(lines: Sequence[Line]) -> list[NamedLine]:
    """Return the first of some lines, which names begin, and those that its list goes on in."""
    text = ""
    for number, line in enumerate(lines):
        goes_on = text.endswith((";", ",")) or (";" in text and ";" in line.text)
        if number and not (goes_on and front.same_style(lines[0], line)):
            break
        text = f"{text} {line.text}".lstrip()
    found = inverted(text)
    return [NamedLine(lines[0], tuple(found))] if found else []
