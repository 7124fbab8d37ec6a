"""The papers of issues as they are read, oldest first."""

import datetime
from array import array
from collections.abc import Callable, Collection, Iterable, Sequence

import numpy as np

from wildwood.matching.index.columns import FeatureTable
from wildwood.matching.packed_texts import PackedTexts, packed_wording
from wildwood.matching.past.papers import Papers
from wildwood.matching.versions import IssueText, issue_texts
from wildwood.model import Paper
from wildwood.scoring.wording import wording_of


class PastIssues:
    """The issues of a rebuild, or some in a row, added in date order."""

    def __init__(self, *, with_words: bool = True, hash_of: Callable[[str], int] = hash) -> None:
        """Start without issues.

        Args:
            with_words: keep words, for a formula that compares them.
            hash_of: the hash of features; processes that share papers need `stable_hash`.
        """
        self._with_words = with_words
        self._table = FeatureTable(hash_of, with_words=with_words)
        self._words, self._handles = PackedTexts(), PackedTexts()
        self._dates = array("q")
        self._not_targets: list[int] = []

    def add_issue(
        self, date: datetime.date, papers: Sequence[Paper], unstored: Collection[str] = ()
    ) -> None:
        """Add an issue that is later than all before.

        Of papers with the same handle, one is a target (see `issue_versions`). Papers whose
        handle is in `unstored` can be queried for targets but are not targets themselves.
        """
        self.add_texts(date, issue_texts(papers), unstored)

    def add_texts(
        self, date: datetime.date, texts: Iterable[IssueText], unstored: Collection[str]
    ) -> None:
        """Add an issue by what `issue_texts` returns of its papers; see `add_issue`."""
        for handle, features, is_version in texts:
            if handle in unstored or not is_version:
                self._not_targets.append(len(self._handles))
            wording = wording_of(features) if self._with_words else None
            self._table.add(features, wording)
            if wording:
                self._words.append(packed_wording(wording))
            self._handles.append(handle)
            self._dates.append(date.toordinal())

    def papers(self) -> Papers:
        """Return the papers; after that, no issue can be added."""
        are_targets = np.ones(len(self._handles), dtype=np.bool_)
        are_targets[self._not_targets] = False
        dates = np.frombuffer(self._dates, dtype=np.int64)
        return Papers(0, self._table.columns(), self._handles, self._words, are_targets, dates)
