"""Read JSON: arrays of records, answers of services, sequences of them, and lines of objects."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import repeat
from typing import Any, NamedTuple

from wildwood.biblio import field_texts
from wildwood.biblio.entry import Entry, EntrySpan, LocalizedText
from wildwood.biblio.person import Person
from wildwood.lists.content import Content, Entries, Fault, end_of, lines_of
from wildwood.lists.fields import (
    NAMES,
    Fields,
    best_values,
    entry_of,
    identified_entry_of,
    normalized,
    places_of,
    texts_of,
    unread_title,
    values_of,
    words_of,
)

_PLACES = places_of("csl_json")
_DATES = ("issued", "published", "published-print", "published-online", "original-date")
_MARKUP = re.compile(r"</?(?:i|b|sub|sup|sc|span)\b[^<>]*>", re.IGNORECASE)


def is_csl(value: Fields) -> bool:
    has_usual = "authors" in value or "dc.title" in value
    return not has_usual and not isinstance(value.get("author"), str)


def entry_of_csl(item: Fields, place: str, span: EntrySpan | None = None) -> Entry:
    fields: dict[str, Any] = {name: _first(item, *keys.split()) for name, keys in _PLACES.items()}
    fields["title"] = list(_titles(item.get("title")))
    fields["authors"] = list(_authors(item.get("author")))
    fields["editors"] = list(_authors(item.get("editor")))
    dates = (field_texts.iso_date(_date(item.get(name))) for name in _DATES)
    fields["date"] = next(filter(None, dates), "")
    fields["keywords"] = list(field_texts.keywords_in(fields["keywords"]))
    entry = entry_of({name: value for name, value in fields.items() if value}, place, span)
    return replace(entry, extra=(("Key", entry.id),)) if item.get("id") else entry


def _first(item: Fields, *names: str) -> str:
    for name in names:
        value = item.get(name)
        if isinstance(value, list):
            value = next(iter(value), None)
        if isinstance(value, str | int | float) and (text := field_texts.clean(value)):
            return text
    return ""


def _titles(value: object) -> Iterator[LocalizedText]:
    if isinstance(value, list):
        value = next(iter(value), None)
    for title in texts_of(value):
        if text := field_texts.clean(_MARKUP.sub("", title.text)):
            yield title._replace(text=text)


def _authors(names: object) -> Iterator[Person | str]:
    for name in names if isinstance(names, list) else ():
        if not isinstance(name, Mapping):
            yield field_texts.clean(name)
            continue
        given = _first(name, "given")
        parts = ("dropping-particle", "non-dropping-particle", "family", "suffix")
        if family := " ".join(filter(None, (_first(name, part) for part in parts))):
            yield Person(family, given)
        elif whole := _first(name, "literal", "name") or given:
            yield Person(whole)


def _date(value: object) -> str:
    if not isinstance(value, Mapping):
        return field_texts.clean(value)
    parts = value.get("date-parts")
    if isinstance(parts, list) and parts and isinstance(parts[0], list) and parts[0]:
        return "-".join(map(field_texts.clean, parts[0]))
    return _first(value, "raw", "literal")


class _Service(NamedTuple):
    """Where a service has the fields of a record, as paths of `values_at`."""

    sign: frozenset[str]  # the fields that its records have, and those of no other
    places: Mapping[str, str]
    within: str = ""


_SERVICES = (
    _Service(frozenset({"authorships"}), places_of("openalex")),
    _Service(frozenset({"titles", "creators"}), places_of("datacite"), "attributes"),
    _Service(frozenset({"titles", "creators"}), places_of("datacite")),
    _Service(frozenset({"title"}), places_of("doaj"), "bibjson"),
    _Service(frozenset({"authorString"}), places_of("europe_pmc")),
    _Service(frozenset({"paperId"}), places_of("semantic_scholar")),
    _Service(frozenset({"mrnumber", "titles"}), places_of("mathscinet")),
    _Service(frozenset({"lens_id", "external_ids"}), places_of("lens")),
    _Service(frozenset({"lens_id", "year_published"}), places_of("lens")),
    _Service(frozenset({"itemType"}), places_of("zotero"), "data"),
    _Service(frozenset({"itemType"}), places_of("zotero")),
)
_PAPERS = ("paper", "citedPaper", "citingPaper")
_NO_PAPERS = frozenset({"attachment", "note", "annotation"})
_AUTHORS = frozenset({"author", "inventor", "artist", "director", "presenter", "podcaster", ""})


def entries_of_service(value: Fields, place: str) -> list[Entry] | None:
    inner = (value.get(name) for name in _PAPERS)
    value = next((item for item in inner if isinstance(item, Mapping)), value)
    item = value.get("metadata")
    if isinstance(item, Mapping) and "dc.title" in item:
        return [entry_of({"id": value.get("handle") or value.get("uuid"), **item}, place)]
    for service in _SERVICES:
        record = value.get(service.within) if service.within else value
        if isinstance(record, Mapping) and service.sign <= record.keys():
            has_paper = record.get("itemType") not in _NO_PAPERS
            return [_entry(value, record, service, place)] if has_paper else []
    return None


def _entry(value: Fields, record: Fields, service: _Service, place: str) -> Entry:
    fields: dict[str, Any] = {
        name: best_values(paths, lambda path: values_at(record, path.split(".")))
        for name, paths in service.places.items()
    }
    fields["id"] = fields["id"] or [*filter(None, (value.get("id"), value.get("key")))]
    fields["authors"] = _people(fields["authors"])
    fields["editors"] = [_person(person) for person in fields.get("editors", ()) if _edits(person)]
    fields["abstract"] = fields.get("abstract") or _read_index(record)
    dates = (date for date in values_at(record, ["dates"]) if isinstance(date, Mapping))
    fields["date"] += [date.get("date") for date in dates if date.get("dateType") == "Issued"]
    return identified_entry_of(fields, place)


def values_at(value: Any, path: list[str]) -> list[Any]:
    """Return the values at a path of members; a step into a list is one into each item."""
    if isinstance(value, list):
        return [leaf for item in value for leaf in values_at(item, path)]
    if not path:
        return [value]
    return values_at(value.get(path[0]), path[1:]) if isinstance(value, Mapping) else []


def _people(names: list[Any]) -> list[Any] | str:
    if len(names) == 1 and isinstance(names[0], str):
        return names[0].rstrip(".")
    kinds = (name.get("creatorType", "") if isinstance(name, Mapping) else "" for name in names)
    people = [name for name, kind in zip(names, kinds, strict=True) if kind in _AUTHORS]
    return [_person(person) for person in people or names]


def _edits(person: Any) -> bool:
    roles = ("creatorType", "contributorType") if isinstance(person, Mapping) else ()
    return any(field_texts.clean(person.get(role)).lower() == "editor" for role in roles)


def _person(value: Any) -> Any:
    if not isinstance(value, Mapping):
        return value
    if isinstance(author := value.get("author"), Mapping):
        return field_texts.clean(author.get("display_name") or value.get("raw_author_name"))
    if value.get("nameType") == "Organizational" or "collectiveName" in value:
        return {"family": field_texts.clean(value.get("name") or value.get("collectiveName"))}
    return value


def _read_index(record: Fields) -> str:
    index = record.get("abstract_inverted_index")
    if not isinstance(index, Mapping):
        return ""
    words = ((field_texts.clean(word), places) for word, places in index.items())
    listed = ((word, places) for word, places in words if isinstance(places, list))
    placed = ((at, word) for word, places in listed for at in places if isinstance(at, int))
    return " ".join(word for _, word in sorted(placed))


_BETWEEN = re.compile(r"[\s,\]]*")
_COMMA = re.compile(r"\s*,?\s*")
_COLON = re.compile(r"\s*:\s*")
_WRAPPERS = [tuple(path.split(".")) for path in words_of("wrappers_of_records")]
_decoder = json.JSONDecoder()


class Item(NamedTuple):
    place: str
    value: Any
    span: EntrySpan | None


def read_json(content: Content) -> Entries:
    return _entries_of(items_in(content.text))


def read_json_lines(content: Content) -> Entries:
    return _entries_of(_items_in_lines(content.text), is_lines=True)


def _entries_of(items: Iterable[Item | Fault], *, is_lines: bool = False) -> Entries:
    for item in items:
        if isinstance(item, Fault):
            yield item
        elif not isinstance(item.value, Mapping):
            example = ' such as {"id": …, "title": …, "authors": …}' if is_lines else ""
            yield Fault(item.place, f"is not an object{example}")
        elif (entries := entries_of_service(item.value, item.place)) is not None:
            yield from (replace(entry, span=item.span) for entry in entries)
        else:
            make_entry = entry_of if is_lines or not is_csl(item.value) else entry_of_csl
            entry = make_entry(item.value, item.place, item.span)
            yield unread_title(item.value, entry) or entry


def _items_in_lines(text: str) -> Iterator[Item | Fault]:
    start = 0
    for number, line in enumerate(lines_of(text), 1):
        place, span = f"line {number}", EntrySpan(start, start + len(line.rstrip()))
        start += len(line) + 1
        try:
            if line.strip():
                yield Item(place, json.loads(line), span)
        except (ValueError, RecursionError):
            yield Fault(place, "is not JSON")


def items_in(text: str) -> Iterator[Item | Fault]:
    """Decode the values of an array or a sequence one by one, up to the first that is broken."""
    position = len(text) - len(text.lstrip("\ufeff \t\n"))
    position += text.startswith("[", position)
    line, counted_to = 1, 0
    while True:
        position = end_of(_BETWEEN, text, position)
        if position == len(text):
            return
        line += text.count("\n", counted_to, position)
        counted_to = position
        place = f"line {line}"
        try:
            value, end = _decoder.raw_decode(text, position)
        except (ValueError, RecursionError):
            yield Fault(place, "is not JSON, so nothing from there on is read")
            return
        within = _list_within(value)
        if within is None:
            yield Item(place, value, EntrySpan(position, end))
        else:
            path, records = within
            spans = _spans_within(text, position, path)
            for number, (record, span) in enumerate(zip(records, spans, strict=False), 1):
                yield Item(f"record {number}", record, span)
        position = end


def _list_within(value: object) -> tuple[tuple[str, ...], Sequence[Any]] | None:
    """Return the records in an answer of a service and the path to them, or None."""
    for path in _WRAPPERS:
        inner = value
        for step in path:
            inner = inner.get(step) if isinstance(inner, Mapping) else None
        if isinstance(inner, list):
            return path, inner
        if isinstance(inner, Mapping) and ("DOI" in inner or "attributes" in inner):
            return path, [inner]
    return None


def _spans_within(text: str, position: int, path: Iterable[str]) -> Iterator[EntrySpan | None]:
    """Yield the spans of the items of the list at a path of members, then None for ever."""
    for name in path:
        position = last_member(text, position, name).start
    if text[position] == "[":
        position = end_of(_BETWEEN, text, position + 1)
        while text[position : position + 1] not in ("]", ""):
            _, end = _decoder.raw_decode(text, position)
            yield EntrySpan(position, end)
            position = end_of(_COMMA, text, end)
    yield from repeat(None)


def last_member(text: str, position: int, name: str) -> EntrySpan:
    """Return the span of a member's value; of repeated names, the last counts."""
    span = EntrySpan(position, position)
    position = end_of(_COMMA, text, position + 1)
    while text[position : position + 1] == '"':
        key, end = _decoder.raw_decode(text, position)
        start = end_of(_COLON, text, end)
        _, position = _decoder.raw_decode(text, start)
        span = EntrySpan(start, position) if key == name else span
        position = end_of(_COMMA, text, position)
    return span


