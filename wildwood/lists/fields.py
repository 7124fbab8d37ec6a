"""Entries from named fields, as JSON lines and CSV have them."""

from collections.abc import Iterator, Mapping
from typing import Any

from wildwood.lists.entry import Author, Entry, Series
from wildwood.lists.names import author_of, authors_in
from wildwood.lists.text import clean, cleaned, dois_in, iso_date, urls_in
from wildwood.model import LocalizedText

NAMES: Mapping[str, tuple[str, ...]] = {
    "id": ("id", "handle", "identifier", "dc:identifier"),
    "title": ("title", "titles", "dc:title"),
    "authors": ("authors", "author", "names", "creator", "creators", "dc:creator"),
    "abstract": ("abstract", "abstracts", "description", "dc:description"),
    "language": ("lang", "language", "languages", "dc:language"),
    "date": ("date", "year", "published", "issued", "dc:date"),
    "doi": ("doi", "dois"),
    "url": ("url", "urls", "link", "links"),
    "keywords": ("keywords", "keyword", "subject", "dc:subject"),
    "series": ("series", "journal", "venue"),
    "kind": ("type", "kind", "dc:type"),
    "source": ("source",),
}
"""The usual names of each field, in lower case."""


def entry_of(fields: Mapping[str, Any], place: str, source: str = "") -> Entry:
    """Make an entry from fields, whose names are compared in lower case.

    A value is a text or a list of texts. A text can also be an object with `text` or `value`, and
    `lang` or `language`; an author, one with `name`, or `given` and `family`.
    """
    lower = {name.strip().lower(): value for name, value in fields.items() if name}
    linked = [text.text for name in ("doi", "url") for text in _texts(lower, name)]
    return Entry(
        id=_first(lower, "id"),
        titles=tuple(_texts(lower, "title")),
        authors=tuple(_authors(lower)),
        place=place,
        kind=_first(lower, "kind"),
        date=iso_date(_first(lower, "date")),
        languages=tuple(text.text for text in _texts(lower, "language")),
        abstracts=tuple(_texts(lower, "abstract")),
        keywords=cleaned(text.text for text in _texts(lower, "keywords")),
        dois=dois_in(*linked),
        urls=urls_in(*linked),
        series=Series(_first(lower, "series")),
        archive=_first(lower, "source"),
        source=source,
    )


def _first(fields: Mapping[str, Any], name: str) -> str:
    return next((text.text for text in _texts(fields, name)), "")


def _values(fields: Mapping[str, Any], name: str) -> Iterator[Any]:
    for alias in NAMES[name]:
        value = fields.get(alias)
        yield from value if isinstance(value, list) else [value]


def _texts(fields: Mapping[str, Any], name: str) -> Iterator[LocalizedText]:
    return (text for text in map(_text, _values(fields, name)) if text.text)


def _text(value: Any) -> LocalizedText:
    if isinstance(value, Mapping):
        text, language = (
            next((value[key] for key in keys if value.get(key)), "")
            for keys in (("text", "value"), ("lang", "language"))
        )
        return LocalizedText(clean(text), clean(language))
    return LocalizedText(clean(value))


def _authors(fields: Mapping[str, Any]) -> Iterator[Author]:
    for alias in NAMES["authors"]:
        value = fields.get(alias)
        if isinstance(value, list):
            yield from filter(any, map(_author, value))
        elif isinstance(value, Mapping):
            yield _author(value)
        elif value is not None:
            yield from authors_in(str(value))


def _author(value: Any) -> Author:
    if not isinstance(value, Mapping):
        return author_of(str(value or ""))
    lower = {str(name).lower(): text for name, text in value.items()}
    family = next(filter(None, map(lower.get, ("family", "lastname", "surname", "last"))), "")
    given = next(filter(None, map(lower.get, ("given", "firstname", "forename", "first"))), "")
    if family:
        return Author(clean(family), clean(given))
    whole = next(filter(None, map(lower.get, ("name", "literal", "text", "value"))), given)
    return author_of(str(whole))
