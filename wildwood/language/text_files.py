"""The text files of a screening: read by lines, and written whole or not at all."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from wildwood.atomic_write import write_atomically
from wildwood.display import one_line
from wildwood.errors import ScreenError


def lines_of(path: Path) -> list[str]:
    """Return the lines of a text file.

    Raises:
        ScreenError: the file cannot be read.
    """
    try:
        return path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not in UTF-8"
        raise ScreenError(f"Cannot read {path}: {reason}.") from error


def write_whole(path: Path, content: bytes) -> None:
    """Write a file, and its directory if that is missing.

    Raises:
        ScreenError: it cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, content)
    except OSError as error:
        raise ScreenError(f"Cannot write {path}: {error.strerror}.") from error


def write_table(path: Path, headings: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Write tab-separated values, without tabs and line breaks in them.

    Raises:
        ScreenError: they cannot be written.
    """
    lines = ("\t".join(map(one_line, row)) + "\n" for row in (headings, *rows))
    write_whole(path, "".join(lines).encode())