_CSL = places_of("csl_added")
_USUAL = {**{field: field for field in _CSL}, "series": "journal"}
_LISTS = ("keywords", "note")
_FIRST = re.compile(r"\{\s*")
_json = partial(json.dumps, ensure_ascii=False)


def csl_additions(text: str, gain: Entry) -> Iterator[tuple[int, str]]:
    value = json.loads(text)
    if not is_csl(value):
        yield from json_additions(text, gain)
        return
    for field, values in values_of(gain).items():
        if name := _CSL.get(field):
            some, written = values[:1] if field == "url" else values, value.get(name)
            if name not in value:
                whole = field_texts.join_keywords(some) if field == "keywords" else "; ".join(some)
                yield _member(text, name, _csl_value(field, whole, gain))
            elif field == "keywords" and isinstance(written, str):
                added = field_texts.join_keywords(some, written)
                yield last_member(text, 0, name).end - 1, _json(added)[1:-1]
            elif field in _LISTS:
                yield from _merge_into(text, name, written, some)


def json_additions(text: str, gain: Entry) -> Iterator[tuple[int, str]]:
    value = json.loads(text)
    if entries_of_service(value, "") is not None:
        return
    present = {normalized(name): name for name in value}
    for field, values in values_of(gain).items():
        if field in _USUAL:
            name = next((present[alias] for alias in NAMES[field] if alias in present), "")
            if not name:
                yield _member(text, _USUAL[field], values if len(values) > 1 else values[0])
            elif field in _LISTS:
                yield from _merge_into(text, name, value[name], values)


def _member(text: str, name: str, value: Any) -> tuple[int, str]:
    """Return a new member at the end, on a line of its own if the first one is."""
    first = _FIRST.match(text)
    space = first[0][1:] if first else ""
    return len(text[:-1].rstrip()), f",{space or ' '}{_json(name)}: {_json(value)}"


def _merge_into(text: str, name: str, written: Any, values: list[str]) -> Iterator[tuple[int, str]]:
    end = last_member(text, 0, name).end - 1
    if isinstance(written, list) and written:
        yield end, "".join(f", {_json(value)}" for value in values)
    elif isinstance(written, str) and written:
        yield end, _json("".join(f"; {value}" for value in values))[1:-1]


def _csl_value(field: str, whole: str, gain: Entry) -> Any:
    if field == "date":
        return {"date-parts": [[int(part) for part in gain.date.split("-")]]}
    if field in {"authors", "editors"}:
        people: tuple[Person, ...] = getattr(gain, field)
        return [each._asdict() if each.given else {"literal": each.family} for each in people]
    return whole
