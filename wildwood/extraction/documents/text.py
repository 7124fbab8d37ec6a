"""Lines to the text of a document: words that were broken are whole, running heads are gone."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from wildwood.extraction.model import Line

_REPEATED = 3
"""On so many pages a line at the edge of the page is a running head."""
_EDGE = 3
"""Lines at the top and at the bottom of a page that may be running heads."""
_WORD = re.compile(r"[^\W\d_]+")
_ADDRESS = re.compile(r"(https?:|doi:|\b10\.)\S*$")
_BREAKS = "/:-_=&?#"
_DIGITS = re.compile(r"\d+")


def without_running_heads(lines: Sequence[Line]) -> list[Line]:
    """The lines without those that stand, page numbers apart, on the edge of several pages."""
    pages: dict[int, list[Line]] = {}
    for line in lines:
        pages.setdefault(line.page, []).append(line)
    edges = {number: _edge(page) for number, page in pages.items()}
    seen = Counter(pattern for edge in edges.values() for pattern in set(edge.values()))
    needed = min(_REPEATED, max(len(pages), 2))
    running = {
        line for edge in edges.values() for line, text in edge.items() if _is(text, seen, needed)
    }
    return [line for line in lines if line not in running]


def _edge(page: Sequence[Line]) -> dict[Line, str]:
    """The outermost lines of a page with their texts less figures."""
    rows = sorted(page, key=lambda line: line.bottom)
    return {line: _DIGITS.sub("#", line.text) for line in {*rows[:_EDGE], *rows[-_EDGE:]}}


def _is(text: str, seen: Counter[str], needed: int) -> bool:
    return seen[text] >= needed or text == "#"


def join_lines(lines: Iterable[Line]) -> str:
    """The lines as one running text, broken words made whole.

    A word that was broken keeps its hyphen where both halves are words of this text.
    """
    lines = list(lines)
    words = Counter(word.lower() for line in lines for word in _WORD.findall(line.text))
    text = ""
    for before, line in zip([None, *lines], lines, strict=False):
        if before is not None and _goes_on(_ADDRESS.search(text), line.text):
            text += line.text
            continue
        if before is None or not before.hyphenated:
            text += " " + line.text
            continue
        first, second = _last_word(text[:-1]), _first_word(line.text)
        whole = words[first] > 1 and words[second] > 1 and words[first + second] == 0
        text = (text if whole or not line.text[:1].islower() else text[:-1]) + line.text
    return text.strip()


def _goes_on(address: re.Match[str] | None, text: str) -> bool:
    """Whether the address that the text so far ends with goes on in the next line."""
    if address is None:
        return False
    last = address[0][-1]
    return last in _BREAKS or (last == "." and not text[:1].isupper())


def _last_word(text: str) -> str:
    found = re.search(r"[^\W\d_]+$", text)
    return found[0].lower() if found else ""


def _first_word(text: str) -> str:
    found = _WORD.match(text)
    return found[0].lower() if found else ""


def paragraphs(lines: Sequence[Line]) -> str:
    """The lines one under the other, an empty line where a page begins, broken words whole."""
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
