"""The rows of the pages of a harvest, kept beside them until a page or the judge changes."""

import hashlib
import json
from collections.abc import Sequence
from contextlib import suppress
from operator import attrgetter
from pathlib import Path
from typing import Any

from wildwood.kernel.files import read_file, write_atomically
from wildwood.lists.content import DAMAGED
from wildwood.screening.screening import ListRow

_FILE = "verdicts.json"
JUDGE = ("declared.py", "evidence.py", "judge.py", "screening.py", "words.py", "words.txt")
"""What a verdict depends on beside the record, learned words and settings."""
_fields = attrgetter(*ListRow.__slots__[:-2])  # of a row, without its entry and note
Rows = Sequence[Sequence[Any]]


class KeptVerdicts:
    """Rows by the digest of the page; those of another judge are not read."""

    def __init__(self, folder: Path, judge: str) -> None:
        self._path = folder / _FILE
        code = (_digest(Path(__file__).parent / name) for name in JUDGE)
        self._judge = " ".join([judge, *code])
        self._before = self._read()
        self._pages: dict[str, Rows] = {}

    def rows(self, page: Path) -> list[ListRow] | None:
        """Return the rows of a page without their entries, or None if they are not kept."""
        rows = self._before.get(digest := _digest(page))
        if rows is None:
            return None
        self._pages[digest] = rows
        return [ListRow(*row) for row in rows]

    def add(self, page: Path, rows: Sequence[ListRow]) -> None:
        """Keep rows, unless one has a note that each run must tell again."""
        if not any(row.note and (row.entry or row.reason == DAMAGED) for row in rows):
            self._pages[_digest(page)] = [[*_fields(row)] for row in rows]

    def write(self) -> None:
        """Write the rows of the pages that this run had, if they differ from those before."""
        if self._pages != self._before:
            content = {"judge": self._judge, "pages": self._pages}
            with suppress(OSError):  # they are only a shortcut
                write_atomically(self._path, json.dumps(content, ensure_ascii=False).encode())

    def _read(self) -> dict[str, Rows]:
        try:
            content = json.loads(self._path.read_bytes())
            pages: dict[str, Rows] = content["pages"]
            return pages if content["judge"] == self._judge else {}
        except (OSError, ValueError, KeyError, TypeError):
            return {}


def _digest(page: Path) -> str:
    return hashlib.sha256(read_file(page)).hexdigest()
