"""Extract the header: title and authors by their layout, other fields by a CRF."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, islice
from typing import Any

from wildwood.biblio.entry import emails_in, letters
from wildwood.biblio.identifiers import DOI, dois_in
from wildwood.extraction import authors, crf, front_page, title
from wildwood.extraction.authors import NO_BYLINE, Byline
from wildwood.extraction.confidence import estimate
from wildwood.extraction.crf import Field, Token
from wildwood.extraction.data import Author, Header, Line
from wildwood.extraction.lines import Words, join_lines, remembered, words_of
from wildwood.extraction.people import find_people
from wildwood.extraction.title import NO_TITLE, Title
from wildwood.extraction.zones import (
    Zone,
    find_keywords,
    find_on_own_page,
    label_lines,
    validate_abstract,
)

_MAX_PAGE_LINES = 400  # lines of a page in which title and authors are sought
_MAX_FURTHER_LINES = 70  # lines of the next page on which authors can go on
_ZONED_LINES = 210  # the first lines that are labelled; an abstract can be behind a cover
COVER_PAGES = 3  # a cover with a jury or the notices of an archive has the text of fewer
_DOUBTFUL = 0.72  # the confidence below which a cover has no title, if the page after it has one
_MAX_REPEATING_LINES, _REPEATING_PAGES = 150, 2  # after a cover, which can repeat its text


@dataclass(frozen=True, slots=True)
class Start:
    """A document from its title page on."""

    lines: Sequence[Line]
    page: Sequence[Line]  # lines of its first page
    title: Title = NO_TITLE
    byline: Byline = NO_BYLINE
    zoned: Sequence[tuple[Line, Zone]] = ()  # of the first page and of some after it

    @property
    def zoned_page(self) -> Sequence[tuple[Line, Zone]]:
        return self.zoned[: len(self.page)]

    @property
    def after(self) -> Sequence[Line]:
        return self.lines[len(front_page.first_page(self.lines)) :]


def find_beginning(lines: Sequence[Line]) -> Sequence[Line]:
    """Return the lines that the header is read from, behind a cover or on it."""
    first = front_page.first_page(lines)[:_MAX_PAGE_LINES]
    second = front_page.first_page(lines[len(first) :])[:_MAX_PAGE_LINES]
    following = max(_ZONED_LINES, len(second) + _MAX_FURTHER_LINES)
    return lines[: len(first) + following]


def find_start(lines: Sequence[Line], words: Words) -> Start:
    """Return the document from its title page; the next page adds what a cover lacks."""
    after_cover = _start_after_cover(lines)
    first = _add_authors(_titled(lines, words, after_cover))
    if not after_cover:
        return first
    second = _titled(first.after, words)
    is_titled = first.title.confidence >= _DOUBTFUL or front_page.is_contents(second.page)
    if not is_titled and second.title.confidence >= _DOUBTFUL:
        behind = _add_authors(second)
        return _add_byline(behind, first.byline) if first.byline.authors else behind
    own = letters(first.title.text)
    is_repeated = bool(own) and own == letters(second.title.text)
    return _completed(first, _add_authors(second)) if is_repeated else first


def _start_after_cover(lines: Sequence[Line]) -> str:
    """Return the letters of the pages after a cover, or nothing."""
    page = front_page.first_page(lines)
    if not front_page.is_cover(page, COVER_PAGES):
        return ""
    after = lines[len(page) : len(page) + _MAX_REPEATING_LINES]
    near = (line for line in after if line.page <= page[0].page + _REPEATING_PAGES)
    return "".join(letters(line.text) for line in near)


def _titled(lines: Sequence[Line], words: Words, after_cover: str = "") -> Start:
    page = front_page.first_page(lines)[:_MAX_PAGE_LINES]
    chosen = title.find_title(page, words, after_cover)
    first = lines[: max(_ZONED_LINES, len(page))]
    zoned = zip(first, label_lines(first, chosen.places), strict=True)
    return Start(lines, page, chosen, zoned=tuple(zoned))


def _add_authors(start: Start) -> Start:
    if not start.title.places:
        return start
    next_page = front_page.first_page(start.after[:_MAX_FURTHER_LINES])
    return replace(
        start, byline=authors.find_authors(start.zoned_page, start.title.places, next_page)
    )


def _completed(cover: Start, second: Start) -> Start:
    """Add to a cover the authors or affiliations that only the next page has."""
    own, second_authors = cover.byline.authors, second.byline.authors
    is_bare = not any(author.affiliations for author in own)
    if len(second_authors) < len(own) or (len(second_authors) == len(own) and not is_bare):
        return cover
    return _add_byline(cover, second.byline)


def _add_byline(page: Start, byline: Byline) -> Start:
    return replace(page, byline=replace(byline, places=page.byline.places))


_EDGE_LINES = 5  # at the top and at the bottom of a page; can have the DOI
_LABELLED = re.compile(
    r"\W{0,3}(?:doi\b|https?://(?:dx\.)?doi\.org/|digital object identifier)", re.IGNORECASE
)
_OF_OTHERS = re.compile(
    r"\b(?:published (?:in|by)\b.*\bas|(?:comment|commentary|note|reply|response)\s(?:on|to)|"
    r"(?:replication|reproduction|extension|translation|review)\sof|see also|ref\.|"
    r"(?:erratum|correction|corrigendum|supplement)\s(?:to|for)|data ?set|"
    r"(?:code|data|software)\b.{0,40}\bavailable)(?!\w)(?:[^.;]|\.(?=\S)){0,100}$",
    re.IGNORECASE,
)  # before the DOI of another paper, of data or of software
_MAX_BEFORE = 200
_NEXT_ADDRESS = re.compile(r"(?<=[^\s(/=])(?=doi:|https?://)", re.IGNORECASE)  # joined to a DOI
_DIVIDED = re.compile(r"(/978(?:-\d+){4}) (?=\d{1,3}\b)")  # a drawn underscore in a chapter's DOI


def find_doi(head: Sequence[Line], page: Sequence[Line], words: Words) -> str:
    """Return the first own DOI of the header, or else of the page's edges."""
    if own := next(_own(join_lines(head, words)), ""):
        return own
    beside = (join_lines(lines, words) for lines in _at_edges(page))
    return next((doi for text in beside for doi in _own(text)), "")


