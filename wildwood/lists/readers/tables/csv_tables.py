"""Read CSV and TSV as databases, reference managers and people write them."""

import csv
from collections.abc import Iterator, Sequence

from wildwood.csv_text import delimiter_of
from wildwood.errors import InputError
from wildwood.lists.content import Content
from wildwood.lists.faults import Fault
from wildwood.lists.formats import MAX_PREAMBLE, names_title
from wildwood.lists.readers.tables.table_rows import TableRow, entries_of_rows
from wildwood.records.entry import Entry, EntrySpan

_MAX_CELL = 1 << 24
"""Characters."""


def read_table(content: Content) -> Iterator[Entry | Fault]:
    """Yield an entry for each row below the line that names the columns.

    Raises:
        InputError: see `entries_of_rows`; or the first line is no row.
    """
    rows = rows_of(content.text)
    names = next(rows).cells
    if isinstance(names, str):
        raise InputError(f"is no table: its first line {names}")
    yield from entries_of_rows(names, rows, content)


def rows_of(text: str) -> Iterator[TableRow]:
    """Yield the row that names the columns, and those below it."""
    lines = text.split("\n")
    skipped = _preamble(lines)
    start = sum(len(line) + 1 for line in lines[:skipped])
    last = skipped
    for number, end, cells in _rows(lines[skipped:]):
        stop = start + sum(len(line) + 1 for line in lines[last : skipped + end])
        yield TableRow(f"line {skipped + number}", cells, EntrySpan(start, stop - 1))
        start, last = stop, skipped + end


def _preamble(lines: Sequence[str]) -> int:
    """Return the number of lines before the first that names a title, if there is one."""
    for number, line in enumerate(lines[:MAX_PREAMBLE]):
        if names_title(line):
            return number
    return next((number for number, line in enumerate(lines) if line.strip()), 0)


def _rows(lines: Sequence[str]) -> Iterator[tuple[int, int, list[str] | str]]:
    """Yield the first and the last line of each row, and its cells or what is wrong with it."""
    delimiter = delimiter_of(lines[0])
    if delimiter == "\t" and is_one_line_a_row(lines):
        for number, line in enumerate(lines, 1):
            yield number, number, [_unquoted(cell.strip()) for cell in line.split(delimiter)]
        return
    csv.field_size_limit(_MAX_CELL)
    rows = csv.reader((f"{line}\n" for line in lines), delimiter=delimiter)
    while True:
        start = rows.line_num
        try:
            cells = next(rows)
        except StopIteration:
            return
        except csv.Error:
            yield start + 1, rows.line_num, f"has a cell of more than {_MAX_CELL:,} characters"
            continue
        if rows.line_num == len(lines) and _is_open(lines[start : rows.line_num]):
            yield start + 1, rows.line_num, "has a quotation that does not end"
        else:
            yield start + 1, rows.line_num, [cell.strip() for cell in cells]


def is_one_line_a_row(lines: Sequence[str]) -> bool:
    """Return whether every line has the tabs of the first.

    Tools that write such tables do not mean a quotation by a single quotation mark.
    """
    tabs = lines[0].count("\t")
    return all(line.count("\t") >= tabs for line in lines if line.strip())


def _unquoted(cell: str) -> str:
    if len(cell) > 1 and cell[0] == cell[-1] == '"':
        return cell[1:-1].replace('""', '"')
    return cell


def _is_open(lines: Sequence[str]) -> bool:
    """Return whether the lines of a row begin a quotation that does not end."""
    return len(lines) > 1 and sum(line.count('"') for line in lines) % 2 == 1
