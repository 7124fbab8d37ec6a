"""Join a title with its subtitle, or with the line that it begins on."""

import re
from collections.abc import Sequence
from dataclasses import replace

from wildwood.extraction.extracted import Line
from wildwood.extraction.fields.first_page import banners, front, zones
from wildwood.extraction.fields.title import title_blocks, title_names
from wildwood.extraction.fields.title.title_blocks import Block
from wildwood.lexicon.patterns import by_language

_CLOSE_SUBTITLE = 0.47
"""The least font size of a subtitle that the title does not announce, relative to the title."""
_NEXT = 1.45
"""The greatest distance from a title to its subtitle, in font sizes of the title."""
_MIN_SUBTITLE = 3
"""The least words of a subtitle that the title does not announce."""
_ENDS_TITLE = "?!:–—-.…"
_SUBTITLE_GOES_ON = (":", "–", "—", "-")
_FREQUENT = {language: frozenset(listed) for language, listed in by_language("stopwords").items()}
_WORD = re.compile(r"[^\W\d_]+")
_MIN_WORDS = 2
"""The least frequent words by which a language is known."""


def with_announced(block: Block, blocks: Sequence[Block]) -> Block:
    """Return a title with the block below it, if its last line announces a subtitle."""
    last = block.lines[-1]
    if not last.text.rstrip().endswith(_SUBTITLE_GOES_ON):
        return block
    for other in blocks:
        first = other.lines[0]
        if 0 < last.bottom - first.bottom < title_names.MAX_LINE_DISTANCE * last.size * 1.3:
            return _joined(block, other)
    return block


def with_smaller(best: Block, blocks: Sequence[Block], page: Sequence[Line]) -> Block:
    """Return a title with the smaller subtitle directly below it, whichever of them looks best.

    Of a title and its translation, the title is returned.
    """
    for block in blocks:
        for title, below in ((block, best), (best, block)):
            if block is not best and _has_subtitle(title, below, page):
                is_other = _differ(title.text, below.text)
                return title if is_other else _joined(_before_subtitle(title), below)
    return best


def _before_subtitle(title: Block) -> Block:
    """Return a title that ends in a colon, as libraries write it, or in its own punctuation."""
    last = title_blocks.unmarked(title.lines[-1])
    text = last.text if last.text[-1:] in _ENDS_TITLE else f"{last.text}:"
    return replace(title, lines=(*title.lines[:-1], last._replace(text=text, raised=())))


def _has_subtitle(title: Block, below: Block, page: Sequence[Line]) -> bool:
    """Return whether a smaller block is directly below another, and the names are below it."""
    last, first = title.lines[-1], below.lines[0]
    is_directly_below = (
        _CLOSE_SUBTITLE * last.size <= first.size < last.size / title_blocks.SLIGHTLY
        and 0 < last.bottom - first.bottom < _NEXT * last.size
        and front.overlap(last, first) > 0
    )
    if not is_directly_below:
        return False
    has_names = title_names.names_below(below.lines[-1], page) is not None
    return has_names and _can_be_subtitle(title, below)


def _can_be_subtitle(title: Block, below: Block) -> bool:
    return (
        len(below.text.split()) >= _MIN_SUBTITLE
        and not title_names.like_names(below.lines)
        and not banners.likeness(f"{title.text} {below.text}")
        and not banners.is_degree(below.text)
        and not zones.is_remark(below.text)
    )


def _joined(block: Block, other: Block) -> Block:
    return Block((*block.places, *other.places), (*block.lines, *other.lines))


def _differ(one: str, other: str) -> bool:
    """Return whether two texts are in different languages, as far as these are known."""
    first, second = _languages(one), _languages(other)
    return bool(first and second) and first.isdisjoint(second)


def _languages(text: str) -> set[str]:
    """Return the languages that most words of a text are in; none if these are few."""
    words = _WORD.findall(text.lower())
    counts = {name: sum(map(known.__contains__, words)) for name, known in _FREQUENT.items()}
    most = max(*counts.values(), _MIN_WORDS)
    return {name for name, count in counts.items() if count == most}
