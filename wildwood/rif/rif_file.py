"""Read a rif from a file, within a limit of size."""

import datetime
import errno
import gzip
import hashlib
import io
import os
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from wildwood.errors import DiskFullError, RifError
from wildwood.rif.document import Rif, parse_rif

MAX_BYTES = 1 << 30
"""The largest file that is read unless a limit is given, and the most that it can unpack to."""
_FULL = (errno.ENOSPC, errno.EDQUOT)
_PIECE_BYTES = 1 << 20
_GZIP = b"\x1f\x8b"
"""The beginning of a gzip file (RFC 1952, section 2.3.1)."""

DigestOf = Callable[[Path, int], str]
"""Returns the digest of a rif of at most that many bytes, as `digest_of` does."""


@dataclass(frozen=True, slots=True)
class RifFile:
    """A rif that was read from disk: its name, the digest of its bytes, and its content."""

    date: datetime.date
    name: str
    digest: str
    rif: Rif
    superseded: tuple[str, ...] = ()
    """The names of older files of the same date, which were not read."""


def read_rif(date: datetime.date, path: Path, max_bytes: int = MAX_BYTES) -> RifFile:
    """Read and parse a rif.

    Raises:
        RifError: the file cannot be read, is larger than `max_bytes`, or is not a valid rif.
    """
    stored, _ = _read(path, max_bytes)
    try:
        rif = parse_rif(_decompressed(path, stored, max_bytes))
    except RifError as error:
        raise RifError(f"{path} {error}.") from error
    return RifFile(date, path.name, sha256(stored), rif)


def digest_of(path: Path, max_bytes: int = MAX_BYTES) -> str:
    """Return the SHA-256 digest of the bytes of a rif on disk.

    Raises:
        RifError: the file cannot be read or is larger than `max_bytes`.
    """
    return digest_and_status(path, max_bytes)[0]


def digest_and_status(path: Path, max_bytes: int) -> tuple[str, os.stat_result]:
    """Return the digest of a rif, and the status that its file had before; see `digest_of`."""
    data, status = _read(path, max_bytes)
    return sha256(data), status


def sha256(data: bytes) -> str:
    """Return the SHA-256 digest of data as hexadecimal digits."""
    return hashlib.sha256(data).hexdigest()


@contextmanager
def translated_errors(action: str, hint: str = "") -> Iterator[None]:
    """Turn `OSError` into ours; `action` continues the message "Cannot …".

    Raises:
        DiskFullError: there is no room left.
        RifError: in place of any other `OSError`.
    """
    try:
        yield
    except OSError as error:
        kind = DiskFullError if error.errno in _FULL else RifError
        raise kind(f"Cannot {action}: {error.strerror}{hint}.") from error


def _read(path: Path, max_bytes: int) -> tuple[bytes, os.stat_result]:
    with translated_errors(f"read {path}"), path.open("rb") as stream:
        status = os.fstat(stream.fileno())
        data = _up_to(max_bytes, stream)
    if len(data) > max_bytes:
        raise RifError(f"{path} {_too_large('is', max_bytes)}.")
    return data, status


def _decompressed(path: Path, stored: bytes, max_bytes: int) -> bytes:
    if path.suffix != ".gz":
        if stored.startswith(_GZIP):
            raise RifError("is gzipped; let its name end in .xml.gz")
        return stored
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(stored)) as stream:
            data = _up_to(max_bytes, stream)
    except (EOFError, OSError, zlib.error) as error:
        raise RifError(f"is not a valid gzip file ({error}); fetch it again") from error
    if len(data) > max_bytes:
        raise RifError(_too_large("unpacks to", max_bytes))
    return data


def _up_to(most: int, stream: BinaryIO | gzip.GzipFile) -> bytes:
    """Return what a stream has, or a little more than `most` bytes of it.

    A single `read` of so many would reserve memory for all of them first.
    """
    data = bytearray()
    while len(data) <= most and (piece := stream.read(_PIECE_BYTES)):
        data += piece
    return bytes(data)


def _too_large(verb: str, max_bytes: int) -> str:
    return f"{verb} more than {max_bytes / (1 << 20):g} MB; if it is a rif, raise limits.rif_mb"
