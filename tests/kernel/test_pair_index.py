"""The join on feature pairs, in pieces."""

import math

import numpy as np
import pytest

from wildwood.kernel import candidate_index
from wildwood.kernel.candidate_index import PairIndex
from wildwood.kernel.feature_columns import FeatureColumns, columns_of
from wildwood.kernel.model import Features
from wildwood.kernel.postings import Scope

_ALIKE = Features(("anna", "smith"), ("a b c", "b c d"))
_OTHER = Features(("anna",), ("a b c",))


def _columns(*papers: Features) -> FeatureColumns:
    return columns_of(papers)


def _index(papers: FeatureColumns, least: int = 2) -> PairIndex:
    return PairIndex(papers, least, math.inf)


def _pairs(index: PairIndex, query: FeatureColumns) -> set[tuple[int, int, int, int]]:
    found = set()
    for piece in index.pieces(query):
        hits = index.hits(piece)
        rows = zip(*(array.tolist() for array in hits), strict=True)
        found |= {(piece.first + row[0], *row[1:]) for row in rows}
    return found


def test_counts_the_co_features_of_each_pair() -> None:
    papers = _columns(_ALIKE, _OTHER, _ALIKE)
    found = _pairs(_index(papers), papers)
    both = {(0, 0, 2, 2), (0, 2, 2, 2), (2, 0, 2, 2), (2, 2, 2, 2)}
    one = {(0, 1, 1, 1), (1, 0, 1, 1), (1, 1, 1, 1), (1, 2, 1, 1), (2, 1, 1, 1)}
    assert found == both | one


def test_divides_equal_papers_into_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    papers = _columns(*[_ALIKE] * 30)
    index = _index(papers)
    expected = _pairs(index, papers)
    monkeypatch.setattr(candidate_index, "_ROWS", 3 * 4 * 30)
    pieces = list(index.pieces(papers))
    assert [piece.columns.papers for piece in pieces] == [3] * 10
    assert _pairs(index, papers) == expected


def test_a_paper_with_too_many_rows_is_a_piece_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    papers = _columns(*[_ALIKE] * 5)
    index = _index(papers)
    monkeypatch.setattr(candidate_index, "_ROWS", 1)
    assert [piece.first for piece in index.pieces(papers)] == list(range(5))
    assert len(_pairs(index, papers)) == 25


def test_looks_only_among_the_papers_that_count() -> None:
    papers = _columns(_ALIKE, _ALIKE, _ALIKE)
    index = _index(papers)
    [piece] = index.pieces(papers)
    among = Scope(np.array([False, True, False]), first=2, end=2)
    hits = index.hits(piece, among)
    assert set(hits.numbers.tolist()) == {1}


def test_with_all_keys_it_can_be_queried_for_other_papers() -> None:
    known, new = _columns(_ALIKE), _columns(_OTHER)
    assert _pairs(_index(known, least=1), new) == {(0, 0, 1, 1)}
    assert _pairs(_index(known, least=2), new) == set()
