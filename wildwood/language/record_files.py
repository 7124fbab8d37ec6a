"""Files with entries: OAI-PMH responses, rifs, and JSON lines with a title and an abstract."""

import gzip
import hashlib
import json
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from wildwood.errors import RifError, ScreenError
from wildwood.language.oai import MalformedError, parse_page
from wildwood.model import CatalogueRecord, LocalizedText
from wildwood.rif import Rif, catalogue_records, parse_rif

_AMF = b"http://amf.openlib.org"
_HEAD_BYTES = 4096


class SkippedRecord(NamedTuple):
    """What has no text to screen, or nothing to name it by, and why."""

    id: str
    reason: str
    title: str = ""


@dataclass(frozen=True, slots=True)
class RecordFile:
    """What was read of a file."""

    digest: str
    """SHA-256 of its bytes, as it lies on disk."""
    entries: tuple[CatalogueRecord, ...]
    left_out: tuple[SkippedRecord, ...] = ()


def read_record_file(path: Path) -> RecordFile:
    """Read a file of any of the three kinds, gzipped or not.

    Raises:
        ScreenError: it cannot be read; the sentence names it.
    """
    try:
        stored = path.read_bytes()
        data = gzip.decompress(stored) if path.suffix == ".gz" else stored
    except (EOFError, OSError, zlib.error) as error:
        reason = getattr(error, "strerror", None) or f"it is no whole gzip file ({error})"
        raise ScreenError(f"Cannot read {path}: {reason}.") from error
    digest = hashlib.sha256(stored).hexdigest()
    try:
        if path.name.removesuffix(".gz").endswith(".jsonl"):
            return RecordFile(digest, tuple(_json_entries(data)))
        if _AMF in data[:_HEAD_BYTES]:
            return rif_record_file(digest, parse_rif(data))
        return _oai_source(digest, data)
    except (MalformedError, RifError) as error:
        raise ScreenError(f"{path} {error}.") from error


def rif_record_file(digest: str, rif: Rif) -> RecordFile:
    """A rif as a source."""
    nameless = (SkippedRecord("", "no handle", title) for title in rif.skipped)
    return RecordFile(digest, tuple(catalogue_records(rif)), tuple(nameless))


def _oai_source(digest: str, data: bytes) -> RecordFile:
    page = parse_page(data)
    if page.refusal is not None:
        raise MalformedError(f"is no list of records but a refusal ({page.refusal})")
    left_out = [SkippedRecord(identifier, "deleted") for identifier in page.deleted]
    left_out += [SkippedRecord(identifier, "no Dublin Core") for identifier in page.undescribed]
    return RecordFile(digest, page.entries, tuple(left_out))


def _json_entries(data: bytes) -> Iterator[CatalogueRecord]:
    for number, line in enumerate(data.splitlines(), 1):
        try:
            record = json.loads(line)
            yield _json_entry(f"line {number}", record)
        except (ValueError, TypeError, AttributeError) as error:
            raise MalformedError(
                f'has no {{"title": …, "abstract": …, "lang": …}} in line {number}'
            ) from error


def _json_entry(identifier: str, record: dict[str, Any]) -> CatalogueRecord:
    # JSON can hold halves of characters, which no other form of text can.
    title, abstract, language = (
        str(record.get(key) or "").encode(errors="replace").decode()
        for key in ("title", "abstract", "lang")
    )
    return CatalogueRecord(
        identifier,
        (LocalizedText(title),) if title else (),
        (LocalizedText(abstract),) if abstract else (),
        (language,) if language else (),
    )
