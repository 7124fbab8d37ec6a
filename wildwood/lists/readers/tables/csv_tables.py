"""Read CSV and TSV as databases, reference managers and people write them."""

import csv
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from wildwood.display import clipped, counted, quoted
from wildwood.errors import InputError
from wildwood.lists.content import Content
from wildwood.lists.faults import Fault, Need
from wildwood.lists.fields import NAMES, entry_of, normalized
from wildwood.lists.formats import MAX_PREAMBLE, delimiter_of, names_title
from wildwood.records.entry import Entry

_MAX_CELL = 1 << 24
"""Characters."""
_FIELD_OF = {Need.ID: "id", Need.TITLE: "title", Need.NAMES: "authors"}
_ORDER = list(Need)
_SHOWN = 50
"""Columns that a message names."""


def read_table(content: Content) -> Iterator[Entry | Fault]:
    """Yield an entry for each row below the line that names the columns.

    If no column has an id, the place of a row serves.

    Raises:
        InputError: a column that is needed has no usual name, and none is given, or the given one
            is missing. The message continues a sentence that starts with the file's name.
    """
    lines = content.text.split("\n")
    skipped = _preamble(lines)
    rows = _rows(lines[skipped:], skipped)
    _, names = next(rows)
    if isinstance(names, str):
        raise InputError(f"is no table: its first line {names}")
    columns = _columns(names, content)
    has_ids = not columns.keys().isdisjoint(NAMES["id"])
    least = _least_cells(columns)
    for line, cells in rows:
        if isinstance(cells, str):
            yield Fault(f"line {line}", cells)
        elif fault := _misfit(cells, len(names), least):
            yield Fault(f"line {line}", fault)
        elif any(cells):
            fields = {name: cells[place] for name, place in columns.items() if place < len(cells)}
            entry = entry_of(fields, f"line {line}")
            yield entry if has_ids else replace(entry, id=entry.place)


def _preamble(lines: Sequence[str]) -> int:
    """Return the number of lines before the first that names a title, if there is one."""
    for number, line in enumerate(lines[:MAX_PREAMBLE]):
        if names_title(line):
            return number
    return next((number for number, line in enumerate(lines) if line.strip()), 0)


def _rows(lines: Sequence[str], skipped: int) -> Iterator[tuple[int, list[str] | str]]:
    """Yield the line in which each row begins, and its cells or what is wrong with it."""
    delimiter = delimiter_of(lines[0])
    if delimiter == "\t" and _is_one_line_a_row(lines):
        for number, line in enumerate(lines, skipped + 1):
            yield number, [_unquoted(cell.strip()) for cell in line.split(delimiter)]
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
            yield start + skipped + 1, f"has a cell of more than {_MAX_CELL:,} characters"
            continue
        if rows.line_num == len(lines) and _is_open(lines[start : rows.line_num]):
            yield start + skipped + 1, "has a quotation that does not end"
        else:
            yield start + skipped + 1, [cell.strip() for cell in cells]


def _is_one_line_a_row(lines: Sequence[str]) -> bool:
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


def _columns(names: Sequence[str], content: Content) -> dict[str, int]:
    """Return the number of the column for each usual name of a field."""
    places = {normalized(name): number for number, name in reversed(list(enumerate(names)))}
    columns: dict[str, int] = {}
    for field, aliases in NAMES.items():
        if field in content.columns:
            given = content.columns[field]
            if normalized(given) not in places:
                raise InputError(f"has no column {quoted(given)}; {_shown(names)}")
            columns[field] = places[normalized(given)]
        else:
            columns.update({alias: places[alias] for alias in aliases if alias in places})
    for need in sorted({*content.needs, Need.TITLE} - {Need.ID}, key=_ORDER.index):
        field = _FIELD_OF[need]
        if columns.keys().isdisjoint(NAMES[field]):
            raise InputError(
                f"has no column for the {need.value} by a usual name; {_shown(names)};"
                f" name it with --columns {field}=…"
            )
    return columns


def _shown(names: Sequence[str]) -> str:
    return f"its columns are {', '.join(map(clipped, names[:_SHOWN]))}"


def _least_cells(columns: Mapping[str, int]) -> int:
    """Return how many cells a row needs to have one for id, title and names."""
    return 1 + max(
        min((columns[name] for name in NAMES[field] if name in columns), default=0)
        for field in _FIELD_OF.values()
    )


def _misfit(cells: Sequence[str], columns: int, least: int) -> str:
    """Return what is wrong with the number of cells of a row, or an empty text."""
    if (len(cells) < least and any(cells)) or any(cells[columns:]):
        return f"has {counted(len(cells), 'cell')} for {counted(columns, 'column')}"
    return ""
