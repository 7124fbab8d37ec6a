"""Find the title: the block of the first page that looks most like one, with its subtitle."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from wildwood.biblio.fields import letters
from wildwood.biblio.words import entries_by_language
from wildwood.extraction import front_page, name_lines, people, title_blocks, zones
from wildwood.extraction.data import Line
from wildwood.extraction.lines import Words, join_lines
from wildwood.extraction.people import has_only_people
from wildwood.extraction.title_blocks import Block

_CLOSE_SUBTITLE = 0.47  # least font size of an unannounced subtitle, relative to the title
_NEXT = 1.45  # greatest distance from a title to its subtitle, in font sizes of the title
_MIN_SUBTITLE = 3  # least words of a subtitle that the title does not announce
_ENDS_TITLE = "?!:–—-.…"
_SUBTITLE_GOES_ON = (":", "–", "—", "-")
_FREQUENT = {name: frozenset(words) for name, words in entries_by_language("stopwords").items()}
_WORD = re.compile(r"[^\W\d_]+")
_MIN_WORDS = 2  # least frequent words by which a language is known


def join_announced(block: Block, blocks: Sequence[Block]) -> Block:
    """Join the block below a title whose last line announces a subtitle."""
    last = block.lines[-1]
    if not last.text.rstrip().endswith(_SUBTITLE_GOES_ON):
        return block
    for below in blocks:
        first = below.lines[0]
        if 0 < last.bottom - first.bottom < title_blocks.MAX_LINE_DISTANCE * last.size * 1.3:
            return _joined(block, below)
    return block


def join_smaller(best: Block, blocks: Sequence[Block], page: Sequence[Line]) -> Block:
    """Join a smaller subtitle below a title; of a title and its translation, keep the title."""
    for block in blocks:
        for title, below in ((block, best), (best, block)):
            if block is not best and _has_subtitle(title, below, page):
                is_other = _differ(title.text, below.text)
                return title if is_other else _joined(_ends_before_subtitle(title), below)
    return best


def _ends_before_subtitle(title: Block) -> Block:
    """Return a title that ends in a colon, as libraries write it, or in its own punctuation."""
    last = title_blocks.remove_mark(title.lines[-1])
    text = last.text if last.text[-1:] in _ENDS_TITLE else f"{last.text}:"
    return replace(title, lines=(*title.lines[:-1], last._replace(text=text, raised=())))


def _has_subtitle(title: Block, below: Block, page: Sequence[Line]) -> bool:
    last, first = title.lines[-1], below.lines[0]
    is_directly_below = (
        _CLOSE_SUBTITLE * last.size <= first.size < last.size / title_blocks.SLIGHTLY
        and 0 < last.bottom - first.bottom < _NEXT * last.size
        and front_page.overlap(last, first) > 0
    )
    if not is_directly_below:
        return False
    has_names = title_blocks.names_below(below.lines[-1], page) is not None
    return has_names and _can_be_subtitle(title, below)


def _can_be_subtitle(title: Block, below: Block) -> bool:
    return (
        len(below.text.split()) >= _MIN_SUBTITLE
        and not title_blocks.like_names(below.lines)
        and not front_page.likeness(f"{title.text} {below.text}")
        and not front_page.is_degree(below.text)
        and not zones.is_remark(below.text)
    )


def _joined(upper: Block, lower: Block) -> Block:
    return Block((*upper.places, *lower.places), (*upper.lines, *lower.lines))


def _differ(text: str, translation: str) -> bool:
    first, second = _languages(text), _languages(translation)
    return bool(first and second) and first.isdisjoint(second)


def _languages(text: str) -> set[str]:
    """Return the languages with the most stop words; none if there are few."""
    words = _WORD.findall(text.lower())
    counts = {name: sum(map(frequent.__contains__, words)) for name, frequent in _FREQUENT.items()}
    most = max(*counts.values(), _MIN_WORDS)
    return {name for name, count in counts.items() if count == most}


_VERSION = re.compile(
    r"\s*(?:\[(?:v|version|ver\.)\s?\d[^\]]*\]|"
    r"[(\[](?:extended|short)\s(?:abstract|paper)[)\]])\s*$",
    re.IGNORECASE,
)
_PUNCTUATION = " .,;:—–-"
_AFTER_COVER = 3.0  # what it counts that the next pages have the largest text of a cover too
_NAMES_BELOW, _MOST_LIKE_NAMES = 2.5, 1.5  # score of names below, and most for looking like names
_INSTITUTION = 3.0  # score against a block that begins or ends the name of the university
_THE_BEST = 8.0  # a score that leaves no doubt
_LEAST, _MOST = 0.7, 0.99  # the confidence in the titles with the worst and the best scores
_STATED = 0.95  # the confidence in the title that the properties of a document state


@dataclass(frozen=True, slots=True)
class Title:
    text: str
    places: tuple[int, ...]  # indexes of its lines on the first page, in order
    confidence: float


NO_TITLE = Title("", (), 0.0)


def find_title(page: Sequence[Line], words: Words, after_cover: str = "") -> Title:
    """Return the title, or nothing if none stands out; `after_cover` has letters that repeat it."""
    usual = title_blocks.usual_size(page)
    if not usual:
        return NO_TITLE
    likeliest = _likeliest(page, usual, after_cover)
    stated = _stated(page, usual)
    if stated and not (likeliest and set(stated.places) <= set(likeliest[0].places)):
        likeliest = stated, _STATED
    if not likeliest:
        return NO_TITLE
    block, confidence = likeliest
    return Title(_text(block, words), block.places, round(confidence, 2))


def _stated(page: Sequence[Line], usual: float) -> Block | None:
    places = tuple(place for place, line in enumerate(page) if line.stated)
    if not places:
        return None
    block = Block(places, tuple(page[place] for place in places))
    is_small = block.size < usual * title_blocks.MIN_SIZE
    return None if is_small or front_page.likeness(block.plain) else block


def _likeliest(page: Sequence[Line], usual: float, after_cover: str) -> tuple[Block, float] | None:
    is_cover = front_page.is_cover(page)
    candidates = title_blocks.title_candidates(page, usual)
    blocks = _remove_names(candidates, page) if is_cover else candidates
    if not blocks:
        return None
    largest = max(block.size for block in blocks)
    top = max(line.top for line in page)
    institution = letters(name_lines.find_university(page)) if is_cover else ""
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
    best = join_smaller(join_announced(blocks[-place], blocks), blocks, page)
    share = min(max(score / _THE_BEST, 0.0), 1.0)
    return best, _LEAST + (_MOST - _LEAST) * share


def _is_end_of(institution: str, block: Block) -> bool:
    """Return whether an institution, as letters, begins or ends with a line of a block."""
    lines = filter(None, (letters(line.text) for line in block.lines))
    return any(institution.startswith(line) or institution.endswith(line) for line in lines)


def _remove_names(blocks: Sequence[Block], page: Sequence[Line]) -> list[Block]:
    names = people.labelled_names(page)
    authors = {name.bottom for name in names if front_page.same_size(names[0], name)}
    excluded = people.belongs_to_others(front_page.height_from_top(page), can_sign=True)
    return [
        block
        for block in blocks
        if block.lines[0].bottom not in authors and not excluded.issuperset(block.lines)
    ]


def _score(block: Block, page: Sequence[Line], measures: tuple[float, float, float]) -> float:
    usual, largest, top = measures
    text = block.plain
    first, last = block.lines[0], block.lines[-1]
    score = 3 * (block.size - usual) / max(largest - usual, 0.1 * usual)
    score += 1.0 * _is_full(text) - 1.0 * (" " not in text)
    score -= (1.0 if front_page.is_cover(page) else 2.0) * (first.bottom < top / 2)
    score -= 1.0 * (first.bottom < top / 3)
    score -= front_page.likeness(text)
    above, _ = title_blocks.neighbours(block, page)
    is_largest = block.size * title_blocks.SLIGHTLY >= largest
    can_be_labelled = is_largest and not (above is not None and has_only_people(above))
    score += 5.0 * (can_be_labelled and front_page.TITLE_LABEL.match(text) is not None)
    score += 2.0 * (above is not None and front_page.introduces_title(above.text))
    like_names = title_blocks.like_names(block.lines)
    names = title_blocks.names_below(last, page)
    if names is None:
        return score - like_names
    is_capitals = text.isupper() and not front_page.same_style(last, names)
    return score + _NAMES_BELOW - min(like_names, _MOST_LIKE_NAMES) * (not is_capitals)


def _agreement(block: Block, blocks: Sequence[Block], after_cover: str) -> float:
    """Return the score of the largest text of a cover that the next pages repeat in full."""
    if not (_is_full(block.plain) and letters(block.plain) in after_cover):
        return 0.0
    least = block.size * title_blocks.SLIGHTLY
    is_beaten = any(
        _is_full(larger.plain)
        and not front_page.likeness(larger.plain)
        and title_blocks.like_names(larger.lines) <= 1
        for larger in blocks
        if larger.size > least
    )
    return 0.0 if is_beaten else _AFTER_COVER


def _is_full(text: str) -> bool:
    return sum(len(word) > 1 for word in text.split()) >= title_blocks.FULL_WORDS


def _text(block: Block, words: Words) -> str:
    text = join_lines([title_blocks.remove_mark(line) for line in block.lines], words)
    label = front_page.TITLE_LABEL.match(text)
    return _VERSION.sub("", text[label.end() if label else 0 :]).strip(_PUNCTUATION)
