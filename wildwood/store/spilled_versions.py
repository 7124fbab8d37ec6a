"""The versions of many papers in files, by ranges of handles, for the processes of a rebuild.

A process stores all versions of the handles of one range. So no other process has to read or change
the documents that it writes.
"""

import hashlib
import struct
from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from pathlib import Path

import bson

from wildwood.store.connection import Document

_CUT = struct.Struct("<Q")
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
    cuts = array("Q", accumulate(map(len, data), initial=_CUT.size * (ranges + 1)))
    with path.open("xb") as stream:
        stream.write(b"".join(map(_CUT.pack, cuts)))
        stream.writelines(data)


def read_versions(paths: Sequence[Path], number: int) -> Versions:
    """Return all versions of the handles of one range."""
    versions: Versions = {}
    for path in paths:
        for document in _decoded(path, number):
            versions.setdefault(document["_id"], []).append(document["is"])
    return versions


def _decoded(path: Path, number: int) -> Iterator[Document]:
    with path.open("rb") as stream:
        stream.seek(_CUT.size * number)
        start, end = (_CUT.unpack(stream.read(_CUT.size))[0] for _ in range(2))
        stream.seek(start)
        return iter(bson.decode_all(stream.read(end - start)))


def _range_of(handle: str, ranges: int) -> int:
    digest = hashlib.blake2b(handle.encode(), digest_size=_HASH_BYTES).digest()
    return int.from_bytes(digest) % ranges
