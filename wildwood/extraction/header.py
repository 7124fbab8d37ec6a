"""Extract the header by the layout of the first pages, and estimate how certain its fields are."""

import math
import operator
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, takewhile
from typing import Any

from wildwood.biblio.field_texts import letters
from wildwood.biblio.identifiers import DOI, dois_in
from wildwood.extraction import authors, front_page, notes, title, zones
from wildwood.extraction.authors import NO_BYLINE, Byline
from wildwood.extraction.data import Header, Line, is_cover
from wildwood.extraction.front_page import INSTITUTION
from wildwood.extraction.lines import Words, join_lines, remembered, words_of
from wildwood.extraction.name_likeness import likeness
from wildwood.extraction.names import emails_in
from wildwood.extraction.title import NO_TITLE, Title

_MAX_PAGE_LINES = 400  # lines of a page in which title and authors are sought
_MAX_FURTHER_LINES = 70  # lines of the next page on which authors can go on
_MAX_LINES = 70  # lines that a header can have
_ZONED_LINES = 210  # the first lines that are labelled; an abstract can be behind a cover
COVER_PAGES = 3  # a cover with a jury or the notices of an archive has the text of fewer
_CLASSIFIED = re.compile(r"УДК\W{0,2}\d")  # the library's number that a paper begins with
_SAME = 0.8  # least length of a title that is part of that of a cover, relative to it
_SUGGESTED = "You may also like"  # other papers, on a cover of IOP
_MAX_REPEATING_LINES, _REPEATING_PAGES = 150, 2  # after a cover, which can repeat its text


@dataclass(frozen=True, slots=True)
class Start:
    """A document from its title page on."""

    lines: Sequence[Line]
    page: Sequence[Line]  # lines of its first page
    title: Title = NO_TITLE
    byline: Byline = NO_BYLINE
    zoned: Sequence[tuple[Line, zones.Zone]] = ()  # of the first page and of some after it

    @property
    def zoned_page(self) -> Sequence[tuple[Line, zones.Zone]]:
        return self.zoned[: len(self.page)]

    @property
    def abstract(self) -> Sequence[Line]:
        return [line for line, zone in self.zoned if zone is zones.Zone.ABSTRACT]

    @property
    def head(self) -> Sequence[Line]:
        """The lines of the first page before the introduction."""
        page = self.page[:_MAX_LINES]
        is_text = [n > 1 and front_page.is_introduction(line.text) for n, line in enumerate(page)]
        return page[: is_text.index(True)] if any(is_text) else page


def find_beginning(lines: Sequence[Line]) -> Sequence[Line]:
    """Return the lines that the header is read from, behind a cover or on it."""
    first = front_page.first_page(lines)[:_MAX_PAGE_LINES]
    second = front_page.first_page(lines[len(first) :])[:_MAX_PAGE_LINES]
    following = max(_ZONED_LINES, len(second) + _MAX_FURTHER_LINES)
    printed = takewhile(lambda line: line.text != _SUGGESTED, first)
    return front_page.give_sizes([*printed, *lines[len(first) : len(first) + following]])


def find_start(lines: Sequence[Line], words: Words) -> Start:
    """Return the document from its title page; the next page adds what a cover lacks."""
    page = front_page.first_page(lines)
    if not is_cover(page):
        lines = lines[next((n for n, line in enumerate(page) if _CLASSIFIED.match(line.text)), 0) :]
    after_cover = _start_after_cover(lines)
    first = _add_authors(_titled(lines, words, after_cover))
    if not after_cover:
        return first
    next_page, *further = [_titled(lines, words) for lines in _after_cover(first.lines)]
    second = next((start for start in (next_page, *further) if _is_repeated(first, start)), None)
    if second is None:
        second = _add_authors(next_page)
        return second if not first.title.text and second.byline.authors else first
    if not _has_heading(first.abstract):
        cover = [(line, zones.Zone.FRONT) for line, _ in first.zoned_page]
        first = replace(first, zoned=(*cover, *second.zoned))
    return _completed(first, _add_authors(second))


