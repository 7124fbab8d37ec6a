"""The content of a file, as bytes for XML and as text for other formats."""

import gzip
import hashlib
import io
import sys
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import BinaryIO

from wildwood.errors import InputError
from wildwood.lists.encodings import Decoded, decoded
from wildwood.lists.faults import COMPLETE, Need

STDIN = Path("-")
"""The path that stands for standard input."""

_GZIP = b"\x1f\x8b"
_MAX_BYTES = 1 << 32


@dataclass(frozen=True)
class Content:
    """The bytes of a file, unpacked, with what its user says of its columns."""

    name: str
    """For messages."""
    data: bytes
    digest: str
    """SHA-256 of the file, before it was unpacked."""
    columns: Mapping[str, str] = field(default_factory=dict)
    """The column of a field, for CSV."""
    needs: frozenset[Need] = COMPLETE
    """What its entries must have."""
    details: bool = False
    """Whether abstracts, notes and the places of entries are needed."""

    @cached_property
    def decoded(self) -> Decoded:
        """The text and its encoding."""
        return decoded(self.data)

    @cached_property
    def text(self) -> str:
        """The text, with line feeds at the ends of its lines."""
        return self.decoded.text.replace("\r\n", "\n").replace("\r", "\n")


def content_of(
    source: Path | BinaryIO,
    columns: Mapping[str, str] | None,
    needs: frozenset[Need],
    *,
    details: bool,
) -> Content:
    """Read a file, gzipped or not; the path `-` is standard input.

    Raises:
        InputError: it cannot be read, or unpacks to more than 4 GB.
    """
    name = _name(source)
    try:
        stored = _stored(source)
        data = _unpacked(name, stored) if stored.startswith(_GZIP) else stored
    except (EOFError, OSError, zlib.error) as error:
        reason = getattr(error, "strerror", None) or f"it is not a whole gzip file ({error})"
        raise InputError(f"Cannot read {name}: {reason}.") from error
    return Content(name, data, hashlib.sha256(stored).hexdigest(), columns or {}, needs, details)


def _name(source: Path | BinaryIO) -> str:
    if isinstance(source, Path):
        return "standard input" if source == STDIN else str(source)
    return str(getattr(source, "name", "the list"))


def _stored(source: Path | BinaryIO) -> bytes:
    if not isinstance(source, Path):
        return source.read()
    return sys.stdin.buffer.read() if source == STDIN else source.read_bytes()


def _unpacked(name: str, stored: bytes) -> bytes:
    with gzip.GzipFile(fileobj=io.BytesIO(stored)) as stream:
        data = stream.read(_MAX_BYTES + 1)
    if len(data) > _MAX_BYTES:
        raise InputError(f"{name} unpacks to more than 4 GB; divide it.")
    return data
