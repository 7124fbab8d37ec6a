"""Divide the name of a person into the given and the family name."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from wildwood.biblio.words import entries, pattern, uncapitalised, words

PARTICLES = frozenset(entry.lower() for entry in entries("particles"))
PARTICLE = rf"(?:{'|'.join(sorted(map(re.escape, PARTICLES), reverse=True))})"
AND = rf"(?:{'|'.join(sorted(entries('conjunctions')))})"
AND_OTHERS = rf"{uncapitalised('and_others')}(?!\w)\.?"
CONJUNCTIONS = frozenset({"y", "e", "i"})  # within a family name, as in `Ortega y Gasset`
_CAPITALISED = frozenset(entry.lower() for entry in entries("particles") if entry[0].isupper())
_MIN_ABBREVIATED = 3  # length of `St.`, the shortest particle with a full stop; others are initials
SUFFIX = re.compile(rf"{pattern('suffixes', 'company_forms')}\.?")
_CAPITAL = r"[^\W\d_a-zß-ÿ]"
INITIAL = re.compile(r"[^\W\d_]\.")
INITIALS = re.compile(rf"(?:{_CAPITAL}(?:[a-z]?\.)?[\s-]?){{1,4}}(?:\b{PARTICLE}\b\s?)*")
"""As in `Knuth DE` and `Silva, J. da`."""


def is_particle(word: str) -> bool:
    """Return whether a word is a particle; with a capital, only if it is rarely a given name."""
    plain = word.rstrip(".'’") if len(word) >= _MIN_ABBREVIATED else word
    return plain.lower() in (PARTICLES if plain.islower() else _CAPITALISED)


INSTITUTIONS = ("institutions", "universities", "university_names", "company_forms")
_MAX_INITIAL = 2
_MAX_WORDS = 5  # a name with more words, without initials and particles, is an institution's


class Person(NamedTuple):
    """A person, or an institution or undivided name, which is the family name alone."""

    family: str
    given: str = ""

    @property
    def name(self) -> str:
        return f"{self.given} {self.family}".strip() if self.given else self.family

    @property
    def inverted(self) -> str:
        """The name as catalogues sort it, such as "Keen, Michael"."""
        return f"{self.family}, {self.given}" if self.given else self.family

    @property
    def is_institution(self) -> bool:
        return not self.given and is_institution(self.family)


def is_institution(name: str) -> bool:
    full = sum(len(word) > _MAX_INITIAL and not is_particle(word) for word in name.split())
    names_institution = words(*INSTITUTIONS).search(name)
    return full > _MAX_WORDS or bool(names_institution and not INITIAL.match(name))


_MIN_WORDS = 2
_MAX_INITIALS = 3
_VOWELS = frozenset("AEIOUY")


def cited(name: str) -> Person:
    """Return the parts of a name as it is cited: `Knuth, D. E.`, `D. E. Knuth` or `Knuth DE`."""
    if "," not in name and is_institution(name):
        return Person(" ".join(name.split()))
    return divided(name, initials_last=True)


def divided(name: str, *, initials_last: bool = False) -> Person:
    """If `initials_last`, capitals are initials (`Knuth DE`), else a family name (`Wei LI`)."""
    parts = [stripped for part in name.split(",") if (stripped := part.strip())]
    if len(parts) > 1:
        return _inverted(*parts)
    words = "".join(parts).split()
    has_suffix = len(words) > _MIN_WORDS and SUFFIX.fullmatch(words[-1])
    suffix = [words.pop()] if has_suffix else []
    end = len(words)
    if initials_last and _ends_in_initials(words):
        start, end = 0, end - 1
    elif _begins_with_family(words, initials=initials_last):
        start, end = 0, next(n for n, word in enumerate(words) if not _is_in_capitals(word))
    else:
        start = _family_start(words)
    family = " ".join([*words[start:end], *suffix])
    return Person(family, " ".join([*words[:start], *words[end:]]))


def _inverted(family: str, *parts: str) -> Person:
    """Make a person; suffixes behind the given name belong to the family name."""
    suffixes = [part for part in parts if SUFFIX.fullmatch(part)]
    given = [part for part in parts if part not in suffixes]
    return Person(" ".join((family, *suffixes)), ", ".join(given))


def _ends_in_initials(words: Sequence[str]) -> bool:
    """Return whether only the last word of a name is initials."""
    if len(words) < _MIN_WORDS or len(words[0]) == 1 or words[0].isupper():
        return False
    return words[0][-1] != "." and INITIALS.fullmatch(words[-1]) is not None


def _begins_with_family(words: Sequence[str], *, initials: bool) -> bool:
    """Return whether only the beginning of a name is in capitals, as in `DE LA TOUR Jean`."""
    if not words or not _is_in_capitals(words[0]) or _is_in_capitals(words[-1]):
        return False
    is_syllable = not initials and not _VOWELS.isdisjoint(words[0])
    return len(words[0]) > _MAX_INITIALS or is_syllable


def _is_in_capitals(word: str) -> bool:
    return len(word) > 1 and word.isupper() and "." not in word


def _family_start(words: Sequence[str]) -> int:
    start = max(len(words) - 1, 0)
    if not all(map(str.isupper, words)) and _is_in_capitals(words[start]):
        while start > 1 and _is_in_capitals(words[start - 1]):
            start -= 1
    while start > 0 and is_particle(words[start - 1]) and (start > 1 or words[0].islower()):
        is_double = words[start - 1] in CONJUNCTIONS and start > _MIN_WORDS
        start -= 2 if is_double and not INITIALS.fullmatch(words[start - 2]) else 1
    return start
