"""Sequence models (linear-chain CRFs): what each word of a reference or a header is."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import pycrfsuite

MODELS = Path(__file__).parent / "models"

_TOKEN = re.compile(r"\w+|[^\w\s]")
_YEAR = re.compile(r"(1[89]|20)\d\d[a-z]?")
_AFFIXES = (2, 3, 4)
_NEIGHBOURS = (-2, -1, 1, 2)
_TENTHS = 10
_QUOTES = '“”"„«»'


class Token(NamedTuple):
    """A word or a sign, with its place."""

    text: str
    start: int
    end: int
    line: int = 0
    """The line that it stands in, where there are lines."""
    given: bool = False
    """Whether it is known to be of the title, by the size of its letters."""


class Field(NamedTuple):
    """A run of words of one label."""

    label: str
    tokens: tuple[Token, ...]


def tokenize(text: str, line: int = 0, *, given: bool = False) -> list[Token]:
    """The words and signs of a text."""
    return [
        Token(found[0], found.start(), found.end(), line, given) for found in _TOKEN.finditer(text)
    ]


def features(sequence: Sequence[Token]) -> list[list[str]]:
    """What each token looks like, and its neighbours."""
    own = [list(_own(token)) for token in sequence]
    short = [_shape(token.text) for token in sequence]
    lines = [token.line for token in sequence]
    counts = {number: len(list(group)) for number, group in groupby(lines)}
    rows = []
    for place, token in enumerate(sequence):
        row = [*own[place], f"at={place * _TENTHS // len(sequence)}", f"n={min(place, 12)}"]
        for step in _NEIGHBOURS:
            other = place + step
            if 0 <= other < len(sequence):
                row += [f"{step}:{sequence[other].text.lower()}", f"{step}:{short[other]}"]
            else:
                row.append(f"{step}:none")
        row.append(f"glued={place > 0 and sequence[place - 1].end == token.start}")
        row.append(f"line={min(token.line, 20)}")
        row.append(f"long={min(counts[token.line] // 4, 5)}")
        if place == 0 or lines[place - 1] != token.line:
            row.append("begins")
        if place + 1 == len(sequence) or lines[place + 1] != token.line:
            row.append("ends")
        rows.append(row)
    return _with_what_went_before(sequence, rows)


def _own(token: Token) -> Iterator[str]:
    text = token.text.lower()
    yield f"w={text}"
    yield f"s={_shape(token.text)}"
    for length in _AFFIXES:
        if len(text) > length:
            yield f"p={text[:length]}"
            yield f"e={text[-length:]}"
    if _YEAR.fullmatch(text):
        yield "year"
    if token.given:
        yield "given"


def _shape(text: str) -> str:
    """Upper and lower case, digits and signs, runs cut short."""
    if text.isdigit():
        return f"9{min(len(text), 5)}"
    if text.isalpha():
        if len(text) == 1:
            return "X" if text.isupper() else "x"
        if text.isupper():
            return "XX"
        return "Xx" if text[0].isupper() else "xx"
    return text if len(text) == 1 else "mixed"


def _with_what_went_before(sequence: Sequence[Token], rows: list[list[str]]) -> list[list[str]]:
    """Whether a year, a given title or a quotation mark stands before: so styles order fields."""
    year, quotes = 0, 0
    title = "before" if any(token.given for token in sequence) else "unknown"
    for token, row in zip(sequence, rows, strict=True):
        if token.given:
            title = "after"
        row += [f"years={min(year, 2)}", f"quotes={quotes % 3}", f"title={title}"]
        if title == "unknown":
            row.append(f"unknown:line={min(token.line, 20)}")
        year += bool(_YEAR.fullmatch(token.text))
        quotes += token.text in _QUOTES
    return rows


@cache
def _tagger(model: Path) -> pycrfsuite.Tagger:
    tagger = pycrfsuite.Tagger()
    tagger.open(str(model))
    return tagger


def label_fields(model: str, sequence: Sequence[Token]) -> list[Field]:
    """The runs of tokens of one label, in order, by a model that ships."""
    return labelled(MODELS / f"{model}.crfsuite", sequence)


def labelled(model: Path, sequence: Sequence[Token]) -> list[Field]:
    """The runs of tokens of one label, in order, by a model's file.

    Raises:
        MemoryError: they are too many.
    """
    if not sequence:
        return []
    try:
        labels = _tagger(model).tag(features(sequence))
    except SystemError as error:
        # So the binding wraps the library's std::bad_alloc, and nothing else.
        raise MemoryError(f"{len(sequence)} words are too many to label.") from error
    runs = groupby(zip(labels, sequence, strict=True), key=lambda pair: pair[0])
    return [Field(label, tuple(token for _, token in run)) for label, run in runs]
