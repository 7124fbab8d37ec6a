"""Which version of the extractor made something: what another one made is not used."""

import hashlib
import unicodedata
from collections.abc import Iterator
from functools import cache
from importlib import metadata
from pathlib import Path

from wildwood import resources

_CODE = (
    *("extraction/extracted.py", "extraction/documents", "extraction/fields", "extraction/service"),
    *("lexicon", "names", "records"),
)
"""The files and folders that decide the data of a document."""
_LIBRARIES = (
    "numpy", "pypdfium2", "pystemmer", "python-crfsuite", "stopwordsiso",
)  # fmt: skip
_CHARACTERS = 16


@cache
def extractor_version() -> str:
    """Return the digest of what decides the data of a document: code, words, models, libraries."""
    whole = hashlib.sha256(unicodedata.unidata_version.encode())
    for library in _LIBRARIES:
        whole.update(f"{library} {metadata.version(library)}\n".encode())
    for path in _files():
        whole.update(f"{path.relative_to(resources.PACKAGE)}\n".encode())
        whole.update(hashlib.sha256(path.read_bytes()).digest())
    return whole.hexdigest()[:_CHARACTERS]


def _files() -> Iterator[Path]:
    for name in _CODE:
        place = resources.PACKAGE / name
        for path in [place] if place.is_file() else sorted(place.rglob("*")):
            if path.is_file() and path.suffix != ".pyc":
                yield path
