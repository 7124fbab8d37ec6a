"""Fill the cells of a row that are empty, and add to those that have several values."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from wildwood.csv_text import delimiter_of
from wildwood.lists.fields import NAMES, values_of
from wildwood.lists.readers.tables.csv_tables import is_one_line_a_row, rows_of
from wildwood.lists.readers.tables.table_rows import columns_of
from wildwood.records.entry import Entry
from wildwood.records.field_text import without_controls

_SEPARATORS = {"keywords": "; ", "note": "; "}
"""The fields that can get more, and what separates that from what is there."""


@dataclass(frozen=True)
class TableWriter:
    """Adds to the rows of a table."""

    places: Mapping[str, Sequence[int]]
    """The numbers of the columns of each field, the best first."""
    delimiter: str
    quotes: bool
    """Whether quotation marks can be around a cell."""

    @classmethod
    def of(cls, text: str, columns: Mapping[str, str]) -> "TableWriter":
        """Make one for a table.

        Args:
            text: the table.
            columns: what its user says of the columns: that of a field.
        """
        first = next(rows_of(text))
        names = [] if isinstance(first.cells, str) else first.cells
        found = columns_of(names, columns).places
        places = {
            field: [found[name] for name in (field, *aliases) if name in found]
            for field, aliases in NAMES.items()
        }
        lines = text[first.span.start if first.span else 0 :].split("\n")
        delimiter = delimiter_of(lines[0])
        return cls(places, delimiter, not (delimiter == "\t" and is_one_line_a_row(lines)))

    def additions(self, row: str, more: Entry) -> Iterator[tuple[int, str]]:
        """Yield what adds fields to a row as it is written, and the places in it."""
        cells = list(self._cells(row))
        for name, values in _fields(more).items():
            if (number := self._column(name, row, cells)) is not None:
                yield from self._into(row, cells[number], name, values)

    def _cells(self, row: str) -> Iterator[tuple[int, int]]:
        """Yield where each cell begins and ends."""
        start = 0
        while start <= len(row):
            found = _cell(self.delimiter, self.quotes).match(row, start)
            end = found.end() if found else len(row)
            yield start, end
            start = end + 1

    def _column(self, name: str, row: str, cells: Sequence[tuple[int, int]]) -> int | None:
        """Return the column that is read for a field if it can get more, or None."""
        numbers = [one for one in self.places.get(name, ()) if one < len(cells)]
        full = next((one for one in numbers if not _is_empty(row[slice(*cells[one])])), None)
        if full is not None:
            return full if name in _SEPARATORS else None
        return next(iter(numbers), None)

    def _into(
        self, row: str, cell: tuple[int, int], name: str, values: Sequence[str]
    ) -> Iterator[tuple[int, str]]:
        """Yield what adds values to a cell, in quotation marks if these are needed."""
        begin, end = cell
        written = row[begin:end].rstrip()
        end = begin + len(written)
        text = "; ".join(map(without_controls, values))
        text = text if _is_empty(written) else f"{_SEPARATORS.get(name, '')}{text}"
        doubled = text.replace('"', '""')
        if not self.quotes:
            yield end, text.replace(self.delimiter, " ")
        elif written.startswith('"'):
            yield end - 1, doubled
        elif self.delimiter not in text and '"' not in text:
            yield end, text
        elif not written:
            yield end, f'"{doubled}"'
        elif '"' not in written:
            yield from ((begin, '"'), (end, f'{doubled}"'))


def _is_empty(cell: str) -> bool:
    return cell.strip() in {"", '""'}


def _fields(more: Entry) -> dict[str, list[str]]:
    """Return the fields of an entry; columns for a date mostly have a year."""
    fields = values_of(more)
    return {**fields, "date": fields.pop("year", [])}


@cache
def _cell(delimiter: str, quotes: bool) -> re.Pattern[str]:  # noqa: FBT001 - of a cached function
    """Make a pattern of a cell."""
    plain = f"[^{re.escape(delimiter)}]*"
    return re.compile(rf'"(?:[^"]|"")*+"{plain}|{plain}' if quotes else plain)
