"""Label the words of references and headers with linear-chain CRFs."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import pycrfsuite

MODELS = Path(__file__).parent / "models"
CITATIONS = MODELS / "citations.crfsuite"
HEADER = MODELS / "header.crfsuite"
TITLED = MODELS / "titled.crfsuite"  # for headers whose title is known
BEGINS = "B-"  # prefix of the label of the first token of a field

_TOKEN = re.compile(r"\w+|[^\w\s]")
_YEAR = re.compile(r"(1[89]|20)\d\d[a-z]?")
_AFFIX_LENGTHS = (2, 3, 4)
_NEIGHBOURS = (-2, -1, 1, 2)
_TENTHS = 10
_REMEMBERED = 4_096  # words whose features are remembered; most occur again and again
_QUOTES = '“”"„«»'


class Token(NamedTuple):
    text: str
    start: int
    end: int
    line: int = 0  # index of its line
    in_title: bool = False  # whether it is in the title, by its font size


class Field(NamedTuple):
    """Adjacent tokens with the same label."""

    label: str
    tokens: tuple[Token, ...]
    confidence: float = 1.0  # mean probability of the label, according to the model


def tokenize(text: str, line: int = 0, *, in_title: bool = False) -> list[Token]:
    return [
        Token(match[0], match.start(), match.end(), line, in_title)
        for match in _TOKEN.finditer(text)
    ]


def features(
    sequence: Sequence[Token], extras: Iterable[Sequence[str]] | None = None
) -> list[list[str]]:
    """Return the features, by default with those of lines and titles; changes need new models."""
    texts = [token.text.lower() for token in sequence]
    shapes = [shape(token.text) for token in sequence]
    rows = []
    for place, token in enumerate(sequence):
        row = [
            *_own_features(token.text),
            f"at={place * _TENTHS // len(sequence)}",
            f"n={min(place, 12)}",
        ]
        for step in _NEIGHBOURS:
            beside = place + step
            if 0 <= beside < len(sequence):
                row += (f"{step}:{texts[beside]}", f"{step}:{shapes[beside]}")
            else:
                row.append(f"{step}:none")
        row.append(f"glued={place > 0 and sequence[place - 1].end == token.start}")
        rows.append(row)
    _add_preceding(sequence, rows)
    extras = _line_features(sequence) if extras is None else extras
    for row, extra in zip(rows, extras, strict=True):
        row.extend(extra)
    return rows


@lru_cache(_REMEMBERED)
def _own_features(word: str) -> tuple[str, ...]:
    text = word.lower()
    own = [f"w={text}", f"s={shape(word)}"]
    for length in _AFFIX_LENGTHS:
        if len(text) > length:
            own += (f"p={text[:length]}", f"e={text[-length:]}")
    if is_year(text):
        own.append("year")
    return tuple(own)


def is_year(text: str) -> bool:
    return _YEAR.fullmatch(text) is not None


@lru_cache(_REMEMBERED)
def shape(text: str) -> str:
    """Return `9` and the number of digits, the case of letters, or a single mark."""
    if text.isdigit():
        return f"9{min(len(text), 5)}"
    if text.isalpha():
        if len(text) == 1:
            return "X" if text.isupper() else "x"
        if text.isupper():
            return "XX"
        return "Xx" if text[0].isupper() else "xx"
    return text if len(text) == 1 else "mixed"


def _add_preceding(sequence: Sequence[Token], rows: list[list[str]]) -> None:
    year, quotes = 0, 0
    for token, row in zip(sequence, rows, strict=True):
        row += [f"years={min(year, 2)}", f"quotes={quotes % 3}"]
        year += is_year(token.text)
        quotes += token.text in _QUOTES


def _line_features(sequence: Sequence[Token]) -> Iterator[list[str]]:
    lines = [token.line for token in sequence]
    counts = {number: len(list(group)) for number, group in groupby(lines)}
    title = "before" if any(token.in_title for token in sequence) else "unknown"
    for place, token in enumerate(sequence):
        line = min(token.line, 20)
        row = [f"line={line}", f"long={min(counts[token.line] // 4, 5)}"]
        if place == 0 or lines[place - 1] != token.line:
            row.append("begins")
        if place + 1 == len(sequence) or lines[place + 1] != token.line:
            row.append("ends")
        if token.in_title:
            title = "after"
            row.append("given")
        row.append(f"title={title}")
        if title == "unknown":
            row.append(f"unknown:line={line}")
        yield row


@cache
def _tagger(model: Path) -> pycrfsuite.Tagger:
    tagger = pycrfsuite.Tagger()
    tagger.open(str(model))
    return tagger


def load_models() -> None:
    """Load all models, so that forked processes share them."""
    for model in MODELS.glob("*.crfsuite"):
        _tagger(model)


def label_fields(
    model: Path, sequence: Sequence[Token], extras: Iterable[Sequence[str]] | None = None
) -> list[Field]:
    """Return the labelled fields in order; raise MemoryError if the sequence is too long."""
    if not sequence:
        return []
    try:
        tagger = _tagger(model)
        labels = tagger.tag(features(sequence, extras))
        likely = [tagger.marginal(label, place) for place, label in enumerate(labels)]
    except SystemError as error:
        # The binding turns the library's std::bad_alloc into this, and nothing else.
        raise MemoryError(f"{len(sequence)} words are too many to label.") from error
    runs: list[tuple[str, list[tuple[Token, float]]]] = []
    for label, token, probability in zip(labels, sequence, likely, strict=True):
        name = label.removeprefix(BEGINS)
        if not runs or runs[-1][0] != name or name != label:
            runs.append((name, []))
        runs[-1][1].append((token, probability))
    return [_field(name, run) for name, run in runs]


def _field(label: str, run: Sequence[tuple[Token, float]]) -> Field:
    confidence = sum(likely for _, likely in run) / len(run)
    return Field(label, tuple(token for token, _ in run), round(confidence, 2))
