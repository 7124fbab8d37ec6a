"""Bound the work of an issue, with counts that are the same however it is compared."""

from collections.abc import Sequence

import numpy as np

from wildwood.kernel.errors import TooManyPairsError
from wildwood.kernel.feature_columns import Column, FeatureColumns, Mask, columns_of, owners
from wildwood.kernel.model import Features
from wildwood.kernel.postings import are_wide, pair_counts, postings_of
from wildwood.kernel.strength import Formula
from wildwood.kernel.tolerant import Names

MAX_COMPARED = 1_000_000  # pairs an issue; 50,000 real papers have 11,000 (144,000 at limit 0)
MAX_SHARED = 100_000_000  # pairs, once for each shared key; 50,000 real papers have 7,000,000
_NAME_PAIRS = 20  # pairs of words of names that cost as much to compare as the rest of two papers


class Compared:
    def __init__(self) -> None:
        self._count = 0

    def add(self, new: Names, target: Names) -> None:
        """Count a pair, more for very many names, or raise `TooManyPairsError`."""
        self._count += 1 + len(new.words) * len(target.words) // _NAME_PAIRS
        if self._count > MAX_COMPARED:
            raise _refusal(MAX_COMPARED)


def check_shared(issue: Sequence[Features], formula: Formula) -> None:
    """Raise `TooManyPairsError` if papers share more keys than can be looked at in time."""
    keys = sum((len(paper.authors) + 1) * (len(paper.titles) + 1) for paper in issue)
    if keys * len(issue) > MAX_SHARED and _shared(columns_of(issue, formula), formula) > MAX_SHARED:
        raise _refusal(MAX_SHARED)


def _shared(issue: FeatureColumns, formula: Formula) -> int:
    keys = int(pair_counts(issue).sum())
    if keys > MAX_SHARED:
        return keys
    wide = are_wide(issue)
    all_papers = np.full(issue.papers, formula.compares_words)
    times = postings_of(issue).times.astype(np.int64)
    by_features = (
        _pairs_by(issue.authors, wide),
        _pairs_by(issue.titles, wide | all_papers),
        _pairs_by(issue.people, all_papers),
    )
    return keys + int((times**2 - times).sum()) + sum(by_features)


def _pairs_by(column: Column, papers: Mask) -> int:
    """Count the pairs of papers for each feature that they share and `papers` are looked up by."""
    are_looked_up = papers[owners(column.totals)]
    if not are_looked_up.any():
        return 0
    _, places = np.unique(column.hashes, return_inverse=True)
    return int((np.bincount(places) * np.bincount(places, are_looked_up)).sum())


def _refusal(most: int) -> TooManyPairsError:
    return TooManyPairsError(
        f"has more than {most:,} pairs of papers to compare; take out the papers that are alike, or"
        " raise the limits"
    )
