"""Find the blocks of lines on a page that can be its title."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from wildwood.biblio.words import pattern, words
from wildwood.extraction import front_page, zones
from wildwood.extraction.data import Line
from wildwood.extraction.front_page import INSTITUTION
from wildwood.extraction.people import find_people, has_only_people

MAX_LINE_DISTANCE = 2.15  # greatest leading of a title, in font sizes
FULL_WORDS = 4  # least words of a full title; fewer can be the name of something
_LINES_BEFORE_NAMES = 2  # most lines between a title and its names
_LARGER = 1.15  # how much larger than the title its names can be
_REACH = 14  # how far below the title its authors can begin, in font sizes of the title


def like_names(lines: Sequence[Line]) -> float:
    """Return how much lines look like names; more if there are several."""
    people = rest = 0
    for line in lines:
        named, other_parts = ((), 0) if zones.is_date(line.text) else find_people(line)
        people += len(named)
        rest += other_parts
    if people and not rest:
        return 3.0 if people > 1 or lines[0].raised else 0.8
    return 1.5 if people > rest else 0.0


def names_below(last: Line, page: Sequence[Line]) -> Line | None:
    between = 0
    for line in front_page.height_from_top(page):
        if not 0 < last.bottom - line.bottom < _REACH * last.size:
            continue
        people, other_parts = find_people(line)
        if people and len(people) >= other_parts and line.size <= last.size * _LARGER:
            return line
        if front_page.overlap(last, line) <= 0:
            continue
        if front_page.is_heading(line.text) or between == _LINES_BEFORE_NAMES:
            return None
        if front_page.is_prose(line.text):
            return None
        between += 1
    return None


MIN_SIZE = 0.97  # least font size of a title, relative to the text
SLIGHTLY = 1.03
_GAP = 1.6  # least distance of the lines of two titles, relative to the leading
_NEXT = 2.5  # greatest distance of two lines of a title that stands out, in font sizes
_KIND_APART = 1.6  # least distance of a type of work from the title above it, in font sizes
_FULL = 0.9  # least share of the width of the text that a line has which the title goes on after
_FAR = 3.0  # greatest distance of a line from such a line, in font sizes
_SAME = 1.05  # how much the distances of the lines of a title can differ
_GOES_ON = re.compile(
    rf"(?<!\w){pattern('function_words', 'joining_words', 'never_last', 'uncapitalised')}$|,$"
)  # a title continues after it
_KIND = words("document_types")
_LABEL_AT_END = re.compile(rf"(?<!\w){pattern('author_labels')}\s*:?$", re.IGNORECASE)
_MARKS_AT_END = re.compile(r"[\s]*[*†‡§¶∗⋆✩☆✶]+$")
_FOOTNOTE_MARK = re.compile(r"[\d*†‡§¶∗⋆✩☆✶#?a,\s]{1,3}")
_BLANK = "__"  # what is to be filled in
_MIN_LETTERS = 4
_MAX_CHARACTERS = 400


@dataclass(frozen=True, slots=True)
class Block:
    places: tuple[int, ...]
    lines: tuple[Line, ...]

    @property
    def size(self) -> float:
        return self.lines[0].size

    @property
    def text(self) -> str:
        return " ".join(line.text for line in self.lines)

    @property
    def plain(self) -> str:
        return " ".join(remove_mark(line).text for line in self.lines)


def remove_mark(line: Line) -> Line:
    text = line.text
    for start, end in line.raised[-1:]:
        is_at_end = not text[end : len(text) - line.hyphenated].strip(". ")
        if is_at_end and _FOOTNOTE_MARK.fullmatch(text, start, end):
            text = text[:start].rstrip()
    return line._replace(text=_MARKS_AT_END.sub("", text))


def usual_size(page: Sequence[Line]) -> float:
    """Return the font size of most text; on covers, where much is large, of the smaller text."""
    sizes = sorted(line.size for line in page if line.size)
    is_cover = bool(sizes) and front_page.is_cover(page)
    return sizes[len(sizes) // 4] if is_cover else front_page.usual_size(page)


def neighbours(block: Block, page: Sequence[Line]) -> tuple[Line | None, Line | None]:
    first, last = block.lines[0], block.lines[-1]
    near = [line for line in page if front_page.overlap(line, last) > 0 and line.size]
    above = [line for line in near if line.bottom > first.bottom + 1]
    below = [line for line in near if line.bottom < last.bottom - 1]
    return (
        min(above, key=lambda line: line.bottom, default=None),
        max(below, key=lambda line: line.bottom, default=None),
    )


def title_candidates(page: Sequence[Line], usual: float) -> list[Block]:
    """Return the blocks that can be the title, from the top."""
    order = sorted(
        (n for n, line in enumerate(page) if _is_candidate(line, usual)),
        key=lambda n: (-page[n].bottom, page[n].left),
    )
    blocks: list[Block] = []
    sized = [line for line in page if line.size]
    width = max(line.right for line in sized) - min(line.left for line in sized) if sized else 0.0
    for place in order:
        line = page[place]
        for number in range(len(blocks) - 1, max(len(blocks) - 6, -1), -1):
            block = blocks[number]
            if (
                _has_style(block.lines[-1], line)
                and _continues(block, line, _reach(block, line, (usual, width)))
                and not _is_kind_below(block.lines[-1], line)
                and not _is_name_below(block.lines[-1], line, page)
            ):
                blocks[number] = Block((*block.places, place), (*block.lines, line))
                break
        else:
            if not front_page.is_type(line.text):
                blocks.append(Block((place,), (line,)))
    return [block for block in blocks if _can_be_title(block, page, usual)]


def _is_candidate(line: Line, usual: float) -> bool:
    text = line.text
    is_other = (
        front_page.is_heading(text)
        or front_page.is_front_matter(text)
        or front_page.is_addendum(text)
        or front_page.introduces_title(text)
        or zones.is_whole_remark(text)
    )
    return line.size >= usual * MIN_SIZE and any(map(str.isalnum, text)) and not is_other


def _has_style(last: Line, line: Line) -> bool:
    """Return whether a line continues the style above it; bold can end within a title."""
    if not front_page.same_size(last, line):
        return False
    return last.bold == line.bold or (last.bold and _goes_on(last))


def _can_be_wide(last: Line, line: Line, usual: float) -> bool:
    are_capitals = last.text.isupper() and line.text.isupper()
    are_names = not are_capitals and (has_only_people(last) or has_only_people(line))
    if are_names or not (line.bold or line.size >= usual * SLIGHTLY):
        return False
    return not (_is_other(last.text) or _is_other(line.text))


def _is_other(text: str) -> bool:
    """Return whether a text is a type of work, institution, label, date or single word."""
    matches = (_KIND.search(text), INSTITUTION.search(text), _LABEL_AT_END.search(text))
    is_word = _GOES_ON.fullmatch(text) is not None
    return any(matches) or is_word or zones.is_date(text) or front_page.is_degree(text)


def _continues(block: Block, line: Line, reach: float) -> bool:
    """Return whether a line is at most `reach` font sizes below a block and continues it."""
    last = block.lines[-1]
    distance = last.bottom - line.bottom
    if len(block.lines) > 1 and distance > _GAP * (block.lines[-2].bottom - last.bottom):
        return False
    return (
        0.6 * last.size < distance < reach * last.size
        and front_page.overlap(last, line) > 0
        and not (last.text.isupper() and not line.text.isupper() and has_only_people(line))
    )


def _reach(block: Block, line: Line, measures: tuple[float, float]) -> float:
    """Return how far below a block its next line can be, in font sizes."""
    usual, width = measures
    *before, last = block.lines
    if last.bottom - line.bottom < MAX_LINE_DISTANCE * last.size:
        return MAX_LINE_DISTANCE
    wide = _NEXT if _can_be_wide(last, line, usual) else MAX_LINE_DISTANCE
    is_full = last.right - last.left > _FULL * width and not _is_other(line.text)
    is_far = is_full or _goes_on(last)
    leading = (before[-1].bottom - last.bottom) / last.size if before else 0.0
    return max(wide, _SAME * leading, _FAR * is_far)


def _goes_on(last: Line) -> bool:
    is_label = _LABEL_AT_END.search(last.text) or _GOES_ON.fullmatch(last.text)
    return _GOES_ON.search(last.text) is not None and not is_label


def _is_kind_below(last: Line, line: Line) -> bool:
    is_apart = last.bottom - line.bottom > _KIND_APART * last.size
    return is_apart and front_page.is_document_type(line.text) and not _goes_on(last)


def _is_name_below(last: Line, line: Line, page: Sequence[Line]) -> bool:
    """Return whether a line is a name; with names below it, it is part of the title."""
    is_near = last.bottom - line.bottom < MAX_LINE_DISTANCE * last.size
    is_centred = abs(last.left - line.left) > 1
    if _goes_on(last) or (is_near and (is_centred or last.text.split()[-1].islower())):
        return False
    return has_only_people(line) and names_below(line, page) is None


def _can_be_title(block: Block, page: Sequence[Line], usual: float) -> bool:
    text = block.text
    if len(text) > _MAX_CHARACTERS or sum(map(str.isalpha, text)) < _MIN_LETTERS:
        return False
    if any(_labels(line, block.lines[0]) for line in page):
        return False
    stands_out = block.size > usual * SLIGHTLY or block.lines[0].bold or text.isupper()
    is_labelled = front_page.TITLE_LABEL.match(text) is not None
    return is_labelled or stands_out or _is_left(block, page) or _is_first(block, page)


def _labels(label: Line, line: Line) -> bool:
    """Return whether a line is a label beside another, other than the title's."""
    is_label = label.text.endswith(":") and not front_page.introduces_title(label.text)
    return is_label and front_page.is_beside(label, line)


def _is_left(block: Block, page: Sequence[Line]) -> bool:
    """Return whether no other block can be the full title of a cover."""
    text = block.text
    is_full = len(text.split()) >= FULL_WORDS and _BLANK not in text
    is_other = _is_other(text) or front_page.likeness(text) or like_names(block.lines)
    return is_full and front_page.is_cover(page) and not (is_other or front_page.ends_authors(text))


def _is_first(block: Block, page: Sequence[Line]) -> bool:
    """Return whether a block is above a line with superscripts, and below nothing as large."""
    over, below = neighbours(block, page)
    is_top = over is None or over.size * SLIGHTLY < block.size
    return is_top and below is not None and bool(below.raised)
