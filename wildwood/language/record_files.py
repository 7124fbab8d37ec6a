"""Read records from OAI-PMH responses, rifs, JSON lines and CSV."""

import csv
import gzip
import hashlib
import io
import json
import sys
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from wildwood.errors import RifError, ScreenError
from wildwood.language.oai import MalformedError, parse_page
from wildwood.language.record_fields import record_of, source_of
from wildwood.model import CatalogueRecord
from wildwood.rif import Rif, catalogue_records, parse_rif

STDIN = Path("-")
"""The path that stands for standard input."""

_AMF = b"http://amf.openlib.org"
_HEAD_BYTES = 4096
_GZIP = b"\x1f\x8b"
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_DELIMITERS = ",;\t|"
_MAX_CSV_FIELD = 2**24


class SkippedRecord(NamedTuple):
    """A record that cannot be screened, and the reason."""

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
    damaged: tuple[str, ...] = ()
    """A clause for each record that is damaged, which is also in `left_out`."""
    sources: tuple[str, ...] = ()
    """The source that each record names; empty if the format has none."""


def read_record_file(path: Path) -> RecordFile:
    """Read an OAI-PMH response, a rif, JSON lines or CSV, gzipped or not; `-` is standard input.

    Raises:
        ScreenError: the file cannot be read; the message names it.
    """
    try:
        stored = sys.stdin.buffer.read() if path == STDIN else path.read_bytes()
        zipped = path.suffix == ".gz" or stored.startswith(_GZIP)
        data = gzip.decompress(stored) if zipped else stored
    except (EOFError, OSError, zlib.error) as error:
        reason = getattr(error, "strerror", None) or f"it is not a whole gzip file ({error})"
        raise ScreenError(f"Cannot read {path}: {reason}.") from error
    digest = hashlib.sha256(stored).hexdigest()
    try:
        return _read(path.name.removesuffix(".gz"), digest, data.removeprefix(_BYTE_ORDER_MARK))
    except (MalformedError, RifError) as error:
        raise ScreenError(f"{path} {error}.") from error


def _read(name: str, digest: str, data: bytes) -> RecordFile:
    """Read a file in the format of its name or, without a known suffix, of its first byte."""
    first = data.lstrip()[:1]
    if name.endswith((".csv", ".tsv")) or (name == "-" and first not in (b"<", b"{", b"")):
        return _csv_record_file(digest, data)
    if name.endswith((".jsonl", ".json", ".ndjson")) or first == b"{":
        return _json_record_file(digest, data)
    if _AMF in data[:_HEAD_BYTES]:
        return rif_record_file(digest, parse_rif(data))
    return _oai_record_file(digest, data)


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
    left_out += [SkippedRecord(damaged.id, "damaged") for damaged in page.damaged]
    damaged = tuple(f"{one.id or '(no identifier)'}: {one.reason}" for one in page.damaged)
    return RecordFile(digest, page.records, tuple(left_out), damaged)


def _json_record_file(digest: str, data: bytes) -> RecordFile:
    records: list[CatalogueRecord] = []
    sources: list[str] = []
    for number, line in enumerate(data.splitlines(), 1):
        if not line.strip():
            continue
        try:
            fields = json.loads(line)
            records.append(record_of(fields, f"line {number}"))
            sources.append(source_of(fields))
        except (ValueError, TypeError, AttributeError, RecursionError) as error:
            raise MalformedError(
                f'does not have {{"title": …, "abstract": …, "lang": …}} in line {number}'
            ) from error
    return RecordFile(digest, tuple(records), sources=tuple(sources))


def _csv_record_file(digest: str, data: bytes) -> RecordFile:
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise MalformedError(f"is not in UTF-8 in line {line}") from error
    csv.field_size_limit(_MAX_CSV_FIELD)
    delimiter = max(_DELIMITERS, key=text.partition("\n")[0].count)
    rows = csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter)
    try:
        numbered = [(rows.line_num, row) for row in rows]
    except csv.Error as error:
        raise MalformedError(f"is malformed CSV in line {rows.line_num}: {error}") from error
    if not _has_titles(rows.fieldnames or ()):
        raise MalformedError("has no column named title in its first line")
    return RecordFile(
        digest,
        tuple(record_of(row, f"line {number}") for number, row in numbered),
        sources=tuple(source_of(row) for _, row in numbered),
    )


def _has_titles(names: Sequence[str]) -> bool:
    return any(name.strip().lower() in ("title", "titles", "dc:title") for name in names)
