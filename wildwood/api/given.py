"""Papers as a program has them: data frames, or records one by one."""

import math
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from numbers import Number
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from wildwood.biblio.entry import Entry, LocalizedText, Record
from wildwood.biblio.person import Person
from wildwood.kernel.errors import InputError
from wildwood.lists.content import ANY_RECORD
from wildwood.lists.fields import NAMES, READ, Fields, entry_of, normalized
from wildwood.lists.reading import read_list, told_apart


def checked_path(given: object) -> Path:
    """Return a path, with the home directory in the place of `~`."""
    if not isinstance(given, str | Path) or str(given) == "" or "\0" in str(given):
        raise InputError(f"{given!r} is not the path of a file.")
    try:
        return Path(given).expanduser()
    except RuntimeError as error:
        raise InputError(f"The home directory in {given} is unknown; write it out.") from error


def checked_paths(given: object) -> list[Path]:
    """Return the path of one file as a list, or those of several."""
    if isinstance(given, str | bytes | Path) or not isinstance(given, Iterable):
        return [checked_path(given)]
    return list(map(checked_path, given))


def checked_text(name: str, given: object) -> str:
    if not isinstance(given, str):
        raise InputError(f"The {name} is of the type {type(given).__name__}; give a text.")
    return given


def checked_texts(name: str, given: object) -> list[str]:
    """Return one text as a list, or several."""
    if isinstance(given, str | bytes) or not isinstance(given, Iterable):
        return [checked_text(name, given)]
    return [checked_text(name, text) for text in given]


def check_wait(wait_s: object) -> None:
    if not (isinstance(wait_s, int | float) and wait_s >= 0):
        raise InputError(f"wait_s is {wait_s!r}; give a number of seconds.")


Columns = Mapping[str, str] | None
"""The column or key of each field that has an unusual one."""

_SHOWN = 50
"""Columns that a message names."""
_SPELLING = 0.83
"""How similar a misspelt name is: `autors` and `author_s` are, `author_id` is not."""


@runtime_checkable
class Frame(Protocol):
    """A data frame of pandas or polars, or a table of pyarrow."""

    @property
    def columns(self) -> Any:
        """The names of the columns."""


Paper = Entry | Record | Fields
"""One paper."""
Papers = str | Path | Frame | Iterable[Paper]
"""A file in any format of docs/lists.md, a data frame, or papers one by one."""


def entries_of(papers: Any, columns: Columns = None) -> list[Entry]:
    """Return papers that are in memory as entries with different handles.

    A text or number is a field's value, a list has several; an empty cell of a frame is left out.
    Authors are a text (`"Keen, M.; Slemrod, J."`), or a list of texts or of `{"given", "family"}`.
    """
    columns_by_field = columns or {}
    entries, handles, keys = list[Entry](), dict[str, int](), dict[Any, None]()
    for number, paper in enumerate(rows_of(papers, columns_by_field), 1):
        keys |= dict.fromkeys(paper) if isinstance(paper, Mapping) else {}
        entry = entry_of_one(paper, f"record {number}", columns_by_field)
        entries.append(told_apart(entry, handles))
    if keys and (missing := [name for name in columns_by_field.values() if name not in keys]):
        raise InputError(f"No paper has the field {missing[0]!r}; the fields are {_shown(keys)}.")
    if entries and not any(entry.titles for entry in entries):
        cure = 'Name that of the title: columns={"title": …}.'
        raise InputError(f"No paper has a title; the fields are {_shown(keys)}. {cure}")
    if not any(entry.authors for entry in entries) and (wrong := _misspelt_authors(keys)):
        cure = f'name the field authors, or say columns={{"authors": {wrong!r}}}.'
        raise InputError(f"No paper has authors, but some have {wrong!r}; {cure}")
    return entries


def entry_with_title(paper: Paper, place: str) -> Entry:
    """Return a paper as an entry; a dictionary needs a title, and no misspelt authors."""
    entry = entry_of_one(paper, place)
    if isinstance(paper, Mapping) and not entry.titles:
        fault = f"{place.capitalize()} has no title; its fields are {_shown(paper)}"
        raise InputError(f"{fault}. Give a dictionary with title and authors.")
    if isinstance(paper, Mapping) and not entry.authors and (wrong := _misspelt_authors(paper)):
        raise InputError(f"{place.capitalize()} has {wrong!r} and no authors; write authors.")
    return entry


def _misspelt_authors(keys: Iterable[Any]) -> str | None:
    """Return a key that is nearly `authors`, if no key is."""
    usual = {normalized(str(key)): str(key) for key in keys}
    if not usual.keys().isdisjoint(NAMES["authors"]):
        return None
    matches = get_close_matches("authors", usual.keys(), 1, _SPELLING)
    return usual[matches[0]] if matches else None


def entry_of_one(paper: Paper, place: str, columns: Columns = None) -> Entry:
    """Return a paper as an entry; its place serves if it has no id."""
    if isinstance(paper, Entry):
        entry = paper
    elif isinstance(paper, Record):
        titles = tuple(map(LocalizedText, paper.titles))
        entry = Entry(paper.handle, titles, tuple(map(Person, paper.names)), place)
    elif isinstance(paper, Mapping):
        entry = entry_of(_fields(paper, columns or {}), place)
    else:
        fault = f"{place.capitalize()} is of the type {type(paper).__name__}"
        raise InputError(f"{fault}; give a dictionary with title and authors.")
    return entry if entry.id else replace(entry, id=place)


