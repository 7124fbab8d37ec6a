"""Counts of very many features."""

import random

import numpy as np
import pytest

from wildwood.kernel import candidate_index
from wildwood.kernel.candidate_index import FeatureCounts


def _hashes(*numbers: int) -> "np.ndarray[tuple[int], np.dtype[np.uint64]]":
    chance = random.Random(1)
    hashes = [chance.getrandbits(64) for _ in range(1000)]
    return np.array([hashes[number] for number in numbers], dtype=np.uint64)


def test_counts_each_feature() -> None:
    counts = FeatureCounts(_hashes(5, 7, 5, 5, 8))
    assert counts.counts(_hashes(7, 5)).tolist() == [1, 3]


def test_counts_the_same_in_several_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    hashes = _hashes(*(number % 17 for number in range(500)))
    whole = FeatureCounts(hashes).counts(hashes)
    monkeypatch.setattr(candidate_index, "_OCCURRENCES_AT_ONCE", 7)
    assert FeatureCounts(hashes).counts(hashes).tolist() == whole.tolist()


def test_no_count_is_too_small_where_features_share_a_place(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(candidate_index, "_MOST_BITS", 3)
    hashes = _hashes(*range(100), 3, 3)
    counts = FeatureCounts(hashes).counts(hashes)
    assert counts.min() >= 1
    assert counts[3] >= 3
    assert counts.max() > 3


def test_counts_nothing_in_an_empty_table() -> None:
    assert FeatureCounts(_hashes()).counts(_hashes(1)).tolist() == [0]
