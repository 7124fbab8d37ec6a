"""Extract the citations of a document from its lists of references."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from wildwood.biblio.entry import YEAR, letters
from wildwood.biblio.identifiers import DOI, dois_in, urls_in
from wildwood.biblio.names import cited_names
from wildwood.extraction import callouts, crf, footnotes, reference_lists, references
from wildwood.extraction.callouts import CitedList
from wildwood.extraction.crf import Field
from wildwood.extraction.data import Citation, Line
from wildwood.extraction.lines import join_lines, words_of
from wildwood.extraction.references import PrintedReference

_YEAR = re.compile(rf"(?<!\d){YEAR}(?!\d)")
_BROKEN_SCHEME = re.compile(r"\b(https?)\s?:\s?//\s?")
_MAX_CHARACTERS = 20_000  # the model would need too much time and memory
_BY_PATTERN, _BY_GUESS = 0.95, 0.3  # confidence in a pattern, and in a position
_IN_NOTES = 0.7  # the share of titles in notes that are right
_SAME_NAMES = re.compile(rf"(?:(?:[—–―‒_-]\s?)+|(?=[.,]\s\w))(?=[.,:(]|\s?{YEAR})")
"""A dash or what remains of a drawn line, in the place of the names before."""
_PUNCTUATION = " .,;:“”\"'«»()[]"


def extract_citations(lines: Sequence[Line]) -> list[Citation]:
    """Return the citations of a document, each with its contexts and the number of its list."""
    return callouts.add_excerpts(cited_lists(lines))


def cited_lists(lines: Sequence[Line]) -> list[CitedList]:
    lists = []
    for number, (entries, text) in enumerate(_lists(lines), 1):
        parsable = [entry for entry in entries if len(entry.text) <= _MAX_CHARACTERS]
        parsed = _parse_list([entry.text for entry in parsable])
        citations = [replace(citation, reference_list=number) for citation in parsed]
        lists.append(CitedList(citations, [entry.label for entry in parsable], text))
    works = () if any(cited.citations for cited in lists) else footnotes.cited_works(lines)
    if not works:
        return lists
    *_, last = lists
    by_title = {letters(work.title): work for work in map(_parse_work, works)}
    return [CitedList(list(by_title.values()), [""] * len(by_title), last.text)]


def _parse_work(text: str) -> Citation:
    work = parse_reference(text)
    if title := footnotes.title_of(text):
        confidence = {**work.confidence, "title": _IN_NOTES}
        return replace(work, title=title, confidence=confidence)
    return work


def _parse_list(texts: Sequence[str]) -> Iterator[Citation]:
    """Parse the references of a list; a line in the place of names repeats those before it."""
    names_before = ""
    for text in texts:
        line = _SAME_NAMES.match(text)
        if line and names_before:
            whole = _joined(names_before, text[line.end() :])
            citation = replace(parse_reference(whole), raw=text)
        else:
            citation = parse_reference(text)
        names_before = ", ".join(citation.authors)
        yield citation


def _joined(names: str, rest: str) -> str:
    return f"{names.rstrip('.')}{rest}" if rest[0] == "." else f"{names} {rest.lstrip()}"


def _lists(lines: Sequence[Line]) -> Iterator[tuple[Sequence[PrintedReference], str]]:
    words = words_of(lines)
    lists = reference_lists.find_all_lists(lines)
    texts = reference_lists.texts_between(
        lines, [reference_list.section for reference_list in lists]
    )
    for reference_list, text in zip(lists, texts, strict=True):
        yield reference_list.entries(words), join_lines(text, words)


def parse_reference(text: str) -> Citation:
    text = _BROKEN_SCHEME.sub(r"\1://", text)
    labelled = crf.label_fields(crf.CITATIONS, crf.tokenize(text))
    fields = references.find_organisations(labelled)
    title, authors = references.title_of(fields, text), _first(fields, "author", text)
    venue = _first(fields, "venue", text).strip(_PUNCTUATION)
    citation = Citation(
        raw=text,
        authors=(authors,) if references.is_organisation(authors) else cited_names(authors),
        title=title,
        year=_year(fields, text, title),
        venue="" if venue in title else venue,
        volume=_first(fields, "volume", text).strip(_PUNCTUATION),
        issue=_first(fields, "issue", text).strip(_PUNCTUATION),
        pages=_first(fields, "pages", text).partition(". ")[0].strip(_PUNCTUATION),
        publisher=_first(fields, "publisher", text).strip(_PUNCTUATION),
        doi=next(iter(dois_in(text)), ""),
        url=next(iter(urls_in(text)), ""),
    )
    return replace(citation, confidence=_confidence(citation, fields))


def _year(fields: Sequence[Field], text: str, title: str) -> str:
    """Return the year; one inside the title only without another."""
    start = text.find(title) if title else len(text)
    dates = [
        text[field.tokens[0].start : field.tokens[-1].end]
        for field in fields
        if field.label == "date" and not start <= field.tokens[0].start < start + len(title)
    ]
    years = filter(None, map(_YEAR.search, dates))
    year = (
        next(years, None)
        or _YEAR.search(DOI.sub("", text.replace(title, "")))
        or _YEAR.search(title)
    )
    return year[0] if year else ""


def _confidence(citation: Citation, fields: Sequence[Field]) -> dict[str, float]:
    labels = {"authors": "author", "year": "date"}
    confidence = {}
    for name in ("authors", "title", "year", "venue", "volume", "issue", "pages", "publisher"):
        if getattr(citation, name):
            label = labels.get(name, name)
            likely = [field.confidence for field in fields if field.label == label]
            confidence[name] = max(likely, default=_BY_GUESS)
    for name in ("doi", "url"):
        if getattr(citation, name):
            confidence[name] = _BY_PATTERN
    return confidence


def _first(fields: Sequence[Field], label: str, text: str) -> str:
    for field in fields:
        if field.label == label:
            return text[field.tokens[0].start : field.tokens[-1].end]
    return ""
