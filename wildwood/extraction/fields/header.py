"""Extract the header: the title by its font size, the other fields by a sequence model."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from statistics import median

from wildwood.extraction.documents.text import join_lines
from wildwood.extraction.fields import names, sequence
from wildwood.extraction.fields.sequence import Field, Token
from wildwood.extraction.model import Author, Header, Line

_MAX_LINES = 70
"""Lines that a header can have."""
_MAX_TOKENS = 5_000
"""Tokens that the model labels; each needs time and memory."""
_HEADING_SIZE = 1.12
"""The least font size of a title or heading, relative to that of the text."""
_SIZE_TOLERANCE = 0.06
"""How much font sizes that count as equal can differ, relative to the size."""
_MIN_TITLE_LETTERS = 6
_MAX_TITLE_LINES = 8
_NUMBER = r"(?:\d{1,2}\.?|[IVX]{1,4}\.?)?\s*"
_TEXT_START = re.compile(rf"{_NUMBER}(?:introduction|statement of need)[.:]?", re.IGNORECASE)
_ABSTRACT = re.compile(r"(?:abstract|summary|a b s t r a c t)\s*[.:—–-]*\s*", re.IGNORECASE)
_AFTER_ABSTRACT = re.compile(
    rf"(?:{_NUMBER}introduction|key\s?words?\b|index terms|jel\b|categories and|general terms|"
    r"statement of need|1\.? )",
    re.IGNORECASE,
)
_EMAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_DOI = re.compile(r"\b10\.\d{4,9}/[^\s\"<>,;]+[^\s\"<>,;.)]")
_STAMP = re.compile(r"arXiv:|preprint|downloaded from", re.IGNORECASE)
_PUNCTUATION = " .,;:*†‡—–-"


def extract(lines: Sequence[Line]) -> Header:
    """Return the header of a document."""
    head, title, fields = _labelled_head(lines)
    text = join_lines(head)
    doi = _DOI.search(text)
    return Header(
        title=_title(head, title, fields),
        authors=tuple(Author(name) for name in _authors(head, title, fields)),
        abstract=_abstract(lines) or _longest_field(fields, "abstract", head),
        venue=_longest_field(fields, "reference", head).strip(_PUNCTUATION),
        date=_longest_field(fields, "date", head).strip(_PUNCTUATION),
        doi=doi[0] if doi else "",
        keywords=_longest_field(fields, "keyword", head).strip(_PUNCTUATION),
        affiliations=tuple(_field_texts(fields, "affiliation", head)),
        emails=tuple(dict.fromkeys(_EMAIL.findall(text))),
    )


def header_end(lines: Sequence[Line]) -> int:
    """Return the index of the first line after the header."""
    _, title, fields = _labelled_head(lines)
    labelled = [
        token.line
        for field in fields
        if field.label in {"title", "author", "affiliation", "email"}
        for token in field.tokens
    ]
    after = max([*labelled, *title], default=-1) + 1
    start, end = _abstract_lines(lines)
    return max(after, end) if end and start <= after + _MAX_LINES // 2 else after


def _labelled_head(lines: Sequence[Line]) -> tuple[list[Line], list[int], list[Field]]:
    """Return the first lines, the indexes of the title's among them, and the labelled fields."""
    head = _head(lines)
    title = _title_lines(head)
    return head, title, _fields(head, title)


def _head(lines: Sequence[Line]) -> list[Line]:
    """Return the lines of the first page before the introduction."""
    if not lines:
        return []
    page = [line for line in lines[:_MAX_LINES] if line.page == lines[0].page]
    for place, line in enumerate(page):
        if place > 1 and _TEXT_START.fullmatch(line.text):
            return page[:place]
    return page


def _title_lines(head: Sequence[Line]) -> list[int]:
    """Return the indexes of the lines in the largest font size, if it exceeds that of the text."""
    sizes = [line.size for line in head for _ in line.text]
    if not sizes or not max(sizes):
        return []
    usual = median(sizes)
    largest = sorted(
        {line.size for line in head if _can_be_title(line) and line.size > usual * _HEADING_SIZE},
        reverse=True,
    )
    for size in largest:
        places = _lines_of_size(head, size)
        text = " ".join(head[place].text for place in places)
        letters = sum(character.isalpha() for character in text)
        if letters >= _MIN_TITLE_LETTERS and " " in text and len(places) <= _MAX_TITLE_LINES:
            return places
    return []


