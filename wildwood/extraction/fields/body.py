"""Extract the text of a document without its header and citations."""

from collections.abc import Sequence

from wildwood.extraction.documents.joined_lines import paragraphs
from wildwood.extraction.extracted import Line
from wildwood.extraction.fields import header
from wildwood.extraction.fields.references import reference_lists


def lines_of(lines: Sequence[Line]) -> list[Line]:
    """Return the lines after the header, without the lists of references."""
    listed = reference_lists.places(lines)
    places = range(header.header_end(lines), len(lines))
    return [lines[place] for place in places if place not in listed]


def extract(lines: Sequence[Line]) -> str:
    """Return the text of these lines."""
    return paragraphs(lines_of(lines))
