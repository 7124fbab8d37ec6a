"""Extract the text of a document without its header and citations."""

from collections.abc import Sequence

from wildwood.extraction.documents.text import paragraphs
from wildwood.extraction.fields import header, reference_section
from wildwood.extraction.model import Line


def extract(lines: Sequence[Line]) -> str:
    """Return the text between the header and the list of references, and after the list."""
    body_start = header.header_end(lines)
    section = reference_section.find(lines)
    return paragraphs([*lines[body_start : section.heading], *lines[section.end :]])
