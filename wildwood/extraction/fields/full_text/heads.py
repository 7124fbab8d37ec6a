"""Find the heads of sections: blocks that stand out, and the beginnings of paragraphs that do."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from wildwood.extraction.extracted import Line
from wildwood.extraction.fields.first_page import front
from wildwood.extraction.fields.full_text.blocks import (
    Block,
    Style,
    TextStyle,
    font_of,
    has_lead,
    style_of,
)
from wildwood.extraction.fields.full_text.head_words import (
    ACKNOWLEDGEMENTS,
    ANNEX,
    NO_HEAD,
    NUMBER,
    is_known,
)

_MAX_LINES, _MAX_CHARACTERS, _MAX_WORDS = 4, 180, 26
_MIN_LETTERS = 3
_MIN_LETTER_SHARE = 0.6
"""The least share of letters in a head."""
_MIN_SIZE, _MIN_BOLD_SIZE = 0.85, 0.7
"""The least font size of a head, relative to that of the text; fonts differ in their sizes."""
_MAX_LEAD_WORDS = 16
_AHEAD = 4
"""Blocks after a head in which text must follow."""


@dataclass(frozen=True, slots=True)
class Head:
    """The head of a section."""

    lines: tuple[Line, ...]
    style: Style
    number: str
    """As printed, without the full stop after it."""
    is_run_in: bool = False
    """Whether the text goes on in its last line."""

    @property
    def depth(self) -> int:
        """Return how deep its number is: 2 for `2.1`; 0 without a number."""
        return len([part for part in self.number.split(".") if part])

    @property
    def words(self) -> str:
        """Return its text without its number."""
        text = " ".join(line.text for line in self.lines)
        return NUMBER.sub("", text, count=1)

    @property
    def is_known(self) -> bool:
        """Return whether most papers have such a section, such as `Methods`."""
        return is_known(self.words)

    @property
    def is_annex(self) -> bool:
        """Return whether it is of a part after the text."""
        return ANNEX.fullmatch(self.words) is not None

    @property
    def is_of_acknowledgements(self) -> bool:
        """Return whether it is that of the acknowledgements."""
        return ACKNOWLEDGEMENTS.fullmatch(self.words) is not None


def number_of(text: str) -> str:
    """Return the number of a head, without the mark after it."""
    found = NUMBER.match(text)
    return found["number"].rstrip(".)") if found else ""


def find(blocks: Sequence[Block], text: TextStyle) -> dict[int, Head]:
    """Return the heads that are blocks of their own, by the places of the blocks."""
    found = {}
    for place, block in enumerate(blocks):
        if not _can_be_head(block, text):
            continue
        ahead = _AHEAD if _is_strong(block, text) else 1
        if _has_text_below(blocks, place, ahead, text):
            found[place] = Head(block, style_of(block[0]), number_of(block[0].text))
    return found


def _can_be_head(block: Block, text: TextStyle) -> bool:
    whole = " ".join(line.text for line in block)
    least = _MIN_BOLD_SIZE if block[0].bold else _MIN_SIZE
    if block[0].size < least * text.size or block[-1].hyphenated:
        return False
    if not _reads_like_head(whole, len(block)):
        return False
    if all(map(text.is_distinct, block)):
        return True
    # In plain text, a head is told by its words alone.
    return not text.size and is_known(whole)


def _reads_like_head(whole: str, lines: int) -> bool:
    bare = NUMBER.sub("", whole, count=1)
    if lines > _MAX_LINES or len(whole) > _MAX_CHARACTERS or len(whole.split()) > _MAX_WORDS:
        return False
    if _letters(bare) < max(_MIN_LETTERS, _MIN_LETTER_SHARE * len(bare.replace(" ", ""))):
        return False
    begins = bare[:1].isupper() or bool(number_of(whole))
    return begins and whole[-1] not in ",;" and NO_HEAD.match(whole) is None


def _letters(text: str) -> int:
    return sum(one.isalpha() for one in text)


def _is_strong(block: Block, text: TextStyle) -> bool:
    """Return whether a block is a head more likely than words in italics."""
    whole = " ".join(line.text for line in block)
    return any(map(text.stands_out_strongly, block)) or is_known(whole) or bool(number_of(whole))


def _has_text_below(blocks: Sequence[Block], place: int, ahead: int, text: TextStyle) -> bool:
    """Return whether text is among the blocks ahead, possibly after other heads or a figure."""
    last = blocks[place][-1]
    for block in blocks[place + 1 : place + 1 + ahead]:
        if is_text(block, text):
            is_below = block[0].page == last.page and block[0].bottom < last.bottom
            return not is_below or front.overlap(last, block[0]) > 0
        if not _can_be_head(block, text) and block[0].page == last.page:
            continue
    return False


def is_text(block: Block, text: TextStyle) -> bool:
    """Return whether a block is of the text: as large as it, with prose."""
    if not any(map(text.is_text_size, block)) and text.size:
        return False
    if any(front.is_prose(line.text) for line in block):
        return True
    words = " ".join(line.text for line in block).split()
    lower = sum(word[:1].islower() for word in words)
    return len(words) > 3 and lower >= len(words) / 2  # noqa: PLR2004


def run_in(block: Block, text: TextStyle) -> Iterator[tuple[int, Head]]:
    """Yield the heads with which lines of a block begin, by the places of their first lines."""
    start = 0
    for place, line in enumerate(block):
        if line.lead and _is_lead(line, block[start:place], text):
            words = line._replace(text=line.text[: line.lead].rstrip())
            lines = (*block[start:place], words)
            yield start, Head(lines, style_of(lines[0]), number_of(lines[0].text), is_run_in=True)
        if line.lead or font_of(line) in text.fonts or place - start > 1:
            start = place + 1


def _is_lead(line: Line, before: Sequence[Line], text: TextStyle) -> bool:
    """Return whether the beginning of a line is a head, with lines before it in its font."""
    lead = line.text[: line.lead].rstrip()
    whole = " ".join([*(one.text for one in before), lead])
    font = font_of(line)
    if font in text.fonts or any(font_of(one) != font for one in before):
        return False
    if not has_lead(line) or NO_HEAD.match(whole):
        return False
    words = NUMBER.sub("", whole, count=1)
    return (
        words[:1].isupper() and len(words) > _MIN_LETTERS and len(words.split()) <= _MAX_LEAD_WORDS
    )
