"""Correct extracted data by what persons say of a document."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, fields, replace
from itertools import chain, takewhile
from operator import not_
from typing import Any

from wildwood.extraction import authors as extracted
from wildwood.extraction.data import Cell, Citation, Header, Kind, Table
from wildwood.extraction.grids import is_number
from wildwood.kernel.errors import InputError
from wildwood.kernel.relation import values_by_key
from wildwood.kernel.strength import cofeatures

Value = str | list[str] | list[list[str]]

_TEXT, _LIST, _ROWS = "a text", "a list of texts", "a list of rows, which are lists of texts"
_FORMS = {_TEXT: 20_000, _LIST: 20_000, _ROWS: 100_000}  # the most characters of each
_OF_PERSON = ("affiliations", "email", "orcid")
_OF_FLOATS = {"label": _TEXT, "caption": _TEXT}
_KEPT = {"confidence", "corrected", "contexts", "reference_list"}
CORRECTABLE: Mapping[Kind, Mapping[str, str]] = {
    kind: {
        field.name: _LIST if isinstance(field.default, tuple) else _TEXT
        for field in fields(form)
        if field.name not in _KEPT
    }
    for kind, form in ((Kind.HEADER, Header), (Kind.CITATIONS, Citation))
} | {Kind.FIGURES: _OF_FLOATS, Kind.TABLES: {**_OF_FLOATS, "rows": _ROWS}}
"""The fields of each kind that can be corrected, and their forms."""
_IN_CAPTIONS = {"label": "label", "caption": "text"}  # what those of tables and figures are there


@dataclass(frozen=True, slots=True)
class Correction:
    """What a person says that a field contains, and what was read there."""

    field: str  # of the header, a citation, a table or a figure
    value: Value
    read: Value
    reference: str = ""  # the text of the item as read, by which it is found again

    @property
    def key(self) -> tuple[str, str]:
        return self.field, self.reference

    def __str__(self) -> str:
        """Name what is corrected."""
        return f"{self.field} of “{self.reference[:60]}”" if self.reference else self.field


def as_read(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of data without corrections: authors by name, the rows of a table."""
    if "cells" in data:
        data = {**data, "rows": _table(data).rows, "cells": ()}
    lists = {name: items for name, items in data.items() if isinstance(items, list)}
    for name, items in lists.items():
        lists[name] = [item["name"] if isinstance(item, dict) else item for item in items]
    return {**data, **lists, **data["corrected"]}


def _table(data: Mapping[str, Any]) -> Table:
    cells = tuple(Cell(**cell) for cell in data["cells"])
    return Table(data["label"], data["caption"], data["page"], cells=cells)


def _has_form(form: str, value: Any) -> bool:
    if form == _TEXT or not isinstance(value, list):
        return form == _TEXT and isinstance(value, str)
    return all(_has_form(_LIST if form == _ROWS else _TEXT, item) for item in value)


def _clean(value: Any) -> Any:
    """Return a value without needless spaces, empty texts or empty rows; all rows are as long."""
    if isinstance(value, str):
        return " ".join(value.split())
    if not any(isinstance(item, list) for item in value):
        return [*filter(None, map(_clean, value))]
    rows = [[*map(_clean, row)] for row in value]
    width = max(map(len, rows))
    return [row + [""] * (width - len(row)) for row in rows if any(row)]


def changes_of(kind: Kind, data: Mapping[str, Any], values: Mapping[str, Any]) -> list[Correction]:
    """Return the corrections that give fields of data values; none: as read.

    Raises:
        InputError: a field does not exist, or cannot have its value.
    """
    read, reference = as_read(data), _reference(kind, data)
    made = []
    for field, value in values.items():
        was_read: Any = read.get(field)
        given = was_read if value is None else value
        made.append(_checked(kind, Correction(field, given, was_read, reference)))
    return made


def _checked(kind: Kind, correction: Correction) -> Correction:
    """Return a correction as it is stored; raise `InputError` if its field cannot have it."""
    field = correction.field
    if field not in CORRECTABLE[kind]:
        names = ", ".join(CORRECTABLE[kind])
        raise InputError(f"The fields that can be corrected are {names}, not {field[:40]!r}.")
    form = CORRECTABLE[kind][field]
    if not (_has_form(form, correction.value) and _has_form(form, correction.read)):
        raise InputError(f"The field {field} is {form}.")
    value, read = _clean(correction.value), _clean(correction.read)
    if value != read and len(str(correction.value)) > _FORMS[form]:
        raise InputError(f"A field can have at most {_FORMS[form]} characters.")
    return replace(correction, value=value, read=read)


