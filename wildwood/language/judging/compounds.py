"""Compounds and derivations of English words, such as "biopsychology" and "openness"."""

import re
from collections.abc import Container

from wildwood.language.judging.dictionary import frequency_per_million

_MIN_REST_LENGTH = 5
"""Letters after the combining form; shorter words end too many other words by chance."""

_FORMS = re.compile(
    "aero|agro|anti|astro|auto|bio|chemo|counter|cryo|cyber|electro|endo|epi|ethno|exo|extra"
    "|ferro|fluoro|geo|glyco|hydro|hyper|hypo|immuno|infra|inter|intra|iso|macro|magneto|mega"
    "|meta|micro|mini|mis|mono|multi|nano|neo|neuro|non|opto|over|para|patho|pharmaco|philo"
    "|photo|physico|phyto|poly|post|pre|proto|pseudo|psycho|quasi|radio|retro|re|self|semi"
    "|socio|spectro|stereo|sub|super|supra|techno|tele|thermo|trans|ultra|under|uni|uro|xeno"
)

_MIN_LENGTH = len("re") + _MIN_REST_LENGTH


def is_compound(word: str, known: Container[str]) -> bool:
    """Check that the word is a combining form or prefix followed by a known word."""
    if len(word) < _MIN_LENGTH:  # most words are shorter, and the pattern is slow
        return False
    form = _FORMS.match(word)
    if form is None:
        return False
    rest = word[form.end() :]
    return len(rest) >= _MIN_REST_LENGTH and rest in known


_DERIVATION = re.compile(
    "(.{4,})(?:ness|less|ly|ship|hood|wise|ed|isms?|ability|i[sz](?:ed|ing|ations?)|izes?)"
    "|(.{3,})[ei]an"
)
"""A stem and a suffix that few languages but English have."""
_MIN_STEM_LENGTH = 4


def is_derivation(word: str, known: Container[str]) -> bool:
    """Check that the word is a known word with a suffix of English, as in "Humean"."""
    match = _DERIVATION.fullmatch(word)
    if match is None:
        return False
    stem: str = match[1] or match[2]
    return (len(stem) >= _MIN_STEM_LENGTH and stem in known) or f"{stem}e" in known


_MIN_PART, _MIN_LONGER_PART = 3, 4
_COMMON_PART = 2.0
"""Occurrences in a million English words of a part; rarer ones end other words by chance."""


def is_closed_compound(word: str) -> bool:
    """Check that a word is two common words of English in one, as in "stablecoins"."""
    return any(
        max(end, len(word) - end) >= _MIN_LONGER_PART
        and frequency_per_million(word[:end]) >= _COMMON_PART
        and frequency_per_million(word[end:]) >= _COMMON_PART
        for end in range(_MIN_PART, len(word) - _MIN_PART + 1)
    )
