"""Estimate from the letters of a text how likely it is the name of a person.

The model in `models/names.bin` has a weight for each hash of the parts of words, in eighths.
"""

import re
from array import array
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib.resources import files
from zlib import crc32

from wildwood.biblio.person import PARTICLES

SIZE = 2**16
SCALE = 8
"""What the model's integers are divided by."""
_LENGTHS = (2, 3, 4)  # of the parts of a word, with its beginning and its end, in characters
_MAX_WORDS = 6
_WORD = re.compile(r"[^\W\d_]+")
_UNKNOWN = re.compile(r"[぀-ヿ㐀-鿿가-힣]")  # characters of which the model has learnt nothing


def features(text: str) -> Iterator[tuple[int, float]]:
    """Yield the places of weights, and what each weight is multiplied by."""
    words = [word for word in _WORD.findall(text.lower()) if word not in PARTICLES]
    yield _place(f"{min(len(words), _MAX_WORDS)} words"), 1.0
    for word in words:
        if len(word) == 1:
            yield _place("initial"), 1.0
            continue
        whole = f"^{word}$"
        parts = [whole[n : n + size] for size in _LENGTHS for n in range(len(whole) - size + 1)]
        share = len(parts) ** -0.5
        yield from ((_place(part), share) for part in parts)
        yield _place(f"={word}"), share


def _place(part: str) -> int:
    return crc32(part.encode("utf-8", "surrogatepass")) % SIZE


@cache
def _weights() -> "array[int]":
    return array("b", files(__package__).joinpath("models", "names.bin").read_bytes())


@lru_cache(4_000)
def likeness(text: str) -> float:
    """Return the logarithm of the odds that a text is the name of a person, not other words.

    It is 0 for a text in Chinese, Japanese or Korean characters.
    """
    if _UNKNOWN.search(text):
        return 0.0
    weights = _weights()
    return sum(weights[place] * share for place, share in features(text)) / SCALE
