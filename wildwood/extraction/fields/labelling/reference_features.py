"""Features of the structure of a reference, for the model of citations.

They tell where a word is: in the names at the beginning, in which sentence and part of it, and what
the sentence is like. So the model can use styles of citing whose words it has not seen.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from wildwood.extraction.fields.labelling.sequence import Token, is_year, shape

_CAPITALISED = r"[^\W\d_a-z][\w’'‐-]*"
_PARTICLES = r"(?:(?:van|von|der|den|de|del|della|da|di|do|du|dos|das|la|le|el|al|ten|ter|y|’t)\s)*"
_INITIALS = r"[^\W\d_a-z]\.?(?:[\s‐-]?[^\W\d_a-z]\.?){0,3}(?![a-z])"
_FAMILY = rf"{_PARTICLES}{_CAPITALISED}(?:\s{_CAPITALISED}){{0,2}}"
_GIVEN = rf"(?:{_CAPITALISED}(?:\s{_CAPITALISED}){{0,2}}(?:\s[^\W\d_a-z]\.)*|{_INITIALS})"
_WITH_INITIALS = rf"{_FAMILY},?\s{_INITIALS}(?:\s?(?:de|da|do|van|von|Jr\.?|Sr\.?|III?)\b)?"
_INVERTED = rf"{_FAMILY},\s{_GIVEN}(?:\s(?:de|da|do|dos)\b)?"
_FULL = rf"(?:{_INITIALS}\s?|{_CAPITALISED}\s){{1,3}}{_PARTICLES}{_CAPITALISED}"
_AND = r"(?:and|&|et|und|y|e)"
_BETWEEN = rf"(?:\s?[,;]\s?(?:{_AND}\s)?|\s{_AND}\s|\s?[/–—]\s?)"
_OTHERS = r"(?:,?\s(?:et\s?al\.?|u\.\s?a\.|e\soutros|and\sothers))?"
_ALL_WITH_INITIALS = re.compile(rf"{_WITH_INITIALS}(?:{_BETWEEN}{_WITH_INITIALS})*{_OTHERS}")
_LISTS = tuple(
    re.compile(rf"{first}(?:{_BETWEEN}(?:{others}))*{_OTHERS}")
    for first, others in (
        (_WITH_INITIALS, _WITH_INITIALS),
        (_INVERTED, rf"{_FULL}|{_INVERTED}"),
        (_FULL, _FULL),
    )
)
"""Names with initials after them, with given names after the first or all, and before them."""
_JOINS_WORDS = "'’-‐–"
_ENDS_SENTENCE, _ENDS_PART, _OPENS, _CLOSES = ".?!", ",;:", "([", ")]"
_BEFORE_END = ')]”"»’'
"""What can be before the full stop of a sentence, apart from words and numbers."""
_MIN_WORD = 3
"""Letters of a word after which a full stop ends a sentence; shorter ones are abbreviated."""
_IN = frozenset({"in", "dans", "en", "em", "nel", "im"})
_FAR = 9
"""The distance of a mark if there is none."""


class _Place(NamedTuple):
    """Where a token is."""

    sentence: int
    part: int
    """The number of commas, semicolons and colons before it in its sentence."""
    depth: int
    """The number of brackets that it is in."""
    mark: str
    """The last punctuation mark before it."""


class _Sentence(NamedTuple):
    """What the words of a sentence have in common."""

    number: int
    capped: int
    """The number, where later sentences are alike."""
    digits: str
    """Whether it has numbers."""
    own: tuple[str, ...]
    """The features that all its words have."""


def structure(tokens: Sequence[Token]) -> Iterator[list[str]]:
    """Yield the features of the structure around each token.

    The model is trained on these strings, so a change here needs a new model.
    """
    places = list(_places(tokens))
    sentences = dict(_sentences(tokens, places))
    years = _ahead([is_year(token.text) for token in tokens], 2)
    numbers = _ahead([token.text.isdigit() for token in tokens], 3)
    rows = zip(
        places, _beside_names(tokens), _marks_after(tokens), years, numbers, _shapes(tokens),
        strict=True,
    )  # fmt: skip
    for place, names, (mark, distance), years_after, numbers_after, shapes in rows:
        part = min(place.part, 5)
        number, capped, digits, own = sentences[place.sentence]
        yield [
            f"names={names}", f"part={part}", f"depth={min(place.depth, 2)}",
            f"before={place.mark}", f"after={mark}", f"between={place.mark}{mark}",
            f"far={distance}", f"years after={years_after}", f"numbers after={numbers_after}",
            f"names={names},{number}", f"names={names},{capped},{min(part, 4)}",
            f"{capped},{names}:{digits}", *own, *shapes,
        ]  # fmt: skip


def _places(tokens: Sequence[Token]) -> Iterator[_Place]:
    sentence = part = depth = 0
    mark = "^"
    for number, token in enumerate(tokens):
        yield _Place(sentence, part, depth, mark)
        text = token.text
        is_last = number + 1 == len(tokens) or tokens[number + 1].start > token.end
        if text in _OPENS:
            depth += 1
        elif text in _CLOSES:
            depth = max(0, depth - 1)
        elif is_last and text in _ENDS_SENTENCE and _ends_word(tokens[number - 1 : number]):
            sentence, part = sentence + 1, 0
        elif is_last and text in _ENDS_PART:
            part += 1
        if _is_mark(text):
            mark = text


def _ends_word(before: Sequence[Token]) -> bool:
    """Return whether a full stop after a token ends a sentence and no abbreviation."""
    text = before[0].text if before else ""
    return len(text) >= _MIN_WORD or text.isdigit() or (bool(text) and text in _BEFORE_END)


def _is_mark(text: str) -> bool:
    return not text[0].isalnum() and text not in _JOINS_WORDS


def _sentences(
    tokens: Sequence[Token], places: Sequence[_Place]
) -> Iterator[tuple[int, _Sentence]]:
    """Yield the place of each sentence, and what it is like."""
    last = max((place.sentence for place in places), default=0)
    pairs = zip(places, tokens, strict=True)
    for number, group in groupby(pairs, key=lambda pair: pair[0].sentence):
        texts = [token.text for _, token in group]
        words = [text for text in texts if text.isalpha() and len(text) > _MIN_WORD]
        small = sum(word[0].islower() for word in words)
        like = f"small={small * 4 // len(words) if words else '-'}"
        digits = f"digits={any(text.isdigit() for text in texts)}"
        own = (
            f"sent={min(number, 4)}", f"left={min(last - number, 4)}", like, digits,
            f"words={min(len(words) // 3, 4)}", f"in={texts[0].lower() in _IN}",
            f"colon={':' in texts}", f"year={any(map(is_year, texts))}",
            f"{min(number, 3)}:{like}",
        )  # fmt: skip
        yield number, _Sentence(min(number, 4), min(number, 3), digits, own)


def after_initials(text: str) -> str:
    """Return what follows names with initials at the beginning; nothing if there are none."""
    names = _ALL_WITH_INITIALS.match(text)
    return text[names.end() :] if names else ""


def _beside_names(tokens: Sequence[Token]) -> Iterator[str]:
    """Yield for each token whether it is in the names at the beginning, or the first after them."""
    text = ""
    for token in tokens:
        text = text.ljust(token.start) + token.text
    matches = (names.match(text) for names in _LISTS)
    end = max((match.end() for match in matches if match), default=0)
    is_after = False
    for token in tokens:
        if not end:
            yield "none"
        elif token.end <= end:
            yield "in"
        elif is_after:
            yield "after"
        else:
            is_after = token.text[0].isalpha()
            yield "first" if is_after else "gap"


def _marks_after(tokens: Sequence[Token]) -> list[tuple[str, int]]:
    """Return the next punctuation mark after each token, and how far it is."""
    found: list[tuple[str, int]] = []
    mark, distance = "$", _FAR
    for token in reversed(tokens):
        found.append((mark, min(distance, 5)))
        if _is_mark(token.text):
            mark, distance = token.text, 0
        distance += 1
    return found[::-1]


def _ahead(marked: Sequence[bool], most: int) -> list[int]:
    """Return for each place how many marked ones are after it, up to the most that count."""
    counts: list[int] = []
    count = 0
    for is_marked in reversed(marked):
        counts.append(count)
        count += is_marked and count < most
    return counts[::-1]


def _shapes(tokens: Sequence[Token]) -> Iterator[list[str]]:
    """Yield the shapes of a token and those beside it, and the pair of a mark and a word."""
    shapes = ["^", "^", *(shape(token.text) for token in tokens), "$"]
    for number, token in enumerate(tokens):
        two, one, own, after = shapes[number : number + 4]
        row = [f"shapes={one}{own}{after}", f"shapes={two}{one}{own}:"]
        before = tokens[number - 1].text if number else ""
        if before and not (before.isalnum() and token.text.isalnum()):
            row.append(f"pair={before.lower()}_{token.text.lower()}")
        yield row
