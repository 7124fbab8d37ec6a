"""Batches of a number and a size."""

import pytest

from wildwood.nep import connection
from wildwood.nep.connection import batches, key_batches


def test_a_batch_has_so_many_items() -> None:
    assert list(batches(range(5), 2)) == [[0, 1], [2, 3], [4]]


def test_nothing_makes_no_batch() -> None:
    assert list(batches([], 2)) == []


def test_a_batch_ends_before_it_is_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "MAX_BYTES", 10)
    assert list(batches([4, 6, 1, 20, 3], 9, lambda size: size)) == [[4, 6], [1], [20], [3]]


def test_keys_count_by_their_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "MAX_BYTES", 40)
    assert list(key_batches(["abcd", "abcd", "李李李", "a"], 9)) == [
        ["abcd", "abcd"],
        ["李李李"],
        ["a"],
    ]
