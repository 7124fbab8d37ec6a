"""The text of a paper without its header and its citations."""

from collections.abc import Sequence

from wildwood.extraction import header, references
from wildwood.extraction.model import Line
from wildwood.extraction.text import paragraphs


def extract(lines: Sequence[Line]) -> str:
    """What stands between header and references, and after these."""
    start, end = references.section(lines)
    # The heading goes with the list.
    before = lines[header.end(lines) : max(start - 1, 0)] if start < len(lines) else None
    kept = lines[header.end(lines) :] if before is None else [*before, *lines[end:]]
    return paragraphs(kept)
