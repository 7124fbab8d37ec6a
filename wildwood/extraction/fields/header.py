"""The header of a paper: its title by the size of its letters, the rest by a sequence model."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from statistics import median

from wildwood.extraction.documents.text import join_lines
from wildwood.extraction.fields import names, sequence
from wildwood.extraction.fields.sequence import Field, Token
from wildwood.extraction.model import Author, Header, Line

_LONGEST = 70
"""Lines that a header takes at most."""
_MOST_TOKENS = 5_000
"""Words and signs that the model is shown; each costs it time and memory."""
_LARGER = 1.12
"""How much larger than the text a title is."""
_SAME = 0.06
_FEWEST_LETTERS = 6
_MOST_TITLE_LINES = 8
_NUMBER = r"(?:\d{1,2}\.?|[IVX]{1,4}\.?)?\s*"
_TEXT_BEGINS = re.compile(rf"{_NUMBER}(?:introduction|statement of need)[.:]?", re.IGNORECASE)
_ABSTRACT = re.compile(r"(?:abstract|summary|a b s t r a c t)\s*[.:—–-]*\s*", re.IGNORECASE)
_ABSTRACT_ENDS = re.compile(
    rf"(?:{_NUMBER}introduction|key\s?words?\b|index terms|jel\b|categories and|general terms|"
    r"statement of need|1\.? )",
    re.IGNORECASE,
)
_EMAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_DOI = re.compile(r"\b10\.\d{4,9}/[^\s\"<>,;]+[^\s\"<>,;.)]")
_STAMP = re.compile(r"arXiv:|preprint|downloaded from", re.IGNORECASE)
_ENDS = " .,;:*†‡—–-"


def extract(lines: Sequence[Line]) -> Header:
    """What the first page says of the paper."""
    head = _head(lines)
    title = _title(head)
    fields = _fields(head, title)
    first = join_lines(head)
    doi = _DOI.search(first)
    return Header(
        title=_titled(head, title, fields),
        authors=tuple(Author(name) for name in _authors(head, title, fields)),
        abstract=_abstract(lines) or _longest(fields, "abstract", head),
        venue=_longest(fields, "reference", head).strip(_ENDS),
        date=_longest(fields, "date", head).strip(_ENDS),
        doi=doi[0] if doi else "",
        keywords=_longest(fields, "keyword", head).strip(_ENDS),
        affiliations=tuple(_texts(fields, "affiliation", head)),
        emails=tuple(dict.fromkeys(_EMAIL.findall(first))),
    )


def header_end(lines: Sequence[Line]) -> int:
    """The number of the first line after the header."""
    head = _head(lines)
    title = _title(head)
    fields = _fields(head, title)
    labelled = [
        token.line
        for field in fields
        if field.label in {"title", "author", "affiliation", "email"}
        for token in field.tokens
    ]
    after = max([*labelled, *title], default=-1) + 1
    begins, ends = _abstract_lines(lines)
    return max(after, ends) if begins <= after + _LONGEST // 2 and ends else after


def _head(lines: Sequence[Line]) -> list[Line]:
    """The lines from the top of the first page to where its text begins."""
    if not lines:
        return []
    page = [line for line in lines[:_LONGEST] if line.page == lines[0].page]
    for place, line in enumerate(page):
        if place > 1 and _TEXT_BEGINS.fullmatch(line.text):
            return page[:place]
    return page


def _title(head: Sequence[Line]) -> list[int]:
    """The lines in the largest letters of the first page, where there are larger ones."""
    sizes = [line.size for line in head for _ in line.text]
    if not sizes or not max(sizes):
        return []
    usual = median(sizes)
    largest = sorted(
        {line.size for line in head if _may_be_title(line) and line.size > usual * _LARGER},
        reverse=True,
    )
    for size in largest:
        places = _run(head, size)
        text = " ".join(head[place].text for place in places)
        letters = sum(sign.isalpha() for sign in text)
        if letters >= _FEWEST_LETTERS and " " in text and len(places) <= _MOST_TITLE_LINES:
            return places
    return []


def _may_be_title(line: Line) -> bool:
    return not _STAMP.search(line.text) and line.right >= line.left


def _run(head: Sequence[Line], size: float) -> list[int]:
    """The first lines, one after the other, of about this size."""
    places: list[int] = []
    for place, line in enumerate(head):
        if abs(line.size - size) <= _SAME * size and _may_be_title(line):
            places.append(place)
        elif places:
            break
    return places


def _fields(head: Sequence[Line], title: Sequence[int]) -> list[Field]:
    tokens = (
        token
        for number, line in enumerate(head)
        for token in sequence.tokenize(line.text, number, given=number in title)
    )
    return sequence.label_fields(
        "titled" if title else "header", list(islice(tokens, _MOST_TOKENS))
    )


def _titled(head: Sequence[Line], title: Sequence[int], fields: Sequence[Field]) -> str:
    if title:
        return join_lines([head[place] for place in title]).strip(_ENDS)
    return _first(fields, "title", head).strip(_ENDS)


def _authors(head: Sequence[Line], title: Sequence[int], fields: Sequence[Field]) -> list[str]:
    """The names under the title; elsewhere they are an editor's or those of a reference."""
    tagged = "\n".join(_text(field.tokens, head) for field in fields if field.label == "author")
    below = _under_title(head, title)
    lines = join_lines([head[place] for place in below])
    if below and (_are_authors(below, fields) or names.are_names(lines)):
        tagged = lines
    return list(dict.fromkeys(names.header_names(tagged)))


