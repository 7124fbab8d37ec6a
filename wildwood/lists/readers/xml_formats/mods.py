"""Read MODS, in which library catalogues and repositories describe publications."""

import re
from functools import partial
from typing import Any

from wildwood.lists.fields import identified_entry_of
from wildwood.lists.readers.xml_formats.elements import fields_at, read_elements, texts_at
from wildwood.records.entry import Entry
from wildwood.records.identifiers import dois_in
from wildwood.safe_xml import Element, language_of

_HOST = "relatedItem[@type='host']"
PLACES = {
    "id": "recordInfo/recordIdentifier .#ID identifier[@type='local']",
    "date": "originInfo/dateIssued part/date"
    f" {_HOST}/part/date {_HOST}/originInfo/dateIssued originInfo/copyrightDate"
    " originInfo/dateCreated originInfo/dateCaptured",
    "language": "language/languageTerm",
    "abstract": "abstract",
    "keywords": "subject/topic",
    "doi": "identifier[@type='doi'] identifier,location/url",
    "url": "location/url identifier[@type='uri']",
    "series": f"{_HOST}/titleInfo/title relatedItem[@type='series']/titleInfo/title",
    "volume": f"{_HOST}/part/detail[@type='volume']/number part/detail[@type='volume']/number",
    "issue": f"{_HOST}/part/detail[@type='issue']/number part/detail[@type='issue']/number"
    f" {_HOST}/part/detail[@type='number']/number part/detail[@type='number']/number",
    "pages": f"{_HOST}/part/extent/list part/extent/list",
    "start page": f"{_HOST}/part/extent/start part/extent/start",
    "end page": f"{_HOST}/part/extent/end part/extent/end",
    "issn": f"{_HOST}/identifier[@type='issn'] identifier[@type='issn']",
    "isbn": f"identifier[@type='isbn'] {_HOST}/identifier[@type='isbn']",
    "publisher": f"originInfo/publisher {_HOST}/originInfo/publisher",
    "kind": "genre typeOfResource",
    "edition": "originInfo/edition",
}
_AUTHOR = re.compile(r"aut\b|auth|cre\b|creator|verf|inv\b|inventor", re.IGNORECASE)


def entry_of_mods(record: Element, place: str = "", identifier: str = "") -> Entry:
    """Make an entry from a `mods` element.

    Args:
        record: the element.
        place: where it stands in its file, if that is not its line.
        identifier: its id, if that is not in the record.
    """
    fields: dict[str, Any] = dict(fields_at(record, PLACES))
    fields["id"] = [identifier] if identifier else fields["id"]
    fields["title"] = [
        {"text": _title(info), "language": info.get("lang") or language_of(info)}
        for info in record.iterfind("{*}titleInfo")
        if info.get("type") in {None, "translated"}
    ]
    names = list(record.iterfind("{*}name"))
    authors = [name for name in names if _is_author(name)]
    fields["authors"] = list(filter(None, map(_name, authors or names)))
    fields["doi"] = list(dois_in(*fields["doi"]))
    return identified_entry_of(fields, place or f"line {record.sourceline}")


def _title(info: Element) -> str:
    article, title, subtitle, *parts = (
        next(texts_at(info, name), "")
        for name in ("nonSort", "title", "subTitle", "partNumber", "partName")
    )
    whole = (
        f"{article}{title}"
        if article.endswith(("'", "\N{RIGHT SINGLE QUOTATION MARK}"))
        else f"{article} {title}"
    )
    return ": ".join(filter(None, (whole.strip(), subtitle))) + "".join(
        f" {part}" for part in parts if part
    )


def _is_author(name: Element) -> bool:
    roles = list(texts_at(name, "role/roleTerm"))
    return not roles or any(map(_AUTHOR.match, roles))


def _name(name: Element) -> dict[str, str] | str:
    """Return a name as its parts, or whole."""
    of_type = {
        kind: " ".join(texts_at(name, f"namePart[@type='{kind}']")) for kind in ("family", "given")
    }
    if of_type["family"]:
        return of_type
    parts = [
        text
        for part in name.iterfind("{*}namePart")
        if part.get("type") is None
        for text in texts_at(part, ".")
    ]
    if name.get("type") in {"corporate", "conference"}:
        return {"family": " ".join(parts), "given": ""}
    return " ".join(parts) or of_type["given"] or next(texts_at(name, "displayForm"), "")


read_mods = partial(read_elements, ["mods"], entry_of_mods)
"""Yields an entry for each record."""
