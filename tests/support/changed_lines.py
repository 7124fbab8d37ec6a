"""Change the lines of a paper at random, as in damaged and unusual documents, and extract all."""

import json
import random
from collections.abc import Callable, Sequence
from pathlib import Path

from wildwood.extraction.data import DocumentFiles, DocumentType, Kind, Line
from wildwood.extraction.service.files import read_lines, write_lines
from wildwood.extraction.service.kinds import Document, plain

_TEXTS = (
    "(", ")", "[1]", "1.", ",", ";", "and", "“", "”", "∗", "†", "1,2,*", "A.", "von", "Jr.",
    "References", "Abstract", "Keywords:", "Acknowledgments", "Appendix", "Fig. 1", "Table 1.",
    "(2010)", "1999a", "et al.", "Author(s):", "Source:", "10.1234/", "https://doi.org/10.1/x",
    "a@b.c", "0000-0002-1825-0097", "a" * 500, "\u200b", "\ufeff", "e\u0301", "\U0001d400",
    "日本語", "مرحبا", "İ", "ß", "ǅ", "½", "²", "٣",
)  # fmt: skip
_SIZES = (0, 0.1, 5, 9, 12, 20, 100, 1e6)
_CHANGES = (1, 3, 10, 60)
_SPANS = (1, 5, 40)


def changed(lines: Sequence[Line], seed: int) -> list[Line]:
    """Return the lines with some changes, always the same for a seed; no line has no text."""
    chance = random.Random(seed)
    result = list(lines)
    for _ in range(chance.choice(_CHANGES)):
        if result:
            chance.choice(_KINDS)(result, chance)
    stripped = (line._replace(text=" ".join(line.text.split())) for line in result)
    return [line for line in stripped if line.text]


def extract_all(folder: Path, lines: list[Line]) -> None:
    """Extract each kind of data from lines, which are stored in a folder; it must fit JSON."""
    files = DocumentFiles(DocumentType.PDF, folder / "document", folder / "lines")
    write_lines(files.lines, lines)
    document = Document(read_lines(files.lines))
    for kind in Kind:
        json.dumps(plain(kind, getattr(document, kind.value)))


def _span(lines: Sequence[Line], chance: random.Random) -> slice:
    start = chance.randrange(len(lines))
    return slice(start, start + chance.choice(_SPANS))


def _remove(lines: list[Line], chance: random.Random) -> None:
    del lines[_span(lines, chance)]


def _repeat(lines: list[Line], chance: random.Random) -> None:
    span = _span(lines, chance)
    lines[span.start : span.start] = lines[span]


def _exchange(lines: list[Line], chance: random.Random) -> None:
    one, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    lines[one], lines[other] = (
        lines[other]._replace(page=lines[one].page),
        lines[one]._replace(page=lines[other].page),
    )


def _resize(lines: list[Line], chance: random.Random) -> None:
    span, size = _span(lines, chance), chance.choice(_SIZES)
    lines[span] = [line._replace(size=size) for line in lines[span]]


def _move(lines: list[Line], chance: random.Random) -> None:
    place = chance.randrange(len(lines))
    left, right, bottom, top = (chance.uniform(-100, 900) for _ in range(4))
    lines[place] = lines[place]._replace(left=left, right=right, bottom=bottom, top=top)


def _mark(lines: list[Line], chance: random.Random) -> None:
    place = chance.randrange(len(lines))
    line = lines[place]
    start, end = sorted(chance.choices(range(len(line.text) + 1), k=2))
    lines[place] = line._replace(
        bold=not line.bold,
        hyphenated=not line.hyphenated,
        stated=chance.random() < 1 / 2,
        raised=((start, end),) if start < end else (),
    )


def _rewrite(lines: list[Line], chance: random.Random) -> None:
    place = chance.randrange(len(lines))
    lines[place] = lines[place]._replace(text=chance.choice(_TEXTS), raised=())


def _insert(lines: list[Line], chance: random.Random) -> None:
    place = chance.randrange(len(lines))
    text = lines[place].text
    cut = chance.randrange(len(text) + 1)
    inserted = text[:cut] + chance.choice(_TEXTS) + text[cut:]
    lines[place] = lines[place]._replace(text=inserted, raised=())


_KINDS: tuple[Callable[[list[Line], random.Random], None], ...] = (
    _remove, _repeat, _exchange, _resize, _move, _mark, _rewrite, _insert,
)  # fmt: skip
