"""Look up what is stored of a text and of its near duplicates."""

import hashlib
import unicodedata
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from enum import Enum
from functools import cache
from importlib import metadata
from typing import Any

from wildwood.extraction.data import Kind
from wildwood.extraction.service.kinds import STORED
from wildwood.extraction.service.simhash import MAX_DISTANCE
from wildwood.extraction.service.store import ExtractionStore, NearDuplicate, Reading
from wildwood.kernel import files
from wildwood.kernel.settings import Reuse


class Source(Enum):
    EXTRACTED = "extracted"
    SAME_TEXT = "same text"
    CLOSEST = "closest near duplicate"


@dataclass(frozen=True, slots=True)
class ExtractionOptions:
    distance: int = MAX_DISTANCE
    fresh: bool = False
    reuse: Reuse | None = None  # as the setting says


USUAL = ExtractionOptions()


@dataclass(frozen=True, slots=True)
class Extracted:
    """Extracted data, and the closest text with such stored data."""

    data: Any = None  # none if it is not known yet
    source: Source = Source.EXTRACTED
    near: NearDuplicate | None = None


def near_duplicates(results: Mapping[Kind, Extracted]) -> dict[str, Any]:
    return {kind.value: asdict(each.near) for kind, each in results.items() if each.near}


def is_empty(data: Any) -> bool:
    if isinstance(data, str):
        return not data.strip()
    return not any(data.values() if isinstance(data, dict) else data)


def look_up(
    store: ExtractionStore, reading: Reading, kind: Kind, options: ExtractionOptions
) -> Extracted:
    """Look up data of a text and a near duplicate (Williams et al. 2014, not Algorithm 1)."""
    if kind not in STORED:
        return Extracted()
    texts = store.known(reading, kind, options.distance)
    near = next((candidate for candidate in texts if candidate.id != reading.text), None)
    if options.fresh:
        return Extracted(near=near)
    if any(candidate.id == reading.text for candidate in texts):
        own = store.data(reading.text, kind, reading.version)
        if own is not None:  # it can have been removed meanwhile
            return Extracted(own, Source.SAME_TEXT, near)
    if near and options.reuse is Reuse.NEAR:
        data = store.data(near.id, kind, reading.version)
        if data is not None:
            return Extracted(data, Source.CLOSEST, replace(near, reused=True))
    return Extracted(near=near)


_CODE = ("biblio", "extraction")  # the rooms that decide the data of a document, except HTTP
_LIBRARIES = ("numpy", "pypdfium2", "pystemmer", "python-crfsuite", "stopwordsiso")
_CHARACTERS = 16


@cache
def extractor_version() -> str:
    """Return the digest of what decides the data of a document: code, words, models, libraries."""
    whole = hashlib.sha256(unicodedata.unidata_version.encode())
    for library in _LIBRARIES:
        whole.update(f"{library} {metadata.version(library)}\n".encode())
    for path in sorted(path for room in _CODE for path in (files.PACKAGE / room).rglob("*")):
        place = path.relative_to(files.PACKAGE)
        if path.is_file() and path.suffix != ".pyc" and place.parts[1] != "http":
            whole.update(f"{place}\n".encode())
            whole.update(hashlib.sha256(path.read_bytes()).digest())
    return whole.hexdigest()[:_CHARACTERS]
