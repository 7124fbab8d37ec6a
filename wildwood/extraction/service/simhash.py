"""Compute fingerprints that differ in few bits if their texts differ little (Charikar 2002)."""

import re
from collections import Counter
from functools import lru_cache
from hashlib import blake2b

import numpy as np
import Stemmer

from wildwood.extraction.service.stopwords import STOP_WORDS
from wildwood.settings import MAX_DISTANCE

BITS = 64
TABLES = MAX_DISTANCE + 1
"""One more than the number of bits that differ, so that at least one part is equal."""
EMPTY = 0
"""The fingerprint of a text without a word that counts."""

_PART = BITS // TABLES
_WORD = re.compile(r"[^\W\d_]+")
_stemmer = Stemmer.Stemmer("porter")


def simhash(text: str) -> int:
    """Return the fingerprint of the stems of a text, each occurrence with weight 1.

    Stop words do not count. Numbers do not either: tables of numbers made different documents
    alike (Williams et al. 2014, section VI.D; docs/specification.md, "Extraction service").
    """
    words = (word for word in _WORD.findall(text.lower()) if word not in STOP_WORDS)
    stems = Counter(_stemmer.stemWords(list(words)))
    if not stems:
        return EMPTY
    weights = np.fromiter(stems.values(), dtype=np.int64)
    hashes = np.fromiter(map(_hash, stems), dtype=np.uint64)
    bits = np.unpackbits(hashes.view(np.uint8).reshape(-1, BITS // 8), axis=1)
    votes = (2 * bits.astype(np.int64) - 1).T @ weights
    return int.from_bytes(np.packbits(votes > 0).tobytes(), "little")


@lru_cache(maxsize=100_000)
def _hash(stem: str) -> int:
    return int.from_bytes(blake2b(stem.encode(), digest_size=BITS // 8).digest(), "little")


def distance(left: int, right: int) -> int:
    """Return the number of bits in which two fingerprints differ (Hamming distance)."""
    return (left ^ right).bit_count()


def subhashes(fingerprint: int) -> list[int]:
    """Return the parts by which a fingerprint is found, each prefixed with its table's number."""
    return [
        table << _PART | fingerprint >> table * _PART & (1 << _PART) - 1 for table in range(TABLES)
    ]