def _are_authors(places: Sequence[int], fields: Sequence[Field]) -> bool:
    """Whether the model takes most lines of a block for authors."""
    votes = dict.fromkeys(places, 0)
    for field in fields:
        for token in field.tokens:
            if token.line in votes:
                votes[token.line] += 1 if field.label == "author" else -1
    return 2 * sum(vote > 0 for vote in votes.values()) >= len(votes)


def _under_title(head: Sequence[Line], title: Sequence[int]) -> list[int]:
    """The lines right under the title that are of one size."""
    if not title or title[-1] + 1 >= len(head):
        return []
    start = title[-1] + 1
    size = head[start].size
    places = []
    for place in range(start, len(head)):
        if abs(head[place].size - size) > _SAME * size:
            break
        places.append(place)
    return places


def _abstract(lines: Sequence[Line]) -> str:
    begins, ends = _abstract_lines(lines)
    if begins == ends:
        return ""
    text = join_lines(lines[begins:ends])
    return _ABSTRACT.sub("", text, count=1) if _ABSTRACT.match(text) else text


def _abstract_lines(lines: Sequence[Line]) -> tuple[int, int]:
    """From the abstract's heading to the next one; a heading is in larger letters, or known."""
    for start, line in enumerate(lines[: 2 * _LONGEST]):
        found = _ABSTRACT.match(line.text)
        if found is None or not (found[0] == line.text or line.text[found.end()].isupper()):
            continue
        size = lines[start + 1].size if start + 1 < len(lines) else line.size
        for place in range(start + 1, min(start + _LONGEST, len(lines))):
            after = lines[place]
            if _ABSTRACT_ENDS.match(after.text) or (size and after.size > size * _LARGER):
                return start, place
    return 0, 0


def _text(tokens: Sequence[Token], head: Sequence[Line]) -> str:
    return "\n".join(_pieces(tokens, head))


def _pieces(tokens: Sequence[Token], head: Sequence[Line]) -> Iterator[str]:
    """The text of a run of tokens, a line at a time."""
    for number in dict.fromkeys(token.line for token in tokens):
        row = [token for token in tokens if token.line == number]
        yield head[number].text[row[0].start : row[-1].end]


def _texts(fields: Sequence[Field], label: str, head: Sequence[Line]) -> list[str]:
    found = (
        _text(field.tokens, head).replace("-\n", "").replace("\n", " ").strip(_ENDS)
        for field in fields
        if field.label == label
    )
    return list(dict.fromkeys(filter(None, found)))


def _first(fields: Sequence[Field], label: str, head: Sequence[Line]) -> str:
    return next(iter(_texts(fields, label, head)), "")


def _longest(fields: Sequence[Field], label: str, head: Sequence[Line]) -> str:
    return max(_texts(fields, label, head), key=len, default="")
