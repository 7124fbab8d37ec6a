"""Divide a text into sentences."""

import re
from collections.abc import Iterator, Sequence

from wildwood.extraction.full_text import Span

_END = re.compile(r"(?<![.!?])[.!?]+[”\"’')\]]*(?P<space>\s+)(?=[“\"‘'(\[]?[^\W_a-z])")
_ABBREVIATED = re.compile(
    r"(?:^|[\s(\[“])(?:[^\W\d_]|(?:[^\W\d_]\.)+[^\W\d_]|al|approx|bzw|ca|cf|ch|chap|ed|eds|e\.g|eq|"
    r"eqs|etc|fig|figs|i\.e|incl|no|nos|nr|p|pp|prof|dr|mr|mrs|ms|ref|refs|resp|sec|sect|sp|spp|st|"
    r"subsp|suppl|tab|u\.s|usw|var|vgl|viz|vol|vols|vs)$",
    re.IGNORECASE,
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
