"""The lists that a screening writes: every verdict, and the records left out."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from wildwood import interruption
from wildwood.atomic_write import write_atomically
from wildwood.display import one_line
from wildwood.errors import ScreenError
from wildwood.language.archives import Archive
from wildwood.language.screening import Screen, Verdict
from wildwood.lists import ReadList
from wildwood.model import CatalogueRecord

_HEADINGS = ("id", "language", "reason", "unknown", "confidence", "doubtful", "title")


@dataclass(frozen=True, slots=True)
class ListRow:
    """The row of a record or an archive."""

    id: str
    language: str
    reason: str
    title: str
    kept: bool
    unknown: str = ""
    confidence: str = ""
    doubtful: bool = False


def list_rows(read: ReadList, screen: Screen) -> list[ListRow]:
    """Return a row for each entry of a list, then one for each record that was left out."""
    records = interruption.checked(read.catalogue_records)
    rows = [_row(record, screen.verdict(record)) for record in records]
    rows += (ListRow(fault.id, "", fault.word, fault.title, kept=False) for fault in read.faults)
    return rows


def _row(record: CatalogueRecord, verdict: Verdict) -> ListRow:
    return ListRow(
        record.id,
        verdict.language.value,
        verdict.reason.value,
        " / ".join(title.text for title in record.titles),
        verdict.kept,
        verdict.share,
        verdict.certainty,
        verdict.doubtful,
    )


def archive_rows(archives: Iterable[Archive]) -> list[ListRow]:
    """Return a row for each archive, with the languages that it declares."""
    return [
        ListRow(
            archive.address,
            " ".join(archive.languages),
            archive.reason,
            archive.name,
            archive.kept,
        )
        for archive in archives
    ]


def write_lists(folder: Path, name: str, rows: list[ListRow]) -> tuple[Path, Path]:
    """Write `NAME.screened.tsv` with all rows and `NAME.left-out.tsv` with those not kept.

    Raises:
        ScreenError: a list cannot be written.
    """
    screened, left_out = folder / f"{name}.screened.tsv", folder / f"{name}.left-out.tsv"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _write(screened, rows)
        _write(left_out, (row for row in rows if not row.kept))
    except OSError as error:
        raise ScreenError(f"Cannot write the lists to {folder}: {error.strerror}.") from error
    return screened, left_out


def _write(path: Path, rows: Iterable[ListRow]) -> None:
    """Write a list atomically, with tabs, line breaks and control characters replaced."""
    lines = [_HEADINGS, *map(_fields, rows)]
    text = "".join("\t".join(one_line(field) for field in line) + "\n" for line in lines)
    write_atomically(path, text.encode())


def _fields(row: ListRow) -> tuple[str, ...]:
    doubtful = "yes" if row.doubtful else ""
    return (
        row.id,
        row.language,
        row.reason,
        row.unknown,
        row.confidence,
        doubtful,
        row.title,
    )
