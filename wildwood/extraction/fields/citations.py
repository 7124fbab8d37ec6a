"""References to their fields."""

import re
from collections.abc import Sequence

from wildwood.extraction.documents.text import join_lines
from wildwood.extraction.fields import contexts, names, references, sequence
from wildwood.extraction.fields.sequence import Field
from wildwood.extraction.model import Citation, Line

_YEAR = re.compile(r"\b(1[5-9]\d\d|20\d\d)[a-z]?\b")
_DOI = re.compile(r"\b10\.\d{4,9}/[^\s\"<>]+")
_URL = re.compile(r"https?://[^\s\"<>]+")
_AUTHOR_YEAR = re.compile(
    r"^(?P<authors>.{3,}?)\s\((?P<year>(?:1[5-9]|20)\d\d|n\.d\.)[^)]{0,30}\)[.:,]\s+"
)
"""How styles after APA's begin; a title follows, up to the end of its sentence."""
_SENTENCE = re.compile(
    r".+?(?:[?!](?=\s)|(?<![\s.][A-Z])(?<![\s][IVX]{2})\.(?=\s+[A-Z(\[“]|\s*https?:|\s*$)|$)"
)
_TAIL = re.compile(
    r"\s*(?:\((?:version|v|vol|pp|latest|\d+\w* ed)\b.*|\[[^\]]*\].*|[.?] In [A-Z].*)$",
    re.IGNORECASE,
)
"""What style guides set after a title and does not belong to it."""
_LONGEST = 20_000
"""What has more letters is no reference, and would cost the model time and memory."""
_GLUE = 3
"""So many signs may stand between two pieces of one title."""
_ENDS = " .,;:“”\"'«»()[]"


def extract(lines: Sequence[Line]) -> list[Citation]:
    """The citations of a document, each with where the text has it."""
    start, end = references.reference_section(lines)
    entries = [
        entry
        for entry in references.split_references(lines[start:end])
        if len(entry.text) <= _LONGEST
    ]
    found = [parse(entry.text) for entry in entries]
    labels = [entry.label for entry in entries]
    return contexts.with_contexts(found, labels, join_lines([*lines[:start], *lines[end:]]))


def with_places(found: Sequence[Citation], lines: Sequence[Line]) -> list[Citation]:
    """Citations that something else found, with where the text has them."""
    start, end = references.reference_section(lines)
    printed = references.split_references(lines[start:end])
    numbered = bool(printed) and printed[0].label.isdigit()
    labels = [str(number) if numbered else "" for number in range(1, len(found) + 1)]
    return contexts.with_contexts(found, labels, join_lines([*lines[:start], *lines[end:]]))


def parse(text: str) -> Citation:
    """The fields of one reference."""
    fields = sequence.label_fields("citations", sequence.tokenize(text))
    doi, url = _found(_DOI, text), _found(_URL, text)
    year = _YEAR.search(_first(fields, "date", text)) or _YEAR.search(_DOI.sub("", text))
    title = _title(fields, text)
    venue = _first(fields, "venue", text).strip(_ENDS)
    return Citation(
        raw=text,
        authors=names.cited_names(_authors(fields, text)),
        title=title,
        year=year[1] if year else "",
        venue="" if venue in title else venue,
        volume=_first(fields, "volume", text).strip(_ENDS),
        issue=_first(fields, "issue", text).strip(_ENDS),
        pages=_first(fields, "pages", text).strip(_ENDS),
        publisher=_first(fields, "publisher", text).strip(_ENDS),
        doi=doi,
        url="" if "doi.org/" in url else url,
    )


def _first(fields: Sequence[Field], label: str, text: str) -> str:
    """The text of the first run of a label."""
    for field in fields:
        if field.label == label:
            return text[field.tokens[0].start : field.tokens[-1].end]
    return ""


def _authors(fields: Sequence[Field], text: str) -> str:
    style = _author_year(fields, text)
    return style["authors"] if style else _first(fields, "author", text)


def _author_year(fields: Sequence[Field], text: str) -> re.Match[str] | None:
    """The match of an author-year style, unless the model sees a title before the year."""
    style = _AUTHOR_YEAR.match(text)
    if style is None or (fields and fields[0].label == "title"):
        return None
    return style


def _title(fields: Sequence[Field], text: str) -> str:
    style = _author_year(fields, text)
    sentence = _SENTENCE.match(text, style.end()) if style else None
    title = sentence[0] if sentence else _tagged_title(fields, text)
    return _TAIL.sub("", title).strip(_ENDS)


def _tagged_title(fields: Sequence[Field], text: str) -> str:
    """The longest run of titles, with the signs that stand between its pieces."""
    runs: list[tuple[int, int]] = []
    place = last = -_GLUE - 1
    for field in fields:
        place += len(field.tokens)
        if field.label == "title":
            start, end = field.tokens[0].start, field.tokens[-1].end
            if runs and place - len(field.tokens) - last <= _GLUE:
                start = runs.pop()[0]
            runs.append((start, end))
            last = place
    longest = max(runs, key=lambda run: run[1] - run[0], default=(0, 0))
    return text[slice(*longest)]


def _found(pattern: re.Pattern[str], text: str) -> str:
    found = pattern.search(text)
    if found is None:
        return ""
    address = found[0].rstrip(".,;:’”]")
    while address.endswith(")") and address.count(")") > address.count("("):
        address = address[:-1].rstrip(".,;:")
    return address
