"""What identifies the text of a document, and what finds its near duplicates."""

import hashlib
from dataclasses import dataclass
from pathlib import Path

_CHARACTERS = 32


@dataclass(frozen=True, slots=True)
class Reading:
    """What a version of the extractor has read in a document."""

    text: str
    """The digest of its lines, with their places and fonts: what all data is extracted from."""
    fingerprint: int
    version: str


def text_digest(*files: Path) -> str:
    """Return the digest of what data is extracted from."""
    whole = hashlib.sha256()
    for path in files:
        with path.open("rb") as opened:
            whole.update(hashlib.file_digest(opened, "sha256").digest())
    return whole.hexdigest()[:_CHARACTERS]