def _after_cover(lines: Sequence[Line]) -> Iterator[Sequence[Line]]:
    """Yield the lines from the next page on, and those behind it if it is a notice."""
    after = lines[len(front_page.first_page(lines)) :]
    yield after
    if is_cover(page := front_page.first_page(after), COVER_PAGES):
        yield after[len(page) :]


def _is_repeated(cover: Start, start: Start) -> bool:
    own, other = letters(cover.title.text), letters(start.title.text)
    is_most = other in own and len(other) > _SAME * len(own)
    return own != "" and (is_most or other.startswith(own))


def _start_after_cover(lines: Sequence[Line]) -> str:
    """Return the letters of the pages after a cover, or nothing."""
    page = front_page.first_page(lines)
    if not is_cover(page, COVER_PAGES):
        return ""
    after = lines[len(page) : len(page) + _MAX_REPEATING_LINES]
    near = (line for line in after if line.page <= page[0].page + _REPEATING_PAGES)
    return "".join(letters(line.text) for line in near)


def _titled(lines: Sequence[Line], words: Words, after_cover: str = "") -> Start:
    page = front_page.first_page(lines)[:_MAX_PAGE_LINES]
    chosen = title.find_title(page, words, after_cover)
    first = lines[: max(_ZONED_LINES, len(page))]
    zoned = zip(first, zones.label_lines(first, chosen.places), strict=True)
    return Start(lines, page, chosen, zoned=tuple(zoned))


def _add_authors(start: Start) -> Start:
    if not start.title.places:
        return start
    return replace(start, byline=authors.find_authors(start.zoned, start.title.places))


def _completed(cover: Start, second: Start) -> Start:
    """Add to a cover the authors or affiliations that only the next page has."""
    own, others = cover.byline.authors, second.byline.authors
    is_bare = not any(author.affiliations for author in own)
    families = [{authors.fold(author.family) for author in named} for named in (own, others)]
    is_same = families[0] == families[1]
    is_thesis = any(map(authors.is_thesis_cover, (cover.page, second.page)))
    if is_thesis and own and families[0].isdisjoint(families[1]):
        return cover  # the second page can name a committee
    is_known = is_same and not is_thesis
    if len(others) < len(own) or (len(others) == len(own) and not (is_bare or is_known)):
        return cover
    return replace(cover, byline=replace(second.byline, authors=others, places=cover.byline.places))


_EDGE_LINES = 5  # at the top and at the bottom of a page; can have DOI and venue
_LABELLED = re.compile(
    r"(?:^|\|)\W{0,3}(?:doi\b|https?://(?:dx\.)?doi\.org/|digital object identifier)", re.IGNORECASE
)
_OF_OTHERS = re.compile(
    r"\b(?:published (?:in|by)\b.*\bas|(?:comment|commentary|note|reply|response)\s(?:on|to)|"
    r"(?<!annual\s)(?:replication|reproduction|extension|translation|review)\sof|see also|ref\.|"
    r"presented (?:in part )?at|archived (?:at|in|on)|data ?(?:sets?|verse)|"
    r"(?:erratum|correction|corrigendum|supplement)\s(?:to|for)|"
    r"(?:code|data|software)\b.{0,40}\bavailable)(?!\w)(?:[^.;]|\.(?=\S)){0,100}$",
    re.IGNORECASE,
)  # before the DOI of another paper, of data or of software
_MAX_BEFORE = 200
_CITE = "Cite this article as"  # at the end, below the DOI
_CHAPTER = re.compile(r"(?<=\b10\.1007/978-[\d-]{12}\d)\s(?=\d{1,3}\b)")  # of Springer's books
_NEXT_ADDRESS = re.compile(r"(?<=[^\s(/=])(?=doi:|https?://)", re.IGNORECASE)  # joined to a DOI


