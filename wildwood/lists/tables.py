"""Read tables whose columns have names, and add to their cells."""

import csv
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain
from typing import Any, NamedTuple

from wildwood.biblio.entry import Entry, EntrySpan
from wildwood.biblio.field_texts import YEAR, remove_controls
from wildwood.biblio.identifiers import DOI
from wildwood.kernel.errors import InputError
from wildwood.kernel.files import SIMILAR_ID
from wildwood.kernel.text import clipped, counted, delimiter_of, quoted
from wildwood.lists.content import Content, Entries, Fault, Need
from wildwood.lists.fields import NAMES, entry_of, normalized, values_of
from wildwood.lists.formats import MAX_PREAMBLE, names_title

_NEEDED = {Need.TITLE: "title", Need.NAMES: "authors"}  # the place of a row serves as its id
_SHOWN = 50
_ONE_AUTHOR = re.compile(r"(?:author|autor|creator)(?: name)? ?\d+(?: name)?")
_CERTAIN = {
    "date": re.compile(rf"{YEAR}(?:-\d\d){{0,2}}"),
    "doi": re.compile(rf"(?:https?://(?:dx\.)?doi\.org/)?{DOI.pattern}", re.IGNORECASE),
}


@dataclass(frozen=True)
class Columns:
    count: int
    places: Mapping[str, int]
    authors: Sequence[int]  # those that have one author each, if none has all

    def have(self, field: str) -> bool:
        is_in_several = field == "authors" and bool(self.authors)
        return is_in_several or not self.places.keys().isdisjoint(NAMES[field])

    def least(self, *fields: str) -> int:
        """Return how many cells a row must have to reach the first column of each field."""
        places = self.places
        of_fields = ([places[name] for name in NAMES[field] if name in places] for field in fields)
        return 1 + max(*(min(some, default=0) for some in of_fields), *self.authors[:1])

    def certain(self, cells: Sequence[str]) -> int:
        """Return how many cells stand in their columns; a row with more cells has a divided one."""
        if not any(cells[self.count :]):
            return len(cells)
        certain = (
            self.places[name]
            for field, pattern in _CERTAIN.items()
            for name in NAMES[field]
            if name in self.places and pattern.fullmatch(cells[self.places[name]])
        )
        return 1 + max(certain, default=-1)

    def fields(self, cells: Sequence[str]) -> dict[str, Any]:
        cells = ["" if cell == "NA" else cell for cell in cells]  # R writes NA for a missing value
        values: dict[str, Any] = {
            name: cells[place] for name, place in self.places.items() if place < len(cells)
        }
        if self.authors:
            values["authors"] = [cells[place] for place in self.authors if place < len(cells)]
        return values


class TableRow(NamedTuple):
    place: str
    cells: Sequence[str] | str
    span: EntrySpan | None = None


def entries_of_rows(first: TableRow, rows: Iterable[TableRow], content: Content) -> Entries:
    """Yield an entry for each row; if no column has an id, the place of a row serves."""
    names = names_in(first.cells, content.columns)
    columns = columns_of(names, content.columns)
    _check(columns, names, content.needs)
    least, least_cut = columns.least("id", "title", "authors"), columns.least("title", "authors")
    for place, cells, span in chain([first] * (names != list(first.cells)), rows):
        if isinstance(cells, str):
            yield Fault(place, cells)
        elif any(cells) and list(cells) != names:  # joined tables repeat the names
            certain = columns.certain(cells)
            is_cut = certain < len(cells)
            if certain < (least_cut if is_cut else least):
                reason = f"has {counted(len(cells), 'cell')} for {counted(columns.count, 'column')}"
                yield Fault(place, reason)
                continue
            entry = entry_of(columns.fields(cells[:certain]), place, span)
            is_named = columns.have("id") and (entry.id or not is_cut)
            yield entry if is_named else replace(entry, id=place)


def names_in(cells: Sequence[str], given_columns: Mapping[str, str]) -> list[str]:
    """Return the names in a first row, or the numbers of columns if these are given instead."""
    given = set(given_columns.values())
    has_numbers = all(map(str.isdecimal, given)) and not given <= set(cells)
    return [str(number + 1) for number in range(len(cells))] if has_numbers else list(cells)


def columns_of(names: Sequence[str], given_columns: Mapping[str, str]) -> Columns:
    usual = [normalized(name) for name in names]
    places_of = {name: number for number, name in reversed(list(enumerate(usual)))}
    places: dict[str, int] = {}
    for field, aliases in NAMES.items():
        if field in given_columns:
            column = given_columns[field]
            if normalized(column) not in places_of:
                raise InputError(f"has no column {quoted(column)}; {_shown(names)}")
            places[field] = places_of[normalized(column)]
        else:
            places.update({alias: places_of[alias] for alias in aliases if alias in places_of})
    authors = [number for number, name in enumerate(usual) if _ONE_AUTHOR.fullmatch(name)]
    if not places.keys().isdisjoint(NAMES["authors"]):
        authors = []
    return Columns(len(names), places, authors)


