"""All past papers as a target index."""

import datetime
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

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
from wildwood.store.selection.sieve import Sieve

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
        frequencies = Frequencies(
            self.connection, self._handles, self.connection.collection("frequencies")
        )
        shares = frequencies.shares(single_keys(issue))
        by_pairs = queries(issue, shares, limit, formula)
        if not formula.compares_words:
            yield from self._once(by_pairs, _SELECTED)
            return
        sieve = Sieve(postings, limit, formula)
        for selecting, considered in (
            (by_pairs, postings.with_both),
            (title_queries(issue, shares, limit, formula), postings.with_similar_titles),
            (person_queries(issue, limit, formula), postings.with_person),
        ):
            # Most share one title feature or a person and nothing else, so names are read later.
            for found in self._once(selecting, _FEATURES):
                for version in found["issues"]:
                    sieve.add(found["_id"], documents.features_of(version), considered)
        for batch in key_batches(sorted(sieve.passing()), _BATCH):
            query = {"_id": {"$in": batch}}
            yield from self.connection.find(self._handles, query, _SELECTED_WITH_NAMES)

    def _once(self, selecting: Iterable[Document], fields: Document) -> Iterator[Document]:
        """Yield each document of the queries once."""
        seen: set[str] = set()
        for found in self.connection.find_all(self._handles, selecting, fields):
            if found["_id"] not in seen:
                seen.add(found["_id"])
                yield found

    @property
    def _handles(self) -> Collection[Document]:
        return self.connection.collection("handles")