def _at_edges(page: Sequence[Line]) -> Iterator[list[Line]]:
    rows = sorted(page, key=lambda line: line.bottom)
    edges = {*rows[:_EDGE_LINES], *rows[-_EDGE_LINES:]}
    for place, line in enumerate(page):
        if line in edges or _LABELLED.match(line.text):
            yield [*page[max(place - 1, 0) : place], line]


def _own(text: str) -> Iterator[str]:
    """Yield the DOIs that are neither another paper's nor a template's."""
    text, end = _NEXT_ADDRESS.sub(" ", _DIVIDED.sub(r"\1_", text)), 0
    for match in DOI.finditer(text):
        before, end = text[max(match.start() - _MAX_BEFORE, end) : match.start()], match.end()
        if not _OF_OTHERS.search(before):
            yield from dois_in(match[0])


_MAX_LINES = 70  # lines that a header can have
_MAX_TOKENS = 5_000  # tokens that the model labels; each needs time and memory
_BELOW_ABSTRACT = 20  # the lines below an abstract on a page of its own that can have the keywords
_PUNCTUATION = " .,;:*†‡—–-"
_BY_LAYOUT = 0.92  # the confidence in a date that is alone on its line
_BY_METHOD = {"doi": 0.95, "keywords": 0.94, "emails": 0.95}
"""The confidence in the other fields: the share that is right."""
_LEAST = 0.25  # the least confidence in a field that is not left empty


@dataclass(frozen=True, slots=True)
class _Head:
    start: Start
    lines: list[Line]  # lines that the model labels
    fields: list[Field]


def extract_header(lines: Sequence[Line]) -> Header:
    """Return the header; the words of all pages decide which broken words keep their hyphen."""
    words, head = words_of(lines), _labelled_head(lines)
    start, byline = head.start, head.start.byline
    own_page = _abstract_on_own_page(head, lines)
    below = lines[own_page[-1] + 1 :][:_BELOW_ABSTRACT] if own_page else ()
    abstract, has_heading = _abstract(head, [lines[place] for place in own_page], words)
    (venue, venue_share), (date, date_share) = (
        _field(head, "reference", front_page.venue),
        _date(head),
    )
    by_model = filter(front_page.is_affiliation, _field_texts(head, "affiliation"))
    header = Header(
        title=_title(head),
        authors=authors.add_orcids(_authors(head), start.page),
        abstract=abstract,
        venue=venue,
        date=date,
        doi=find_doi(head.lines, start.page, words),
        keywords=find_keywords(start.lines, words) or find_keywords(below, words),
        affiliations=byline.affiliations or tuple(by_model),
        emails=tuple(dict.fromkeys([*byline.emails, *emails_in(join_lines(head.lines, words))])),
    )
    shares = {"venue": venue_share, "date": date_share, **_BY_METHOD}
    after = start.after[:_MAX_REPEATING_LINES]
    shares |= estimate(header, start.title, byline, after, has_heading=has_heading)
    return _drop_unlikely(header, shares)


def _drop_unlikely(header: Header, shares: Mapping[str, float]) -> Header:
    """Leave empty what is hardly ever right, and add the confidence in the other fields."""
    unlikely: dict[str, Any] = {name: "" for name, share in shares.items() if share < _LEAST}
    likely = {name: share for name, share in shares.items() if name not in unlikely}
    confidence = {name: share for name, share in likely.items() if getattr(header, name)}
    return replace(header, **unlikely, confidence=confidence)


