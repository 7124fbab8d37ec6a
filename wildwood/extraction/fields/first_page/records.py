"""Find the title in the record that an archive prints on a cover.

Its lines are labels and values, such as `Author(s): Anna Smith` and `Stable URL: https://…`.
"""

import re
from collections.abc import Sequence

from wildwood.extraction.extracted import Line
from wildwood.lexicon.patterns import pattern

TITLE_LABEL = re.compile(
    rf"(?:(?:article|chapter|paper|document|thesis|report)\s)?{pattern('title_labels')}\s*:\s+(?=\S)",
    re.IGNORECASE,
)
AUTHORS_LABEL = re.compile(
    rf"(?:(?:article|chapter|paper)\s)?{pattern('author_labels')}\s*:\s+", re.IGNORECASE
)
_OTHER_LABEL = re.compile(rf"{pattern('record_labels')}\s*:\s", re.IGNORECASE)
_MIN_LABELS = 3
"""The least lines with different labels in a record."""
_LEADING = 1.6
"""The greatest distance between two lines of a value, in font sizes."""
_ABOVE_AUTHORS = 3.0
"""The greatest distance from the title to a label of the authors below it, in font sizes."""


def title_places(page: Sequence[Line]) -> tuple[int, ...]:
    """Return the indexes of the lines of the title in a record; none without a record."""
    order = sorted(
        (place for place, line in enumerate(page) if line.size),
        key=lambda place: (-page[place].bottom, page[place].left),
    )
    authors = next((n for n, place in enumerate(order) if _has(AUTHORS_LABEL, page[place])), None)
    if authors is None or _labels(page) < _MIN_LABELS:
        return ()
    labelled = next((n for n, place in enumerate(order) if _has(TITLE_LABEL, page[place])), None)
    if labelled is not None:
        return _value(page, order[labelled:])
    return tuple(reversed(_block_above(page, order[: authors + 1][::-1])))


def _has(label: re.Pattern[str], line: Line) -> bool:
    return label.match(line.text) is not None


def is_labelled(text: str) -> bool:
    """Return whether a line begins with a label of a record."""
    return any(label.match(text) for label in (TITLE_LABEL, AUTHORS_LABEL, _OTHER_LABEL))


def _labels(page: Sequence[Line]) -> int:
    """Return how many different labels begin the lines of a page."""
    return len({line.text.partition(":")[0].lower() for line in page if is_labelled(line.text)})


def _value(page: Sequence[Line], order: Sequence[int]) -> tuple[int, ...]:
    """Return the first of some lines, and those that its value goes on in."""
    places = [order[0]]
    for place in order[1:]:
        if is_labelled(page[place].text) or not _is_next(page[places[-1]], page[place]):
            break
        places.append(place)
    return tuple(places)


def _block_above(page: Sequence[Line], order: Sequence[int]) -> list[int]:
    """Return the lines above the first of some lines, from below."""
    places: list[int] = []
    label = page[order[0]]
    for place in order[1:]:
        line = page[place]
        near = _ABOVE_AUTHORS * label.size > line.bottom - label.bottom
        if not (_is_next(line, page[places[-1]]) if places else near):
            break
        places.append(place)
    return places


def _is_next(line: Line, below: Line) -> bool:
    """Return whether a line is directly above another one."""
    return 0 < line.bottom - below.bottom < _LEADING * line.size
