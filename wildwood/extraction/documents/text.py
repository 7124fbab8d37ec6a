"""Make the text of a document from its lines: rejoin broken words, remove running heads."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from wildwood.extraction.model import Line

_MIN_REPEATS = 3
"""Pages on which a line at the edge must occur to be a running head."""
_EDGE_LINES = 3
"""Lines at the top and at the bottom of a page that can be running heads."""
_WORD = re.compile(r"[^\W\d_]+")
_LAST_WORD = re.compile(r"[^\W\d_]+$")
_URL_AT_END = re.compile(r"(https?:|doi:|\b10\.)\S*$")
_URL_BREAKS = "/:-_=&?#"
"""Characters after which a URL can be broken."""
_DIGITS = re.compile(r"\d+")


def without_running_heads(lines: Sequence[Line]) -> list[Line]:
    """Return the lines without running heads and page numbers.

    A running head is at the edge of several pages; digits are ignored in the comparison.
    """
    pages: dict[int, list[Line]] = {}
    for line in lines:
        pages.setdefault(line.page, []).append(line)
    edges = [_edge(page) for page in pages.values()]
    counts = Counter(pattern for edge in edges for pattern in set(edge.values()))
    needed = min(_MIN_REPEATS, max(len(pages), 2))
    running_heads = {
        line
        for edge in edges
        for line, pattern in edge.items()
        if counts[pattern] >= needed or pattern == "#"
    }
    return [line for line in lines if line not in running_heads]


def _edge(page: Sequence[Line]) -> dict[Line, str]:
    """Return the outermost lines of a page, each with its text in which `#` replaces numbers."""
    rows = sorted(page, key=lambda line: line.bottom)
    return {
        line: _DIGITS.sub("#", line.text) for line in {*rows[:_EDGE_LINES], *rows[-_EDGE_LINES:]}
    }


def join_lines(lines: Iterable[Line]) -> str:
    """Join lines into one text, and rejoin broken words and URLs.

    A broken word keeps its hyphen if both halves are words of this text.
    """
    lines = list(lines)
    words = Counter(word.lower() for line in lines for word in _WORD.findall(line.text))
    text = ""
    for before, line in zip([None, *lines], lines, strict=False):
        if before is not None and _continues_url(_URL_AT_END.search(text), line.text):
            text += line.text
            continue
        if before is None or not before.hyphenated:
            text += " " + line.text
            continue
        first = _lower(_LAST_WORD.search(text[:-1]))
        second = _lower(_WORD.match(line.text))
        compound = words[first] > 1 and words[second] > 1 and words[first + second] == 0
        keeps_hyphen = compound or not line.text[:1].islower()
        text = (text if keeps_hyphen else text[:-1]) + line.text
    return text.strip()


def _continues_url(url: re.Match[str] | None, text: str) -> bool:
    """Return whether a line continues the URL at the end of the text before it."""
    if url is None:
        return False
    last = url[0][-1]
    return last in _URL_BREAKS or (last == "." and not text[:1].isupper())


def _lower(word: re.Match[str] | None) -> str:
    return word[0].lower() if word else ""


def paragraphs(lines: Sequence[Line]) -> str:
    """Join lines with line breaks, and pages with empty lines; rejoin broken words."""
    pages: dict[int, list[str]] = {}
    pending: list[Line] = []
    for line in lines:
        pending.append(line)
        if not line.hyphenated:
            pages.setdefault(pending[0].page, []).append(join_lines(pending))
            pending = []
    if pending:
        pages.setdefault(pending[0].page, []).append(join_lines(pending))
    return "\n\n".join("\n".join(page) for page in pages.values()) + "\n"
