"""Suggest the spelling of unknown words, and find learned words that are misspelt."""

from collections.abc import Iterator, Mapping
from functools import cache

from spellchecker import SpellChecker

from wildwood.screening.words import word_lists

_MIN_LENGTH = 6  # letters of a word that can be suspicious; shorter ones resemble too many others
_TIMES_AS_COMMON = 20  # how many times as many records have the right spelling, at least
_COMMON = 0.5  # occurrences per million words of a dictionary word that can be misspelled
_ENDINGS = ("s", "es", "d", "ed", "ing", "ly", "al", "ic", "e", "y", "er", "or", "n", "a", "i")
"""Endings that make another word of a known one."""
_VARIANTS = (("z", "s"), ("or", "our"), ("l", "ll"), ("e", "ae"), ("e", "oe"), ("f", "ph"))
"""Letters by which two right spellings differ."""

_checker = cache(SpellChecker)  # of English, if no other language is named


def _per_million(word: str) -> float:
    return 1e6 * _checker().word_usage_frequency(word)


def suspicious_words(learned: Mapping[str, int]) -> Iterator[tuple[str, int, str]]:
    """Yield learned words one edit after the first letter from a much commoner, unrelated word.

    Each comes with its number of records and the commoner word.
    """
    for word, count in learned.items():
        if len(word) >= _MIN_LENGTH and (suggestion := suggested(word, count, learned)):
            yield word, count, suggestion


def suggested(word: str, count: int, learned: Mapping[str, int]) -> str | None:
    """Return a much more common word than one in `count` records, if there is one."""
    candidates: dict[str, float] = {}
    for candidate in _checker().edit_distance_1(word):
        if candidate[:1] != word[:1] or _are_related(word, candidate):
            continue
        if learned.get(candidate, 0) >= _TIMES_AS_COMMON * count:
            candidates[candidate] = learned[candidate]
        elif candidate in word_lists().standard and _per_million(candidate) >= _COMMON:
            candidates[candidate] = _per_million(candidate)
    return max(candidates, key=lambda candidate: candidates[candidate], default=None)


def _are_related(word: str, candidate: str) -> bool:
    """Check that two words differ by an ending or a variant, not by a mistake."""
    shorter, longer = sorted((word, candidate), key=len)
    return (
        word[:-1] == candidate[:-1]  # data and date, bacterium and bacteriun
        or longer in [shorter + ending for ending in _ENDINGS]
        or any(
            word == candidate.replace(left, right) or candidate == word.replace(left, right)
            for left, right in _VARIANTS
        )
    )
