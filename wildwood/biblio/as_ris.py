"""Write entries as RIS."""

import re
from collections.abc import Iterable, Iterator
from itertools import repeat

from wildwood.biblio import field_texts
from wildwood.biblio.entry import KEYS, RIS_TYPES, Entry, publication_type, types_of
from wildwood.biblio.names import author_in
from wildwood.biblio.person import Person

_TYPES = types_of("ris")
_IDS = ("AN", "UT")
_OWN_ID = re.compile(r"^\s?(?:ID|AN) {0,3}-", re.MULTILINE)
_END = re.compile(r"(?<=[\r\n])[^\S\r\n]?ER {0,3}-[^\r\n]*\Z")


def write_ris(entry: Entry, note: str = "") -> str:
    return "\n".join([*_lines(entry), *([_noted(note)] if note else []), "ER  - ", ""])


def ris_file(entries: Iterable[Entry], notes: Iterable[str] = repeat("")) -> bytes:
    text = "\n".join(map(write_ris, entries, notes))
    return text.replace("\n", "\r\n").encode("utf-8", "replace")


def ris_insertion(record: str, note: str) -> tuple[int, str]:
    """Return where to insert a note, and the text to insert."""
    return _insertion(record, [_noted(note)])


def ris_additions(record: str, additions: Entry) -> list[tuple[int, str]]:
    """Return where to insert fields, and the text; an id becomes a note if the record has none."""
    lines = [line for line in _lines(additions) if line[:2] != "TY"]
    if not _OWN_ID.search(record):
        lines = [_noted(f"{line[:2]}: {line[6:]}") if line[:2] in _IDS else line for line in lines]
    return [_insertion(record, lines)]


def _insertion(record: str, lines: list[str]) -> tuple[int, str]:
    end = _END.search(record)
    if end is None:
        return len(record), "".join(f"\n{line}" for line in lines)
    return end.start(), "".join(f"{line}\n" for line in lines)


def _noted(note: str) -> str:
    return f"N1  - {note}"


def _lines(entry: Entry) -> list[str]:
    lines = ((tag, field_texts.remove_controls(value)) for tag, value in _fields(entry))
    return [f"{tag}  - {value}" for tag, value in lines if value]


def _fields(entry: Entry) -> Iterator[tuple[str, str]]:
    kind = _TYPES[publication_type(entry.kind, entry.series)]
    yield "TY", entry.kind if entry.kind in RIS_TYPES else kind
    yield "ID", entry.id
    for number, title in enumerate(entry.titles):
        yield "TT" if number else "TI", title.text
    for author in entry.authors:
        yield "AU", _name(author)
    own = dict(others := (*entry.extra, *entry.spare))
    for editor in () if own.keys() & {"ED", "A2"} else entry.editors_apart:
        yield "A2", _name(editor)
    year, *rest = entry.date.split("-")
    yield "PY", year
    yield "DA", "/".join([year, *rest]) if rest else ""
    series = entry.series
    yield "T2", series.title
    yield "VL", series.volume
    yield "IS", series.issue
    yield "SP", series.first_page
    yield "EP", series.last_page
    yield "SN", series.issn
    yield "SN", series.isbn
    yield "PB", series.publisher
    for tag, values in (("LA", entry.languages), ("DO", entry.dois), ("UR", entry.urls)):
        for value in values:
            yield tag, value
    yield "AB", entry.abstract
    for keyword in entry.subjects:
        yield "KW", keyword
    yield "ET", entry.edition
    for tag, value in (("M3", entry.document_type), ("DB", entry.archive), ("C2", entry.pmcid)):
        yield tag, "" if tag in own else value
    pmid = f"PMID: {entry.pmid}" if entry.pmid else ""
    keys = (value for name, value in entry.extra if name in KEYS and value != entry.id)
    for note in dict.fromkeys((entry.note, *entry.notes, pmid)):
        yield "N1", note
    for key in dict.fromkeys(keys):
        yield "N1", f"ID: {key}"
    yield from ((name, value) for name, value in others if name.isupper() and name != "ID")


def _name(author: Person) -> str:
    """Return a name that reads back unchanged; a comma at the end keeps it undivided."""
    return author.inverted if author_in(author.inverted) == (author,) else f"{author.name},"
