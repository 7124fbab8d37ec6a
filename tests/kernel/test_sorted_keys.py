"""Keys are found at the places where a binary search finds them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wildwood.kernel import postings
from wildwood.kernel.feature_columns import Hashes
from wildwood.kernel.postings import SortedKeys

MOST = 2**64 - 1
KEYS = st.one_of(st.integers(0, 5), st.integers(MOST - 5, MOST), st.integers(0, MOST))


def hashes(keys: list[int]) -> Hashes:
    return np.array(keys, dtype=np.uint64)


def expected_places(keys: list[int], asked: list[int]) -> list[int]:
    """Return what a list finds."""
    return [keys.index(key) if key in keys else len(keys) for key in asked]


@given(st.sets(KEYS), st.lists(KEYS))
def test_each_key_is_found_at_its_place_and_no_other_is(known: set[int], asked: list[int]) -> None:
    keys = sorted(known)
    places = SortedKeys(hashes(keys)).places(hashes([*asked, *keys]))
    assert places.tolist() == expected_places(keys, [*asked, *keys])


def test_many_keys_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postings, "_BUCKETS_AT_ONCE", 1000)
    keys = np.unique(np.random.default_rng(1).integers(0, MOST, 100_000, dtype=np.uint64))
    found = SortedKeys(keys)
    assert found.places(keys).tolist() == list(range(len(keys)))
    assert set(found.places(keys + np.uint64(1)).tolist()) == {len(keys)}


def test_there_can_be_no_keys() -> None:
    assert SortedKeys(hashes([])).places(hashes([0, 7, MOST])).tolist() == [0, 0, 0]
