"""Find the title: the block of the first page that looks most like one."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from wildwood.extraction.documents.joined_lines import Words, join_lines
from wildwood.extraction.extracted import Line
from wildwood.extraction.fields.byline import thesis_covers
from wildwood.extraction.fields.first_page import banners, front, roles
from wildwood.extraction.fields.first_page.people import has_only_people
from wildwood.extraction.fields.title import subtitles, title_blocks, title_names
from wildwood.extraction.fields.title.title_blocks import Block
from wildwood.records.field_text import letters

_VERSION = re.compile(
    r"\s*(?:\[(?:v|version|ver\.)\s?\d[^\]]*\]|"
    r"[(\[](?:extended|short)\s(?:abstract|paper)[)\]])\s*$",
    re.IGNORECASE,
)
_PUNCTUATION = " .,;:—–-"
_AFTER_COVER = 3.0
"""What it counts that the next pages have the largest text of a cover too."""
_NAMES_BELOW, _MOST_LIKE_NAMES = 2.5, 1.5
"""What names below a title count, and at most how much it itself looks like some above names."""
_INSTITUTION = 3.0
"""What it counts against a block of a cover that the university begins or ends with its line."""
_THE_BEST = 8.0
"""A score that leaves no doubt."""
_LEAST, _MOST = 0.7, 0.99
"""The confidence in the titles with the worst and the best scores."""
_STATED = 0.95
"""The confidence in the title that the properties of a document state."""


@dataclass(frozen=True, slots=True)
class Title:
    """The title of a document."""

    text: str
    places: tuple[int, ...]
    """The indexes of its lines on the first page, in order."""
    confidence: float


NO_TITLE = Title("", (), 0.0)


def find(page: Sequence[Line], words: Words, after_cover: str = "") -> Title:
    """Return the title on the first page; empty if no text stands out, as in plain text.

    Args:
        page: the lines of the page.
        words: those of the document, by which words broken at the end of a line are rejoined.
        after_cover: the letters of the next pages if the page is a cover, which repeat the title.
    """
    usual = title_blocks.usual_size(page)
    if not usual:
        return NO_TITLE
    found = _likeliest(page, usual, after_cover)
    stated = _stated(page, usual)
    if stated and not (found and set(stated.places) <= set(found[0].places)):
        found = stated, _STATED
    if not found:
        return NO_TITLE
    block, confidence = found
    return Title(_text(block, words), block.places, round(confidence, 2))


def _stated(page: Sequence[Line], usual: float) -> Block | None:
    """Return the title that the properties of the document state, if it can be one."""
    places = [place for place, line in enumerate(page) if line.stated]
    if not places:
        return None
    block = title_blocks.block_of(places, page)
    is_small = block.size < usual * title_blocks.MIN_SIZE
    return None if is_small or banners.likeness(block.plain) else block


def _likeliest(page: Sequence[Line], usual: float, after_cover: str) -> tuple[Block, float] | None:
    """Return the block that looks most like a title, and the confidence in it."""
    is_cover = front.is_cover(page)
    candidates = title_blocks.candidates(page, usual)
    blocks = _without_names(candidates, page) if is_cover else candidates
    if not blocks:
        return None
    largest = max(block.size for block in blocks)
    top = max(line.top for line in page)
    institution = letters(thesis_covers.institution(page)) if is_cover else ""
    scored = [
        (
            _score(block, page, (usual, largest, top))
            + _agreement(block, blocks, after_cover)
            - _INSTITUTION * _is_end_of(institution, block),
            -n,
        )
        for n, block in enumerate(blocks)
    ]
    score, place = max(scored)
    best = subtitles.with_smaller(subtitles.with_announced(blocks[-place], blocks), blocks, page)
    share = min(max(score / _THE_BEST, 0.0), 1.0)
    return best, _LEAST + (_MOST - _LEAST) * share


def _is_end_of(institution: str, block: Block) -> bool:
    """Return whether an institution, given by its letters, begins or ends with a block's line."""
    lines = filter(None, (letters(line.text) for line in block.lines))
    return any(institution.startswith(line) or institution.endswith(line) for line in lines)


def _without_names(blocks: Sequence[Block], page: Sequence[Line]) -> list[Block]:
    """Return the blocks of a cover without the names of author, supervisors and examiners."""
    names = roles.labelled_names(page)
    authors = {one.bottom for one in names if front.same_size(names[0], one)}
    others = roles.of_others(front.from_top(page), can_sign=True)
    return [
        block
        for block in blocks
        if block.lines[0].bottom not in authors and not others.issuperset(block.lines)
    ]


def _score(block: Block, page: Sequence[Line], measures: tuple[float, float, float]) -> float:
    """Return how much a block looks like a title."""
    usual, largest, top = measures
    text = block.plain
    first, last = block.lines[0], block.lines[-1]
    score = 3 * (block.size - usual) / max(largest - usual, 0.1 * usual)
    score += 1.0 * _is_full(text) - 1.0 * (" " not in text)
    score -= (1.0 if front.is_cover(page) else 2.0) * (first.bottom < top / 2)
    score -= 1.0 * (first.bottom < top / 3)
    score -= banners.likeness(text)
    above, _ = title_blocks.neighbours(block, page)
    is_largest = block.size * title_blocks.SLIGHTLY >= largest
    can_be_labelled = is_largest and not (above is not None and has_only_people(above))
    score += 5.0 * (can_be_labelled and banners.TITLE_LABEL.match(text) is not None)
    score += 2.0 * (above is not None and banners.introduces_title(above.text))
    like_names = title_names.like_names(block.lines)
    names = title_names.names_below(last, page)
    if names is None:
        return score - like_names
    is_capitals = text.isupper() and not front.same_style(last, names)
    return score + _NAMES_BELOW - min(like_names, _MOST_LIKE_NAMES) * (not is_capitals)


def _agreement(block: Block, blocks: Sequence[Block], after_cover: str) -> float:
    """Return what it counts that the pages after a cover have its largest full text too."""
    if not (_is_full(block.plain) and letters(block.plain) in after_cover):
        return 0.0
    larger = (one for one in blocks if one.size > block.size * title_blocks.SLIGHTLY)
    is_beaten = any(
        _is_full(one.plain)
        and not banners.likeness(one.plain)
        and title_names.like_names(one.lines) <= 1
        for one in larger
    )
    return 0.0 if is_beaten else _AFTER_COVER


def _is_full(text: str) -> bool:
    """Return whether a text has the words of a full title, which nothing repeats by chance."""
    return sum(len(word) > 1 for word in text.split()) >= title_names.FULL_WORDS


def _text(block: Block, words: Words) -> str:
    text = join_lines([title_blocks.unmarked(line) for line in block.lines], words)
    label = banners.TITLE_LABEL.match(text)
    return _VERSION.sub("", text[label.end() if label else 0 :]).strip(_PUNCTUATION)
