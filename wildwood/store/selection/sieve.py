"""Which of very many known papers can pass a limit, by their features without names."""

from collections.abc import Callable

import numpy as np

from wildwood.model import Features
from wildwood.scoring.bounds import SLACK, CountArrays, strength_at_most
from wildwood.scoring.formulas import Formula
from wildwood.scoring.wording import folded
from wildwood.store.selection.issue_postings import Considered, IssuePostings

_ROWS = 100_000
"""Pairs that are kept until they are looked at together."""


class Sieve:
    """Known papers that are compared with an issue by a formula that compares words.

    Of nearly all that are read, the title has too few words of that of a new paper.
    """

    def __init__(self, postings: IssuePostings, limit: float, formula: Formula) -> None:
        self._limit, self._formula = limit, formula
        self._words = list(map(frozenset, postings.words))
        self._totals = np.array(postings.totals, dtype=np.int64).reshape(-1, 3)
        self._distinct = np.array(list(map(len, self._words)), dtype=np.int64)
        self._handles: list[str] = []
        self._rows: list[tuple[int, ...]] = []
        self._passing: set[str] = set()

    def add(
        self, handle: str, known: Features, considered: Callable[[Features], Considered]
    ) -> None:
        """Add a known paper, and which papers of the issue it is compared with."""
        positions = considered(known)
        if not positions:
            return
        words = _distinct_words(known)
        counts = len(self._handles), len(known.authors), len(known.titles), len(words)
        self._handles.append(handle)
        self._rows += [
            (position, shared, len(self._words[position] & words), *counts)
            for position, shared in positions.items()
        ]
        if len(self._rows) > _ROWS:
            self._look()

    def passing(self) -> set[str]:
        """Return the handles of the papers that can pass."""
        self._look()
        return self._passing

    def _look(self) -> None:
        """Compare the pairs that are kept."""
        columns = np.array(self._rows, dtype=np.int64).reshape(-1, 7).T
        positions, titles, common, papers, *known = columns
        # Words that a new title repeats can be common each time; a known one repeats none at best.
        new, distinct = CountArrays(*self._totals[positions].T), self._distinct[positions]
        shared = CountArrays(np.ones_like(titles), titles, common + new.words - distinct)
        most = strength_at_most(shared, new, CountArrays(*known), self._formula)
        passing = np.unique(papers[most > self._limit - SLACK])
        self._passing.update(self._handles[paper] for paper in passing.tolist())
        self._handles, self._rows = [], []


def _distinct_words(paper: Features) -> frozenset[str]:
    """Return the words of a title, each once, at most as many as it has."""
    return frozenset(folded(" ".join(paper.titles).split()))
