"""Find the title: the block of the first page that looks most like one."""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from wildwood.extraction.documents.text import Words, join_lines
from wildwood.extraction.fields import banners, front, languages, records
from wildwood.extraction.fields.people import people, without_raised
from wildwood.extraction.fields.repeats import NOTHING, Repeats
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
_MAX_COVER_DISTANCE = 2.6
"""The same on a cover after a long line."""
_LONG_LINE = 0.5
"""The least share of a long line in the width of the lines of the page."""
_APART = 1.8
"""The least distance from a banner to the title below it, in font sizes of the banner."""
_LINES_BEFORE_NAMES = 2
"""The most lines between a title and its names."""
_NAMES_SIZE = 0.95
"""The greatest font size of names below a title that looks like names, relative to the title."""
_LOGO_SIZE = 2.5
"""The least font size of a word that is a logo, relative to all others."""
_CLOSE_SUBTITLE = 0.62
"""The least font size of a subtitle that the title does not announce, relative to the title."""
_NEXT = 1.45
"""The greatest distance from a title to its subtitle, in font sizes of the title."""
_MIN_SUBTITLE = 3
"""The least words of a subtitle that the title does not announce."""
_VERSION_OF = re.compile(
    r"[(\[]|(?:an?\s)?(?:extended|revised|updated|draft|preliminary|first|latest|current|full|short|"
    r"final|invited|submitted|accepted|forthcoming|to\sappear|presented|prepared|comments)\b",
    re.IGNORECASE,
)
"""The beginning of a remark on the state of a paper."""
_GAP = 1.6
"""The distance between two lines of a title from which on they are two, relative to the others."""
_MAX_TITLE_LINES = 9
_SUBTITLE_SIZE = 0.75
"""The least font size of a subtitle, relative to that of the title."""
_MIN_LETTERS = 4
_FULL_WORDS = 4
"""Words from which on a text is a full title, and less likely the name of something."""
_MAX_CHARACTERS = 400
_REACH = 14
"""How far below the title its authors can begin, in font sizes of the title."""
_ABOVE_JOURNAL = re.compile(r"\bcontents\slists?\savailable", re.IGNORECASE)
_BELOW_JOURNAL = re.compile(r"\bjournal\s?home\s?page", re.IGNORECASE)
"""What stands above and below the name of a journal."""
_VERSION = re.compile(
    r"\s*(?:\[(?:v|version|ver\.)\s?\d[^\]]*\]|"
    r"[(\[](?:extended|short)\s(?:abstract|paper)[)\]])\s*$",
    re.IGNORECASE,
)
_MARKS_AT_END = re.compile(r"[\s]*[*†‡§¶∗⋆✩☆✶]+$")
_FOOTNOTE_MARK = re.compile(r"[\d*†‡§¶∗⋆✩☆✶#?a,\s]{1,3}")
_DIGIT_AT_END = re.compile(r"[a-zà-ÿ]{4}1$")
_NUMBERED_NOTE = re.compile(r"1\s?[^\W\d_a-z][a-z]+\s[a-z]")
"""The mark of a footnote that is printed like the title, and the footnote."""
_AFTER_MARK = re.compile(r"[.\s]*")
_BEFORE_SUBTITLE = re.compile(r"\s?:\s")
_PUNCTUATION = " .,;:—–-"
_ENDS_SENTENCE = ("?", "!")
_ENDS_TITLE = "?!:–—-.…"
_SUBTITLE_GOES_ON = (":", "–", "—", "-")
_AFTER_COVER, _ON_COVER = 3.0, 2.0
"""What it counts that the next pages have the text of a cover too, or the cover has it twice."""
_THE_BEST = 8.0
"""A score that leaves no doubt."""
_RECORDED = 0.95
"""The confidence in the title of an archive's record, or of the document's properties."""


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


