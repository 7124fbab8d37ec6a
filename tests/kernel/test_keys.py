"""Keys of papers, in ranges and pieces."""

from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from wildwood.kernel import postings


@given(st.lists(st.integers(0, 2**64 - 1)), st.integers(1, 1000))
def test_each_key_has_a_range(found: list[int], ranges: int) -> None:
    numbers = postings.ranges_of(np.array(found, dtype=np.uint64), ranges)
    assert all(0 <= number < ranges for number in numbers.tolist())


@given(st.lists(st.integers(0, 9)), st.integers(1, 20))
def test_papers_are_cut_into_pieces_of_a_size(rows: list[int], most: int) -> None:
    cuts = postings.cuts_of(np.array(rows, dtype=np.int64), most)
    pieces = [rows[start:end] for start, end in pairwise(cuts)]
    assert [row for piece in pieces for row in piece] == rows
    assert all(sum(piece) <= most or len(piece) == 1 for piece in pieces)
