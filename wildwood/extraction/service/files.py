"""Store uploaded documents in files that only the user of the service can read."""

import hashlib
import math
import os
import re
import secrets
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from wildwood.extraction.data import NO_SPACE, DocumentFiles, DocumentType, FullError, Line
from wildwood.extraction.service.kinds import pack, unpack
from wildwood.kernel.errors import WildwoodError

_TOKEN_BYTES = 16
_TOKEN = re.compile(r"(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])")
_DOCUMENT, _LINES = "document", "lines.json.z"
_RAISED = Line._fields.index("raised")


class FileStore:
    """A folder with a subfolder for each document, named by its token."""

    def __init__(self, root: Path, max_bytes: float) -> None:
        self._root = root
        self._max_bytes = max_bytes
        self._sizes: dict[str, int] = {}
        self._create_root()
        self.count()

    def count(self) -> None:
        """Count the files again, since other processes can use the same folder."""
        before = set(self._sizes)
        folders = (folder for folder in self._root.iterdir() if is_token(folder.name))
        sizes = {folder.name: _size(folder) for folder in folders}
        for token in before - sizes.keys():
            self._sizes.pop(token, None)
        for token, size in sizes.items():
            self._sizes[token] = max(size, self._sizes.get(token, 0))

    @property
    def used_bytes(self) -> int:
        """The size of all files, with those that are being received."""
        return sum(list(self._sizes.values()))

    @property
    def free_bytes(self) -> int:
        return shutil.disk_usage(self._root).free

    def check_space(self, expected: int) -> None:
        """Raise `FullError` if a document of this size exceeds the limit of all, or the disk."""
        if self.used_bytes + expected > self._max_bytes or self.free_bytes < 2 * expected:
            raise FullError(NO_SPACE)

    def _create_root(self) -> None:
        try:
            self._root.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise WildwoodError(f"Cannot create {self._root}: {error.strerror}.") from error

    @contextmanager
    def receiving(self, expected: int) -> Iterator[tuple[str, Path]]:
        """Yield a new token and the file to write to; if the block fails, remove both."""
        self._create_root()
        self.check_space(expected)
        token = secrets.token_hex(_TOKEN_BYTES)
        folder = self._root / token
        try:
            folder.mkdir(mode=0o700)  # first, so that `count` finds all that have a size
            self._sizes[token] = expected
            # A confined process cannot make files beside the document, only write into this one.
            for name in (_LINES, _DOCUMENT):
                os.close(os.open(folder / name, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
            yield token, folder / _DOCUMENT
        except BaseException:
            self.remove(token)
            raise
        if token in self._sizes:
            self._sizes[token] = _size(folder)

    def document(self, token: str) -> Path:
        return self._root / token / _DOCUMENT

    def of(self, token: str, file_type: DocumentType) -> DocumentFiles:
        return DocumentFiles(file_type, self.document(token), self._root / token / _LINES)

    def remove(self, token: str) -> None:
        if is_token(token):
            shutil.rmtree(self._root / token, ignore_errors=True)
            self._sizes.pop(token, None)

    def find_older(self, moment: float) -> list[str]:
        """Return the tokens last written before `moment`, a Unix time."""
        folders = (folder for folder in self._root.iterdir() if is_token(folder.name))
        return [folder.name for folder in folders if _last_written(folder) < moment]


def _size(folder: Path) -> int:
    """Return the size of the files in a folder; 0 if it is being removed."""
    with suppress(FileNotFoundError, NotADirectoryError):
        return sum(path.stat().st_size for path in folder.iterdir())
    return 0


def _last_written(folder: Path) -> float:
    """Return when a folder or its files were last written; infinity if it is being removed."""
    try:
        return max(path.stat().st_mtime for path in (folder, *folder.iterdir()))
    except FileNotFoundError:
        return math.inf


def file_digest(path: Path) -> str:
    """Return the SHA-256 of a file."""
    with path.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def is_token(text: str) -> bool:
    """Return whether a text is a token; only then can it be part of a path."""
    return _TOKEN.fullmatch(text) is not None


def redact_tokens(text: str) -> str:
    return _TOKEN.sub("TOKEN", text)


def write_lines(path: Path, lines: Sequence[Line]) -> None:
    path.write_bytes(pack(lines))


def read_lines(path: Path) -> tuple[Line, ...]:
    rows = unpack(path.read_bytes())
    for row in rows:
        row[_RAISED] = tuple(map(tuple, row[_RAISED]))
    return tuple(map(Line._make, rows))