def find_doi(head: Sequence[Line], page: Sequence[Line], words: Words) -> str:
    """Return the first own DOI of the header, or else of the page's edges."""
    if own := next(_own(join_lines(head, words)), ""):
        return own
    beside = (join_lines(lines, words) for lines in _at_edges(page))
    return next((doi for text in beside for doi in _own(text)), "")


def _edge_lines(page: Sequence[Line]) -> set[Line]:
    rows = sorted(page, key=lambda line: line.bottom)
    return {*rows[:_EDGE_LINES], *rows[-_EDGE_LINES:]}


def _at_edges(page: Sequence[Line]) -> Iterator[list[Line]]:
    edges = _edge_lines(page)
    for place, line in enumerate(page):
        before = page[max(place - 1, 0) : place]
        is_cited = before and before[0].text.startswith("Citation: ")  # of the paper itself
        if line in edges or is_cited or _LABELLED.search(line.text):
            yield [*before, line]


def _own(text: str) -> Iterator[str]:
    """Yield the DOIs that are neither another paper's nor a template's."""
    text, end = _NEXT_ADDRESS.sub(" ", _CHAPTER.sub("_", text)), 0
    for match in DOI.finditer(text):
        before, end = text[max(match.start() - _MAX_BEFORE, end) : match.start()], match.end()
        if not _OF_OTHERS.search(before):
            yield from dois_in(match[0])


_BELOW_ABSTRACT = 20  # the lines below an abstract on a page of its own that can have the keywords
_BY_METHOD = {"date": 0.92, "doi": 0.95, "keywords": 0.94, "emails": 0.95, "venue": 0.8}
"""The confidence in the other fields: the share that is right."""
_LEAST = 0.05  # the least confidence in a field that is not left empty


def extract_header(lines: Sequence[Line]) -> Header:
    """Return the header; the words of all pages decide which broken words keep their hyphen."""
    words, start = words_of(lines), _start(lines)
    first_page = front_page.first_page(lines)
    after = lines[len(first_page) :] if is_cover(first_page) else ()
    other_page = first_page if first_page[:1] != start.page[:1] else front_page.first_page(after)
    byline = authors.add_affiliations_at_end(start.byline, lines)
    own_page = _abstract_on_own_page(start, lines)
    below = lines[own_page[-1] + 1 :][:_BELOW_ABSTRACT] if own_page else ()
    abstract = _before_statement([lines[place] for place in own_page] or start.abstract, byline)
    header = Header(
        title=start.title.text,
        authors=authors.add_orcids(byline.authors, start.page),
        abstract=zones.validate_abstract(_join_abstract(abstract, words)),
        venue=_venue(start),
        date=_date(start),
        doi=find_doi(start.head, start.page, words)
        or find_doi((), other_page, words)
        or find_doi(
            [line for line, after in pairwise(lines) if after.text.startswith(_CITE)], (), words
        ),
        keywords=zones.find_keywords(start.lines, words) or zones.find_keywords(below, words),
        affiliations=byline.affiliations,
        emails=tuple(dict.fromkeys([*byline.emails, *emails_in(join_lines(start.head, words))])),
    )
    confidence = _BY_METHOD | estimate(header, start, words)
    has_heading = bool(own_page) or _has_heading(abstract)
    likely = _drop_unlikely(header, confidence, has_heading=has_heading)
    return replace(likely, confidence={n: p for n, p in confidence.items() if getattr(likely, n)})


def _has_heading(abstract: Sequence[Line]) -> bool:
    first = "".join(line.text for line in abstract[:1])
    return front_page.heading(front_page.ABSTRACT, first) is not None


