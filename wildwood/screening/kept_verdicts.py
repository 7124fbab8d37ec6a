"""The rows of the pages of a harvest, kept beside them until a page or the judge changes."""

import hashlib
import json
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from wildwood.kernel.files import read_file, write_atomically
from wildwood.lists.content import DAMAGED
from wildwood.screening.screening import ListRow

_FILE = "verdicts.json"
_FIELDS = ListRow._fields.index("entry")  # of a row that are kept: all before its entry
JUDGE = ("declared.py", "evidence.py", "judge.py", "screening.py", "words.py", "words.txt")
"""What a verdict depends on beside the record, learned words and settings."""


class KeptVerdicts:
    """Rows by the digest of the judge and the page."""

    def __init__(self, folder: Path, judge: str) -> None:
        self._path, self._judge = folder / _FILE, hashlib.sha256(judge.encode())
        for name in JUDGE:
            self._judge.update(read_file(Path(__file__).parent / name))
        self._now: dict[str, Sequence[Sequence[Any]]] = {}
        self._before = dict(self._now)
        with suppress(OSError, ValueError, TypeError):  # they are only a shortcut
            self._before.update(json.loads(self._path.read_bytes()))

    def rows(self, page: Path) -> list[ListRow] | None:
        """Return the rows of a page without their entries, or None if they are not kept."""
        rows = self._before.get(digest := self._digest(page))
        if rows is None:
            return None
        self._now[digest] = rows
        return [ListRow(*row) for row in rows]

    def add(self, page: Path, rows: Sequence[ListRow]) -> None:
        """Keep rows, unless one has a note that each run must tell again."""
        if not any(row.note and (row.entry or row.reason == DAMAGED) for row in rows):
            self._now[self._digest(page)] = [row[:_FIELDS] for row in rows]

    def write(self) -> None:
        """Write the rows of the pages that this run had, if they differ from those before."""
        if self._now != self._before:
            with suppress(OSError):
                write_atomically(self._path, json.dumps(self._now, ensure_ascii=False).encode())

    def _digest(self, page: Path) -> str:
        digest = self._judge.copy()
        digest.update(read_file(page))
        return digest.hexdigest()
