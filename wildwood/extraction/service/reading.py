"""What identifies the text of a document, and what of it a near duplicate has to share."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from wildwood.extraction.extracted import Line, by_page
from wildwood.extraction.service.packing import pack

_FRONT_PAGES = 2
"""Pages that a header is read from: a cover can leave a part of it to the next page."""
_FRONT_LINES = 200
_CHARACTERS = 32


@dataclass(frozen=True, slots=True)
class Reading:
    """What a version of the extractor has read in a document."""

    text: str
    """The digest of its lines, with their places and fonts: what all data is extracted from."""
    front: str
    """The digest of the lines that the header is extracted from."""
    fingerprint: int
    version: str


def text_digest(*files: Path) -> str:
    """Return the digest of what data is extracted from."""
    whole = hashlib.sha256()
    for path in files:
        with path.open("rb") as opened:
            whole.update(hashlib.file_digest(opened, "sha256").digest())
    return whole.hexdigest()[:_CHARACTERS]


def front_digest(lines: Sequence[Line]) -> str:
    """Return the digest of the lines that a header is extracted from."""
    pages = by_page(lines)
    front = [line for page in islice(pages, _FRONT_PAGES) for line in pages[page]]
    return hashlib.sha256(pack(front[:_FRONT_LINES])).hexdigest()[:_CHARACTERS]
