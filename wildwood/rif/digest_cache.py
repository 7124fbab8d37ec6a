"""Digests of files that have not changed since they were read, kept in the user's cache.

A file counts as unchanged, as in git's index, if its size, its times of modification and change,
its inode and its device are the same. A cache that is lost, damaged or of other files costs time.
"""

import hashlib
import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from wildwood.atomic_write import write_atomically
from wildwood.resources import cache_folder
from wildwood.rif.rif_file import MAX_BYTES, digest_and_status, sha256

_FORMAT = b"wildwood digests 1"
_YOUNG_NS = 60 * 10**9
"""A file that was changed so recently can be changed again without another time: clocks of file
systems tick up to two seconds, and that of a file server can be behind."""

_State = list[int]
"""What changes when a file does; see `_state`."""
_Entry = tuple[_State, str]


class KnownDigests:
    """The digests of the files of a directory; those of unchanged files are not read again."""

    def __init__(self, folder: Path) -> None:
        """Take what is known from the user's cache."""
        self._folder = os.path.realpath(folder)
        self._known = _loaded(self._folder)
        self._current: dict[str, _Entry] = {}

    def __call__(self, path: Path, max_bytes: int = MAX_BYTES) -> str:
        """Return the digest of a file of the directory; see `digest_of`."""
        entry = self._known.get(path.name)
        if entry is None or entry[0][0] > max_bytes or entry[0] != _state_of(path):
            now_ns = time.time_ns()
            digest, status = digest_and_status(path, max_bytes)
            entry = _state(status), digest
            if max(status.st_mtime_ns, status.st_ctime_ns) > now_ns - _YOUNG_NS:
                return digest
        self._current[path.name] = entry
        return entry[1]

    def save(self) -> None:
        """Keep the digests that were asked for, if that is possible."""
        if self._current != self._known:
            with suppress(OSError, RuntimeError):
                _save(self._folder, self._current)


@contextmanager
def known_digests(folder: Path) -> Iterator[KnownDigests]:
    """Yield the known digests of a directory, and save them if the block succeeds."""
    known = KnownDigests(folder)
    yield known
    known.save()


def _state(status: os.stat_result) -> _State:
    return [
        status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino, status.st_dev,
    ]  # fmt: skip


def _state_of(path: Path) -> _State | None:
    """Return the state of a file; None if it cannot be told, which reading it will explain."""
    with suppress(OSError):
        return _state(path.stat())
    return None


def _file(folder: str) -> Path:
    """Return the cache of a directory, which is given by its real path."""
    return cache_folder() / f"digests-{sha256(os.fsencode(folder))[:16]}"


def _loaded(folder: str) -> dict[str, _Entry]:
    """Return the entries of a cache by file name; none of one that is not whole and ours."""
    with suppress(OSError, RuntimeError), _file(folder).open("rb") as stream:
        if os.fstat(stream.fileno()).st_uid == os.getuid():
            head, _, content = stream.read().partition(b"\n")
            if head == _head(content):
                kept = json.loads(content)
                if kept["folder"] == folder:
                    return {name: (state, digest) for name, state, digest in kept["files"]}
    return {}


def _save(folder: str, entries: dict[str, _Entry]) -> None:
    files = [(name, *entry) for name, entry in entries.items()]
    content = json.dumps({"folder": folder, "files": files}).encode()
    file = _file(folder)
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    write_atomically(file, _head(content) + b"\n" + content)


def _head(content: bytes) -> bytes:
    """Return the first line of a cache, by which a damaged one is told."""
    return b"%s %s" % (_FORMAT, hashlib.sha256(content).hexdigest().encode())
