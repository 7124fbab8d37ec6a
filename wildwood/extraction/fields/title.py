"""Find the title: the block of the first page that looks most like one."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from wildwood.extraction.documents.text import Words, join_lines
from wildwood.extraction.fields import front
from wildwood.extraction.fields.people import people, without_raised
from wildwood.extraction.model import Line

_SIZE_TOLERANCE = 0.06
"""How much font sizes that count as equal can differ, relative to the size."""
_MIN_SIZE = 0.97
"""The least font size of a title, relative to that of the text."""
_HEADING_SIZE = 1.12
"""The least font size of a title that nothing else tells from the text."""
_SLIGHTLY = 1.03
_MAX_LINE_DISTANCE = 2.1
"""The greatest distance between the baselines of two lines of a title, in font sizes."""
_MAX_TITLE_LINES = 9
_SUBTITLE_SIZE = 0.75
"""The least font size of a subtitle, relative to that of the title."""
_MIN_LETTERS = 4
_FULL_WORDS = 4
"""Words from which on a text is a full title, and less likely the name of something."""
_MAX_CHARACTERS = 400
_REACH = 14
"""How far below the title its authors can begin, in font sizes of the title."""
_BANNER = re.compile(
    r"\b(?:journal|proceedings|transactions|annals|archives?|bulletin|magazine|acta|actes|revue|"
    r"revista|zeitschrift|volume|vol|issn|isbn|issue|published|publishing|publishers?|elsevier|"
    r"springer|wiley|press|biomed|workshop|conference|symposium|congress|conférence|conferencia|"
    r"lecture\snotes|university|technical\sreport|working\spaper|supplement)\b|©|www\.|https?:",
    re.IGNORECASE,
)
_ISSUE = re.compile(
    r"\b(?:vol(?:ume|\.)?\s?\d|no\.\s?\d|issue\s\d|issn|isbn)|^\W*(?:19|20)\d\d\W*$|"
    r"\b(?:19|20)\d\d\s*[;,:]\s*\d+", re.IGNORECASE
)  # fmt: skip
_INSTITUTION = re.compile(
    r"\b(?:Universit\w+|University|Department|Département|Dept|Institut\w*|Laborato\w+|Faculty|School|"
    r"College|Hospital|Center|Centre)\s(?:of|de|für|for|and)\b"
)
_ABOVE_JOURNAL = re.compile(r"\bcontents\slists?\savailable", re.IGNORECASE)
_BELOW_JOURNAL = re.compile(r"\bjournal\s?home\s?page", re.IGNORECASE)
"""What stands above and below the name of a journal."""
_LABEL = re.compile(r"^(?:title|titre|titel|título|titolo)\s*:\s+(?=\S)", re.IGNORECASE)
_VERSION = re.compile(r"\s*\[(?:v|version|ver\.)\s?\d[^\]]*\]\s*$", re.IGNORECASE)
_MARKS_AT_END = re.compile(r"[\s]*[*†‡§¶∗⋆✩☆✶]+$")
_FOOTNOTE_MARK = re.compile(r"[\d*†‡§¶∗⋆✩☆✶#a,\s]{1,3}")
_PUNCTUATION = " .,;:—–-"
_SUBTITLE_GOES_ON = (":", "–", "—", "-")
_THE_BEST = 8.0
"""A score that leaves no doubt."""


@dataclass(frozen=True, slots=True)
class Block:
    """Lines of one style below one another, by their indexes on the page."""

    places: tuple[int, ...]
    lines: tuple[Line, ...]

    @property
    def size(self) -> float:
        """Return the font size of its first line."""
        return self.lines[0].size

    @property
    def text(self) -> str:
        """Return its text without line breaks."""
        return " ".join(line.text for line in self.lines)


@dataclass(frozen=True, slots=True)
class Title:
    """The title of a document."""

    text: str
    places: tuple[int, ...]
    """The indexes of its lines on the first page, in order."""
    confidence: float


NO_TITLE = Title("", (), 0.0)


def find(page: Sequence[Line], words: Words) -> Title:
    """Return the title on the first page; empty if no text stands out, as in plain text."""
    usual = front.usual_size(page)
    if not usual:
        return NO_TITLE
    blocks = [block for block in _blocks(page, usual) if _can_be_title(block, usual)]
    if not blocks:
        return NO_TITLE
    largest = max(block.size for block in blocks)
    top = max(line.top for line in page)
    whole = [
        _with_subtitle(block, blocks) if _announces(block, usual) else block for block in blocks
    ]
    scored = [(_score(block, page, (usual, largest, top)), -n) for n, block in enumerate(whole)]
    score, place = max(scored)
    best = _with_subtitle(blocks[-place], blocks)
    confidence = min(max(score / _THE_BEST, 0.1), 0.99)
    return Title(_text(best, words), best.places, round(confidence, 2))


def _blocks(page: Sequence[Line], usual: float) -> list[Block]:
    """Return the blocks of lines that are at least as large as the text, from the top."""
    order = sorted(
        (n for n, line in enumerate(page) if _is_candidate(line, usual)),
        key=lambda n: (-page[n].bottom, page[n].left),
    )
    blocks: list[Block] = []
    for place in order:
        line = page[place]
        for number in range(len(blocks) - 1, max(len(blocks) - 6, -1), -1):
            block = blocks[number]
            if _continues(block, line) and not _is_byline(line, page):
                blocks[number] = Block((*block.places, place), (*block.lines, line))
                break
        else:
            if not front.is_article_type(line.text):
                blocks.append(Block((place,), (line,)))
    return blocks


def _is_candidate(line: Line, usual: float) -> bool:
    return (
        line.size >= usual * _MIN_SIZE
        and line.right >= line.left
        and not front.is_stamp(line.text)
        and not front.is_heading(line.text)
    )


def _continues(block: Block, line: Line) -> bool:
    """Return whether a line is the next one of a block."""
    last = block.lines[-1]
    same_size = abs(last.size - line.size) <= _SIZE_TOLERANCE * last.size
    distance = last.bottom - line.bottom
    return (
        same_size
        and last.bold == line.bold
        and 0.6 * last.size < distance < _MAX_LINE_DISTANCE * last.size
        and front.overlap(last, line) > 0
    )


def _is_byline(line: Line, page: Sequence[Line]) -> bool:
    """Return whether a line is names with raised marks, which can have the style of the title.

    The last line of a title can be two words and a mark too; then the names are below it.
    """
    if not line.raised:
        return False
    found, others = people(line)
    if len(found) == 1 and line.raised[-1][1] == len(line.text):
        return not others and not _leads_to_names(line, page)
    return len(found) > others


def _can_be_title(block: Block, usual: float) -> bool:
    text = block.text
    letters = sum(character.isalpha() for character in text)
    if letters < _MIN_LETTERS or len(text) > _MAX_CHARACTERS:
        return False
    if len(block.lines) > _MAX_TITLE_LINES:
        return False
    if block.size > usual * _HEADING_SIZE:
        return True
    stands_out = block.size > usual * _SLIGHTLY or block.lines[0].bold or text.isupper()
    return stands_out and not (front.is_prose(text) and text.endswith("."))


def _score(block: Block, page: Sequence[Line], measures: tuple[float, float, float]) -> float:
    """Return how much a block looks like a title."""
    usual, largest, top = measures
    text = _VERSION.sub("", without_marks(block))
    words = text.split()
    first, last = block.lines[0], block.lines[-1]
    score = 3 * (block.size - usual) / max(largest - usual, 0.1 * usual)
    score += 0.5 * first.bold
    score += 1.0 * (len(words) >= _FULL_WORDS) - 1.0 * (len(words) == 1)
    score -= 2.0 * (first.bottom < top / 2) + 1.0 * (first.bottom < top / 3)
    score -= 1.5 * (_BANNER.search(text) is not None)
    score -= 2.5 * (_ISSUE.search(text) is not None) + 2.0 * front.has_address(text)
    score -= 3.0 * (_INSTITUTION.search(text) is not None)
    score -= 1.5 * text.endswith(":") + _like_names(block)
    above, below = _neighbours(block, page)
    score += 1.0 * (above is not None and front.is_article_type(above.text))
    score -= 2.0 * _is_between(above, below)
    if below is not None:
        score -= 2.0 * front.is_article_type(below.text)
        score -= 2.0 * (_ISSUE.search(below.text) is not None)
    score += 2.5 * _leads_to_names(last, page)
    score -= 2.0 * any(
        ABOVE.match(line.text) is not None
        and line.bottom > first.bottom
        and front.overlap(line, first) > 0
        for line in page
    )
    return score


ABOVE = re.compile(rf"(?:{front.ABSTRACT.pattern}|{front.KEYWORDS.pattern})", re.IGNORECASE)
"""What no title is below."""


def _is_between(above: Line | None, below: Line | None) -> bool:
    """Return whether one of two lines is a neighbour of the name of a journal."""
    return (above is not None and _ABOVE_JOURNAL.search(above.text) is not None) or (
        below is not None and _BELOW_JOURNAL.search(below.text) is not None
    )


def _like_names(block: Block) -> float:
    """Return how much a block looks like a list of names: more if there are several."""
    found = others = 0
    for line in block.lines:
        named, rest = people(line)
        found += len(named)
        others += rest
    if found and not others:
        return 3.0 if found > 1 or block.lines[0].raised else 0.8
    return 1.5 if found > others else 0.0


def _neighbours(block: Block, page: Sequence[Line]) -> tuple[Line | None, Line | None]:
    """Return the closest lines above and below a block, in its column."""
    first, last = block.lines[0], block.lines[-1]
    near = [line for line in page if front.overlap(line, last) > 0 and line.size]
    above = [line for line in near if line.bottom > first.bottom + 1]
    below = [line for line in near if line.bottom < last.bottom - 1]
    return (
        min(above, key=lambda line: line.bottom, default=None),
        max(below, key=lambda line: line.bottom, default=None),
    )


def _leads_to_names(last: Line, page: Sequence[Line]) -> bool:
    """Return whether the first lines below a line are names."""
    below = sorted(
        (
            line
            for line in page
            if 0 < last.bottom - line.bottom < _REACH * last.size
            and line.size < last.size * (1 + _SIZE_TOLERANCE)
            and not front.is_article_type(line.text)
        ),
        key=lambda line: -line.bottom,
    )
    before = last
    for line in below[:3]:
        found, others = people(line)
        if found and len(found) >= others:
            return True
        if front.is_heading(line.text):
            return False
        if front.is_prose(line.text):
            if not _is_subtitle(before, line):
                return False
            before = line
    return False


def _is_subtitle(before: Line, line: Line) -> bool:
    """Return whether a line is directly below a bold one and as bold, in hardly smaller letters."""
    return (
        line.bold
        and before.bold
        and line.size > _SUBTITLE_SIZE * before.size
        and before.bottom - line.bottom < _MAX_LINE_DISTANCE * before.size
    )


def _announces(block: Block, usual: float) -> bool:
    """Return whether a block announces a subtitle; in the size of the text it is a label."""
    return block.size > usual * _HEADING_SIZE and block.text.rstrip().endswith(":")


def _with_subtitle(block: Block, blocks: Sequence[Block]) -> Block:
    """Return a title with the block below it, if its last line announces a subtitle."""
    last = block.lines[-1]
    if not last.text.rstrip().endswith(_SUBTITLE_GOES_ON):
        return block
    for other in blocks:
        first = other.lines[0]
        if (
            0 < last.bottom - first.bottom < _MAX_LINE_DISTANCE * last.size * 1.3
            and front.overlap(last, first) > 0
            and not _like_names(other) > 1
        ):
            return replace(
                block, places=(*block.places, *other.places), lines=(*block.lines, *other.lines)
            )
    return block


def without_marks(block: Block) -> str:
    """Return the text of a block without the marks of footnotes."""
    return " ".join(_unmarked(line).text for line in block.lines)


def _unmarked(line: Line) -> Line:
    """Return a line without the raised marks at its end, and other marks of footnotes."""
    text = line.text
    if line.raised and line.raised[-1][1] == len(text) - line.hyphenated:
        start = line.raised[-1][0]
        if _FOOTNOTE_MARK.fullmatch(text[start:]):
            text = text[:start].rstrip()
    return line._replace(text=_MARKS_AT_END.sub("", text) or without_raised(line))


def _text(block: Block, words: Words) -> str:
    text = join_lines([_unmarked(line) for line in block.lines], words)
    return _LABEL.sub("", _VERSION.sub("", text)).strip(_PUNCTUATION)