def header_end(lines: Sequence[Line]) -> int:
    """Return the index of the first line after the header."""
    head = _labelled_head(lines)
    return len(find_beginning(lines)) - len(head.start.lines) + _end(head)


def _end(head: _Head) -> int:
    labelled = [
        token.line
        for field in head.fields
        if field.label in {"title", "author", "affiliation", "email"}
        for token in field.tokens
    ]
    places = (*head.start.title.places, *head.start.byline.places)
    placed = [place for place in places if place < _MAX_LINES]
    after = max([*labelled, *placed], default=-1) + 1
    abstract = [n for n, (_, zone) in enumerate(head.start.zoned) if zone is Zone.ABSTRACT]
    is_near = bool(abstract) and abstract[0] <= after + _MAX_LINES // 2
    return max(after, abstract[-1] + 1) if is_near else after


@remembered
def _labelled_head(lines: Sequence[Line]) -> _Head:
    start = find_start(find_beginning(lines), words_of(lines))
    page = start.page[:_MAX_LINES]
    is_text = [n > 1 and front_page.is_introduction(line.text) for n, line in enumerate(page)]
    head = list(page[: is_text.index(True)] if any(is_text) else page)
    tokens = (
        token
        for number, line in enumerate(head)
        for token in crf.tokenize(line.text, number, in_title=number in start.title.places)
    )
    model = crf.TITLED if start.title.places else crf.HEADER
    return _Head(start, head, crf.label_fields(model, list(islice(tokens, _MAX_TOKENS))))


def _title(head: _Head) -> str:
    """Return the title by its layout, or by the model if all sizes are equal."""
    if head.start.title.text:
        return head.start.title.text
    titles = (field for field in head.fields if field.label == "title")
    whole = [field._replace(tokens=_starts_line(field.tokens, head.lines)) for field in titles]
    return next(iter(_field_texts(replace(head, fields=whole), "title")), "")


def _starts_line(tokens: tuple[Token, ...], head: Sequence[Line]) -> tuple[Token, ...]:
    """Return the tokens of a title without a first row that ends another line."""
    before = head[tokens[0].line].text[: tokens[0].start].rstrip()
    rest = tuple(token for token in tokens if token.line != tokens[0].line)
    return rest if before and not before.endswith(":") and rest else tokens


def _authors(head: _Head) -> tuple[Author, ...]:
    if printed := head.start.byline.authors:
        return printed
    labelled = [field for field in head.fields if field.label == "author"]
    rows = [row for field in labelled for row in _text(field.tokens, head.lines).split("\n")]
    people = [find_people(head.lines[0]._replace(text=row, raised=()))[0] for row in rows]
    named = dict.fromkeys(person.name for row in people for person in row)
    return tuple(authors.make_author(name, head.start.byline.affiliations) for name in named)


def _date(head: _Head) -> tuple[str, float]:
    """Return the last date alone on its line, or else that of the model."""
    alone = [line.text for line, zone in head.start.zoned_page if zone is Zone.DATE]
    if (date := front_page.date(" ".join(alone))) and not date.isdigit():
        return date, _BY_LAYOUT
    return _field(head, "date", front_page.date)


def _abstract_on_own_page(head: _Head, lines: Sequence[Line]) -> list[int]:
    """Return the indexes of an abstract that the pages behind a cover lack or have in part."""
    zones = [zone for _, zone in head.start.zoned]
    has_whole = Zone.ABSTRACT in zones and zones[-1] is not Zone.ABSTRACT
    if has_whole or not front_page.is_cover(head.start.page, COVER_PAGES):
        return []
    return find_on_own_page(lines, head.start.title.text)


def _abstract(head: _Head, on_own_page: list[Line], words: Words) -> tuple[str, bool]:
    """Return the abstract, and whether its place shows it."""
    zoned = [line for line, zone in head.start.zoned if zone is Zone.ABSTRACT]
    if text := validate_abstract(join_lines(on_own_page or zoned, words)):
        return text, True
    return _field(head, "abstract", validate_abstract)[0], False


def _text(tokens: Sequence[Token], head: Sequence[Line]) -> str:
    rows = (list(row) for _, row in groupby(tokens, key=lambda token: token.line))
    return "\n".join(head[row[0].line].text[row[0].start : row[-1].end] for row in rows)


def _field_texts(head: _Head, label: str) -> dict[str, float]:
    texts: dict[str, float] = {}
    for field in head.fields:
        if field.label == label:
            text = _text(field.tokens, head.lines).replace("-\n", "").replace("\n", " ")
            if stripped := text.strip(_PUNCTUATION):
                texts.setdefault(stripped, field.confidence)
    return texts


def _field(head: _Head, label: str, validated: front_page.Validator) -> tuple[str, float]:
    """Return the longest valid text with a label, and its confidence."""
    texts = {
        text: confidence
        for raw, confidence in _field_texts(head, label).items()
        if (text := validated(raw))
    }
    chosen = max(texts, key=len, default="")
    return chosen, texts.get(chosen, 0.0)
