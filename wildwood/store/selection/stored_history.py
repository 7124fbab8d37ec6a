"""All past papers as a target index."""

import datetime
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from pymongo.collection import Collection

from wildwood.matching.target_index import Target
from wildwood.model import Features
from wildwood.scoring.bounds import SLACK
from wildwood.scoring.formulas import Formula
from wildwood.scoring.similarity import greatest_strength
from wildwood.scoring.tolerant import NO_NAMES, names_of
from wildwood.store.batches import key_batches
from wildwood.store.connection import Connection, Document
from wildwood.store.handles import documents
from wildwood.store.selection.frequencies import Frequencies
from wildwood.store.selection.queries import IssuePostings, queries, single_keys, title_queries

_SELECTED = {"issues.date": 1, "issues.author_features": 1, "issues.title_features": 1}
_SELECTED_WITH_NAMES = {**_SELECTED, "issues.names": 1}
_TITLES = {"issues.title_features": 1}
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
        tolerant = formula.compares_names
        with self.connection.translated_errors():
            for document in self._select(issue, postings, limit, formula):
                for known in documents.features_before(document, self.before, initials=tolerant):
                    names = names_of(known) if tolerant else NO_NAMES
                    for position, shared in postings.candidates(known):
                        new = issue[position].totals
                        greatest = greatest_strength(shared, new, known.totals, formula)
                        if greatest > limit - SLACK:
                            yield Target(position, document["_id"], shared, known.totals, names)

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
        fields = _SELECTED_WITH_NAMES if formula.compares_names else _SELECTED
        selecting = queries(issue, shares, limit, formula)
        for found in self.connection.find_all(self._handles, selecting, fields):
            if found["_id"] not in seen:
                seen.add(found["_id"])
                yield found
        by_titles = title_queries(issue, shares, limit, formula)
        similar = set(self._with_similar_titles(by_titles, postings, limit))
        for batch in key_batches(sorted(similar - seen), _BATCH):
            yield from self.connection.find(self._handles, {"_id": {"$in": batch}}, fields)

    def _with_similar_titles(
        self, selecting: Iterable[Document], postings: IssuePostings, limit: float
    ) -> Iterator[str]:
        """Yield the handles of those papers of the queries whose titles are similar enough.

        Very many others share one title feature, so only the titles are read.
        """
        for found in self.connection.find_all(self._handles, selecting, _TITLES):
            versions = (version["title_features"] for version in found["issues"])
            if any(postings.can_pass_by_title(titles, limit) for titles in versions):
                yield found["_id"]

    @property
    def _handles(self) -> Collection[Document]:
        return self.connection.collection("handles")
