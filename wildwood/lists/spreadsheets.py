"""Read the first table of a spreadsheet (.xlsx, .xls, .xlsb or .ods) that names a title."""

import csv
import datetime
import io
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import accumulate, islice, pairwise, repeat

from wildwood.biblio.entry import EntrySpan
from wildwood.kernel.errors import InputError
from wildwood.kernel.extras import requires_extra
from wildwood.lists.content import Content, Entries
from wildwood.lists.fields import NAMES, normalized
from wildwood.lists.formats import MAX_PREAMBLE
from wildwood.lists.tables import TableRow, entries_of_rows

with requires_extra("lists"):
    from python_calamine import CalamineError, CalamineWorkbook

_MAX_BYTES = 1 << 30
_Cell = int | float | str | bool | datetime.date | datetime.time | datetime.timedelta
_Rows = list[list[str]]


def read_spreadsheet(content: Content) -> Entries:
    rows = _table(content.data)
    spans = _spans(rows) if content.details else repeat(None)
    numbered = enumerate(zip(rows, spans, strict=False), 1)
    named = (TableRow(f"row {number}", row, span) for number, (row, span) in numbered)
    header = _header(rows)
    first = next(number for number, row in enumerate(rows) if any(row))
    names, *below = islice(named, first if header is None else header, None)
    yield from entries_of_rows(names, below, content)


def table_as_csv(data: bytes) -> str:
    return "".join(map(_line, _table(data)))


def _table(data: bytes) -> _Rows:
    sheets = [rows for rows in _sheets(data) if any(map(any, rows))]
    if not sheets:
        raise InputError("is a spreadsheet without cells")
    return max(sheets, key=lambda sheet: _header(sheet) is not None)


def _spans(rows: _Rows) -> Iterator[EntrySpan]:
    ends = [0, *accumulate(len(_line(row)) for row in rows)]
    return (EntrySpan(start, end - 1) for start, end in pairwise(ends))


def _line(row: Sequence[str]) -> str:
    line = io.StringIO()
    csv.writer(line, lineterminator="\n").writerow(row)
    return line.getvalue().replace("\r\n", "\n").replace("\r", "\n")


def _sheets(data: bytes) -> Iterator[_Rows]:
    if data.startswith(b"PK") and _unpacked_size(data) > _MAX_BYTES:
        raise InputError("is a spreadsheet that unpacks to more than 1 GB; divide it")
    try:
        with CalamineWorkbook.from_filelike(io.BytesIO(data)) as book:
            for name in book.sheet_names:
                rows = book.get_sheet_by_name(name).to_python(skip_empty_area=False)
                yield [list(map(_text, row)) for row in rows]
    except CalamineError as error:
        raise InputError("is a zip file, or a spreadsheet that is not whole") from error


def _unpacked_size(data: bytes) -> int:
    with suppress(zipfile.BadZipFile, ValueError, NotImplementedError):
        return sum(part.file_size for part in zipfile.ZipFile(io.BytesIO(data)).infolist())
    return 0


def _header(rows: Sequence[Sequence[str]]) -> int | None:
    titles = (any(normalized(cell) in NAMES["title"] for cell in row) for row in rows)
    return next((number for number, has in enumerate(islice(titles, MAX_PREAMBLE)) if has), None)


def _text(cell: _Cell) -> str:
    """Return a cell as text: a whole number without a point, a date without a time of midnight."""
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return str(cell).removesuffix(" 00:00:00").strip()
