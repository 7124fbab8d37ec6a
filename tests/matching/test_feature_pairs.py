"""The join on feature pairs, in pieces."""

import numpy as np
import pytest

from wildwood.matching import feature_pairs
from wildwood.matching.counted_papers import CountedPapers
from wildwood.matching.feature_columns import FeatureColumns, FeatureTable
from wildwood.matching.feature_pairs import FeaturePairIndex
from wildwood.model import Features

_ALIKE = Features(("anna", "smith"), ("a b c", "b c d"))
_OTHER = Features(("anna",), ("a b c",))


def _columns(*papers: Features) -> FeatureColumns:
    table = FeatureTable()
    for paper in papers:
        table.add(paper)
    return table.columns()


def _pairs(index: FeaturePairIndex, query: FeatureColumns) -> set[tuple[int, int, int, int]]:
    found = set()
    for piece in index.pieces(query):
        hits = index.hits(piece)
        rows = zip(*(array.tolist() for array in hits), strict=True)
        found |= {(piece.first + row[0], *row[1:]) for row in rows}
    return found


def test_counts_the_co_features_of_each_pair() -> None:
    papers = _columns(_ALIKE, _OTHER, _ALIKE)
    found = _pairs(FeaturePairIndex(papers), papers)
    both = {(0, 0, 2, 2), (0, 2, 2, 2), (2, 0, 2, 2), (2, 2, 2, 2)}
    one = {(0, 1, 1, 1), (1, 0, 1, 1), (1, 1, 1, 1), (1, 2, 1, 1), (2, 1, 1, 1)}
    assert found == both | one


def test_divides_equal_papers_into_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    papers = _columns(*[_ALIKE] * 30)
    index = FeaturePairIndex(papers)
    expected = _pairs(index, papers)
    monkeypatch.setattr(feature_pairs, "_ROWS", 3 * 4 * 30)
    pieces = list(index.pieces(papers))
    assert [len(piece.columns.author_totals) for piece in pieces] == [3] * 10
    assert _pairs(index, papers) == expected


def test_a_paper_with_too_many_rows_is_a_piece_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    papers = _columns(*[_ALIKE] * 5)
    index = FeaturePairIndex(papers)
    monkeypatch.setattr(feature_pairs, "_ROWS", 1)
    assert [piece.first for piece in index.pieces(papers)] == list(range(5))
    assert len(_pairs(index, papers)) == 25


def test_looks_only_among_the_papers_that_count() -> None:
    papers = _columns(_ALIKE, _ALIKE, _ALIKE)
    index = FeaturePairIndex(papers)
    [piece] = index.pieces(papers)
    among = CountedPapers(np.array([False, True, False]), first=2, end=2)
    hits = index.hits(piece, among)
    assert set(hits.numbers.tolist()) == {1}
