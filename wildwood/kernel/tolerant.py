"""Measure how far the names of two papers agree if abbreviated and misspelt names count too.

Names are compared by their folded words and initials. What one paper has accounts for what the
other has by four rules, in order (`agreement`), and each word or initial counts once. Each rule
takes words in sorted order, so the result does not depend on which paper is the left one.
"""

import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import NamedTuple

from wildwood.kernel.features import title_words
from wildwood.kernel.model import Features, Totals

_LETTERS = str.maketrans({
    "ß": "ss", "ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d",
    "\N{LATIN SMALL LETTER DOTLESS I}": "i",
})  # fmt: skip
"""Letters that NFKD does not decompose, and their plain spellings."""

_MIN_SPELLING = 3  # letters of the shortest word that has other spellings
_MIN_MISSPELT = 5  # letters of the shortest word in which one letter may differ
_JOINED = (2, 3)  # letters of a word that can be initials written together
_INITIAL = 0.5


class Names(NamedTuple):
    """The folded words and initials of all names of a paper, sorted."""

    words: tuple[str, ...]
    initials: tuple[str, ...]


NO_NAMES = Names((), ())


class Rule(Enum):
    EQUAL = "equal"
    SPELLING = "another spelling"
    INITIAL = "an initial and its word"
    JOINED = "initials written together"


class Accounted(NamedTuple):
    """Words and initials of both papers that account for each other."""

    rule: Rule
    left: tuple[str, ...]
    right: tuple[str, ...]
    weight: float


@dataclass(frozen=True, slots=True)
class Agreement:
    accounted: tuple[Accounted, ...]
    left_over: tuple[Names, Names]

    @property
    def weight(self) -> float:
        return sum(match.weight for match in self.accounted)

    @property
    def total(self) -> float:
        left = sum(len(names.words) + _INITIAL * len(names.initials) for names in self.left_over)
        return self.weight + left

    @property
    def ratio(self) -> float:
        """The accounted share of the weight, in [0, 1]; 0 if neither paper has names."""
        return self.weight / self.total if self.total else 0.0


def fold(word: str) -> str:
    """Return a word without diacritics and special letters: `Müller` becomes `Muller`."""
    if word.isascii():
        return word
    decomposed = unicodedata.normalize("NFKD", word)
    plain = "".join(char for char in decomposed if not unicodedata.combining(char))
    return plain.translate(_LETTERS)


def agreement(left: Names, right: Names) -> Agreement:
    ours, theirs = _Leftovers(left), _Leftovers(right)
    accounted: list[Accounted] = []
    for rule in (_equal, _spellings, _initials, _joined_initials):
        accounted += rule(ours, theirs)
        if not (ours and theirs):
            break
    return Agreement(tuple(accounted), (ours.names(), theirs.names()))


class _Leftovers:
    def __init__(self, names: Names) -> None:
        self.words, self.initials = list(names.words), list(names.initials)

    def __bool__(self) -> bool:
        return bool(self.words or self.initials)

    def names(self) -> Names:
        return Names(tuple(self.words), tuple(self.initials))

    def remove(self, parts: "_Parts") -> None:
        for initial, part in parts:
            (self.initials if initial else self.words).remove(part)


_Parts = list[tuple[bool, str]]  # words and initials, each with whether it is an initial


def _equal(left: _Leftovers, right: _Leftovers) -> Iterator[Accounted]:
    """Rule 1: equal words, and equal initials."""
    words, initials = (left.words, right.words, 1.0), (left.initials, right.initials, _INITIAL)
    for ours, theirs, weight in (words, initials):
        for part in sorted((Counter(ours) & Counter(theirs)).elements()):
            ours.remove(part)
            theirs.remove(part)
            yield Accounted(Rule.EQUAL, (part,), (part,), 2 * weight)


