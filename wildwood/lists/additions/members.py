"""Add members to an object in JSON: CSL-JSON, or with usual names of fields."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from wildwood.lists.fields import NAMES, normalized, values_of
from wildwood.lists.readers.json_formats.csl import is_csl
from wildwood.lists.readers.json_formats.json_values import last_member
from wildwood.lists.readers.json_formats.services import entries_of_service
from wildwood.records.entry import Entry

_CSL = {
    "doi": "DOI", "url": "URL", "abstract": "abstract", "volume": "volume", "issue": "issue",
    "pages": "page", "issn": "ISSN", "isbn": "ISBN", "publisher": "publisher", "edition": "edition",
    "language": "language", "series": "container-title", "keywords": "keyword", "note": "note",
    "pmid": "PMID", "authors": "author", "date": "issued",
}  # fmt: skip
_USUAL = {**{field: field for field in _CSL}, "series": "journal"}
_SEPARATORS = {"keywords": ", ", "note": "; "}
"""The fields that can get more, and what separates that from what is there."""
_FIRST = re.compile(r"\{\s*")


def additions_to_csl(text: str, more: Entry) -> Iterator[tuple[int, str]]:
    """Return what adds members to an object as it is written, and the places in it."""
    value = json.loads(text)
    return _added(text, value, more) if is_csl(value) else _usual(text, value, more)


def additions(text: str, more: Entry) -> Iterator[tuple[int, str]]:
    """Return the same for an object that is not CSL-JSON; that of a service gets nothing."""
    return _usual(text, json.loads(text), more)


def _added(text: str, value: Mapping[str, Any], more: Entry) -> Iterator[tuple[int, str]]:
    for field, values in values_of(more).items():
        if name := _CSL.get(field):
            some = values[:1] if field == "url" else values
            whole = _SEPARATORS.get(field, ", ").join(some)
            if name not in value:
                yield _member(text, name, _csl_value(field, whole, more))
            elif field in _SEPARATORS:
                yield from _into(text, name, value[name], [whole])


def _usual(text: str, value: Mapping[str, Any], more: Entry) -> Iterator[tuple[int, str]]:
    if entries_of_service(value, "") is not None:
        return
    present = {normalized(name): name for name in value}
    for field, values in values_of(more).items():
        if field in _USUAL:
            name = next((present[one] for one in NAMES[field] if one in present), "")
            if not name:
                yield _member(text, _USUAL[field], values if len(values) > 1 else values[0])
            elif field in _SEPARATORS:
                yield from _into(text, name, value[name], values)


def _member(text: str, name: str, value: Any) -> tuple[int, str]:
    """Return a new member at the end, on a line of its own if the first one is."""
    first = _FIRST.match(text)
    space = first[0][1:] if first else ""
    return len(text[:-1].rstrip()), f",{space or ' '}{_json(name)}: {_json(value)}"


def _into(text: str, name: str, written: Any, values: list[str]) -> Iterator[tuple[int, str]]:
    """Yield what adds values to those of a member."""
    end = last_member(text, 0, name).end - 1
    if isinstance(written, list) and written:
        yield end, "".join(f", {_json(value)}" for value in values)
    elif isinstance(written, str) and written:
        yield end, _json("".join(f"; {value}" for value in values))[1:-1]


def _csl_value(field: str, whole: str, more: Entry) -> Any:
    if field == "date":
        return {"date-parts": [[int(part) for part in more.date.split("-")]]}
    if field == "authors":
        return [
            {"family": one.family, "given": one.given} if one.given else {"literal": one.family}
            for one in more.authors
        ]
    return whole


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
