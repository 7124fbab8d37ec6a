"""Parse references into citations."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from wildwood.extraction.documents.text import join_lines, words_of
from wildwood.extraction.fields.labelling import reference_features, sequence
from wildwood.extraction.fields.labelling.sequence import Field
from wildwood.extraction.fields.references import (
    between_commas,
    contexts,
    names_first,
    organisations,
    reference_lists,
    software,
    styles,
    title_end,
    web_pages,
)
from wildwood.extraction.fields.references.contexts import CitedList
from wildwood.extraction.fields.references.references import PrintedReference
from wildwood.extraction.fields.references.styles import Styled
from wildwood.extraction.model import Citation, Line
from wildwood.names import cited

_YEAR = re.compile(r"\b(1[5-9]\d\d|20\d\d)[a-z]?\b")
_DOI = re.compile(r"\b10\.\d{4,9}/[^\s\"<>]+")
_URL = re.compile(r"https?://[^\s\"<>]+")
_BROKEN_SCHEME = re.compile(r"\b(https?)\s?:\s?//\s?")
_WORD = re.compile(r"[^\W\d_]{4,}")
_MAX_CHARACTERS = 20_000
"""A longer text is not a reference, and the model would need too much time and memory."""
_BY_STYLE, _BY_PATTERN, _BY_GUESS = 0.95, 0.95, 0.3
"""The confidence in what the style or a pattern shows, and in what only position suggests."""
_SAME_NAMES = re.compile(r"(?:(?:[—–―‒_-]\s?)+|(?=[.,]\s\w))(?=[.,:(]|\s?(?:1[5-9]|20)\d\d)")
"""A dash, or a drawn line of which only the mark after it is left, for the names before."""
_END_OF_NAMES = re.compile(
    r"^(?:[^\W\d_a-z]\.[:;]|(?:(?:van|von|der|den|de|d[aeo]s?|di|du|del|la|le|et\sal)\b\s?)+\.)\s+(?=[^\W_a-z])"
)
"""The end of the names, if it has been taken for the beginning of the title."""
_SOURCES, _SURE = frozenset({"venue", "publisher"}), 0.9
"""What comes after a title, and how certain of it the model must be to shorten one."""
_MAX_GAP = 3
"""Tokens that can be between two parts of a title."""
_PUNCTUATION = " .,;:“”\"'«»()[]"


def extract(lines: Sequence[Line]) -> list[Citation]:
    """Return the citations of a document, each with its contexts and the number of its list."""
    lists = []
    for number, (entries, text) in enumerate(_lists(lines), 1):
        kept = [entry for entry in entries if len(entry.text) <= _MAX_CHARACTERS]
        parsed = _in_order([entry.text for entry in kept])
        citations = [replace(one, reference_list=number) for one in parsed]
        lists.append(CitedList(citations, [entry.label for entry in kept], text))
    return contexts.with_contexts(lists)


def _in_order(texts: Sequence[str]) -> Iterator[Citation]:
    """Parse the references of a list; a line in the place of names means those before it."""
    names_before = ""
    for text in texts:
        line = _SAME_NAMES.match(text) if names_before else None
        if line:
            whole = _joined(names_before, text[line.end() :])
            citation = replace(parse(whole), raw=text)
        else:
            citation = parse(text)
        names_before = ", ".join(citation.authors)
        yield citation


def _joined(names: str, rest: str) -> str:
    """Return a reference of its names and the rest, which can begin with punctuation."""
    if rest[0] in ",:":
        return names + rest
    return f"{names.rstrip('.')}{rest}" if rest[0] == "." else f"{names} {rest.lstrip()}"


def with_contexts(citations: Sequence[Citation], lines: Sequence[Line]) -> list[Citation]:
    """Add contexts to citations that GROBID found, in the order of the list of references."""
    lists = list(_lists(lines))
    numbered = any(entry.label.isdigit() for entry in lists[0][0][:1])
    labels = [str(number) if numbered else "" for number in range(1, len(citations) + 1)]
    return contexts.with_contexts(
        [CitedList(citations, labels, " ".join(text for _, text in lists))]
    )


def _lists(lines: Sequence[Line]) -> Iterator[tuple[Sequence[PrintedReference], str]]:
    """Yield the entries of each list of references, and the text that it belongs to."""
    words = words_of(lines)
    lists = reference_lists.find_all(lines, words)
    texts = reference_lists.texts_between(lines, [one.section for one in lists])
    for one, text in zip(lists, texts, strict=True):
        yield one.entries, join_lines(text, words)


def parse(text: str) -> Citation:
    """Parse one reference."""
    text = _BROKEN_SCHEME.sub(r"\1://", text)
    tokens = sequence.tokenize(text)
    fields = sequence.label_fields(sequence.CITATIONS, tokens, reference_features.structure(tokens))
    styled = (
        organisations.book_of_organisation(text)
        or between_commas.parse(text)
        or software.parse(text)
    )
    if styled is None and not _begins_with_title(fields):
        styled = styles.parse(text) or names_first.parse(text)
    styled = web_pages.parse(text, styled or organisations.parse(text), fields)
    doi, url = _address(_DOI, text), _address(_URL, text)
    title = _title(fields, styled, text)
    venue = _first(fields, "venue", text).strip(_PUNCTUATION)
    citation = Citation(
        raw=text,
        authors=_authors(styled.authors if styled else _first(fields, "author", text)),
        title=title,
        year=_year(fields, styled, text, title),
        venue="" if venue in title else venue,
        volume=_first(fields, "volume", text).strip(_PUNCTUATION),
        issue=_first(fields, "issue", text).strip(_PUNCTUATION),
        pages=_first(fields, "pages", text).partition(". ")[0].strip(_PUNCTUATION),
        publisher=_first(fields, "publisher", text).strip(_PUNCTUATION),
        doi=doi,
        url="" if "doi.org/" in url else url,
    )
    return replace(citation, confidence=_confidence(citation, fields, styled))


def _begins_with_title(fields: Sequence[Field]) -> bool:
    """Return whether a title is the first field and no name of an organisation, which it can be.

    After an organisation and the date there is another title.
    """
    labels = [field.label for field in fields if field.label in ("title", "date")]
    return bool(fields) and fields[0].label == "title" and labels[:3] != ["title", "date", "title"]


def _authors(text: str) -> tuple[str, ...]:
    return (text,) if organisations.is_name(text) else cited.cited_names(text)


def _year(fields: Sequence[Field], styled: Styled | None, text: str, title: str) -> str:
    """Return the year; one inside the title only if there is no other."""
    start = text.find(title) if title else len(text)
    dates = (
        text[field.tokens[0].start : field.tokens[-1].end]
        for field in fields
        if field.label == "date" and not start <= field.tokens[0].start < start + len(title)
    )
    year = (
        _YEAR.search(styled.year if styled else "")
        or next(filter(None, map(_YEAR.search, dates)), None)
        or _YEAR.search(_DOI.sub("", text.replace(title, "")))
        or _YEAR.search(title)
    )
    return year[1] if year else ""


def _confidence(
    citation: Citation, fields: Sequence[Field], styled: Styled | None
) -> dict[str, float]:
    """Return how certain each field is: by its style, by its pattern, or for the model."""
    labels = {"authors": "author", "year": "date"}
    confidence = {}
    for name in ("authors", "title", "year", "venue", "volume", "issue", "pages", "publisher"):
        if getattr(citation, name):
            label = labels.get(name, name)
            likely = [field.confidence for field in fields if field.label == label]
            by_style = styled is not None and name in ("authors", "title", "year")
            confidence[name] = _BY_STYLE if by_style else max(likely, default=_BY_GUESS)
    for name in ("doi", "url"):
        if getattr(citation, name):
            confidence[name] = _BY_PATTERN
    return confidence


def _first(fields: Sequence[Field], label: str, text: str) -> str:
    """Return the text of the first field with a label, or an empty string."""
    for field in fields:
        if field.label == label:
            return text[field.tokens[0].start : field.tokens[-1].end]
    return ""


def _title(fields: Sequence[Field], styled: Styled | None, text: str) -> str:
    title = styles.quoted_title(text)
    if not title or (styled and styles.is_part(title, styled.title)):
        by_style = _before_source(styled.title, fields, text) if styled else ""
        title = by_style or software.with_name(_labelled_title(fields, text), text)
    return title_end.cut(_END_OF_NAMES.sub("", title), text)


def _before_source(title: str, fields: Sequence[Field], text: str) -> str:
    """Return a title that punctuation shows without the journal or publisher after a comma.

    It can have one only if nothing else that is named follows it.
    """
    start = text.find(title)
    if _WORD.search(_URL.sub("", text[start + len(title) :])):
        return title
    for field in fields:
        place = field.tokens[0].start - start
        if 0 < place < len(title) and field.label in _SOURCES and field.confidence >= _SURE:
            before = title[:place].rstrip()
            return before[:-1] if before[-1] == "," else title
    return title


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
