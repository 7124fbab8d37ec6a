"""The language that a record declares, as a code, a name or a URL."""

import re
from collections.abc import Iterable
from enum import Enum
from functools import lru_cache

import langcodes

_SEPARATOR = re.compile(r"[,;|]+")
_CODES_WITHOUT_LANGUAGE = {"und", "mul", "mis", "zxx"}
_FIRST_PRIVATE, _LAST_PRIVATE = "qaa", "qtz"
_ADJACENT_CODES = 2
"""Number of codes that a space can separate ("por eng"); more words are a sentence."""
_MAX_CODE_LENGTH = 3
_ISO_639_1_LENGTH = 2


class Declared(Enum):
    """What a set of declared values amounts to."""

    ENGLISH = "en"
    OTHER = "other"
    NOTHING = "nothing"


def declared(values: Iterable[str]) -> Declared:
    """Return ENGLISH if any value names English, OTHER if any names a language, else NOTHING."""
    languages = {language for value in values for language in languages_of(value)}
    if "en" in languages:
        return Declared.ENGLISH
    return Declared.OTHER if languages else Declared.NOTHING


@lru_cache(maxsize=4096)
def languages_of(value: str) -> frozenset[str]:
    """Return the codes of the languages that a raw value names.

    A language can be given as a code, as a URL that ends in one, or by its name in any language.
    The codes `und`, `mul`, `mis`, `zxx` and those for private use name none.
    """
    return frozenset(
        language
        for part in _SEPARATOR.split(value)
        for language in _languages(part.rstrip("/ ").rpartition("/")[2].strip())
        if language not in _CODES_WITHOUT_LANGUAGE
        and not _FIRST_PRIVATE <= language <= _LAST_PRIVATE
    )


def _languages(part: str) -> list[str]:
    """Return the languages of a value without separators, read as a whole or word by word."""
    if whole := _language(part):
        return [whole]
    tokens = [token.strip(".()[]:'\"") for token in part.split()]
    languages = {token: language for token in tokens if (language := _language(token))}
    if len(languages) == len(tokens) == _ADJACENT_CODES:
        return list(languages.values())
    # "is", "in" and "not" are codes of languages, but in a sentence they are words.
    return [language for token, language in languages.items() if len(token) > _MAX_CODE_LENGTH]


def _language(text: str) -> str | None:
    """Return the language of a tag or a name.

    A tag is one of BCP 47 or ISO 639; underscores, as in `en_GB`, are accepted.
    """
    try:
        language = langcodes.Language.get(text)
        if language.is_valid():
            return language.language
    except ValueError:
        pass
    try:
        code = langcodes.find(text).language
    except (LookupError, ValueError):
        return None
    # The names of some small languages are English words, such as "some".
    return code if code and len(code) == _ISO_639_1_LENGTH else None
