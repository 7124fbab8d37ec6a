"""Compute fingerprints that differ in few bits if their texts differ little (Charikar 2002)."""

import re
from collections import Counter
from collections.abc import Mapping
from functools import cache
from hashlib import blake2b

import Stemmer
import stopwordsiso

from wildwood.biblio.words import entries_by_language

WORD = re.compile(r"[^\W\d_]+")
ENGLISH = "en"
_COMMONEST = 150  # words that show the language, hardly changed by a cover or a stamp


def language_of(occurrences: Mapping[str, int]) -> str:
    """Return the language with most stop words among the commonest words; English without any."""
    commonest = Counter({word: count for word, count in occurrences.items() if len(word) > 1})
    words = commonest.most_common(_COMMONEST)

    def stopping(language: str) -> tuple[int, bool]:
        stops = stop_words(language)
        return sum(count for word, count in words if word in stops), language == ENGLISH

    return max(sorted(stopwordsiso.langs()), key=stopping)


@cache
def stop_words(language: str) -> frozenset[str]:
    """Return the stop words of a language; of English, those that have no meaning."""
    stops = stopwordsiso.stopwords(language) if language != ENGLISH else ()
    phrases = (*stops, *entries_by_language("stopwords").get(language, ()))
    return frozenset(word for phrase in phrases for word in WORD.findall(phrase.lower()))


BITS = 64
MAX_DISTANCE = 3  # in bits; beyond it, different papers look alike
TABLES = MAX_DISTANCE + 1  # so that at least one part of near duplicates is equal
EMPTY = 0  # of a text without a word that counts

_PART = BITS // TABLES
_UNSPACED = (
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u9fff\uf900-\ufaff\uff66-\uff9f"
    "\U00020000-\U0003ffff]"
)  # Thai, Lao, Burmese, Khmer, Chinese and Japanese have no spaces between words
_RUN = re.compile(f"{_UNSPACED}+")
_LINE_BREAK = re.compile(rf"(?<={_UNSPACED})\s+(?={_UNSPACED})")
_BYTES = BITS // 8
_stemmer = Stemmer.Stemmer("porter", 0)  # without a cache, as it gets each word of a document once


def text_words(text: str) -> Counter[str]:
    """Count the words of a text in lower case; without spaces, pairs of characters."""
    lowered = text.lower()
    if not _RUN.search(lowered):
        return Counter(WORD.findall(lowered))
    return _divided(Counter(WORD.findall(_LINE_BREAK.sub("", lowered))))


def _divided(occurrences: Counter[str]) -> Counter[str]:
    """Divide runs without spaces into pairs, each character with the next."""
    divided: Counter[str] = Counter()
    for word, count in occurrences.items():
        for run in _RUN.findall(word):
            for start in range(max(1, len(run) - 1)):
                divided[run[start : start + 2]] += count
        for rest in filter(None, _RUN.split(word)):
            divided[rest] += count
    return divided


_LANE = 48  # bits in which the votes for a bit are counted
_LANES = [sum((byte >> bit & 1) << _LANE * bit for bit in range(8)) for byte in range(256)]


def simhash_words(occurrences: Mapping[str, int]) -> int:
    """Return the fingerprint of the stems of words, each occurrence with weight 1.

    Stop words, which papers share, and numbers are left out (Williams et al. 2014, section VI.D).
    """
    dropped = stop_words(language_of(occurrences)) | stop_words(ENGLISH)
    counted = {word: count for word, count in occurrences.items() if word not in dropped}
    if not counted:
        return EMPTY
    votes, total = [0] * _BYTES, sum(counted.values())
    # Words of one stem have the same hash, so that their weights add up.
    for stem, weight in zip(_stemmer.stemWords(list(counted)), counted.values(), strict=True):
        for place, byte in enumerate(blake2b(stem.encode(), digest_size=_BYTES).digest()):
            votes[place] += weight * _LANES[byte]
    return sum(
        1 << 8 * place + bit
        for place, lanes in enumerate(votes)
        for bit in range(8)
        if 2 * (lanes >> _LANE * bit & (1 << _LANE) - 1) > total
    )


def distance(left: int, right: int) -> int:
    return (left ^ right).bit_count()


def subhashes(fingerprint: int) -> list[int]:
    """Return the parts by which a fingerprint is found, each prefixed with its table's number."""
    ones = (1 << _PART) - 1
    return [table << _PART | fingerprint >> table * _PART & ones for table in range(TABLES)]
