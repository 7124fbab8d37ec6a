"""What identifies the text of a document, and what of it a near duplicate has to share."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from wildwood.extraction.documents.joined_lines import Words, join_lines
from wildwood.extraction.extracted import Line
from wildwood.extraction.fields import covers
from wildwood.extraction.service.packing import pack

_CHARACTERS = 32


@dataclass(frozen=True, slots=True)
class Reading:
    """What a version of the extractor has read in a document."""

    text: str
    """The digest of its lines, with their places and fonts: what all data is extracted from."""
    front: str
    """The digest of all that the header is extracted from."""
    fingerprint: int
    version: str


def text_digest(*files: Path) -> str:
    """Return the digest of what data is extracted from."""
    whole = hashlib.sha256()
    for path in files:
        with path.open("rb") as opened:
            whole.update(hashlib.file_digest(opened, "sha256").digest())
    return whole.hexdigest()[:_CHARACTERS]


def front_digest(lines: Sequence[Line], words: Words) -> str:
    """Return the digest of all that a header is extracted from: lines, and how they are joined.

    Args:
        lines: those of the document.
        words: those of the document, by which words broken at the end of a line are rejoined.
    """
    read = covers.beginning(lines)
    joined = join_lines(read, words)
    return hashlib.sha256(pack([*read, joined])).hexdigest()[:_CHARACTERS]
