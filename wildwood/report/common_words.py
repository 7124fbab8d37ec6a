"""Find the words that two texts have in common, and those in which they differ."""

from collections.abc import Collection, Iterable, Iterator
from enum import Enum
from itertools import groupby
from typing import NamedTuple
from unicodedata import category

from wildwood.scoring.features import normalise


class Segment(NamedTuple):
    """A part of a text."""

    text: str
    is_common: bool
    """Whether it is words that the other text has, too."""
    differs: bool = False
    """Whether it is words that the other text has not."""


class _Kind(Enum):
    COMMON = "common"
    OTHER = "other"
    GAP = "gap"


def marked(
    texts: Iterable[str], others: Iterable[str], *, are_names: bool = False
) -> list[list[Segment]]:
    """Divide each text where words begin or end that the other texts have, too, or have not.

    Words are compared as features are made of them, so case and punctuation do not count. Nothing
    differs from no text.

    Args:
        texts: the texts.
        others: the other texts.
        are_names: whether a word does not differ from its initial.
    """
    words = {word for text in others for word in normalise(text).split()}
    near = {_initial(word) for word in words} if are_names else set[str]()
    return [list(_segments(text, words, near)) for text in texts]


def _segments(text: str, words: Collection[str], near: Collection[str]) -> Iterator[Segment]:
    """Yield neighbouring parts of one kind as one segment, so that marks run through phrases."""
    parts = ["".join(letters) for _, letters in groupby(text, _is_gap)]
    kinds = [_kind(part, words) for part in parts]
    for place in range(1, len(kinds) - 1):
        if kinds[place] is _Kind.GAP and kinds[place - 1] is kinds[place + 1]:
            kinds[place] = kinds[place - 1]
    for kind, run in groupby(zip(kinds, parts, strict=True), lambda one: one[0]):
        shown = "".join(part for _, part in run)
        differs = kind is _Kind.OTHER and bool(words) and not _is_near(shown, words, near)
        yield Segment(shown, kind is _Kind.COMMON, differs)


def _kind(part: str, words: Collection[str]) -> _Kind:
    own = normalise(part).split()
    if not own:
        return _Kind.GAP
    return _Kind.COMMON if all(word in words for word in own) else _Kind.OTHER


def _is_near(text: str, words: Collection[str], initials: Collection[str]) -> bool:
    """Return whether each word of a name is an initial of the other's words, or has one there."""
    return bool(initials) and all(
        word in initials or _initial(word) in words for word in normalise(text).split()
    )


def _initial(word: str) -> str:
    return word[:1]


def _is_gap(character: str) -> bool:
    return character.isspace() or category(character)[0] in "PS"
