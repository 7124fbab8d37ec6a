"""What the words of a text say about its language, by the dictionary alone."""

import re
from collections.abc import Iterable, Sequence
from enum import Enum, auto
from functools import lru_cache
from typing import NamedTuple

from wildwood.language.compounds import is_compound, is_derivation
from wildwood.language.dictionary import (
    english_function_words,
    foreign_function_words,
    standard,
)
from wildwood.language.plain_text import plain_text
from wildwood.language.words import is_latin, written_words

MAX_CHARACTERS = 400
"""Characters of a text that are tested; an abstract in a second language usually follows later."""

_CACHED_WORDS = 65536
"""Words whose form is remembered; the same ones return in most texts."""
_MAX_ACRONYM_LENGTH = 5
_SUBSTANCE = re.compile(
    "methyl|ethyl|propyl|butyl|phenyl|benz|hydr|carb|amin|nitr|chlor|brom|fluor|oxi|sulf|sulph|phosph"
    "|silic|acet|cyclo|pyrid|azol|glyc|pept"
)
_SUBSTANCE_ENDINGS = (
    "ate", "ates", "ide", "ides", "ine", "ines", "ane", "anes", "ene", "enes", "one", "ones",
    "ol", "ols", "ose", "oses", "yl", "yls", "ase", "ases", "ic", "in", "ins", "ium",
)  # fmt: skip
"""The endings of substances in English; a substance also contains one of the roots."""
_OTHER_ENDINGS = (
    "inase", "inases", "erase", "erases", "idase", "idases", "atase", "atases", "ylase", "ylases",
    "aceae", "idae", "inae", "viridae", "virus", "viruses",
)  # fmt: skip
"""The endings of enzymes, families of species, and viruses."""
_EPITHET_ENDINGS = ("us", "um", "ii", "ensis", "oides", "ifera", "iformis", "icola")
"""The endings of the second word of a species, which follows a capitalised one."""


class _Kind(Enum):
    """What the form of a word says that the dictionary does not have."""

    FORMED = auto()
    """It is formed from a known word."""
    OF_NO_LANGUAGE = auto()
    """It is a substance, an enzyme, a family of species, or in another script."""
    EPITHET = auto()
    """After a capitalised word, it belongs to the name of a species."""
    OTHER = auto()


_FORMED, _OF_NO_LANGUAGE, _EPITHET = _Kind.FORMED, _Kind.OF_NO_LANGUAGE, _Kind.EPITHET
"""Members as globals, since to look one up in its class takes longer than all else for a word."""


class Evidence(NamedTuple):
    """The words of a text, as the dictionary test classifies them."""

    words: Sequence[str]
    unknown: Sequence[str]
    """Words unknown to the enriched dictionary, without those of no language."""
    names: Sequence[str]
    """Unknown words of no language: names, species, substances, and words in another script."""
    foreign: Sequence[str]
    """Function words of other languages; the dictionary contains many of them."""
    english: int
    """The number of different function words that only English has."""
    counted: int
    """The number of words that tell the language: all but those of no language."""

    @property
    def share(self) -> float | None:
        """The share of unknown words among those that tell the language, 0 to 1.

        It is None for a text without words.
        """
        if not self.words:
            return None
        return len(self.unknown) / self.counted if self.counted else 0.0


class Dictionary:
    """The standard dictionary with learned words, without those that the user denies."""

    def __init__(self, learned: Iterable[str] = (), denied: Iterable[str] = ()) -> None:
        self._known = known = standard().union(learned).difference(denied)
        self._kind = lru_cache(_CACHED_WORDS)(lambda token: _kind(token, known))
        self._foreign = foreign_function_words()
        self._english = english_function_words()

    def evidence(self, text: str) -> Evidence:
        """Classify the words in the first 400 characters of a text, without its markup."""
        return self.evidence_of_plain(plain_text(text))

    def evidence_of_plain(self, text: str) -> Evidence:
        """Classify the words in the first 400 characters of a text that has no markup."""
        written = written_words(text[:MAX_CHARACTERS])
        tokens = " ".join(written).lower().split()
        foreign = self._foreign
        unknown, names = self._unknown(written, tokens)
        return Evidence(
            tokens,
            unknown,
            names,
            () if foreign.isdisjoint(tokens) else [token for token in tokens if token in foreign],
            len(self._english.intersection(tokens)),
            len(tokens) - len(names),
        )

    def _unknown(
        self, written: Sequence[str], tokens: Sequence[str]
    ) -> tuple[Sequence[str], Sequence[str]]:
        """Return the unknown words that tell the language, and the other unknown words."""
        known, kind_of = self._known, self._kind
        if known.issuperset(tokens):  # as in most English titles
            return (), ()
        unknown: list[str] = []
        names: list[str] = []
        has_case = not all(map(str.isupper, written))
        for position, token in enumerate(tokens):
            if token in known or (kind := kind_of(token)) is _FORMED:
                continue
            word = written[position]
            is_name = (
                kind is _OF_NO_LANGUAGE
                or (has_case and (word[0].isupper() if position else _is_acronym(word)))
                or (kind is _EPITHET and position and written[position - 1][0].isupper())
            )
            (names if is_name else unknown).append(token)
        return unknown, names


def is_below(part: int, whole: int, share: float) -> bool:
    """Check that a part is less than a share of the whole; false for an empty whole.

    The quotient is compared because 0.07 * 100 is above 7 in floating point.
    """
    return whole > 0 and part / whole < share


def _is_acronym(word: str) -> bool:
    """Check that the first word of a text, which is capitalised anyway, is an acronym."""
    return len(word) <= _MAX_ACRONYM_LENGTH and word.isupper()


def _kind(token: str, known: frozenset[str]) -> _Kind:
    if is_compound(token, known) or is_derivation(token, known):
        return _FORMED
    is_substance = token.endswith(_SUBSTANCE_ENDINGS) and _SUBSTANCE.search(token)
    if is_substance or token.endswith(_OTHER_ENDINGS) or not is_latin(token):
        return _OF_NO_LANGUAGE
    return _EPITHET if token.endswith(_EPITHET_ENDINGS) else _Kind.OTHER
