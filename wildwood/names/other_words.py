"""Know words that are beside names on first pages, and in no name of a person."""

import re

from wildwood.lexicon.patterns import pattern, words
from wildwood.names.person import INSTITUTIONS

_OTHERS = words(
    *INSTITUTIONS, "organisations", "subjects", "title_words", "addresses",
    "countries", "front_words", "thesis_words",
)  # fmt: skip
_FUNCTION_WORDS = re.compile(rf"(?<![\w‐-]){pattern('function_words')}(?![\w‐-])")
"""Words that are in no name, except as a part of one with a hyphen."""
_FIRST_WORDS = re.compile(rf"{pattern('first_words')}\s")
"""Words that no name begins with."""
_NOT_CAPITALISED = re.compile(r"\b(?:au|AU|im|IM|les|LES)\b")
"""Words that are also names with a capital inside, as in `Iñigo Les Bujanda` and `Joanne Im`."""
_PLACES = re.compile(pattern("places"))
"""Towns and countries that look like names; nothing else is beside them."""


def has_other_words(text: str) -> bool:
    """Return whether a text has words that no name of a person has."""
    return bool(
        _OTHERS.search(text)
        or _FUNCTION_WORDS.search(text)
        or _FIRST_WORDS.match(text)
        or _PLACES.fullmatch(text)
        or _NOT_CAPITALISED.search(text)
    )
