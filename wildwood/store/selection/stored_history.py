"""All past papers as a target index."""

import datetime
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from pymongo.collection import Collection

from wildwood.matching.target_index import Target
from wildwood.model import Features
from wildwood.scoring.formulas import Formula
from wildwood.scoring.wording import NO_WORDING, wording_of
from wildwood.store.batches import key_batches
from wildwood.store.connection import Connection, Document
from wildwood.store.handles import documents
from wildwood.store.selection.frequencies import Frequencies
from wildwood.store.selection.issue_postings import IssuePostings
from wildwood.store.selection.queries import person_queries, queries, single_keys, title_queries

_SELECTED = {"issues.date": 1, "issues.author_features": 1, "issues.title_features": 1}
_SELECTED_WITH_NAMES = {**_SELECTED, "issues.names": 1}
_FEATURES = {"issues.author_features": 1, "issues.title_features": 1}
_BATCH = 1000
"""Papers read by their handles in one query."""


@dataclass(frozen=True, slots=True)
class StoredHistory:
    """The papers of the issues before a date; a `TargetIndex` by handle."""

    connection: Connection
    before: datetime.date

    def targets(
        self, issue: Sequence[Features], limit: float, formula: Formula = Formula.SPECIFIED
    ) -> Iterator[Target[str]]:
        """Implement `TargetIndex.targets`."""
        postings = IssuePostings(issue, formula)
        by_words = formula.compares_words
        with self.connection.translated_errors():
            for document in self._select(issue, postings, limit, formula):
                for known in documents.features_before(document, self.before, names=by_words):
                    words = wording_of(known) if by_words else NO_WORDING
                    for position, shared in postings.candidates(known, limit):
                        yield Target(position, document["_id"], shared, known.totals, words)

    def _select(
        self,
        issue: Sequence[Features],
        postings: IssuePostings,
        limit: float,
        formula: Formula,
    ) -> Iterator[Document]:
        """Yield each document that can be similar to a paper of the issue, once."""
        seen: set[str] = set()
        frequencies = Frequencies(
            self.connection, self._handles, self.connection.collection("frequencies")
        )
        shares = frequencies.shares(single_keys(issue))
        fields = _SELECTED_WITH_NAMES if formula.compares_words else _SELECTED
        selecting = queries(issue, shares, limit, formula)
        for found in self.connection.find_all(self._handles, selecting, fields):
            if found["_id"] not in seen:
                seen.add(found["_id"])
                yield found
        by_titles = title_queries(issue, shares, limit, formula)
        by_person = person_queries(issue, limit, formula)
        more = {
            *self._that(by_titles, partial(postings.can_pass_by_title, limit=limit)),
            *self._that(by_person, partial(postings.can_pass_by_person, limit=limit)),
        }
        for batch in key_batches(sorted(more - seen), _BATCH):
            yield from self.connection.find(self._handles, {"_id": {"$in": batch}}, fields)

    def _that(
        self, selecting: Iterable[Document], can_pass: Callable[[Features], bool]
    ) -> Iterator[str]:
        """Yield the handles of those papers of the queries that can pass.

        Very many others share one title feature or a person, so only the features are read.
        """
        for found in self.connection.find_all(self._handles, selecting, _FEATURES):
            if any(can_pass(documents.features_of(version)) for version in found["issues"]):
                yield found["_id"]

    @property
    def _handles(self) -> Collection[Document]:
        return self.connection.collection("handles")
