"""Papers in parts resemble the same papers as in one index."""

import datetime
import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wildwood.matching import pair_keys
from wildwood.matching.key_join import KeyRows, pairs_of_rows, unpacked
from wildwood.matching.part_history import NO_TARGETS
from wildwood.matching.past_issues import PastIssues
from wildwood.matching.similar import find_similar
from wildwood.model import Features, Limits, Paper, Record
from wildwood.scoring.formulas import Formula

from tests.support.parts import in_parts

FIRST = datetime.date(2015, 3, 5)
WEEK = datetime.timedelta(weeks=1)
LIMITS = Limits(external=0.3, internal=0.3)

_WORDS = st.lists(st.sampled_from(["ann", "bob", "cid", "lee", "leh"]), max_size=4).map(tuple)
_WINDOWS = st.lists(st.sampled_from([f"window {n}" for n in range(8)]), max_size=6).map(tuple)
_FEATURES = st.builds(Features, _WORDS, _WINDOWS, st.sampled_from([(), ("a",), ("b", "c")]))
_HANDLES = st.sampled_from([f"RePEc:a:b:{n}" for n in range(12)])
_PAPERS = st.builds(
    lambda handle, features: Paper(Record(handle, features.authors, ()), features),
    _HANDLES,
    _FEATURES,
)
_PARTS = st.lists(st.lists(st.lists(_PAPERS, max_size=5), max_size=3), min_size=1, max_size=4)


@pytest.mark.parametrize("formula", Formula)
@settings(max_examples=50)
@given(parts=_PARTS)
def test_they_resemble_the_same_papers_as_in_one_index(
    parts: Sequence[Sequence[Sequence[Paper]]], formula: Formula
) -> None:
    issues = [issue for part in parts for issue in part]
    archive = PastIssues()
    for number, issue in enumerate(issues):
        archive.add_issue(FIRST + number * WEEK, issue)
    indexed = archive.indexed()
    with tempfile.TemporaryDirectory() as folder:
        histories = in_parts(Path(folder), parts, formula).histories(LIMITS.external, formula)
    first = 0
    for number, issue in enumerate(issues):
        history = histories.get(first, NO_TARGETS) if issue else NO_TARGETS
        past = indexed.history(before=FIRST + number * WEEK)
        expected = find_similar(issue, past, LIMITS, formula)
        assert find_similar(issue, history, LIMITS, formula) == expected
        first += len(issue)


def rows(*found: tuple[int, int, bool]) -> KeyRows:
    """Return rows of a key, a paper, and whether it leads."""
    keys, papers, leads = zip(*found, strict=True)
    return KeyRows(
        np.array(keys, dtype=np.uint64), np.array(papers), np.array(leads, dtype=np.bool_)
    )


def joined(found: KeyRows, most: int) -> list[list[tuple[int, int]]]:
    """Return the pairs of each piece."""
    return [
        list(zip(*(numbers.tolist() for numbers in unpacked(pairs)), strict=True))
        for pairs in pairs_of_rows(found, most)
    ]


def test_papers_that_share_a_key_form_a_pair_with_the_later_one_first() -> None:
    assert joined(rows((7, 1, True), (7, 3, True), (8, 2, True)), most=9) == [[(3, 1)]]


def test_of_rows_that_follow_only_none_form_a_pair() -> None:
    found = rows((7, 1, False), (7, 2, True), (7, 3, False), (8, 4, False), (8, 5, False))
    assert joined(found, most=9) == [[(2, 1), (3, 2)]]


@given(st.integers(2, 20), st.integers(1, 8))
def test_pairs_are_made_in_pieces_of_a_size(papers: int, most: int) -> None:
    pieces = joined(rows(*((7, number, True) for number in range(papers))), most)
    assert sorted(pair for piece in pieces for pair in piece) == [
        (later, earlier) for later in range(papers) for earlier in range(later)
    ]
    # The pairs of one row stay together.
    assert all(len(piece) < most + papers for piece in pieces)


@given(st.lists(st.integers(0, 2**64 - 1)), st.integers(1, 1000))
def test_each_key_has_a_range(keys: list[int], ranges: int) -> None:
    found = pair_keys.ranges_of(np.array(keys, dtype=np.uint64), ranges)
    assert all(0 <= number < ranges for number in found.tolist())
