"""Divide the name of a person into the given and the family name."""

import re
from typing import NamedTuple

from wildwood.biblio.words import entries, pattern, uncapitalised, words

PARTICLES = frozenset(entry.lower() for entry in entries("particles"))
PARTICLE = rf"(?:{'|'.join(sorted(map(re.escape, PARTICLES), reverse=True))})"
AND = rf"(?:{'|'.join(sorted(entries('conjunctions')))})"
AND_OTHERS = rf"{uncapitalised('and_others')}(?!\w)\.?"
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
