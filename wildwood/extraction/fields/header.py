"""Extract the header: title and authors by their layout, other fields by a CRF."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby, islice

from wildwood.extraction.documents.joined_lines import Words, join_lines, words_of
from wildwood.extraction.documents.remembered import remembered
from wildwood.extraction.extracted import Author, Header, Line
from wildwood.extraction.fields import covers
from wildwood.extraction.fields.byline import identities
from wildwood.extraction.fields.covers import Start
from wildwood.extraction.fields.first_page import abstracts, front, keywords, own_doi, validation
from wildwood.extraction.fields.first_page.zones import Zone
from wildwood.extraction.fields.labelling import sequence
from wildwood.extraction.fields.labelling.sequence import Field, Token
from wildwood.names import cited
from wildwood.names.forms import cleaned, is_name
from wildwood.records.field_text import emails_in

_MAX_LINES = 70
"""Lines that a header can have."""
_MAX_TOKENS = 5_000
"""Tokens that the model labels; each needs time and memory."""
_BELOW_ABSTRACT = 20
"""The lines below an abstract on a page of its own that can have the keywords."""
_PUNCTUATION = " .,;:*†‡—–-"
_BY_LAYOUT, _BY_PATTERN, _BY_HEADING = 0.92, 0.95, 0.94
"""The confidence in authors below the title, in a DOI or address, and in text below a heading.

