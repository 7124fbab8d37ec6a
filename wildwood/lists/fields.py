"""Make entries from named fields, as JSON lines and CSV have them.

`fields.txt` has the usual names of columns, the best first, and a table for each format that says
where its records have a field. A place is a tag in tagged text (with _ for a space), a path in JSON
and XML (with # before an attribute), and a tag with a code in PICA. Those of MARCXML and PICA XML
only say where new values go; # is a blank there. At its end are words and messages.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

from wildwood.biblio import field_texts
from wildwood.biblio.entry import Entry, EntrySpan, LocalizedText, Series
from wildwood.biblio.identifiers import dois_in, identifier_of, isbn_in, issn_in, pmid_in, urls_in
from wildwood.biblio.names import author_in, authors_in
from wildwood.biblio.person import Person
from wildwood.biblio.words import read_kinds
from wildwood.lists.content import Fault

Fields = Mapping[str, Any]
"""A paper by the names of its fields, such as `title` and `authors`; see docs/lists.md."""
Value = TypeVar("Value")

_TABLES = read_kinds(Path(__file__).with_suffix(".txt"))


def places_of(table: str) -> dict[str, str]:
    """Return where a format has each field, in the words of `best_values`."""
    return dict(line.split(": ", 1) for line in _TABLES[table])


def words_of(table: str) -> tuple[str, ...]:
    return tuple(" ".join(_TABLES[table]).split())


def _names_of(table: str) -> Mapping[str, tuple[str, ...]]:
    return {field: tuple(names.split("; ")) for field, names in places_of(table).items()}


NAMES = _names_of("columns")
"""The usual names of each field, the best first, as `normalized` makes them."""

_NUMBERS, _ACCESSION = _names_of("columns_of_numbers"), _names_of("columns_of_accession")
_ALIASES = {**_NUMBERS, **_ACCESSION, **NAMES}
READ = frozenset(alias for aliases in _ALIASES.values() for alias in aliases)
"""All names that `entry_of` reads, as `normalized` makes them."""
_NO_WORD = re.compile(r"\[[^\]]*\]|[\W_]+")  # also DSpace's language after a name: dc.title[en]
_CITED = re.compile(  # as Embase: Gut (2010) 12:3 (45-67). Date of Publication: 1 May 2010
    r"(?P<series>.+?) \((?P<date>\d{4})\)(?: (?P<volume>[^:()]+))?(?::(?P<issue>[^()]+))?"
    r"(?: \((?P<pages>\w+(?:-\w+)?)\))?\. Date of Publication: "
)
_LIST = re.compile(r"\s*[;|]\s*")
_NAME_PARTS = [words_of(f"keys_of_{part}") for part in ("family_names", "given_names", "names")]
_TEXT, _TEXT_LANGUAGE = words_of("keys_of_texts"), words_of("keys_of_languages")
_CODE = re.compile(r"[a-z]{2,3}(?:[-_][a-z]{2,4})?", re.IGNORECASE)  # a key: {"en": "Trade"}


def normalized(name: str) -> str:
    return " ".join(_NO_WORD.sub(" ", name).lower().split())


def entry_of(fields: Fields, place: str, span: EntrySpan | None = None) -> Entry:
    usual = _Fields(fields)
    if cited := _CITED.match(usual.first("source")):
        usual = _Fields({**cited.groupdict(""), **fields})
    facts = {fact: make(usual) for fact, make in usual.facts}
    if cited:
        facts["archive"] = ""
    titles, authors = usual.texts("title"), usual.people("authors")
    return Entry(usual.first("id"), titles, authors, place, span=span, **facts)


def values_of(entry: Entry) -> dict[str, list[str]]:
    series = entry.series
    fields: dict[str, Iterable[str]] = {
        "authors": [author.inverted for author in entry.authors],
        "editors": [editor.inverted for editor in entry.editors_apart],
        "abstract": [entry.abstract], "language": entry.languages, "date": [entry.date],
        "year": [entry.date[:4]], "doi": entry.dois, "url": entry.urls, "series": [series.title],
        "keywords": entry.subjects,
        "volume": [series.volume], "issue": [series.issue], "pages": [series.pages],
        "start page": [series.first_page], "end page": [series.last_page], "issn": [series.issn],
        "isbn": [series.isbn], "pmid": [entry.pmid], "edition": [entry.edition],
        "note": entry.notes, "publisher": [series.publisher], "source": [entry.archive],
    }  # fmt: skip
    present = {name: [value for value in values if value] for name, values in fields.items()}
    return {name: values for name, values in present.items() if values}


def best_values(places: str, values: Callable[[str], Iterable[Value]]) -> list[Value]:
    """Return the values of the best place with some; places joined by a comma count together."""
    for together in places.split():
        if present := [value for place in together.split(",") for value in values(place) if value]:
            return present
    return []


def identified_entry_of(fields: Fields, place: str, span: EntrySpan | None = None) -> Entry:
    """Make an entry of lists of values, with the DOIs and the ISSN that are in them."""
    doi, issn = (list(map(field_texts.clean, fields.get(name, ()))) for name in ("doi", "issn"))
    values = {**fields, "doi": list(dois_in(*doi)), "issn": issn_in(*issn)}
    entry = entry_of({name: value for name, value in values.items() if value}, place, span)
    own = texts_of(fields.get("id"))
    identifier = next(iter((*(text.text for text in own), *entry.dois, place)))
    kinds = field_texts.cleaned(fields.get("kind", ()))
    types = (("M3", "; ".join(kinds)),) * (len(kinds) > 1)
    return replace(entry, id=identifier, spare=(*entry.spare, *types))


class _Fields:
    __slots__ = ("_names", "_values", "facts", "links")

    def __init__(self, values: Fields) -> None:
        self._values, self._names = values, _names_by_field(tuple(values))
        self.facts = _facts_of(tuple(self._names))
        self.links: list[str] = [text.text for name in _LINKS for text in self.texts(name)]

    def first(self, field: str) -> str:
        for name in self._names.get(field, ()):
            value = self._values[name]
            if isinstance(value, str):
                if text := field_texts.plain(value):
                    return text
            elif texts := texts_of(value):
                return texts[0].text
        return ""

    def texts(self, field: str) -> tuple[LocalizedText, ...]:
        values = (self._values[name] for name in self._names.get(field, ()))
        return next(filter(None, map(texts_of, values)), ())

    def every(self, field: str) -> list[str]:
        names = self._names.get(field, ())
        return [text.text for name in names for text in texts_of(self._values[name])]

    def keywords(self) -> tuple[str, ...]:
        texts = self.texts("keywords")
        return field_texts.cleaned(keyword for text in texts for keyword in _LIST.split(text.text))

    def series(self) -> Series:
        parts = {name: self.first(name) for name in _PARTS}
        start, end = parts["pages"], ""
        if not start:
            start, end = self.first("start page"), self.first("end page")
        parts["pages"] = field_texts.page_range(start, end)
        return Series(self.first("series"), **parts, isbn=isbn_in(" ".join(self.every("isbn"))))

    def identifiers(self) -> tuple[str, ...]:
        numbers = [identifier_of(self.first(kind), kind) for kind in _NUMBERS]
        accession = identifier_of(self.first("accession"), self.first("database"))
        return field_texts.cleaned([*numbers, accession])

    def people(self, field: str) -> tuple[Person, ...]:
        values = (self._values[name] for name in self._names.get(field, ()))
        return next(filter(None, map(_authors, values)), ())


_PARTS = Series.__slots__[1:-1]
_LINKS = ("doi", "url")
_FACTS: Mapping[str, tuple[tuple[str, ...], Callable[[_Fields], Any]]] = {
    "editors": (("editors",), lambda usual: usual.people("editors")),
    "kind": (("kind",), lambda usual: usual.first("kind")),
    "date": (("date",), lambda usual: field_texts.best_date(usual.every("date"))),
    "languages": (
        ("language",),
        lambda usual: tuple(text.text for text in usual.texts("language")),
    ),
    "abstracts": (("abstract",), lambda usual: usual.texts("abstract")),
    "keywords": (("keywords",), _Fields.keywords),
    "dois": (_LINKS, lambda usual: dois_in(*usual.links)),
    "urls": (_LINKS, lambda usual: urls_in(*usual.links)),
    "pmid": (("pmid", *_LINKS), lambda usual: pmid_in(*usual.links, own=usual.first("pmid"))),
    "identifiers": ((*_NUMBERS, *_ACCESSION), _Fields.identifiers),
    "edition": (("edition",), lambda usual: usual.first("edition")),
    "series": (("series", *_PARTS, "start page", "end page", "isbn"), _Fields.series),
    "notes": (("note",), lambda usual: field_texts.cleaned([usual.first("note")])),
    "archive": (("source",), lambda usual: usual.first("source")),
    "spare": (("accession",), lambda usual: (("AN", usual.first("accession")),)),
}
"""The facts of an entry, the fields that they need, and what makes them; most records lack most."""


@lru_cache(maxsize=1024)
def _facts_of(fields: tuple[str, ...]) -> list[tuple[str, Callable[[_Fields], Any]]]:
    needed = ((fact, names, make) for fact, (names, make) in _FACTS.items())
    return [(fact, make) for fact, names, make in needed if not set(fields).isdisjoint(names)]


@lru_cache(maxsize=1024)
def _names_by_field(names: tuple[str, ...]) -> dict[str, list[str]]:
    by_alias = {normalized(name): name for name in names if name}
    names_of = {
        field: [by_alias[alias] for alias in aliases if alias in by_alias]
        for field, aliases in _ALIASES.items()
    }
    return {field: present for field, present in names_of.items() if present}


def texts_of(value: Any, language: str = "") -> tuple[LocalizedText, ...]:
    """Return the texts in a JSON value: a text, an object with texts, or a list of these."""
    if isinstance(value, LocalizedText):
        return (value,)
    if isinstance(value, list):
        return tuple(text for item in value for text in texts_of(item, language))
    if not isinstance(value, Mapping):
        text = field_texts.plain(value)
        return (LocalizedText(text, language),) if text else ()
    languages = (value[name] for name in _TEXT_LANGUAGE if value.get(name))
    declared = field_texts.clean(next(languages, language))
    for name in _TEXT:
        if value.get(name):
            return texts_of(value[name], declared)
    if not all(_CODE.fullmatch(str(code)) for code in value):
        return ()
    return tuple(text for code, item in value.items() for text in texts_of(item, str(code)))


def unread_title(fields: Fields, entry: Entry) -> Fault | None:
    names = _names_by_field(tuple(fields)).get("title", ())
    has_value = any(fields[name] and not isinstance(fields[name], str) for name in names)
    if entry.titles or not has_value:
        return None
    return Fault(entry.place, "has a title that is neither a text nor an object with one", entry.id)


def _authors(value: Any) -> tuple[Person, ...]:
    if isinstance(value, list):
        return tuple(author for item in value for author in _author(item))
    return _author(value) if isinstance(value, Mapping) else authors_in(field_texts.plain(value))


def _author(value: Any) -> tuple[Person, ...]:
    if isinstance(value, Person):
        return (value,)
    if not isinstance(value, Mapping):
        return author_in(field_texts.plain(value))
    parts = {
        str(name).lower(): " ".join(text.text for text in texts_of(texts))
        for name, texts in value.items()
    }
    stated = (filter(None, map(parts.get, names)) for names in _NAME_PARTS)
    family, given, whole = (next(texts, "") for texts in stated)
    return (Person(family, given),) if family else author_in(whole or given)
