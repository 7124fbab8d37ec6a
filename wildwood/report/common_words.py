"""Find the words that two texts have in common, for marking them."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import NamedTuple
from unicodedata import category

from wildwood.scoring.features import normalise


class Segment(NamedTuple):
    """A part of a text, which is a common word or not."""

    text: str
    is_common: bool


def marked(texts: Iterable[str], others: Iterable[str]) -> list[list[Segment]]:
    """Divide each text where words begin or end that the other texts have, too.

    Words are compared as features are made of them, so case and punctuation do not count.
    """
    common = {word for text in others for word in normalise(text).split()}
    return [list(_segments(text, common)) for text in texts]


def _segments(text: str, common: set[str]) -> Iterator[Segment]:
    """Yield neighbouring parts of one kind as one segment, so that marks run through phrases."""
    parts = ["".join(letters) for _, letters in groupby(text, _is_gap)]
    are_common = [_is_common(part, common) for part in parts]

    def is_marked(number: int) -> bool:
        """Mark a common word, and a gap between two of them."""
        around = are_common[number - 1 : number + 2 : 2] if number else []
        return are_common[number] or (_is_gap(parts[number][0]) and around == [True, True])

    for flag, run in groupby(range(len(parts)), is_marked):
        yield Segment("".join(parts[number] for number in run), flag)


def _is_common(word: str, common: set[str]) -> bool:
    words = normalise(word).split()
    return bool(words) and common.issuperset(words)


def _is_gap(character: str) -> bool:
    return character.isspace() or category(character)[0] in "PS"
