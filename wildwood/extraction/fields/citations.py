"""Parse references into citations."""

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
"""The beginning of a reference in an author-year style such as APA; the title follows, up to
the end of its sentence."""
_SENTENCE = re.compile(
    r".+?(?:[?!](?=\s)|(?<![\s.][A-Z])(?<![\s][IVX]{2})\.(?=\s+[A-Z(\[“]|\s*https?:|\s*$)|$)"
)
_AFTER_TITLE = re.compile(
    r"\s*(?:\((?:version|v|vol|pp|latest|\d+\w* ed)\b.*|\[[^\]]*\].*|[.?] In [A-Z].*)$",
    re.IGNORECASE,
)
"""What style guides add after a title that is not part of it."""
_MAX_CHARACTERS = 20_000
"""A longer text is not a reference, and the model would need too much time and memory."""
_MAX_GAP = 3
"""Tokens that can be between two parts of a title."""
_PUNCTUATION = " .,;:“”\"'«»()[]"


def extract(lines: Sequence[Line]) -> list[Citation]:
    """Return the citations of a document, each with its contexts."""
    start, end = references.reference_section(lines)
    entries = [
        entry
        for entry in references.split_references(lines[start:end])
        if len(entry.text) <= _MAX_CHARACTERS
    ]
    citations = [parse(entry.text) for entry in entries]
    labels = [entry.label for entry in entries]
    return contexts.with_contexts(citations, labels, join_lines([*lines[:start], *lines[end:]]))


def with_contexts(citations: Sequence[Citation], lines: Sequence[Line]) -> list[Citation]:
    """Add contexts to citations that GROBID found, in the order of the list of references."""
    start, end = references.reference_section(lines)
    entries = references.split_references(lines[start:end])
    numbered = bool(entries) and entries[0].label.isdigit()
    labels = [str(number) if numbered else "" for number in range(1, len(citations) + 1)]
    return contexts.with_contexts(citations, labels, join_lines([*lines[:start], *lines[end:]]))


def parse(text: str) -> Citation:
    """Parse one reference."""
    fields = sequence.label_fields(sequence.CITATIONS, sequence.tokenize(text))
    doi, url = _address(_DOI, text), _address(_URL, text)
    year = _YEAR.search(_first(fields, "date", text)) or _YEAR.search(_DOI.sub("", text))
    title = _title(fields, text)
    venue = _first(fields, "venue", text).strip(_PUNCTUATION)
    return Citation(
        raw=text,
        authors=names.cited_names(_authors(fields, text)),
        title=title,
        year=year[1] if year else "",
        venue="" if venue in title else venue,
        volume=_first(fields, "volume", text).strip(_PUNCTUATION),
        issue=_first(fields, "issue", text).strip(_PUNCTUATION),
        pages=_first(fields, "pages", text).strip(_PUNCTUATION),
        publisher=_first(fields, "publisher", text).strip(_PUNCTUATION),
        doi=doi,
        url="" if "doi.org/" in url else url,
    )


def _first(fields: Sequence[Field], label: str, text: str) -> str:
    """Return the text of the first field with a label, or an empty string."""
    for field in fields:
        if field.label == label:
            return text[field.tokens[0].start : field.tokens[-1].end]
    return ""


def _authors(fields: Sequence[Field], text: str) -> str:
    style = _author_year(fields, text)
    return style["authors"] if style else _first(fields, "author", text)


def _author_year(fields: Sequence[Field], text: str) -> re.Match[str] | None:
    """Match the beginning of an author-year style, unless the model finds a title first."""
    style = _AUTHOR_YEAR.match(text)
    if style is None or (fields and fields[0].label == "title"):
        return None
    return style


def _title(fields: Sequence[Field], text: str) -> str:
    style = _author_year(fields, text)
    sentence = _SENTENCE.match(text, style.end()) if style else None
    title = sentence[0] if sentence else _labelled_title(fields, text)
    return _AFTER_TITLE.sub("", title).strip(_PUNCTUATION)


def _labelled_title(fields: Sequence[Field], text: str) -> str:
    """Return the longest run of title fields, with the tokens between them."""
    runs: list[tuple[int, int]] = []
    place = last = -_MAX_GAP - 1
    for field in fields:
        place += len(field.tokens)
        if field.label == "title":
            start, end = field.tokens[0].start, field.tokens[-1].end
            if runs and place - len(field.tokens) - last <= _MAX_GAP:
                start = runs.pop()[0]
            runs.append((start, end))
            last = place
    longest = max(runs, key=lambda run: run[1] - run[0], default=(0, 0))
    return text[slice(*longest)]


def _address(pattern: re.Pattern[str], text: str) -> str:
    """Return the first DOI or URL without the punctuation after it, or an empty string."""
    match = pattern.search(text)
    if match is None:
        return ""
    address = match[0].rstrip(".,;:’”]")
    while address.endswith(")") and address.count(")") > address.count("("):
        address = address[:-1].rstrip(".,;:")
    return address