These are shares of right fields among papers set aside in `tests/benchmarks/headers.jsonl`.
"""
_BESIDE, _BY_MODEL = 0.8, 0.5
"""The confidence in affiliations beside authors, and the most in text that the model finds."""


@dataclass(frozen=True, slots=True)
class _Head:
    """The first page as it is understood."""

    start: Start
    lines: list[Line]
    """The lines that the model labels."""
    fields: list[Field]


def extract(lines: Sequence[Line]) -> Header:
    """Return the header of a document, from its first pages.

    Behind a cover, the abstract and the keywords can be on a later page. The words of all pages
    decide which words that are broken at the end of a line keep their hyphen.
    """
    words = words_of(lines)
    head = _labelled_head(lines)
    own_page = _on_own_page(head, lines)
    abstract, abstract_confidence = _abstract(head, [lines[place] for place in own_page], words)
    below = lines[own_page[-1] + 1 :] if own_page else ()
    lines, byline = head.start.lines, head.start.byline
    text = join_lines(head.lines, words)
    doi = own_doi.find(head.lines, head.start.page, words)
    people, people_confidence = _authors(head)
    listed = keywords.find(lines, words) or keywords.find(below[:_BELOW_ABSTRACT], words)
    name, title_confidence = _title(head)
    venue, venue_confidence = _field(head, "reference", validation.venue)
    date, date_confidence = _date(head)
    affiliations = byline.affiliations or tuple(
        filter(validation.is_affiliation, _field_texts(head, "affiliation"))
    )
    emails = tuple(dict.fromkeys([*byline.emails, *emails_in(text)]))
    confidence = {
        "title": title_confidence * bool(name),
        "authors": people_confidence * bool(people),
        "abstract": abstract_confidence * bool(abstract),
        "venue": venue_confidence * bool(venue),
        "date": date_confidence * bool(date),
        "doi": _BY_PATTERN * bool(doi),
        "keywords": _BY_HEADING * bool(listed),
        "affiliations": (_BESIDE if byline.affiliations else _BY_MODEL) * bool(affiliations),
        "emails": _BY_PATTERN * bool(emails),
    }
    return Header(
        title=name,
        authors=identities.with_orcids(people, head.start.page),
        abstract=abstract,
        venue=venue,
        date=date,
        doi=doi,
        keywords=listed,
        affiliations=affiliations,
        emails=emails,
        confidence={field: round(value, 2) for field, value in confidence.items() if value},
    )


def header_end(lines: Sequence[Line]) -> int:
    """Return the index of the first line after the header."""
    head = _labelled_head(lines)
    return len(covers.beginning(lines)) - len(head.start.lines) + _end(head)


def _end(head: _Head) -> int:
    labelled = [
        token.line
        for field in head.fields
        if field.label in {"title", "author", "affiliation", "email"}
        for token in field.tokens
    ]
    found = (*head.start.title.places, *head.start.byline.places)
    placed = [place for place in found if place < _MAX_LINES]
    after = max([*labelled, *placed], default=-1) + 1
    abstract = [n for n, (_, zone) in enumerate(head.start.zoned) if zone is Zone.ABSTRACT]
    is_near = bool(abstract) and abstract[0] <= after + _MAX_LINES // 2
    return max(after, abstract[-1] + 1) if is_near else after


@remembered
def _labelled_head(lines: Sequence[Line]) -> _Head:
    start = covers.start(covers.beginning(lines), words_of(lines))
    head = _before_text(start.page[:_MAX_LINES])
    return _Head(start, head, _fields(head, start.title.places))


def _before_text(page: Sequence[Line]) -> list[Line]:
    """Return the lines of the first page before the introduction."""
    for place, line in enumerate(page):
        if place > 1 and front.INTRODUCTION.fullmatch(line.text):
            return list(page[:place])
    return list(page)


def _fields(head: Sequence[Line], title_places: Sequence[int]) -> list[Field]:
    tokens = (
        token
        for number, line in enumerate(head)
        for token in sequence.tokenize(line.text, number, in_title=number in title_places)
    )
    model = sequence.TITLED if title_places else sequence.HEADER
    return sequence.label_fields(model, list(islice(tokens, _MAX_TOKENS)))


def _title(head: _Head) -> tuple[str, float]:
    """Return the title by its layout, or by the model if all sizes are equal."""
    if head.start.title.text:
        return head.start.title.text, head.start.title.confidence
    whole = [
        field._replace(tokens=_from_line_start(field.tokens, head.lines))
        if field.label == "title"
        else field
        for field in head.fields
    ]
    return _field(replace(head, fields=whole), "title", lambda text: text, longest=False)


def _from_line_start(tokens: tuple[Token, ...], head: Sequence[Line]) -> tuple[Token, ...]:
    """Return the tokens of a title without a first row that is the end of another line.

    A label such as `Title:` can be before the title.
    """
    before = head[tokens[0].line].text[: tokens[0].start].rstrip()
    further = tuple(token for token in tokens if token.line != tokens[0].line)
    return further if before and not before.endswith(":") and further else tokens


def _authors(head: _Head) -> tuple[tuple[Author, ...], float]:
    """Return the names below the title, or else those that the model labels."""
    if found := head.start.byline.authors:
        return found, _BY_LAYOUT
    labelled = [field for field in head.fields if field.label == "author"]
    text = "\n".join(_text(field.tokens, head.lines) for field in labelled)
    people = [one for one in dict.fromkeys(cited.header_names(text)) if is_name(cleaned(one))]
    confidence = min((field.confidence for field in labelled), default=0.0)
    affiliations = head.start.byline.affiliations
    return tuple(identities.author(name, affiliations) for name in people), confidence


def _date(head: _Head) -> tuple[str, float]:
    """Return the last date that is alone on its line with a month, or else by the model."""
    alone = [line.text for line, zone in head.start.zoned_page if zone is Zone.DATE]
    if (date := validation.date(" ".join(alone))) and not date.isdigit():
        return date, _BY_LAYOUT
    return _field(head, "date", validation.date)


def _on_own_page(head: _Head, lines: Sequence[Line]) -> list[int]:
    """Return the places of an abstract that the pages behind a cover lack, or do not have whole."""
    zones = [zone for _, zone in head.start.zoned]
    has_whole = Zone.ABSTRACT in zones and zones[-1] is not Zone.ABSTRACT
    if has_whole or not front.is_cover(head.start.page, covers.COVER_PAGES):
        return []
    return abstracts.on_own_page(lines, head.start.title.text)


def _abstract(head: _Head, on_own_page: list[Line], words: Words) -> tuple[str, float]:
    """Return the abstract of the first pages or of its own, or else by the model."""
    zoned = [line for line, zone in head.start.zoned if zone is Zone.ABSTRACT]
    if text := abstracts.valid(join_lines(on_own_page or zoned, words)):
        return text, _BY_HEADING
    labelled, confidence = _field(head, "abstract", abstracts.valid)
    return labelled, min(confidence, _BY_MODEL)


def _text(tokens: Sequence[Token], head: Sequence[Line]) -> str:
    """Return the text of a run of tokens, with its line breaks."""
    rows = (list(row) for _, row in groupby(tokens, key=lambda token: token.line))
    return "\n".join(head[row[0].line].text[row[0].start : row[-1].end] for row in rows)


def _field_texts(head: _Head, label: str) -> dict[str, float]:
    """Return the different texts of the fields with a label, and the model's confidence."""
    texts: dict[str, float] = {}
    for field in head.fields:
        if field.label == label:
            text = _text(field.tokens, head.lines).replace("-\n", "").replace("\n", " ")
            if stripped := text.strip(_PUNCTUATION):
                texts.setdefault(stripped, field.confidence)
    return texts


def _field(
    head: _Head, label: str, validated: validation.Validator, *, longest: bool = True
) -> tuple[str, float]:
    """Return the longest valid text with a label, or the first one, and its confidence."""
    texts = {
        text: confidence
        for raw, confidence in _field_texts(head, label).items()
        if (text := validated(raw))
    }
    if not texts:
        return "", 0.0
    chosen = max(texts, key=len) if longest else next(iter(texts))
    return chosen, texts[chosen]
