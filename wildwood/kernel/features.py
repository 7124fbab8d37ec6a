"""Make feature multisets from names and titles (docs/specification.md, "Features")."""

import unicodedata
from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise

from wildwood.biblio.entry import Record
from wildwood.kernel.model import Features, Paper, Punctuation

WINDOW = 3
_LONGEST_NAME = 8  # longer names, in words, are lists of names and have no people


class _Translation(dict[int, str | None]):
    """A `str.translate` table that looks up the category of each character once."""

    def __init__(self, replacement: str | None) -> None:
        super().__init__()
        self._replacement = replacement

    def __missing__(self, code: int) -> str | None:
        category = unicodedata.category(chr(code))
        kept = None if category == "Cf" else chr(code)
        self[code] = self._replacement if category[0] in "PS" else kept
        return self[code]


_TRANSLATIONS = {Punctuation.SPACE: _Translation(" "), Punctuation.DELETE: _Translation(None)}


def normalise(text: str, punctuation: Punctuation = Punctuation.SPACE) -> str:
    """Remove punctuation, apply NFKC and lower case, and collapse white space.

    Characters of the Unicode categories P and S become spaces, or are removed with
    `Punctuation.DELETE`; those of Cf are removed. NFKC can produce new punctuation, so the removal
    runs before and after it.
    """
    table = _TRANSLATIONS[punctuation]
    text = text.translate(table)
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text).translate(table)
    return " ".join(text.lower().split())


def add_names(features: Features, names: Sequence[str]) -> Features:
    """Add names to features, with the punctuation that reproduces their author features."""
    for punctuation in Punctuation:
        extended = features_of(features.titles, names, punctuation)
        if extended.authors == features.authors:
            return extended
    return features


def features_of(
    titles: tuple[str, ...], names: Iterable[str], punctuation: Punctuation
) -> Features:
    words, letters, people = list[str](), list[str](), set[str]()
    for name in names:
        start = len(words)
        for word in normalise(name, punctuation).split():
            (letters if _is_single_letter(word) else words).append(word)
        if len(words) - start <= _LONGEST_NAME:
            people.update(map(" ".join, combinations(sorted(set(words[start:])), 2)))
    return Features(tuple(words), titles, tuple(letters), tuple(sorted(people)))


def _is_single_letter(word: str) -> bool:
    """Return whether a word is one cased letter, ignoring marks; an ideograph is not."""
    if len(word) > 1 and word.isascii():
        return False
    letters = [letter for letter in word if unicodedata.category(letter)[0] != "M"]
    return len(letters) == 1 and (letters[0].islower() or letters[0].isupper())


def title_features(
    titles: Iterable[str], punctuation: Punctuation = Punctuation.SPACE
) -> tuple[str, ...]:
    """Return all windows of three words; a title of fewer words is one feature itself."""
    features: list[str] = []
    for title in titles:
        words = normalise(title, punctuation).split()
        if not words:
            continue
        last_start = max(len(words) - WINDOW, 0)
        features += (" ".join(words[i : i + WINDOW]) for i in range(last_start + 1))
    return tuple(features)


def title_words(features: Sequence[str]) -> list[str]:
    """Return the words of the titles that have these title features.

    A title that begins with the last two words of the one before counts as part of it.
    """
    words = features[0].split(" ") if features else []
    for before, feature in pairwise(features):
        first_two, _, last = feature.rpartition(" ")
        goes_on = " " in first_two and first_two == before.partition(" ")[2]
        words += [last] if goes_on else feature.split(" ")
    return words


def paper_of(record: Record, punctuation: Punctuation = Punctuation.SPACE) -> Paper:
    titles = title_features(record.titles, punctuation)
    return Paper(record, features_of(titles, record.names, punctuation))