def _spellings(left: _Leftovers, right: _Leftovers) -> Iterator[Accounted]:
    """Rule 2: two spellings of one word."""
    for ours, theirs in sorted(_spelling_pairs(left.words, right.words), key=sorted):
        while ours in left.words and theirs in right.words:
            left.words.remove(ours)
            right.words.remove(theirs)
            yield Accounted(Rule.SPELLING, (ours,), (theirs,), 2.0)


def _spelling_pairs(left: list[str], right: list[str]) -> set[tuple[str, str]]:
    """Return all pairs of spellings, found by key since a paper can have many authors."""
    by_key: dict[str, set[str]] = {}
    for word in set(right):
        for key in _spelling_keys(word):
            by_key.setdefault(key, set()).add(word)
    return {
        (word, spelling)
        for word in set(left)
        for spelling in set().union(*(by_key.get(key, ()) for key in _spelling_keys(word)))
        if is_spelling(word, spelling)
    }


def _spelling_keys(word: str) -> set[str]:
    """Return keys of which two spellings of a word share at least one.

    Words that begin differently can have one of their first letters changed, missing or added.
    """
    if len(word) < _MIN_SPELLING:
        return set()
    keys = {word, word[:_MIN_SPELLING], _expand_umlauts(word)}
    if len(word) >= _MIN_MISSPELT:
        keys |= {word[:place] + word[place + 1 :] for place in range(_MIN_SPELLING)}
    return keys


def is_spelling(left: str, right: str) -> bool:
    """Return whether two words of three letters or more are spellings of one.

    One is a prefix of the other, or they are equal once oe, ue and ae are o, u and a, or both have
    five letters or more and one letter is changed, missing or added.
    """
    shorter = min(len(left), len(right))
    return shorter >= _MIN_SPELLING and (
        left.startswith(right)
        or right.startswith(left)
        or _expand_umlauts(left) == _expand_umlauts(right)
        or (shorter >= _MIN_MISSPELT and _is_one_letter_apart(left, right))
    )


def _expand_umlauts(word: str) -> str:
    return word.replace("oe", "o").replace("ue", "u").replace("ae", "a")


def _is_one_letter_apart(left: str, right: str) -> bool:
    letters = zip(left, right, strict=False)
    same = next((n for n, (a, b) in enumerate(letters) if a != b), min(len(left), len(right)))
    changed, longer, shorter = left[same + 1 :], left[same:], right[same:]
    return changed == right[same + 1 :] or longer == right[same + 1 :] or changed == shorter


def _initials(left: _Leftovers, right: _Leftovers) -> Iterator[Accounted]:
    """Rule 3: an initial, and a word of two letters or more that begins with it.

    A word that the initials spell out, such as JM for J. M., is left to rule 4.
    """
    for word, initial in list(_initial_pairs(right.initials, left.words)):
        yield Accounted(Rule.INITIAL, (word,), (initial,), 1 + _INITIAL)
    for word, initial in list(_initial_pairs(left.initials, right.words)):
        yield Accounted(Rule.INITIAL, (initial,), (word,), 1 + _INITIAL)


def _initial_pairs(initials: list[str], words: list[str]) -> Iterator[tuple[str, str]]:
    """Remove each initial and the first word that begins with it, and yield both."""
    counts = Counter(initials)
    spelt_out = {word for word in words if len(word) in _JOINED and Counter(word) <= counts}
    whole = [word for word in words if len(word) > 1 and word not in spelt_out]
    for initial in list(initials):
        word = next((word for word in whole if word.startswith(initial)), None)
        if word is not None:
            whole.remove(word)
            words.remove(word)
            initials.remove(initial)
            yield word, initial


