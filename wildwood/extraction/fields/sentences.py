"""Divide a text into sentences."""

import re
from collections.abc import Iterator, Sequence

from wildwood.extraction.full_text import Span
from wildwood.lexicon.patterns import pattern

_END = re.compile(r"(?<![.!?])[.!?]+[”\"’')\]]*(?P<space>\s+)(?=[“\"‘'(\[]?[^\W_a-z])")
_ABBREVIATED = re.compile(
    rf"(?:^|[\s(\[“])(?:[^\W\d_]|(?:[^\W\d_]\.)+[^\W\d_]|{pattern('abbreviations')})$"
)
"""What ends with a full stop inside a sentence: initials and abbreviations."""
_LONGEST = 8
"""Characters of the longest abbreviation, with what is before it."""


def sentences(text: str, unbroken: Sequence[Span] = ()) -> Iterator[Span]:
    """Yield the span of each sentence; none ends within one of the unbroken spans."""
    start = 0
    for end in _END.finditer(text):
        stop, after = end.start("space"), end.end()
        before = text[max(start, end.start() - _LONGEST) : end.start()]
        if end[0].startswith(".") and _ABBREVIATED.search(before):
            continue
        if any(first < stop < last for first, last in unbroken):
            continue
        yield start, stop
        start = after
    if start < len(text):
        yield start, len(text)
