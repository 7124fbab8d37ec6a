"""What the words of a text say about its language, by the dictionary alone."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from wildwood.language.judging.compounds import is_compound, is_derivation
from wildwood.language.judging.counted_words import is_latin, written_words
from wildwood.language.judging.dictionary import (
    english_function_words,
    foreign_function_words,
    standard,
)
from wildwood.language.judging.own_words import ALLOWED, DENIED, NO_OWN_WORDS, OwnWords
from wildwood.language.judging.without_markup import plain_text

MAX_CHARACTERS = 400
"""Characters of a text that are tested; an abstract in a second language usually follows later."""

_CACHED_WORDS = 65536
"""Words whose form is remembered; the same ones return in most texts."""
_MAX_ACRONYM_LENGTH = 5

_ENGLISH, _FOREIGN, _UNKNOWN, _OF_NO_LANGUAGE = 1, 2, 4, 8
"""What a word can be, as bits: a function word of English, or of other languages; unknown to the
dictionary; if unknown, in another script. Most words are 0: known, and nothing else."""
_DENIED = 16 | _UNKNOWN
"""A word that is unknown whatever it looks like, because the user says so."""


class _Kinds(dict[str, int]):
    """What each word is, worked out when it first occurs; most words of a text have occurred."""

    def __init__(self, kind_of: Callable[[str], int]) -> None:
        super().__init__()
        self._kind_of = kind_of

    def __missing__(self, token: str) -> int:
        """Work out what a new word is, and forget the others if they are too many."""
        if len(self) >= _CACHED_WORDS:
            self.clear()
        kind = self[token] = self._kind_of(token)
        return kind


class Evidence(NamedTuple):
    """The words of a text, as the dictionary test classifies them."""

    words: Sequence[str]
    unknown: Sequence[str]
    """Words unknown to the enriched dictionary, without those of no language."""
    names: Sequence[str]
    """Unknown words of no language: names, and words in another script."""
    foreign: Sequence[str]
    """Function words of other languages; the dictionary contains many of them."""
    english: int
    """The number of different function words that only English has."""
    counted: int
    """The number of words that tell the language: all but those of no language."""
    seen: float
    """What to take off the number of unknown words because own papers have them."""
    seen_names: float
    """The same for names."""
    in_phrases: int
    """The number of words in phrases that own papers or the user know."""
    said: int
    """What the user says of all the words: ALLOWED, DENIED, or 0 if not of all the same."""

    @property
    def share(self) -> float | None:
        """The share of unknown words among those that tell the language, 0 to 1.

        It is None for a text without words.
        """
        if not self.words:
            return None
        return len(self.unknown) / self.counted if self.counted else 0.0


class Dictionary:
    """The standard dictionary with what own papers and the user know better."""

    def __init__(self, own: OwnWords = NO_OWN_WORDS) -> None:
        self._own = own
        known, denied = own.known(), own.denied
        # To copy the standard words takes longer than to judge a thousand titles.
        self._known = (standard() | known) - denied if known or denied else standard()
        self._weights = own.weights()
        self._written = own.written()
        self._phrases = own.phrases()
        self._says = bool(own.allowed or own.denied)
        self._foreign = foreign_function_words()
        self._english = english_function_words()
        self._kinds = _Kinds(self._kind)

    def evidence(self, text: str) -> Evidence:
        """Classify the words in the first 400 characters of a text, without its markup."""
        return self.evidence_of_plain(plain_text(text))

    def evidence_of_plain(self, text: str) -> Evidence:
        """Classify the words in the first 400 characters of a text that has no markup."""
        written = written_words(text[:MAX_CHARACTERS])
        tokens = list(map(str.lower, written))
        kinds = list(map(self._kinds.__getitem__, tokens))
        said = self._phrases.in_words(tokens)
        for position, one in said.items():
            kinds[position] = _DENIED if one == DENIED else 0
        unknown: list[str] = []
        names: list[str] = []
        foreign: list[str] = []
        english = set()
        for position, kind in enumerate(kinds):
            if not kind:
                continue
            token = tokens[position]
            if kind & _ENGLISH:
                english.add(token)
            elif kind & _FOREIGN and self._is_function_word(position, written):
                foreign.append(token)
            if kind & _UNKNOWN and not (kind & _FOREIGN and written[position] in self._written):
                is_capital = kind != _DENIED and written[position] != token
                is_name = is_capital and _is_name(position, written)
                (names if is_name or kind & _OF_NO_LANGUAGE else unknown).append(token)
        return Evidence(
            tokens,
            unknown,
            names,
            foreign,
            len(english),
            len(tokens) - len(names),
            self._seen(unknown) if self._weights else 0.0,
            self._seen(names) if self._weights else 0.0,
            list(said.values()).count(ALLOWED) if said else 0,
            self._said_of_all(tokens, said) if self._says else 0,
        )

    def _seen(self, unknown: Sequence[str]) -> float:
        """Return what to take off the number of unknown words because own papers have them."""
        return sum(1 - self._weights.get(token, 1.0) for token in unknown)

    def _is_function_word(self, position: int, written: Sequence[str]) -> bool:
        """Check that a word that can be a function word of another language is written as one.

        One in capitals is an acronym, and one with a capital after the first word a name, unless
        the whole text is in capitals; own papers can have it as a name at the beginning, too.
        """
        word = written[position]
        if word.islower():
            return True
        is_first = position == 0 and not _is_acronym(word) and word not in self._written
        return is_first or all(map(str.isupper, written))

    def is_unknown(self, token: str) -> bool:
        """Check that a folded word is unknown."""
        return bool(self._kinds[token] & _UNKNOWN)

    def is_foreign(self, token: str) -> bool:
        """Check that a folded word can be a function word of another language."""
        return self._kinds[token] & (_FOREIGN | _ENGLISH) == _FOREIGN

    def is_strange(self, token: str) -> bool:
        """Check that a folded word speaks for another language."""
        return self.is_unknown(token) or self.is_foreign(token)

    def _said_of_all(self, tokens: Sequence[str], said: Mapping[int, int]) -> int:
        """Return what the user says of all the words."""
        all_said = {
            said.get(position) or self._own.said_of(token) for position, token in enumerate(tokens)
        }
        return all_said.pop() if len(all_said) == 1 else 0

    def _kind(self, token: str) -> int:
        """Return the bits of a word."""
        if own := self._own.said_of(token):
            return _DENIED if own == DENIED else _ENGLISH * (token in self._english)
        kind = _ENGLISH * (token in self._english) | _FOREIGN * (token in self._foreign)
        return kind if token in self._known else kind | _kind_of_unknown(token, self._known)


def is_below(part: int, whole: int, share: float) -> bool:
    """Check that a part is less than a share of the whole; false for an empty whole.

    The quotient is compared because 0.07 * 100 is above 7 in floating point.
    """
    return whole > 0 and part / whole < share


def _is_name(position: int, written: Sequence[str]) -> bool:
    """Check that an unknown word with a capital is a name.

    In a text without lower case, capitals are no sign of a name.
    """
    word = written[position]
    is_capital = word[0].isupper() if position else _is_acronym(word)
    return is_capital and not all(map(str.isupper, written))


def _is_acronym(word: str) -> bool:
    """Check that the first word of a text, which is capitalised anyway, is an acronym."""
    return len(word) <= _MAX_ACRONYM_LENGTH and word.isupper()


def _kind_of_unknown(token: str, known: frozenset[str]) -> int:
    """Return the bits of a word that is not in the dictionary; 0 if it is formed from another."""
    if is_compound(token, known) or is_derivation(token, known):
        return 0
    return _UNKNOWN if is_latin(token) else _UNKNOWN | _OF_NO_LANGUAGE
