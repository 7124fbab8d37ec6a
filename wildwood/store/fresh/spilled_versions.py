"""The versions of many papers in files, by ranges of handles, for the processes of a rebuild.

A process stores all versions of the handles of one range. So no other process has to read or change
the documents that it writes.
"""

import hashlib
import struct
import zlib
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, pairwise
from pathlib import Path

import bson

from wildwood.matching.past.spill import damaged
from wildwood.store.connection import Document

_RANGE = struct.Struct("<QQI")
"""Where the versions of a range begin and end in the file, and their checksum."""
_FIRST = 1
"""The checksum of no versions, so that zeros are not taken for an empty range."""
_HASH_BYTES = 8

Versions = dict[str, list[Document]]
"""The versions of papers by handle; see `documents.version_document`."""


def write_versions(path: Path, issues: Iterable[dict[str, Document]], ranges: int) -> None:
    """Write what `documents.version_documents` returns of some issues."""
    found: list[list[bytes]] = [[] for _ in range(ranges)]
    for versions in issues:
        for handle, version in versions.items():
            found[_range_of(handle, ranges)].append(bson.encode({"_id": handle, "is": version}))
    data = [b"".join(encoded) for encoded in found]
    cuts = accumulate(map(len, data), initial=_RANGE.size * ranges)
    with path.open("xb") as stream:
        for (start, end), of_range in zip(pairwise(cuts), data, strict=True):
            stream.write(_RANGE.pack(start, end, zlib.crc32(of_range, _FIRST)))
        stream.writelines(data)


def read_versions(paths: Sequence[Path], number: int) -> Versions:
    """Return all versions of the handles of one range.

    Raises:
        WorkerError: a file is gone or damaged.
    """
    versions: Versions = {}
    for path in paths:
        for document in _decoded(path, number):
            versions.setdefault(document["_id"], []).append(document["is"])
    return versions


def _decoded(path: Path, number: int) -> Iterator[Document]:
    try:
        with path.open("rb") as stream:
            stream.seek(_RANGE.size * number)
            start, end, checksum = _RANGE.unpack(stream.read(_RANGE.size))
            stream.seek(start)
            data = stream.read(min(end - start, path.stat().st_size))
    except (OSError, ValueError, struct.error) as error:
        raise damaged(path) from error
    if zlib.crc32(data, _FIRST) != checksum:
        raise damaged(path)
    return iter(bson.decode_all(data))


def _range_of(handle: str, ranges: int) -> int:
    digest = hashlib.blake2b(handle.encode(), digest_size=_HASH_BYTES).digest()
    return int.from_bytes(digest) % ranges