def _before_statement(abstract: Sequence[Line], byline: Byline) -> Sequence[Line]:
    """Return the lines of an abstract before what says where its authors are."""
    names = [author.name for author in byline.authors]
    if not any(line.text.startswith(tuple(names)) for line in abstract):
        return abstract
    begins = notes.statement_of(names)
    return list(takewhile(lambda line: not begins.match(line.text), abstract))


_BEFORE_MARK = re.compile(r"[^\W\d_]{4}[.,;:]?\s?$")  # units and symbols have fewer letters
_NOTE_MARK = re.compile(r"[1-9*†‡§¶∗]")


def _remove_marks(line: Line) -> Line:
    """Remove the marks of notes behind words."""
    text = line.text
    for start, end in reversed(line.raised):
        is_behind_word = _BEFORE_MARK.search(text, 0, start)
        if is_behind_word and _NOTE_MARK.fullmatch(text, start, end):
            text = text[:start].rstrip() + text[end:]
    return line._replace(text=text, raised=())


def _join_abstract(abstract: Sequence[Line], words: Words) -> str:
    """Return the text of an abstract; one without spaces is not joined to a heading above it."""
    lines = list(map(_remove_marks, abstract))
    has_line = bool(lines) and front_page.ABSTRACT.fullmatch(lines[0].text)
    parts = (lines[:1], lines[1:]) if has_line else (lines,)
    return " ".join(join_lines(part, words) for part in parts)


def _drop_unlikely(header: Header, confidence: Mapping[str, float], *, has_heading: bool) -> Header:
    """Empty fields that are hardly ever right; an abstract below its heading is right in part."""
    names = {name for name, share in confidence.items() if share < _LEAST}
    unlikely = names - {"abstract"} if has_heading else names
    empty: dict[str, Any] = {name: type(getattr(header, name))() for name in unlikely}
    return replace(header, **empty)


def header_end(lines: Sequence[Line]) -> int:
    """Return the index of the first line after the header."""
    start = _start(lines)
    places = (*start.title.places, *start.byline.places)
    after = max((place for place in places if place < _MAX_LINES), default=-1) + 1
    abstract = [n for n, (_, zone) in enumerate(start.zoned) if zone is zones.Zone.ABSTRACT]
    is_near = bool(abstract) and abstract[0] <= after + _MAX_LINES // 2
    end = max(after, abstract[-1] + 1) if is_near else after
    return len(find_beginning(lines)) - len(start.lines) + end


@remembered
def _start(lines: Sequence[Line]) -> Start:
    return find_start(front_page.join_letters(find_beginning(lines)), words_of(lines))


def _venue(start: Start) -> str:
    """Return the journal, conference or series at an edge of the page, best with its volume."""
    used = {start.lines[place] for place in (*start.title.places, *start.byline.places)}
    edges = _edge_lines(start.page)
    unused = ((line, zone) for line, zone in start.zoned_page if line in edges and line not in used)
    free = (line.text for line, zone in unused if zone is not zones.Zone.ABSTRACT)
    return max(filter(None, map(front_page.venue, free)), key=front_page.has_volume, default="")


def _date(start: Start) -> str:
    """Return the last full date alone on its line, or else beside other short text."""
    zoned = start.zoned[: len(start.head)]
    alone = front_page.date(" ".join(line.text for line, zone in zoned if zone is zones.Zone.DATE))
    if alone and not alone.isdigit():
        return alone
    undated = zones.Zone.TITLE, zones.Zone.ABSTRACT
    texts = [line.text for line, zone in zoned if zone not in undated]
    dates = [front_page.date(text) for text in texts if not front_page.is_prose(text)]
    return next((date for date in reversed(dates) if date and not date.isdigit()), alone)


def _abstract_on_own_page(start: Start, lines: Sequence[Line]) -> list[int]:
    """Return the indexes of an abstract that the pages behind a cover lack or have in part."""
    kinds = [zone for _, zone in start.zoned]
    has_whole = zones.Zone.ABSTRACT in kinds and kinds[-1] is not zones.Zone.ABSTRACT
    if has_whole or not is_cover(start.page, COVER_PAGES):
        return []
    return zones.find_on_own_page(lines)


