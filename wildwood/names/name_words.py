"""The words beside the family name: particles, suffixes and initials."""

import re

from wildwood.lexicon.patterns import entries, pattern, uncapitalised

PARTICLES = frozenset(entry.lower() for entry in entries("particles"))
"""Words that a family name can begin with, in lower case."""
PARTICLE = rf"(?:{'|'.join(sorted(map(re.escape, PARTICLES), reverse=True))})"
"""One of them, as a pattern."""
AND = rf"(?:{'|'.join(sorted(entries('conjunctions')))})"
"""The word before the last of several names in lower case, as a pattern."""
AND_OTHERS = rf"{uncapitalised('and_others')}(?!\w)\.?"
"""What stands for further names, as a pattern."""
CONJUNCTIONS = frozenset({"y", "e", "i"})
"""Those between the two parts of a family name, as in `Ortega y Gasset`."""
_CAPITALISED = frozenset(one.lower() for one in entries("particles") if one[0].isupper())
_MIN_ABBREVIATED = 3
"""The least characters of a particle with a full stop, as `St.`; shorter ones are initials."""
SUFFIX = re.compile(rf"{pattern('suffixes', 'company_forms')}\.?")
"""What is behind a family name, or the name of a company."""
_CAPITAL = r"[^\W\d_a-zß-ÿ]"
INITIAL = re.compile(r"[^\W\d_]\.")
INITIALS = re.compile(rf"(?:{_CAPITAL}(?:[a-z]?\.)?[\s-]?){{1,4}}(?:\b{PARTICLE}\b\s?)*")
"""As in `Knuth DE` and `Silva, J. da`."""


def is_particle(word: str) -> bool:
    """Return whether a word is a particle; with a capital, only if it is rarely a given name."""
    plain = word.rstrip(".'’") if len(word) >= _MIN_ABBREVIATED else word
    return plain.lower() in (PARTICLES if plain.islower() else _CAPITALISED)
