"""From names and titles as written to feature multisets (spec, processing of records)."""

import unicodedata
from collections.abc import Iterable
from functools import cache

from wildwood.model import Features, Paper, Punctuation, Record

WINDOW = 3
"""Words in a title feature (word 3-shingles)."""


class _Translation(dict[int, str | None]):
    """A `str.translate` table that looks each character's category up once."""

    def __init__(self, replacement: str | None) -> None:
        super().__init__()
        self._replacement = replacement

    def __missing__(self, code: int) -> str | None:
        character = chr(code)
        category = unicodedata.category(character)
        value: str | None = character
        if category == "Cf":
            value = None
        elif category[0] in "PS":
            value = self._replacement
        self[code] = value
        return value


@cache
def _translation(punctuation: Punctuation) -> _Translation:
    return _Translation(" " if punctuation is Punctuation.SPACE else None)


def normalise(text: str, punctuation: Punctuation = Punctuation.SPACE) -> str:
    """The text without punctuation, in NFKC and lower case, its white space single spaces.

    Format characters (category Cf) go without a trace; NFKC can bring new punctuation
    forth, so the removal runs on both sides of it.
    """
    table = _translation(punctuation)
    text = unicodedata.normalize("NFKC", text.translate(table)).translate(table)
    return " ".join(text.lower().split())


def _is_single_letter(word: str) -> bool:
    """Whether the word is one cased letter, marks apart; a name of one ideograph is none."""
    if len(word) > 1 and word.isascii():
        return False
    letters = [letter for letter in word if unicodedata.category(letter)[0] != "M"]
    return len(letters) == 1 and (letters[0].islower() or letters[0].isupper())


def author_features(
    names: Iterable[str], punctuation: Punctuation = Punctuation.SPACE
) -> tuple[str, ...]:
    """The words of all names, less single letters, as one multiset."""
    return tuple(
        word
        for name in names
        for word in normalise(name, punctuation).split()
        if not _is_single_letter(word)
    )


def title_features(
    titles: Iterable[str], punctuation: Punctuation = Punctuation.SPACE
) -> tuple[str, ...]:
    """Each title's windows of three adjacent words; a title of fewer is its own feature."""
    features: list[str] = []
    for title in titles:
        words = normalise(title, punctuation).split()
        if not words:
            continue
        last_start = max(len(words) - WINDOW, 0)
        features += (" ".join(words[i : i + WINDOW]) for i in range(last_start + 1))
    return tuple(features)


def featured(record: Record, punctuation: Punctuation = Punctuation.SPACE) -> Paper:
    """The record with its features."""
    return Paper(
        record,
        Features(
            author_features(record.names, punctuation),
            title_features(record.titles, punctuation),
        ),
    )
