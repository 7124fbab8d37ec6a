"""Write entries as BibTeX, in UTF-8."""

import re
import string
import unicodedata
from collections.abc import Iterable, Iterator

from wildwood.extraction.formats.entries import Entry, EntryType, one_line
from wildwood.names.person import Person

_TYPES = {
    EntryType.ARTICLE: "article",
    EntryType.BOOK: "book",
    EntryType.PROCEEDINGS: "inproceedings",
    EntryType.OTHER: "misc",
}
_ESCAPES = str.maketrans(
    {
        **{mark: f"\\{mark}" for mark in "&%$#_"},
        # BibTeX counts braces, even escaped ones.
        "{": r"\textbraceleft{}",
        "}": r"\textbraceright{}",
        "\\": r"\textbackslash{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
    }
)
_NOT_IN_URL = str.maketrans({"{": "%7B", "}": "%7D", "\\": "%5C", " ": "%20"})
_SMALL_WORDS = frozenset("a an and das de der des die el for in la le les on of the to und".split())  # noqa: SIM905


def write(entries: Iterable[Entry]) -> bytes:
    """Return the entries as a BibTeX file; their keys differ."""
    taken: set[str] = set()
    return "\n".join(_entry(entry, _key(entry, taken)) for entry in entries).encode(
        "utf-8", "replace"
    )


def _entry(entry: Entry, key: str) -> str:
    fields = "".join(f"  {name} = {{{value}}},\n" for name, value in _fields(entry) if value)
    return f"@{_TYPES[entry.type]}{{{key},\n{fields}}}\n"


def _fields(entry: Entry) -> Iterator[tuple[str, str]]:
    first, last = entry.page_range
    venue = "booktitle" if entry.type is EntryType.PROCEEDINGS else "journal"
    yield "author", " and ".join(map(_name, entry.authors))
    # The inner braces keep capitals, which styles make small.
    yield "title", f"{{{_escaped(entry.title)}}}" if entry.title else ""
    yield venue, _escaped(entry.venue)
    yield "year", _escaped(entry.year)
    yield "volume", _escaped(entry.volume)
    yield "number", _escaped(entry.issue)
    yield "pages", _escaped(f"{first}--{last}" if last else first)
    yield "publisher", _escaped(entry.publisher)
    yield "doi", one_line(entry.doi).translate(_NOT_IN_URL)
    yield "url", one_line(entry.url).translate(_NOT_IN_URL)
    yield "keywords", _escaped(entry.keywords)
    yield "abstract", _escaped(entry.abstract)
    yield "note", _escaped(entry.note)


def _name(person: Person) -> str:
    family = _escaped(person.family)
    if person.is_institution or (not person.given and " " in family):
        return f"{{{family}}}"
    # `and` separates names and a comma their parts, so that both must be protected inside one.
    parts = (family, _escaped(person.given)) if person.given else (family,)
    return ", ".join(re.sub(r"\band\b|,", r"{\g<0>}", part) for part in parts)


def _escaped(text: str) -> str:
    return one_line(text).translate(_ESCAPES)


def _key(entry: Entry, taken: set[str]) -> str:
    """Return a key such as `knuth1997art` that is not taken, and take it."""
    family = entry.authors[0].family if entry.authors else ""
    words = [_letters(word) for word in entry.title.split()]
    word = next((word for word in words if word and word not in _SMALL_WORDS), "")
    plain = f"{_letters(family)}{re.sub('[^0-9]', '', entry.year)}{word}" or "entry"
    key, number = plain, 1
    while key in taken:
        number += 1
        key = f"{plain}-{number}"
    taken.add(key)
    return key


def _letters(text: str) -> str:
    """Return the letters a to z of a text, without diacritics."""
    plain = unicodedata.normalize("NFKD", text).lower()
    return "".join(letter for letter in plain if letter in string.ascii_lowercase)
