"""Correct extracted data by what persons say of a document."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from difflib import get_close_matches
from typing import Any

from wildwood.extraction.authors import make_author
from wildwood.extraction.data import Citation, Header, Kind
from wildwood.kernel.errors import InputError

Value = str | list[str]

_MAX_CHARACTERS = 20_000  # of a field
_OF_PERSON = ("affiliations", "email", "orcid")
_KEPT = {"confidence", "corrected", "contexts", "reference_list"}
CORRECTABLE: Mapping[Kind, Mapping[str, bool]] = {
    kind: {
        field.name: isinstance(field.default, tuple)
        for field in fields(form)
        if field.name not in _KEPT
    }
    for kind, form in ((Kind.HEADER, Header), (Kind.CITATIONS, Citation))
}
"""The fields of each kind that can be corrected, and whether they are lists."""


@dataclass(frozen=True, slots=True)
class Correction:
    """What a person says that a field contains, and what was read there."""

    field: str  # of the header or a citation
    value: Value
    read: Value
    reference: str = ""  # the text of the citation as read, by which it is found again


def as_read(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a header or a citation without corrections; authors by name."""
    values = {
        name: [item["name"] if isinstance(item, dict) else item for item in value]
        if isinstance(value, list)
        else value
        for name, value in data.items()
    }
    return {**values, **data["corrected"]}


def check_value(kind: Kind, field: str, value: Any) -> Value:
    """Return a value as it is stored; raise `InputError` if the field cannot have it."""
    if field not in CORRECTABLE[kind]:
        names = ", ".join(CORRECTABLE[kind])
        raise InputError(f"The fields that can be corrected are {names}, not {field[:40]!r}.")
    is_list = CORRECTABLE[kind][field]
    texts = value if isinstance(value, list) else [value]
    if is_list != isinstance(value, list) or not all(isinstance(text, str) for text in texts):
        raise InputError(f"The field {field} is {'a list of texts' if is_list else 'a text'}.")
    if sum(map(len, texts)) > _MAX_CHARACTERS:
        raise InputError(f"A field can have at most {_MAX_CHARACTERS} characters.")
    clean = [stripped for text in texts if (stripped := " ".join(text.split()))]
    return clean if is_list else " ".join(clean)


def changes_of(kind: Kind, data: Mapping[str, Any], values: Mapping[str, Any]) -> list[Correction]:
    """Return the corrections that give fields of a header or a citation values; none: as read."""
    read = as_read(data)
    made = []
    for field, given in values.items():
        value = check_value(kind, field, read.get(field) if given is None else given)
        made.append(Correction(field, value, read[field], read.get("raw", "")))
    return made


def correct(kind: Kind, data: Any, corrections: Sequence[Correction]) -> Any:
    """Return data of a kind with the corrections of its document; other fields stay."""
    if kind is Kind.HEADER:
        return _corrected(data, [each for each in corrections if not each.reference])
    if kind is not Kind.CITATIONS:
        return data
    changed, read = list(data), [citation["raw"] for citation in data]
    for reference in {each.reference for each in corrections} - {""}:
        # Another version can have read it a little differently; to compare it takes long.
        same = [reference] if reference in read else get_close_matches(reference, read, 1)
        for alike in same:
            of_reference = [each for each in corrections if each.reference == reference]
            place = read.index(alike)
            changed[place] = _corrected(data[place], of_reference)
    return changed


def _corrected(data: Mapping[str, Any], corrections: Iterable[Correction]) -> dict[str, Any]:
    read, values = as_read(data), {each.field: each.value for each in corrections}
    confidence = {name: number for name, number in data["confidence"].items() if name not in values}
    was_read = {field: read[field] for field in values}
    made = {**data, **values, "confidence": confidence, "corrected": was_read}
    return _with_authors(made, data["authors"]) if "affiliations" in data else made


def _with_authors(header: dict[str, Any], authors: Sequence[dict[str, Any]]) -> dict[str, Any]:
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
        made = asdict(make_author(name, ()))
        before = spelled.get(name, made)
        if before["name"] not in names:
            made |= {field: before[field] for field in _OF_PERSON}
        renamed.append(by_name.get(name, made))
    return renamed
