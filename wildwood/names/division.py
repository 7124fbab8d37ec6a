"""Divide a name into the given and the family name."""

from collections.abc import Sequence

from wildwood.names.name_words import CONJUNCTIONS, INITIALS, SUFFIX, is_particle
from wildwood.names.person import Person, is_institution

_MIN_WORDS = 2
"""A given and a family name."""
_MAX_INITIALS = 3
"""Capitals that can be initials before a family name; more are a family name."""
_VOWELS = frozenset("AEIOUY")


def cited(name: str) -> Person:
    """Return the parts of a name as it is cited: `Knuth, D. E.`, `D. E. Knuth` or `Knuth DE`."""
    if "," not in name and is_institution(name):
        return Person(" ".join(name.split()))
    return divided(name, initials_last=True)


def divided(name: str, *, initials_last: bool = False) -> Person:
    """Return the parts of a person's name; the family name takes its particles and a suffix along.

    Args:
        name: the name; if it has a comma, the family name is before it.
        initials_last: whether capitals at the end are initials, as in `Knuth DE`, and those at the
            beginning too, as in `DE Knuth`; in bylines they are a family name, as in `Wei LI`.
    """
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
        start, end = 0, _first_name(words)
    else:
        start = _family_start(words)
    family = " ".join([*words[start:end], *suffix])
    return Person(family, " ".join([*words[:start], *words[end:]]))


def _inverted(family: str, *parts: str) -> Person:
    """Return the parts of a name that begins with the family name, which a suffix belongs to."""
    suffixes = [part for part in parts if SUFFIX.fullmatch(part)]
    given = [part for part in parts if part not in suffixes]
    return Person(" ".join((family, *suffixes)), ", ".join(given))


def _ends_in_initials(words: Sequence[str]) -> bool:
    """Return whether initials are the end of a name, and neither its beginning nor all capitals."""
    if len(words) < _MIN_WORDS or len(words[0]) == 1 or words[0].isupper():
        return False
    return words[0][-1] != "." and INITIALS.fullmatch(words[-1]) is not None


def _begins_with_family(words: Sequence[str], *, initials: bool) -> bool:
    """Return whether only the beginning of a name is in capitals, as in `DE LA TOUR Jean`."""
    if not words or not _is_in_capitals(words[0]) or _is_in_capitals(words[-1]):
        return False
    is_syllable = not initials and not _VOWELS.isdisjoint(words[0])
    return len(words[0]) > _MAX_INITIALS or is_syllable


def _first_name(words: Sequence[str]) -> int:
    return next(place for place, word in enumerate(words) if not _is_in_capitals(word))


def _is_in_capitals(word: str) -> bool:
    return len(word) > 1 and word.isupper() and "." not in word


def _family_start(words: Sequence[str]) -> int:
    """Return where the family name starts: at its particles, or where capitals start."""
    start = max(len(words) - 1, 0)
    if not all(map(str.isupper, words)) and _is_in_capitals(words[start]):
        while start > 1 and _is_in_capitals(words[start - 1]):
            start -= 1
    while start > 0 and is_particle(words[start - 1]) and (start > 1 or words[0].islower()):
        is_double = words[start - 1] in CONJUNCTIONS and start > _MIN_WORDS
        start -= 2 if is_double and not INITIALS.fullmatch(words[start - 2]) else 1
    return start
