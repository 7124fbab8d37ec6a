"""Remember what is found in the lines of a document, since several fields need it."""

from collections.abc import Callable, Sequence
from functools import wraps
from typing import TypeVar

from wildwood.extraction.extracted import Line

_Found = TypeVar("_Found")


def remembered(find: Callable[[Sequence[Line]], _Found]) -> Callable[[Sequence[Line]], _Found]:
    """Make a function remember what it found in the lines that it had last, if they are a tuple.

    Another tuple of equal lines is another document; a list can change, and is read each time.
    """
    last: tuple[Sequence[Line], _Found] | None = None

    @wraps(find)
    def found(lines: Sequence[Line]) -> _Found:
        nonlocal last
        if not isinstance(lines, tuple):
            return find(lines)
        known = last
        if known is None or known[0] is not lines:
            known = last = (lines, find(lines))
        return known[1]

    return found