def find(page: Sequence[Line], words: Words, repeats: Repeats = NOTHING) -> Title:
    """Return the title on the first page; empty if no text stands out, as in plain text.

    Args:
        page: the lines of the page.
        words: those of the document, by which words broken at the end of a line are rejoined.
        repeats: what the document says again.
    """
    usual = _usual_size(page)
    if not usual:
        return NO_TITLE
    if places := records.title_places(page):
        return Title(_text(_block(places, page), page, words), places, _RECORDED)
    found = _likeliest(page, usual, repeats)
    stated = _stated(page, usual)
    if stated and not (found and set(stated.places) <= set(found[0].places)):
        found = stated, _RECORDED
    if not found:
        return NO_TITLE
    block, confidence = found
    return Title(_text(block, page, words), block.places, round(confidence, 2))


def _block(places: Sequence[int], page: Sequence[Line]) -> Block:
    return Block(tuple(places), tuple(page[place] for place in places))


def _stated(page: Sequence[Line], usual: float) -> Block | None:
    """Return the title that the properties of the document state, if it can be one."""
    places = [place for place, line in enumerate(page) if line.stated]
    if not places:
        return None
    block = _block(places, page)
    text = without_marks(block)
    is_other = banners.likeness(text) or _is_type(text) or _like_names(block) > 1
    return None if is_other or block.size < usual * _MIN_SIZE else block


def _likeliest(page: Sequence[Line], usual: float, repeats: Repeats) -> tuple[Block, float] | None:
    """Return the block that looks most like a title, and the confidence in it."""
    blocks = [block for block in _blocks(page, usual) if _can_be_title(block, page, usual)]
    blocks = _without_logos(blocks)
    if not blocks:
        return None
    largest = max(block.size for block in blocks)
    top = max(line.top for line in page)
    whole = [
        _with_subtitle(block, blocks) if _announces(block, usual) else block for block in blocks
    ]
    scored = [
        (_score(block, page, (usual, largest, top)) + _agreement(block, blocks, repeats), -n)
        for n, block in enumerate(whole)
    ]
    score, place = max(scored)
    best = _with_short_title(_with_subtitle(blocks[-place], blocks), blocks, page, usual)
    return _with_beginning(best, page), min(max(score / _THE_BEST, 0.1), 0.99)


def _without_logos(blocks: Sequence[Block]) -> list[Block]:
    """Return blocks without a single word that is far larger than all others."""
    sizes = sorted(block.size for block in blocks)[-2:]
    if not sizes or sizes[-1] < _LOGO_SIZE * sizes[0]:
        return list(blocks)
    return [block for block in blocks if block.size < sizes[-1] or " " in block.text]


