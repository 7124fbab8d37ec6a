"""Read RIS, which reference managers and databases export."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from wildwood.biblio.entry import Entry, EntrySpan, Series, localized
from wildwood.biblio.field_texts import best_date, clean, cleaned, page_range, unescape
from wildwood.biblio.identifiers import dois_in, identifier_of, isbn_in, issn_in, pmid_in, urls_in
from wildwood.biblio.names import author_in
from wildwood.biblio.person import Person
from wildwood.kernel.relation import values_by_key
from wildwood.lists.content import Content, Entries, Fault, lines_of
from wildwood.lists.fields import words_of

_TAG = re.compile(r"\s?([A-Z][A-Z0-9])(?:  -| {0,3}-(?= |$))\s*(.*)")  # some tools vary the spaces
_TITLES = ("TI", "T1", "CT", "BT")
_AUTHORS = (("AU",), ("A1",), ("ED", "A2", "A3"))
_COMPARED = frozenset((*_TITLES, *(tag for tags in _AUTHORS for tag in tags)))
_SERIES = ("JO", "JF", "T2", "JA", "J2", "T3")
_USUAL = frozenset(words_of("ris_usual"))  # tags that need no pattern
_SINGLE = _COMPARED.union(_SERIES, ("M3", "SN", "AB", "N2"))  # of which an entry has one value
_IDS = ("ID", "AN", "UT", "DO", "UR")
_READ = _SINGLE.union(words_of("ris_read"))
_OWN_IDS = frozenset({"ID", "AN", "UT"})
_UNBROKEN = frozenset({*_OWN_IDS, "DO", "DB"})  # their values have one line
_LINK = re.compile(r"(?:\w+: )?Link to [^:]+: *http", re.IGNORECASE)  # what Ovid writes below a tag
_NO_TYPE = " instead of TY"

_Fields = Mapping[str, list[str]]


class _Record(NamedTuple):
    line: int
    tagged: list[tuple[str, str]]
    span: EntrySpan


@dataclass(slots=True)
class _Block:
    """The lines up to ER, or to the next TY after its own; some tools write TY after the title."""

    tagged: list[tuple[str, str]] = field(default_factory=list)
    places: list[tuple[int, int]] = field(default_factory=list)  # line and position, up to TY
    has_type: bool = False

    def go_on(self, text: str) -> None:
        tag, value = self.tagged[-1]
        if not (_LINK.match(text) or (tag in _UNBROKEN and value)):
            self.tagged[-1] = (tag, f"{value} {text}")

    def records(self, end: int) -> Iterator[_Record | Fault]:
        count = len(self.places) - self.has_type
        early, typed = self.tagged[:count], self.tagged[count:]
        start = next((n for n, (tag, _) in enumerate(early) if tag in _COMPARED), count)
        if start < count and (not typed or _kinds(early) & _kinds(typed)):
            yield Fault(f"line {self.places[start][0]}", f"begins with {early[start][0]}{_NO_TYPE}")
            start = count
        if typed:
            line, begin = self.places[start]
            yield _Record(line, self.tagged[start:], EntrySpan(begin, end))


def _kinds(tagged: Iterable[tuple[str, str]]) -> set[bool]:
    return {tag in _TITLES for tag, _ in tagged if tag in _COMPARED}


def read_ris(content: Content) -> Entries:
    """Yield an entry for each record; one that lacks its last line is read, too."""
    text = content.text
    records = (record for record in _records(text) if isinstance(record, _Record))
    has_ids = any(tag in _OWN_IDS for record in records for tag, _ in record.tagged)
    for record in _records(text):
        if isinstance(record, Fault):
            yield record
        else:
            otherwise = "" if has_ids else f"line {record.line}"
            yield _entry(record, otherwise, details=content.details)


def _records(text: str) -> Iterator[_Record | Fault]:
    """Divide a file into records, from TY to ER or the next TY."""
    block, end, position = _Block(), 0, 0
    for number, line in enumerate(lines_of(text), 1):
        tag, value = _divided(line)
        if tag == "TY" and block.has_type:
            yield from block.records(end)
            block = _Block()
        if length := len(line.rstrip()):
            end = position + length
        if tag == "ER":
            yield from block.records(end)
            block = _Block()
        elif tag:
            if not block.has_type:
                block.places.append((number, position))
                block.has_type = tag == "TY"
            block.tagged.append((tag, value))
        elif block.tagged and value:
            block.go_on(value)
        position += len(line) + 1
    yield from block.records(end)


def _divided(line: str) -> tuple[str, str]:
    if line[2:6] == "  - " and line[:2] in _USUAL:
        return line[:2], line[6:].strip()
    match = _TAG.match(line)
    return (match[1], match[2].strip()) if match else ("", line.strip())


def _entry(record: _Record, otherwise: str, *, details: bool) -> Entry:
    fields = values_by_key((tag, unescape(value)) for tag, value in record.tagged if value)
    notes, linking = _all(fields, "N1"), ("doi", "10.", "http")
    links = [note for note in _all(fields, "M3", "N1", "L3") if note.lower().startswith(linking)]
    linked = [*_all(fields, "DO", "UR", "L2"), *links]
    pmid = pmid_in(*linked, *notes)
    made = Entry(
        id=_first(fields, *_IDS) or otherwise,
        titles=localized(_all(fields, *_TITLES)[:1] + _all(fields, "TT")),
        authors=next(filter(None, (_people(fields, *tags) for tags in _AUTHORS)), ()),
        editors=_people(fields, "ED", "A2"),
        place=f"line {record.line}",
        kind=_first(fields, "TY"),
        date=best_date(_all(fields, "PY", "Y1", "DA")),
        languages=cleaned(_all(fields, "LA")),
        abstracts=localized(_all(fields, "AB", "N2")[:1]) if details else (),
        keywords=cleaned(_all(fields, "KW")),
        dois=dois_in(*linked),
        pmid=pmid,
        identifiers=_identifiers(fields),
        edition=_first(fields, "ET"),
        urls=urls_in(*linked),
        series=_series(fields),
        notes=cleaned(note for note in notes if note != f"PMID: {pmid}") if details else (),
        extra=tuple(item for item in record.tagged if item[0] not in _READ) if details else (),
        span=record.span,
    )
    spare = tuple(_spare(fields, made, linked)) if details else ()
    return replace(made, spare=spare) if spare else made


def _spare(fields: _Fields, made: Entry, linked: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield what the entry has no place for: editors beside authors, a journal's short title."""
    series = made.series
    parts = (made.title, made.abstract, series.title, series.issn, series.isbn, *linked)
    kept = tuple(filter(None, parts))
    read = next((tags for tags in _AUTHORS if not fields.keys().isdisjoint(tags)), ())
    for tag in fields:
        for value in fields[tag] if tag in _SINGLE and tag not in read else ():
            is_kept = value in kept or clean(value) in kept or isbn_in(value) in kept
            if not is_kept and not set(made.authors).issuperset(author_in(value)):
                yield tag, value


