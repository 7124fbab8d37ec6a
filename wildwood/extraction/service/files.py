"""The documents that were uploaded, as files that only the service's user can read."""

import json
import math
import os
import re
import secrets
import shutil
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from wildwood.errors import WildwoodError
from wildwood.extraction.model import Line

TOKEN_BYTES = 16
_TOKEN = re.compile(r"[0-9a-f]{32}")
_DOCUMENT, _LINES = "document", "lines.json.z"


class FileStore:
    """A folder with a folder for each document, named by its token."""

    def __init__(self, root: Path) -> None:
        """Make the folder.

        Raises:
            WildwoodError: it cannot be made.
        """
        try:
            root.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise WildwoodError(f"Cannot make {root}: {error.strerror}.") from error
        self._root = root

    @contextmanager
    def receiving(self) -> Iterator[tuple[str, Path]]:
        """A new token and the file to write to; all is removed again where that fails."""
        token = secrets.token_hex(TOKEN_BYTES)
        place = self._root / token
        place.mkdir(mode=0o700)
        try:
            document = place / _DOCUMENT
            os.close(os.open(document, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
            yield token, document
        except BaseException:
            self.remove(token)
            raise

    def document(self, token: str) -> Path:
        """The file that was uploaded."""
        return self._root / token / _DOCUMENT

    def lines_file(self, token: str) -> Path:
        """Where the document's lines are kept."""
        return self._root / token / _LINES

    def remove(self, token: str) -> None:
        """Remove a document with all that was made of it."""
        if is_token(token):
            shutil.rmtree(self._root / token, ignore_errors=True)

    def older_than(self, moment: float) -> list[str]:
        """The tokens whose files were last written to before a moment, in seconds since 1970."""
        places = (place for place in self._root.iterdir() if is_token(place.name))
        return [place.name for place in places if _written(place) < moment]


def _written(place: Path) -> float:
    """When something was last written in a folder; never, where it goes meanwhile."""
    try:
        return max(path.stat().st_mtime for path in (place, *place.iterdir()))
    except FileNotFoundError:
        return math.inf


def is_token(text: str) -> bool:
    """Whether a text has a token's form; nothing else may become a path."""
    return _TOKEN.fullmatch(text) is not None


def write_lines(path: Path, lines: list[Line]) -> None:
    """Keep a document's lines."""
    path.touch(mode=0o600)
    path.write_bytes(zlib.compress(json.dumps(lines).encode(), 3))


def read_lines(path: Path) -> list[Line]:
    """The lines that were kept."""
    return [Line(*row) for row in json.loads(zlib.decompress(path.read_bytes()))]