_WEIGHTS = {
    "title": (-3.7, 3.1, 1.0, 1.8, 2.4, 0.7),
    "authors": (-1.8, 2.5, 0.6, 2.1, 0.7, -3.1),
    "affiliations": (-6.8, 1.3, 3.6, 0.8, 1.6, 1.0, -1.6),
    "abstract": (-6.5, 5.1, 1.7, 1.0, 1.4, 1.4),
}
"""Log-odds: a constant and a weight for each piece, fitted as in tests/benchmarks/confidence.py."""
_CLEAR = 4.0  # difference between the scores of a title and the next candidate that is clear
_MOST = 0.99  # no field is certain that no person has corrected
_LIKELY_NAME = 5.0  # the likeness of a name that is clear
_MAX_ABSTRACT_WORDS = 250
_LONG_WORD, _LAST_NAME = re.compile(r"[^\W\d_]{5,}"), re.compile(r"[^\W\d_]+(?=[\W\d_]*$)")


def estimate(header: Header, start: Start, words: Words) -> dict[str, float]:
    """Return the probabilities that title, authors, affiliations and abstract are right."""
    return {
        field: _probability(_WEIGHTS[field], pieces)
        for field, pieces in find_evidence(header, start, words).items()
        if getattr(header, field)
    }


def _probability(weights: Sequence[float], evidence: Sequence[float]) -> float:
    odds = math.exp(sum(map(operator.mul, weights, (1.0, *evidence))))
    return min(round(odds / (1 + odds), 2), _MOST)


def find_evidence(header: Header, start: Start, words: Words) -> dict[str, tuple[float, ...]]:
    """Return the evidence for title, authors, affiliations and abstract, from 0 to 1 each."""
    named, places, title = header.authors, header.affiliations, start.title
    # An abstract on a page of its own is found by its heading.
    has_heading = not start.abstract or _has_heading(start.abstract)
    margin = min(max(title.margin, 0.0), _CLEAR) / _CLEAR
    # A document has the words of its title and the names of its authors more than once.
    long_words = _LONG_WORD.findall(header.title.lower())
    recurring = sum(words.get(word, 0) > 1 for word in long_words) / max(len(long_words), 1)
    families = (_LAST_NAME.search(author.family.lower()) for author in named)
    are_cited = all(words.get(name[0], 0) > 1 for name in families if name)
    least = min((likeness(author.name) for author in named), default=0.0)
    are_likely = min(max(0.5 + least / _LIKELY_NAME / 2, 0.0), 1.0)
    has_emails, is_page = len(header.emails) == len(named), not is_cover(start.page)
    institutions = sum(INSTITUTION.search(text) is not None for text in places)
    is_named = institutions / max(len(places), 1)
    are_placed = all(author.affiliations for author in named)
    # Several affiliations of all authors are often those of one each.
    are_shared = len(places) > 1 < len(named) and {one.affiliations for one in named} == {places}
    return {
        "title": (margin, bool(named), title.is_stated, recurring, has_heading),
        "authors": (margin, has_emails, are_likely, are_cited, len(header.emails) > len(named)),
        "affiliations": (is_named, are_placed, is_page, recurring, margin, are_shared),
        "abstract": (*_of_abstract(header.abstract, start.zoned), has_heading, is_page),
    }


def _of_abstract(text: str, zoned: Sequence[tuple[Line, zones.Zone]]) -> Iterable[bool]:
    after = (line.text for (_, zone), (line, _) in pairwise(zoned) if zone is zones.Zone.ABSTRACT)
    *_, below = ("", *after)
    yield text.rstrip().endswith((".", "!", "?", "”", '"', "。", "．"))
    yield zones.ends_abstract(below)
    yield len(text.split()) < _MAX_ABSTRACT_WORDS
