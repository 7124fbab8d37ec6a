"""The features of papers as hashes that are the same in every process, unlike Python's own."""

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from wildwood.matching.feature_columns import FeatureColumns, Hashes, Ints
from wildwood.model import Features

_BYTES = 8


def stable_hash(text: str) -> bytes:
    """Return the hash of a text, as eight bytes."""
    return hashlib.blake2b(text.encode(), digest_size=_BYTES).digest()


def stable_columns(papers: Sequence[Features]) -> FeatureColumns:
    """Return the features of papers as hashes."""
    return FeatureColumns(
        _hashes(paper.authors for paper in papers),
        _totals(len(paper.authors) for paper in papers),
        _hashes(paper.titles for paper in papers),
        _totals(len(paper.titles) for paper in papers),
    )


def _totals(totals: Iterable[int]) -> Ints:
    return np.fromiter(totals, dtype=np.int64)


def _hashes(multisets: Iterable[Sequence[str]]) -> Hashes:
    data = b"".join(map(stable_hash, (text for found in multisets for text in _occurrences(found))))
    return np.frombuffer(data, dtype="<u8").astype(np.uint64, copy=False)


def _occurrences(features: Sequence[str]) -> Iterator[str]:
    """Yield each feature, its second and later occurrences with a mark that no feature has."""
    seen: Counter[str] = Counter()
    for feature in features:
        yield f"{feature}\0{seen[feature]}" if seen[feature] else feature
        seen[feature] += 1
