"""Write entries as BibTeX."""

import re
from collections.abc import Iterator, Mapping

from wildwood.lists.entry import Entry
from wildwood.names.listed import author_in
from wildwood.names.person import Person

_KINDS: Mapping[str, str] = {
    "article": "article", "jour": "article", "article-journal": "article",
    "journalarticle": "article", "book": "book", "chap": "incollection",
    "chapter": "incollection", "incollection": "incollection", "inproceedings": "inproceedings",
    "cpaper": "inproceedings", "conf": "inproceedings", "paper-conference": "inproceedings",
    "rprt": "techreport", "report": "techreport", "techreport": "techreport",
    "paper": "techreport", "preprint": "techreport", "thes": "phdthesis", "thesis": "phdthesis",
    "phdthesis": "phdthesis", "mastersthesis": "mastersthesis", "unpb": "unpublished",
}  # fmt: skip
"""Types of other formats, as BibTeX names them."""
_SERIES = {"article": "journal", "incollection": "booktitle", "inproceedings": "booktitle"}
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_NO_KEY = re.compile(r"[^\w:./+*?!|<>@;-]+")
"""What a key cannot contain."""
_ESCAPES = {
    "\\": r"\textbackslash{}", "{": r"\textbraceleft{}", "}": r"\textbraceright{}", "$": r"\$",
    "&": r"\&", "%": r"\%", "#": r"\#", "_": r"\_", "~": r"\textasciitilde{}", "^": "$^$",
}  # fmt: skip
"""BibTeX counts braces, even escaped ones."""
_SPECIAL = re.compile(r"[\\{}$&%#_~^]")
_BRACES = re.compile(r"[{}]")
_LIGATURE = re.compile(r"(?<=[-`'?!,<>])(?=[-`',<>])")
"""Between characters that LaTeX prints as one."""


def as_bibtex(entry: Entry, note: str = "") -> str:
    """Return an entry in BibTeX, which ends with a line break.

    Args:
        entry: the entry.
        note: a note to add, in the field `wildwood`.
    """
    text = _made(entry)
    if note:
        place, added = insertion(text, note)
        text = text[:place] + added + text[place:]
    return f"{text}\n"


def insertion(entry: str, note: str) -> tuple[int, str]:
    """Return what adds a note to an entry as it is written, and the place in it."""
    body = entry[:-1].rstrip()
    comma = "" if body.endswith(",") else ","
    line_break = "" if entry[len(body) : -1].strip(" \t") else "\n"
    return len(body), f"{comma}\n  wildwood = {{{_escaped(note)}}}{line_break}"


def _made(entry: Entry) -> str:
    kind = _KINDS.get(entry.kind.lower(), "misc")
    fields = [f"  {name} = {value}" for name, value in _fields(entry, kind)]
    return f"@{kind}{{{_key(entry)},\n" + ",\n".join(fields) + "\n}"


def _key(entry: Entry) -> str:
    return _NO_KEY.sub("_", entry.handle).strip("_") or "_"


def _fields(entry: Entry, kind: str) -> Iterator[tuple[str, str]]:
    """Yield the fields that have a value, each in braces; a month is a macro."""
    year, *rest = entry.date.split("-")
    series = entry.series
    values = {
        "wildwood-id": entry.id if entry.id != _key(entry) else "",
        "title": entry.titles[0].text if entry.titles else "",
        "alttitle": " = ".join(title.text for title in entry.titles[1:]),
        "year": year,
        _SERIES.get(kind, "series"): series.title,
        "volume": series.volume,
        "number": series.issue,
        "pages": series.pages,
        "issn": series.issn,
        "publisher": series.publisher,
        "language": ", ".join(entry.languages),
        "abstract": entry.abstracts[0].text if entry.abstracts else "",
        "keywords": ", ".join(entry.keywords),
    }
    if entry.authors:
        yield "author", "{" + " and ".join(map(_name, entry.authors)) + "}"
    for name, value in values.items():
        if value:
            yield name, "{" + _escaped(value) + "}"
    if rest:
        yield "month", _MONTHS[int(rest[0]) - 1]
    for name, links in (("doi", entry.dois), ("url", entry.urls)):
        if links and not set(links[0]) & set("{}"):
            yield name, "{" + links[0] + "}"


def _name(author: Person) -> str:
    """Return a name as it is read again; in braces, it is one name, undivided.

    A name cannot have braces of its own, which BibTeX counts even if they are escaped.
    """
    author = Person(*(_BRACES.sub("", part).strip() for part in author))
    escaped = _escaped(author.inverted)
    is_plain = escaped == author.inverted and "and" not in escaped.lower().split()
    if is_plain and author_in(escaped) == (author,):
        return escaped
    return "{" + _escaped(author.name) + "}"


def _escaped(text: str) -> str:
    parted = _LIGATURE.sub("\0", text)
    return _SPECIAL.sub(lambda found: _ESCAPES[found[0]], parted).replace("\0", "{}")
