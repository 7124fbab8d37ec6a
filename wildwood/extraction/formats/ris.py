"""Write entries as RIS, which reference managers import."""

from collections.abc import Iterable, Iterator

from wildwood.extraction.formats.entries import Entry, EntryType, one_line
from wildwood.names.person import Person

_TYPES = {
    EntryType.ARTICLE: "JOUR",
    EntryType.BOOK: "BOOK",
    EntryType.PROCEEDINGS: "CPAPER",
    EntryType.OTHER: "GEN",
}


def write(entries: Iterable[Entry]) -> bytes:
    """Return the entries as an RIS file."""
    return "\r\n".join(map(_entry, entries)).encode("utf-8", "replace")


def _entry(entry: Entry) -> str:
    lines = ((tag, one_line(value)) for tag, value in _fields(entry))
    shown = "".join(f"{tag}  - {value}\r\n" for tag, value in lines if value)
    return f"{shown}ER  - \r\n"


def _fields(entry: Entry) -> Iterator[tuple[str, str]]:
    first, last = entry.page_range
    yield "TY", _TYPES[entry.type]
    for person in entry.authors:
        yield "AU", _name(person)
    yield "TI", entry.title
    yield "T2", entry.venue
    yield "PY", entry.year
    yield "VL", entry.volume
    yield "IS", entry.issue
    yield "SP", first
    yield "EP", last
    yield "PB", entry.publisher
    yield "DO", entry.doi
    yield "UR", entry.url
    for word in entry.keywords.split(","):
        yield "KW", word
    yield "AB", entry.abstract
    yield "N1", entry.note


def _name(person: Person) -> str:
    return f"{person.family}, {person.given}" if person.given else person.family
