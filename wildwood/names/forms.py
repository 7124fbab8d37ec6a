"""Tell whether a text is the name of a person, and take off what is beside one."""

import re

from wildwood.lexicon.patterns import entries, pattern, uncapitalised, words
from wildwood.names.name_words import AND, PARTICLES
from wildwood.names.person import INSTITUTIONS

IN_BRACKETS = re.compile(r"\(.{0,100}?\)|\[.{0,100}?\]")
_LONE_LETTER = re.compile(r"(?<=[^\W\d_]{2})\s[a-hx-z]$|^[a-h]$")
"""A mark of a footnote; the signs † and ‡ of old fonts are read as `y` and `z`."""
_ORCID_BADGE = re.compile(r"(?:\s*\b|(?<=[a-zà-ÿ]))(?:ID|iD)\b\s*$|[\ue000-\uf8ff]")
_BEFORE_NAME = re.compile(
    rf"(?:(?:chapter\s)?{pattern('author_labels', 'honorifics', 'document_types')}(?!\w)[.:]?|"
    rf"{pattern('abbreviated_honorifics')}\.)\s+",
    re.IGNORECASE,
)
_AND_BEFORE_NAME = re.compile(rf"^{AND}\s+(?=[^\W\d_a-z])")
DEGREE = re.compile(rf"{pattern('degrees', 'suffixes')}\.?")
_AFTER_NAME = re.compile(rf"(?:,?\s*\b{pattern('degrees')}(?!\w)\.?)+$")
_INITIALS = re.compile(r"(?<=[^\W\d_]\.)(?=[^\W\d_])")
"""The places in `J.E.Smith` where spaces belong."""
_NOT_LAST = entries("never_last")
"""Words in which no name ends, as lines of titles do."""
_NAME_LETTERS = re.compile(r"[^\W\d_][\w.’'`ʼ‐\-–]*|['’]t")
_ELIDED = re.compile(r"[dl]['’][^\W\d_a-z]")
_MAX_WORDS = 6
_MIN_WORDS = 2
_MIN_LETTERS = 4
_OTHERS = words(
    *INSTITUTIONS, "organisations", "subjects", "title_words", "addresses",
    "countries", "front_words", "thesis_words",
)  # fmt: skip
_FUNCTION_WORDS = re.compile(rf"(?<![\w‐-]){pattern('function_words')}(?![\w‐-])")
"""Words that are in no name, except as a part of one with a hyphen."""
_FIRST_WORDS = re.compile(rf"{pattern('first_words', 'degrees_sought')}\s")
"""Words that no name begins with."""
_UNCAPITALISED = re.compile(rf"\b{uncapitalised('uncapitalised')}\b")
"""Words that are also names with a capital inside, as in `Iñigo Les Bujanda` and `Joanne Im`."""
_PLACES = re.compile(pattern("places"))
"""Towns and countries that look like names; nothing else is beside them."""


def cleaned(text: str) -> str:
    """Return a name without titles, degrees, badges and the punctuation around it."""
    name = " ".join(_ORCID_BADGE.sub("", IN_BRACKETS.sub(" ", text)).split())
    name = _INITIALS.sub(" ", _LONE_LETTER.sub("", _AND_BEFORE_NAME.sub("", name)))
    while before := _BEFORE_NAME.match(name):
        name = name[before.end() :]
    return _AFTER_NAME.sub("", name).strip(" .,;:–—-()[]{}<>'’\"“”/") if name else ""


def is_name(text: str) -> bool:
    """Return whether a text looks like the name of one person."""
    words = text.split()
    if len(words) < _MIN_WORDS or has_other_words(text):
        return False
    if (words[-1].lower() if text.isupper() else words[-1]) in _NOT_LAST:
        return False
    if sum(word not in PARTICLES for word in words) > _MAX_WORDS:
        return False
    letters = sum(character.isalpha() for character in text)
    if letters < _MIN_LETTERS or not all(map(_NAME_LETTERS.fullmatch, words)):
        return False
    capitals = [word for word in words if _is_capital(word)]
    others = [word for word in words if word not in capitals]
    long = any(len(word.strip(".")) > 1 for word in capitals)
    return (
        len(capitals) >= _MIN_WORDS
        and long
        and all(word.lower() in PARTICLES or "’" in word or "'" in word for word in others)
    )


def _is_capital(word: str) -> bool:
    """Return whether a word is not in lower case, as a whole or after an elision (`d'Astous`)."""
    return not word[0].islower() or _ELIDED.match(word) is not None


def has_other_words(text: str) -> bool:
    """Return whether a text has words that no name of a person has."""
    return bool(
        _OTHERS.search(text)
        or _FUNCTION_WORDS.search(text)
        or _FIRST_WORDS.match(text)
        or _PLACES.fullmatch(text)
        or _UNCAPITALISED.search(text)
    )
