"""Clean the lines of a document, make its text from them, and rejoin broken words and URLs."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import wraps
from itertools import pairwise, takewhile
from typing import TypeVar

from wildwood.biblio.field_texts import UNSPACED, letters
from wildwood.biblio.identifiers import DOI
from wildwood.biblio.words import entries
from wildwood.extraction.callouts import CAPTION_START
from wildwood.extraction.data import Line, Passage, Row, Span, group_by_page, grouped
from wildwood.extraction.pdf import join_rows

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
_HYPHENS = ("-", "‐", "\xad")
_LINES_AT_ONCE = 1000  # all lines of a long document would need much memory
_LONGEST_WORD = 60
_LATTER_PARTS = entries("compound_ends")  # seldom without a hyphen

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


_UNSPACED = re.compile(f"[{UNSPACED}々（「『【〔《]")  # begins or ends a line
_UNSPACED_END = re.compile(f"[{UNSPACED}々，。、；：！？）」』】〕》]$")


def join_lines(lines: Iterable[Line], words: Words) -> str:
    """Join lines, broken words and URLs; the words of the document decide which hyphens stay."""
    pieces: list[str] = []
    in_url = hyphenated = False
    for line in lines:
        text = line.text
        if pieces and in_url and _continues_url(pieces[-1], text):
            pieces.append(text)
            in_url = " " not in text or _ends_in_url(text)
        else:
            if pieces and hyphenated:
                pieces[-1] = _ends_before(pieces[-1], text, words)
            elif pieces and not (_UNSPACED_END.search(pieces[-1]) and _UNSPACED.match(text)):
                pieces.append(" ")
            pieces.append(text)
            in_url = _ends_in_url(text)
        hyphenated = line.hyphenated
    return "".join(pieces).strip()


def make_passage(lines: Sequence[Line], words: Words) -> Passage:
    text = join_lines(lines, words)
    rows: list[Row] = []
    raised: list[Span] = []
    place = 0
    for line in lines:
        place = max(place, text.find(_stem(line), place))
        rows.append(Row(place, line.page + 1, line.box))
        raised += ((place + start, place + end) for start, end in line.raised)
        place += len(_stem(line))
    return Passage(text, tuple(rows), tuple(raised))


def _stem(line: Line) -> str:
    """Remove the hyphen at the end of a line that the next line can take away."""
    return line.text[:-1] if line.hyphenated else line.text


def _ends_in_url(text: str) -> bool:
    return _URL_AT_END.search(text.rpartition(" ")[2]) is not None


def _continues_url(before: str, text: str) -> bool:
    last = before[-1]
    if last == ".":
        return not text[:1].isupper() or _FIRST_LABEL.search(before) is not None
    return last in _URL_BREAKS


def _ends_before(text: str, rest: str, words: Words) -> str:
    """Remove the hyphen at the end of a text if the rest continues the word."""
    if not text.endswith(_HYPHENS):
        return text
    first = _lower(_LAST_WORD.search(text[-_LONGEST_WORD:-1]))
    second = _lower(_WORD.match(rest))
    return text if _is_compound(first, second, rest, words) else text[:-1]


def _is_compound(first: str, second: str, rest: str, words: Words) -> bool:
    if not rest[:1].islower() or not first:
        return True
    if words.get(first + second):
        return False
    if words.get(f"{first}-{second}") or second in _LATTER_PARTS:
        return True
    return words.get(first, 0) > 1 and words.get(second, 0) > 1


def _lower(word: re.Match[str] | None) -> str:
    return word[0].lower() if word else ""


def paragraphs(lines: Sequence[Line]) -> str:
    """Join lines with line breaks and pages with empty lines; rejoin broken words."""
    words = words_of(lines)
    pages: dict[int, list[str]] = {}
    for joined in grouped(lines, lambda before, _: before[-1].hyphenated):
        pages.setdefault(joined[0].page, []).append(join_lines(joined, words))
    return "\n\n".join("\n".join(page) for page in pages.values()) + "\n"


_NUMBER = re.compile(r"(\d{1,4})(?:\s+|$)")
_STEPS = (1, 5, 3, 2, 10)  # every line has a number, or one in so many
_WIDTH = 12.0  # how far from one another the numbers of a column can begin, in points
_MIN_NUMBERS = (10, 3)  # least numbers of a column that follow one another, of all and some lines
_MIN_IN_MANUSCRIPT = (3, 2)  # in a document that has line numbers
_MIN_SHARE = 0.6  # least share of numbered lines in a column, if each has a number
_MIN_PAGES = 3


def remove_line_numbers(lines: Sequence[Line]) -> list[Line]:
    """Remove line numbers if most pages have them; numbered lists are on few pages and restart."""
    pages = group_by_page(lines)
    numbered = sum(bool(_numbered(page, _MIN_NUMBERS)) for page in pages.values())
    if numbered < max(_MIN_PAGES, len(pages) / 2):
        return list(lines)
    without = {}
    for page in pages.values():
        numbered_lines = _numbered(page, _MIN_IN_MANUSCRIPT)
        edges = {line.left for line in page} - {line.left for line in numbered_lines}
        without.update({line: _stripped(line, edges) for line in numbered_lines})
    kept = (without.get(line, line) for line in lines)
    # A number can have been between the parts of its row.
    return join_rows(line for line in kept if line.text)


def _numbered(page: Sequence[Line], least: tuple[int, int]) -> list[Line]:
    """Return the lines whose numbers are consecutive at the edge of a column."""
    numbered: list[Line] = []
    for column in _columns(page):
        matches = ((_NUMBER.match(line.text), line) for line in column)
        candidates = [(int(match[1]), line) for match, line in matches if match]
        for step in _STEPS:
            run = _run(candidates, step)
            is_dense = step > 1 or len(run) >= _MIN_SHARE * len(column)
            if len(run) >= least[step > 1] and is_dense:
                numbered += run
                break
    return numbered


def _columns(page: Sequence[Line]) -> Iterator[list[Line]]:
    edge = -_WIDTH
    for left in sorted(line.left for line in page if _NUMBER.match(line.text)):
        if left > edge + _WIDTH:
            edge = left
            beside = (line for line in page if edge <= line.left <= edge + _WIDTH)
            yield sorted(beside, key=lambda line: -line.bottom)


def _run(candidates: Iterable[tuple[int, Line]], step: int) -> list[Line]:
    run: dict[Line, None] = {}
    for (number, line), (following, after) in pairwise(candidates):
        if following == number + step:
            run.update(dict.fromkeys((line, after)))
    return list(run)


def _stripped(line: Line, edges: Iterable[float]) -> Line:
    """Remove the number; the left edge becomes that of other lines or is estimated."""
    end = len(line.text) - len(_NUMBER.sub("", line.text, count=1))
    about = round(line.left + end / len(line.text) * (line.right - line.left), 1)
    left = min(edges, key=lambda edge: abs(edge - about), default=about)
    return line.text_from(end)._replace(left=left if abs(left - about) <= _WIDTH else about)


_EDGE_LINES = 3  # lines at the top and at the bottom of a page that can be running heads
_MIN_REPEATS = 3  # pages on which a line at the edge must occur to be a running head
_MIN_REPEATS_IN_PLACE = 2  # the same, if it has the same height and font size on each of them
_PAGES_WITH_NUMBER = 8  # one page of so many has, at least, a line of figures that is a head
_TOLERANCE = 3.0  # how much heights that count as equal can differ, in points
_SIZE_TOLERANCE = 0.5
_HEADING_SIZE = 1.15  # least font size of a heading, relative to running heads with its words
_INTRODUCES = ":"  # how no running head ends, since something follows it
_CAPTION = re.compile(CAPTION_START, re.IGNORECASE)  # pages can repeat it, apart from its label
_KEPT = re.compile(rf"^[∗*†‡§¶]|{DOI.pattern}")  # a supplement repeats notes
_DIGITS = re.compile(r"\d+")
_ROMAN = re.compile(r"\W*(?=[ivxlc])c{0,3}(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})\W*", re.IGNORECASE)
_ROMAN_PAGE = "roman"  # what takes the place of a line of the edge that is one


def remove_running_heads(lines: Sequence[Line]) -> list[Line]:
    """Remove running heads, feet and page numbers, which pages repeat apart from digits.

    The first page keeps heads without a changing number, as one can be the title.
    """
    pages = group_by_page(lines)
    edges = [_edge(page) for page in pages.values()]
    places: dict[str, list[Line]] = {}
    for edge in edges:
        for line, pattern in edge.items():
            places.setdefault(pattern, []).append(line)
    heads = set(_first_page_lines(pages[lines[0].page], edges[0], places)) if lines else set()
    for edge in edges[1:]:
        heads |= {
            line
            for line, pattern in edge.items()
            if pattern == "#" or _is_repeated(line, pattern, places[pattern], len(pages))
        }
    return [line for line in lines if line not in heads]


def _edge(page: Sequence[Line]) -> dict[Line, str]:
    """Return the candidates for running heads, with `#` in place of numbers."""
    rows = sorted(page, key=lambda line: line.bottom)
    return {
        line: _ROMAN_PAGE if _ROMAN.fullmatch(line.text) else _DIGITS.sub("#", line.text)
        for line in {*rows[:_EDGE_LINES], *rows[-_EDGE_LINES:]}
        if not (line.text.endswith(_INTRODUCES) or _CAPTION.match(line.text))
    }


def _is_repeated(line: Line, pattern: str, same: Sequence[Line], pages: int) -> bool:
    """Return whether enough pages repeat a line in one size; a chapter's own heading is larger."""
    in_place = len({repeat.page for repeat in same if _is_in_place(line, repeat)})
    if line.size and pattern.endswith("#.") and not any(map(str.isalpha, pattern)):
        # Figures and a full stop also end references, on some pages at the same height.
        return in_place >= min(pages, max(_MIN_REPEATS, pages // _PAGES_WITH_NUMBER))
    if line.size and in_place >= _MIN_REPEATS_IN_PLACE:
        return True
    alike = {repeat.page for repeat in same if line.size <= _HEADING_SIZE * repeat.size}
    return pattern != _ROMAN_PAGE and len(alike) >= min(_MIN_REPEATS, max(pages, 2))


def _is_in_place(line: Line, repeat: Line) -> bool:
    is_level = abs(line.bottom - repeat.bottom) <= _TOLERANCE
    return is_level and abs(line.size - repeat.size) <= _SIZE_TOLERANCE


def _first_page_lines(
    page: Sequence[Line], edge: dict[Line, str], places: dict[str, list[Line]]
) -> Iterator[Line]:
    """Yield the page number, feet and heads of the first page that later ones repeat."""
    by_height = sorted(page, key=lambda line: line.bottom)
    feet = by_height[:_EDGE_LINES] if len(page) > _EDGE_LINES else []
    numbers = [line for line, pattern in edge.items() if pattern == "#"]
    for line, pattern in edge.items():
        later = (repeat for repeat in places[pattern] if repeat.page > line.page)
        again = [repeat for repeat in later if _is_in_place(line, repeat)]
        is_numbered = pattern.count("#") == 1 and line.size > 0
        is_head = is_numbered and any(repeat.text != line.text for repeat in again)
        is_beside = any(abs(line.bottom - number.bottom) <= _TOLERANCE for number in numbers)
        is_repeated = again and (line in feet or is_beside) and not _KEPT.search(line.text)
        if pattern == "#" or is_head or is_repeated:
            yield line


_MIN_WORDS = 3  # words from which on a text is not on a page by chance
_PAGES = 3  # the first pages that can have the title: those of covers, and the one after them
_MAX_LINES = 12  # most lines of a title
_MAX_MARK = 2  # most letters or digits after a title that are the mark of a footnote


def mark_stated_title(lines: Sequence[Line], title: str) -> list[Line]:
    """Mark the lines of a title on each of the first pages; of several, the largest."""
    wanted = letters(title)
    if len(title.split()) < _MIN_WORDS or not wanted:
        return list(lines)
    first = list(takewhile(lambda line: line.page < _PAGES, lines))
    texts = [letters(line.text) for line in first]
    spans: dict[int, range] = {}
    for span in _spans(texts, wanted):
        page = first[span.start].page
        spans[page] = max(spans.get(page, span), span, key=lambda span: first[span.start].size)
    places = {place for span in spans.values() for place in span}
    return [line._replace(stated=True) if n in places else line for n, line in enumerate(lines)]


def _spans(texts: Sequence[str], wanted: str) -> Iterator[range]:
    for start, first in enumerate(texts):
        if not first or not (wanted.startswith(first) or first.startswith(wanted)):
            continue
        text, end = first, start + 1
        while len(text) < len(wanted) and end < min(start + _MAX_LINES, len(texts)):
            text += texts[end]
            end += 1
        if text.startswith(wanted) and len(text) <= len(wanted) + _MAX_MARK:
            yield range(start, end)
