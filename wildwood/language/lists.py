"""The lists that a screening leaves: every verdict, and what was left out and why."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from wildwood.atomic_write import write_atomically
from wildwood.display import one_line
from wildwood.errors import ScreenError
from wildwood.language.archives import Archive
from wildwood.language.record_files import RecordFile
from wildwood.language.screening import Screen, Verdict
from wildwood.model import CatalogueRecord

_HEAD = ("id", "language", "reason", "unknown", "title")


@dataclass(frozen=True, slots=True)
class ListRow:
    """What is listed of a record or an archive."""

    id: str
    language: str
    reason: str
    unknown: str
    title: str
    kept: bool


def list_rows(source: RecordFile, screen: Screen) -> list[ListRow]:
    """A row for each record of a source, those without a text to screen at the end."""
    rows = [_row(entry, screen.verdict(entry)) for entry in source.entries]
    rows += (
        ListRow(left.id, "", left.reason, "", left.title, kept=False) for left in source.left_out
    )
    return rows


def _row(entry: CatalogueRecord, verdict: Verdict) -> ListRow:
    return ListRow(
        entry.id,
        verdict.language.value,
        verdict.reason.value,
        verdict.share,
        " / ".join(wording.text for wording in entry.titles),
        verdict.kept,
    )


def archive_rows(archives: Iterable[Archive]) -> list[ListRow]:
    """A row for each archive, with what it declares as its language."""
    return [
        ListRow(
            archive.address,
            " ".join(archive.languages),
            archive.reason,
            "",
            archive.name,
            archive.kept,
        )
        for archive in archives
    ]


def write_lists(folder: Path, name: str, rows: list[ListRow]) -> tuple[Path, Path]:
    """Write `NAME.screened.tsv` with all rows and `NAME.left-out.tsv` with those not kept.

    Raises:
        ScreenError: one cannot be written.
    """
    screened, left_out = folder / f"{name}.screened.tsv", folder / f"{name}.left-out.tsv"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _write(screened, rows)
        _write(left_out, (row for row in rows if not row.kept))
    except OSError as error:
        raise ScreenError(f"Cannot write the lists in {folder}: {error.strerror}.") from error
    return screened, left_out


def _write(path: Path, rows: Iterable[ListRow]) -> None:
    """Write a list whole or not at all; a field has no tab, line's end or control character."""
    lines = [_HEAD, *((row.id, row.language, row.reason, row.unknown, row.title) for row in rows)]
    text = "".join("\t".join(one_line(field) for field in line) + "\n" for line in lines)
    write_atomically(path, text.encode())
