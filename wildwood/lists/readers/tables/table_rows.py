"""Entries from the rows of a table whose columns have names."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from wildwood.display import clipped, counted, quoted
from wildwood.errors import InputError
from wildwood.lists.content import Content
from wildwood.lists.faults import Fault, Need
from wildwood.lists.fields import NAMES, entry_of, normalized
from wildwood.records.dates import YEAR
from wildwood.records.entry import Entry, EntrySpan
from wildwood.records.identifiers import DOI

_FIELD_OF = {Need.ID: "id", Need.TITLE: "title", Need.NAMES: "authors"}
_ORDER = list(Need)
_SHOWN = 50
"""Columns that a message names."""
_ONE_AUTHOR = re.compile(r"(?:author|autor|creator)(?: name)? ?\d+(?: name)?")
"""A column for one of the authors: author1, author2."""
_CERTAIN = {
    "date": re.compile(rf"{YEAR}(?:-\d\d){{0,2}}"),
    "doi": re.compile(rf"(?:https?://(?:dx\.)?doi\.org/)?{DOI.pattern}", re.IGNORECASE),
}
"""What shows that a cell stands in the column of its field."""


@dataclass(frozen=True)
class Columns:
    """The numbers of the columns of a table."""

    count: int
    places: Mapping[str, int]
    """By usual names."""
    authors: Sequence[int]
    """Those that have one author each, if none has all."""

    @property
    def has_ids(self) -> bool:
        """Whether a column has ids."""
        return not self.places.keys().isdisjoint(NAMES["id"])

    def least(self, *fields: str) -> int:
        """Return how many cells a row needs to have one for each of some fields."""
        first = [
            min((self.places[name] for name in NAMES[field] if name in self.places), default=0)
            for field in fields
        ]
        return 1 + max(*first, *self.authors[:1])

    def certain(self, cells: Sequence[str]) -> int:
        """Return how many cells of a row stand in their columns.

        Where a row has more cells than there are columns, a cell somewhere is divided. Up to a date
        or a DOI in its column, none is.
        """
        if not any(cells[self.count :]):
            return len(cells)
        return 1 + max(
            (
                self.places[name]
                for field, pattern in _CERTAIN.items()
                for name in NAMES[field]
                if name in self.places and pattern.fullmatch(cells[self.places[name]])
            ),
            default=-1,
        )

    def fields(self, cells: Sequence[str]) -> dict[str, Any]:
        """Return the cells of a row by usual names."""
        found: dict[str, Any] = {
            name: cells[place] for name, place in self.places.items() if place < len(cells)
        }
        if self.authors:
            found["authors"] = [cells[place] for place in self.authors if place < len(cells)]
        return found


class TableRow(NamedTuple):
    """A row below the names of the columns."""

    place: str
    cells: Sequence[str] | str
    """Or what is wrong with it."""
    span: EntrySpan | None = None
    """Where it is in the text of the table."""


def entries_of_rows(
    names: Sequence[str], rows: Iterable[TableRow], content: Content
) -> Iterator[Entry | Fault]:
    """Yield an entry for each row; if no column has an id, the place of a row serves.

    Args:
        names: the names of the columns.
        rows: those below.
        content: what its user says of the columns, and of what is needed.

    Raises:
        InputError: a column that is needed has no usual name, and none is given, or the given one
            is missing. The message continues a sentence that starts with the file's name.
    """
    columns = columns_of(names, content.columns)
    _check(columns, names, content.needs)
    has_ids, least, least_cut = (
        columns.has_ids,
        columns.least("id", "title", "authors"),
        columns.least("title", "authors"),
    )
    for place, cells, span in rows:
        if isinstance(cells, str):
            yield Fault(place, cells)
        elif any(cells):
            certain = columns.certain(cells)
            is_cut = certain < len(cells)
            if certain < (least_cut if is_cut else least):
                reason = f"has {counted(len(cells), 'cell')} for {counted(columns.count, 'column')}"
                yield Fault(place, reason)
                continue
            entry = entry_of(columns.fields(cells[:certain]), place, span)
            is_named = has_ids and (entry.id or not is_cut)
            yield entry if is_named else replace(entry, id=place)


def columns_of(names: Sequence[str], given_columns: Mapping[str, str]) -> Columns:
    """Return the columns of a table.

    Args:
        names: their names.
        given_columns: what its user says of the columns: that of a field.

    Raises:
        InputError: a given one is missing.
    """
    usual = [normalized(name) for name in names]
    given = {name: number for number, name in reversed(list(enumerate(usual)))}
    places: dict[str, int] = {}
    for field, aliases in NAMES.items():
        if field in given_columns:
            column = given_columns[field]
            if normalized(column) not in given:
                raise InputError(f"has no column {quoted(column)}; {_shown(names)}")
            places[field] = given[normalized(column)]
        else:
            places.update({alias: given[alias] for alias in aliases if alias in given})
    authors = [number for number, name in enumerate(usual) if _ONE_AUTHOR.fullmatch(name)]
    if not places.keys().isdisjoint(NAMES["authors"]):
        authors = []
    return Columns(len(names), places, authors)


def _check(columns: Columns, names: Sequence[str], needs: frozenset[Need]) -> None:
    """Raise an error if a column is missing that is needed."""
    for need in sorted({*needs, Need.TITLE} - {Need.ID}, key=_ORDER.index):
        field = _FIELD_OF[need]
        is_there = not columns.places.keys().isdisjoint(NAMES[field])
        if not is_there and not (field == "authors" and columns.authors):
            raise InputError(
                f"has no column for the {need.value} by a usual name; {_shown(names)};"
                f" rename the right one to {field}, or name it with --columns {field}=…, in Python"
                f' with columns={{"{field}": …}}'
            )


def _shown(names: Sequence[str]) -> str:
    return f"its columns are {', '.join(map(clipped, names[:_SHOWN]))}"
