"""Read records from OAI-PMH responses, rifs and JSON lines."""

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
    """A record without text to screen or without a handle, and the reason."""

    id: str
    reason: str
    title: str = ""


@dataclass(frozen=True, slots=True)
class RecordFile:
    """The records of a file."""

    digest: str
    """SHA-256 of the file's bytes, before decompression."""
    records: tuple[CatalogueRecord, ...]
    left_out: tuple[SkippedRecord, ...] = ()


def read_record_file(path: Path) -> RecordFile:
    """Read an OAI-PMH response, a rif or JSON lines, gzipped or not.

    Raises:
        ScreenError: the file cannot be read; the message names it.
    """
    try:
        stored = path.read_bytes()
        data = gzip.decompress(stored) if path.suffix == ".gz" else stored
    except (EOFError, OSError, zlib.error) as error:
        reason = getattr(error, "strerror", None) or f"it is not a whole gzip file ({error})"
        raise ScreenError(f"Cannot read {path}: {reason}.") from error
    digest = hashlib.sha256(stored).hexdigest()
    try:
        if path.name.removesuffix(".gz").endswith(".jsonl"):
            return RecordFile(digest, tuple(_json_records(data)))
        if _AMF in data[:_HEAD_BYTES]:
            return rif_record_file(digest, parse_rif(data))
        return _oai_record_file(digest, data)
    except (MalformedError, RifError) as error:
        raise ScreenError(f"{path} {error}.") from error


def rif_record_file(digest: str, rif: Rif) -> RecordFile:
    """Make a record file from a rif; papers without a handle are left out."""
    nameless = (SkippedRecord("", "no handle", title) for title in rif.skipped)
    return RecordFile(digest, tuple(catalogue_records(rif)), tuple(nameless))


def _oai_record_file(digest: str, data: bytes) -> RecordFile:
    page = parse_page(data)
    if page.refusal is not None:
        raise MalformedError(f"is an OAI-PMH error, not a list of records ({page.refusal})")
    left_out = [SkippedRecord(identifier, "deleted") for identifier in page.deleted]
    left_out += [
        SkippedRecord(identifier, "no Dublin Core") for identifier in page.without_dublin_core
    ]
    return RecordFile(digest, page.records, tuple(left_out))


def _json_records(data: bytes) -> Iterator[CatalogueRecord]:
    for number, line in enumerate(data.splitlines(), 1):
        try:
            fields = json.loads(line)
            yield _json_record(f"line {number}", fields)
        except (ValueError, TypeError, AttributeError) as error:
            raise MalformedError(
                f'does not have {{"title": …, "abstract": …, "lang": …}} in line {number}'
            ) from error


def _json_record(identifier: str, fields: dict[str, Any]) -> CatalogueRecord:
    # JSON escapes can make lone surrogates, which UTF-8 cannot encode.
    title, abstract, language = (
        str(fields.get(key) or "").encode(errors="replace").decode()
        for key in ("title", "abstract", "lang")
    )
    return CatalogueRecord(
        identifier,
        (LocalizedText(title),) if title else (),
        (LocalizedText(abstract),) if abstract else (),
        (language,) if language else (),
    )
