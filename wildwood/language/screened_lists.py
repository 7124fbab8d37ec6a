"""The lists that a screening writes: every verdict, and the records left out."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from wildwood import interruption
from wildwood.language.opendoar import LIST_HEADINGS, Archive
from wildwood.language.own_lists import titles_in_list
from wildwood.language.screening import Screen, Verdict
from wildwood.lists import Entry, ReadList
from wildwood.output_files import write_lines


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
    entry: Entry | None = None
    """What was screened; None for an archive, and for a record that could not be."""
    note: str = ""
    """A sentence on what was repaired in the record, why its correction does not hold, or why it
    could not be screened."""


def list_rows(read: ReadList, screen: Screen) -> list[ListRow]:
    """Return a row for each entry of a list, then one for each record that was left out."""
    screen = screen.for_list(read.catalogue_records)
    entries = interruption.checked(read.entries)
    repairs = {fault.id: read.message(fault) for fault in read.repairs if fault.id}
    rows = [
        _row(
            entry,
            screen.verdict(entry.catalogue_record),
            _lapsed(read, entry, screen) or repairs.get(entry.id, ""),
        )
        for entry in entries
    ]
    rows += (
        ListRow(fault.id, "", fault.word, fault.title, kept=False, note=read.message(fault))
        for fault in read.faults
    )
    return rows


def _lapsed(read: ReadList, entry: Entry, screen: Screen) -> str:
    """Return a warning if a correction no longer applies to an entry, or an empty string."""
    if not screen.own.has_lapsed_correction(entry.catalogue_record):
        return ""
    return (
        f"{read.name}, {entry.place}: the title of {entry.id} has changed since you corrected its"
        " language, so the correction does not apply."
    )


def latest_rows(rows: Iterable[ListRow]) -> list[ListRow]:
    """Return the last row of each id, at the place of its first; rows without an id all stay."""
    by_id: dict[str | int, ListRow] = {}
    for number, row in enumerate(rows):
        by_id[row.id or number] = row
    return list(by_id.values())


def _row(entry: Entry, verdict: Verdict, note: str) -> ListRow:
    record = entry.catalogue_record
    return ListRow(
        record.id,
        verdict.language.value,
        verdict.reason.value,
        titles_in_list(record),
        verdict.kept,
        verdict.share,
        verdict.certainty,
        verdict.doubtful,
        entry,
        note,
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


def list_files(folder: Path, name: str) -> tuple[Path, Path]:
    """Return `NAME.screened.tsv` for all rows and `NAME.left-out.tsv` for those not kept."""
    return folder / f"{name}.screened.tsv", folder / f"{name}.left-out.tsv"


def write_lists(folder: Path, name: str, rows: list[ListRow]) -> tuple[Path, Path]:
    """Write both `list_files`, and return their paths.

    Raises:
        InputError: a list cannot be written.
    """
    screened, left_out = list_files(folder, name)
    write_lines(screened, LIST_HEADINGS, map(_fields, rows))
    write_lines(left_out, LIST_HEADINGS, (_fields(row) for row in rows if not row.kept))
    return screened, left_out


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