def _reference(kind: Kind, data: Mapping[str, Any]) -> str:
    """Return the text that finds an item again; that of a table or figure has page and label."""
    read = as_read(data)
    if kind in (Kind.HEADER, Kind.CITATIONS):
        return str(read.get("raw", ""))
    words = filter(None, chain([read.get("caption", read.get("text"))], *read.get("rows", ())))
    form = data.get("type", kind.value[:-1])
    return f"Page {data['page']}, {form} {read['label']}".strip() + f": {' '.join(words)}"


def correct(kind: Kind, data: Any, corrections: Iterable[Correction]) -> Any:
    """Return data of a kind with the corrections of its document; other fields stay."""
    of_kind = _corrections_of(kind, corrections)
    if kind is Kind.HEADER or not of_kind:
        return _corrected(data, of_kind)
    changed, texts = list(data), [_reference(kind, item) for item in data]
    # The last one of a field counts: that of a text which is read now as it was then.
    ordered = sorted(of_kind, key=lambda each: each.reference in texts)
    of_items = values_by_key((_find_place(each.reference, texts), each) for each in ordered)
    for place, of_item in of_items.items():
        if place is not None:
            changed[place] = _corrected(data[place], of_item)
    return changed


def _corrections_of(kind: Kind, corrections: Iterable[Correction]) -> list[Correction]:
    if kind is not Kind.CAPTIONS:
        return [each for each in corrections if kind_of(each) is kind]
    fields = [(each, _IN_CAPTIONS.get(each.field)) for each in corrections]
    return [replace(each, field=field) for each, field in fields if field]


def kind_of(correction: Correction) -> Kind:
    """Return the kind of data that a correction is of."""
    if not correction.reference:
        return Kind.HEADER
    if correction.field not in CORRECTABLE[Kind.TABLES]:
        return Kind.CITATIONS
    start = _FLOAT.match(correction.reference)
    return Kind.FIGURES if start and start["form"] == "figure" else Kind.TABLES


def name_as_stored(
    data: Mapping[Kind, Any], changes: Iterable[Correction], stored: Iterable[Correction]
) -> list[Correction]:
    """Return changes with the references of stored corrections of the same items and fields.

    Another version can have stored them, which has read other texts there.
    """
    lists = data.keys() - {Kind.HEADER}
    texts = {kind: [_reference(kind, item) for item in data[kind]] for kind in lists}

    def item_of(each: Correction) -> tuple[str, Kind, int | str]:
        place = _find_place(each.reference, texts.get(kind_of(each), ()))
        return each.field, kind_of(each), each.reference if place is None else place

    names = {item_of(each): each.reference for each in stored}
    return [replace(each, reference=names.get(item_of(each), each.reference)) for each in changes]


_FLOAT = re.compile(r"Page \d+, (?P<form>table|figure)(?P<label> [^:]+)?: ")
_ALIKE = 0.6  # the least share of words in common of two readings of one text


def _find_place(reference: str, texts: Sequence[str]) -> int | None:
    """Return which text a reference is; another version can have read it a little differently.

    A table or figure is sought on its page by its label; without a label it has to be alike, too.
    """
    if reference in texts:
        return texts.index(reference)
    named = _FLOAT.match(reference)
    start, label = (named[0], named["label"]) if named else ("", None)
    sought = ((place, text) for place, text in enumerate(texts) if text.startswith(start))
    alike = [(_likeness(reference, text), -place) for place, text in sought]
    likeness, place = max(alike, default=(-1.0, 0))
    return -place if likeness >= (0.0 if label else _ALIKE) else None


def _likeness(text: str, second: str) -> float:
    """Return the share of the words of two texts that they have in common (Dice)."""
    left, right = text.split(), second.split()
    return 2 * cofeatures(left, right) / (len(left) + len(right))


def _corrected(data: Any, corrections: Sequence[Correction]) -> Any:
    if not corrections:
        return data
    read, values = as_read(data), {each.field: each.value for each in corrections}
    made = {**data, **values, "corrected": {field: read[field] for field in values}}
    if "rows" in values:
        made["cells"] = [asdict(cell) for cell in _cells_of(made.pop("rows"), _table(data))]
    if "confidence" in data:
        sure = data["confidence"].items()
        made["confidence"] = {name: number for name, number in sure if name not in values}
    return _correct_authors(made, data["authors"]) if "affiliations" in data else made


