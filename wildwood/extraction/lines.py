"""Make the text of a document from its lines, and rejoin broken words and URLs."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import wraps
from typing import TypeVar

from wildwood.biblio.words import entries
from wildwood.extraction.data import Line

_Found = TypeVar("_Found")


def remembered(find: Callable[[Sequence[Line]], _Found]) -> Callable[[Sequence[Line]], _Found]:
    """Remember the last result for a tuple of lines; a list can change and is read each time."""
    last: tuple[Sequence[Line], _Found] | None = None

    @wraps(find)
    def found(lines: Sequence[Line]) -> _Found:
        nonlocal last
        if not isinstance(lines, tuple):
            return find(lines)
        latest = last
        if latest is None or latest[0] is not lines:
            latest = last = (lines, find(lines))
        return latest[1]

    return found


_WORD = re.compile(r"[^\W\d_]+")
_COMPOUND = re.compile(r"(?=\b([^\W\d_]+)[-‐]([^\W\d_]+))")
_LAST_WORD = re.compile(r"[^\W\d_]+$")
_URL_AT_END = re.compile(r"(https?:|doi:|\b10\.)\S*$")
_FIRST_LABEL = re.compile(r"https?://[^\s./]+\.$")  # ends in a host, as in `https://CRAN.`
_URL_BREAKS = "/:-_=&?#"  # after which a URL can be broken
_HYPHENS = "-‐\xad"
_LINES_AT_ONCE = 1000  # all lines of a long document would need much memory
_LONGEST_WORD = 60
_LATTER_PARTS = entries("compound_ends")  # seldom without a hyphen
_SIMPLE_PREFIXES = entries("solid_beginnings")  # before many of these, as in `overtime`

Words = Mapping[str, int]  # how often each word and hyphenated compound occurs, in lower case


@remembered
def words_of(lines: Sequence[Line]) -> Words:
    counts: Counter[str] = Counter()
    for start in range(0, len(lines), _LINES_AT_ONCE):
        some = lines[start : start + _LINES_AT_ONCE]
        texts = [line.text[:-1] if line.hyphenated else line.text for line in some]
        counts.update(_WORD.findall("\n".join(texts).lower()))
        compounds = "\n".join(text for text in texts if "-" in text or "‐" in text).lower()
        counts.update(f"{first}-{second}" for first, second in _COMPOUND.findall(compounds))
    return counts


def join_lines(lines: Iterable[Line], words: Words | None = None) -> str:
    """Join lines, broken words and URLs; `words`, or else the lines, decide which hyphens stay."""
    lines = list(lines)
    counts = words_of(lines) if words is None else words
    pieces: list[str] = []
    in_url = hyphenated = False
    for line in lines:
        text = line.text
        if pieces and in_url and _continues_url(pieces[-1], text):
            pieces.append(text)
            in_url = " " not in text or _ends_in_url(text)
        else:
            if pieces and hyphenated:
                pieces[-1] = _ends_before(pieces[-1], text, counts)
            elif pieces:
                pieces.append(" ")
            pieces.append(text)
            in_url = _ends_in_url(text)
        hyphenated = line.hyphenated
    return "".join(pieces).strip()


def _ends_in_url(text: str) -> bool:
    return _URL_AT_END.search(text.rpartition(" ")[2]) is not None


def _continues_url(before: str, text: str) -> bool:
    last = before[-1]
    if last == ".":
        return not text[:1].isupper() or _FIRST_LABEL.search(before) is not None
    return last in _URL_BREAKS


def _ends_before(text: str, rest: str, words: Words) -> str:
    """Remove the hyphen at the end of a text if the rest continues the word."""
    if text[-1] not in _HYPHENS:
        return text
    first = _lower(_LAST_WORD.search(text[-_LONGEST_WORD:-1]))
    second = _lower(_WORD.match(rest))
    return text if _is_compound(first, second, rest, words) else text[:-1]


def _is_compound(first: str, second: str, rest: str, words: Words) -> bool:
    if not rest[:1].islower() or not first:
        return True
    if words.get(first + second):
        return False
    if words.get(f"{first}-{second}"):
        return True
    if second in _LATTER_PARTS:
        return first not in _SIMPLE_PREFIXES
    return words.get(first, 0) > 1 and words.get(second, 0) > 1


def _lower(word: re.Match[str] | None) -> str:
    return word[0].lower() if word else ""


def paragraphs(lines: Sequence[Line]) -> str:
    """Join lines with line breaks and pages with empty lines; rejoin broken words."""
    words = words_of(lines)
    pages: dict[int, list[str]] = {}
    pending: list[Line] = []
    for line in lines:
        pending.append(line)
        if not line.hyphenated or line is lines[-1]:
            pages.setdefault(pending[0].page, []).append(join_lines(pending, words))
            pending = []
    return "\n\n".join("\n".join(page) for page in pages.values()) + "\n"
