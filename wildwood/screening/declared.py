"""The language that a record declares, as a code, a name or a URL."""

import re
from collections.abc import Collection
from contextlib import suppress
from enum import Enum
from functools import lru_cache

_SEPARATOR = re.compile(r"[,;|/\\+&\n\"\u2013\u2014·\u060c\u061b\u3001\u30fb\uff0c\uff1b]+")
"""Separators of languages: ASCII, dashes, and the commas of Arabic, Chinese and Japanese."""
_AND = re.compile(r"\s+(?:and|und|et|y|e|ed|och|og|ja|i|a|en|oraz|ve|with|mit|avec|con|и)\s+")
"""Words between names of languages, "and" and "with"; some are codes of languages too."""
_SCHEME = re.compile(r"^[\w.-]+:(?://)?(?=\S+$)(?:.*[/:#=])?", re.ASCII)  # URL, URN or vocabulary
_TWO_CODES = re.compile(r"([a-z]{2,3})[-_ ]([a-z]{3})", re.IGNORECASE)
_TWO_NAMES = re.compile(r"[^\W\d_]{4,}-[^\W\d_]{4,}")  # langcodes would take one of the two names
_PUNCTUATION = ".()[]:'\"<>?*# \u00a0\u200b"

_CODES_WITHOUT_LANGUAGE = {"und", "mul", "mis", "zxx"}
_FIRST_PRIVATE, _LAST_PRIVATE = "qaa", "qtz"
_PRIVATE_PREFIXES = ("x-", "i-")
_NOTHING = {"n/a", "na", "is", "to", "none", "other", "unknown", "null", "language", "various"}
"""Values that declare nothing, although some are codes of languages."""
_MORE_NAMES = {
    "engl": "en", "angl": "en", "ingl": "en", "ingilizce": "en",
    "anglicky": "en", "angielsku": "en", "po angielsku": "en", "germ": "de", "span": "es",
    "castellano": "es",
}  # fmt: skip  # abbreviations and names that langcodes does not know
_MAX_CODE_LENGTH = 3
_ISO_639_1_LENGTH = 2


class Declared(Enum):
    ENGLISH = "en"
    OTHER = "other"
    NOTHING = "nothing"


def declared(values: Collection[str]) -> Declared:
    """Return ENGLISH if any value names English, OTHER if any names a language, else NOTHING."""
    languages = {language for value in values for language in languages_of(value)}
    if "en" in languages:
        return Declared.ENGLISH
    return Declared.OTHER if languages else Declared.NOTHING


@lru_cache(maxsize=4096)
def languages_of(value: str) -> frozenset[str]:
    """Return the languages' codes; `und`, `mul`, `mis`, `zxx` and private use are left out."""
    value = _SCHEME.sub("", value.strip().rstrip("/ "))
    names = (name.strip(_PUNCTUATION) for part in _SEPARATOR.split(value) for name in _names(part))
    codes = {code for name in names for code in _languages(name)} - _CODES_WITHOUT_LANGUAGE
    return frozenset(code for code in codes if not _FIRST_PRIVATE <= code <= _LAST_PRIVATE)


def _names(part: str) -> list[str]:
    words = part.split()
    codes = all(len(word) <= _MAX_CODE_LENGTH for word in words)
    return [part] if codes else _AND.split(" ".join(words))


def _languages(part: str) -> list[str]:
    """Read a value without separators as one language, or else word by word."""
    # "no" and "NO" are codes of Norwegian.
    if part == "No" or part.lower() in _NOTHING or part.lower().startswith(_PRIVATE_PREFIXES):
        return []
    if codes := _TWO_CODES.fullmatch(part):
        both = [_language(code) for code in codes.groups()]
        if all(both):  # "ger-eng" is no variety of German
            return [code for code in both if code]
    if not _TWO_NAMES.fullmatch(part) and (whole := _language(part)):
        return [whole]
    tokens = [token.strip(_PUNCTUATION) for token in re.split(r"[\s-]+", part)]
    languages = {token: language for token in tokens if (language := _language(token))}
    if len(languages) == len(tokens) and all(len(token) <= _MAX_CODE_LENGTH for token in tokens):
        return list(languages.values())
    # "is", "in" and "not" are codes of languages, but in a sentence they are words.
    return [language for token, language in languages.items() if len(token) > _MAX_CODE_LENGTH]


def _language(text: str) -> str | None:
    """Look up a BCP 47 or ISO 639 tag (also `en_GB`), or a name."""
    import langcodes  # noqa: PLC0415 - it takes long, and many records declare nothing

    if (language := _MORE_NAMES.get(text.lower())) is not None:
        return language
    with suppress(ValueError):
        tag = langcodes.Language.get(text)
        if tag.is_valid():
            return tag.language
    try:
        code = langcodes.find(text).language
    except (LookupError, ValueError):
        return None
    # The names of some small languages are English words, such as "some".
    return code if code and len(code) == _ISO_639_1_LENGTH else None
