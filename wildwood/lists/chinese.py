"""Write Chinese titles and names in one way, with the libraries of the extra `lists`."""

import re
from collections.abc import Callable
from functools import cache

from wildwood.kernel.features import normalise
from wildwood.kernel.tolerant import fold

_CHARACTERS = re.compile("[\u3400-\u9fff]")


def simplify(text: str) -> str:
    """Return a text with simplified instead of traditional characters."""
    return _simplifier()(text) if _CHARACTERS.search(text) else text


def pinyin_letters(name: str) -> str:
    """Return the letters of a name in pinyin, sorted: either part can come first."""
    written = _romaniser()(name) if _CHARACTERS.search(name) else name
    return "".join(sorted(filter(str.isalpha, fold(normalise(written)))))


@cache
def _simplifier() -> Callable[[str], str]:
    try:
        from opencc import OpenCC  # noqa: PLC0415 - only for Chinese
    except ModuleNotFoundError:
        return str
    return OpenCC("t2s").convert


@cache
def _romaniser() -> Callable[[str], str]:
    try:
        from pypinyin import lazy_pinyin  # noqa: PLC0415 - only for Chinese
    except ModuleNotFoundError:
        return str
    return lambda name: " ".join(lazy_pinyin(name))