def _usual_size(page: Sequence[Line]) -> float:
    """Return the font size of most of the text; on a cover, where much is large, of the smaller."""
    sizes = sorted(line.size for line in page if line.size)
    if sizes and sum(len(line.text) for line in page) < front.COVER_CHARACTERS:
        return sizes[len(sizes) // 4]
    return front.usual_size(page)


def _blocks(page: Sequence[Line], usual: float) -> list[Block]:
    """Return the blocks of lines that are at least as large as the text, from the top."""
    order = sorted(
        (n for n, line in enumerate(page) if _is_candidate(line, usual)),
        key=lambda n: (-page[n].bottom, page[n].left),
    )
    blocks: list[Block] = []
    width = _cover_width(page)
    for place in order:
        line = page[place]
        for number in range(len(blocks) - 1, max(len(blocks) - 6, -1), -1):
            block = blocks[number]
            if (
                (_continues(block, line) or _continues_on_cover(block, line, width))
                and not _is_byline(line, page)
                and not _is_name_after_short_line(block.lines[-1], line, page)
            ):
                blocks[number] = Block((*block.places, place), (*block.lines, line))
                break
        else:
            if not _is_type(line.text):
                blocks.append(Block((place,), (line,)))
    return blocks


def _is_candidate(line: Line, usual: float) -> bool:
    return (
        line.size >= usual * _MIN_SIZE
        and line.right >= line.left
        and not front.is_stamp(line.text)
        and not front.is_heading(line.text)
        and not banners.is_addendum(line.text)
    )


def _is_type(text: str) -> bool:
    return front.is_article_type(text) or banners.is_document_type(text)


def _cover_width(page: Sequence[Line]) -> float:
    """Return how wide the text of a cover is, in points; infinity for other pages."""
    if sum(len(line.text) for line in page) >= front.COVER_CHARACTERS:
        return math.inf
    return max(line.right for line in page) - min(line.left for line in page)


def _continues_on_cover(block: Block, line: Line, width: float) -> bool:
    """Return whether a line is the next one of a block, where lines are far apart as on covers."""
    last = block.lines[-1]
    is_other = _is_type(line.text) or banners.likeness(line.text) or line.text.endswith(":")
    if is_other or last.right - last.left < _LONG_LINE * width:
        return False
    return _continues(block, line, _MAX_COVER_DISTANCE) and not _is_names(line)


def _continues(block: Block, line: Line, reach: float = _MAX_LINE_DISTANCE) -> bool:
    """Return whether a line is the next one of a block."""
    last = block.lines[-1]
    same_size = abs(last.size - line.size) <= _SIZE_TOLERANCE * last.size
    distance = last.bottom - line.bottom
    if len(block.lines) > 1 and distance > _GAP * (block.lines[-2].bottom - last.bottom):
        return False
    return (
        same_size
        and last.bold == line.bold
        and 0.6 * last.size < distance < reach * last.size
        and front.overlap(last, line) > 0
    )


def _is_names(line: Line) -> bool:
    """Return whether a line is nothing but names."""
    found, others = people(line)
    return bool(found) and not others


def _is_byline(line: Line, page: Sequence[Line]) -> bool:
    """Return whether a line is names with raised marks, which can have the style of the title.

    The last line of a title can be two words and a mark too; then the names are below it.
    """
    if not line.raised:
        return False
    found, others = people(line)
    if len(found) == 1 and line.raised[-1][1] == len(line.text):
        return not others and _names_below(line, page, line.size) is None
    return len(found) > others


def _is_name_after_short_line(last: Line, line: Line, page: Sequence[Line]) -> bool:
    """Return whether a line is a name, though the line above it has room for its first word.

    Two words of the title can look like a name; then the names are below it. A title can also end
    in a question mark before a name.
    """
    if last.text.endswith(_ENDS_SENTENCE):
        named, rest = people(line)
        return bool(named) and not rest and _names_below(line, page, line.size) is None
    if abs(last.left - line.left) > 1 or last.text.split()[-1].islower():
        return False
    found, others = people(line)
    if not found or others or len(last.text.split()) < _FULL_WORDS:
        return False
    word = (line.right - line.left) * len(line.text.split()[0]) / len(line.text)
    margin = max(one.right for one in page)
    return last.right + 3 * word < margin and _names_below(line, page, line.size) is None


def _can_be_title(block: Block, page: Sequence[Line], usual: float) -> bool:
    text = block.text
    letters = sum(character.isalpha() for character in text)
    if letters < _MIN_LETTERS or len(text) > _MAX_CHARACTERS:
        return False
    if len(block.lines) > _MAX_TITLE_LINES:
        return False
    if block.size > usual * _HEADING_SIZE:
        return True
    stands_out = block.size > usual * _SLIGHTLY or block.lines[0].bold or text.isupper()
    stands_out = stands_out or _is_first(block, page)
    return stands_out and not (front.is_prose(text) and text.endswith("."))


def _is_first(block: Block, page: Sequence[Line]) -> bool:
    """Return whether a block begins the page, and the line below it is of names with marks."""
    above, below = _neighbours(block, page)
    if above is not None or below is None or not below.raised:
        return False
    found, others = people(below)
    return bool(found) and not others


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
    score -= banners.likeness(text) + 3.0 * banners.is_series(text, page)
    score -= 1.5 * text.endswith(":")
    above, below = _neighbours(block, page)
    score += 1.0 * (above is not None and front.is_article_type(above.text))
    score += 2.0 * (above is not None and banners.introduces_title(above.text))
    score -= 2.0 * _is_between(above, below)
    if below is not None:
        score -= 2.0 * front.is_article_type(below.text)
        score -= 2.0 * banners.has_issue(below.text)
    names = _names_below(last, page, usual)
    if names is None and block.size >= largest / _SLIGHTLY and _is_full(block):
        # What is between them is a subtitle then, or a kind of paper.
        names = _names_below(last, page, math.inf)
    score += 2.5 * (names is not None)
    if names is None or block.size < largest / _SLIGHTLY or names.size > _NAMES_SIZE * block.size:
        score -= _like_names(block)
    score -= 2.0 * any(
        ABOVE.match(line.text) is not None
        and line.bottom > first.bottom
        and front.overlap(line, first) > 0
        for line in page
    )
    return score


def _agreement(block: Block, blocks: Sequence[Block], repeats: Repeats) -> float:
    """Return how much the rest of the document confirms that a block is the title.

    A larger text that can be the title is more likely so.
    """
    text = without_marks(block)
    said_again = max(
        _AFTER_COVER * repeats.after_cover(part) + _ON_COVER * repeats.on_cover(part)
        for part in (text, _BEFORE_SUBTITLE.split(text, maxsplit=1)[-1])
    )
    if not said_again or not _is_full(block):
        return 0.0
    larger = (other for other in blocks if other.size > block.size * _SLIGHTLY)
    return 0.0 if any(map(_is_full, larger)) else said_again


def _is_full(block: Block) -> bool:
    """Return whether a block has the words of a full title, and is no banner and no names."""
    text = without_marks(block)
    is_long = len(text.split()) >= _FULL_WORDS
    return is_long and not banners.likeness(text) and _like_names(block) <= 1


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


def _names_below(last: Line, page: Sequence[Line], usual: float) -> Line | None:
    """Return the first names below a line, or below its subtitle, if they are near."""
    below = sorted(
        (
            line
            for line in page
            if 0 < last.bottom - line.bottom < _REACH * last.size
            and line.size < last.size * (1 + _SIZE_TOLERANCE)
            and not _is_type(line.text)
        ),
        key=lambda line: -line.bottom,
    )
    before, others = last, 0
    for line in below:
        found, rest = people(line)
        if _is_as_large(before, line, usual) and not (found and not rest):
            before = line
            continue
        is_subtitle = _is_subtitle(before, line)
        if found and (len(found) >= rest if not is_subtitle else not rest):
            return line
        if front.is_heading(line.text) or others == _LINES_BEFORE_NAMES:
            return None
        if is_subtitle:
            before = line
        elif front.is_prose(line.text) or _is_apart(before, line, usual):
            return None
        else:
            others += 1
    return None


def _is_apart(before: Line, line: Line, usual: float) -> bool:
    """Return whether a line is far below another, and so large that it can be the title itself."""
    distance = before.bottom - line.bottom
    return line.size > usual * _HEADING_SIZE and distance > _APART * before.size


def _is_as_large(before: Line, line: Line, usual: float) -> bool:
    """Return whether a line is directly below another and as large, as in a second language."""
    return (
        line.size > usual * _HEADING_SIZE
        and abs(before.size - line.size) <= _SIZE_TOLERANCE * before.size
        and before.bottom - line.bottom < _MAX_LINE_DISTANCE * before.size
        and len(line.text.split()) >= _FULL_WORDS
    )


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
            return _joined(block, other)
    return block


def _with_short_title(
    best: Block, blocks: Sequence[Block], page: Sequence[Line], usual: float
) -> Block:
    """Return a subtitle that looks more like a title with the short title above it."""
    for block in blocks:
        for title, below in ((block, best), (best, block)):
            if block is not best and _has_subtitle(title, below, page, usual):
                is_other = languages.differ(title.text, below.text)
                return title if is_other else _joined(_before_subtitle(title), below)
    return best


def _before_subtitle(title: Block) -> Block:
    """Return a title that ends in a colon, as libraries write it, or in its own punctuation."""
    last = _unmarked(title.lines[-1])
    text = last.text if last.text[-1:] in _ENDS_TITLE else f"{last.text}:"
    return replace(title, lines=(*title.lines[:-1], last._replace(text=text, raised=())))


def _has_subtitle(title: Block, below: Block, page: Sequence[Line], usual: float) -> bool:
    """Return whether a smaller block is directly below another, and the names are below it."""
    last, first = title.lines[-1], below.lines[0]
    is_directly_below = (
        _CLOSE_SUBTITLE * last.size <= first.size < last.size / _SLIGHTLY
        and 0 < last.bottom - first.bottom < _NEXT * last.size
        and front.overlap(last, first) > 0
        and _are_aligned(title.lines, below.lines)
    )
    if not is_directly_below or len(title.text.split()) == 1:
        return False
    names = _names_below(below.lines[-1], page, usual)
    return names is not None and _can_be_subtitle(title, below, names)


def _can_be_subtitle(title: Block, below: Block, names: Line) -> bool:
    first = below.lines[0]
    return (
        len(below.text.split()) >= _MIN_SUBTITLE
        and not first.text[0].islower()
        and (first.bold or not front.same_style(first, names))
        and not any(character.isdigit() for character in below.text)
        and _like_names(title) <= 1
        and not _like_names(below)
        and not banners.likeness(f"{title.text} {below.text}")
        and not _is_type(title.text)
        and not _is_type(below.text)
        and not _VERSION_OF.match(below.text)
    )


def _are_aligned(one: Sequence[Line], other: Sequence[Line]) -> bool:
    """Return whether lines have their left edges or their middles in common with others."""
    size = one[0].size
    lefts = abs(min(line.left for line in one) - min(line.left for line in other))
    middles = (min(line.left for line in one) + max(line.right for line in one)) - (
        min(line.left for line in other) + max(line.right for line in other)
    )
    return min(lefts, abs(middles) / 2) < 2 * size


def _joined(block: Block, other: Block) -> Block:
    return Block((*block.places, *other.places), (*block.lines, *other.lines))


def _with_beginning(block: Block, page: Sequence[Line]) -> Block:
    """Return a title that begins in lower case with the line above it, in which it begins."""
    first = block.lines[0]
    above, _ = _neighbours(block, page)
    if above is None or not first.text[0].islower() or first.text[1:2].isupper():
        return block
    distance = above.bottom - first.bottom
    goes_on = (
        distance < _MAX_LINE_DISTANCE * first.size
        and above.size > _SUBTITLE_SIZE * first.size
        and above.text[0].isupper()
        and not banners.likeness(above.text)
        and not _is_type(above.text)
    )
    if not goes_on:
        return block
    return Block((page.index(above), *block.places), (above, *block.lines))


def without_marks(block: Block) -> str:
    """Return the text of a block without the marks of footnotes."""
    return " ".join(_unmarked(line).text for line in block.lines)


def _unmarked(line: Line) -> Line:
    """Return a line without the raised marks at its end, and other marks of footnotes."""
    text = line.text
    for start, end in line.raised[-1:]:
        is_at_end = _AFTER_MARK.fullmatch(text, end, len(text) - line.hyphenated)
        if is_at_end and _FOOTNOTE_MARK.fullmatch(text, start, end):
            text = text[:start].rstrip()
        elif _BEFORE_SUBTITLE.match(text, end) and text[start:end].isdigit():
            text = text[:start] + text[end:]
    return line._replace(text=_MARKS_AT_END.sub("", text) or without_raised(line))


def _is_note(line: Line, mark: str, size: float) -> bool:
    """Return whether a small line begins with a sign before its first word, as with `ÅThe`.

    The marks of some fonts are read as letters, and stars as question marks.
    """
    begins = line.text[:1] == mark and line.text[1:].lstrip()[:2].istitle()
    return begins and (mark.isupper() or mark == "?") and line.size < _SUBTITLE_SIZE * size


def _text(block: Block, page: Sequence[Line], words: Words) -> str:
    text = join_lines([_unmarked(line) for line in block.lines], words)
    if text and any(_is_note(line, text[-1], block.size) for line in page):
        text = text[:-1]
    if _DIGIT_AT_END.search(text) and any(_NUMBERED_NOTE.match(line.text) for line in page):
        text = text[:-1]
    text = _VERSION.sub("", text)
    label = records.TITLE_LABEL.match(text)
    return text[label.end() if label else 0 :].strip(_PUNCTUATION)