def _cells_of(rows: Any, table: Table) -> Iterator[Cell]:
    """Yield the cells of corrected rows, with place and span where row and column are certain."""
    before, now = [*map(tuple, table.rows)], [*map(tuple, rows)]
    same_rows = _find_same(before, now)
    same_columns = _find_same([*zip(*before, strict=True)], [*zip(*now, strict=True)])
    same = [cell for cell in table.cells if cell.row in same_rows and cell.column in same_columns]
    read = {(cell.row, cell.column): cell for cell in same}
    numbered = (n for n, row in enumerate(rows) if any(map(is_number, [*filter(None, row)][1:])))
    heads, new = next(numbered, 1), Cell(0, 0, 1, "", is_head=False)
    for row, texts in enumerate(rows):
        for column, text in enumerate(texts):
            if text:
                cell = read.get((row, column), new)
                beside = texts[column + 1 : column + cell.columns]
                below = [others[column] for others in rows[row + 1 : row + cell.rows]]
                columns, height = (1 + len([*takewhile(not_, of)]) for of in (beside, below))
                yield Cell(row, column, columns, text, row < heads, cell.box, height)


def _find_same(read: Sequence[Sequence[str]], rows: Sequence[Sequence[str]]) -> set[int]:
    """Return the rows, or columns, that are still those read there: half of their texts are.

    Where some were added or removed, or stand in other places, none is certain.
    """
    pairs, before = [*zip(read, rows, strict=False)], {*read}
    if len(read) != len(rows) or any(row != own and row in before for own, row in pairs):
        return set()
    kept = [sum(text == new != "" for text, new in zip(*pair, strict=False)) for pair in pairs]
    return {n for n, row in enumerate(rows) if 2 * kept[n] >= sum(map(bool, row))}


def _correct_authors(header: dict[str, Any], authors: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Let authors keep what is known of them, with affiliations and addresses as corrected."""
    if "authors" in header["corrected"]:
        authors = _renamed(authors, header["authors"])
    now: dict[str, str] = {}
    for field in header["corrected"].keys() & {"affiliations", "emails"}:
        old, new = header["corrected"][field], header[field]
        removed = dict.fromkeys({*old} - {*new}, "")
        now |= dict(zip(old, new, strict=True)) if len(old) == len(new) else removed
    changed = []
    for author in authors:
        places = (now.get(text, text) for text in author["affiliations"])
        email = now.get(author["email"], author["email"])
        changed.append({**author, "affiliations": [*filter(None, places)], "email": email})
    return {**header, "authors": changed}


def _renamed(authors: Sequence[dict[str, Any]], names: Sequence[str]) -> list[dict[str, Any]]:
    """Return authors with these names; where as many are named, a new name is a spelling."""
    by_name = {author["name"]: author for author in authors}
    spelled = dict(zip(names, authors, strict=True)) if len(names) == len(authors) else {}
    renamed = []
    for name in names:
        made = asdict(extracted.make_author(name, ()))
        before = spelled.get(name, made)
        if before["name"] not in names:
            made |= {field: before[field] for field in _OF_PERSON}
        renamed.append(by_name.get(name, made))
    return renamed


_PARTS = ("document", "name", *(field.name for field in fields(Correction)))


def write_corrections(document: str, name: str, corrections: Iterable[Correction]) -> bytes:
    """Return the corrections of a document, named by the digest of its file, as JSON lines."""
    start = {"document": document, "name": name}
    lines = (json.dumps({**start, **asdict(each)}, ensure_ascii=False) for each in corrections)
    return "".join(f"{line}\n" for line in lines).encode("utf-8", "replace")


def parse_corrections(document: str, content: bytes) -> list[Correction]:
    """Return the corrections of a document, named by the digest of its file, in JSON lines.

    Raises:
        InputError: a line is no correction of the document, or contradicts an earlier one.
    """
    parsed: dict[tuple[str, str], Correction] = {}
    for number, line in enumerate(content.splitlines(), 1):
        if line.strip():
            try:
                correction = _parse(document, line)
            except InputError as error:
                raise InputError(f"Line {number}: {error}") from error
            if parsed.setdefault(correction.key, correction).value != correction.value:
                fault = f"An earlier line corrects {correction} otherwise; keep one."
                raise InputError(f"Line {number}: {fault}")
    return list(parsed.values())


def parse_object(content: bytes) -> dict[str, Any] | None:
    """Return a JSON object; none if a text is something else."""
    with suppress(ValueError, RecursionError):
        if isinstance(parsed := json.loads(content), dict):
            return parsed
    return None


def _parse(document: str, line: bytes) -> Correction:
    parts = parse_object(line)
    if parts is None or parts.keys() != set(_PARTS):
        raise InputError(f"A correction is a JSON object with {', '.join(_PARTS)}.")
    if parts.pop("document") != document:
        raise InputError(f"It is of another document; the SHA-256 of this one is {document}.")
    del parts["name"]
    correction = Correction(**parts)
    if not all(isinstance(text, str) for text in correction.key):
        raise InputError("field and reference are texts.")
    return _checked(kind_of(correction), correction)