def records_of(papers: Papers | Paper, columns: Columns) -> tuple[list[Record], list[str]]:
    """Return one paper or several as records, and a sentence on each that cannot be read."""
    check_columns(columns)
    left_out: list[str] = []
    papers = [papers] if isinstance(papers, Entry | Record | Mapping) else papers
    entries = given_entries(papers, columns, left_out)
    return [entry.identified.record for entry in entries], left_out


def given_entries(papers: Papers, columns: Columns, left_out: list[str]) -> list[Entry]:
    """Read papers, also those without a title, and add to `left_out` what cannot be read."""
    if not isinstance(papers, str | Path):
        return entries_of(papers, columns)
    read = read_list(checked_path(papers), columns, needs=ANY_RECORD)
    left_out += read.not_compared
    return list(read.entries)


def check_columns(columns: Mapping[str, Any] | None) -> None:
    if not isinstance(columns, Mapping | None):
        raise InputError('columns must be a dictionary, such as {"title": "Name of paper"}.')
    if unknown := [field for field in columns or () if field not in NAMES]:
        fault = f"columns has {unknown[0]!r}, which is not a field"
        raise InputError(f"{fault}; the fields are {', '.join(NAMES)}.")
    if lists := [name for name in (columns or {}).values() if not isinstance(name, Hashable)]:
        raise InputError(f"columns has a {type(lists[0]).__name__}; give one name for a field.")


def check_lists(papers: object, older: object, columns: Columns) -> None:
    check_columns(columns)
    if papers is older and isinstance(papers, Iterator):
        raise InputError("papers and older are one iterator, which is read once; give lists.")


def _fields(paper: Fields, columns: Mapping[str, str]) -> dict[str, Any]:
    """Return the fields by usual names; a column that is named hides its aliases."""
    shown = READ.difference(alias for field in columns for alias in NAMES[field])
    usual = (item for item in paper.items() if normalized(str(item[0])) in shown)
    fields = {str(name): plain(value, name) for name, value in usual}
    named = {NAMES[field][0]: plain(paper.get(name), name) for field, name in columns.items()}
    return fields | named


def rows_of(papers: Any, columns: Mapping[str, str]) -> Iterator[Any]:
    """Return the rows of a data frame as dictionaries, or the items of another iterable."""
    for read in ("collect", "read_all"):  # a LazyFrame of polars, a reader of pyarrow or DuckDB
        papers = getattr(papers, read)() if hasattr(papers, read) else papers
    if isinstance(papers, Frame):
        _check_names(list(getattr(papers, "column_names", papers.columns)), columns)
    for rows_in in ("to_dicts", "to_pylist"):  # of polars, of pyarrow
        if hasattr(papers, rows_in):
            return iter(getattr(papers, rows_in)())
    if hasattr(papers, "notna") and hasattr(papers, "columns"):  # of pandas
        rows = papers.astype(object).where(papers.notna(), None).to_dict("records")
        ids = set(NAMES["id"]).difference(NAMES["doi"], NAMES["pmid"])  # which some rows can lack
        if "id" in columns or not ids.isdisjoint(normalized(str(name)) for name in papers.columns):
            return iter(rows)
        return ({"id": str(key), **row} for key, row in zip(papers.index, rows, strict=True))
    if isinstance(papers, Mapping | bytes) or not isinstance(papers, Iterable):
        fault = f"An object of the type {type(papers).__name__} is not a list of papers"
        cure = "give a path, a data frame, or a list of dictionaries with title and authors."
        raise InputError(f"{fault}; {cure}")
    return iter(papers)


def _check_names(names: Sequence[Any], columns: Mapping[str, str]) -> None:
    if repeated := [name for name, times in Counter(names).items() if times > 1]:
        raise InputError(f"The frame has several columns {repeated[0]!r}; rename them.")
    if lacks := [name for name in columns.values() if name not in names]:
        raise InputError(f"The frame has no column {lacks[0]!r}; its columns are {_shown(names)}.")


def _shown(names: Iterable[Any]) -> str:
    return ", ".join(map(str, list(names)[:_SHOWN])) or "not named"


def plain(value: Any, name: object = "id") -> Any:
    """Return a value of a field as JSON has it."""
    if isinstance(value, bytes | bytearray | memoryview):
        value = bytes(value).decode(errors="replace")
    elif hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, Mapping):
        return {key: plain(item, name) for key, item in value.items()}
    if isinstance(value, Iterable) and not isinstance(value, str | LocalizedText | Person):
        return [plain(item, name) for item in value]
    return _plain_item(value, name)


def _plain_item(value: Any, name: object) -> Any:
    """Return a text or number; frames have whole numbers as 2015.0 where some lack."""
    if isinstance(value, float):
        return int(value) if value.is_integer() else None if math.isnan(value) else value
    if isinstance(value, str | Number | LocalizedText | Person | None):
        return value
    kind: Any = type(value)
    if kind.__str__ is object.__str__:  # <function …>, or the attributes of an object
        raise InputError(f"The field {name!r} has a {kind.__name__!r} object; give a text.")
    return None if kind.__name__ in {"NAType", "NaTType"} else value  # missing, in pandas
