"""Find the heads of sections: blocks that stand out, and the beginnings of paragraphs that do."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from statistics import median
from typing import NamedTuple

from wildwood.biblio.words import pattern
from wildwood.extraction import front_page
from wildwood.extraction.data import Line, grouped

NUMBER = re.compile(
    r"(?P<number>(?:\d{1,2}(?:\.\d{1,2}){0,4}|[IVX]{1,5}|[A-Z](?:\.\d{1,2})+|[A-Z](?=[.)]\s+[^\W\d_a-z]))"
    r"[.)]?)\s*[|:–—-]?\s+(?=[^\W\d_])"
)  # as printed, with what separates it from the words
KNOWN = re.compile(
    rf"{pattern('section_headings', 'introduction_headings')}\s*[.:]?", re.IGNORECASE
)  # of the highest level in most papers
NO_HEAD = re.compile(
    rf"{pattern('figure_labels', 'table_labels')}\.?\s*[\dIVXS]|{pattern('not_in_heads')}(?!\w)|"
    r"https?:|www\.|©|open$|page\s\d|vol(?:ume)?\.?\s\d|[^=]*=|.*\(\d{1,2}\)$",
    re.IGNORECASE,
)
ANNEX = re.compile(
    pattern("back_matter_headings", "acknowledgement_headings", "last_headings") + r"(?!\w).{0,60}",
    re.IGNORECASE,
)  # of a part after the text
ACKNOWLEDGEMENTS = re.compile(
    rf"{pattern('acknowledgement_headings')}(?!\w).{{0,40}}", re.IGNORECASE
)
END_OF_LEAD = re.compile(r"[.:?]\s*[–—-]?$|[–—]$")  # the text follows on the same line
NUMBER_ONLY = re.compile(r"[\dIVX.()\s]+")


def is_known(text: str) -> bool:
    return KNOWN.fullmatch(NUMBER.sub("", text, count=1)) is not None


_SUBSET = re.compile(r"^[A-Z]{6}\+")  # before the name of a font embedded in part
_SAME_SIZE = 0.04
_OTHER_SIZE = 0.06  # least visible difference from the text's size, relative to it
_MIN_FONT_SHARE = 0.15  # the least share of the characters of the text in a font that is the text's
_MAX_STEP = 1.35  # the greatest distance of the lines of a block, relative to the usual one
_USUAL_STEP = 1.2  # the usual distance of lines, in font sizes, if it is not known
_MAX_USUAL_STEP = 3.0
_MIN_CAPITALS = 4
_CAPITALS_SHARE = 0.85


class Style(NamedTuple):
    font: str
    size: float
    capitals: bool
    bold: bool  # whether its first letter is known to be bold


@dataclass(frozen=True, slots=True)
class TextStyle:
    size: float
    fonts: frozenset[str]
    step: float  # the usual distance of two lines, in points

    def is_distinct(self, line: Line) -> bool:
        """Return whether a line differs from the text by size, font or capitals."""
        if line.lead and NUMBER_ONLY.fullmatch(line.text[: line.lead]):
            return True
        if has_lead(line):
            return False
        font = font_of(line)
        is_other = not line.lead and bool(font) and font not in self.fonts
        return is_other or self.stands_out_strongly(line)

    def stands_out_strongly(self, line: Line) -> bool:
        """Return whether a line differs by more than its font, such as italics."""
        style = style_of(line)
        return style.size > self.size * (1 + _OTHER_SIZE) or style.bold or style.capitals

    def is_text_size(self, line: Line) -> bool:
        return abs(line.size - self.size) <= _OTHER_SIZE * self.size


Block = tuple[Line, ...]


def font_of(line: Line) -> str:
    return _SUBSET.sub("", line.font)


def style_of(line: Line) -> Style:
    return Style(font_of(line), line.size, _is_in_capitals(line.text), line.bold)


def has_lead(line: Line) -> bool:
    """Return whether a line can begin with a head before its text."""
    return bool(line.lead) and END_OF_LEAD.search(line.text[: line.lead].rstrip()) is not None


def _is_in_capitals(text: str) -> bool:
    letters = [character for character in text if character.isalpha()]
    capitals = sum(character.isupper() for character in letters)
    return len(letters) >= _MIN_CAPITALS and capitals >= _CAPITALS_SHARE * len(letters)


def text_style(lines: Sequence[Line]) -> TextStyle:
    size = front_page.usual_size(lines)
    text = [line for line in lines if abs(line.size - size) <= _OTHER_SIZE * size]
    characters: Counter[str] = Counter()
    for line in text:
        characters[font_of(line)] += len(line.text)
    least = _MIN_FONT_SHARE * characters.total()
    fonts = frozenset(font for font, count in characters.items() if count >= least)
    pairs = ((above, line) for above, line in pairwise(text) if above.page == line.page)
    distances = (above.bottom - line.bottom for above, line in pairs)
    steps = [distance for distance in distances if 0 < distance < _MAX_USUAL_STEP * size]
    return TextStyle(size, fonts, median(steps) if steps else _USUAL_STEP * size or 1.0)


def blocks_of(lines: Sequence[Line], text: TextStyle) -> list[Block]:
    return list(map(tuple, grouped(lines, lambda block, line: _continues(block[-1], line, text))))


def _begins_head(before: Line, line: Line) -> bool:
    if NUMBER.match(line.text) or is_known(before.text):
        return True
    is_one_font = font_of(before) == font_of(line) or before.lead or line.lead
    return not is_one_font and not line.text[:1].islower()


def _continues(before: Line, line: Line, text: TextStyle) -> bool:
    if before.page != line.page:
        return False
    is_lead = has_lead(line) and font_of(before) == font_of(line)
    if text.is_distinct(before) != text.is_distinct(line) and not is_lead:
        return False
    if abs(before.size - line.size) > _SAME_SIZE * max(before.size, 1):
        return False
    if text.is_distinct(line) and _begins_head(before, line):
        return False
    step = before.bottom - line.bottom
    usual = text.step * (before.size / text.size if text.size else 1)
    return 0 < step <= _MAX_STEP * usual and front_page.overlap(before, line) > 0


_MAX_LINES, _MAX_WORDS = 4, 26
_MIN_LETTERS, _MIN_SIGNS = 3, 2  # the same in scripts without capitals, as in `結論`
_MIN_LETTER_SHARE = 0.6  # the least share of letters in a head
_MIN_SIZE, _MIN_BOLD_SIZE = 0.85, 0.7  # of a head, relative to the text, as fonts differ in size
_MAX_LEAD_WORDS = 16
_AHEAD = 4  # blocks after a head in which text must follow


@dataclass(frozen=True, slots=True)
class Head:
    lines: tuple[Line, ...]
    style: Style
    number: str  # as printed, without the full stop after it
    is_run_in: bool = False  # whether the text goes on in its last line

    @property
    def depth(self) -> int:
        """The depth of the number: 2 for `2.1`, 0 without one."""
        return len([part for part in self.number.split(".") if part])

    @property
    def words(self) -> str:
        return NUMBER.sub("", " ".join(line.text for line in self.lines), count=1)

    @property
    def level(self) -> int:
        """The depth of the number, or 1 for a section that most papers have; 0 if unknown."""
        return self.depth or int(is_known(self.words) and not self.is_run_in)

    @property
    def is_annex(self) -> bool:
        return ANNEX.fullmatch(self.words) is not None


def number_of(text: str) -> str:
    match = NUMBER.match(text)
    return match["number"].rstrip(".)") if match else ""


def find_heads(blocks: Sequence[Block], text: TextStyle) -> dict[int, Head]:
    return {
        place: Head(block, style_of(block[0]), number_of(block[0].text))
        for place, block in enumerate(blocks)
        if _can_be_head(block, text) and _has_text_below(blocks, place, text)
    }


def _can_be_head(block: Block, text: TextStyle) -> bool:
    whole = " ".join(line.text for line in block)
    least = _MIN_BOLD_SIZE if block[0].bold else _MIN_SIZE
    if block[0].size < least * text.size or block[-1].hyphenated:
        return False
    if not _reads_like_head(whole, len(block)):
        return False
    if all(map(text.is_distinct, block)):
        # Text without spaces has figures and Latin words in another font.
        is_unspaced = front_page.add_spaces(whole) != whole
        led = (line for line in block if line.lead)
        return not is_unspaced or all(map(text.stands_out_strongly, led))
    # In plain text, a head is told by its words alone.
    return not text.size and is_known(whole)


def _reads_like_head(whole: str, lines: int) -> bool:
    bare = NUMBER.sub("", whole, count=1)
    if lines > _MAX_LINES or len(front_page.add_spaces(whole).split()) > _MAX_WORDS:
        return False
    has_case = bare[:1].isupper() or bare[:1].islower()
    least = _MIN_LETTERS if has_case else _MIN_SIGNS
    if sum(map(str.isalpha, bare)) < max(least, _MIN_LETTER_SHARE * len(bare.replace(" ", ""))):
        return False
    begins = bare[:1].isupper() or bool(number_of(whole)) or (bare[0].isalpha() and not has_case)
    is_sentence = whole[-1] in ",;，、；" or "。" in whole
    return begins and not is_sentence and NO_HEAD.match(whole) is None


def _is_strong(block: Block, text: TextStyle) -> bool:
    """Return whether a block is a head rather than words in italics."""
    whole = " ".join(line.text for line in block)
    return any(map(text.stands_out_strongly, block)) or is_known(whole) or bool(number_of(whole))


def _has_text_below(blocks: Sequence[Block], place: int, text: TextStyle) -> bool:
    """Return whether the blocks ahead have text, possibly after other heads or a figure."""
    last = blocks[place][-1]
    ahead = _AHEAD if _is_strong(blocks[place], text) else 1
    for block in blocks[place + 1 : place + 1 + ahead]:
        if is_text(block, text):
            is_below = block[0].page == last.page and block[0].bottom < last.bottom
            return not is_below or front_page.overlap(last, block[0]) > 0
    return False


def is_text(block: Block, text: TextStyle) -> bool:
    """Return whether a block is prose of the size of the text."""
    if not any(map(text.is_text_size, block)) and text.size:
        return False
    if any(front_page.is_prose(front_page.add_spaces(line.text)) for line in block):
        return True
    words = " ".join(line.text for line in block).split()
    lower = sum(word[:1].islower() for word in words)
    return len(words) > 3 and lower >= len(words) / 2  # noqa: PLR2004


def find_run_in_head(block: Block, text: TextStyle) -> Iterator[tuple[int, Head]]:
    """Yield the heads at the beginning of lines of a block, with the indexes of these lines."""
    start = 0
    for place, line in enumerate(block):
        if line.lead and _is_lead(line, block[start:place], text):
            lines = (*block[start:place], line._replace(text=line.text[: line.lead].rstrip()))
            yield start, Head(lines, style_of(lines[0]), number_of(lines[0].text), is_run_in=True)
        if line.lead or font_of(line) in text.fonts or place - start > 1:
            start = place + 1


def _is_lead(line: Line, before: Sequence[Line], text: TextStyle) -> bool:
    """Return whether the beginning of a line is a head, by the lines before it in its font."""
    whole = " ".join([*(above.text for above in before), line.text[: line.lead].rstrip()])
    font = font_of(line)
    if font in text.fonts or any(font_of(above) != font for above in before):
        return False
    if not has_lead(line) or NO_HEAD.match(whole):
        return False
    words = NUMBER.sub("", whole, count=1)
    is_short = len(words.split()) <= _MAX_LEAD_WORDS
    return is_short and words[:1].isupper() and len(words) > _MIN_LETTERS


_Kind = tuple[bool, Style]


def head_levels(heads: Sequence[Head]) -> Iterator[int]:
    """Yield the level of each head from 1, at most one deeper than the level before."""
    ranks = _ranks(heads)
    above: list[float] = []
    for head in heads:
        rank = head.level or (1 if head.is_annex else ranks[_kind(head)])
        while above and above[-1] >= rank:
            above.pop()
        above.append(rank)
        yield len(above)


def _kind(head: Head) -> _Kind:
    return head.is_run_in, head.style


def _ranks(heads: Sequence[Head]) -> dict[_Kind, float]:
    """Return how deep styles are: by numbers, on top if well known, else by how they stand out."""
    levels = Counter((_kind(head), head.level) for head in heads if head.level)
    rising = reversed(levels.most_common())  # so that the commonest level of a style counts
    ranks: dict[_Kind, float] = {kind: level for (kind, level), _ in rising}
    last = float(max((head.depth for head in heads), default=0) or bool(ranks))
    kinds = sorted(dict.fromkeys(map(_kind, heads)), key=_prominence, reverse=True)
    for _, alike in groupby(kinds, key=_prominence):
        same = list(alike)
        for kind in same:
            ranks.setdefault(kind, last + 1)
        last = max(last, *(ranks[kind] for kind in same))
    return ranks


def _prominence(kind: _Kind) -> tuple[bool, float, bool, bool]:
    is_run_in, style = kind
    return not is_run_in, style.size, style.bold, style.capitals
