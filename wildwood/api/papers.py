"""Papers as a program has them: a file, a data frame, or records one by one."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from wildwood.errors import InputError
from wildwood.lists import Entry, Need, read_list, told_apart
from wildwood.lists.fields import NAMES, entry_of
from wildwood.model import LocalizedText, Record
from wildwood.names.person import Person

Fields = Mapping[str, Any]
"""A paper by the usual names of its fields, such as `title` and `authors`; see docs/lists.md."""


@runtime_checkable
class PandasFrame(Protocol):
    """What is used of a data frame of pandas."""

    def notna(self) -> Any:
        """Return which cells have a value."""

    def astype(self, dtype: Any) -> Any:
        """Return the frame with its values as objects."""


@runtime_checkable
class PolarsFrame(Protocol):
    """What is used of a data frame of polars."""

    def to_dicts(self) -> list[dict[str, Any]]:
        """Return a dictionary for each row."""


Papers = str | Path | PandasFrame | PolarsFrame | Iterable[Entry | Record | Fields]
"""A file in any format of docs/lists.md, a data frame, or papers one by one."""


@dataclass(frozen=True, slots=True)
class Listed:
    """Papers that were read."""

    name: str
    """Of the file; empty for papers of a program."""
    entries: Sequence[Entry]
    left_out: Sequence[str]
    """A sentence on each that has no title or could not be read."""


def read_papers(papers: Papers, columns: Mapping[str, str] | None = None) -> Listed:
    """Read papers, whatever they are in.

    A text or number is a field's value, a list has several, and what a frame lacks is not said.
    Authors are a text (`"Keen, M.; Slemrod, J."`), or a list of texts or of `{"given", "family"}`.

    Args:
        papers: the papers.
        columns: the column or key of a field, if its name is unusual: `{"title": "Name"}`.

    Raises:
        InputError: the file cannot be read or has no known format; or these are no papers.
        WildwoodError: the format needs the extra `lists`, which is not installed.
    """
    _check_columns(columns or {})
    if isinstance(papers, str | Path):
        return _listed_in(Path(papers), columns or {})
    found, left_out, handles = list[Entry](), list[str](), dict[str, int]()
    for number, one in enumerate(_each(papers), 1):
        entry = entry_of_one(one, f"record {number}", columns or {})
        if entry.titles:
            found.append(told_apart(entry, handles))
        else:
            left_out.append(f"{entry.id} has no title; it is left out.")
    return Listed("", found, left_out)


def entry_of_one(
    paper: Entry | Record | Fields, place: str = "record 1", columns: Mapping[str, str] | None = None
) -> Entry:
    """Return a paper of a program as an entry; its place serves if it has no id.

    Raises:
        InputError: it is not a paper.
    """
    if isinstance(paper, Entry):
        entry = paper
    elif isinstance(paper, Record):
        titles = tuple(map(LocalizedText, paper.titles))
        entry = Entry(paper.handle, titles, tuple(Person(name) for name in paper.names), place)
    elif isinstance(paper, Mapping):
        renamed = {NAMES[field][0]: paper.get(column) for field, column in (columns or {}).items()}
        fields = {str(name): _plain(value) for name, value in {**paper, **renamed}.items()}
        entry = entry_of(fields, place)
    else:
        raise InputError(
            f"{place} is a {type(paper).__name__}; a paper is a dictionary with title and authors."
        )
    return entry if entry.id else replace(entry, id=place)


def _listed_in(file: Path, columns: Mapping[str, str]) -> Listed:
    read = read_list(file, columns, frozenset({Need.TITLE}))
    entries = [one if one.id else replace(one, id=one.place) for one in read.entries]
    return Listed(Path(read.name).name, entries, read.messages)


def _check_columns(columns: Mapping[str, str]) -> None:
    if unknown := [field for field in columns if field not in NAMES]:
        raise InputError(
            f"columns names {unknown[0]!r}, which is no field; use one of {', '.join(NAMES)}."
        )


def _each(papers: Any) -> Iterator[Any]:
    if isinstance(papers, PolarsFrame):
        return iter(papers.to_dicts())
    if isinstance(papers, PandasFrame):
        values = papers.astype(object).where(papers.notna(), None)
        return iter(values.to_dict("records"))
    if isinstance(papers, Mapping) or not isinstance(papers, Iterable):
        raise InputError(
            f"A {type(papers).__name__} is no list of papers; give a path, a data frame or a list"
            " of dictionaries with title and authors."
        )
    return iter(papers)


def _plain(value: Any) -> Any:
    """Return a value as JSON has it: frames have whole numbers as 2015.0 where some lack."""
    if hasattr(value, "tolist"):
        return _plain(value.tolist())
    if isinstance(value, float):
        return int(value) if value.is_integer() else None if math.isnan(value) else value
    return list(value) if isinstance(value, tuple) else value