def _check(columns: Columns, names: Sequence[str], needs: frozenset[Need]) -> None:
    if SIMILAR_ID in names:
        raise InputError("has pairs, not papers; they are for compare --decisions, or decisions=")
    for need, field in _NEEDED.items():
        if need in {*needs, Need.TITLE} and not columns.have(field):
            raise InputError(
                f"has no column for the {need.value} by a usual name; {_shown(names)};"
                f" rename the right one to {field}, or name it with --columns {field}=…, in Python"
                f' with columns={{"{field}": …}}; without a line of names, give its number'
            )


def _shown(names: Sequence[str]) -> str:
    return f"its columns are {', '.join(map(clipped, names[:_SHOWN]))}"


_MAX_CELL = 1 << 24


def read_table(content: Content) -> Entries:
    rows = rows_of(content.text)
    first = next(rows)
    if isinstance(first.cells, str):
        raise InputError(f"is not a table: its first line {first.cells}")
    yield from entries_of_rows(first, rows, content)


def rows_of(text: str) -> Iterator[TableRow]:
    lines = text.split("\n")
    naming = (number for number, line in enumerate(lines[:MAX_PREAMBLE]) if names_title(line))
    filled = (number for number, line in enumerate(lines) if line.strip())
    skipped = next(chain(naming, filled), 0)
    start = sum(len(line) + 1 for line in lines[:skipped])
    last = skipped
    for number, end, cells in _rows(lines[skipped:]):
        stop = start + sum(len(line) + 1 for line in lines[last : skipped + end])
        yield TableRow(f"line {skipped + number}", cells, EntrySpan(start, stop - 1))
        start, last = stop, skipped + end


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
        last = lines[start:] if rows.line_num == len(lines) > start + 1 else []
        if sum(line.count('"') for line in last) % 2:
            yield start + 1, rows.line_num, "has a quotation that does not end"
        else:
            yield start + 1, rows.line_num, [cell.strip() for cell in cells]


def is_one_line_a_row(lines: Sequence[str]) -> bool:
    tabs = lines[0].count("\t")
    return all(line.count("\t") >= tabs for line in lines if line.strip())


def _unquoted(cell: str) -> str:
    if len(cell) > 1 and cell[0] == cell[-1] == '"':
        return cell[1:-1].replace('""', '"')
    return cell


_SEPARATORS = {"keywords": "; ", "note": "; "}


class TableWriter:
    def __init__(self, text: str, columns: Mapping[str, str]) -> None:
        first = next(rows_of(text))
        names = [] if isinstance(first.cells, str) else names_in(first.cells, columns)
        columns_read = columns_of(names, columns).places
        self._places = {
            field: [columns_read[name] for name in (field, *aliases) if name in columns_read]
            for field, aliases in NAMES.items()
        }
        lines = text[first.span.start if first.span else 0 :].split("\n")
        self._delimiter = delimiter_of(lines[0])
        self._quotes = not (self._delimiter == "\t" and is_one_line_a_row(lines))

    def additions(self, row: str, gain: Entry) -> Iterator[tuple[int, str]]:
        cells, fields = list(self._cells(row)), values_of(gain)
        fields["date"] = fields.pop("year", [])
        for name, values in fields.items():
            if (number := self._column(name, row, cells)) is not None:
                yield from self._into(row, cells[number], name, values)

    def _cells(self, row: str) -> Iterator[tuple[int, int]]:
        start = 0
        while start <= len(row):
            match = _cell(self._delimiter, self._quotes).match(row, start)
            end = match.end() if match else len(row)
            yield start, end
            start = end + 1

    def _column(self, name: str, row: str, cells: Sequence[tuple[int, int]]) -> int | None:
        """Return the column that is read for a field if it can get more, or None."""
        numbers = [number for number in self._places.get(name, ()) if number < len(cells)]
        full = [number for number in numbers if not _is_empty(row[slice(*cells[number])])]
        if full and name not in _SEPARATORS:
            return None
        return next(iter(full or numbers), None)

    def _into(
        self, row: str, cell: tuple[int, int], name: str, values: Sequence[str]
    ) -> Iterator[tuple[int, str]]:
        begin, end = cell
        written = row[begin:end].rstrip()
        end = begin + len(written)
        text = "; ".join(map(remove_controls, values))
        text = text if _is_empty(written) else f"{_SEPARATORS.get(name, '')}{text}"
        doubled = text.replace('"', '""')
        if not self._quotes:
            yield end, text.replace(self._delimiter, " ")
        elif written.startswith('"'):
            yield end - 1, doubled
        elif self._delimiter not in text and '"' not in text:
            yield end, text
        elif not written:
            yield end, f'"{doubled}"'
        elif '"' not in written:
            yield from ((begin, '"'), (end, f'{doubled}"'))


def _is_empty(cell: str) -> bool:
    return cell.strip() in {"", '""'}


@cache
def _cell(delimiter: str, quotes: bool) -> re.Pattern[str]:  # noqa: FBT001 - of a cached function
    plain = f"[^{re.escape(delimiter)}]*"
    return re.compile(rf'"(?:[^"]|"")*+"{plain}|{plain}' if quotes else plain)
