"""The text of a paper without its header and its citations."""

from collections.abc import Sequence

from wildwood.extraction.documents.text import paragraphs
from wildwood.extraction.fields import header, references
from wildwood.extraction.model import Line


def extract(lines: Sequence[Line]) -> str:
    """What stands between header and references, and after these."""
    start, end = references.reference_section(lines)
    # The heading goes with the list.
    before = lines[header.header_end(lines) : max(start - 1, 0)] if start < len(lines) else None
    kept = lines[header.header_end(lines) :] if before is None else [*before, *lines[end:]]
    return paragraphs(kept)
