"""Learned words that look like misspellings of known ones."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from wildwood.language.judging.dictionary import edits, frequency_per_million, standard

_MIN_LENGTH = 6
"""Letters of a word that can be suspicious; shorter ones resemble too many others."""
_TIMES_AS_COMMON = 20
"""How many times as many records must have a learned word for another to be its misspelling."""
_COMMON = 0.5
"""Occurrences in a million words of a dictionary word that is misspelled as often as learned."""
_ENDINGS = ("s", "es", "d", "ed", "ing", "ly", "al", "ic", "e", "y", "er", "or", "n", "a", "i")
"""Endings that make another word of a known one; British and other variants have own rules."""
_VARIANTS = (("z", "s"), ("or", "our"), ("l", "ll"), ("e", "ae"), ("e", "oe"), ("f", "ph"))
"""Letters by which two right spellings differ."""


class Suspicious(NamedTuple):
    """A learned word that can be a misspelling."""

    word: str
    records: int
    """The number of records that have it."""
    suggestion: str


def suspicious_words(learned: Mapping[str, int]) -> Iterator[Suspicious]:
    """Yield each learned word that is one edit away from a much commoner word.

    An edit adds, drops, replaces or swaps letters. Words that differ by an ending (*biofilm*,
    *biofilms*), by the first letter, or as British and American do, are no misspellings.

    Args:
        learned: the learned words with the number of records that have each.
    """
    for word, count in learned.items():
        if len(word) >= _MIN_LENGTH and (suggestion := _suggestion(word, count, learned)):
            yield Suspicious(word, count, suggestion)


def _suggestion(word: str, count: int, learned: Mapping[str, int]) -> str | None:
    """Return the commonest word that `word` can be a misspelling of."""
    found: dict[str, float] = {}
    for other in edits(word):
        if other[:1] != word[:1] or _are_related(word, other):
            continue
        if learned.get(other, 0) >= _TIMES_AS_COMMON * count:
            found[other] = learned[other]
        elif other in standard() and frequency_per_million(other) >= _COMMON:
            found[other] = frequency_per_million(other)
    return max(found, key=lambda other: found[other], default=None)


def _are_related(word: str, other: str) -> bool:
    """Check that two words differ by an ending or a variant, and not by a mistake."""
    shorter, longer = sorted((word, other), key=len)
    if any(longer == shorter + ending for ending in _ENDINGS):
        return True
    if word[:-1] == other[:-1]:  # data and date, bacterium and bacteriun
        return True
    return any(
        word == other.replace(one, two) or other == word.replace(one, two) for one, two in _VARIANTS
    )