def _joined_initials(left: _Leftovers, right: _Leftovers) -> Iterator[Accounted]:
    """Rule 4: a word of two or three letters, all of which begin something of the other side.

    JM accounts for J. M. and for Joseph M.; it weighs as much as its letters as initials.
    """
    short = [(word, 0) for word in left.words if len(word) in _JOINED]
    short += [(word, 1) for word in right.words if len(word) in _JOINED]
    for word, side in sorted(short):
        own, opposite = (left, right) if side == 0 else (right, left)
        begun = _begun_by(word, opposite) if word in own.words else []
        if begun:
            own.words.remove(word)
            opposite.remove(begun)
            weight = sum(_INITIAL if initial else 1.0 for initial, _ in begun)
            sides = (word,), tuple(part for _, part in begun)
            ours, theirs = sides if side == 0 else sides[::-1]
            yield Accounted(Rule.JOINED, ours, theirs, weight + _INITIAL * len(word))


def _begun_by(word: str, opposite: _Leftovers) -> _Parts:
    """Return a different word or initial for each letter of a word, or nothing."""
    initials = [(part, True) for part in opposite.initials]
    free = sorted([*initials, *((part, False) for part in opposite.words)])
    begun: _Parts = []
    for letter in word:
        part = next((part for part in free if part[0].startswith(letter)), None)
        if part is None:
            return []
        free.remove(part)
        begun.append((part[1], part[0]))
    return begun


SILENT = 0.5


class Wording(NamedTuple):
    names: Names
    title: tuple[str, ...]

    @property
    def is_silent(self) -> bool:
        return not self.names.words


NO_WORDING = Wording(NO_NAMES, ())


def wording_of(features: Features) -> Wording:
    names = Names(_folded(features.authors), _folded(features.initials))
    return Wording(names, folded_title(features))


def folded_title(features: Features) -> tuple[str, ...]:
    return _folded(title_words(features.titles))


def totals_with_words(features: Features) -> Totals:
    return features.totals._replace(words=len(title_words(features.titles)))


def folded(words: Sequence[str]) -> Sequence[str]:
    return words if "".join(words).isascii() else [fold(word) or word for word in words]


def _folded(words: Sequence[str]) -> tuple[str, ...]:
    return tuple(sorted(folded(words)))


@dataclass(frozen=True)
class Likeness:
    left: Wording
    right: Wording

    @cached_property
    def common(self) -> Counter[str]:
        return Counter(self.left.title) & Counter(self.right.title)

    @cached_property
    def in_titles(self) -> tuple[Names, Names]:
        """For each paper without names, the names of the other paper that are in its title."""
        return self._in_title(self.left, self.right), self._in_title(self.right, self.left)

    def _in_title(self, paper: Wording, opposite: Wording) -> Names:
        if not paper.is_silent or opposite.is_silent:
            return NO_NAMES
        rest = Counter(paper.title) - self.common
        words, initials = (sorted((Counter(parts) & rest).elements()) for parts in opposite.names)
        return Names(tuple(words), tuple(initials)) if words else NO_NAMES

    @cached_property
    def names(self) -> Agreement | None:
        """The agreement of the names; None if a paper has none, not even in its title."""
        sides = zip((self.left, self.right), self.in_titles, strict=True)
        left, right = (found if paper.is_silent else paper.names for paper, found in sides)
        return agreement(left, right) if left.words and right.words else None

    @property
    def agreed(self) -> float:
        return self.names.ratio if self.names else SILENT

    def shared(self, shared: Totals) -> Totals:
        return shared._replace(words=self.common.total())

    def totals(self, shared: Totals, left: Totals, right: Totals) -> tuple[Totals, Totals]:
        """Return the totals with title words, less the names in a title.

        A name is a word less, and a window less unless fewer would be left than are shared.
        """
        papers = zip((left, right), (self.left, self.right), self.in_titles, strict=True)
        ours, theirs = (
            total._replace(
                titles=max(total.titles - _size(in_title), shared.titles),
                words=len(paper.title) - _size(in_title),
            )
            for total, paper, in_title in papers
        )
        return ours, theirs


def _size(names: Names) -> int:
    return len(names.words) + len(names.initials)