def _can_be_title(line: Line) -> bool:
    return not _STAMP.search(line.text) and line.right >= line.left


def _lines_of_size(head: Sequence[Line], size: float) -> list[int]:
    """Return the indexes of the first run of lines of about this font size."""
    places: list[int] = []
    for place, line in enumerate(head):
        if abs(line.size - size) <= _SIZE_TOLERANCE * size and _can_be_title(line):
            places.append(place)
        elif places:
            break
    return places


def _fields(head: Sequence[Line], title: Sequence[int]) -> list[Field]:
    tokens = (
        token
        for number, line in enumerate(head)
        for token in sequence.tokenize(line.text, number, in_title=number in title)
    )
    model = sequence.TITLED if title else sequence.HEADER
    return sequence.label_fields(model, list(islice(tokens, _MAX_TOKENS)))


def _title(head: Sequence[Line], title: Sequence[int], fields: Sequence[Field]) -> str:
    """Return the title by its font size, or by the model if all sizes are equal."""
    if title:
        return join_lines([head[place] for place in title]).strip(_PUNCTUATION)
    return next(iter(_field_texts(fields, "title", head)), "")


def _authors(head: Sequence[Line], title: Sequence[int], fields: Sequence[Field]) -> list[str]:
    """Return the names below the title, since names elsewhere can be an editor's or cited.

    If the lines below the title are not names, return the names that the model labels.
    """
    text = "\n".join(_text(field.tokens, head) for field in fields if field.label == "author")
    places = _lines_below_title(head, title)
    below = join_lines([head[place] for place in places])
    if places and (_are_authors(places, fields) or names.are_names(below)):
        text = below
    return list(dict.fromkeys(names.header_names(text)))


def _are_authors(places: Sequence[int], fields: Sequence[Field]) -> bool:
    """Return whether the model labels at least half of the lines as authors."""
    votes = dict.fromkeys(places, 0)
    for field in fields:
        for token in field.tokens:
            if token.line in votes:
                votes[token.line] += 1 if field.label == "author" else -1
    return 2 * sum(vote > 0 for vote in votes.values()) >= len(votes)


def _lines_below_title(head: Sequence[Line], title: Sequence[int]) -> list[int]:
    """Return the indexes of the lines of one font size directly below the title."""
    if not title or title[-1] + 1 >= len(head):
        return []
    start = title[-1] + 1
    size = head[start].size
    places = []
    for place in range(start, len(head)):
        if abs(head[place].size - size) > _SIZE_TOLERANCE * size:
            break
        places.append(place)
    return places


def _abstract(lines: Sequence[Line]) -> str:
    start, end = _abstract_lines(lines)
    text = join_lines(lines[start:end])
    return _ABSTRACT.sub("", text, count=1) if _ABSTRACT.match(text) else text


def _abstract_lines(lines: Sequence[Line]) -> tuple[int, int]:
    """Return the span from the heading of the abstract to the next heading; empty without one.

    A heading has a known text or a larger font size.
    """
    for start, line in enumerate(lines[: 2 * _MAX_LINES]):
        heading = _ABSTRACT.match(line.text)
        if heading is None or not (heading[0] == line.text or line.text[heading.end()].isupper()):
            continue
        size = lines[start + 1].size if start + 1 < len(lines) else line.size
        for place in range(start + 1, min(start + _MAX_LINES, len(lines))):
            after = lines[place]
            if _AFTER_ABSTRACT.match(after.text) or (size and after.size > size * _HEADING_SIZE):
                return start, place
    return 0, 0


def _text(tokens: Sequence[Token], head: Sequence[Line]) -> str:
    """Return the text of a run of tokens, with its line breaks."""
    return "\n".join(_rows(tokens, head))


def _rows(tokens: Sequence[Token], head: Sequence[Line]) -> Iterator[str]:
    for number in dict.fromkeys(token.line for token in tokens):
        row = [token for token in tokens if token.line == number]
        yield head[number].text[row[0].start : row[-1].end]


def _field_texts(fields: Sequence[Field], label: str, head: Sequence[Line]) -> list[str]:
    """Return the different texts of the fields with a label."""
    texts = (
        _text(field.tokens, head).replace("-\n", "").replace("\n", " ").strip(_PUNCTUATION)
        for field in fields
        if field.label == label
    )
    return list(dict.fromkeys(filter(None, texts)))


def _longest_field(fields: Sequence[Field], label: str, head: Sequence[Line]) -> str:
    return max(_field_texts(fields, label, head), key=len, default="")
