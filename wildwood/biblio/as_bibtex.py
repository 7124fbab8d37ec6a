"""Write entries as BibTeX."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain, count, repeat

from wildwood.biblio import field_texts
from wildwood.biblio.entry import KEYS, Entry, publication_type, types_of
from wildwood.biblio.field_texts import MACROS
from wildwood.biblio.names import author_in
from wildwood.biblio.person import Person
from wildwood.biblio.words import entries as lexicon

_TYPES = types_of("bibtex")  # all others are misc
_TYPE = re.compile(r"@\s*(\w+)")
_SEPARATORS = {"keywords": ", ", "groups": ", ", "file": ";"}
_SEPARATORS |= dict.fromkeys(("accession", "annote", "source"), "; ")
_SEPARATORS |= dict.fromkeys(("ids", "related"), ",")
_SERIES = {"article": "journal", "incollection": "booktitle", "inproceedings": "booktitle"}
_SERIES |= dict.fromkeys(("phdthesis", "mastersthesis"), "school")
_FIELDS = dict.fromkeys(KEYS, "ids") | dict.fromkeys(("AN", "UT"), "accession")
_NO_LETTERS = re.compile(r"[^a-z]")
_NO_KEY = re.compile(r"[^\w:./+*?!|<>@;-]+")
_ESCAPES = {
    "\\": r"\textbackslash{}", "{": r"\textbraceleft{}", "}": r"\textbraceright{}", "$": r"\$",
    "&": r"\&", "%": r"\%", "#": r"\#", "_": r"\_", "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
}  # fmt: skip
"""BibTeX counts braces, even escaped ones."""
_NOT_IN_URL = str.maketrans({"{": "%7B", "}": "%7D", "\\": "%5C", " ": "%20"})
_SPECIAL = re.compile(r"[\\{}$&%#_~^]")
_BRACES = re.compile(r"[{}]")
_LIGATURE = re.compile(r"(?<=([-`',<>]))(?=\1)|(?<=[?!])(?=`)")  # between what LaTeX joins
_SEPARATES = re.compile(r"\band\b|,", re.IGNORECASE)  # names or their parts, except in braces


def write_bibtex(entry: Entry, note: str = "") -> str:
    kind = _TYPES.get(publication_type(entry.kind, entry.series), "misc")
    fields = [f"  {name} = {value}" for name, value in _fields(entry, kind)]
    fields += [f"  wildwood = {{{_escaped(note)}}}"] if note else []
    return f"@{kind}{{{bibtex_key(entry)},\n" + ",\n".join(fields) + "\n}\n"


def bibtex_file(entries: Iterable[Entry], notes: Iterable[str] = repeat("")) -> bytes:
    """Return a file of entries, each with its note; those without an id get a key."""
    taken: set[str] = set()
    keyed = (entry if entry.id else replace(entry, id=_free_key(entry, taken)) for entry in entries)
    return "\n".join(map(write_bibtex, keyed, notes)).encode("utf-8", "replace")


def bibtex_insertion(entry: str, note: str) -> tuple[int, str]:
    """Return where to insert a note, and the text to insert."""
    return _insertion(entry, [f"wildwood = {{{_escaped(note)}}}"])


def _insertion(entry: str, fields: Iterable[str]) -> tuple[int, str]:
    body = entry[:-1].rstrip()
    comma = "" if body.endswith(",") else ","
    line_break = "" if entry[len(body) : -1].strip(" \t") else "\n"
    added = ",\n".join(f"  {field}" for field in fields)
    return len(body), f"{comma}\n{added}{line_break}"


def bibtex_additions(entry: str, additions: Entry) -> Iterator[tuple[int, str]]:
    """Yield places and texts to insert; notes go into `annote`, which styles do not print."""
    match = _TYPE.match(entry)
    kind = match[1].lower() if match else ""
    values = dict(_fields(replace(additions, notes=()), kind))
    if additions.notes:
        values["annote"] = "{" + _escaped("; ".join(additions.notes)) + "}"
    places = {name: _place_in_field(entry, name) for name in values}
    for name, (end, present) in places.items():
        if name == "keywords" and present.strip():
            yield end, _escaped(field_texts.join_keywords(additions.subjects, present))
        elif end > 0:
            yield end, f"{_SEPARATORS[name] if present.strip() else ''}{values[name][1:-1]}"
    missing = [f"{name} = {value}" for name, value in values.items() if not places[name][0]]
    if missing:
        yield _insertion(entry, missing)


def _place_in_field(entry: str, name: str) -> tuple[int, str]:
    """Return where to extend a field (0: it is missing; -1: it is not a list), and what it has."""
    match = re.search(rf"[,\s]{re.escape(name)}\s*=\s*", entry, re.IGNORECASE)
    if match is None:
        return 0, ""
    start, depth = match.end(), 0
    closing = {"{": "}", '"': '"'}.get(entry[start], "")
    for end, character in enumerate(entry[start:] if closing else "", start):
        depth += {"{": 1, "}": -1}.get(character, 0)
        if depth == 0 and end > start and character == closing:
            present = entry[start + 1 : end]
            is_list = name in _SEPARATORS or not present.strip()
            return (end, present) if is_list else (-1, "")
    return -1, ""


def bibtex_key(entry: Entry) -> str:
    return _NO_KEY.sub("_", entry.handle).strip("_") or "_"


def _free_key(entry: Entry, taken: set[str]) -> str:
    family = entry.authors[0].family if entry.authors else ""
    words = map(_letters, entry.title.split())
    word = next((word for word in words if word and word not in lexicon("stopwords")), "")
    plain = f"{_letters(family)}{entry.date[:4]}{word}" or "entry"
    keys = chain([plain], (f"{plain}-{number}" for number in count(2)))
    key = next(key for key in keys if key not in taken)
    taken.add(key)
    return key


def _letters(text: str) -> str:
    return _NO_LETTERS.sub("", field_texts.letters(text))


def _fields(entry: Entry, kind: str) -> Iterator[tuple[str, str]]:
    own = {name for name, _ in (*entry.extra, *entry.spare)}
    for role, people in (("author", entry.authors), ("editor", entry.editors_apart)):
        if people and role not in own:
            yield role, "{" + " and ".join(map(_name, people)) + "}"
    if entry.title:
        # The inner braces keep capitals, which styles make small.
        yield "title", "{{" + _escaped(entry.title) + "}}"
    for name, value in _values(entry, kind).items():
        if value and name not in own:
            escaped = _escaped(value)
            yield name, "{" + (escaped.replace("-", "--") if name == "pages" else escaped) + "}"
    if month := entry.date[5:7]:
        yield "month", MACROS[int(month) - 1]
    yield from _verbatim_fields(entry)


def _values(entry: Entry, kind: str) -> dict[str, str]:
    series, spare = entry.series, dict(entry.spare)
    databases = (value for name, value in entry.extra if name == "DB")
    return {
        "wildwood-id": entry.id if entry.id != bibtex_key(entry) else "",
        "alttitle": " = ".join(title.text for title in entry.titles[1:]),
        "year": entry.date[:4],
        "day": entry.date[8:].lstrip("0"),
        _SERIES.get(kind, "booktitle" if "series" in spare else "series"): series.title,
        "volume": series.volume,
        "number": series.issue,
        "pages": series.pages,
        "issn": series.issn,
        "isbn": series.isbn,
        "type": entry.document_type,
        "edition": entry.edition,
        "pmid": entry.pmid,
        "pmcid": entry.pmcid,
        "source": "; ".join(field_texts.cleaned([entry.archive, *databases])),
        "publisher": series.publisher,
        "language": ", ".join(entry.languages),
        "abstract": entry.abstract,
        "keywords": field_texts.join_keywords(entry.subjects),
        "note": "; ".join(filter(None, (entry.note, *entry.notes))),
    }


def _verbatim_fields(entry: Entry) -> Iterator[tuple[str, str]]:
    for name, links in (("doi", entry.dois), ("url", entry.urls)):
        if links:
            yield name, "{" + field_texts.remove_controls(links[0]).translate(_NOT_IN_URL) + "}"
    extra = [
        (_FIELDS.get(name, name), value)
        for name, value in (*entry.extra, *entry.spare)
        if name not in _FIELDS or value != entry.id
    ]
    for name in dict.fromkeys(name for name, _ in extra if name.islower()):
        own = dict.fromkeys(value for field, value in extra if field == name)
        yield name, "{" + _SEPARATORS.get(name, "; ").join(own) + "}"


def _name(person: Person) -> str:
    """Return a name that reads back unchanged: undivided in braces, and without its own braces."""
    parts = map(field_texts.remove_controls, person)
    person = Person(*(_BRACES.sub("", part).strip() for part in parts))
    escaped = Person(*map(_escaped, person))
    separates = any(map(_SEPARATES.search, escaped))
    is_plain = not separates and escaped == person and author_in(person.inverted) == (person,)
    if is_plain and not person.is_institution:
        return person.inverted
    if person.given and separates:
        return Person(*(_SEPARATES.sub(r"{\g<0>}", part) for part in escaped)).inverted
    return "{" + escaped.name + "}"


def _escaped(text: str) -> str:
    parted = _LIGATURE.sub("\0", field_texts.remove_controls(text))
    return _SPECIAL.sub(lambda match: _ESCAPES[match[0]], parted).replace("\0", "{}")
