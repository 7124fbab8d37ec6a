"""What a record declares of its language, in whatever words."""

import re
from collections.abc import Iterable
from enum import Enum
from functools import lru_cache

import langcodes

_SEPARATOR = re.compile(r"[,;|]+")
_NOT_KNOWN = {"und", "mul", "mis", "zxx"}
_FIRST_PRIVATE, _LAST_PRIVATE = "qaa", "qtz"
_CODES_IN_A_ROW = 2
"""Codes are set side by side ("por eng"); what has more words is a sentence."""
_LONGEST_CODE = 3
_LENGTH_OF_ISO_639_1 = 2


class Declared(Enum):
    """What the values come to."""

    ENGLISH = "en"
    OTHER = "other"
    NOTHING = "nothing"


def declared(values: Iterable[str]) -> Declared:
    """English where any value is, another language where any is known, else nothing."""
    languages = frozenset[str]().union(*map(languages_of, values))
    if "en" in languages:
        return Declared.ENGLISH
    return Declared.OTHER if languages else Declared.NOTHING


@lru_cache(maxsize=4096)
def languages_of(value: str) -> frozenset[str]:
    """The languages that a raw value names, by code, by name in any language or by URL.

    `und`, `mul`, `mis`, `zxx` and codes of private use name none.
    """
    return frozenset(
        language
        for part in _SEPARATOR.split(value)
        for language in _languages(part.rstrip("/ ").rpartition("/")[2].strip())
        if language not in _NOT_KNOWN and not _FIRST_PRIVATE <= language <= _LAST_PRIVATE
    )


def _languages(part: str) -> list[str]:
    """The languages of one value without separators, as a whole or else word by word."""
    if whole := _language(part):
        return [whole]
    pieces = [piece.strip(".()[]:'\"") for piece in part.split()]
    found = {piece: language for piece in pieces if (language := _language(piece))}
    if len(found) == len(pieces) == _CODES_IN_A_ROW:
        return list(found.values())
    # In a sentence, "is", "in" and "not" are no codes.
    return [language for piece, language in found.items() if len(piece) > _LONGEST_CODE]


def _language(text: str) -> str | None:
    """The language of a tag (BCP 47, ISO 639, RFC 1766's underscores too) or of a name."""
    try:
        language = langcodes.Language.get(text)
        if language.is_valid():
            return language.language
    except ValueError:
        pass
    try:
        found = langcodes.find(text).language
    except (LookupError, ValueError):
        return None
    # Among the names of small languages are words such as "some".
    return found if found and len(found) == _LENGTH_OF_ISO_639_1 else None