def _all(fields: _Fields, *tags: str) -> list[str]:
    return [value for tag in tags if tag in fields for value in fields[tag]]


def _first(fields: _Fields, *tags: str) -> str:
    for tag in tags:
        if tag in fields:
            return clean(fields[tag][0])
    return ""


def _identifiers(fields: _Fields) -> tuple[str, ...]:
    """Return the numbers in a database and a series; M1 and SN are the number of a report, too."""
    serials = [serial for serial in _all(fields, "SN") if not (issn_in(serial) or isbn_in(serial))]
    numbered = [
        *((number, _first(fields, "DB", "DP")) for number in _all(fields, "AN")),
        *((number, "number") for number in (*_all(fields, "M1"), *serials)),
        *((number, "pmcid") for number in _all(fields, "C2") if number.startswith("PMC")),
        *((chapter, "chapter") for chapter in _all(fields, "SE") if _first(fields, "TY") == "CHAP"),
    ]
    return cleaned(identifier_of(number, kind) for number, kind in numbered)


def _people(fields: _Fields, *tags: str) -> tuple[Person, ...]:
    return tuple(person for name in _all(fields, *tags) for person in author_in(name))


def _series(fields: _Fields) -> Series:
    pages = page_range(_first(fields, "SP"), _first(fields, "EP"))
    volume, issue, publisher = (_first(fields, tag) for tag in ("VL", "IS", "PB"))
    serials = cleaned(_all(fields, "SN"))
    isbns = {serial: isbn for serial in serials if (isbn := isbn_in(serial))}
    isbn = next(iter(isbns.values()), "")
    issn = next((serial for serial in serials if serial not in isbns), "")
    return Series(_first(fields, *_SERIES), volume, issue, pages, issn, publisher, isbn)
